"""The passages of a problem, each of which can be overlooked or misread by itself."""

from __future__ import annotations

import re
from typing import Final

from specwright.core.work.wording.unsaid import sentences

_KEPT: Final = re.compile(r"\"[^\"\n]*\"|(?<!\w)'[^'\n]*'(?!\w)|`[^`\n]*`|\[[^\]\n]*\]|\([^()\n]*\)")
"""Data and brackets, which are not cut."""
_ENDS: Final = re.compile(r"(?<=[,;:])\s+")
_ASIDE: Final = re.compile(r"(?<!\w)\(([^()\n]{12,})\)")
_WORD: Final = re.compile(r"\w+")
_SPACE: Final = "\0"
_LONG: Final = 12
"""Words. A longer sentence may hold several demands."""
_FEWEST_WORDS: Final = 4
"""A shorter piece belongs to the one before."""


def passages(problem: str) -> list[str]:
    """Return the problem's sentences, the pieces of long ones, and what stands in brackets."""
    return [
        passage
        for sentence in sentences(problem)
        for passage in (*_pieces(_ASIDE.sub("", sentence)), *_ASIDE.findall(sentence))
    ]


def _pieces(sentence: str) -> list[str]:
    if _words_in(sentence) <= _LONG:
        return [sentence]
    pieces: list[str] = []
    kept = _KEPT.sub(lambda found: re.sub(r"\s", _SPACE, found[0]), sentence)
    for piece in (cut.replace(_SPACE, " ") for cut in _ENDS.split(kept)):
        if pieces and min(_words_in(piece), _words_in(pieces[-1])) < _FEWEST_WORDS:
            pieces[-1] += f" {piece}"
        else:
            pieces.append(piece)
    return pieces


def _words_in(text: str) -> int:
    return len(_WORD.findall(text))
