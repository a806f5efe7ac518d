"""Scalars that JSON lacks: bytes, decimals, dates, times and callbacks, each with a tag of tagged data.

They are written as texts (`"12.50"`, `"2024-02-29"`, `"lambda x: x + 1"`), bytes also as a list of numbers. Dates
and times have no zone.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from specwright.core.errors import UserError
from specwright.core.program.special.callback import Callback

TAGS: Final = {
    "bytes": "$bytes", "decimal": "$decimal", "date": "$date", "datetime": "$datetime", "function": "$function",
}  # fmt: skip
"""The tag of each kind of type."""


def read_scalar(kind: str, value: Any) -> dict[str, str]:
    """Return the tagged value that a person or a model wrote. Raise UserError if it is none of that kind."""
    try:
        return {TAGS[kind]: _READERS[kind](value)}
    except (ValueError, TypeError, InvalidOperation):
        raise UserError(f"{str(value)[:100]!r} is no {kind}", hint=f"write {_FORMS[kind]}") from None


def encode_scalar(value: object) -> dict[str, str] | None:
    """Return the tagged form of a Python value; None if it is none of these. Raise UserError for one with a zone."""
    match value:
        case bytes() | bytearray():
            return {"$bytes": value.hex()}
        case Decimal():
            return {"$decimal": str(value)}
        case datetime():
            return {"$datetime": _time(value)}
        case date():
            return {"$date": value.isoformat()}
        case Callback():
            return {"$function": str(value)}
        case _:
            return None


def decode_scalar(tag: str, body: str) -> Any:
    """Return the Python value of a tagged scalar; None if the tag is none of a scalar's."""
    return _VALUES[tag](body) if tag in _VALUES else None


def show_scalar(tag: str, body: str) -> str | None:
    """Return the scalar as Python code writes it; None if the tag is none of a scalar's."""
    match tag:
        case "$bytes":
            return repr(bytes.fromhex(body))
        case "$decimal":
            return f"Decimal({body!r})"
        case "$date" | "$datetime":
            return repr(decode_scalar(tag, body)).removeprefix("datetime.")
        case "$function":
            return body
        case _:
            return None


def same_scalar(tag: str, left: str, right: str) -> bool:
    """Return whether two scalars with that tag are equal: decimals by their value, others by their text."""
    if tag != "$decimal":
        return left == right
    one, other = Decimal(left), Decimal(right)
    return one == other or (one.is_nan() and other.is_nan())


def _bytes(value: Any) -> str:
    if not isinstance(value, str | list):
        raise TypeError
    return (value.encode() if isinstance(value, str) else bytes(value)).hex()


def _decimal(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise TypeError
    return str(Decimal(str(value).strip()))


def _time(value: datetime) -> str:
    if value.tzinfo is not None:
        raise UserError("dates and times have no zone here", hint="leave it out, or ask for a text with the zone in it")
    return value.isoformat()


_READERS: Final[dict[str, Callable[[Any], str]]] = {
    "bytes": _bytes,
    "decimal": _decimal,
    "date": lambda value: date.fromisoformat(value).isoformat(),
    "datetime": lambda value: _time(datetime.fromisoformat(value)),
    "function": lambda value: str(Callback.read(value)),
}
_FORMS: Final = {
    "bytes": 'bytes as a text, a list of numbers or {"$bytes": "00ff"}',
    "decimal": 'a decimal as "12.50"',
    "date": 'a date as "2024-02-29"',
    "datetime": 'a time as "2024-02-29T12:30:00"',
    "function": 'a callback as "lambda x: x * 2"',
}
_VALUES: Final[dict[str, Callable[[str], Any]]] = {
    "$bytes": bytes.fromhex,
    "$decimal": Decimal,
    "$date": date.fromisoformat,
    "$datetime": datetime.fromisoformat,
    "$function": Callback.read,
}
