"""When two outcomes are the same behaviour, and how much it says that they are."""

from __future__ import annotations

import math
from typing import Final

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.data import Data, untag
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


def behaviour(outcome: Outcome, returns: Type = ANY) -> Behaviour:
    """What a caller observes. Numbers that are equal, or differ by rounding alone, are the same observation.

    A value of another kind than the declared one is as good as none.
    """
    if outcome.ending is Ending.RETURNED:
        return Behaviour(
            key=digest(["returned", same_numbers(outcome.value)]),
            empty=not _is_a(outcome.value, returns),
            bits=bits(outcome.value),
            shown=str(outcome),
        )
    kind = outcome.error if outcome.ending is Ending.RAISED else None
    return Behaviour(key=digest([outcome.ending.value, kind]), empty=True, shown=str(outcome))


def _is_a(data: Data, wanted: Type) -> bool:
    """Whether the data can be of the type, seen from outside; None is a value only where the type says so."""
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
        case "list" | "tuple":
            return isinstance(data, list) or _tag(data) == "$tuple"
        case "set" | "map":
            return _tag(data) == f"${wanted.kind}"


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
        if tag == "$tuple":
            return {tag: [same_numbers(item) for item in body]}
        return {"$number": "0"} if data == {"$float": "-0.0"} else data
    return data


def _number(value: float) -> str:
    if value == 0 or not math.isfinite(value):
        return "0" if value == 0 else repr(value)
    return f"{value:.{_DIGITS}g}"
