"""When two values are equal: exactly, within a tolerance, or in any order."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any, Final

from pydantic import Field

from specwright.core.program.data import Data, decode, untag
from specwright.core.program.special.frames import FRAMES, same_frame
from specwright.core.program.special.scalars import TAGS, same_scalar
from specwright.core.program.texts import TextComparison, normal_text, same_text
from specwright.core.program.types import ANY, Type
from specwright.core.value import Value, canonical


class Comparison(Value):
    """When two values count as equal: exactly, with a float tolerance, or with list order ignored.

    If texts are not compared exactly, the order of lines is ignored like that of lists, and the tolerance holds for
    the numbers in them.
    """

    tolerance: float | None = None
    any_order: bool = False
    text: TextComparison = Field(TextComparison.EXACT, exclude_if=lambda kind: kind is TextComparison.EXACT)

    @property
    def is_loose(self) -> bool:
        """Whether values that differ may count as equal, apart from the order of lists."""
        return self.tolerance is not None or self.text is not TextComparison.EXACT


EXACT: Final = Comparison()


def equal(expected: Data, actual: Data, wanted: Type = ANY, comparison: Comparison = EXACT) -> bool:
    """Return whether `actual` counts as `expected`. The declared type decides how strictly kinds are distinguished.

    For the types `bool` and numbers, True and 1 differ; for `any` they are equal, as in Python.
    A cut, cyclic or opaque value equals nothing.
    """
    if wanted.kind == "optional":
        if expected is None or actual is None:
            return expected is None and actual is None
        return equal(expected, actual, wanted.args[0], comparison)
    if _is_number(expected) or _is_number(actual):
        return _is_number(expected) and _is_number(actual) and _equal_numbers(expected, actual, wanted, comparison)
    if isinstance(expected, dict) and isinstance(actual, dict):
        return _equal_tagged(expected, actual, wanted, comparison)
    if isinstance(expected, str) and isinstance(actual, str) and comparison.text is not TextComparison.EXACT:
        return same_text(
            expected, actual, comparison.text, any_order=comparison.any_order, tolerance=comparison.tolerance
        )
    if wanted.kind == "any" and isinstance(expected, list) and isinstance(actual, dict) and "$tuple" in actual:
        actual = actual["$tuple"]  # JSON has no tuples, so a list was all that could be expected
    if wanted.kind == "any" and isinstance(expected, list) and isinstance(actual, dict) and "$array" in actual:
        actual = actual["$array"]  # nor arrays
    if isinstance(expected, list) and isinstance(actual, list):
        return _equal_sequences(expected, actual, _item_types(wanted, len(expected)), comparison)
    return type(expected) is type(actual) and not isinstance(expected, list | dict) and bool(expected == actual)


def in_any_order(data: Data) -> Data:
    """Return the data with the entries of maps in one order: maps are equal in whatever order they were filled."""
    if isinstance(data, list):
        return [in_any_order(item) for item in data]
    if not isinstance(data, dict):
        return data
    changed = {tag: in_any_order(body) for tag, body in data.items()}
    return {"$map": sorted(changed["$map"], key=canonical)} if "$map" in changed else changed


def normal(data: Data, comparison: Comparison) -> Data:
    """Return the data with its texts in the form that all texts equal to them have, but for a tolerance."""
    if comparison.text is TextComparison.EXACT:
        return data
    if isinstance(data, str):
        return normal_text(data, comparison.text, any_order=comparison.any_order)
    if isinstance(data, list):
        return [normal(item, comparison) for item in data]
    return {tag: normal(body, comparison) for tag, body in data.items()} if isinstance(data, dict) else data


def _is_number(data: Data) -> bool:
    return isinstance(data, bool | int | float) or (
        isinstance(data, dict) and next(iter(data), "") in ("$int", "$float")
    )


def _equal_numbers(expected: Data, actual: Data, wanted: Type, comparison: Comparison) -> bool:
    left, right = decode(expected), decode(actual)
    if wanted.kind != "any" and isinstance(left, bool) != isinstance(right, bool):
        return False
    if wanted.kind == "int" and isinstance(right, float):
        return False
    if isinstance(left, float) and isinstance(right, float) and math.isnan(left) and math.isnan(right):
        return True
    if left == right:
        return True
    if comparison.tolerance is None or not (isinstance(left, float) or isinstance(right, float)):
        return False
    try:
        return math.isclose(left, right, rel_tol=comparison.tolerance, abs_tol=comparison.tolerance)
    except OverflowError:
        return False


def _equal_tagged(expected: Data, actual: Data, wanted: Type, comparison: Comparison) -> bool:
    (tag, left), (other, right) = untag(expected), untag(actual)
    if tag != other:
        return False
    match tag:
        case "$tuple":
            return _equal_sequences(left, right, _item_types(wanted, len(left)), comparison)
        case "$set":
            item = wanted.args[0] if wanted.kind == "set" else ANY
            return _equal_unordered(left, right, item, comparison)
        case "$map":
            return _equal_maps(left, right, wanted, comparison)
        case "$array" | "$series" | "$frame":
            return _equal_frames(tag, left, right, wanted, comparison)
        case "$object":
            return left[1] is not None and left[0] == right[0] and right[1] is not None and equal(left[1], right[1])
        case _:
            return tag in TAGS.values() and same_scalar(tag, left, right)


def _equal_frames(tag: str, left: Any, right: Any, wanted: Type, comparison: Comparison) -> bool:
    item = wanted.args[0] if wanted.kind in FRAMES and wanted.args else ANY
    ordered = comparison if tag == "$array" else comparison.model_copy(update={"any_order": False})

    def same(one: Data, other: Data) -> bool:
        if isinstance(one, list) and isinstance(other, list) and item is not ANY:
            return len(one) == len(other) and all(map(same, one, other))
        return equal(one, other, item, ordered)

    def unordered(one: list[Data], other: list[Data]) -> bool:
        return _equal_unordered(one, other, ANY, ordered)

    return same_frame(tag, left, right, same, any_order=comparison.any_order, unordered=unordered)


def _item_types(wanted: Type, count: int) -> list[Type]:
    if wanted.kind in ("list", "iterator"):
        return [wanted.args[0]] * count
    if wanted.kind == "tuple" and len(wanted.args) == count:
        return list(wanted.args)
    return [ANY] * count


def _equal_sequences(left: list[Data], right: list[Data], types: list[Type], comparison: Comparison) -> bool:
    if len(left) != len(right):
        return False
    if comparison.any_order and len(set(types)) <= 1:
        return _equal_unordered(left, right, types[0] if types else ANY, comparison)
    for a, b, kind in zip(left, right, types, strict=True):  # noqa: SIM110 - `all` takes two more frames for each level
        if not equal(a, b, kind, comparison):
            return False
    return True


def _equal_unordered(left: list[Data], right: list[Data], item: Type, comparison: Comparison) -> bool:
    if len(left) != len(right):
        return False
    if Counter(map(canonical, left)) == Counter(map(canonical, right)):
        return True
    if all(map(_is_number, (*left, *right))):
        # Within a tolerance, numbers in their order are paired if they can be at all; the first that fits may be wrong.
        pairs = zip(sorted(left, key=_rank), sorted(right, key=_rank), strict=True)
        return all(equal(a, b, item, comparison) for a, b in pairs)
    remaining = list(right)
    for wanted in left:
        for place, got in enumerate(remaining):
            if equal(wanted, got, item, comparison):
                remaining.pop(place)
                break
        else:
            return False
    return True


def _rank(number: Data) -> tuple[bool, Any, str]:
    value = decode(number)
    unordered = isinstance(value, float) and math.isnan(value)
    return unordered, 0 if unordered else value, type(value).__name__


def _equal_maps(left: list[list[Data]], right: list[list[Data]], wanted: Type, comparison: Comparison) -> bool:
    if len(left) != len(right):
        return False
    key, item = wanted.args if wanted.kind == "map" else (ANY, ANY)
    fields = dict(zip(wanted.fields, wanted.args, strict=False))  # none but of a record
    remaining = {canonical(k): v for k, v in right}
    for k, v in left:
        match_key = canonical(k)
        if match_key not in remaining:
            match_key = next((canonical(other) for other, _ in right if equal(k, other, key)), "")
        kind = fields.get(k, item) if isinstance(k, str) else item
        if match_key not in remaining or not equal(v, remaining.pop(match_key), kind, comparison):
            return False
    return True
