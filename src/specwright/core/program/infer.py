"""The narrowest type that a set of example values has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from specwright.core.program.data import Data
from specwright.core.program.special.frames import FRAMES
from specwright.core.program.special.scalars import TAGS
from specwright.core.program.types import ANY, Type

_SCALARS: tuple[tuple[type, Type], ...] = (
    (bool, Type("bool")),
    (int, Type("int")),
    (float, Type("float")),
    (str, Type("str")),
)


def type_of(values: Iterable[Any]) -> Type:
    """Return the narrowest type of all these Python values: None makes it optional, int among float is float."""
    found = list(values)
    present = [value for value in found if value is not None]
    if not present:
        return Type("optional", ANY) if found else ANY
    narrow = _type_of_present(present)
    return Type("optional", narrow) if len(present) < len(found) and narrow.kind != "any" else narrow


def _type_of_present(values: Sequence[Any]) -> Type:
    for kind, scalar in _SCALARS:
        if all(type(value) is kind for value in values):
            return scalar
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        return Type("float")
    if all(isinstance(value, list) for value in values):
        return Type("list", type_of(item for value in values for item in value))
    if all(isinstance(value, set | frozenset) for value in values):
        return Type("set", type_of(item for value in values for item in value))
    if all(isinstance(value, dict) for value in values):
        keys = type_of(key for value in values for key in value)
        return Type("map", keys, type_of(item for value in values for item in value.values()))
    if all(isinstance(value, tuple) for value in values):
        return _tuple_type(values)
    return ANY


def _tuple_type(values: Sequence[tuple[Any, ...]]) -> Type:
    """Tuples of one length have a type for each place; tuples of several lengths are just tuples."""
    if len({len(value) for value in values}) == 1:
        return Type("tuple", *(type_of(column) for column in zip(*values, strict=True)))
    return Type("tuple")


def fits(data: Data, wanted: Type) -> bool:
    """Return whether tagged data is a value of the type. A whole number is a float too."""
    match wanted.kind, data:
        case "any", _:
            return True
        case "optional", _:
            return data is None or fits(data, wanted.args[0])
        case ("bool", bool()) | ("str", str()) | ("int", {"$int": _}) | ("float", {"$float": _} | {"$int": _}):
            return True
        case ("int", int()) | ("float", int() | float()):
            return not isinstance(data, bool)
        case (("list" | "iterator"), list(items)) | ("set", {"$set": items}):
            return all(fits(item, wanted.args[0]) for item in items)
        case "tuple", {"$tuple": items}:
            return len(items) == len(wanted.args) and all(map(fits, items, wanted.args))
        case "map", {"$map": pairs}:
            return all(fits(key, wanted.args[0]) and fits(value, wanted.args[1]) for key, value in pairs)
        case _:
            return _fits_special(data, wanted)


def _fits_special(data: Data, wanted: Type) -> bool:
    match wanted.kind, data:
        case "none", None:
            return True
        case (("bytes" | "decimal" | "date" | "datetime" | "function"), dict()):
            return set(data) == {TAGS[wanted.kind]}
        case "record", {"$map": pairs}:
            types = dict(zip(wanted.fields, wanted.args, strict=True))
            return [key for key, _ in pairs] == list(types) and all(fits(value, types[key]) for key, value in pairs)
        case "file", str():
            return True
        case (("ndarray" | "series" | "dataframe"), dict()):
            return set(data) == {FRAMES[wanted.kind]}
        case "folder", {"$map": pairs}:
            return all(isinstance(part, str) for pair in pairs for part in pair)
        case _:
            return False
