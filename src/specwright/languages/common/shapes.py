"""Reads values of a language as values of the declared type, if the language has fewer types than we have.

JavaScript has arrays but no tuples, and Go has maps but no sets. The nearest value of the language counts as right.
Nothing else is converted: a value that does not fit stays as it is.
"""

from __future__ import annotations

from typing import Any

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.data import Data
from specwright.core.program.types import ANY, Type


def shaped(outcomes: tuple[Outcome, ...], returns: Type) -> tuple[Outcome, ...]:
    """Return the outcomes with their values read as the declared type."""
    return tuple(
        outcome.model_copy(update={"value": as_declared(outcome.value, returns)})
        if outcome.ending is Ending.RETURNED
        else outcome
        for outcome in outcomes
    )


def as_declared(data: Data, wanted: Type) -> Data:
    """Return data of a well-formed report as the declared type."""
    match wanted.kind:
        case "optional":
            return None if data is None else as_declared(data, wanted.args[0])
        case "list":
            return _list(data, wanted.args[0])
        case "tuple":
            return _tuple(data, wanted)
        case "set":
            return _set(data, wanted.args[0])
        case "map":
            return _map(data, *wanted.args)
        case "int" if data == {"$float": "-0.0"}:
            return 0  # where integers are floats, zero has a sign
        case _:
            return data


def _body(data: Data, tag: str) -> list[Any] | None:
    return data[tag] if isinstance(data, dict) and tag in data else None


def _list(data: Data, item: Type) -> Data:
    if data is None:
        return []  # Go's nil slice
    return [as_declared(inner, item) for inner in data] if isinstance(data, list) else data


def _tuple(data: Data, wanted: Type) -> Data:
    items = data if isinstance(data, list) else _body(data, "$tuple")
    if items is None:
        return data
    types = wanted.args if len(wanted.args) == len(items) else (ANY,) * len(items)
    return {"$tuple": [as_declared(inner, kind) for inner, kind in zip(items, types, strict=True)]}


def _set(data: Data, item: Type) -> Data:
    if data is None:
        return {"$set": []}
    items = _body(data, "$set")
    pairs = _body(data, "$map")
    if items is None and pairs is not None and all(value is True or value is False for _, value in pairs):
        items = [key for key, value in pairs if value]  # Go's other set, map[T]bool
    return data if items is None else {"$set": [as_declared(inner, item) for inner in items]}


def _map(data: Data, key: Type, value: Type) -> Data:
    if data is None:
        return {"$map": []}
    pairs = _body(data, "$map")
    return data if pairs is None else {"$map": [[_key(k, key), as_declared(v, value)] for k, v in pairs]}


def _key(data: Data, wanted: Type) -> Data:
    """Read a key as its type: keys of JavaScript's objects are always texts."""
    if not isinstance(data, str) or wanted.kind not in ("int", "float", "bool"):
        return as_declared(data, wanted)
    if wanted.kind == "bool":
        return {"true": True, "false": False}.get(data, data)
    try:
        number = int(data) if wanted.kind == "int" else float(data)
    except ValueError:
        return data
    return number if abs(number) < 2**53 else data
