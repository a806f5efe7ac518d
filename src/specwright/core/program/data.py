"""Values that cross between languages, as tagged JSON.

Plain JSON stands for itself: null, booleans, strings, numbers, arrays (lists). A value that JSON lacks is an object
with exactly one `$` key:

    {"$int": "0x1f..."}         an integer of 2**53 or more in size, in hexadecimal
    {"$float": "nan"}           nan, inf, -inf, -0.0
    {"$tuple": [...]}           {"$set": [...]}           {"$map": [[key, value], ...]}
    {"$bytes": "00ff"}          in hexadecimal
    {"$decimal": "1.50"}        {"$date": "2024-02-29"}       {"$datetime": "2024-02-29T12:30:00"}
    {"$function": "lambda x: x + 1"}    a callback of one expression (`special/callback.py`)
    {"$object": [name, fields, text]}   an object of a class; fields is a $map or null, text its repr
    {"$array": ...}, {"$series": ...}, {"$frame": ...}      arrays and tables of libraries (`special/frames.py`)
    {"$cycle": depth}           a container met again inside itself, `depth` levels up
    {"$cut": "why"}             something left out because it was too large or too deep

Integers are written without, floats with a point or an exponent, so 1 and 1.0 stay apart.
"""

from __future__ import annotations

import math
from typing import Any, Final

from specwright.core.errors import UserError
from specwright.core.program.digits import parse_digits, to_digits
from specwright.core.program.special.frames import FRAMES, plain_frame, read_frame, show_frame
from specwright.core.program.special.made import MadeFrame, MadeRecord
from specwright.core.program.special.scalars import (
    TAGS,
    decode_scalar,
    encode_scalar,
    read_scalar,
    show_scalar,
)
from specwright.core.program.types import ANY, Type
from specwright.core.program.untrusted import LARGE_INT, MAX_DEPTH, checked, nesting
from specwright.core.value import canonical

Data = Any
"""Tagged JSON. Never inspected by `isinstance` outside this module."""

SAFE_INT: Final = LARGE_INT
_PLAIN_HEX: Final = 3000
"""Integers with more hexadecimal digits stay tagged in plain JSON: readers of JSON refuse 4,300 decimal digits."""
_COUNTED_HEX: Final = 100_000
"""Integers with more hexadecimal digits are shown by their size alone."""


def encode(value: object) -> Data:
    """Tag a Python literal value. Raise UserError for a value without a tagged form."""
    return _encode(value, 0)


def _encode(value: object, depth: int) -> Data:
    if depth > MAX_DEPTH:
        raise _too_deep()
    match value:
        case None | bool() | str():
            return value
        case int():
            return value if abs(value) < SAFE_INT else {"$int": hex(value)}
        case float():
            return _encode_float(value)
        case list():
            return [_encode(item, depth + 1) for item in value]
        case tuple():
            return {"$tuple": [_encode(item, depth + 2) for item in value]}
        case set() | frozenset():
            return {"$set": sorted([_encode(item, depth + 2) for item in value], key=canonical)}
        case dict():
            return {"$map": [[_encode(k, depth + 3), _encode(v, depth + 3)] for k, v in value.items()]}
        case _:
            return _encode_other(value)


def _encode_other(value: object) -> Data:
    scalar = value.data if isinstance(value, MadeRecord | MadeFrame) else encode_scalar(value)
    if scalar is None:
        raise UserError(f"a {type(value).__name__} cannot be part of a test case")
    return scalar


def _too_deep() -> UserError:
    return UserError(
        f"the value is nested too deep: as tagged JSON it has more than {MAX_DEPTH} brackets inside each other"
    )


def _encode_float(value: float) -> Data:
    if math.isnan(value):
        return {"$float": "nan"}
    if math.isinf(value):
        return {"$float": "inf" if value > 0 else "-inf"}
    if value == 0 and math.copysign(1, value) < 0:
        return {"$float": "-0.0"}
    return value


