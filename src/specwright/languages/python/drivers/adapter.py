"""Calls a special function with values that plain data carries; see `languages/common/kinds/carriers.py`.

It runs in the candidate's process, in a namespace of its own behind the candidate's code.
"""

from __future__ import annotations

import datetime as dt
import decimal
import itertools
import operator
from typing import Any


def adapter(function: Any, work: dict[str, Any], own: dict[str, Any]) -> Any:
    """Return what makes one call. `work`: parameters as [name, role, type], the result's type, what is awaited."""

    def call(*values: Any) -> Any:
        given = Given(work["params"], values, own)
        return told(work, function(*given.places, **given.names), given)

    async def awaited(*values: Any) -> Any:
        given = Given(work["params"], values, own)
        value = function(*given.places, **given.names)
        if work["returns"][0] == "iterator" and hasattr(value, "__anext__"):
            value = await in_turn(value, given.other.get("read", work["most"] + 1))
        else:
            value = await value
        return told(work, value, given)

    return awaited if work["awaits"] else call


class Given:
    """The arguments of one call."""

    def __init__(self, params: Any, values: Any, own: dict[str, Any]) -> None:
        self.places: list[Any] = []
        self.names: dict[str, Any] = {}
        self.changed: list[Any] = []
        self.other: dict[str, Any] = {}
        for (name, role, kind), value in zip(params, values, strict=False):
            made = make(kind, value, own)
            if role in ("read", "called"):
                self.other[role] = made
            elif role == "keyword":
                self.names[name] = made
            else:
                self.places.append(made)
            if role == "changed":
                self.changed.append((kind, made))


def told(work: dict[str, Any], value: Any, given: Given) -> Any:
    """What came of the call, as plain data."""
    kind = work["returns"][0]
    if kind == "iterator":
        value = items_of(value, given.other.get("read"), work["most"])
    elif kind == "function":
        value = [value(*each) for each in given.other["called"]]
    parts = [] if kind == "none" else [tell(work["told"], value)]
    parts += [tell(kind, made) for kind, made in given.changed]
    return parts[0] if len(parts) == 1 else tuple(parts) if parts else value


async def in_turn(value: Any, most: int) -> Any:
    """The first items of an asynchronous iterator."""
    items: list[Any] = []
    while len(items) < most:
        try:
            items.append(await value.__anext__())
        except StopAsyncIteration:
            break
    return iter(items)


def items_of(value: Any, read: int | None, most: int) -> list[Any]:
    if not hasattr(type(value), "__next__"):
        raise TypeError("the function returns a %s, which is no iterator" % type(value).__name__)
    items = list(itertools.islice(value, most + 1 if read is None else max(0, read)))
    if read is None and len(items) > most:
        raise RuntimeError("the iterator goes on after %d items" % most)
    return items


def make(kind: Any, value: Any, own: dict[str, Any]) -> Any:
    """The value that the function gets."""
    name, inner = kind[0], kind[1:]
    if name == "optional":
        return None if value is None else make(inner[0], value, own)
    if name in ("list", "set", "iterator"):
        items = [make(inner[0], item, own) for item in value]
        return items if name == "list" else set(items) if name == "set" else iter(items)
    if name == "tuple":
        return tuple(make(one, item, own) for one, item in zip(inner, value, strict=False))
    if name == "record":
        return own[inner[0]](*(make(one, item, own) for one, item in zip(inner[1:], value, strict=False)))
    if name == "map":
        return {make(inner[0], k, own): make(inner[1], v, own) for k, v in value.items()}
    return MAKERS[name](value) if name in MAKERS else value


def tell(kind: Any, value: Any) -> Any:
    """The plain data that stands for a value; a value that is not of the type is told as it is."""
    name, inner = kind[0], kind[1:]
    if name in TYPES and not isinstance(value, TYPES[name]):
        return value
    if name == "optional":
        return None if value is None else tell(inner[0], value)
    if name == "list":
        return [tell(inner[0], item) for item in value]
    if name == "set":
        return {tell(inner[0], item) for item in value}
    if name == "map":
        return {tell(inner[0], k): tell(inner[1], v) for k, v in value.items()}
    if name == "tuple" and len(value) == len(inner):
        return tuple(tell(one, item) for one, item in zip(inner, value, strict=True))
    if name == "record":
        return tell_record(inner, value)
    return TELLERS[name](value) if name in TELLERS else value


