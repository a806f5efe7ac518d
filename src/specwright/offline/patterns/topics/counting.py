"""What occurs most, how often, and what ranks where."""

from __future__ import annotations

from collections import Counter
from typing import Any

from specwright.offline.patterns.declare import given, pattern


@pattern(
    "mode of a list",
    "most frequent element",
    "the most common value in a list",
    tests=[
        given([1, 2, 2, 3]).gives(2),
        given(["b", "a", "b"]).gives("b"),
        given([4, 4, 1, 1]).gives(4),
    ],
    time="O(n)",
    space="O(n)",
)
def most_frequent(items: list[Any]) -> Any:
    """Return the value that appears most often in `items`; of several, the one that came first."""
    return Counter(items).most_common(1)[0][0]


@pattern(
    "top k frequent elements",
    "the k most frequent elements",
    "k most common values",
    tests=[
        given([1, 1, 1, 2, 2, 3], 2).gives([1, 2]),
        given([1], 1).gives([1]),
        given(["a", "b", "b"], 1).gives(["b"]),
    ],
    time="O(n log k)",
    space="O(n)",
    any_order=True,
)
def top_k_frequent(items: list[Any], k: int) -> list[Any]:
    """Return the `k` values that appear most often in `items`, the most frequent first."""
    return [value for value, _ in Counter(items).most_common(k)]


@pattern(
    "count the frequency of each element",
    "how many times each element occurs in a list, as a dictionary",
    "frequency table of a list",
    tests=[
        given(["a", "b", "a"]).gives({"a": 2, "b": 1}),
        given([]).gives({}),
        given([1, 1, 1]).gives({1: 3}),
    ],
    time="O(n)",
    space="O(n)",
)
def frequencies(items: list[Any]) -> dict[Any, int]:
    """Return how often each value appears in `items`."""
    return dict(Counter(items))


@pattern(
    "second largest number",
    "find the second highest distinct element in a list",
    tests=[
        given([1, 5, 3, 5]).gives(3),
        given([2, 1]).gives(1),
        given([-1, -2, -3]).gives(-2),
        given([4, 4]).raises("ValueError"),
    ],
    time="O(n)",
    space="O(n)",
)
def second_largest(nums: list[int]) -> int:
    """Return the second largest distinct number of `nums`. Raises ValueError if there is none."""
    distinct = set(nums)
    if len(distinct) < 2:
        raise ValueError("there is no second largest number")
    distinct.remove(max(distinct))
    return max(distinct)


@pattern(
    "second largest number or None",
    "second highest distinct number, or None if there is none",
    tests=[given([1, 5, 3, 5]).gives(3), given([4, 4]).gives(None), given([]).gives(None)],
    time="O(n log n)",
    space="O(n)",
)
def second_largest_or_none(nums: list[int]) -> int | None:
    """Return the second largest of the distinct numbers of `nums`, or None if there is none."""
    ordered = sorted(set(nums))
    return ordered[-2] if len(ordered) > 1 else None
