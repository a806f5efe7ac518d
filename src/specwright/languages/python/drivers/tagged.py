"""Values of Python as tagged data (`core/program/data.py`); runs inside the sandbox, standard library only."""

from __future__ import annotations

from _json import encode_basestring_ascii, make_encoder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from specwright.languages.drivers.confinement import MAX_VALUE, no_json
else:
    from confinement import MAX_VALUE, no_json

MAX_DEPTH = 180
SAFE_INT = 2**53
tables: Any = None
"""The module of that name, for programs that have third-party packages."""
_canonical_chunks = make_encoder(None, no_json, encode_basestring_ascii, None, ":", ",", True, False, True)


def decode(data: Any) -> Any:
    """Return the Python value of tagged data from the host, which is trusted."""
    if isinstance(data, list):
        return [decode(item) for item in data]
    if not isinstance(data, dict):
        return data
    [(tag, body)] = data.items()
    if tag == "$int":
        return int(body, 16)
    if tag == "$float":
        return float(body)
    if tag == "$tuple":
        return tuple(decode(item) for item in body)
    if tag == "$set":
        return {hashable(decode(item)) for item in body}
    if tag == "$map":
        return {hashable(decode(key)): decode(value) for key, value in body}
    if tag == "$bytes":
        return bytes.fromhex(body)
    if tables is not None:
        return tables.decode(tag, body)
    raise ValueError("a value tagged %s cannot be an argument" % tag)


def hashable(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(hashable(item) for item in value)
    return frozenset(value) if isinstance(value, set) else value


class Encoder:
    """Tags a value by what is really stored in it: overridden methods of subclasses are not asked."""

    def __init__(self) -> None:
        self.room = MAX_VALUE
        self.open: list[Any] = []

    def encode(self, value: Any) -> Any:
        self.room -= 8
        if self.room < 0:
            return {"$cut": "too large"}
        kind = type(value)
        if value is None or kind is bool:
            return value
        if issubclass(kind, int):
            return self.integer(int.__index__(value))
        if issubclass(kind, float):
            return self.real(float.__float__(value))
        if issubclass(kind, str):
            return self.text(str.__str__(value))
        if issubclass(kind, (bytes, bytearray)):
            return self.binary(value)
        return self.container(value, kind)

    def integer(self, number: int) -> Any:
        self.room -= number.bit_length() // 4
        if self.room < 0:
            return {"$cut": "an integer of %d bits" % number.bit_length()}
        return number if -SAFE_INT < number < SAFE_INT else {"$int": hex(number)}

    def real(self, number: float) -> Any:
        if number != number:
            return {"$float": "nan"}
        if number in (float("inf"), float("-inf")):
            return {"$float": "inf" if number > 0 else "-inf"}
        return {"$float": "-0.0"} if number == 0 and str(number)[0] == "-" else number

    def text(self, text: str) -> Any:
        self.room -= len(text)
        if self.room < 0:
            return {"$cut": "a string of %d characters" % len(text)}
        try:
            text.encode()
        except UnicodeEncodeError:
            return {"$cut": "a string that is not Unicode: %s" % ascii(text)[:200]}
        return text

    def binary(self, value: Any) -> Any:
        plain = bytes(memoryview(value))
        self.room -= 2 * len(plain)
        return {"$bytes": plain.hex()} if self.room >= 0 else {"$cut": "%d bytes" % len(plain)}

    def container(self, value: Any, kind: type) -> Any:
        if len(self.open) >= MAX_DEPTH:
            return {"$cut": "nested too deep"}
        for up, outer in enumerate(reversed(self.open), 1):
            if outer is value:
                return {"$cycle": up}
        self.open.append(value)
        try:
            return self.inside(value, kind)
        finally:
            self.open.pop()

    def inside(self, value: Any, kind: type) -> Any:
        if issubclass(kind, list):
            return [self.encode(item) for item in list.__iter__(value)]
        if issubclass(kind, tuple):
            return {"$tuple": [self.encode(item) for item in tuple.__iter__(value)]}
        if issubclass(kind, (set, frozenset)):
            base = set if issubclass(kind, set) else frozenset
            return {"$set": sorted((self.encode(item) for item in base.__iter__(value)), key=_canonical)}
        if issubclass(kind, dict):
            return {"$map": [[self.encode(k), self.encode(v)] for k, v in dict.items(value)]}
        return self.instance(value, kind)

    def instance(self, value: Any, kind: type) -> Any:
        if tables is not None:
            found = tables.encode(value, kind, self)
            if found is not tables.NOTHING:
                return found
        fields = None
        if type.__getattribute__(kind, "__eq__") is not object.__eq__:
            try:
                stored = object.__getattribute__(value, "__dict__")
                fields = {"$map": [[self.encode(k), self.encode(v)] for k, v in dict.items(stored)]}
            except (AttributeError, TypeError):
                fields = None
        return {"$object": [type.__getattribute__(kind, "__name__"), fields, _repr(value)]}


def _canonical(data: Any) -> str:
    return "".join(_canonical_chunks(data, 0))


def _repr(value: Any) -> str:
    try:
        return plain(str.__str__(repr(value))[:200])
    except BaseException as error:
        return "<repr failed: %s>" % type(error).__name__


def plain(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()
