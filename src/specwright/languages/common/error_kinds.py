"""Kinds of errors across languages: a specification says `ValueError`, Java throws what it calls that."""

from __future__ import annotations

import re
from typing import Final

JAVASCRIPT_KINDS: Final = {
    "ValueError": {"RangeError", "TypeError", "SyntaxError", "Error"},
    "TypeError": {"TypeError"},
    "IndexError": {"RangeError", "TypeError", "Error"},
    "KeyError": {"RangeError", "ReferenceError", "Error"},
    "ZeroDivisionError": {"RangeError", "Error"},
    "OverflowError": {"RangeError", "Error"},
    "RecursionError": {"RangeError"},
    "RuntimeError": {"Error"},
}
JAVA_KINDS: Final = {
    "ValueError": {"IllegalArgumentException", "NumberFormatException", "DateTimeException"},
    "TypeError": {"IllegalArgumentException", "ClassCastException", "NullPointerException"},
    "IndexError": {"IndexOutOfBoundsException", "ArrayIndexOutOfBoundsException", "StringIndexOutOfBoundsException"},
    "KeyError": {"NoSuchElementException", "IllegalArgumentException"},
    "ZeroDivisionError": {"ArithmeticException"},
    "OverflowError": {"ArithmeticException"},
    "RecursionError": {"StackOverflowError"},
    "RuntimeError": {"IllegalStateException", "RuntimeException"},
}
_EQUIVALENTS: Final = {"javascript": JAVASCRIPT_KINDS, "typescript": JAVASCRIPT_KINDS, "java": JAVA_KINDS}


def is_kind(language: str, error: str, kind: str) -> bool:
    """Whether a language's error is of the kind that the specification names, by name or by custom.

    Go and Rust have no such kinds: there every error stands for one of Python's own, and for a kind that the
    specification made up every error that is not called something else.
    """
    if error == kind or _stem(error) == _stem(kind):
        return True
    if language in _EQUIVALENTS:
        return error in _EQUIVALENTS[language].get(kind, ())
    return kind in JAVA_KINDS or error in ("error", "Err", "panic")


def _stem(name: str) -> str:
    """`EmptyInput` of `EmptyInputError`, `EmptyInputException` and `ErrEmptyInput`."""
    return re.sub(r"(?:Error|Exception)$|^Err(?=[A-Z])", "", name) or name
