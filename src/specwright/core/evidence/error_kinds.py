"""Which errors meet a kind that a test names: those of that name and, as in every test framework, of its subclasses."""

from __future__ import annotations

import builtins
from typing import Final

_PARENTS: Final = {
    # Java's standard library, as far as programs on values throw it
    "NumberFormatException": "IllegalArgumentException",
    "InvalidPathException": "IllegalArgumentException",
    "PatternSyntaxException": "IllegalArgumentException",
    "IllegalFormatException": "IllegalArgumentException",
    "ArrayIndexOutOfBoundsException": "IndexOutOfBoundsException",
    "StringIndexOutOfBoundsException": "IndexOutOfBoundsException",
    "InputMismatchException": "NoSuchElementException",
    "DateTimeParseException": "DateTimeException",
    "IllegalArgumentException": "RuntimeException",
    "IndexOutOfBoundsException": "RuntimeException",
    "NoSuchElementException": "RuntimeException",
    "DateTimeException": "RuntimeException",
    "IllegalStateException": "RuntimeException",
    "ArithmeticException": "RuntimeException",
    "ArrayStoreException": "RuntimeException",
    "ClassCastException": "RuntimeException",
    "ConcurrentModificationException": "RuntimeException",
    "NegativeArraySizeException": "RuntimeException",
    "NullPointerException": "RuntimeException",
    "UnsupportedOperationException": "RuntimeException",
    "RuntimeException": "Exception",
    # JavaScript
    "RangeError": "Error",
    "ReferenceError": "Error",
    "URIError": "Error",
    "EvalError": "Error",
    "AggregateError": "Error",
}
_ALSO_JAVASCRIPT: Final = ("TypeError", "SyntaxError")
"""Kinds that Python has too, with `Exception` as their parent."""


def meets(error: str, kind: str) -> bool:
    """Return whether an error of this name is of the kind, by name or as a subclass in a standard library.

    Classes that the program itself defines are known by name alone.
    """
    return kind in _ancestors(error)


def _ancestors(error: str) -> set[str]:
    found = {error}
    known = getattr(builtins, error, None)
    if isinstance(known, type) and issubclass(known, BaseException):
        found |= {parent.__name__ for parent in known.__mro__ if issubclass(parent, BaseException)}
    if error in _ALSO_JAVASCRIPT:
        found.add("Error")
    while error in _PARENTS:
        error = _PARENTS[error]
        found.add(error)
    return found
