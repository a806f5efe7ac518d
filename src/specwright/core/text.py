"""Text for people: what others wrote made safe to show, and numbers of things."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches

_KEPT = frozenset("\n\t")
# Control, format (bidirectional overrides, zero width), surrogates, private use, unassigned, line breaks.
_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def printable(text: str | bytes) -> str:
    """Return the text with everything that could act on a terminal written out as an escape.

    Line feeds and tabs stay. Escape sequences, other control characters, bidirectional overrides and bytes that are no
    UTF-8 become visible `\\x1b`-like text, so no output of a program can move the cursor, rename the window or hide
    itself.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8", "backslashreplace")
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        char if char in _KEPT or unicodedata.category(char) not in _UNSAFE else _escaped(char) for char in text
    )


def shortened(text: str, limit: int = 100) -> str:
    """Return the text, cut after `limit` characters."""
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that a misspelt one probably stands for."""
    return next(iter(get_close_matches(word.lower(), list(known), 1, 0.6)), None)


def counted(number: int, noun: str) -> str:
    """`1 test`, `2 tests`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def capitalised(text: str) -> str:
    """Return the text with a capital first letter, unless its first word is code or a name such as a URL."""
    return text[:1].upper() + text[1:] if text.split(" ", 1)[0].isalpha() else text


def sentence(text: str) -> str:
    """Return the text with a capital first letter and a full stop."""
    return capitalised(text.rstrip(".")) + ("" if text.endswith("?") else ".") if text else text


def _escaped(char: str) -> str:
    number = ord(char)
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
