"""Literals and calls laid out as the community formatters do: on one line where it fits, else broken at brackets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Group:
    """Something in brackets, with what stands before and behind them: `assert f(`, items, `) == 1`."""

    opening: str
    items: tuple[Piece, ...]
    closing: str
    single: str = ""
    """What follows an item that is alone: the comma of Python's tuple of one."""


Piece = str | Group


@dataclass(frozen=True)
class Layout:
    """A language's way: how wide, how far in, and what follows the last item on a line of its own."""

    width: int = 100
    step: str = "    "
    trailing: str = ","
    together: bool = False
    """Whether all items may share one line of their own, as Python's formatters have it."""

    def lines(self, piece: Piece, indent: str = "", after: int = 0) -> str:
        """The piece over as many lines as it needs, the first without its indent; `after` characters follow it."""
        one = flat(piece)
        if isinstance(piece, str) or not piece.items or self._columns(indent) + len(one) + after <= self.width:
            return one
        deeper = indent + self.step
        inner = _joined(piece)
        if self.together and self._columns(deeper) + len(inner) <= self.width:
            return f"{piece.opening}\n{deeper}{inner}\n{indent}{piece.closing}"
        rows = ",\n".join(f"{deeper}{self.lines(item, deeper, after=1)}" for item in piece.items)
        return f"{piece.opening}\n{rows}{self.trailing}\n{indent}{piece.closing}"

    def statement(self, piece: Piece, indent: str) -> str:
        """The piece as a whole line, or lines."""
        return f"{indent}{self.lines(piece, indent)}\n"

    def fits(self, piece: Piece, indent: str) -> bool:
        return self._columns(indent) + len(flat(piece)) <= self.width

    def _columns(self, indent: str) -> int:
        return len(indent.expandtabs(4))


def flat(piece: Piece) -> str:
    """The piece on one line."""
    return piece if isinstance(piece, str) else f"{piece.opening}{_joined(piece)}{piece.closing}"


def _joined(group: Group) -> str:
    return ", ".join(map(flat, group.items)) + (group.single if len(group.items) == 1 else "")


def group(opening: str, items: Iterable[Piece], closing: str, single: str = "") -> Group:
    return Group(opening, tuple(items), closing, single)


def wrapped(before: str, piece: Piece, behind: str = "") -> Piece:
    """The piece with something directly before and behind it."""
    if isinstance(piece, str):
        return f"{before}{piece}{behind}"
    return replace(piece, opening=f"{before}{piece.opening}", closing=f"{piece.closing}{behind}")
