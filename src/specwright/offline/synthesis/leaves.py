"""The start of a search: the parameters, and constants that the problem or the examples speak of."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any, Final

from specwright.offline.patterns.stems import common
from specwright.offline.synthesis.kinds import FLOAT, INT, STR, Kind, as_pairs
from specwright.offline.synthesis.nodes import Constant, Name, Node

_COUNTED: Final = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "hundred": 100,
    "double": 2, "twice": 2, "half": 2, "triple": 3, "dozen": 12, "percent": 100, "percentage": 100, "last digit": 10,
    "digit": 10, "square": 2, "cube": 3, "second": 2, "third": 3, "fourth": 4, "hexagonal": 6, "pentagonal": 5,
}  # fmt: skip
_MARKS: Final = {
    "space": " ", "comma": ",", "dash": "-", "hyphen": "-", "underscore": "_", "dot": ".", "colon": ":",
    "newline": "\n", "whitespace": " ", "blank": " ", "slash": "/",
}  # fmt: skip
_QUOTED = re.compile(r"(?<!\w)['\"‘“`]([^'\"’”`]{1,12})['\"’”`](?!\w)")
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w])")


def leaves(
    names: Sequence[str],
    kinds: Sequence[Kind],
    rows: Sequence[tuple[Any, ...]],
    outputs: Sequence[Any],
    *,
    problem: str,
    floats: bool,
) -> list[Node]:
    """Parameters first, then constants, those that the problem's words mention at the lowest cost."""
    found: list[Node] = [
        Name(read, 1, tuple(row[place] for row in rows), 0, name)
        for place, (name, kind) in enumerate(zip(names, kinds, strict=True))
        for read in (kind, *as_pairs(kind, [row[place] for row in rows]))
    ]
    said = _said(problem)
    constants: dict[tuple[Kind, Any], Constant] = {}

    def offer(kind: Kind, value: Any, cost: int, mentioned: bool = False) -> None:
        constants.setdefault((kind, value), Constant(kind, cost, (value,) * len(rows), 0, value, mentioned))

    for value in said:
        offer(STR if isinstance(value, str) else FLOAT if isinstance(value, float) else INT, value, 1, True)
    for number in (0, 1, 2):
        offer(INT, number, 1)
    for number in (10, -1, 3):
        offer(INT, number, 2)
    for value in _recurring(outputs):
        offer(STR if isinstance(value, str) else INT, value, 1)
    if any(kind == STR or "str" in str(kind) for kind in kinds) or any(isinstance(value, str) for value in outputs):
        for mark in ("", " "):
            offer(STR, mark, 1)
        for mark in _marks(rows, outputs):
            offer(STR, mark, 2)
    if floats and re.search(
        r"circle|sphere|cone|cylinder|radius|\bpi\b|circular|degree|radian", problem, re.IGNORECASE
    ):
        offer(FLOAT, math.pi, 1, True)
    return [*found, *constants.values()]


def constant_words(constants: frozenset[str]) -> frozenset[str]:
    """The words that ask for one of these constants, in each form that a text may use."""
    asked = [word for word, value in (_COUNTED | _MARKS).items() if str(value) in constants]
    return frozenset(form for word in asked for form in (word, common(word)))


def _said(problem: str) -> list[Any]:
    """Numbers and quoted texts of the problem, in order."""
    lowered = problem.lower()
    found: list[Any] = [float(text) if "." in text else int(text) for text in _NUMBER.findall(problem)]
    found += [number for word, number in _COUNTED.items() if re.search(rf"\b{word}\b", lowered)]
    found += _QUOTED.findall(problem)
    found += [mark for word, mark in _MARKS.items() if re.search(rf"\b{word}s?\b", lowered)]
    return list(dict.fromkeys(found))[:8]


def _recurring(outputs: Sequence[Any]) -> list[Any]:
    """Answers that come more than once, or a few short texts that all answers are taken from."""
    if not all(isinstance(value, str | int) and not isinstance(value, bool) for value in outputs):
        return []
    if any(isinstance(value, str) and any(map(str.isdigit, value)) for value in outputs):
        return []  # data, not an answer in words
    distinct = list(dict.fromkeys(outputs))
    return distinct[:3] if len(distinct) < len(outputs) and len(distinct) <= 3 else []


def _marks(rows: Sequence[tuple[Any, ...]], outputs: Sequence[Any]) -> list[str]:
    """Characters other than letters that the examples use."""
    text = "".join(str(value) for value in [*(arg for row in rows for arg in row), *outputs] if isinstance(value, str))
    return sorted({char for char in text if not char.isalnum() and char != " "})[:4]
