from __future__ import annotations

from typing import get_args

import pytest

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.data import Data
from specwright.core.work.property import Property, PropertyKind
from specwright.judge.properties import follow_up, holds


def returned(value: Data) -> Outcome:
    return Outcome(ending=Ending.RETURNED, value=value)


RAISED = Outcome(ending=Ending.RAISED, error="ValueError")
GIVEN: dict[str, Data] = {"items": [3, 1, 2], "n": 4}


@pytest.mark.parametrize(
    ("kind", "descending", "value", "expected"),
    [
        ("sorted", False, [1, 2, 2, 3], True),
        ("sorted", False, [1, 3, 2], False),
        ("sorted", True, [3, 2, 1], True),
        ("sorted", False, [1, "a"], None),
        ("sorted", False, 7, None),
        ("sorted", False, [], True),
        ("sorted", False, {"$tuple": ["a", "b"]}, True),
        ("rearranged", False, [1, 2, 3], True),
        ("rearranged", False, [1, 2, 2], False),
        ("rearranged", False, None, None),
        ("same length", False, [0, 0, 0], True),
        ("same length", False, "ab", False),
    ],
)
def test_a_property_of_one_call_is_seen_in_its_output(
    kind: PropertyKind, descending: bool, value: Data, expected: bool | None
) -> None:
    wanted = Property(kind=kind, param="items", descending=descending)
    assert holds(wanted, GIVEN, returned(value)) is expected
    assert follow_up(wanted, GIVEN, returned(value)) is None


def test_an_idempotent_function_is_called_on_its_own_output() -> None:
    wanted = Property(kind="idempotent", param="items")
    assert follow_up(wanted, GIVEN, returned([1, 2, 3])) == {"items": [1, 2, 3], "n": 4}
    assert holds(wanted, GIVEN, returned([1, 2, 3]), returned([1, 2, 3])) is True
    assert holds(wanted, GIVEN, returned([1, 2, 3]), returned([3, 2, 1])) is False
    assert holds(wanted, GIVEN, returned([1, 2, 3]), RAISED) is False
    assert holds(wanted, GIVEN, returned([1, 2, 3])) is None


def test_a_round_trip_gives_the_input_back() -> None:
    wanted = Property(kind="own inverse", param="items")
    assert holds(wanted, GIVEN, returned([2, 1, 3]), returned([3, 1, 2])) is True
    assert holds(wanted, GIVEN, returned([2, 1, 3]), returned([2, 1, 3])) is False


def test_order_free_functions_are_called_with_the_items_shuffled_by_the_seed() -> None:
    wanted = Property(kind="order free", param="items")
    many: dict[str, Data] = {"items": list(range(10))}
    further = follow_up(wanted, many, returned(45), seed=4)
    assert further is not None
    assert sorted(further["items"]) == many["items"] != further["items"]
    assert further == follow_up(wanted, many, returned(45), seed=4)
    assert holds(wanted, many, returned(45), returned(45)) is True
    assert holds(wanted, many, returned(45), returned(44)) is False


@pytest.mark.parametrize("kind", get_args(PropertyKind))
def test_a_call_that_did_not_return_or_a_parameter_that_is_not_there_tells_nothing(kind: PropertyKind) -> None:
    assert holds(Property(kind=kind, param="items"), GIVEN, RAISED) is None
    assert holds(Property(kind=kind, param="other"), GIVEN, returned([1])) is None
    assert follow_up(Property(kind=kind, param="items"), GIVEN, RAISED) is None
    assert str(Property(kind=kind, param="items"))
