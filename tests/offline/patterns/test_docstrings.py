"""Docstrings of code that no model wrote. The examples in them are run here as their readers would run them."""

from __future__ import annotations

import ast
import doctest
from collections.abc import Mapping
from typing import Any

import pytest

from specwright.core.program.equality import EXACT
from specwright.core.work.testcase import Returns
from specwright.offline.patterns.catalogue import catalogue
from specwright.offline.patterns.docstrings import documented
from specwright.offline.patterns.pattern import Pattern

PLAIN = 'def twice(x):\n    """Return `x` two times over."""\n    return 2 * x\n'


def stripped(code: str) -> str:
    """The code without docstrings."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node) is not None:
            del node.body[0]
    return ast.dump(tree)


def tried(code: str) -> doctest.TestResults:
    space: dict[str, object] = {"__name__": "solution"}
    exec(code, space)
    runner = doctest.DocTestRunner(verbose=False)
    for value in list(space.values()):
        if getattr(value, "__doc__", None) and getattr(value, "__module__", "") == "solution":
            for test in doctest.DocTestFinder(recurse=False).find(value, "solution", module=False, globs=space):
                runner.run(test)
    return runner.summarize(verbose=False)


def examples_of(pattern: Pattern) -> list[tuple[Mapping[str, Any], Any]]:
    names = [param.name for param in pattern.signature.params]
    return [
        (dict(zip(names, test.args, strict=True)), test.expected.value)
        for test in pattern.tests
        if isinstance(test.expected, Returns) and pattern.comparison == EXACT
    ]


def faults(pattern: Pattern) -> list[str]:
    """Return what is wrong with the pattern's code once it has its docstring."""
    code, name = pattern.code["python"], pattern.signature.name
    told = documented(code, name, pattern.description, examples_of(pattern))
    [node] = [one for one in ast.parse(told).body if getattr(one, "name", "") == name]
    assert isinstance(node, ast.FunctionDef)
    text = told.splitlines()[node.body[0].lineno - 1 : node.body[0].end_lineno]
    holds = {
        "other code": stripped(told) == stripped(code),
        "an example fails": tried(told).failed == 0,
        "a line is too long": max(map(len, text)) <= 88,
    }
    return [f"{pattern.name}: {fault}" for fault, held in holds.items() if not held]


def test_every_classic_keeps_its_code_and_its_examples_run() -> None:
    assert [fault for pattern in catalogue() for fault in faults(pattern)] == []


def test_an_example_that_fails_is_noticed() -> None:
    told = documented(PLAIN, "twice", "Double it.", [({"x": 2}, 5)])
    assert tried(told).failed == 1


def test_the_module_has_a_purpose_and_the_function_examples() -> None:
    told = documented(PLAIN, "twice", "Double it.", [({"x": 2}, 4), ({"x": "ab"}, "abab")])
    assert told == (
        '"""Double it."""\n\n\ndef twice(x):\n    """Return `x` two times over.\n\n'
        "    >>> twice(2)\n    4\n    >>> twice('ab')\n    'abab'\n    \"\"\"\n    return 2 * x\n"
    )
    assert tried(told) == (0, 2)


@pytest.mark.parametrize(
    ("inputs", "value"),
    [
        ({"x": 1.5}, 3),
        ({"x": 1}, {"$set": [1, 2]}),
        ({"x": 1}, None),
        ({"x": "\n"}, "\n\n"),
        ({"x": "\\"}, "\\\\"),
        ({"x": "a" * 90}, 1),
    ],
)
def test_what_may_be_written_in_several_ways_or_on_several_lines_is_no_example(
    inputs: dict[str, Any], value: Any
) -> None:
    assert ">>>" not in documented(PLAIN, "twice", "Double it.", [(inputs, value)])


@pytest.mark.parametrize(
    "purpose", ['Say """ twice.', "Split at \\n.", 'Ends in a quote"', "Ends in \\", "x " * 200, "a\0b\rc\u2028d\ud800"]
)
@pytest.mark.parametrize(
    "code",
    [PLAIN, "def twice(x):\n    return 2 * x\n", "def twice(x): return 2 * x\n", "def twice(\n    x\n): return 2 * x"],
)
def test_no_purpose_breaks_the_code(code: str, purpose: str) -> None:
    told = documented(code, "twice", purpose, [({"x": 1}, 2)])
    assert stripped(told) == stripped(code)
    assert max(map(len, told.splitlines())) <= 88
