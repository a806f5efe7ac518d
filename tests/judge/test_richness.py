from __future__ import annotations

import pytest

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.data import encode
from specwright.core.program.types import Type
from specwright.judge.ranking.richness import MOST_BITS, behaviour, bits


def returned(value: object) -> Outcome:
    return Outcome(ending=Ending.RETURNED, value=encode(value))


def test_the_richer_a_value_the_more_surprising_it_is_to_meet_in_it() -> None:
    ladder = [bits(encode(value)) for value in (None, "", 3, 1234, [12, 7, 31])]
    assert ladder == sorted(ladder)
    assert bits(True) == bits(None) == 0.0
    assert bits(encode(list(range(1000)))) == MOST_BITS


def test_numbers_that_are_equal_or_differ_by_rounding_are_the_same_behaviour() -> None:
    assert behaviour(returned(1)).key == behaviour(returned(1.0)).key == behaviour(returned(True)).key
    assert behaviour(returned(0.1 + 0.2)).key == behaviour(returned(0.3)).key
    assert behaviour(returned([0.0])).key == behaviour(returned([-0.0])).key
    assert behaviour(returned({"a": 1, "b": 2.0})).key == behaviour(returned({"b": 2, "a": 1})).key


def test_values_that_differ_are_different_behaviours() -> None:
    different = [returned(value) for value in (1, 2, "1", [1], (1,), {1}, {1: 1}, None, 2**60, float("nan"), b"1")]
    assert len({behaviour(outcome).key for outcome in different}) == len(different)


def test_each_way_of_not_returning_is_a_kind_of_its_own_and_empty() -> None:
    endings = [Outcome(ending=ending, error="x") for ending in Ending if ending is not Ending.RETURNED]
    kinds = [behaviour(outcome) for outcome in endings]
    assert len({kind.key for kind in kinds}) == len(kinds)
    assert all(kind.empty for kind in kinds)
    assert behaviour(returned(None)).empty
    assert not behaviour(returned(0)).empty


@pytest.mark.parametrize(
    ("value", "declared", "empty"),
    [
        (1, "int", False), (True, "int", True), (1, "float", False), (1.5, "int", True), ("a", "str", False),
        (None, "optional[int]", False), (3, "optional[int]", False), ("x", "optional[int]", True), (None, "any", True),
        ([1], "tuple[int]", False), ((1, 2), "list[int]", False), ({1}, "set[int]", False), ({}, "map", False),
        (2**80, "int", False), (float("inf"), "float", False), ([], "map[str, int]", True), (0, "bool", True),
    ],
)  # fmt: skip
def test_a_value_of_another_kind_than_declared_is_as_good_as_none(value: object, declared: str, empty: bool) -> None:
    assert behaviour(returned(value), Type.parse(declared)).empty is empty
