"""Integers of any length as decimal digits.

Python refuses to convert more than 4,300 digits at once, because its own conversion takes quadratic time on hostile
input. These functions convert in chunks, so an honest factorial is an ordinary value.
"""

from __future__ import annotations

import re
from typing import Final

_CHUNK: Final = 4000
_LONGEST_HEX: Final = 3000
"""Well below 4,300 decimal digits, the limit of Python's own conversion."""
_INTEGER: Final = re.compile(r"\s*([+-]?)(\d+(?:_\d+)*)\s*", re.ASCII)


def parse_digits(text: str) -> int:
    """Return the integer that these decimal digits write. Raise ValueError if they write none."""
    found = _INTEGER.fullmatch(text)
    if found is None:
        raise ValueError("not an integer")
    sign, digits = found[1], found[2].replace("_", "")
    value = _parsed(digits)
    return -value if sign == "-" else value


def _parsed(digits: str) -> int:
    if len(digits) <= _CHUNK:
        return int(digits)
    half = len(digits) // 2
    power: int = 10**half
    return _parsed(digits[:-half]) * power + _parsed(digits[-half:])


def literal(body: str) -> str:
    """Return a tagged integer as programs write it: decimal, or the same hexadecimal beyond 4,300 digits."""
    return body if len(body) > _LONGEST_HEX else str(int(body, 16))


def to_digits(number: int) -> str:
    """Return the decimal digits of an integer of any size."""
    return f"-{_written(-number)}" if number < 0 else _written(number)


def _written(number: int) -> str:
    if number.bit_length() <= 3 * _CHUNK:
        return str(number)
    half = number.bit_length() * 3 // 20  # about half of the digits
    high, low = divmod(number, 10**half)
    return f"{_written(high)}{_written(low).zfill(half)}"
