"""Which conventions of a program might be others, and how the other program reads."""

from __future__ import annotations

from typing import Any

import pytest

from specwright.offline.patterns.readings import readings


def other(code: str, problem: str = "") -> Any:
    """The function `f` of the one other reading."""
    [reading] = readings(code, problem)
    space: dict[str, Any] = {}
    exec(reading.code, space)
    return space["f"]


def test_a_shift_may_or_may_not_go_round() -> None:
    rotated = other("def f(xs, k):\n    cut = k % len(xs)\n    return xs[cut:] + xs[:cut]")
    assert rotated([1, 2, 3], 2) == [3, 1, 2]
    assert rotated([1, 2, 3], 5) == [1, 2, 3]
    to_the_right = other("def f(xs, k):\n    cut = len(xs) - k % len(xs)\n    return xs[cut:] + xs[:cut]")
    assert to_the_right([1, 2, 3], 1) == [3, 1, 2]
    assert to_the_right([1, 2, 3], 4) == [1, 2, 3]
    sliced = other("def f(xs, k):\n    return xs[-k:] + xs[:-k]")
    assert sliced([1, 2, 3], 1) == [3, 1, 2]
    assert sliced([1, 2, 3], 4) == [3, 1, 2]


@pytest.mark.parametrize(
    ("body", "instead"),
    [
        ("for at, x in enumerate(xs):\n        if x == y:\n            return at\n    return -1", None),
        ("for at, x in enumerate(xs):\n        if x == y:\n            return at\n    return None", -1),
        ("return xs.index(y) if y in xs else -1", None),
        ("return next((at for at, x in enumerate(xs) if x == y), -1)", None),
        ("return {x: at for at, x in enumerate(xs)}.get(y, -1)", None),
        ("return max((at for at, x in enumerate(xs) if x == y), default=-1)", None),
    ],
)
def test_nothing_found_may_be_said_otherwise(body: str, instead: object) -> None:
    found = other(f"def f(xs, y):\n    {body}")
    assert found([4, 5], 5) == 1
    assert found([4, 5], 6) == instead


def test_a_text_that_is_not_there_may_be_an_error() -> None:
    found = other("def f(s, t):\n    return s.find(t)")
    assert found("abc", "b") == 1
    with pytest.raises(ValueError, match="not found"):
        found("abc", "x")


def test_what_the_problem_names_is_settled() -> None:
    code = "def f(xs, y):\n    return xs.index(y) if y in xs else -1"
    assert readings(code, "Return the place of y in xs.")
    assert not readings(code, "Return the place of y in xs, or -1.")
    assert not readings("def f(s):\n    return s.find('x')", "Return the place of the x, -1 where there is none.")


def test_equal_items_may_count_once_or_each() -> None:
    second = "def f(xs: list[int]) -> int:\n    return sorted(set(xs))[-2]"
    assert other(second, "the second largest number")([5, 3, 5]) == 5
    assert other("def f(xs, ys):\n    return [x for x in dict.fromkeys(xs) if x in ys]")([1, 1, 2], [1]) == [1, 1]
    assert not readings(second, "the second largest of the distinct numbers")
    assert not readings("def f(text: str) -> bool:\n    return set('abc') <= set(text)")


def test_the_longer_of_two_lists_may_be_cut() -> None:
    pairs = (
        "from itertools import zip_longest\n\ndef f(xs, ys):\n    return [x for xy in zip_longest(xs, ys) for x in xy]"
    )
    assert other(pairs)([1, 2], [3]) == [1, 3]


def test_ordinary_code_has_one_reading() -> None:
    assert not readings("def f(n):\n    return n % 2 == 0")
    assert not readings("def f(xs):\n    return xs[1:] + xs[:1]"), "a shift by one always goes round"
    assert not readings("def f(xs):\n    return [x for x in xs if x > 0]")


def test_a_formula_for_the_place_of_something_may_be_meant_for_what_is_there_alone() -> None:
    code = "def f(xs, y):\n    return sum(x < y for x in xs)"
    assert not readings(code, "Count the numbers below y.")
    assert not readings(code, "Return the index of y in the sorted list, or -1.")
    guarded = readings(code, "Return the index of y in the sorted list.")
    assert [reading.about for reading in guarded][1] == "what is given when y is not in xs"
    space: dict[str, Any] = {}
    exec(guarded[1].code, space)
    assert space["f"]([1, 4, 6], 4) == 1
    assert space["f"]([1, 4, 6], 5) == -1
