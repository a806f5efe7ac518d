"""Projects that try to look clean: secrets that resemble placeholders, dangerous code in other words, copies in noise."""

from __future__ import annotations

import random

from specwright.core.evidence.audit import AuditKind
from tests.audit.corpus.copies import OURS, THEIRS
from tests.audit.corpus.project import FAILS, HOLDS, NOT_CHECKED, Project

S, D, R, V, N = AuditKind.SECRETS, AuditKind.SECURITY, AuditKind.RULES, AuditKind.OVERLAP, AuditKind.SUPPRESSIONS
LI, CO = AuditKind.LICENCES, AuditKind.COMPATIBILITY
_HEX = "a94a8fe5ccb19ba61c4c" + "0873d391e987982fbbd3"
SECRETS = (
    Project("a password that begins like an article", S, FAILS, {"a.py": "password = 'aX7kQ2mP9wLz'\n"}, place="a.py:1"),
    Project("a password that begins like a word", S, FAILS, {"a.py": "password = 'theK2mP9wLz77'\n"}, place="a.py:1"),
    Project("a test's password", S, FAILS, {"a.yml": "db:\n  password: test1234Kx\n"}, place="a.yml:2"),
    Project("a hash that begins with a", S, FAILS, {"a.js": f"const apiKey = '{_HEX}';\n"}, place="a.js:1"),
    Project("in an environment's file", S, FAILS, {".env": "DEBUG=1\nDB_PASSWORD=Sommer2024Berg\n"}, place=".env:2"),
    Project("in XML", S, FAILS, {"settings.xml": "<server>\n<password>Wq8zLm3TtP</password>\n</server>\n"}, place="settings.xml:2"),
    Project("in properties", S, FAILS, {"app.properties": "db.user=x\nspring.datasource.password=Wq8zLm3TtP\n"}, place="app.properties:2"),
    Project("in a command", S, FAILS, {"run.sh": "curl -u admin:Wq8zLm3TtP9x https://example.org\nexport API_TOKEN=Wq8zLm3TtP9xKd73\n"}, place="run.sh:2"),
    Project("Go", S, FAILS, {"a.go": 'package a\n\nconst dbPassword = "Wq8zLm3TtP"\n'}, place="a.go:3"),
    Project("Rust", S, FAILS, {"a.rs": 'const API_KEY: &str = "Wq8zLm3TtP9xKd73";\n'}, place="a.rs:1"),
    Project("Java", S, FAILS, {"A.java": 'class A { String password = "Wq8zLm3TtP"; }\n'}, place="A.java:1"),
    Project("a dictionary", S, FAILS, {"a.py": "x = {'password': 'Wq8zLm3TtP', 'user': 'bob'}\n"}, place="a.py:1"),
    Project("an argument", S, FAILS, {"a.py": "connect(user='bob', password='Wq8zLm3TtP')\n"}, place="a.py:1"),
    Project("words that stand for one in an address", S, HOLDS, {"a.md": "Use https://user:password@example.org or https://user:<password>@example.org\n"}),
    Project("words that stand for one", S, HOLDS, {"a.py": "password = 'your_password'\npassword = 'changeme'\npassword = 'example-password'\npassword = 'my-secret'\ntoken = 'some_token'\n"}),
    Project("Slack", S, FAILS, {"a.py": "hook = 'https://hooks.slack.com/services/" + "T0ABCDEF1/B0ABCDEF1/a1B2c3D4e5F6g7H8i9J0k1L2'\n"}, place="a.py:1"),
    Project("a web token", S, FAILS, {"a.txt": "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U\n"}, place="a.txt:1"),
    Project("Stripe", S, FAILS, {"a.rb.txt": "k = 'sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc'\n"}, place="a.rb.txt:1"),
)  # fmt: skip


def _danger(path: str, name: str, answer: str, text: str, line: int = 0) -> Project:
    return Project(f"{name} ({path})", D, answer, {path: text}, place=f"{path}:{line}" if line else "")


