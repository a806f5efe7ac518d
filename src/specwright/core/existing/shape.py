"""The arguments that existing code takes, as it declares them: types with the ranges of a language's own integers.

`Type` is what a task asks for, and the same in every language. An `ArgumentShape` is what some code takes: an `i32`, a
`char`, an array of three. Values are made from its `type` and then fitted.
"""

from __future__ import annotations

from typing import Any, Final, Literal, Self

from specwright.core.program.data import Data, decode, encode
from specwright.core.program.infer import type_of
from specwright.core.program.special.scalars import TAGS
from specwright.core.program.types import ANY, Type
from specwright.core.value import Value, canonical

_LETTER: Final = "a"
_DEEPEST: Final = 6


class ArgumentShape(Value):
    """What an argument may be."""

    type: Type
    inner: tuple[ArgumentShape, ...] = ()
    """Those of the type's own arguments, in their order."""
    least: int | None = None
    most: int | None = None
    """Of an integer, inclusive."""
    letter: bool = False
    """A text of exactly one character."""
    size: int | None = None
    """Of an array of a fixed length."""

    @classmethod
    def of(cls, kind: Type) -> Self:
        """Return the shape of a type that has no ranges."""
        return cls(type=kind, inner=tuple(cls.of(arg) for arg in kind.args))

    @classmethod
    def seen(cls, values: list[Any]) -> Self:
        """Return the narrowest shape of Python values."""
        return cls.of(type_of(values))

    @classmethod
    def whole(cls, least: int | None = None, most: int | None = None) -> Self:
        return cls(type=Type("int"), least=least, most=most)

    @classmethod
    def around(cls, kind: Any, *inner: ArgumentShape, size: int | None = None) -> Self:
        """Return the shape of a container."""
        return cls(type=Type(kind, *(each.type for each in inner)), inner=inner, size=size)


ANYTHING: Final = ArgumentShape.of(ANY)


ParameterForm = Literal["plain", "keyword", "rest", "options"]
"""Given in its place, by its name, as all further arguments, or as all further names."""


class Taken(Value):
    """A parameter as the code declares it."""

    name: str
    shape: ArgumentShape | None = None
    """None if the code does not declare it."""
    guesses: tuple[ArgumentShape, ...] = ()
    """What it may be otherwise, the likeliest first."""
    may_lack: bool = False
    """Whether a call may leave it out."""
    form: ParameterForm = "plain"


class DeclaredFunction(Value):
    """A function as the code declares it."""

    name: str
    params: tuple[Taken, ...]
    line: int = 1
    returns: str = ""
    """The type of its result as it is written, if it is."""
    owner: str = ""
    """The class that it belongs to."""
    probes: tuple[str, ...] = ()
    """Of a method: what else of the class tells the state of an object without arguments."""
    asynchronous: bool = False
    calls: tuple[tuple[Data, ...], ...] = ()
    """Arguments with which the text itself calls it, as in its examples."""

    @property
    def needed(self) -> int:
        """How many arguments every call gives in their places."""
        return sum(not param.may_lack and param.form == "plain" for param in self.params)

    @property
    def most(self) -> int | None:
        """How many arguments a call can give in their places; None if there is no limit."""
        if any(param.form == "rest" for param in self.params):
            return None
        return sum(param.form == "plain" for param in self.params)


def fitted(data: Data, shape: ArgumentShape, depth: int = 0) -> Data:
    """Return the value changed as little as makes it one of the shape."""
    kind = shape.type.kind
    if kind == "optional":
        return None if data is None else fitted(data, shape.inner[0], depth)
    if kind == "int" and isinstance(data, int | dict):
        return _within(data, shape)
    if shape.letter and isinstance(data, str):
        return (data or _LETTER)[0]
    if depth > _DEEPEST or not shape.inner:
        return data
    match kind, data:
        case "list", list():
            items = [fitted(item, shape.inner[0], depth + 1) for item in data]
            return _sized(items, shape)
        case "set", {"$set": items}:
            return {"$set": _distinct([fitted(item, shape.inner[0], depth + 1) for item in items])}
        case "tuple", {"$tuple": items} if len(items) == len(shape.inner):
            return {"$tuple": [fitted(item, part, depth + 1) for item, part in zip(items, shape.inner, strict=True)]}
        case "map", {"$map": pairs}:
            key, value = shape.inner
            return {"$map": [[fitted(k, key, depth + 1), fitted(v, value, depth + 1)] for k, v in pairs]}
        case "record", {"$map": pairs} if len(pairs) == len(shape.inner):
            parts = zip(pairs, shape.inner, strict=True)
            return {"$map": [[name, fitted(value, part, depth + 1)] for (name, value), part in parts]}
        case _:
            return data


def _within(data: Data, shape: ArgumentShape) -> Data:
    if isinstance(data, bool):
        return data
    value = decode(data)
    if not isinstance(value, int):
        return data
    if shape.least is not None and value < shape.least:
        value = shape.least if value < 2 * shape.least - 10 else min(-value, shape.most or -value)
        value = max(value, shape.least)
    if shape.most is not None:
        value = min(value, shape.most)
    return encode(value)


def _sized(items: list[Data], shape: ArgumentShape) -> list[Data]:
    if shape.size is None or len(items) == shape.size:
        return items
    repeated = items or [_plain(shape.inner[0])]
    return [repeated[at % len(repeated)] for at in range(shape.size)]


def _plain(shape: ArgumentShape) -> Data:
    """Return the plainest value of a shape."""
    match shape.type.kind:
        case "int":
            return max(0, shape.least or 0)
        case "float":
            return 0.0
        case "bool":
            return False
        case "str":
            return _LETTER if shape.letter else ""
        case "list":
            return _sized([], shape) if shape.size else []
        case "tuple":
            return {"$tuple": [_plain(part) for part in shape.inner]}
        case "set" | "map":
            return {f"${shape.type.kind}": []}
        case kind if kind in TAGS:
            return {TAGS[kind]: ""}
        case _:
            return None


def _distinct(items: list[Data]) -> list[Data]:
    unique = {canonical(item): item for item in items}
    return [unique[key] for key in sorted(unique)]
