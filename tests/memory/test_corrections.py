from __future__ import annotations

import pytest

from specwright.memory.corrections import applied, learn_corrections

CHANGES = [
    (
        "python",
        "def f(values):\n    for i in range(len(values)):\n        use(values[i])\n",
        "def f(values):\n    for i in range(len(values) - 1):\n        use(values[i])\n",
        "def g(names):\n    for k in range(len(names)):\n        show(names[k])\n",
        "def g(names):\n    for k in range(len(names) - 1):\n        show(names[k])\n",
    ),
    (
        "javascript",
        "function f(a) {\n  return a.sort();\n}\n",
        "function f(a) {\n  return a.sort((x, y) => x - y);\n}\n",
        "function g(rows) {\n  return rows.sort();\n}\n",
        "function g(rows) {\n  return rows.sort((x, y) => x - y);\n}\n",
    ),
    (
        "python",
        "def f(x):\n    total = 0\n    while x:\n        total += x % 10\n    return total\n",
        "def f(x):\n    total = 0\n    while x:\n        total += x % 10\n        x //= 10\n    return total\n",
        "def g(n):\n  s = 0\n  if n:\n      while n:\n          s += n % 10\n  return s\n",
        "def g(n):\n  s = 0\n  if n:\n      while n:\n          s += n % 10\n          n //= 10\n  return s\n",
    ),
]


@pytest.mark.parametrize(("language", "before", "after", "other", "mended"), CHANGES)
def test_a_change_of_one_program_is_made_in_another(
    language: str, before: str, after: str, other: str, mended: str
) -> None:
    found = learn_corrections(before, after, language, "wrong value")
    assert mended in [code for correction in found for code in applied(other, correction)]


def test_a_rewritten_program_is_no_correction() -> None:
    before = "def f(a):\n    b = a + 1\n    c = b * 2\n    d = c - 3\n    return d\n"
    after = (
        "def f(a):\n    return sum(x for x in range(a) if x % 2)\n\n\ndef helper(y):\n    return y or [1, 2, 3, 4, 5]\n"
    )
    assert learn_corrections(before, after, "python", "wrong value") == ()


def test_a_template_of_names_alone_is_no_correction() -> None:
    assert learn_corrections("a b", "b a", "python", "wrong value") == ()


def test_a_correction_does_not_fit_where_one_name_would_stand_for_two() -> None:
    found = learn_corrections("low < high < low", "low < high <= low", "python", "wrong value")
    correction = max(found, key=lambda each: len(each.before))
    assert list(applied("a < b < a", correction)) == ["a < b <= a"]
    assert not list(applied("a < b < c", correction))
