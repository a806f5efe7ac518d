"""Near-copies: programs that differ in names, comments, layout or the spelling of literals alone."""

from __future__ import annotations

import re
from typing import Final

from specwright.core.program.language import Language
from specwright.core.value import digest
from specwright.judge.near_copies.tokens import Token, TokenKind, tokens

_SEPARATORS: Final = frozenset("{};")
"""Left out: some languages let an author leave them out as well."""
_QUOTED: Final = re.compile(r"\A(\w*)(\"\"\"|'''|[\"'`])(.*)\2\Z", re.DOTALL)


def kin(code: str, language: Language) -> str:
    """Return a text that is equal for near-copies of one program.

    Comments, layout and words that only decorate a declaration are dropped. Names are numbered in the order of their
    first use, those of members apart, so that a renamed or reformatted copy is recognised even if a new name is that
    of a library's method. Empty for a program without any token.
    """
    decoration = frozenset(language.decoration.split())
    numbers: dict[tuple[TokenKind, str], int] = {}

    def told(token: Token) -> str:
        if token.kind in (TokenKind.NAME, TokenKind.MEMBER):
            return f"{token.kind} {numbers.setdefault((token.kind, token.text), len(numbers))}"
        return _QUOTED.sub(r'\1"\3"', token.text) if token.kind is TokenKind.TEXT else token.text

    told_all = [
        told(token)
        for token in tokens(code, language)
        if token.text not in _SEPARATORS and not (token.kind is TokenKind.KEYWORD and token.text in decoration)
    ]
    return digest(told_all) if told_all else ""
