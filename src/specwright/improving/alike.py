"""What two calls did, compared: whether a caller could tell one from the other, and by what."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final

from specwright.core.existing.comparison import DifferenceKind, NoteKind
from specwright.core.program.data import Data, decode, show
from specwright.core.program.equality import equal
from specwright.core.value import canonical
from specwright.ports.observing import SeenCall

TOLERANCE: Final = 1e-12
"""Floats that differ by less, as a part of their size, differ in their last digits: that is a note."""
_SCALAR_TAGS: Final = ("$int", "$float")
_HIDDEN: Final = "\0"


def difference(
    old: SeenCall, new: SeenCall, notes: set[NoteKind], tolerance: float = TOLERANCE
) -> DifferenceKind | None:
    """Return what tells the calls apart; None if nothing does. What counts as none is added to `notes`."""
    if "unfinished" in (old.ending, new.ending):
        return DifferenceKind.END if old.ending != new.ending else None
    if old.ending != new.ending:
        return DifferenceKind.ERROR
    if old.ending == "raised":
        if old.error != new.error:
            return DifferenceKind.ERROR
        if old.message != new.message:
            notes.add(NoteKind.MESSAGE)
    values = _Values(notes, tolerance)
    if _is_lazy(old.value) != _is_lazy(new.value):
        return DifferenceKind.LAZINESS
    if not values.same(old.value, new.value):
        return DifferenceKind.RESULT
    if not values.same(list(old.after), list(new.after)):
        return DifferenceKind.CHANGED
    if old.printed != new.printed:
        return DifferenceKind.PRINTED
    return None if old.shared == new.shared else DifferenceKind.SHARED


def _is_lazy(value: Data) -> bool:
    return _hidden(value)[:1] == ["iterator"]


def _hidden(value: Data) -> list[Any]:
    """Return the name and the parts of a value that an observer tells as a tuple; nothing of any other."""
    items = value.get("$tuple") if isinstance(value, dict) else value
    if isinstance(items, list) and items and isinstance(items[0], str) and items[0].startswith(_HIDDEN):
        return [items[0][1:], *items[1:]]
    return []


class _Values:
    """Compares values of one language as strictly as the language tells them apart."""

    def __init__(self, notes: set[NoteKind], tolerance: float) -> None:
        self._notes = notes
        self._tolerance = tolerance

    def same(self, left: Data, right: Data) -> bool:
        if left is right or (type(left) is type(right) and not isinstance(left, dict | list) and left == right):
            return True
        if _is_number(left) and _is_number(right):
            return self._numbers(left, right)
        if isinstance(left, list) and isinstance(right, list):
            if _hidden(left)[:1] == ["of"] and _hidden(right)[:1] == ["of"] and left[1] != right[1]:
                return self._classes(left, right)
            return len(left) == len(right) and all(map(self.same, left, right))
        if isinstance(left, dict) and isinstance(right, dict) and left.keys() == right.keys():
            return self._tagged(left, right)
        return self._classes(left, right)

    def _numbers(self, left: Data, right: Data) -> bool:
        one, other = decode(left), decode(right)
        if isinstance(one, bool) or isinstance(other, bool):
            return False
        zeros = one == 0 and other == 0
        if isinstance(one, float) != isinstance(other, float):
            if (
                zeros and "$float" in f"{left}{right}"
            ):  # where integers are floats, only the zero with a sign is told so
                self._notes.add(NoteKind.ZERO)
                return True
            return False
        if isinstance(one, int):
            return bool(one == other)
        if math.isnan(one) and math.isnan(other):
            return True
        if zeros:
            self._notes.add(NoteKind.ZERO)
            return True
        if one == other:
            return True
        if math.isclose(one, other, rel_tol=self._tolerance, abs_tol=0):
            self._notes.add(NoteKind.DIGITS)
            return True
        return False

    def _tagged(self, left: dict[str, Any], right: dict[str, Any]) -> bool:
        [(tag, one)], other = left.items(), next(iter(right.values()))
        if tag == "$tuple":
            if _hidden(left)[:1] == ["of"] and _hidden(right)[:1] == ["of"] and one[1] != other[1]:
                return self._classes(left, right)
            same = len(one) == len(other) and all(map(self.same, one, other))
            return same or self._classes(left, right)
        if tag == "$map":
            return self._maps(one, other)
        if tag == "$set":
            return canonical(sorted(one, key=canonical)) == canonical(sorted(other, key=canonical))
        if tag == "$object":
            return bool(one[0] == other[0] and (one[1] is None or self.same(one[1], other[1])))
        return equal(left, right) or canonical(left) == canonical(right)

    def _maps(self, one: list[list[Data]], other: list[list[Data]]) -> bool:
        keys, others = [canonical(key) for key, _ in one], {canonical(key): value for key, value in other}
        if len(keys) != len(others) or not others.keys() >= set(keys):
            return False
        if not all(self.same(value, others[key]) for key, (_, value) in zip(keys, one, strict=True)):
            return False
        if keys != list(others):
            self._notes.add(NoteKind.ORDER)
        return True

    def _classes(self, left: Data, right: Data) -> bool:
        """Return whether the values are equal once the class of a subclass is left aside."""
        one, other = _base(left), _base(right)
        if (one is left and other is right) or not self.same(one, other):
            return False
        self._notes.add(NoteKind.KIND)
        return True


def _base(value: Data) -> Data:
    hidden = _hidden(value)
    return hidden[2] if hidden[:1] == ["of"] and len(hidden) == 3 else value


def _is_number(data: Data) -> bool:
    return isinstance(data, bool | int | float) or (isinstance(data, dict) and next(iter(data), "") in _SCALAR_TAGS)


def shown(seen: SeenCall, kind: DifferenceKind) -> str:
    """Return what a call did in a line, as far as the difference is about it."""
    if seen.ending == "unfinished":
        return {"time": "does not end", "depth": "runs out of stack", "memory": "runs out of memory"}.get(
            seen.error, f"ends by its {seen.error}"
        )
    if seen.ending != "returned":
        message = f": {seen.message.splitlines()[0]}" if seen.message.strip() else ""
        return f"raises {seen.error}{message}"[:400]
    text = f"returns {show(readable(seen.value))}"
    match kind:
        case DifferenceKind.CHANGED:
            after = ", ".join(show(readable(each)) for each in seen.after)
            return f"leaves its arguments as {after}"
        case DifferenceKind.PRINTED:
            return f"{text} and prints {seen.printed[:200]!r}"
        case DifferenceKind.SHARED:
            return f"{text}, {_sharing(seen.shared)}"
        case _:
            return text


def _sharing(shared: tuple[Data, ...]) -> str:
    with_arguments = shared[0] if shared and isinstance(shared[0], list) else []
    twice = shared[1] if len(shared) > 1 and isinstance(shared[1], int) else 0
    parts = []
    if with_arguments:
        whole = any(pair[:1] == [0] for pair in with_arguments if isinstance(pair, list))
        parts.append("which is the same object as an argument" if whole else "parts of which belong to an argument")
    if twice:
        parts.append("in which one object stands in several places")
    return " and ".join(parts) or "which is a new object"


def readable(value: Data) -> Data:
    """Return a value as people read it: without the marks of an observer."""
    hidden = _hidden(value)
    if hidden:
        return _unhidden(hidden)
    if isinstance(value, list):
        return [readable(item) for item in value]
    if isinstance(value, dict):
        return {tag: _inside(tag, body) for tag, body in value.items()}
    return value


def _inside(tag: str, body: Any) -> Any:
    if tag in ("$tuple", "$set"):
        return [readable(item) for item in body]
    if tag == "$map":
        return [[readable(key), readable(item)] for key, item in body]
    return body


def _unhidden(hidden: list[Any]) -> Data:  # noqa: C901 - one case a kind
    match hidden:
        case ["iterator", list(items), *error]:
            text = f"<iterator of {', '.join(_texts(items))}{', then ' + error[0] if error and error[0] else ''}>"
        case ["set" | "frozenset", list(items)]:
            return {"$set": [readable(item) for item in items]}
        case ["of", name, base]:
            text = f"{name}({show(readable(base))})"
        case ["object", name, fields]:
            text = f"{name}({show(readable(fields))})"
        case ["undefined" | "function" | "promise" as name]:
            text = name
        case ["map", content]:
            text = f"Map({show(readable(content))})"
        case ["bigint", str(digits)]:
            text = f"{digits}n"
        case ["value", _, str(text)]:
            pass
        case ["value", name, list(items)]:
            text = f"{name}({', '.join(map(str, items))})"
        case [name, *rest]:
            text = f"<{name}{' ' + ' '.join(_texts(rest)) if rest else ''}>"
        case _:
            text = ""
    return {"$object": ["", None, text]}


def _texts(items: list[Data]) -> Iterator[str]:
    return (show(readable(item), 80) for item in items[:20])