def tell_record(inner: Any, value: Any) -> Any:
    name, *kinds, (_, *fields) = inner
    if type(value).__name__ != name or not all(hasattr(value, field) for field in fields):
        return value
    return tuple(tell(kind, getattr(value, field)) for kind, field in zip(kinds, fields, strict=True))


def place(name: str, value: Any) -> Any:
    """The path of a private copy of a file or a folder."""
    import pathlib
    import tempfile

    home = pathlib.Path(tempfile.mkdtemp(dir="/tmp"))
    if name == "file":
        (home / "file.txt").write_text(value, "utf-8", newline="")
        return home / "file.txt"
    for path, text in value.items():
        (home / path).parent.mkdir(parents=True, exist_ok=True)
        (home / path).write_text(text, "utf-8", newline="")
    return home


def found(name: str, value: Any) -> Any:
    """What is in a file or a folder now."""
    import pathlib

    path = pathlib.Path(value)

    def text(each: Any) -> Any:
        return each.read_bytes().decode("utf-8", "backslashreplace")

    if name == "file":
        return text(path) if path.is_file() else None
    return {str(each.relative_to(path)): text(each) for each in sorted(path.rglob("*")) if each.is_file()}


def callback(program: list[str]) -> Any:
    return lambda *given: run(program, given)


def run(program: list[str], given: Any) -> Any:
    """What a callback returns; see `core/program/special/callback.py`."""
    stack: list[Any] = []
    at = 0
    while at < len(program):
        word = program[at]
        at += 1
        name, _, to = word.partition(":")
        if word[0] == "$":
            stack.append(given[int(word[1:])])
        elif word in PAIRS:
            right = stack.pop()
            stack.append(PAIRS[word](stack.pop(), right))
        elif word in SINGLES:
            stack.append(SINGLES[word](stack.pop()))
        elif name == "jump" or (name == "jump-false" and not stack.pop()):
            at = int(to)
        elif name in ("keep-false", "keep-true"):
            if bool(stack[-1]) == (name == "keep-true"):
                at = int(to)
            else:
                stack.pop()
        elif name != "jump-false":
            stack.append(CONSTANTS[word[0]](word[1:]))
    return stack.pop()


PAIRS: dict[str, Any] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "get": operator.getitem,
    "in": lambda item, items: item in items,
    "min": min,
    "max": max,
}
SINGLES: dict[str, Any] = {
    "neg": operator.neg,
    "not": operator.not_,
    "len": len,
    "abs": abs,
    "str": str,
    "upper": str.upper,
    "lower": str.lower,
}
CONSTANTS: dict[str, Any] = {"i": int, "f": float, "t": str, "b": lambda text: text == "true"}
MAKERS: dict[str, Any] = {
    "bytes": bytes.fromhex,
    "decimal": decimal.Decimal,
    "date": dt.date.fromisoformat,
    "datetime": dt.datetime.fromisoformat,
    "function": callback,
    "file": lambda value: place("file", value),
    "folder": lambda value: place("folder", value),
}
TYPES: dict[str, Any] = {
    "list": list,
    "set": (set, frozenset),
    "map": dict,
    "tuple": tuple,
    "bytes": (bytes, bytearray),
    "decimal": decimal.Decimal,
    "date": dt.date,
    "datetime": dt.datetime,
}
TELLERS: dict[str, Any] = {
    "bytes": lambda value: "bytes:" + bytes(value).hex(),
    "decimal": lambda value: "decimal:" + decimal.Decimal.__str__(value),
    "date": lambda value: value if isinstance(value, dt.datetime) else "date:" + value.isoformat(),
    "datetime": lambda value: "datetime:" + value.isoformat(),
    "file": lambda value: found("file", value),
    "folder": lambda value: found("folder", value),
}
