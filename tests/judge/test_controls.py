"""A suite that a trivial program passes proves nothing."""

from __future__ import annotations

from specwright.core.program.data import encode
from specwright.core.program.kind import TaskKind
from specwright.core.program.steps import UNSTATED, raised
from specwright.core.work.testcase import Raises, Returns, TestCase, Tier
from specwright.judge.controls import control_passing_all, tells_from_controls, told_methods


def passing(*pairs: tuple[object, object]) -> str | None:
    cases = [
        TestCase(
            id=f"t{number}",
            name="one",
            inputs={"x": encode(given)},
            expected=Raises() if expected is ValueError else Returns(value=encode(expected)),
            tier=Tier.GUESS,
        )
        for number, (given, expected) in enumerate(pairs)
    ]
    return control_passing_all(cases)


def test_a_constant_passes_tests_that_all_want_the_same() -> None:
    assert passing((1, None), (2, None)) == "returns None"
    assert passing((1, "a"), (2, "a")) == "returns 'a'"


def test_the_identity_passes_tests_of_inputs_that_stay_as_they_are() -> None:
    assert passing(([1, 2], [1, 2]), ([], [])) == "returns its argument x"


def test_a_program_that_always_fails_passes_tests_that_all_want_an_error() -> None:
    assert passing((1, ValueError), (2, ValueError)) == "raises an error"


def test_tests_that_tell_answers_apart_are_passed_by_no_trivial_program() -> None:
    assert passing((1, 2), (2, 4)) is None
    assert passing((1, None), (2, None), (3, 6)) is None
    assert passing((1, 2), (2, ValueError)) is None
    assert passing() is None


def test_a_test_tells_something_by_itself_if_no_trivial_program_passes_it() -> None:
    calls = [["Account", 5], ["deposit", 2], ["balance"]]
    told = [
        (TaskKind.FUNCTION, {"s": "10B"}, Returns(value=10), True),
        (TaskKind.FUNCTION, {"s": ""}, Returns(value=[]), False),
        (TaskKind.FUNCTION, {"s": "x"}, Returns(value=False), False),
        (TaskKind.FUNCTION, {"s": "abc"}, Returns(value="abc"), False),
        (TaskKind.FUNCTION, {"s": "x"}, Raises(), False),
        (TaskKind.FUNCTION, {"s": "x"}, Raises(error="ValueError"), True),
        (TaskKind.PROGRAM, {"stdin": "1"}, Returns(value={"$tuple": ["2\n", 0, {"$map": []}]}), True),
        (TaskKind.PROGRAM, {"stdin": "1"}, Returns(value={"$tuple": ["", 2, {"$map": []}]}), False),
        (TaskKind.CLASS, {"calls": calls}, Returns(value=[None, None, 7]), True),
        (TaskKind.CLASS, {"calls": calls}, Returns(value=[None, raised(""), UNSTATED]), False),
        (TaskKind.CLASS, {"calls": calls}, Returns(value=[None, raised("ValueError"), UNSTATED]), True),
    ]
    for kind, inputs, expected, telling in told:
        case = TestCase(id="t1", name="one", inputs=inputs, expected=expected, tier=Tier.GUESS)
        assert tells_from_controls(case, kind) is telling, case


def test_the_methods_of_which_a_test_wants_more_than_an_empty_result_are_known() -> None:
    def told(*expected: object) -> frozenset[str]:
        calls = [["Bag"], ["add", 1], ["total"]]
        case = TestCase(
            id="t", name="one", inputs={"calls": calls}, expected=Returns(value=[None, *expected]), tier=Tier.GUESS
        )
        return told_methods(case)

    assert told(None, 0) == frozenset()
    assert told(None, 1) == {"total"}
    assert told(raised("ValueError"), 0) == {"add"}
