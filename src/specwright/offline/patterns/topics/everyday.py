"""What is asked of lists every day."""

from __future__ import annotations

from collections import Counter
from datetime import date
from itertools import groupby
from typing import Any

from specwright.offline.patterns.declare import given, pattern


@pattern(
    "first repeated character in a string",
    "first duplicate character",
    tests=[given("abcab").gives("a"), given("abc").gives(None), given("").gives(None)],
    time="O(n)",
    space="O(n)",
)
def first_repeated(text: str) -> str | None:
    """Return the first character of `text` that was there before, or None."""
    seen: set[str] = set()
    for char in text:
        if char in seen:
            return char
        seen.add(char)
    return None


@pattern(
    "first non repeated character in a string",
    "first unique character of a string",
    tests=[given("aabc").gives("b"), given("aa").gives(None)],
    time="O(n)",
    space="O(n)",
)
def first_not_repeated(text: str) -> str | None:
    """Return the first character of `text` that comes only once, or None."""
    counts = Counter(text)
    return next((char for char in text if counts[char] == 1), None)


@pattern(
    "first duplicate element in a list",
    "find the first repeated element of an array",
    tests=[given([1, 2, 3, 2]).gives(2), given([1, 2]).gives(-1)],
    time="O(n)",
    space="O(n)",
)
def first_duplicate(items: list[Any]) -> Any:
    """Return the first element of `items` that was there before, or -1."""
    seen: list[Any] = []
    for item in items:
        if item in seen:
            return item
        seen.append(item)
    return -1


@pattern(
    "longest string in a list of strings",
    "longest name in a list of names",
    "longest word in a list of words",
    tests=[given(["Al", "Barbara", "Bo"]).gives("Barbara"), given(["a", "b"]).gives("a"), given([]).gives("")],
    time="O(n)",
    space="O(1)",
)
def longest_string(words: list[str]) -> str:
    """Return the longest of the `words`, the first of several; an empty text if there are none."""
    return max(words, key=len, default="")


@pattern(
    "keys of a dictionary sorted by value",
    "sort the keys of a dict by their values",
    tests=[given({"a": 2, "b": 1}).gives(["b", "a"]), given({"x": 1, "y": 1}).gives(["x", "y"]), given({}).gives([])],
    time="O(n log n)",
    space="O(n)",
)
def keys_by_value(mapping: dict[Any, Any]) -> list[Any]:
    """Return the keys of `mapping` in ascending order of their values."""
    return sorted(mapping, key=lambda key: mapping[key])


@pattern(
    "weekday of a date",
    "what day of the week is a date",
    "name of the weekday for a date given as YYYY-MM-DD",
    tests=[
        given("2024-01-01").gives("Monday"),
        given("2000-02-29").gives("Tuesday"),
        given("1999-12-31").gives("Friday"),
        given("").raises("ValueError"),
    ],
    time="O(1)",
    space="O(1)",
)
def weekday_name(text: str) -> str:
    """Return the English name of the weekday of a date in the form YYYY-MM-DD."""
    names = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
    return names[date.fromisoformat(text).weekday()]


@pattern(
    "second smallest number in a list",
    "second lowest value",
    tests=[given([1, 2, -8, -2, 0, -2]).gives(-2), given([2, 2]).gives(None), given([1]).gives(None)],
    time="O(n log n)",
    space="O(n)",
)
def second_smallest(nums: list[int]) -> int | None:
    """Return the second smallest of the distinct numbers, or None."""
    ordered = sorted(set(nums))
    return ordered[1] if len(ordered) > 1 else None


@pattern(
    "swap the first and last elements of a list",
    "interchange the first and last element in a list",
    tests=[given([1, 2, 3]).gives([3, 2, 1]), given([1]).gives([1]), given([]).gives([])],
    time="O(n)",
    space="O(n)",
)
def swap_ends(items: list[Any]) -> list[Any]:
    """Return the list with its first and last elements interchanged."""
    if len(items) < 2:
        return items[:]
    return [items[-1], *items[1:-1], items[0]]


@pattern(
    "largest number that can be formed with the digits",
    "arrange digits to form the largest number",
    tests=[given([1, 2, 3]).gives(321), given([0]).gives(0)],
    time="O(n log n)",
    space="O(n)",
)
def largest_from_digits(digits: list[int]) -> int:
    """Return the largest number that can be formed with these `digits`."""
    return int("".join(map(str, sorted(digits, reverse=True))))


@pattern(
    "smallest number that can be formed with the digits",
    "arrange digits to form the smallest number",
    tests=[given([5, 6, 4]).gives(456), given([0]).gives(0)],
    time="O(n log n)",
    space="O(n)",
)
def smallest_from_digits(digits: list[int]) -> int:
    """Return the smallest number that can be formed with the distinct `digits`."""
    return int("".join(map(str, sorted(digits))))


@pattern(
    "convert a list of digits into a single number",
    "concatenate integers into a single integer",
    tests=[given([1, 2, 3]).gives(123), given([0]).gives(0)],
    time="O(n)",
    space="O(n)",
)
def digits_to_number(digits: list[int]) -> int:
    """Return the number whose digits are these, the first being the highest."""
    return int("".join(map(str, digits)))


