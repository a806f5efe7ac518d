"""Calls with literal arguments, wherever a text in any language has them: in its examples, comments and tests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from specwright.core.program.data import Data
from specwright.core.work.reading.literals import arguments, closing

_MOST: Final = 40
_LONGEST: Final = 2000


def calls_in(text: str, name: str) -> tuple[tuple[Data, ...], ...]:
    """Return the arguments of calls of that function by position."""
    return tuple(_found(text, name))


def _found(text: str, name: str) -> Iterator[tuple[Data, ...]]:
    count = 0
    for found in re.finditer(rf"(?<![\w$]){re.escape(name)}\(", text):
        end = closing(text, found.end() - 1)
        if end is None or end - found.end() > _LONGEST:
            continue
        given = arguments(text[found.end() : end - 1])
        if given is not None and given[0] and not given[1]:
            yield given[0]
            count += 1
        if count >= _MOST:
            return
