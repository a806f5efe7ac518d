"""One name, written as each language writes it."""

from __future__ import annotations

import re

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


def words(name: str) -> list[str]:
    """Return `two`, `sum` for `two_sum`, `twoSum` and `TwoSum`. Digits stay with the word before them."""
    found: list[str] = []
    for part in name.split("_"):
        start = True
        for match in _WORD.finditer(part):
            word = match.group().lower()
            if word.isdigit() and found and not start:
                found[-1] += word
            else:
                found.append(word)
            start = False
    return found or [name]


def snake(name: str) -> str:
    """Return the name as `two_sum`."""
    return "_".join(words(name))


def camel(name: str) -> str:
    """Return the name as `twoSum`."""
    first, *rest = words(name)
    return first + "".join(word[:1].upper() + word[1:] for word in rest)


def pascal(name: str) -> str:
    """Return the name as `TwoSum`."""
    return "".join(word[:1].upper() + word[1:] for word in words(name))


def unreserved(name: str, reserved: frozenset[str]) -> str:
    """Return the name, with an underscore after it if it is reserved or begins with a digit."""
    if name[:1].isdigit():
        name = f"_{name}"
    return f"{name}_" if name in reserved else name
