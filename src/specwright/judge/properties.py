"""Properties that a specification states, checked on what really went in and came out.

A property does not depend on the one right answer, which may be unknown: sorted output is sorted whatever was
sorted. Some are seen in one call; the others need a second call made from the first, which `follow_up` gives.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, assert_never

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.data import Data, untag
from specwright.core.program.equality import EXACT, Comparison, equal
from specwright.core.program.signature import Signature
from specwright.core.value import canonical
from specwright.core.work.property import Property


def follow_up(
    wanted: Property, inputs: Mapping[str, Data], outcome: Outcome, seed: int = 0, other: Signature | None = None
) -> dict[str, Data] | None:
    """Return the second call that the property is judged by; None if it needs none or the first call gives none.

    `other` is the signature of the function that the second call is made of, if it is another one.
    """
    if wanted.param not in inputs or outcome.ending is not Ending.RETURNED:
        return None
    if wanted.kind == "undone by":
        return None if other is None else _taken_back(inputs, outcome.value, other)
    if wanted.kind in ("idempotent", "own inverse"):
        return {**inputs, wanted.param: outcome.value}
    items = _items(inputs[wanted.param])
    if wanted.kind != "order free" or items is None or not isinstance(inputs[wanted.param], list):
        return None
    shuffled = list(items)
    random.Random(seed).shuffle(shuffled)  # noqa: S311 - reproducible on purpose
    return {**inputs, wanted.param: shuffled}


def _taken_back(inputs: Mapping[str, Data], output: Data, other: Signature) -> dict[str, Data] | None:
    """Return the call of the other function: the output first, then parameters of both, such as a key."""
    if not other.params or any(param.name not in inputs for param in other.params[1:]):
        return None
    first, *rest = other.params
    return {first.name: output, **{param.name: inputs[param.name] for param in rest}}


def holds(
    wanted: Property,
    inputs: Mapping[str, Data],
    outcome: Outcome,
    further: Outcome | None = None,
    comparison: Comparison = EXACT,
) -> bool | None:
    """Whether the property was seen to hold; None if that cannot be decided, such as for text in place of a list."""
    if wanted.param not in inputs or outcome.ending is not Ending.RETURNED:
        return None
    given, came = inputs[wanted.param], outcome.value
    match wanted.kind:
        case "sorted":
            return _is_sorted(came, wanted.descending)
        case "rearranged":
            left, right = _items(given), _items(came)
            return (
                None if left is None or right is None else sorted(map(canonical, left)) == sorted(map(canonical, right))
            )
        case "same length":
            left, right = _items(given), _items(came)
            return None if left is None or right is None else len(left) == len(right)
        case "idempotent" | "order free":
            return _same(came, further, comparison)
        case "own inverse" | "undone by":
            return _same(given, further, comparison)
    assert_never(wanted.kind)


def _same(expected: Data, further: Outcome | None, comparison: Comparison) -> bool | None:
    if further is None:
        return None
    return further.ending is Ending.RETURNED and equal(expected, further.value, comparison=comparison)


def _items(data: Data) -> list[Data] | None:
    """The items of a list, tuple or text; None for anything else."""
    if isinstance(data, str):
        return list(data)
    if isinstance(data, list):
        return data
    if isinstance(data, dict):
        tag, body = untag(data)
        return list(body) if tag == "$tuple" else None
    return None


def _is_sorted(data: Data, descending: bool) -> bool | None:
    items = _items(data)
    if items is None:
        return None
    values: list[Any] = list(items)
    kinds = {"text" if isinstance(value, str) else "number" for value in values if _is_plain(value)}
    if len(kinds) > 1 or not all(map(_is_plain, values)):
        return None
    pairs = pairwise(values)
    return all(second <= first if descending else first <= second for first, second in pairs)


def _is_plain(value: Data) -> bool:
    return isinstance(value, str | int | float) and not isinstance(value, bool)
