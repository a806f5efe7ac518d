"""The tokens of a program in any language, split by the facts of its row."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from specwright.core.program.language import Language


class TokenKind(StrEnum):
    KEYWORD = "keyword"
    NAME = "name"
    MEMBER = "member"
    """A name after a dot: of a library or of a type, never that of a variable."""
    NUMBER = "number"
    TEXT = "text"
    MARK = "mark"


class Token(NamedTuple):
    kind: TokenKind
    text: str


def tokens(code: str, language: Language) -> Iterator[Token]:
    """Yield the tokens of a program, without comments, layout and documentation strings."""
    keywords = frozenset(language.keywords.split())
    before = ""
    for found in _pattern(language).finditer(code):
        text = found[0]
        match found.lastgroup:
            case "comment":
                continue
            case "text":
                if before in ("", ":") and _is_alone(code, found):
                    continue
                token = Token(TokenKind.TEXT, text)
            case "name":
                is_member = before == "." and text not in keywords
                kind = TokenKind.MEMBER if is_member else TokenKind.KEYWORD if text in keywords else TokenKind.NAME
                token = Token(kind, text)
            case "number":
                token = Token(TokenKind.NUMBER, text)
            case _:
                token = Token(TokenKind.MARK, text)
        before = text
        yield token


def _is_alone(code: str, found: re.Match[str]) -> bool:
    """Whether nothing else stands on the lines of this text, as with documentation strings."""
    before = code[code.rfind("\n", 0, found.start()) + 1 : found.start()]
    after = code[found.end() :].partition("\n")[0]
    return not before.strip() and not after.strip()


@lru_cache(maxsize=16)
def _pattern(language: Language) -> re.Pattern[str]:
    return re.compile(
        rf"(?P<comment>{language.comments})|(?P<text>{language.strings})"
        r"|(?P<number>\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?P<name>[^\W\d]\w*)|(?P<mark>[^\s\w])"
    )
