"""Reading JSON and tagged data from outside. Code behind these functions may trust their results.

    parse_untrusted(b'{"a": 1}')     the value of JSON text; raises ValueError and nothing else
    checked(value)                   the same value, known to be tagged data; raises ValueError
    parse_report(text)               the value of a tool's report, in which every text can be stored
    finite(value)                    a number of seconds or a count; 0.0 if it is not one

Depth is bounded here and only here. Depth counts brackets of JSON, because that is what limits every later step: the
serialiser of the event log gives up at 255.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable
from datetime import date, datetime
from functools import partial
from typing import Any, Final, NoReturn

from specwright.core.program.special.frames import FRAMES, check_frame

LARGE_INT: Final = 2**53
"""From this size on an integer is tagged: not every reader of JSON keeps more."""
MAX_DEPTH: Final = 200
"""Brackets of JSON around the innermost value. A list is one, a map three."""
_ENVELOPE: Final = 16
"""Brackets that a report may put around a value."""
_HEX = re.compile(r"-?0x[0-9a-f]+")
_BYTES = re.compile(r"(?:[0-9a-f]{2})*")


UNREADABLE: Final = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError)
"""What reading a report of the wrong shape raises. Readers of reports turn it into a report that counts for nothing."""


class TooDeep(ValueError):
    """The value is well-formed but nested deeper than `MAX_DEPTH`."""


def parse_untrusted(text: bytes) -> Any:
    """Return the JSON value of bytes that anybody may have written. Raise ValueError, and nothing else."""
    try:
        value = _DECODER.decode(text.decode("utf-8", "surrogatepass"))
    except RecursionError:
        raise TooDeep("nested too deep") from None
    # Counting brackets is fast, and almost no text has that many.
    if text.count(b"[") + text.count(b"{") > MAX_DEPTH and nesting(value) > MAX_DEPTH + _ENVELOPE:
        raise TooDeep("nested too deep")
    return value


def parse_report(text: str | bytes) -> Any:
    """Return the JSON value of a tool's report, in which every text can be stored. Raise ValueError, and nothing else.

    Half of a surrogate pair is legal in JSON and in nothing else; it is written out as an escape.
    """
    content = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    value = parse_untrusted(content)
    return _storable(value) if b"\\u" in content or not _is_utf8(content) else value


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def _storable(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, list):
        return [_storable(item) for item in value]
    if isinstance(value, dict):
        return {_storable(key): _storable(item) for key, item in value.items()}
    return value


def nesting(value: Any) -> int:
    """Return how many lists and dicts are nested in each other; counting ends a little above the limit."""
    level, depth = _containers([value]), 0
    while level and depth <= MAX_DEPTH + _ENVELOPE:
        depth += 1
        level = _containers(inner for item in level for inner in (item.values() if isinstance(item, dict) else item))
    return depth


def _containers(items: Iterable[Any]) -> list[Any]:
    """Return the containers, each once: aliases of YAML make many paths to one value."""
    return list({id(item): item for item in items if isinstance(item, list | tuple | set | frozenset | dict)}.values())


def finite(value: Any) -> float:
    """Return a finite number that is not negative; 0.0 for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0.0
    return float(value) if 0 <= value <= 2**53 else 0.0


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("a number out of range")
    return number


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


# Made once: of short texts, the making of a decoder would be most of the work.
_DECODER: Final = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite)


def checked(data: Any) -> Any:
    """Return the same data, known to be well-formed tagged data. Raise ValueError, and TooDeep beyond the depth."""
    pending: list[tuple[Any, int]] = [(data, 0)]
    while pending:
        item, depth = pending.pop()
        if depth > MAX_DEPTH:
            raise TooDeep("nested too deep")
        if isinstance(item, list):
            pending.extend((inner, depth + 1) for inner in item)
        elif isinstance(item, dict):
            below = depth + brackets(item)
            pending.extend((inner, below) for inner in _inside(item))
        else:
            _check_scalar(item)
    return data


def brackets(tagged: dict[Any, Any]) -> int:
    """Return how many brackets of JSON this tagged object puts around the values inside."""
    return _BRACKETS.get(next(iter(tagged), ""), 1)


def _check_scalar(item: Any) -> None:
    if isinstance(item, str):
        item.encode()  # raises UnicodeEncodeError, a ValueError, for lone surrogates
    elif isinstance(item, float):
        if not math.isfinite(item):
            raise ValueError("a number out of range")
    elif isinstance(item, int) and not isinstance(item, bool) and abs(item) >= LARGE_INT:
        raise ValueError("a large integer must be tagged")


def _inside(item: dict[Any, Any]) -> list[Any]:
    """Return the values inside a tagged object that are to be checked in turn."""
    if len(item) != 1:
        raise ValueError("an object inside tagged data has exactly one key")
    [(tag, body)] = item.items()
    if tag not in _SHAPES:
        raise ValueError(f"there is no tag {str(tag)[:20]!r}")
    return _SHAPES[tag](body)


def _items(body: Any) -> list[Any]:
    if not isinstance(body, list):
        raise ValueError("a sequence is written as an array")
    return body


def _pairs(body: Any) -> list[Any]:
    if not all(isinstance(pair, list) and len(pair) == 2 for pair in _items(body)):
        raise ValueError("a map is written as pairs")
    return [inner for pair in body for inner in pair]


def _written_as(pattern: re.Pattern[str]) -> Callable[[Any], list[Any]]:
    def check(body: Any) -> list[Any]:
        if not isinstance(body, str) or not pattern.fullmatch(body):
            raise ValueError("not written as this tag demands")
        return []

    return check


def _is_read_by(reader: Callable[[str], Any]) -> Callable[[Any], list[Any]]:
    def check(body: Any) -> list[Any]:
        if not isinstance(body, str):
            raise ValueError("not written as this tag demands")
        reader(body)
        return []

    return check


def _object(body: Any) -> list[Any]:
    if not (isinstance(body, list) and len(body) == 3 and isinstance(body[0], str) and isinstance(body[2], str)):
        raise ValueError("an object is written as [name, fields, text]")
    name, fields, text = body
    if fields is not None and not (isinstance(fields, dict) and list(fields) == ["$map"]):
        raise ValueError("the fields of an object are a map")
    return [name, text, *([] if fields is None else [fields])]


def _level(body: Any) -> list[Any]:
    if type(body) is not int or not 0 < body <= MAX_DEPTH:
        raise ValueError("a cycle names how many levels up it goes")
    return []


def _note(body: Any) -> list[Any]:
    if not isinstance(body, str):
        raise ValueError("what was left out is told in words")
    return [body]


_BRACKETS: Final = {"$tuple": 2, "$set": 2, "$map": 3, "$object": 2, "$array": 1, "$series": 3, "$frame": 4}
_SHAPES: Final[dict[str, Callable[[Any], list[Any]]]] = {
    "$int": _written_as(_HEX),
    "$float": _written_as(re.compile(r"nan|inf|-inf|-0\.0")),
    "$tuple": _items,
    "$set": _items,
    "$map": _pairs,
    "$bytes": _written_as(_BYTES),
    "$decimal": _written_as(
        re.compile(r"-?(?:\d{1,2000}(?:\.\d{0,2000})?(?:E[+-]?\d{1,6})?|s?NaN|Infinity)", re.ASCII)
    ),
    "$date": _is_read_by(date.fromisoformat),
    "$datetime": _is_read_by(datetime.fromisoformat),
    "$function": _note,
    "$object": _object,
    "$cycle": _level,
    "$cut": _note,
    **{tag: partial(check_frame, tag) for tag in FRAMES.values()},
}
