"""Code that names what its result may come from, beside its arguments, and code that only looks like it."""

from __future__ import annotations

from importlib import import_module

import pytest

from specwright.core.program.surroundings import Source, named_in, not_asked_for
from specwright.languages.python.surroundings import has_sets, surroundings

PYTHON = {
    "import time\ndef f(x):\n    return time.localtime().tm_hour": Source.CLOCK,
    "from time import time as now\ndef f(x):\n    return now()": Source.CLOCK,
    "from datetime import datetime as d\ndef f(x):\n    return d.now().year": Source.CLOCK,
    "import datetime\ndef f(x):\n    return datetime.date.today()": Source.CLOCK,
    "from random import *\ndef f(x):\n    return choice(x)": Source.CHANCE,
    "import random as r\ndef f(x):\n    return r.Random(x)": Source.CHANCE,
    "def f(x):\n    import os\n    return os.getpid()": Source.MACHINE,
    "import sys as s\ndef f(x):\n    return s.modules": Source.MACHINE,
    "def f(x):\n    return open('/proc/self/stat').read()": Source.MACHINE,
    "def f(x):\n    return id(x) % 7": Source.MEMORY,
    "def f(x):\n    return hash(x)": Source.MEMORY,
    "class D:\n    def __del__(self):\n        pass": Source.MEMORY,
    "import gc\ndef f(x):\n    return gc.get_count()": Source.MEMORY,
    "import threading\ndef f(x):\n    threading.Timer(1, x.clear).start()": Source.THREADS,
    "def f(x):\n    return __import__('os').getpid()": Source.NAMES,
    "def f(x):\n    return eval('1')": Source.NAMES,
    "def f(x):\n    return f.__globals__": Source.NAMES,
    "def f(x):\n    return __name__ == '__main__'": Source.NAMES,
    "def f(x):\n    try:\n        x()\n    except ValueError as e:\n        return e.__traceback__": Source.NAMES,
    "n = 0\ndef f(x):\n    global n\n    n += 1\n    return n": Source.EARLIER,
    "n = [0]\ndef f(x):\n    n[0] += 1\n    return n[0]": Source.EARLIER,
    "def f(x):\n    f.n = getattr(f, 'n', 0)\n    f.n += 1": Source.EARLIER,
    "def g():\n    yield 1\nc = g()\ndef f(x):\n    return next(c)": Source.EARLIER,
    "def f(x, seen=[]):\n    seen.append(x)\n    return seen": Source.EARLIER,
}
PLAIN = (
    "import sys\nsys.setrecursionlimit(10000)\ndef f(x):\n    return min(x, default=sys.maxsize)",
    "import os\ndef f(x):\n    return os.path.join(x, 'a') + os.sep",
    "from datetime import datetime\ndef f(x):\n    return datetime.strptime(x, '%Y').year",
    "def f(n, memo={}):\n    if n not in memo:\n        memo[n] = n * f(n - 1)\n    return memo[n]",
    "from functools import lru_cache\n@lru_cache\ndef f(x):\n    return x",
    "def f(x):\n    found = []\n    found.append(x)\n    return found",
    "found = []\ndef f(x):\n    found = []\n    found.append(x)\n    return found",
    "class S:\n    def __init__(self):\n        self.n = []\n    def push(self, x):\n        self.n.append(x)",
    "class P:\n    def __hash__(self):\n        return hash((self.x, id(self)))",
    "def f(x):\n    return x\nif __name__ == '__main__':\n    f(1)",
    "def f(id, hash):\n    return id + hash",
    "def f(x):\n    count = 0\n    def g():\n        nonlocal count\n        count += 1\n    g()\n    return count",
    "def f(x:",
)
OTHERS = {
    "javascript": {
        "const f = (x) => Date.now() > x;": Source.CLOCK,
        "const f = () => new Date().getHours();": Source.CLOCK,
        "const f = () => Math.random();": Source.CHANCE,
        "const f = () => process.env.USER;": Source.MACHINE,
        "import fs from 'node:fs';": Source.MACHINE,
        "const f = () => eval('1');": Source.NAMES,
        "let calls = 0;\nfunction f(x) {\n  calls++;\n}": Source.EARLIER,
    },
    "java": {
        "long f() { return System.currentTimeMillis(); }": Source.CLOCK,
        "int f() { return new Random().nextInt(); }": Source.CHANCE,
        'String f() { return System.getenv("USER"); }': Source.MACHINE,
        "int f(Object o) { return System.identityHashCode(o); }": Source.MEMORY,
        "private static int calls = 0;": Source.EARLIER,
        "static final int[] N = {0};\nstatic int f() { return N[0]++; }": Source.EARLIER,
    },
    "go": {
        "func f() int { return time.Now().Hour() }": Source.CLOCK,
        "func f() int { return rand.Intn(3) }": Source.CHANCE,
        'func f() string { return os.Getenv("USER") }': Source.MACHINE,
        "func f() { go func() {}() }": Source.THREADS,
        "var calls int\nfunc f() int {\n\tcalls++\n\treturn calls\n}": Source.EARLIER,
    },
    "rust": {
        "fn f() { let t = std::time::SystemTime::now(); }": Source.CLOCK,
        'fn f() -> String { std::env::var("USER").unwrap() }': Source.MACHINE,
        "static mut CALLS: u32 = 0;": Source.EARLIER,
        "static CALLS: AtomicU32 = AtomicU32::new(0);": Source.EARLIER,
    },
}
HARMLESS = {
    "javascript": "// Date.now()\nconst f = (x) => new Date(x).getDate() + 'process.env' + Math.round(x);\n"
    "let MOST = 3;\nfunction g(x) { let i = 0; i++; return MOST; }",
    "java": "/* System.nanoTime() */ static final int MOST = 3; static int f(int x) { return Math.max(x, MOST); }",
    "go": 'func f(x string) string { return strings.ToUpper(x) + "time.Now()" }\nfunc g() { var n int\n\tn++ }',
    "rust": 'static NAMES: [&str; 2] = ["a", "b"]; fn f(x: i64) -> i64 { x.max(2) }',
}


@pytest.mark.parametrize("code", PYTHON)
def test_python_names_its_source(code: str) -> None:
    found = surroundings(code)
    assert PYTHON[code] in {each.source for each in found}
    assert not_asked_for(found, "Return the sum of the numbers.") == found


@pytest.mark.parametrize("code", PLAIN)
def test_python_that_needs_its_arguments_alone_names_nothing(code: str) -> None:
    assert surroundings(code) == ()


@pytest.mark.parametrize("language", OTHERS)
def test_other_languages_name_their_sources(language: str) -> None:
    patterns = import_module(f"specwright.languages.{language}.surroundings").SURROUNDINGS
    for code, source in OTHERS[language].items():
        assert [each.source for each in named_in(code, patterns)] == [source], code
    assert named_in(HARMLESS[language], patterns) == ()


def test_a_task_that_asks_for_a_source_may_have_it() -> None:
    found = surroundings("import random\ndef f(x):\n    return random.choice(x)")
    assert not_asked_for(found, "Return a random item of the list.") == ()
    assert not_asked_for(found, "Return the items in the order of the alphabet.") == found


def test_sets_are_seen() -> None:
    for code in ("x = {1, 2}", "x = set(y)", "x = {a for a in b}", "x = a.keys() & b.keys()", "x = a.union(b)", "x ="):
        assert has_sets(code), code
    assert not has_sets("x = {1: 2}\ny = [a for a in x]")
