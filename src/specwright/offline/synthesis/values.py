"""Values as the search holds them: hashable, so that equal behaviour is found by a dictionary look-up.

A list is held as a tuple, a map as a `Map`, a set as a frozenset; the type of an expression shows its meaning.
"""

from __future__ import annotations

from typing import Any, Final

LARGEST: Final = 10**40
LONGEST: Final = 2_000


class Map(dict[Any, Any]):
    """A dictionary that is never changed after it was made, and so can be hashed."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


class Failure:
    """The value of an expression that failed on an input without an example."""

    def __repr__(self) -> str:
        return "failure"


FAILED: Final = Failure()


def freeze(value: Any) -> Any:
    """The value in its hashable form."""
    if isinstance(value, list | tuple):
        return tuple(freeze(item) for item in value)
    if isinstance(value, dict):
        return Map((freeze(key), freeze(item)) for key, item in value.items())
    if isinstance(value, set | frozenset):
        return frozenset(freeze(item) for item in value)
    return value


def bounded(value: Any) -> bool:
    """Whether the value is small enough to go on with: the search must not drown in one huge number or text."""
    if isinstance(value, int):
        return -LARGEST < value < LARGEST
    if isinstance(value, float):
        return value == value and abs(value) < 1e100  # noqa: PLR0124 - nan is what differs from itself
    return not isinstance(value, str | tuple | Map) or len(value) <= LONGEST
