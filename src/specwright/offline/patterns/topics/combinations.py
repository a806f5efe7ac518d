"""Combinations, and small things about dictionaries and pairs."""

from __future__ import annotations

from itertools import combinations, permutations, product
from typing import Any

from specwright.offline.patterns.declare import given, pattern


@pattern(
    "permutations",
    "all possible permutations of a list of distinct elements",
    tests=[
        given([1, 2, 3]).gives([[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]]),
        given([]).gives([[]]),
        given([0]).gives([[0]]),
    ],
    time="O(n n!)",
    space="O(n n!)",
    any_order=True,
)
def all_permutations(items: list[Any]) -> list[list[Any]]:
    """Return all arrangements of `items`."""
    return [list(arrangement) for arrangement in permutations(items)]


@pattern(
    "subsets",
    "power set: all possible subsets of a set",
    tests=[
        given([1, 2]).gives([[], [1], [2], [1, 2]]),
        given([]).gives([[]]),
        given([0]).gives([[], [0]]),
    ],
    time="O(n 2^n)",
    space="O(n 2^n)",
    any_order=True,
)
def subsets(items: list[Any]) -> list[list[Any]]:
    """Return all subsets of the distinct `items`, the smaller ones first."""
    return [list(chosen) for size in range(len(items) + 1) for chosen in combinations(items, size)]


@pattern(
    "combinations",
    "all combinations of k numbers out of 1 to n",
    tests=[
        given(4, 2).gives([[1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]]),
        given(1, 1).gives([[1]]),
        given(3, 0).gives([[]]),
    ],
    time="O(k C(n, k))",
    space="O(k C(n, k))",
    any_order=True,
)
def choose(n: int, k: int) -> list[list[int]]:
    """Return all ways to choose `k` of the numbers 1 to `n`."""
    return [list(chosen) for chosen in combinations(range(1, n + 1), k)]


@pattern(
    "combination sum",
    "all unique combinations of candidates that sum to the target, each used any number of times",
    tests=[
        given([2, 3, 6, 7], 7).gives([[2, 2, 3], [7]]),
        given([2], 1).gives([]),
        given([2, 3, 5], 8).gives([[2, 2, 2, 2], [2, 3, 3], [3, 5]]),
    ],
    time="exponential",
    space="O(target)",
    any_order=True,
)
def combination_sum(candidates: list[int], target: int) -> list[list[int]]:
    """Return all ways to add the distinct, positive `candidates`, used any number of times, up to `target`."""
    found: list[list[int]] = []

    def extend(chosen: list[int], start: int, rest: int) -> None:
        if rest == 0:
            found.append(chosen)
        for index in range(start, len(candidates)):
            if candidates[index] <= rest:
                extend([*chosen, candidates[index]], index, rest - candidates[index])

    extend([], 0, target)
    return found


@pattern(
    "letter combinations of a phone number",
    "all words that the digits of a telephone keypad can stand for",
    tests=[
        given("23").gives(["ad", "ae", "af", "bd", "be", "bf", "cd", "ce", "cf"]),
        given("").gives([]),
        given("2").gives(["a", "b", "c"]),
    ],
    time="O(n 4^n)",
    space="O(n 4^n)",
    any_order=True,
)
def letter_combinations(digits: str) -> list[str]:
    """Return all letter sequences that the phone keys `digits`, 2 to 9, can stand for."""
    keys = {"2": "abc", "3": "def", "4": "ghi", "5": "jkl", "6": "mno", "7": "pqrs", "8": "tuv", "9": "wxyz"}
    return ["".join(letters) for letters in product(*(keys[digit] for digit in digits))] if digits else []


@pattern(
    "tower of hanoi",
    "moves that solve the towers of hanoi",
    tests=[
        given(1, "A", "C", "B").gives([("A", "C")]),
        given(2, "A", "C", "B").gives([("A", "B"), ("A", "C"), ("B", "C")]),
        given(0, "A", "C", "B").gives([]),
    ],
    time="O(2^n)",
    space="O(2^n)",
)
def hanoi(n: int, source: str, target: str, spare: str) -> list[tuple[str, str]]:
    """Return the moves that bring `n` discs from `source` to `target` by way of `spare`."""
    if n == 0:
        return []
    return [*hanoi(n - 1, source, spare, target), (source, target), *hanoi(n - 1, spare, target, source)]


@pattern(
    "merge two dictionaries",
    "combine two dictionaries, adding the values of common keys",
    tests=[
        given({"a": 1, "b": 2}, {"b": 3, "c": 4}).gives({"a": 1, "b": 5, "c": 4}),
        given({}, {}).gives({}),
        given({"x": 1}, {}).gives({"x": 1}),
    ],
    time="O(n + m)",
    space="O(n + m)",
)
def add_dictionaries(first: dict[str, int], second: dict[str, int]) -> dict[str, int]:
    """Return `first` and `second` as one, with the values of common keys added."""
    return {key: first.get(key, 0) + second.get(key, 0) for key in [*first, *second]}


@pattern(
    "invert a dictionary",
    "swap the keys and values of a dictionary",
    tests=[given({"a": 1, "b": 2}).gives({1: "a", 2: "b"}), given({}).gives({}), given({"x": "y"}).gives({"y": "x"})],
    time="O(n)",
    space="O(n)",
)
def invert_dictionary(mapping: dict[Any, Any]) -> dict[Any, Any]:
    """Return `mapping` with keys and values exchanged; of equal values the last key stays."""
    return {value: key for key, value in mapping.items()}


@pattern(
    "sort a dictionary by value",
    "items of a dictionary in order of their values",
    tests=[
        given({"a": 3, "b": 1}).gives({"b": 1, "a": 3}),
        given({}).gives({}),
        given({"x": 1, "y": 1}).gives({"x": 1, "y": 1}),
    ],
    time="O(n log n)",
    space="O(n)",
)
def sort_by_value(mapping: dict[Any, Any]) -> dict[Any, Any]:
    """Return `mapping` with its items in ascending order of their values."""
    return dict(sorted(mapping.items(), key=lambda item: item[1]))


@pattern(
    "group words by length",
    "group the elements of a list of strings by their length",
    tests=[
        given(["a", "bb", "c"]).gives({1: ["a", "c"], 2: ["bb"]}),
        given([]).gives({}),
        given([""]).gives({0: [""]}),
    ],
    time="O(n)",
    space="O(n)",
)
def group_by_length(words: list[str]) -> dict[int, list[str]]:
    """Return the `words` grouped by how long they are."""
    groups: dict[int, list[str]] = {}
    for word in words:
        groups.setdefault(len(word), []).append(word)
    return groups
