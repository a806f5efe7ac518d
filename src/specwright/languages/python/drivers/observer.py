"""Calls a function and tells all that a caller could see of it; runs in the candidate's process, in its own namespace.

A call comes to [ending, value, error, message, arguments afterwards, shared parts, marks]. What JSON lacks is told as a
tuple whose first item begins with a zero character.
"""

from __future__ import annotations

import itertools
import signal
import sys
from typing import Any

FILE = "solution.py"
MOST_ITEMS = 200
MOST_PARTS = 300
DEEPEST = 40
SLOW = 6
SHORT = 0.05
PLAIN = (type(None), bool, int, float, str, bytes)
BUILT_IN = (list, tuple, set, frozenset, dict, str, int, float)
CHANGING = (list, dict, set, bytearray)


class TooSlow(BaseException):
    """No error of the program's."""


def observer(function: Any, work: dict[str, Any], own: dict[str, Any]) -> Any:
    """Return what makes one call. `work`: seconds, form of each parameter by place, types to make values of."""
    marks: set[int] = set()
    state = {"slow": 0, "limit": work["seconds"]}
    seen_before: set[int] = set()

    def late(number: int, frame: Any) -> None:
        raise TooSlow

    signal.signal(signal.SIGPROF, late)
    trace = tracer(marks)
    make = maker(own) if work["made"] else None

    def call(*values: Any) -> Any:
        places, names = arranged(work["forms"], work["names"], values)
        if make is not None:
            places = [
                make(kind, value, own) if kind else value for kind, value in zip(work["made"], places, strict=False)
            ]
        given = [*places, *names.values()]
        roots = [value for value in given if not isinstance(value, PLAIN)]
        shared_with = parts_of(roots)
        ending, value, error, message = "returned", None, "", ""
        try:
            # Again and again: the program may catch the first.
            signal.setitimer(signal.ITIMER_PROF, state["limit"], SHORT)
            sys.settrace(trace)
            try:
                value = taken(function(*places, **names))
            finally:
                sys.settrace(None)
                signal.setitimer(signal.ITIMER_PROF, 0)
        except TooSlow:
            ending, error = "unfinished", "time"
            state["slow"] += 1
            if state["slow"] >= SLOW:
                state["limit"] = SHORT
        except RecursionError as problem:
            ending, error, message = "unfinished", "depth", words(problem)
        except MemoryError:
            ending, error = "unfinished", "memory"
        except BaseException as problem:
            ending, error, message = "raised", type(problem).__name__, words(problem)
        told = plain(value, 0) if ending == "returned" else None
        after = [plain(each, 0) for each in roots] if ending != "unfinished" else []
        same = shared(value, shared_with) if ending == "returned" and shared_with is not None else []
        fresh = sorted(marks - seen_before)
        seen_before.update(fresh)
        return [ending, told, error, message, after, same, fresh]

    return call


def of_class(cls: Any, work: list[Any], probes: list[str]) -> Any:
    """What makes an object, calls a method of it and tells the result, public fields and what `probes` then give."""
    name, kind, places, names = work
    if kind == "free":
        return getattr(cls, name)

    def call(*values: Any, **named: Any) -> Any:
        own = {key: named.pop(key) for key in names if key in named}
        made = cls(*values[:places], **own)
        found = getattr(made, name)
        result = taken(found if kind == "property" else found(*values[places:], **named))
        fields = {key: value for key, value in getattr(made, "__dict__", {}).items() if not key.startswith("_")}
        return ["itself" if result is made else result, fields, *(probed(made, probe) for probe in probes)]

    return call


def probed(made: Any, name: str) -> Any:
    """What a property or a method without arguments says of an object."""
    try:
        found = getattr(made, name)
        result = taken(found() if callable(found) else found)
        return "itself" if result is made else result
    except Exception as problem:
        return ["raises", type(problem).__name__]


def arranged(forms: list[str], names: list[str], values: tuple[Any, ...]) -> tuple[list[Any], dict[str, Any]]:
    """The arguments by place, and those by name."""
    places: list[Any] = []
    by_name: dict[str, Any] = {}
    for form, name, value in zip(forms, names, values, strict=False):
        if form == "keyword":
            by_name[name] = value
        elif form == "rest":
            places.extend(value)
        elif form == "options":
            by_name.update((key, item) for key, item in value.items() if key not in names)
        else:
            places.append(value)
    return places, by_name


def maker(own: dict[str, Any]) -> Any:
    """What makes records, dates, callbacks and so on of plain data; `work` has its text."""
    space: dict[str, Any] = {}
    exec(own["__specwright_adapter"], space)
    return space["make"]


