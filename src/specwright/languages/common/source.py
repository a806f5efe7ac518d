"""Checks and edits of source text in any language."""

from __future__ import annotations


def unreadable(code: str) -> str | None:
    """Return why no compiler can read this text, or None. A byte-order mark is allowed."""
    try:
        code.encode()
    except UnicodeEncodeError as error:
        return f"the source is not UTF-8 (line {code.count(chr(10), 0, error.start) + 1})"
    if "\0" in code:
        return f"the source has a null character (line {code.count(chr(10), 0, code.index(chr(0))) + 1})"
    return None


def without_mark(code: str) -> str:
    """Return the text without a byte-order mark at its start."""
    return code.removeprefix("\ufeff")


def insert_lines(code: str, lines: list[str], place: int) -> str:
    """Return the code with lines inserted before the line at `place`, set off by empty lines."""
    before, after = code.splitlines()[:place], code.splitlines()[place:]
    return "\n".join([*before, *([""] if before else []), *lines, *([] if after[:1] == [""] else [""]), *after]) + "\n"
