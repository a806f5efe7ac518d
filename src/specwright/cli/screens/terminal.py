"""Printing for people: whole code, lines broken between words, and marks that every terminal can show."""

from __future__ import annotations

import locale
import sys
from typing import Final, TextIO

from rich.console import Console
from rich.text import Text

from specwright.core.text import printable

_PLAIN: Final = {"✓": "ok", "✗": "x", "·": "-", "…": "...", "×": "x"}
_NARROWEST: Final = 20
"""Columns that are left for text, however far it is indented."""


def open_console(stream: TextIO | None = None) -> Console:
    """Return a console for `stream` (default: standard output). Only a terminal has lines to be broken."""
    file = sys.stdout if stream is None else stream
    return Console(file=file, highlight=False, soft_wrap=not file.isatty())


def is_plain() -> bool:
    """Return whether the locale promises ASCII alone (`LC_ALL=C`)."""
    return locale.setlocale(locale.LC_CTYPE) in ("C", "POSIX")


def mark(passed: bool | None) -> Text:
    """Return the mark of something that passed, failed, or never ran (None)."""
    sign, colour = {True: ("✓", "green"), False: ("✗", "red"), None: ("-", "dim")}[passed]
    return Text(sign_of(sign), style=colour)


def sign_of(sign: str) -> str:
    """Return the sign, in ASCII if the terminal may have nothing else."""
    return _PLAIN.get(sign, sign) if is_plain() else sign


def print_item(console: Console, text: Text | str, indent: int = 0, lead: Text | str = "") -> None:
    """Print a paragraph after `lead`. Its further lines are indented as far as its first word."""
    body = Text(printable(text)) if isinstance(text, str) else text
    start = Text(" " * indent) + (Text(lead) if isinstance(lead, str) else lead)
    if console.soft_wrap:
        console.print(start + body)
        return
    room = max(_NARROWEST, console.width - start.cell_len)
    for line in body.wrap(console, room, overflow="fold"):
        line.rstrip()
        console.print(start + line, no_wrap=True, overflow="ignore", crop=False)
        start = Text(" " * start.cell_len)


def print_markup(console: Console, line: str, indent: int = 0) -> None:
    """Print a line of rich markup. Leading spaces indent its further lines too."""
    text = line.lstrip(" ")
    print_item(console, Text.from_markup(text), indent + len(line) - len(text))


def print_source(console: Console, code: str, language: str) -> None:
    """Print code whole, so that it can be copied: no line is cut, broken or framed."""
    from rich.syntax import Syntax  # noqa: PLC0415 - heavy, and not needed for machines

    shown = printable(code).rstrip("\n")
    text = Syntax("", language, theme="ansi_dark", background_color="default").highlight(shown)
    text.rstrip()
    console.print(text, soft_wrap=True)
