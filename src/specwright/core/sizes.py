"""Sizes as people write them."""

from __future__ import annotations

import re
from typing import Final

from specwright.core.errors import UserError

_SIZE: Final = re.compile(r"(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?", re.IGNORECASE | re.ASCII)
_LARGEST: Final = 2.0**60
_UNITS: Final = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40}


def parse_size(text: str) -> int:
    """Return the bytes that `512m`, `1.5g` or `1048576` stand for. Raise UserError."""
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        raise UserError(f"{text!r} is not a size", hint="write it like 512m or 2g")
    size = float(found[1]) * _UNITS[found[2].lower()]
    if size > _LARGEST:
        raise UserError(f"the size {text[:40]!r} is larger than any machine", hint="write it like 512m or 2g")
    return int(size)