def decode(data: Data) -> Any:
    """Return the Python value of trusted tagged data (ours or the user's). Raise UserError for opaque objects."""
    if isinstance(data, list):
        return [decode(item) for item in data]
    if not isinstance(data, dict):
        return data
    tag, body = untag(data)
    match tag:
        case "$int":
            return int(body, 16)
        case "$float":
            return float(body)
        case "$tuple":
            return tuple(decode(item) for item in body)
        case "$set":
            return frozenset(_hashable(decode(item)) for item in body)
        case "$map":
            return {_hashable(decode(k)): decode(v) for k, v in body}
        case _ if tag in TAGS.values():
            return decode_scalar(tag, body)
        case "$array" | "$series" | "$frame":
            return decode(encode(plain_frame(tag, body, to_json)))
        case _:
            raise UserError(f"a value tagged {tag} has no Python form")


def _hashable(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def untag(data: dict[str, Any]) -> tuple[str, Any]:
    """Return the tag and body of a tagged object. Raise UserError when it is not one."""
    if len(data) == 1:
        [(tag, body)] = data.items()
        if tag.startswith("$"):
            return tag, body
    raise UserError("a JSON object inside tagged data must have exactly one $ key")


def from_json(value: Any, wanted: Type = ANY) -> Data:
    """Read plain JSON (as a person or a model writes it) as a value of the wanted type.

    Objects are maps, unless they are tagged data already; arrays become tuples or sets if that is the type. A value
    that does not fit the type is kept as it was written: the comparison decides whether it fits. Raise UserError for
    a value nested too deep.
    """
    if nesting(value) > MAX_DEPTH:
        raise _too_deep()
    data = _from_json(value, wanted)
    if nesting(data) > MAX_DEPTH:
        raise _too_deep()
    return data


def _from_json(value: Any, wanted: Type = ANY) -> Data:
    if wanted.kind == "optional":
        return None if value is None else _from_json(value, wanted.args[0])
    if wanted.kind == "record":
        return _record_from_json(value, wanted)
    if wanted.kind in FRAMES:
        item = wanted.args[0] if wanted.args else ANY
        return read_frame(wanted.kind, value, lambda inner: _from_json(inner, item))
    if wanted.kind in TAGS and not (isinstance(value, dict) or value is None):
        return read_scalar(wanted.kind, value)
    if isinstance(value, dict):
        if _is_tagged(value):
            return value
        key, item = wanted.args if wanted.kind == "map" else (ANY, ANY)
        return {"$map": [[_key_from_json(k, key), _from_json(v, item)] for k, v in value.items()]}
    if isinstance(value, list):
        return _sequence_from_json(value, wanted)
    if isinstance(value, float):
        return _encode_float(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return float(value) if wanted.kind == "float" and abs(value) < SAFE_INT else encode(value)
    return value


def _is_tagged(value: dict[str, Any]) -> bool:
    try:
        checked(value)
    except ValueError:
        return False
    return True


def _key_from_json(key: str, wanted: Type) -> Data:
    if wanted.kind == "int":
        try:
            return encode(parse_digits(key))
        except ValueError:
            return key
    if wanted.kind == "float":
        try:
            return encode(float(key))
        except ValueError:
            return key
    if wanted.kind == "bool":
        return {"true": True, "false": False}.get(key.lower(), key)
    return key


def _sequence_from_json(value: list[Any], wanted: Type) -> Data:
    match wanted.kind:
        case "tuple" if len(wanted.args) == len(value):
            return {"$tuple": [_from_json(item, kind) for item, kind in zip(value, wanted.args, strict=True)]}
        case "tuple":
            return {"$tuple": [_from_json(item) for item in value]}
        case "set":
            unique = {canonical(data): data for data in (_from_json(item, wanted.args[0]) for item in value)}
            return {"$set": [unique[key] for key in sorted(unique)]}
        case "list" | "iterator":
            return [_from_json(item, wanted.args[0]) for item in value]
        case _:
            return [_from_json(item) for item in value]


def _record_from_json(value: Any, wanted: Type) -> Data:
    """Return a map from the fields, which may be given by name or in order."""
    if isinstance(value, dict) and set(value) == {"$object"} and value["$object"][0] == wanted.name:
        parts = decode(value["$object"][1] or {"$map": []})
        value = {wanted.fields[key] if isinstance(key, int) else key: encode(item) for key, item in parts.items()}
    if isinstance(value, dict) and set(value) == {"$map"}:
        value = {key: item for key, item in value["$map"] if isinstance(key, str)}
    if isinstance(value, dict) and set(value) == {"$tuple"}:
        value = value["$tuple"]
    if isinstance(value, list) and len(value) == len(wanted.fields):
        value = dict(zip(wanted.fields, value, strict=True))
    if not isinstance(value, dict) or not set(wanted.fields) >= set(value):
        return value if isinstance(value, list) else _from_json(value)
    types = dict(zip(wanted.fields, wanted.args, strict=True))
    return {"$map": [[name, _from_json(value[name], types[name])] for name in wanted.fields if name in value]}


def shape(data: Data, wanted: Type) -> Data:
    """Tagged data read again as the wanted type: a list where a tuple is declared becomes a tuple, and so on."""
    inner = wanted.args[0] if wanted.kind == "optional" else wanted
    if inner.kind == "record" or inner.kind in FRAMES:
        return _from_json(data, wanted)
    if isinstance(data, dict):
        tag, body = untag(data)
        if tag in ("$tuple", "$set") and wanted.kind in ("list", "tuple", "set"):
            return _sequence_from_json(list(body), wanted) if tag[1:] != wanted.kind else data
        return data
    return _from_json(data, wanted)


def show(data: Data, limit: int = 400) -> str:
    """Data as a person reads it (Python's literal notation), cut after `limit` characters."""
    text = _show(data)
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def _show(data: Data) -> str:
    if isinstance(data, list):
        return f"[{', '.join(map(_show, data))}]"
    if not isinstance(data, dict):
        return repr(data)
    tag, body = untag(data)
    match tag:
        case "$int":
            return _show_int(body)
        case "$float":
            return str(body)
        case "$tuple":
            return f"({', '.join(map(_show, body))}{',' if len(body) == 1 else ''})"
        case "$set":
            return f"{{{', '.join(map(_show, body))}}}" if body else "set()"
        case "$map":
            return f"{{{', '.join(f'{_show(k)}: {_show(v)}' for k, v in body)}}}"
        case "$object":
            return str(body[2])
        case _ if tag in TAGS.values():
            return str(show_scalar(tag, body))
        case _:
            return show_frame(tag, body, _show) if tag in FRAMES.values() else f"<{tag[1:]}: {body}>"


def _show_int(body: str) -> str:
    if len(body) > _COUNTED_HEX:
        return f"<integer of about {(len(body.lstrip('-')) - 2) * 4} bits>"
    digits = to_digits(int(body, 16))
    return digits if len(body) < _PLAIN_HEX else f"{digits[:20]}…{digits[-6:]} ({len(digits.lstrip('-'))} digits)"


def widest(data: Data) -> int:
    """Return how many bits the largest integer in the data has."""
    if isinstance(data, int):
        return data.bit_length()
    if isinstance(data, dict):
        tag, body = untag(data)
        return int(body, 16).bit_length() if tag == "$int" else widest(body)
    return max(map(widest, data), default=0) if isinstance(data, list) else 0


def to_json(data: Data) -> Any:
    """Data as plain JSON for machines, in the contract's form; values that JSON lacks stay tagged."""
    if isinstance(data, list):
        return [to_json(item) for item in data]
    if not isinstance(data, dict):
        return data
    tag, body = untag(data)
    if tag in ("$tuple", "$set"):
        return [to_json(item) for item in body]
    if tag == "$map" and all(isinstance(k, str) and not k.startswith("$") for k, _ in body):
        return {k: to_json(v) for k, v in body}
    if tag == "$int" and len(body) < _PLAIN_HEX:
        return int(body, 16)
    if tag in FRAMES.values():
        return plain_frame(tag, body, to_json)
    return body if tag in TAGS.values() and tag != "$bytes" else data
