"""Syntax colours by one small reader for all languages.

Our own, because a page must come out the same to the byte with whatever else is installed.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from specwright.core.text import printable
from specwright.delivery.report.html import Html, join, tag
from specwright.languages.registry import ROWS

_NUMBER: Final = r"\b\d[\w.]*"


def coloured_lines(code: str, language: str) -> list[Html]:
    """Return the lines of the code, marked up. A mark never reaches from one line to the next."""
    shown = printable(code)
    if language not in ROWS:
        return [join(line) for line in shown.split("\n")]
    made: list[list[Html]] = [[]]
    at = 0
    for found in _reader(language).finditer(shown):
        _add(made, shown[at : found.start()], None)
        _add(made, found[0], found.lastgroup)
        at = found.end()
    _add(made, shown[at:], None)
    return [join(*parts) for parts in made]


def _add(lines: list[list[Html]], text: str, kind: str | None) -> None:
    for number, piece in enumerate(text.split("\n")):
        if number:
            lines.append([])
        if piece:
            lines[-1].append(tag("em", piece, class_=kind) if kind else join(piece))


@cache
def _reader(language: str) -> re.Pattern[str]:
    facts = ROWS[language]
    words = "|".join(sorted(facts.keywords.split(), key=len, reverse=True))
    return re.compile(
        rf"(?P<comment>{facts.comments})|(?P<string>{facts.strings})|(?P<number>{_NUMBER})|(?P<word>\b(?:{words})\b)"
    )