SECURITY = (
    _danger("a.py", "builtins", FAILS, "import builtins\nbuiltins.eval(x)\n", 2),
    _danger("a.py", "builtins by item", FAILS, "__builtins__['eval'](x)\n", 1),
    _danger("a.py", "globals", FAILS, "globals()['__builtins__']['exec'](x)\n", 1),
    _danger("a.py", "vars", FAILS, "import os\nvars(os)['system'](x)\n", 2),
    _danger("a.py", "os dict", FAILS, "import os\nos.__dict__['system'](x)\n", 2),
    _danger("a.py", "module of modules", FAILS, "import sys\nsys.modules['os'].system(x)\n", 2),
    _danger("a.py", "in a default", FAILS, "def f(run=eval):\n    return run(x)\n", 1),
    _danger("a.py", "in a list", FAILS, "for run in [eval]:\n    run(x)\n", 1),
    _danger("a.py", "in a dictionary", FAILS, "do = {'e': eval}\ndo['e'](x)\n", 1),
    _danger("a.py", "as decorator", FAILS, "@eval\ndef f(): pass\n", 1),
    _danger("a.py", "returned", FAILS, "def f():\n    return eval\n", 2),
    _danger("a.py", "partial", FAILS, "from functools import partial\nimport os\np = partial(os.system, x)\n", 3),
    _danger("a.py", "by annotation", FAILS, "run: object = eval\nrun(x)\n", 1),
    _danger("a.py", "walrus", FAILS, "(run := eval)(x)\n", 1),
    _danger("a.py", "tuple", FAILS, "run, _ = eval, 1\nrun(x)\n", 1),
    _danger("a.py", "shell as words", FAILS, "import subprocess\nsubprocess.run(x, shell=1)\n", 2),
    _danger("a.py", "shell by unpacking", FAILS, "import subprocess\nsubprocess.run(x, **{'shell': True})\n", 2),
    _danger("a.py", "imported twice", FAILS, "import os\nfrom subprocess import run as os_run, Popen\nPopen(x, shell = True)\n", 3),
    _danger("a.py", "over lines", FAILS, "from subprocess import (\n    run,\n    Popen as P,\n)\n\nP(\n    x,\n    shell=True,\n)\n", 6),
    _danger("a.py", "sql with percent", FAILS, "cur.execute('select * from t where a = %s' % a)\n", 1),
    _danger("a.py", "sql made before", FAILS, "q = f'select * from t where a = {a}'\ncur.execute(q)\n"),
    _danger("a.py", "pickle by object", FAILS, "import pickle\npickle.Unpickler(f).load()\n", 2),
    _danger("a.py", "pandas", FAILS, "import pandas as pd\npd.read_pickle(x)\n", 2),
    _danger("a.py", "md5 by new", FAILS, "import hashlib\nhashlib.new('MD5', x)\n", 2),
    _danger("a.py", "session without certificates", FAILS, "import requests\ns = requests.Session()\ns.verify = False\n", 3),
    _danger("a.py", "context without certificates", FAILS, "import ssl\nc = ssl.create_default_context()\nc.check_hostname = False\nc.verify_mode = ssl.CERT_NONE\n", 4),
    _danger("a.py", "safe words", HOLDS, "import re\nre.compile('eval(x)')\nevaluate(x)\nclass A:\n    def exec(self): pass\nA().exec()\nprint('os.system')\n"),
    _danger("a.js", "call and apply", FAILS, "eval.call(null, x);\n", 1),
    _danger("a.js", "Function's constructor", FAILS, "const f = (function(){}).constructor('return 1');\n", 1),
    _danger("a.js", "required parts", FAILS, "const { exec: run } = require('child_process');\nrun(x);\n", 2),
    _danger("a.mjs", "a whole module", FAILS, "import * as cp from 'node:child_process';\ncp.execSync(x);\n", 2),
    _danger("a.js", "bracketed", FAILS, "require('child_process')['exec'](x);\n", 1),
    _danger("a.js", "window in parts", FAILS, "window['ev' + 'al'](x);\n", 1),
    _danger("a.ts", "typed", FAILS, "import { exec } from 'child_process';\nconst run: Function = exec;\nrun(x);\n"),
    _danger("a.js", "destructured later", FAILS, "const cp = require('child_process');\nconst { exec } = cp;\nexec(x);\n", 3),
    _danger("a.js", "sql template", FAILS, "db.query(`select * from t where a = ${a}`);\n", 1),
    _danger("a.js", "markup", FAILS, "el.innerHTML = x;\n", 1),
    _danger("a.tsx", "markup in React", FAILS, "const A = () => <div dangerouslySetInnerHTML={{__html: x}} />;\n", 1),
    _danger("A.java", "runtime in steps", FAILS, "class A { void f(String x) throws Exception {\n Runtime r = Runtime.getRuntime();\n r.exec(x); } }\n", 3),
    _danger("A.java", "builder", FAILS, "class A { void f(String x) throws Exception {\n new ProcessBuilder(x).start(); } }\n", 2),
    _danger("A.java", "static import", FAILS, "import static java.security.MessageDigest.getInstance;\nclass A { void f() throws Exception {\n getInstance(\"MD5\"); } }\n", 3),
    _danger("A.java", "full name", FAILS, "class A { Object f(java.io.InputStream i) throws Exception {\n return new java.io.ObjectInputStream(i).readObject(); } }\n", 2),
    _danger("A.java", "sql", FAILS, "class A { void f(java.sql.Statement s, String x) throws Exception {\n s.executeQuery(\"select * from t where a = '\" + x + \"'\"); } }\n", 2),
    _danger("a.go", "dot import", FAILS, 'package a\nimport . "os/exec"\nfunc f(x string) { Command("sh", "-c", x).Run() }\n', 3),
    _danger("a.go", "assigned", FAILS, 'package a\nimport "os/exec"\nvar run = exec.Command\nfunc f(x string) { run(x).Run() }\n'),
    _danger("a.go", "md5", FAILS, 'package a\nimport m "crypto/md5"\nvar h = m.New()\n', 3),
    _danger("a.go", "sql", FAILS, 'package a\nimport "fmt"\nfunc f() { db.Query(fmt.Sprintf("select %s", x)) }\n', 3),
    _danger("src/a.rs", "command by path", FAILS, "fn f(x: &str) { std::process::Command::new(x).spawn().ok(); }\n", 1),
    _danger("src/a.rs", "command by module", FAILS, "use std::process;\nfn f(x: &str) { process::Command::new(x).spawn().ok(); }\n", 2),
    _danger("src/a.rs", "in a macro", FAILS, "fn f(p: *const u8) { println!(\"{}\", unsafe { *p }); }\n", 1),
    _danger("src/a.rs", "unsafe function", FAILS, "pub unsafe fn f() {}\n", 1),
    _danger("src/a.rs", "unsafe part", FAILS, "struct A;\nunsafe impl Send for A {}\n", 2),
    _danger("src/contest.py", "no test by its name", FAILS, "eval(x)\n", 1),
    _danger("src/testing_tools/run.py", "no test by its folder", FAILS, "eval(x)\n", 1),
)  # fmt: skip


