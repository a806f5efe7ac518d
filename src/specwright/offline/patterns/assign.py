"""Which asked parameter plays which of a pattern's parts: by type first, then by name."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Final

from specwright.core.program.signature import Parameter
from specwright.core.program.types import Type
from specwright.core.value import Value
from specwright.offline.patterns.search import words

_NAMES: Final = (
    {"nums", "numbers", "arr", "array", "lst", "list", "items", "values", "a", "l", "xs", "data", "elements", "digits"},
    {"text", "s", "string", "str", "word", "sentence", "phrase", "name", "txt"},
    {"target", "goal", "sum", "total", "wanted", "x", "key", "value", "amount"},
    {"k", "n", "size", "count", "steps", "shift", "num", "number", "length"},
    {"first", "a", "left", "x", "s1", "list1", "word1", "str1", "nums1", "one", "s"},
    {"second", "b", "right", "y", "s2", "list2", "word2", "str2", "nums2", "two", "t"},
    {"matrix", "grid", "board", "image", "mat", "m"},
    {"graph", "edges", "connections"},
)
_MOST: Final = 6


class Assignment(Value):
    """For each of the pattern's parameters the place of the asked parameter that fills it."""

    places: tuple[int, ...]
    score: float


def type_fit(part: Type, asked: Type) -> int:
    """How well an asked type fills a part: 3 the same, 2 wider or narrower, 1 after a conversion, 0 not at all."""
    if part == asked:
        return 3
    if "any" in (part.kind, asked.kind):
        return 2
    if "optional" in (part.kind, asked.kind):
        return min(2, type_fit(_inner(part), _inner(asked)))
    if {part.kind, asked.kind} == {"int", "float"}:
        return 2
    if part.kind == asked.kind and len(part.args) == len(asked.args):
        return min((type_fit(a, b) for a, b in zip(part.args, asked.args, strict=True)), default=2)
    if part.kind == "list" and asked.kind in ("tuple", "str"):
        items = asked.args if asked.kind == "tuple" else (Type("str"),)
        return min(1, min((type_fit(part.args[0], item) for item in items), default=1))
    return 0


def _inner(kind: Type) -> Type:
    return kind.args[0] if kind.kind == "optional" else kind


def assignments(parts: Sequence[Parameter], asked: Sequence[Parameter]) -> tuple[Assignment, ...]:
    """The plausible ways to fill all parts, the best first; none when the numbers or the types do not fit.

    If the types allow several ways, each is returned: the user's examples decide between them.
    """
    if len(parts) != len(asked):
        return ()
    found = []
    for places in permutations(range(len(asked))):
        fits = [type_fit(part.type, asked[place].type) for part, place in zip(parts, places, strict=True)]
        if all(fits):
            names = sum(_name_fit(part.name, asked[place].name) for part, place in zip(parts, places, strict=True))
            found.append(Assignment(places=places, score=sum(fits) + names))
    ordered = sorted(found, key=lambda way: (-way.score, way.places))
    return tuple(ordered[:_MOST])


def _name_fit(part: str, asked: str) -> float:
    if part == asked:
        return 2.0
    if set(words(part)) & set(words(asked)):
        return 1.5
    return 1.0 if any(part in group and asked.lower() in group for group in _NAMES) else 0.0
