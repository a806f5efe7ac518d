"""Syntax colours by one small reader for all languages.

Our own, because a page must come out the same to the byte with whatever else is installed.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from specwright.core.text import printable
from specwright.delivery.report.html import Html, join, tag

_COMMON: Final = "if else for while return break continue class import true false null"
_C_LIKE: Final = "switch case default do new this try catch finally throw const enum static void instanceof"
_WORDS: Final = {
    "python": "and as assert async await break class continue def del elif else except finally for from global if "
    "import in is lambda match case nonlocal not or pass raise return try while with yield None True False",
    "javascript": f"{_COMMON} {_C_LIKE} async await delete export extends from function in let of super typeof "
    "undefined var yield",
    "java": f"{_COMMON} {_C_LIKE} abstract boolean byte char double extends final float implements int interface long "
    "package private protected public record short super throws var",
    "go": "break case chan const continue default defer else fallthrough for func go goto if import interface map "
    "package range return select struct switch type var nil true false",
    "rust": "as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod "
    "move mut pub ref return self Self static struct super trait true type unsafe use where while",
}
_ALIKE: Final = {"typescript": "javascript"}
_STRINGS: Final = r'"(?:\\.|[^"\\\n])*"|' + r"'(?:\\.|[^'\\\n])*'"
_LONG: Final = {
    "python": r'[rbfuRBFU]{0,2}(?:"""[\s\S]*?"""|\'\'\'[\s\S]*?\'\'\')',
    "javascript": r"`(?:\\.|[^`\\])*`",
    "java": r'"""[\s\S]*?"""',
    "go": r"`[^`]*`",
    "rust": r'r#"[\s\S]*?"#',
}
_NUMBER: Final = r"\b\d[\w.]*"


def coloured_lines(code: str, language: str) -> list[Html]:
    """Return the lines of the code, marked up. A mark never reaches from one line to the next."""
    known = _ALIKE.get(language, language)
    shown = printable(code)
    if known not in _WORDS:
        return [join(line) for line in shown.split("\n")]
    made: list[list[Html]] = [[]]
    at = 0
    for found in _reader(known).finditer(shown):
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
    comment = r"\#[^\n]*" if language == "python" else r"//[^\n]*|/\*[\s\S]*?\*/"
    # In Rust a quote may open a lifetime instead of a character.
    short = r'"(?:\\.|[^"\\])*"|' + r"'(?:\\.|[^'\\\n])'" if language == "rust" else rf"[rbfuRBFU]{{0,2}}(?:{_STRINGS})"
    words = "|".join(sorted(_WORDS[language].split(), key=len, reverse=True))
    return re.compile(
        rf"(?P<comment>{comment})|(?P<string>{_LONG[language]}|{short})|(?P<number>{_NUMBER})|(?P<word>\b(?:{words})\b)"
    )
