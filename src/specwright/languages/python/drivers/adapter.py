"""Calls a special function with values that plain data carries; see `languages/common/kinds/carriers.py`.

It runs in the candidate's process, in a namespace of its own behind the candidate's code.
"""

from __future__ import annotations

import datetime
import decimal
import itertools
import operator
from typing import Any



def adapter(function: Any, work: dict[str, Any], own: dict[str, Any]) -> Any:
    """The function that makes one call. `work`: parameters as [name, role, type], the result's type, what is awaited."""

    def given(values: Any) -> Any:
        places, names, changed, other = [], {}, [], {}
        for (name, role, kind), value in zip(work["params"], values):
            made = make(kind, value, own)
            if role in ("read", "called"):
                other[role] = made
            elif role == "keyword":
                names[name] = made
            else:
                places.append(made)
            if role == "changed":
                changed.append((kind, made))
        return places, names, changed, other

    def told(value: Any, changed: list[Any], other: dict[str, Any]) -> Any:
        kind = work["returns"][0]
        if kind == "iterator":
            value = items_of(value, other.get("read"), work["most"])
        elif kind == "function":
            value = [value(*each) for each in other["called"]]
        parts = [] if kind == "none" else [tell(work["told"], value)]
        parts += [tell(kind, made) for kind, made in changed]
        return parts[0] if len(parts) == 1 else tuple(parts) if parts else value

    def call(*values: Any) -> Any:
        places, names, changed, other = given(values)
        return told(function(*places, **names), changed, other)

    async def awaited(*values: Any) -> Any:
        places, names, changed, other = given(values)
        value = function(*places, **names)
        if work["returns"][0] == "iterator" and hasattr(value, "__anext__"):
            value = await in_turn(value, other.get("read", work["most"] + 1))
        else:
            value = await value
        return told(value, changed, other)

    return awaited if work["awaits"] else call


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
    if name in ("list", "set", "tuple", "iterator", "record"):
        items = list(value)
        kinds = inner if name in ("tuple", "record") else [inner[0]] * len(items)
        if name == "record":
            kinds = kinds[1:]
        made = [make(one, item, own) for one, item in zip(kinds, items)]
        if name == "record":
            return own[inner[0]](*made)
        return made if name == "list" else tuple(made) if name == "tuple" else set(made) if name == "set" else iter(made)
    if name == "map":
        return {make(inner[0], k, own): make(inner[1], v, own) for k, v in value.items()}
    if name == "bytes":
        return bytes.fromhex(value)
    if name == "decimal":
        return decimal.Decimal(value)
    if name in ("date", "datetime"):
        return getattr(datetime, name).fromisoformat(value)
    if name == "function":
        return lambda *given: run(value, given)
    return place(name, value) if name in ("file", "folder") else value


def tell(kind: Any, value: Any) -> Any:
    """The plain data that stands for a value; a value that is not of the type is told as it is."""
    name, inner = kind[0], kind[1:]
    if name == "optional":
        return None if value is None else tell(inner[0], value)
    if name == "list" and isinstance(value, list):
        return [tell(inner[0], item) for item in value]
    if name == "set" and isinstance(value, (set, frozenset)):
        return {tell(inner[0], item) for item in value}
    if name == "map" and isinstance(value, dict):
        return {tell(inner[0], k): tell(inner[1], v) for k, v in value.items()}
    if name == "tuple" and isinstance(value, tuple) and len(value) == len(inner):
        return tuple(tell(one, item) for one, item in zip(inner, value))
    if name == "record" and type(value).__name__ == inner[0] and all(hasattr(value, field) for field in kind[-1][1:]):
        return tuple(tell(one, getattr(value, field)) for one, field in zip(inner[1:-1], kind[-1][1:]))
    if name == "bytes" and isinstance(value, (bytes, bytearray)):
        return "bytes:" + bytes(value).hex()
    if name == "decimal" and isinstance(value, decimal.Decimal):
        return "decimal:" + decimal.Decimal.__str__(value)
    if name == "datetime" and isinstance(value, datetime.datetime):
        return "datetime:" + value.isoformat()
    if name == "date" and isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
        return "date:" + value.isoformat()
    return found(name, value) if name in ("file", "folder") else value


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


def run(program: list[str], given: Any) -> Any:
    """What a callback returns; see `core/program/callback.py`."""
    pairs = {
        **{"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv},
        **{"%": operator.mod, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge},
        **{"==": operator.eq, "!=": operator.ne, "get": operator.getitem, "min": min, "max": max},
        "in": lambda item, items: item in items,
    }
    singles: dict[str, Any] = {
        **{"neg": operator.neg, "not": operator.not_, "len": len, "abs": abs, "str": str},
        **{"upper": lambda text: text.upper(), "lower": lambda text: text.lower()},
    }
    constants = {"i": int, "f": float, "t": str, "b": lambda text: text == "true"}
    stack: list[Any] = []
    at = 0
    while at < len(program):
        word = program[at]
        at += 1
        name, _, to = word.partition(":")
        if word[0] == "$":
            stack.append(given[int(word[1:])])
        elif word in pairs:
            right = stack.pop()
            stack.append(pairs[word](stack.pop(), right))
        elif word in singles:
            stack.append(singles[word](stack.pop()))
        elif name == "jump" or (name == "jump-false" and not stack.pop()):
            at = int(to)
        elif name in ("keep-false", "keep-true"):
            if bool(stack[-1]) == (name == "keep-true"):
                at = int(to)
            else:
                stack.pop()
        elif name != "jump-false":
            stack.append(constants[word[0]](word[1:]))
    return stack.pop()
