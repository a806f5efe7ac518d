"""A suite that a trivial program passes proves nothing."""

from __future__ import annotations

from specwright.core.program.data import EXACT, encode
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.work.testcase import Raises, Returns, TestCase, Tier
from specwright.judge.trivial import passed_by_a_trivial_program

SIGNATURE = Signature(name="f", params=(Parameter(name="x", type=Type.parse("any")),), returns=Type.parse("any"))


def suite(*pairs: tuple[object, object]) -> tuple[TestCase, ...]:
    return tuple(
        TestCase(
            id=f"t{number}",
            name="one",
            inputs={"x": encode(given)},
            expected=Raises() if expected is ValueError else Returns(value=encode(expected)),
            tier=Tier.GUESS,
        )
        for number, (given, expected) in enumerate(pairs)
    )


def what_passes(*pairs: tuple[object, object]) -> str | None:
    found = passed_by_a_trivial_program(SIGNATURE, suite(*pairs), EXACT)
    return found.does if found else None


def test_a_constant_passes_tests_that_all_want_the_same() -> None:
    assert what_passes((1, None), (2, None)) == "always returns None"
    assert what_passes((1, "a"), (2, "a")) == "always returns 'a'"


def test_a_copy_of_the_input_passes_tests_of_inputs_that_stay_as_they_are() -> None:
    assert what_passes(([1, 2], [1, 2]), ([], [])) == "returns x as it is"


def test_a_program_that_always_fails_passes_tests_that_all_want_an_error() -> None:
    assert what_passes((1, ValueError), (2, ValueError)) == "always raises an error"


def test_tests_that_tell_answers_apart_are_passed_by_no_trivial_program() -> None:
    assert what_passes((1, 2), (2, 4)) is None
    assert what_passes((1, None), (2, None), (3, 6)) is None
    assert what_passes((1, 2), (2, ValueError)) is None
