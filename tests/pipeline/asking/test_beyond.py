from __future__ import annotations

import pytest

from specwright.core.program.signature import Parameter, ParamRole, Signature
from specwright.core.program.types import Type
from specwright.pipeline.asking.beyond import beyond
from specwright.pipeline.asking.kind_words import words_for


@pytest.mark.parametrize(
    "problem",
    [
        "Write a generator that yields the primes.",
        "Sort the list in place.",
        "Take a callback and apply it to each item.",
        "Return the next weekday after a date.",
        "It raises ValueError with the message 'empty'.",
        "Count the lines of a file.",
        "Schreibe eine Funktion, die jede Zahl verdoppelt.",
    ],
)
def test_a_problem_that_may_need_more_than_plain_values_says_how_to_state_it(problem: str) -> None:
    assert "function[A, B, R]" in beyond(problem)


@pytest.mark.parametrize(
    "problem", ["Write a function that returns the sum of two numbers.", "Return the n-th Fibonacci number."]
)
def test_a_plain_problem_costs_no_further_words(problem: str) -> None:
    assert not beyond(problem)


def test_writers_learn_what_a_call_comes_to_and_how_values_are_written() -> None:
    nums = Parameter(name="nums", type=Type.parse("list[date]"), role=ParamRole.CHANGED)
    words = words_for(Signature(name="f", params=(nums,), returns=Type.parse("int"), prints=True))
    assert '"2024-02-29"' in words["case"]
    assert "`returns` (its result), `nums` (nums afterwards), `prints` (all that it prints)" in words["case"]
    assert "changes `nums` in place and no other argument" in words["conduct"]
    plain = Signature(name="f", params=(), returns=Type.parse("int"))
    assert words_for(plain) == words_for(None)
