"""Sequences of calls on one object, as tagged data.

The calls are `[["LRUCache", 2], ["put", 1, 1], ["get", 1]]`: the class with the arguments of its constructor first. The
outcome is a list with one entry for each: the value, or an error. A constructor that fails ends the sequence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from specwright.core.errors import UserError
from specwright.core.program.data import Data, from_json
from specwright.core.program.types import ANY, Type

_HINT: Final = 'write [["LRUCache", 2], ["put", 1, 1], ["get", 1]]'
_ANY_ERROR: Final = ("", "any", "error", "exception")
UNSTATED: Final = {"$object": ["unstated", None, "(not stated)"]}
"""Stands for a result that an example does not state."""

Takes = Mapping[str, Sequence[tuple[Type, bool]]]
"""The types of each call's parameters, by its name, and whether each has a default."""


def raised(kind: str) -> Data:
    """Return the entry of a call that fails; an empty kind stands for any error."""
    return {"$object": [kind, {"$map": []}, f"raises {kind or 'an error'}"]}


def error_of(entry: Data) -> str | None:
    """Return the kind of error that an entry stands for; None if it is no error."""
    body = entry.get("$object") if isinstance(entry, dict) else None
    return body[0] if body and body[1] == {"$map": []} and str(body[2]).startswith("raises ") else None


def read_calls(value: Any, takes: Takes, name: str) -> Data:
    """Return the calls that a person or a model wrote. Raise UserError naming the one that cannot be made."""
    if not isinstance(value, list) or not value:
        raise UserError("calls are a list that begins with the constructor", hint=_HINT)
    calls = [_call(call, takes) for call in value]
    if calls[0][0] != name:
        raise UserError(f"the first call makes the object, and {calls[0][0]!r} does not", hint=_HINT)
    if any(call[0] == name for call in calls[1:]):
        raise UserError(f"{name} is called twice, but all calls are on one object", hint="write two cases")
    return calls


def _call(call: Any, takes: Takes) -> list[Data]:
    if isinstance(call, dict) and set(call) == {"$tuple"}:
        call = call["$tuple"]
    if not isinstance(call, list) or not call or not isinstance(call[0], str):
        raise UserError(f"{call!r} is no call", hint=_HINT)
    method, *given = call
    if method not in takes:
        raise UserError(f"there is no method {method!r}", hint=f"the calls are {', '.join(takes)}")
    types = takes[method]
    needed = sum(not optional for _, optional in types)
    if not needed <= len(given) <= len(types):
        raise UserError(f"{method} takes {len(types)} arguments, and {len(given)} are given")
    return [method, *(from_json(item, kind) for item, (kind, _) in zip(given, types, strict=False))]


def read_results(value: Any, calls: Data, returns: Mapping[str, Type | None]) -> Data:
    """Return what the calls should come to; an error is written `{"raises": "ValueError"}`. Raise UserError."""
    if not isinstance(value, list) or not value or len(value) > len(calls):
        raise UserError(
            "results are a list with one entry for each call", hint='write [null, null, 1, {"raises": "KeyError"}]'
        )
    entries = [_entry(item, returns.get(call[0]) or ANY) for item, call in zip(value, calls, strict=False)]
    if len(entries) < len(calls) and error_of(entries[0]) is None:
        raise UserError(f"there are {len(calls)} calls and {len(entries)} results")
    return entries[:1] if error_of(entries[0]) is not None else entries


def _entry(item: Any, kind: Type) -> Data:
    if item == UNSTATED or error_of(item) is not None:
        return item
    if isinstance(item, dict) and set(item) == {"raises"}:
        named = str(item["raises"] or "")
        return raised("" if named.lower() in _ANY_ERROR else named)
    return from_json(item, kind)


def settled(expected: Data, actual: Data, is_kind: Callable[[str, str], bool]) -> Data:
    """Return the expected results, with open ones replaced by the outcome if that fits."""
    if _is_open(expected) and isinstance(actual, dict) and "$map" in actual:
        came = {key: item for key, item in actual["$map"] if isinstance(key, str)}
        return {"$map": [[k, came.get(k, UNSTATED) if item == UNSTATED else item] for k, item in expected["$map"]]}
    if not isinstance(expected, list) or not isinstance(actual, list) or len(expected) != len(actual):
        return expected
    return [_settled(wanted, came, is_kind) for wanted, came in zip(expected, actual, strict=True)]


def _is_open(expected: Data) -> bool:
    """Return whether it is an outcome of several parts, of which some may be anything."""
    return isinstance(expected, dict) and any(pair[-1] == UNSTATED for pair in expected.get("$map", ()))


def _settled(wanted: Data, came: Data, is_kind: Callable[[str, str], bool]) -> Data:
    kind, error = error_of(wanted), error_of(came)
    if wanted == UNSTATED:
        return came if error is None else wanted
    if kind is None or error is None:
        return wanted
    return came if not kind or is_kind(error, kind) else wanted
