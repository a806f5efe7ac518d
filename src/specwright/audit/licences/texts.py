"""Recognising a licence by its text: all but the same words, apart from names and years."""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import Final

_COPYRIGHT: Final = re.compile(r"^[ \t]*(?:Copyright|\(C\)) .*$", re.IGNORECASE | re.MULTILINE)
_LONGEST: Final = 60_000
"""Characters: the longest known text has 35,000."""
FILES: Final = re.compile(r"(?:^|/)(?:LICEN[SC]E|COPYING|UNLICENSE)(?:[.-][^/]*)?$", re.IGNORECASE)
"""What files with a licence's text are called."""


@lru_cache(maxsize=256)
def licence_of_text(text: str) -> str:
    """Return the SPDX id of a licence text; empty if it is not known. Raise ModuleNotFoundError without identify."""
    from identify.vendor import licenses  # noqa: PLC0415 - an extra
    from ukkonen import distance  # noqa: PLC0415

    words = _plain(text)
    if not words or len(words) > _LONGEST:
        return ""
    nearest, found = math.ceil(0.05 * len(words)), ""
    for name, known in licenses.LICENSES:
        other = _plain(known)
        if words == other:
            return str(name)
        if abs(len(words) - len(other)) <= 0.05 * len(words):
            apart = distance(words, other, nearest)
            if apart < nearest:
                nearest, found = apart, str(name)
    return found


def _plain(text: str) -> str:
    return " ".join(_COPYRIGHT.sub("", text).split())


def text_of(name: str) -> str:
    """Return the text of a licence; empty if it does not come with us. Raise ModuleNotFoundError without identify."""
    from identify.vendor import licenses  # noqa: PLC0415 - an extra

    return next((str(text) for known, text in licenses.LICENSES if known == name), "")
