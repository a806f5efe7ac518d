"""When two outcomes are the same behaviour, and how informative that is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.data import Data, untag
from specwright.core.program.infer import fits
from specwright.core.program.special.frames import FRAMES, rows_in_one_order
from specwright.core.program.types import ANY, Type
from specwright.core.value import canonical, digest
from specwright.judge.evidence import Behaviour

MOST_BITS: Final = 5.0
"""However long a value is, programs and tests that err alike still meet in it."""

_SMALL: Final = 10
_DIGITS: Final = 9


def bits(data: Data) -> float:
    """How surprising it is to meet just this value by chance, in bits."""
    if data is None or isinstance(data, bool):
        return 0.0
    if isinstance(data, int | float):
        return 2.5 if abs(data) <= _SMALL and data == int(data) else 4.0
    if isinstance(data, str):
        return min(MOST_BITS, 3.0 + 0.5 * len(data)) if data else 1.5
    body = data if isinstance(data, list) else untag(data)[1]
    if body == []:
        return 1.5
    return min(MOST_BITS, 2.0 + 0.5 * len(canonical(body)))


def behaviour(
    outcome: Outcome,
    returns: Type = ANY,
    *,
    any_order: bool = False,
    kinds: Mapping[str, str] = MappingProxyType({}),
) -> Behaviour:
    """Return what a caller observes.

    Numbers that are equal, or differ by rounding alone, are the same observation; with `any_order` so are lists that
    hold the same items. All errors are one observation, except those in `kinds`: it maps the errors that met a kind
    which a test names to that kind. A value of another type than the declared one counts as empty.
    """
    if outcome.ending is Ending.RETURNED:
        value = same_numbers(outcome.value)
        return Behaviour(
            key=digest(["returned", unordered(value, returns) if any_order else value]),
            empty=not _is_a(outcome.value, returns),
            bits=bits(outcome.value),
            shown=str(outcome),
        )
    kind = kinds.get(outcome.error or "") if outcome.ending is Ending.RAISED else None
    return Behaviour(key=digest([outcome.ending.value, kind]), empty=True, shown=str(outcome))


def unordered(data: Data, wanted: Type) -> Data:
    """Return the data with lists in one order, and tuples too unless their items have different types."""
    if wanted.kind == "optional":
        return unordered(data, wanted.args[0])
    if isinstance(data, list):
        return _in_one_order(data, wanted.args if wanted.kind in ("list", "tuple") else ())
    if isinstance(data, dict):
        tag, body = untag(data)
        if tag == "$tuple":
            return {tag: _in_one_order(body, wanted.args if wanted.kind in ("list", "tuple") else ())}
        if tag in ("$frame", "$series"):
            return {tag: rows_in_one_order(tag, body, canonical)}
        if tag == "$array":
            return {tag: unordered(body, ANY)}
        if tag == "$map":
            item = wanted.args[1] if wanted.kind == "map" and wanted.args else ANY
            return {tag: [[key, unordered(value, item)] for key, value in body]}
    return data


def _in_one_order(items: list[Data], types: Sequence[Type]) -> list[Data]:
    if len(set(types)) > 1 and len(types) == len(items):
        return [unordered(item, kind) for item, kind in zip(items, types, strict=True)]
    kind = types[0] if len(set(types)) == 1 else ANY
    return sorted((unordered(item, kind) for item in items), key=canonical)


def _is_a(data: Data, wanted: Type) -> bool:
    """Whether the data can be of the type, seen from outside; None is a value only if the type allows it."""
    match wanted.kind:
        case "any":
            return data is not None
        case "optional":
            return data is None or _is_a(data, wanted.args[0])
        case "bool":
            return isinstance(data, bool)
        case "str":
            return isinstance(data, str)
        case "int":
            return (isinstance(data, int) and not isinstance(data, bool)) or _tag(data) == "$int"
        case "float":
            return (isinstance(data, int | float) and not isinstance(data, bool)) or _tag(data) in ("$int", "$float")
        case "list" | "tuple" | "iterator":
            return isinstance(data, list) or _tag(data) == "$tuple"
        case "set" | "map":
            return _tag(data) == f"${wanted.kind}"
        case _:
            return fits(data, wanted)


def _tag(data: Data) -> str:
    return untag(data)[0] if isinstance(data, dict) else ""


def same_numbers(data: Data) -> Data:
    """The data with numbers in one form: 1, 1.0 and True meet, and floats keep nine digits."""
    if isinstance(data, bool | int | float):
        return {"$number": _number(float(data))}
    if isinstance(data, list):
        return [same_numbers(item) for item in data]
    if isinstance(data, dict):
        tag, body = untag(data)
        if tag in ("$set", "$map"):
            return {tag: sorted((same_numbers(item) for item in body), key=canonical)}
        if tag == "$tuple" or tag in FRAMES.values():
            return {tag: same_numbers(body)}
        return {"$number": "0"} if data == {"$float": "-0.0"} else data
    return data


def _number(value: float) -> str:
    if value == 0 or not math.isfinite(value):
        return "0" if value == 0 else repr(value)
    return f"{value:.{_DIGITS}g}"
