"""How a pattern is written down: a typed function that reads well, and above it what people call it and its tests.

    @pattern(
        "two sum", "find two numbers that add up to a target",
        tests=[given([2, 7, 11, 15], 9).gives([0, 1])],
        time="O(n)", space="O(n)",
    )
    def two_sum(nums: list[int], target: int) -> list[int]:
        \"\"\"Return the indices of the two numbers that add up to `target`, or an empty list.\"\"\"

The function must stand alone: it may use what its module imports from the standard library, and nothing else.
Its docstring's first sentence is the description; a parameter is named there in backquotes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
MARK: Final = "__specwright_pattern__"


@dataclass(frozen=True)
class KnownAnswer:
    """One call with its result, or with the kind of error that it must raise."""

    args: tuple[Any, ...]
    value: Any = None
    error: str | None = None


@dataclass(frozen=True)
class KnownCall:
    args: tuple[Any, ...]

    def gives(self, value: Any) -> KnownAnswer:
        return KnownAnswer(self.args, value)

    def raises(self, error: str) -> KnownAnswer:
        return KnownAnswer(self.args, error=error)


def given(*args: Any) -> KnownCall:
    return KnownCall(args)


@dataclass(frozen=True)
class Facts:
    wordings: tuple[str, ...]
    tests: tuple[KnownAnswer, ...]
    time: str
    space: str
    any_order: bool
    tolerance: float | None


def pattern(
    *wordings: str,
    tests: Sequence[KnownAnswer],
    time: str,
    space: str = "O(1)",
    any_order: bool = False,
    tolerance: float | None = None,
) -> Callable[[F], F]:
    """Mark a function as a pattern. `any_order`: the order of the returned list does not matter."""
    facts = Facts(wordings, tuple(tests), time, space, any_order, tolerance)

    def mark(function: F) -> F:
        setattr(function, MARK, facts)
        return function

    return mark
