"""Splits types in source text at their brackets."""

from __future__ import annotations

PLAIN, ANGLED = ("([{", ")]}"), ("([{<", ")]}>")


def split(text: str, brackets: tuple[str, str] = PLAIN) -> list[str]:
    """Return the parts between commas outside of brackets. The arrow `->` is no bracket."""
    opening, shutting = brackets
    parts, depth, start = [], 0, 0
    for at, char in enumerate(text.replace("->", "  ")):
        depth += (char in opening) - (char in shutting)
        if char == "," and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return [part for part in (*parts, text[start:].strip()) if part]


def closing(text: str, at: int) -> int:
    """Return the place of the bracket that closes the one at `at`, or the end of the text."""
    depth = 0
    for place in range(at, len(text)):
        depth += (text[place] in "([{") - (text[place] in ")]}")
        if depth == 0:
            return place
    return len(text) - 1