def tracer(marks: set[int]) -> Any:
    """A trace function that notes each step from line to line in the program's own text."""
    add = marks.add

    def trace(frame: Any, event: str, _: Any) -> Any:
        code = frame.f_code
        if code.co_filename != FILE:
            return None
        last = 0

        def step(frame: Any, event: str, _: Any) -> Any:
            nonlocal last
            if event == "line":
                line = frame.f_lineno
                add(last << 16 | line)
                last = line
            elif event == "return":
                if last:
                    add(last << 16)
            elif event == "exception":
                last = 0
            return step

        return step

    return trace


def taken(value: Any) -> Any:
    """The value; of an iterator its items, of a coroutine its result."""
    kind = type(value)
    if kind.__name__ == "coroutine":
        import asyncio

        return asyncio.run(value)
    if hasattr(kind, "__next__") and hasattr(kind, "__iter__"):
        items: list[Any] = []
        error = ""
        try:
            items.extend(itertools.islice(value, MOST_ITEMS))
        except TooSlow:
            raise
        except Exception as problem:
            error = type(problem).__name__
        return Items(items, error)
    return value


class Items:
    """What an iterator gave."""

    def __init__(self, items: list[Any], error: str) -> None:
        self.items, self.error = items, error


def plain(value: Any, depth: int) -> Any:
    """The value as data that the driver tells whole."""
    kind = type(value)
    if kind in PLAIN:
        return value
    if depth > DEEPEST:
        return ("\0deep",)
    if kind is list:
        return [each if type(each) in PLAIN else plain(each, depth + 1) for each in value]
    if kind is tuple:
        return tuple([plain(each, depth + 1) for each in value])
    if kind is dict:
        return {key_of(key, depth): plain(item, depth + 1) for key, item in value.items()}
    if kind is set or kind is frozenset:
        return ("\0" + kind.__name__, sorted((plain(each, depth + 1) for each in value), key=repr))
    if kind is Items:
        return ("\0iterator", [plain(each, depth + 1) for each in value.items], value.error)
    return other(value, kind, depth)


def key_of(key: Any, depth: int) -> Any:
    told = key if type(key) in PLAIN else plain(key, depth + 1)
    try:
        hash(told)
    except TypeError:
        return "\0" + repr(told)
    return told


def other(value: Any, kind: type, depth: int) -> Any:
    name = kind.__name__
    base: Any = next((each for each in BUILT_IN if isinstance(value, each)), None)
    if base is not None:
        return ("\0of", name, plain(base(value), depth + 1))
    if hasattr(kind, "__next__"):
        return ("\0iterator", "inside")
    if isinstance(value, BaseException):
        return ("\0error", name, plain(list(value.args), depth + 1))
    if callable(value):
        return ("\0function",)
    fields = dict(getattr(value, "__dict__", {}))
    for each in kind.__mro__:
        slots = each.__dict__.get("__slots__", ())
        for slot in (slots,) if isinstance(slots, str) else slots:
            if hasattr(value, slot):
                fields[slot] = getattr(value, slot)
    if fields and not kind.__module__.startswith(("datetime", "decimal", "fractions", "re")):
        return ("\0object", name, {key: plain(item, depth + 1) for key, item in fields.items()})
    return ("\0value", name, list(map(repr, value)) if name in ("deque", "range") else text(value))


def text(value: Any) -> str:
    shown = repr(value)
    at = shown.find(" at 0x")
    return shown if at < 0 else shown[:at]


def words(problem: BaseException) -> str:
    try:
        return str(problem)[:300]
    except BaseException:
        return ""


def parts_of(roots: list[Any]) -> dict[int, int] | None:
    """The number of each container in the arguments; None if there is none."""
    if not roots:
        return None
    numbers: dict[int, int] = {}
    walk(roots, lambda part: numbers.setdefault(id(part), len(numbers)), skip_first=True)
    return numbers


def shared(value: Any, numbers: dict[int, int]) -> list[Any]:
    """Which containers of the result belong to an argument, or stand in it twice."""
    found: list[Any] = []
    own: dict[int, int] = {}

    def visit(part: Any) -> None:
        at = own.setdefault(id(part), len(own))
        if id(part) in numbers:
            found.append([at, numbers[id(part)]])

    repeats: list[int] = []
    walk(value.items if type(value) is Items else value, visit, repeats=repeats)
    return [found, len(repeats)] if found or repeats else []


def walk(value: Any, visit: Any, *, skip_first: bool = False, repeats: list[int] | None = None) -> None:
    """Visit each container that can be changed, once."""
    todo, done, count = [value], set(), 0
    while todo and count < MOST_PARTS:
        part = todo.pop()
        count += 1
        if isinstance(part, CHANGING):
            if id(part) in done:
                if repeats is not None:
                    repeats.append(1)
                continue
            done.add(id(part))
            if not (skip_first and count == 1):
                visit(part)
        if isinstance(part, dict):
            todo.extend(reversed([each for each in part.values() if not isinstance(each, PLAIN)]))
        elif isinstance(part, (list, tuple)):
            todo.extend(reversed([each for each in part if not isinstance(each, PLAIN)]))
