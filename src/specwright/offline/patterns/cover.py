"""What a classic leaves uncovered of a problem's words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from typing import Final

from specwright.core.work.testcase import Returns
from specwright.offline.patterns.account import Uncovered, Vocabulary, says_all, uncovered, unsaid, vocabulary
from specwright.offline.patterns.pattern import Pattern

_LISTING: Final = re.compile(r"(?<![\w.])-?\d+(?:\s*,\s*-?\d+){3,20}(?:[\s,]*(?:\.{3}|…|and so on|etc\.?))?")
"""The first numbers of a sequence."""
_RELATIVE: Final = frozenset({
    "first", "second", "third", "last", "left", "right", "start", "end", "low", "high", "inner", "outer", "shorter",
    "longer", "before", "after", "next", "even", "odd", "min", "max", "shift", "size", "length", "count", "total",
})  # fmt: skip


def covering(
    pattern: Pattern, problem: str, *, read: Iterable[str] = (), names: Iterable[str] = ()
) -> tuple[Uncovered, ...]:
    """The clauses that the classic does not cover. `read` are the examples' passages, `names` those of the function.

    In turn the problem must contain all of one of the classic's wordings; otherwise the whole of it is open.
    """
    problem = _LISTING.sub(lambda listed: " " if _gives(pattern, listed[0]) else listed[0], problem)
    left = uncovered(problem, words_of(pattern), read, names)
    texts = (pattern.name, *pattern.wordings, pattern.description)
    if left or any(says_all(problem, text) for text in texts):
        return left
    return (Uncovered(clause=" ".join(problem.split())[:80], words=_unsaid(problem, texts)),)


def _gives(pattern: Pattern, listed: str) -> bool:
    """Return whether the classic's tests give the numbers listed, such as `0, 1, 1, 2`, for n from 0 or from 1 on."""
    numbers = list(map(int, re.findall(r"-?\d+", listed)))
    shown = {
        test.args[0]: test.expected.value
        for test in pattern.tests
        if len(test.args) == 1 and isinstance(test.args[0], int) and isinstance(test.expected, Returns)
    }
    return any(numbers == [shown.get(first + place) for place in range(len(numbers))] for first in (0, 1))


def _unsaid(problem: str, texts: Iterable[str]) -> tuple[str, ...]:
    """The words of the nearest wording that the problem does not use."""
    return min((unsaid(problem, text) for text in texts), key=len)


def words_of(pattern: Pattern) -> Vocabulary:
    """The words of a classic's name, wordings and description, and the constants of its code."""
    params = pattern.signature.params
    return vocabulary(
        (pattern.name, *pattern.wordings, re.sub(r"`\w+`", " ", _docstring(pattern))),
        names=telling_names(param.name for param in params),
        numbers=_numbers(pattern.code["python"]),
        truth=pattern.signature.returns.kind == "bool",
        parameters=len(params),
    )


def telling_names(names: Iterable[str]) -> list[str]:
    """The names that mean nothing else: `first` and `second` are words that a clause may use."""
    return [name for name in names if name.lower() not in _RELATIVE]


def _numbers(code: str) -> set[str]:
    """The numbers that the code names, except the small ones that any code uses for its own ends."""
    values = (node.value for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Constant))
    return {str(value) for value in values if isinstance(value, str) or (isinstance(value, int | float) and value > 2)}


def _docstring(pattern: Pattern) -> str:
    """All of it: the text below the first line states the classic's conventions."""
    tree = ast.parse(pattern.code["python"])
    return next(ast.get_docstring(node) or "" for node in tree.body if isinstance(node, ast.FunctionDef))
