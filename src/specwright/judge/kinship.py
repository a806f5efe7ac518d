"""Near-copies: programs that differ in names, comments, layout or literals' spelling alone."""

from __future__ import annotations

import re
from typing import Final

from specwright.core.value import digest

_COMMENT: Final = re.compile(r"\"\"\".*?\"\"\"|\'\'\'.*?\'\'\'|/\*.*?\*/|//[^\n]*|#[^\n]*", re.DOTALL)
_TOKEN: Final = re.compile(r"[A-Za-z_]\w*|\d+(?:\.\d+)?|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|[^\s\w]")
_NAME: Final = re.compile(r"[A-Za-z_]\w*\Z")
_QUOTES: Final = str.maketrans("'", '"')


def kin(code: str) -> str:
    """Return a text that is equal for near-copies of one program, in any language.

    Comments and layout are dropped and names are numbered in the order of their first use, so that a renamed or
    reformatted copy is recognised. Empty for a program without any token.
    """
    numbers: dict[str, int] = {}
    tokens = [
        f"n{numbers.setdefault(token, len(numbers))}" if _NAME.match(token) else token.translate(_QUOTES)
        for token in _TOKEN.findall(_COMMENT.sub(" ", code))
    ]
    return digest(tokens) if tokens else ""
