"""Functions that are not plain, as calls that are: values that JSON lacks travel as texts, lists and maps.

A call of a special function is one of an adapter that each language puts behind the candidate's code. The adapter takes
and gives only plain types, the carriers, makes real arguments of them, calls the function and tells what came of it.

    bytes, decimal, date, datetime    a text; the adapter puts the name of the kind before its own: `date:2024-02-29`
    function                          the instructions of a callback (`special/callback.py`)
    iterator                          a list of its items
    file, folder                      its text, or its texts by path; the function gets the path of a private copy
    record                            a tuple of its fields
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from specwright.core.errors import UserError
from specwright.core.program.data import Data
from specwright.core.program.signature import (
    PRINTED,
    Default,
    Parameter,
    ParamRole,
    Signature,
    outcome_parts,
)
from specwright.core.program.special.callback import Callback
from specwright.core.program.special.scalars import TAGS, read_scalar
from specwright.core.program.types import Type

ENTRY: Final = "specwright_adapted"
MOST_ITEMS: Final = 10_000
"""Items read of an iterator; one that goes on is an error, unless a case says how many are read."""
_TEXT: Final = Type("str")
_NOTHING: Final = Type("optional", Type("bool"))


def carrier(wanted: Type) -> Type:
    """Return the plain type that carries values of a type."""
    inner = tuple(map(carrier, wanted.args))
    match wanted.kind:
        case "none":
            return _NOTHING
        case "bytes" | "decimal" | "date" | "datetime" | "file":
            return _TEXT
        case "function":
            return Type("list", _TEXT)
        case "iterator":
            return Type("list", inner[0])
        case "folder":
            return Type("map", _TEXT, _TEXT)
        case "record":
            return Type("tuple", *inner)
        case _:
            return Type(wanted.kind, *inner)


def told_parts(signature: Signature) -> dict[str, Type]:
    """Return the parts of the outcome that the adapter tells: all but what is printed."""
    return {name: kind for name, kind in outcome_parts(signature).items() if name != PRINTED or not signature.prints}


def own_places(signature: Signature) -> list[int]:
    """Return the places of the parameters that the function itself takes."""
    return [at for at, param in enumerate(signature.params) if param.role not in (ParamRole.READ, ParamRole.CALLED)]


def place_of(signature: Signature, role: ParamRole) -> int | None:
    """Return the place of the parameter with that role; None if there is none."""
    return next((at for at, param in enumerate(signature.params) if param.role is role), None)


def changed_places(signature: Signature) -> list[tuple[int, int]]:
    """Return the place of each changed argument among the told parts, and among the parameters."""
    places = [at for at, param in enumerate(signature.params) if param.role is ParamRole.CHANGED]
    first = len(told_parts(signature)) - len(places)
    return list(enumerate(places, first))


def adapted(signature: Signature) -> Signature:
    """Return the plain signature of the adapter."""
    parts = [carrier(kind) for kind in told_parts(signature).values()]
    returns = parts[0] if len(parts) == 1 else Type("tuple", *parts) if parts else _NOTHING
    params = tuple(
        Parameter(
            name=param.name,
            type=carrier(param.type),
            default=Default(value=flat(param.default.value, param.type)) if param.default else None,
        )
        for param in signature.params
    )
    return Signature(
        name=ENTRY, params=params, returns=returns, wide=signature.wide, asynchronous=signature.asynchronous,
        fails=signature.fails,
    )  # fmt: skip


def flat_inputs(inputs: Mapping[str, Data], signature: Signature) -> dict[str, Data]:
    """Return a call's inputs as the adapter takes them."""
    types = {param.name: param.type for param in signature.params}
    return {name: flat(value, types[name]) for name, value in inputs.items()}


def flat(data: Data, wanted: Type) -> Data:
    """Return a value as its carrier; one that is not of the type stays as it is."""
    match wanted.kind, data:
        case "optional", _:
            return None if data is None else flat(data, wanted.args[0])
        case "function", {"$function": str(text)}:
            return list(Callback.read(text).program())
        case (("bytes" | "decimal" | "date" | "datetime"), dict()):
            return next(iter(data.values()))
        case "record", {"$map": pairs}:
            given = dict(pairs)
            if set(given) != set(wanted.fields):
                return data
            return {"$tuple": [flat(given[name], kind) for name, kind in zip(wanted.fields, wanted.args, strict=True)]}
        case _:
            return _inside(data, wanted, flat)


def lift(data: Data, wanted: Type) -> Data:
    """Return the value that a carrier tells; what is no carrier of the type stays as it is, and equals nothing."""
    match wanted.kind, data:
        case "optional", _:
            return None if data is None else lift(data, wanted.args[0])
        case (("bytes" | "decimal" | "date" | "datetime"), str()):
            return _scalar(wanted.kind, data)
        case "record", {"$tuple": list(items)} if len(items) == len(wanted.fields):
            values = map(lift, items, wanted.args)
            return {"$map": [[name, value] for name, value in zip(wanted.fields, values, strict=True)]}
        case _:
            return _inside(data, wanted, lift)


def _scalar(kind: str, text: str) -> Data:
    name, _, body = text.partition(":")
    if name != kind:
        return text
    try:
        return {TAGS[kind]: body} if kind == "bytes" and bytes.fromhex(body) is not None else read_scalar(kind, body)
    except (UserError, ValueError):
        return text


def _inside(data: Data, wanted: Type, change: Any) -> Data:
    match wanted.kind, data:
        case (("list" | "iterator"), list()):
            return [change(item, wanted.args[0]) for item in data]
        case "tuple", {"$tuple": list(items)} if len(items) == len(wanted.args):
            return {"$tuple": [change(item, kind) for item, kind in zip(items, wanted.args, strict=True)]}
        case "set", {"$set": list(items)}:
            return {"$set": [change(item, wanted.args[0]) for item in items]}
        case "map", {"$map": list(pairs)}:
            key, value = wanted.args
            return {"$map": [[change(k, key), change(v, value)] for k, v in pairs]}
        case _:
            return data
