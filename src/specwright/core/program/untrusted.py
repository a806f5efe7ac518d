"""Tagged data that comes out of a sandbox: read with suspicion, so that nothing after this has to be suspicious."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from typing import Any, Final, NoReturn

Data = Any
"""Tagged JSON, see `core/program/data.py`."""

LARGE_INT: Final = 2**53
"""From this size on an integer is tagged: not every reader of JSON keeps more."""
MAX_DEPTH: Final = 200
_HEX = re.compile(r"-?0x[0-9a-f]+")
_BYTES = re.compile(r"(?:[0-9a-f]{2})*")


def parse_untrusted(text: bytes) -> Any:
    """The JSON value of bytes that anybody may have written. Raises ValueError, and nothing else."""
    try:
        return _DECODER.decode(text.decode("utf-8", "surrogatepass"))
    except RecursionError:
        raise ValueError("nested too deep") from None


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


# Made once: of short texts, the making of a decoder would be most of the work.
_DECODER: Final = json.JSONDecoder(parse_constant=_refuse)


def checked(data: Any) -> Data:
    """The same data, known to be well-formed tagged data of bounded depth. Raises ValueError where it is not."""
    pending: list[tuple[Any, int]] = [(data, 0)]
    while pending:
        item, depth = pending.pop()
        if depth > MAX_DEPTH:
            raise ValueError("nested too deep")
        if isinstance(item, list):
            pending.extend((inner, depth + 1) for inner in item)
        elif isinstance(item, dict):
            pending.extend((inner, depth + 1) for inner in _inside(item))
        else:
            _check_scalar(item)
    return data


def _check_scalar(item: Any) -> None:
    if isinstance(item, str):
        item.encode()  # raises UnicodeEncodeError, a ValueError, for lone surrogates
    elif isinstance(item, float):
        if not math.isfinite(item):
            raise ValueError("a number out of range")
    elif isinstance(item, int) and not isinstance(item, bool) and abs(item) >= LARGE_INT:
        raise ValueError("a large integer must be tagged")


def _inside(item: dict[Any, Any]) -> list[Any]:
    """The values inside a tagged object that are to be checked in turn."""
    if len(item) != 1:
        raise ValueError("an object inside tagged data has exactly one key")
    [(tag, body)] = item.items()
    if tag not in _SHAPES:
        raise ValueError(f"there is no tag {tag[:20]!r}")
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


_SHAPES: Final[dict[str, Callable[[Any], list[Any]]]] = {
    "$int": _written_as(_HEX),
    "$float": _written_as(re.compile(r"nan|inf|-inf|-0\.0")),
    "$tuple": _items,
    "$set": _items,
    "$map": _pairs,
    "$bytes": _written_as(_BYTES),
    "$object": _object,
    "$cycle": _level,
    "$cut": _note,
}
