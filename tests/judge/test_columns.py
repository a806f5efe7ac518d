from __future__ import annotations

import pytest

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.data import encode
from specwright.core.program.equality import EXACT, Comparison
from specwright.core.program.types import Type
from specwright.judge.ranking.columns import column

ANY_ORDER = Comparison(any_order=True)


def returned(value: object) -> Outcome:
    return Outcome(ending=Ending.RETURNED, value=encode(value))


def raised(kind: str) -> Outcome:
    return Outcome(ending=Ending.RAISED, error=kind)


def cells(
    *outcomes: Outcome,
    comparison: Comparison = EXACT,
    returns: str = "any",
    kinds: dict[str, str] | None = None,
) -> tuple[object, ...]:
    wanted = Type.parse(returns)
    return column("c", "", outcomes, generated=True, returns=wanted, comparison=comparison, kinds=kinds or {}).cells


def test_errors_that_no_test_names_are_one_behaviour() -> None:
    assert cells(raised("Err"), raised("OutOfRange"), raised("NotPositive")) == (0, 0, 0)
    assert cells(raised("Err"), Outcome(ending=Ending.TIMEOUT), returned(None)) == (0, 1, 2)


def test_an_error_that_met_a_named_kind_differs_from_the_others() -> None:
    found = cells(raised("ValueError"), raised("KeyError"), raised("TypeError"), kinds={"ValueError": "ValueError"})
    assert found == (0, 1, 1)


def test_all_errors_that_met_one_named_kind_are_one_behaviour() -> None:
    kinds = {"NumberFormatException": "ValueError", "IllegalArgumentException": "ValueError"}
    assert cells(raised("NumberFormatException"), raised("IllegalArgumentException"), kinds=kinds) == (0, 0)


def test_with_any_order_lists_are_compared_as_multisets() -> None:
    some = [returned(value) for value in ([1, 2, 2], [2, 1, 2], [1, 1, 2], [[3, 1], [2]], [[2], [1, 3]])]
    assert cells(*some, comparison=ANY_ORDER) == (0, 0, 1, 2, 2)
    assert cells(*some) == (0, 1, 2, 3, 4)


def test_with_any_order_a_tuple_of_different_types_keeps_its_order() -> None:
    some = [returned((1, "a")), returned(("a", 1))]
    assert cells(*some, comparison=ANY_ORDER, returns="tuple[int, str]") == (0, 1)


def test_with_any_order_maps_keep_their_keys() -> None:
    some = [returned({"a": [1, 2]}), returned({"a": [2, 1]}), returned({"b": [1, 2]})]
    assert cells(*some, comparison=ANY_ORDER) == (0, 0, 1)


@pytest.mark.parametrize(("tolerance", "expected"), [(None, (0, 1)), (0.01, (0, 0))])
def test_values_within_the_tolerance_are_one_behaviour(tolerance: float | None, expected: tuple[int, ...]) -> None:
    assert cells(returned(1.0), returned(1.005), comparison=Comparison(tolerance=tolerance)) == expected