@pattern(
    "sum of all elements of a nested list",
    "flatten a list and sum its elements",
    tests=[given([1, [2, [3]], 4]).gives(10), given([]).gives(0)],
    time="O(n)",
    space="O(n)",
)
def nested_sum(nested: list[Any]) -> int:
    """Return the sum of all numbers in a list of numbers and lists, however deep."""
    return sum(nested_sum(list(item)) if isinstance(item, list | tuple) else item for item in nested)


@pattern(
    "depth of a nested list",
    "how deep is a list nested",
    tests=[given([1, [2, [3]]]).gives(3), given([]).gives(1)],
    time="O(n)",
    space="O(n)",
)
def nested_depth(nested: list[Any]) -> int:
    """Return how deep lists are nested: 1 for a flat list."""
    return 1 + max((nested_depth(item) for item in nested if isinstance(item, list)), default=0)


@pattern(
    "do two lists have a common element",
    "check if two lists have at least one common element",
    tests=[given([1, 2], [2, 3]).gives(True), given([1], [2]).gives(False), given([], [1]).gives(False)],
    time="O(n m)",
)
def have_common(first: list[Any], second: list[Any]) -> bool:
    """Return whether the two lists have at least one element in common."""
    return any(item in second for item in first)


@pattern(
    "is a list a sublist of another",
    "check whether a list contains a given sublist",
    tests=[given([1, 2, 3], [2, 3]).gives(True), given([1, 2], [2, 1]).gives(False), given([1], []).gives(True)],
    time="O(n m)",
)
def is_sublist(items: list[Any], part: list[Any]) -> bool:
    """Return whether `part` stands somewhere in `items` as a whole."""
    return any(items[start : start + len(part)] == part for start in range(len(items) - len(part) + 1))


@pattern(
    "split a list into two parts",
    "split a list at a given position",
    tests=[given([1, 2, 3], 1).gives(([1], [2, 3])), given([], 1).gives(([], []))],
    time="O(n)",
    space="O(n)",
)
def split_at(items: list[Any], n: int) -> tuple[list[Any], list[Any]]:
    """Return the first `n` elements of the list and the others, as two lists."""
    return items[:n], items[n:]


@pattern(
    "split a list for every nth element",
    "deal the elements of a list out into n lists",
    tests=[given([1, 2, 3, 4, 5], 2).gives([[1, 3, 5], [2, 4]]), given([], 1).gives([[]])],
    time="O(n)",
    space="O(n)",
)
def deal_out(items: list[Any], n: int) -> list[list[Any]]:
    """Return `n` lists: every `n`-th element of the list, beginning with each of the first `n`."""
    return [items[start::n] for start in range(n)]


@pattern(
    "is an array monotonic",
    "check whether a list is monotonic",
    tests=[given([1, 2, 2, 3]).gives(True), given([3, 1, 2]).gives(False), given([]).gives(True)],
    time="O(n log n)",
    space="O(n)",
)
def is_monotonic(nums: list[int]) -> bool:
    """Return whether the numbers never decrease or never increase."""
    return sorted(nums) in (nums, nums[::-1])


@pattern(
    "check whether a list contains consecutive numbers",
    "are the numbers of a list consecutive",
    tests=[given([3, 1, 2]).gives(True), given([1, 2, 2]).gives(False), given([1]).gives(True)],
    time="O(n log n)",
    space="O(n)",
)
def are_consecutive(nums: list[int]) -> bool:
    """Return whether the numbers, in any order, are consecutive integers without repetition."""
    return sorted(nums) == list(range(min(nums, default=0), max(nums, default=-1) + 1))


@pattern(
    "are all elements of a list the same",
    "check if all elements are equal",
    tests=[given([1, 1]).gives(True), given([1, 2]).gives(False), given([]).gives(True)],
    time="O(n)",
)
def are_all_same(items: list[Any]) -> bool:
    """Return whether all elements of the list are the same."""
    return all(item == items[0] for item in items)


@pattern(
    "are all elements of a list distinct",
    "check whether all elements are different",
    tests=[given([1, 2]).gives(True), given([1, 1]).gives(False), given([]).gives(True)],
    time="O(n^2)",
)
def are_all_distinct(items: list[Any]) -> bool:
    """Return whether no element of the list comes twice."""
    return all(items.index(item) == place for place, item in enumerate(items))


@pattern(
    "length of the longest run of equal elements",
    "longest streak of the same element",
    tests=[given([1, 1, 2, 2, 2]).gives(3), given([]).gives(0)],
    time="O(n)",
)
def longest_run(items: list[Any]) -> int:
    """Return the length of the longest run of equal neighbours in the list."""
    return max((len(list(run)) for _, run in groupby(items)), default=0)


@pattern(
    "maximum run of uppercase characters",
    "longest sequence of capital letters",
    tests=[given("aBCdEFGh").gives(3), given("").gives(0)],
    time="O(n)",
)
def longest_uppercase_run(text: str) -> int:
    """Return the length of the longest run of uppercase characters in `text`."""
    return max((len(list(run)) for upper, run in groupby(text, str.isupper) if upper), default=0)