def _noise() -> dict[str, str]:
    """Files that each share a little with ours: more of them than are compared, each with more fingerprints."""
    files = {"real/s.py": f"# SPDX-License-Identifier: GPL-3.0-only\n{THEIRS}"}
    for number in range(60):
        dice = random.Random(number)
        own = "".join(f"v{dice.randrange(10**6)} = {dice.randrange(10**6)}\n" for _ in range(6))
        pieces = [
            f"{_PIECES[(number * 7 + at) % len(_PIECES)]}\nz{dice.randrange(10**8)} = '{dice.randrange(10**8)}'\n"
            for at in range(14)
        ]
        files[f"noise/f{number}.py"] = own + "".join(pieces)
    return files


_DICE = random.Random(5)
_PIECES = [
    f"table_{at} = collect_{_DICE.randrange(10**6)}(first_{_DICE.randrange(10**6)}, second_{_DICE.randrange(10**6)}, "
    f"third_{_DICE.randrange(10**6)}, fourth_{_DICE.randrange(10**6)})"
    for at in range(40)
]
_HALF = "\n".join(THEIRS.splitlines()[10:16]) + "\n"
_AMONG = "".join(f"{piece}\nw{at} = {at}\n" for at, piece in enumerate(_PIECES))
OVERLAP = (
    Project("a short copy among phrases of many", V, FAILS, {"a.py": _AMONG + _HALF}, corpus=_noise(), place="a.py:81"),
    Project("phrases of many", V, HOLDS, {"a.py": OURS}, corpus=_noise()),
    Project("a comment on every line", V, FAILS, {"a.py": "".join(f"{line}  # {at} of ours, in words\n" for at, line in enumerate(THEIRS.splitlines()))}, corpus={"s.py": THEIRS}),
    Project("statements between", V, FAILS, {"a.py": THEIRS.replace("    total = 0\n", "    total = 0\n    trace('here')\n")}, corpus={"s.py": THEIRS}),
    Project("from another language's file", V, FAILS, {"a.js": "function f(a, b) {\n" + "".join(f"  if (a[{n}] > {n * 7}) {{ return b[{n}] * {n + 3}; }}\n" for n in range(14)) + "}\n"},
            corpus={"s.ts": "function f(a, b) {\n" + "".join(f"  if (a[{n}] > {n * 7}) {{ return b[{n}] * {n + 3}; }}\n" for n in range(14)) + "}\n"}),
)  # fmt: skip


def _npm(licence: str) -> dict[str, str]:
    return {
        "package.json": '{"name": "a", "license": "MIT", "dependencies": {"dep": "1.0.0"}}',
        "package-lock.json": f'{{"packages": {{"node_modules/dep": {{"version": "1.0.0", "integrity": "sha512-a==", "license": {licence}}}}}}}',
    }


_WHEEL = {
    "dep-1.0.dist-info/METADATA": "Metadata-Version: 2.4\nName: dep\nVersion: 1.0\nLicense-Expression: {}\nRequires-Dist: other==1\n\nText\n"
}
_HEADED = {"dep/a.py": "# SPDX-License-Identifier: GPL-3.0-only\n"}
LICENCES = (
    Project("a wheel and its headers", AuditKind.NOTICES, FAILS, {**{path: text.format("MIT") for path, text in _WHEEL.items()}, **_HEADED}, place="dep/a.py:1"),
    Project("a wheel and its headers alike", AuditKind.NOTICES, HOLDS, {**{path: text.format("GPL-3.0-only") for path, text in _WHEEL.items()}, **_HEADED}),
    Project("npm's word for none", LI, NOT_CHECKED, _npm('"UNLICENSED"')),
    Project("npm's pointer", LI, NOT_CHECKED, _npm('"SEE LICENSE IN LICENSE.md"')),
    Project("words", LI, NOT_CHECKED, _npm('"Free as in beer"')),
    Project("a list", LI, NOT_CHECKED, _npm('["MIT", "GPL-3.0"]')),
    Project("both of them", LI, FAILS, _npm('"(MIT AND GPL-3.0-only)"')),
    Project("either", LI, HOLDS, _npm('"(MIT OR GPL-3.0-only)"')),
    Project("small letters", LI, HOLDS, _npm('"apache-2.0"')),
    Project("an old name", LI, FAILS, _npm('"GPL-2.0+"')),
    Project("for sale", LI, FAILS, _npm('"BUSL-1.1"')),
    Project("served", LI, FAILS, _npm('"AGPL-3.0-or-later"')),
    Project("not for business", LI, FAILS, _npm('"CC-BY-NC-4.0"')),
    Project("a licence of its own", LI, NOT_CHECKED, _npm('"LicenseRef-Acme"')),
    Project("an invented exception", LI, FAILS, _npm('"GPL-3.0-only WITH My-exception"')),
    Project("weak", CO, HOLDS, _npm('"MPL-2.0"')),
    Project("strong", CO, FAILS, _npm('"GPL-2.0-only"')),
    Project("strong or free", CO, HOLDS, _npm('"GPL-2.0-only OR BSD-3-Clause"')),
    Project("strong with an exception", CO, HOLDS, _npm('"GPL-2.0-only WITH Classpath-exception-2.0"')),
)  # fmt: skip


def _forbid(language: str, **what: str) -> str:
    stated = "".join(f'{key} = "{value}"\n' for key, value in what.items())
    return f'[[rules.forbidden]]\nlanguage = "{language}"\n{stated}'


def _ruled(  # noqa: PLR0917 - a row of a table
    path: str, name: str, answer: str, text: str, policy: str, line: int = 0
) -> Project:
    return Project(f"{name} ({path})", R, answer, {path: text}, policy=policy, place=f"{path}:{line}" if line else "")


RULES = (
    _ruled("a.py", "module inside a function", FAILS, "def f():\n    import pickle\n", _forbid("python", module="pickle"), 2),
    _ruled("a.py", "module by name", FAILS, "import importlib\nimportlib.import_module('pickle')\n", _forbid("python", module="pickle"), 2),
    _ruled("a.py", "part of a module", FAILS, "from os import path, system as s\n", _forbid("python", module="os.system"), 1),
    _ruled("a.py", "call through an object", FAILS, "import time\nclock = time\nclock.sleep(1)\n", _forbid("python", call="time.sleep"), 3),
    _ruled("a.py", "call by star", FAILS, "from time import *\nsleep(1)\n", _forbid("python", call="time.sleep"), 2),
    _ruled("a.py", "call handed on", FAILS, "import time\nrun(time.sleep, 1)\n", _forbid("python", call="time.sleep"), 2),
    _ruled("a.js", "module computed as a template", FAILS, "const m = require(`moment`);\n", _forbid("javascript", module="moment"), 1),
    _ruled("a.mjs", "module imported late", FAILS, "const m = await import('moment');\n", _forbid("javascript", module="moment"), 1),
    _ruled("a.ts", "module handed on", FAILS, "export { x } from 'moment';\n", _forbid("javascript", module="moment"), 1),
    _ruled("a.js", "call by optional chain", FAILS, "console?.log?.(1);\n", _forbid("javascript", call="console.log"), 1),
    _ruled("A.java", "call by its full name", FAILS, "class A { void f() {\n java.lang.System.exit(1); } }\n", _forbid("java", call="System.exit"), 2),
    _ruled("A.java", "call of a static import", FAILS, "import static java.lang.System.exit;\nclass A { void f() {\n exit(1); } }\n", _forbid("java", call="System.exit"), 3),
    _ruled("a.go", "call by another name", FAILS, 'package a\nimport o "os"\nfunc f() {\n\to.Exit(1)\n}\n', _forbid("go", call="os.Exit"), 4),
    _ruled("a.rs", "module in a list", FAILS, "use std::{cell::RefCell, rc::{Rc, Weak}};\n", _forbid("rust", module="std::rc"), 1),
    _ruled("a.rs", "call of a method's path", FAILS, "fn f() { Option::<u8>::unwrap(None); }\n", _forbid("rust", call="Option::unwrap"), 1),
    _ruled("a.py", "names in a comprehension", HOLDS, "x = [bad for bad in y]\n", '[[rules.naming]]\nlanguage = "python"\nkind = "variable"\npattern = "[a-z_]+"\n'),
    _ruled("a.py", "async function's name", FAILS, "async def doIt(): pass\n", '[[rules.naming]]\nlanguage = "python"\nkind = "function"\npattern = "[a-z_]+"\n', 1),
    _ruled("a.ts", "arrow function's name", FAILS, "const do_it = () => 1;\n", '[[rules.naming]]\nlanguage = "javascript"\nkind = "function"\npattern = "[a-z][A-Za-z]*"\n', 1),
)  # fmt: skip


def _silent(path: str, text: str, answer: str = FAILS) -> Project:
    return Project(
        f"{' '.join(text.split())} ({path})",
        N,
        answer,
        {path: text},
        policy="[suppressions]\nmost = 0\n" if answer == FAILS else "",
    )


SUPPRESSIONS = (
    _silent("a.py", "x = 1  # type: ignore[misc]\n"),
    _silent("a.py", "x = 1  # pyright: ignore\n"),
    _silent("a.py", "# mypy: ignore-errors\nx = 1\n"),
    _silent("a.py", "# ruff: noqa\nx = 1\n"),
    _silent("a.py", "# pylint: disable=all\nx = 1\n"),
    _silent("a.py", "x = 1  # pragma: no cover\n"),
    _silent("a.py", "# fmt: off\n# flake8: noqa\nx = 1\n"),
    _silent("a.js", "/* eslint-disable */\nlet x;\n"),
    _silent("a.ts", "// @ts-nocheck\nlet x;\n"),
    _silent("a.ts", "// @ts-expect-error\nlet x;\n"),
    _silent("a.js", "/* istanbul ignore next */\nlet x;\n"),
    _silent("A.java", '@SuppressWarnings("all")\nclass A {}\n'),
    _silent("A.java", "class A { int x; // NOSONAR\n}\n"),
    _silent("a.go", "package a\n\nvar x int //nolint:errcheck\n"),
    _silent("a.go", "package a\n\nvar x int // #nosec G101\n"),
    _silent("a.rs", "#![allow(clippy::all)]\n"),
    _silent("a.rs", "#[expect(dead_code)]\nfn f() {}\n"),
    _silent("a.rs", "#[cfg_attr(all(), allow(unused))]\nfn f() {}\n"),
    _silent("a.py", "text = '# noqa'\n", HOLDS),
)  # fmt: skip
PROJECTS = (*SECRETS, *SECURITY, *OVERLAP, *LICENCES, *RULES, *SUPPRESSIONS)
