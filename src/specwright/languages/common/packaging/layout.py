"""Lays out literals and calls as the community formatters do: on one line if it fits, else broken at brackets."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class BracketGroup:
    """Something in brackets, with the text before and behind them: `assert f(`, items, `) == 1`."""

    opening: str
    items: tuple[LayoutPiece, ...]
    closing: str
    single: str = ""
    """What follows an item that is alone: the comma of Python's tuple of one."""


LayoutPiece = str | BracketGroup


@dataclass(frozen=True)
class Layout:
    """A language's way: how wide, how far in, and what follows the last item on a line of its own."""

    width: int = 100
    step: str = "    "
    trailing: str = ","
    together: bool = False
    """Whether all items may share one line of their own, as Python's formatters have it."""
    inside: int | None = None
    """How wide the items of one pair of brackets may be at most, as rustfmt has it."""
    hugging: bool = False
    """Whether brackets that hold only brackets are broken together with them."""
    short: int = 0
    """Items up to this size share lines."""

    def lines(self, piece: LayoutPiece, indent: str = "", after: int = 0) -> str:
        """Return the piece over the lines that it needs, the first without indent; `after` characters follow it."""
        one = flat(piece)
        if isinstance(piece, str) or not piece.items:
            return one
        inner = _joined(piece)
        narrow = self.inside is None or len(inner) <= self.inside
        if narrow and self._columns(indent) + len(one) + after <= self.width:
            return one
        deeper = indent + self.step
        alone = piece.items[0]
        if self.hugging and len(piece.items) == 1 and isinstance(alone, BracketGroup):
            return f"{piece.opening}{self.lines(alone, indent, after + len(piece.closing))}{piece.closing}"
        if self.short and all(isinstance(item, str) and len(item) <= self.short for item in piece.items):
            return f"{piece.opening}\n{self._filled(inner, deeper)}\n{indent}{piece.closing}"
        if self.together and self._columns(deeper) + len(inner) <= self.width:
            return f"{piece.opening}\n{deeper}{inner}\n{indent}{piece.closing}"
        rows = ",\n".join(f"{deeper}{self.lines(item, deeper, after=1)}" for item in piece.items)
        return f"{piece.opening}\n{rows}{self.trailing}\n{indent}{piece.closing}"

    def _filled(self, inner: str, indent: str) -> str:
        """Return short items, as many to a line as fit."""
        width = self.width - self._columns(indent)
        return textwrap.fill(
            f"{inner}{self.trailing}",
            width + len(indent),
            initial_indent=indent,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )

    def statement(self, piece: LayoutPiece, indent: str) -> str:
        """Return the piece as a whole line, or lines."""
        return f"{indent}{self.lines(piece, indent)}\n"

    def fits(self, piece: LayoutPiece, indent: str) -> bool:
        return self._columns(indent) + len(flat(piece)) <= self.width

    def _columns(self, indent: str) -> int:
        return len(indent.expandtabs(4))


def flat(piece: LayoutPiece) -> str:
    """Return the piece on one line."""
    return piece if isinstance(piece, str) else f"{piece.opening}{_joined(piece)}{piece.closing}"


def _joined(group: BracketGroup) -> str:
    return ", ".join(map(flat, group.items)) + (group.single if len(group.items) == 1 else "")


def group(opening: str, items: Iterable[LayoutPiece], closing: str, single: str = "") -> BracketGroup:
    return BracketGroup(opening, tuple(items), closing, single)


def wrapped(before: str, piece: LayoutPiece, behind: str = "") -> LayoutPiece:
    """Return the piece with something directly before and behind it."""
    if isinstance(piece, str):
        return f"{before}{piece}{behind}"
    return replace(piece, opening=f"{before}{piece.opening}", closing=f"{piece.closing}{behind}")
