"""Kinds of errors across languages: a specification names Python's `ValueError`, Java has its own name for it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Final

PYTHON_KINDS: Final = frozenset(
    {
        "ValueError",
        "TypeError",
        "IndexError",
        "KeyError",
        "ZeroDivisionError",
        "OverflowError",
        "RecursionError",
        "RuntimeError",
    }
)


def is_kind(error: str, kind: str, equivalents: Mapping[str, Collection[str]] | None = None) -> bool:
    """Return whether a language's error is of the kind that the specification names.

    `equivalents` lists a language's errors for each of Python's kinds. A language without named errors has none: there
    every error stands for any of Python's kinds, and an unnamed error for any kind of the specification's own.
    """
    if error == kind or _stem(error) == _stem(kind):
        return True
    if equivalents is not None:
        return error in equivalents.get(kind, ())
    return kind in PYTHON_KINDS or error in ("error", "Err", "panic")


def _stem(name: str) -> str:
    """Return `EmptyInput` for `EmptyInputError`, `EmptyInputException` and `ErrEmptyInput`."""
    return re.sub(r"(?:Error|Exception)$|^Err(?=[A-Z])", "", name) or name
