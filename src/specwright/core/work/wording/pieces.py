"""Whether requirements cut a sentence into pieces of which none is lost.

`The first hour is free, but never more than 3 are` is two requirements. `A day 0, a month 0 and anything else raise
ValueError` is three, which share an end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from specwright.core.work.reading.found import words
from specwright.core.work.wording.normal import normal_words

_INTRODUCED: Final = re.compile(r"[^,;:()\n]*:")
_JOINTS: Final = words("and or but also so then")
_BOUND: Final = words(
    "if when whenever for of unless except where once before with within in on until till while from without by at to "
    "than below above under over between beyond that which who whose only not else otherwise instead as"
)
"""A piece that begins with one of them restricts, or goes on with, the piece before."""


def is_piece(sentence: str, requirement: str, others: Sequence[str]) -> bool:
    """Return whether the requirement is a piece of the sentence, and the other requirements have all other pieces."""
    wanted, rest = _bare(requirement), [_bare(other) for other in others]
    pieces = list(_pieces(normal_words(sentence)))
    if len(pieces) < 2 or not wanted:
        return False
    if _INTRODUCED.match(sentence) and _is_run(pieces[1:], wanted, rest):
        return True
    return _is_run(pieces, wanted, rest) or _shares_the_end([piece.words for piece in pieces], wanted, rest)


class _SentencePiece(NamedTuple):
    words: tuple[str, ...]
    stands: bool
    """Whether it stands by itself: it does not restrict the piece before."""


def _pieces(there: tuple[str, ...]) -> Iterator[_SentencePiece]:
    """Return the words between commas, without what joins them."""
    joints: list[str] = []
    piece: list[str] = []
    for word in (*there, ","):
        if word == ",":
            if piece:
                yield _SentencePiece(tuple(piece), stands="then" in joints or piece[0] not in _BOUND)
            joints, piece = [], []
        else:
            (piece if piece or word not in _JOINTS else joints).append(word)


def _bare(requirement: str) -> tuple[str, ...]:
    return tuple(word for word in normal_words(requirement) if word != ",")


def _is_run(pieces: list[_SentencePiece], wanted: tuple[str, ...], others: list[tuple[str, ...]]) -> bool:
    """Return whether it is one piece or several in a row, and each other piece stands and is in another requirement."""
    if not all(piece.stands for piece in pieces):
        return False
    for first in range(len(pieces)):
        for end in range(first + 1, len(pieces) + 1):
            if wanted == tuple(word for piece in pieces[first:end] for word in piece.words):
                rest = (*pieces[:first], *pieces[end:])
                return all(any(_contains(other, piece.words) for other in others) for piece in rest)
    return False


def _shares_the_end(pieces: list[tuple[str, ...]], wanted: tuple[str, ...], others: list[tuple[str, ...]]) -> bool:
    """Return whether it is one of several subjects with what the sentence says of all, as other requirements are."""
    *first, last = pieces
    for at in range(1, len(last)):
        whole = [subject + last[at:] for subject in (*first, last[:at])]
        if wanted in whole and all(one in others for one in whole if one != wanted):
            return True
    return False


def _contains(requirement: tuple[str, ...], piece: tuple[str, ...]) -> bool:
    size = len(piece)
    return any(requirement[at : at + size] == piece for at in range(len(requirement) - size + 1))
