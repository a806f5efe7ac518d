"""The order of Maven's versions: that of its class ComparableVersion (Maven 3.9), written anew."""

from __future__ import annotations

import re
from functools import total_ordering
from itertools import zip_longest
from typing import Final, TypeAlias

_MavenItem: TypeAlias = "int | str | list[_MavenItem]"
_TOKEN: Final = re.compile(r"\d+|[^\d.-]+|[.-]")
_SEPARATOR: Final = re.compile(r"[.-]")
_QUALIFIERS: Final = ("alpha", "beta", "milestone", "rc", "snapshot", "", "sp")
_RELEASE: Final = str(_QUALIFIERS.index(""))
_RELEASES: Final = ("ga", "final", "release")
_SHORT: Final = {"a": "alpha", "b": "beta", "m": "milestone"}
"""Letters that stand for a word if a number follows."""


@total_ordering
class MavenVersion:
    """A version that compares as Maven compares it."""

    def __init__(self, text: str) -> None:
        self._items = _parsed(text.lower())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MavenVersion) and _compared(self._items, other._items) == 0

    def __lt__(self, other: MavenVersion) -> bool:
        return _compared(self._items, other._items) < 0

    def __hash__(self) -> int:
        return hash(str(self._items))


class _Parser:
    """The lists in lists of a version: `-`, and a change between digits and letters, begin a list in the last one."""

    def __init__(self) -> None:
        self.lists: list[list[_MavenItem]] = [[]]

    def add(self, item: _MavenItem) -> None:
        self.lists[-1].append(item)

    def descend(self) -> None:
        inner: list[_MavenItem] = []
        self.lists[-1].append(inner)
        self.lists.append(inner)

    def add_word(self, word: str, following: str) -> None:
        if self.lists[-1] and following not in (".", "-"):
            self.descend()
        self.add("rc" if word == "cr" else _SHORT.get(word, word) if following.isdigit() else word)
        if following.isdigit():
            self.descend()


def _parsed(text: str) -> list[_MavenItem]:
    parser, before = _Parser(), "-"
    tokens = _TOKEN.findall(text)
    for part, following in zip_longest(tokens, tokens[1:], fillvalue=""):
        if part in (".", "-"):
            if before in (".", "-"):
                parser.add(0)
            if part == "-":
                parser.descend()
        elif part.isdigit():
            parser.add(int(part))
            if following and not _SEPARATOR.match(following):
                parser.descend()
        else:
            parser.add_word(part, following)
        before = part
    for inner in reversed(parser.lists):
        _drop_last_nulls(inner)
    return parser.lists[0]


def _drop_last_nulls(items: list[_MavenItem]) -> None:
    """Take away what says nothing: zeros and words for a release, at the end or before lists."""
    for at in range(len(items) - 1, -1, -1):
        item = items[at]
        if item in (0, []) or (isinstance(item, str) and _rank(item) == _RELEASE):
            del items[at]
        elif not isinstance(item, list):
            break


def _rank(word: str) -> str:
    if word in _RELEASES:
        return _RELEASE
    return str(_QUALIFIERS.index(word)) if word in _QUALIFIERS else f"{len(_QUALIFIERS)}-{word}"


def _compared(first: _MavenItem | None, second: _MavenItem | None) -> int:
    """Return what is below, at or above 0 as the first item is. Numbers come after lists, and these after words."""
    if first is None or second is None:
        return _against_nothing(first) if second is None else -_against_nothing(second)
    match first, second:
        case int(), int():
            return first - second
        case str(), str():
            return (_rank(first) > _rank(second)) - (_rank(first) < _rank(second))
        case list(), list():
            compared = (_compared(one, other) for one, other in zip_longest(first, second))
            return next(filter(None, compared), 0)
        case _:
            pass
    return _order(first) - _order(second)


def _against_nothing(item: _MavenItem | None) -> int:
    match item:
        case None:
            return 0
        case int():
            return int(item != 0)
        case str():
            return (_rank(item) > _RELEASE) - (_rank(item) < _RELEASE)
        case list():
            return next(filter(None, map(_against_nothing, item)), 0)


def _order(item: _MavenItem) -> int:
    return 2 if isinstance(item, int) else 1 if isinstance(item, list) else 0