@pattern(
    "largest product of two numbers in a list",
    "maximum product of a pair",
    tests=[given([3, -5, 2, -4]).gives(20), given([1, 1]).gives(1)],
    time="O(n log n)",
    space="O(n)",
)
def max_pair_product(nums: list[int]) -> int:
    """Return the largest product of two of the numbers."""
    ordered = sorted(nums)
    return max(ordered[0] * ordered[1], ordered[-1] * ordered[-2])


@pattern(
    "largest product of three numbers in a list",
    "maximum product of three integers",
    tests=[given([1, 2, 3, 4]).gives(24), given([1, 1, 1]).gives(1), given([-5, -4, 1, 2]).gives(40)],
    time="O(n log n)",
    space="O(n)",
)
def max_triple_product(nums: list[int]) -> int:
    """Return the largest product of three of the numbers."""
    ordered = sorted(nums)
    return max(ordered[0] * ordered[1] * ordered[-1], ordered[-3] * ordered[-2] * ordered[-1])


@pattern(
    "kth element of two sorted arrays",
    "find the kth element from two sorted lists",
    tests=[given([2, 3, 6, 7, 9], [1, 4, 8, 10], 5).gives(6), given([1], [2], 1).gives(1)],
    time="O(n log n)",
    space="O(n)",
)
def kth_of_two_sorted(first: list[int], second: list[int], k: int) -> int:
    """Return the `k`-th smallest element of two sorted lists together, counted from 1."""
    return sorted(first + second)[k - 1]


@pattern(
    "median of two sorted arrays",
    "median of two sorted lists",
    tests=[given([1, 3], [2]).gives(2), given([1, 2], [3, 4]).gives(2.5), given([], [1]).gives(1)],
    time="O(n log n)",
    space="O(n)",
)
def median_of_two_sorted(first: list[float], second: list[float]) -> float:
    """Return the median of two sorted lists together."""
    merged = sorted(first + second)
    middle = len(merged) // 2
    return merged[middle] if len(merged) % 2 else (merged[middle - 1] + merged[middle]) / 2


@pattern(
    "k pairs with smallest sums",
    "k smallest pairs of one element from each of two arrays",
    tests=[given([1, 3, 7], [2, 4, 6], 2).gives([[1, 2], [1, 4]]), given([1], [1], 0).gives([])],
    time="O(n m log n m)",
    space="O(n m)",
)
def k_smallest_pairs(first: list[int], second: list[int], k: int) -> list[list[int]]:
    """Return the `k` pairs of one number from each list whose sums are smallest."""
    return sorted(([a, b] for a in first for b in second), key=sum)[:k]


@pattern(
    "smallest missing number from a sorted list of natural numbers",
    "first missing natural number",
    tests=[given([0, 1, 2, 3]).gives(4), given([1, 2]).gives(0), given([]).gives(0)],
    time="O(n)",
)
def smallest_missing(nums: list[int]) -> int:
    """Return the smallest natural number, 0 included, that is not in the sorted list."""
    missing = 0
    for number in sorted(nums):
        if number == missing:
            missing += 1
    return missing


@pattern(
    "sum of each column of a matrix",
    "column sums of a list of lists",
    tests=[given([[1, 2], [3, 4]]).gives([4, 6]), given([]).gives([])],
    time="O(n m)",
)
def column_sums(matrix: list[list[int]]) -> list[int]:
    """Return the sum of each column of a `matrix`."""
    return [sum(column) for column in zip(*matrix, strict=True)]


@pattern(
    "sum of each row of a matrix",
    "row sums of a list of lists",
    tests=[given([[1, 2], [3, 4]]).gives([3, 7]), given([]).gives([])],
    time="O(n m)",
)
def row_sums(matrix: list[list[int]]) -> list[int]:
    """Return the sum of each row of a `matrix`."""
    return [sum(row) for row in matrix]


@pattern(
    "sum the values of each key in a list of pairs",
    "group pairs by key and add up their values",
    tests=[given([("a", 1), ("b", 2), ("a", 3)]).gives({"a": 4, "b": 2}), given([]).gives({})],
    time="O(n)",
    space="O(n)",
)
def totals_by_key(pairs: list[tuple[Any, int]]) -> dict[Any, int]:
    """Return the sum of the values that come with each key of the `pairs`."""
    totals: dict[Any, int] = {}
    for key, value in pairs:
        totals[key] = totals.get(key, 0) + value
    return totals


@pattern(
    "group a list of pairs by key",
    "collect the values of each key in a list of tuples",
    tests=[given([("a", 1), ("b", 2), ("a", 3)]).gives({"a": [1, 3], "b": [2]}), given([]).gives({})],
    time="O(n)",
    space="O(n)",
)
def group_by_key(pairs: list[tuple[Any, Any]]) -> dict[Any, list[Any]]:
    """Return the list of the values that come with each key of the `pairs`."""
    groups: dict[Any, list[Any]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups
