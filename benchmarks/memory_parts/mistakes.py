# ruff: noqa: E501 - programs on lines of their own are easier to compare
"""Twenty mistakes, each in two programs: `[[wrong||right]]` is where they differ. Written for this benchmark."""

from __future__ import annotations

from typing import Any, Final

WRONG: Final = "wrong value"
_JAVA: Final = "public final class Solution {{\n    public static {} run({} {}) {{\n        {}\n    }}\n}}\n"


def _java(returns: str, kind: str, param: str, body: str) -> str:
    return _JAVA.format(returns, kind, param, body.replace("\n", "\n        "))


MISTAKES: Final[tuple[tuple[str, str, str, str, str, str, tuple[tuple[Any, Any], ...]], ...]] = (
    ("python", WRONG, "def total(last):\n    return sum(range(1, last[[|| + 1]]))\n",
     "def run(n):\n    found = 1\n    for k in range(2, n[[|| + 1]]):\n        found *= k\n    return found\n",
     "n:int", "int", ((1, 1), (3, 6), (5, 120))),
    ("python", WRONG, "def f(items):\n    return sorted(items[[||, reverse=True]])\n",
     "def run(n):\n    best = sorted(n[[||, reverse=True]])\n    return best[:2]\n",
     "n:list[int]", "list[int]", (([1, 5, 3], [5, 3]), ([2, 1], [2, 1]), ([4, 9, 9], [9, 9]))),
    ("python", WRONG, "def f(text):\n    return text.[[upper||lower]]() == 'a'\n",
     "def run(n):\n    return n.[[upper||lower]]()\n", "n:str", "str", (("aB", "ab"), ("C", "c"), ("xY", "xy"))),
    ("python", WRONG, "def f(a):\n    return [x for x in a if x [[>||>=]] 0]\n",
     "def run(n):\n    return len([v for v in n if v [[>||>=]] 0])\n",
     "n:list[int]", "int", (([0, 1], 2), ([-1], 0), ([0, -5, 0], 2))),
    ("python", WRONG, "def f(a):\n    return a[[[1:]||[:-1]]]\n",
     "def run(n):\n    kept = n[[[1:]||[:-1]]]\n    return kept\n",
     "n:list[int]", "list[int]", (([1, 2], [1]), ([3, 4, 5], [3, 4]), ([7, 8], [7]))),
    ("python", WRONG, "def f(x):\n    s = 0\n    while x:\n        s += x % 10\n        x [[-= 1||//= 10]]\n    return s\n",
     "def run(n):\n    most = 0\n    while n:\n        most = max(most, n % 10)\n        n [[-= 1||//= 10]]\n    return most\n",
     "n:int", "int", ((12, 2), (91, 9), (333, 3))),
    ("python", "ZeroDivisionError: division by zero",
     "def f(a):\n    return sum(a) // len(a)[[|| if a else 0]]\n",
     "def run(n):\n    mean = sum(n) // len(n)[[|| if n else 0]]\n    return mean\n",
     "n:list[int]", "int", (([], 0), ([4, 6], 5), ([3], 3))),
    ("python", "AttributeError: '…' object has no attribute '…'",
     "def f(a):\n    a.[[push||append]](1)\n    return a\n",
     "def run(n):\n    made = []\n    for v in n:\n        made.[[push||append]](v + 1)\n    return made\n",
     "n:list[int]", "list[int]", (([1], [2]), ([], []), ([5, 6], [6, 7]))),
    ("javascript", WRONG, "export function f(a) {\n  return a.sort([[||(x, y) => x - y]]);\n}\n",
     "export function run(n) {\n  return [...n].sort([[||(x, y) => x - y]]);\n}\n",
     "n:list[int]", "list[int]", (([10, 9, 1], [1, 9, 10]), ([2, 1], [1, 2]), ([100, 20], [20, 100]))),
    ("javascript", WRONG, "export function f(a) {\n  return [[a / 2||Math.floor(a / 2)]];\n}\n",
     "export function run(n) {\n  return [[n / 2||Math.floor(n / 2)]];\n}\n",
     "n:int", "int", ((5, 2), (4, 2), (9, 4))),
    ("javascript", WRONG, "export function f(a) {\n  let s = 0;\n  for (let i = 0; i [[<=||<]] a; i++) s += i;\n  return s;\n}\n",
     "export function run(n) {\n  let c = 0;\n  for (let k = 0; k [[<=||<]] n; k++) c += 2;\n  return c;\n}\n",
     "n:int", "int", ((1, 2), (3, 6), (5, 10))),
    ("javascript", WRONG, "export function f(a) {\n  return a.[[indexOf(0)||includes(0)]] ? 1 : 2;\n}\n",
     "export function run(n) {\n  return n.[[indexOf(0)||includes(0)]] ? 1 : 0;\n}\n",
     "n:list[int]", "int", (([0, 1], 1), ([2], 0), ([3, 0], 1))),
    ("go", WRONG, "package solution\n\nfunc F(a int) int {\n\ts := 0\n\tfor i := 1; i [[<||<=]] a; i++ {\n\t\ts += i\n\t}\n\treturn s\n}\n",
     "package solution\n\nfunc Run(n int) int {\n\tp := 1\n\tfor k := 1; k [[<||<=]] n; k++ {\n\t\tp *= k\n\t}\n\treturn p\n}\n",
     "n:int", "int", ((1, 1), (3, 6), (5, 120))),
    ("go", WRONG, "package solution\n\nfunc F(a []int) int {\n\treturn a[len(a)[[-2||-1]]]\n}\n",
     "package solution\n\nfunc Run(n []int) int {\n\tlast := n[len(n)[[-2||-1]]]\n\treturn last * 2\n}\n",
     "n:list[int]", "int", (([1, 2], 4), ([3, 4, 5], 10), ([8, 7], 14))),
    ("go", WRONG, "package solution\n\nfunc F(a []int) int {\n\tbest := [[0||a[0]]]\n\tfor _, v := range a {\n\t\tif v > best {\n\t\t\tbest = v\n\t\t}\n\t}\n\treturn best\n}\n",
     "package solution\n\nfunc Run(n []int) int {\n\tbest := [[0||n[0]]]\n\tfor _, x := range n {\n\t\tif x > best {\n\t\t\tbest = x\n\t\t}\n\t}\n\treturn best\n}\n",
     "n:list[int]", "int", (([-3, -1], -1), ([2, 5], 5), ([-7], -7))),
    ("java", WRONG, _java("boolean", "String", "a", 'return a [[== "x"||.equals("x")]];'),
     _java("String", "String", "n", 'return n[[ == "x"||.equals("x")]] ? "yes" : "no";'),
     "n:str", "str", (("x", "yes"), ("y", "no"), ("xx", "no"))),
    ("java", WRONG, _java("long", "long", "a", "long s = 0;\nfor (long i = 1; i [[<||<=]] a; i++) s += i;\nreturn s;"),
     _java("long", "long", "n", "long p = 1;\nfor (long k = 1; k [[<||<=]] n; k++) p *= k;\nreturn p;"),
     "n:int", "int", ((1, 1), (3, 6), (5, 120))),
    ("java", WRONG, _java("long", "long", "a", "return a [[/||%]] 10;"),
     _java("long", "long", "n", "long digit = n [[/||%]] 10;\nreturn digit + 1;"),
     "n:int", "int", ((12, 3), (90, 1), (345, 6))),
    ("rust", WRONG, "pub fn f(a: i64) -> i64 {\n    (1..[[||=]]a).sum()\n}\n",
     "pub fn run(n: i64) -> i64 {\n    (1..[[||=]]n).product()\n}\n",
     "n:int", "int", ((1, 1), (3, 6), (5, 120))),
    ("rust", WRONG, "pub fn f(a: Vec<i64>) -> i64 {\n    *a.iter().[[min||max]]().unwrap_or(&0)\n}\n",
     "pub fn run(n: Vec<i64>) -> i64 {\n    let top = *n.iter().[[min||max]]().unwrap_or(&0);\n    top + 1\n}\n",
     "n:list[int]", "int", (([1, 2], 3), ([9, 4], 10), ([], 1))),
)  # fmt: skip
"""Language, failure, first program, second program, parameter, result, examples."""
