"""One name, written as each language writes it."""

from __future__ import annotations

import re

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


def words(name: str) -> list[str]:
    """`two_sum`, `twoSum` and `TwoSum` are all two, sum; digits stay with the word before them."""
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
    """`two_sum`"""
    return "_".join(words(name))


def camel(name: str) -> str:
    """`twoSum`"""
    first, *rest = words(name)
    return first + "".join(word[:1].upper() + word[1:] for word in rest)


def pascal(name: str) -> str:
    """`TwoSum`"""
    return "".join(word[:1].upper() + word[1:] for word in words(name))


def unreserved(name: str, reserved: frozenset[str]) -> str:
    """The name, with an underscore behind it where the language keeps it for itself or it begins with a digit."""
    if name[:1].isdigit():
        name = f"_{name}"
    return f"{name}_" if name in reserved else name
