"""Which examples and answers of a person confirm a program."""

from __future__ import annotations

from typing import Any

import pytest

from specwright.core.evidence.outcome import CaseResult, Ending, Execution, Outcome
from specwright.core.program.candidate import Candidate
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.run.function_state import FunctionState
from specwright.core.run.package_state import PackageState
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.question import ANSWERED
from specwright.core.work.task import Requirement, Specification
from specwright.core.work.testcase import Expectation, Raises, Returns, TestCase, Tier
from specwright.pipeline.judging.confirming.confirmed import is_confirmed
from specwright.pipeline.judging.confirming.passages import unread_passages

ANY = Type.parse("any")
SPECIFICATION = Specification(
    summary="s",
    signature=Signature(name="f", params=(Parameter(name="x", type=ANY),), returns=ANY),
    requirements=(Requirement(id="R1", text="t"),),
)


def state(*cases: tuple[Any, Expectation, str], passed: bool = True) -> FunctionState:
    tests = tuple(
        TestCase(id=f"u{at}", name="t", inputs={"x": given}, expected=expected, tier=Tier.USER, source=source)
        for at, (given, expected, source) in enumerate(cases)
    )
    outcome = Outcome(ending=Ending.RETURNED, value=0)
    results = tuple(CaseResult(case_id=case.id, passed=passed, outcome=outcome) for case in tests)
    program = Candidate(id="c1", code="# 1", language="python", origin="m")
    execution = Execution(candidate_id="c1", isolated=True, results=results)
    return FunctionState(specification=SPECIFICATION, cases=tests, candidates=(program,), executions=(execution,))


@pytest.mark.parametrize(
    ("given", "expected"),
    [([], Returns(value=0)), ("", Returns(value="")), (4, Returns(value=4)), (4, Returns(value=True)), (-1, Raises())],
)
def test_an_answer_that_a_trivial_program_gives_confirms_nothing(given: Any, expected: Expectation) -> None:
    assert not is_confirmed(state((given, expected, ANSWERED)), "c1")


def test_an_answer_that_no_trivial_program_gives_confirms_the_program_that_passes_it() -> None:
    case = ([3, 1], Returns(value=[1, 3]), ANSWERED)
    assert is_confirmed(state(case), "c1")
    assert not is_confirmed(state(case, passed=False), "c1")


def test_two_answers_that_differ_confirm_a_predicate() -> None:
    yes, no = (4, Returns(value=True), ANSWERED), (5, Returns(value=False), ANSWERED)
    assert is_confirmed(state(yes, no), "c1")
    assert not is_confirmed(state(yes, (6, Returns(value=True), ANSWERED)), "c1")


def test_an_example_of_the_users_own_choice_confirms() -> None:
    assert is_confirmed(state(([], Returns(value=0), "f([]) == 0")), "c1")
    assert not is_confirmed(state(), "c1")


@pytest.mark.parametrize(("answer", "barred"), [(True, False), (False, True)])
def test_a_passage_bars_the_word_unless_passing_examples_hold_all_of_its_data(answer: bool, barred: bool) -> None:
    found = state(("listen", Returns(value=0), "given"), ("silent", Returns(value=0), "given"), passed=answer)
    blueprint = Blueprint.of_function(
        SPECIFICATION.model_copy(update={"unread": ('"listen" and "silent" are anagrams',)})
    )
    package = PackageState.of_function(blueprint, found.cases).with_function("f", found)
    assert bool(list(unread_passages(package, "c1", ""))) is barred


PASSAGE = "Intervals that touch, such as [1, 4] and [4, 5], are merged too"
MERGING = f"Write a function that merges all overlapping intervals and sorts them by their first number. {PASSAGE}."


@pytest.mark.parametrize(
    ("text", "given", "barred"),
    [
        (PASSAGE, [[1, 4], [4, 5]], False),
        (PASSAGE, [[1, 4], [4, 6]], True),
        ("Intervals that touch, such as [1, 4] and [4, 5], stay", [[1, 4], [4, 5]], True),
    ],
)
def test_a_test_of_a_requirement_that_has_the_passage_word_for_word_is_about_it(
    text: str, given: list[list[int]], barred: bool
) -> None:
    found = state((given, Returns(value=0), "written"))
    guess = found.cases[0].model_copy(update={"tier": Tier.GUESS, "requirement": "R1"})
    specification = SPECIFICATION.model_copy(
        update={"unread": (PASSAGE,), "requirements": (Requirement(id="R1", text=text),)}
    )
    found = found.model_copy(update={"specification": specification, "cases": (guess,)})
    package = PackageState.of_function(Blueprint.of_function(specification), found.cases).with_function("f", found)
    assert bool(list(unread_passages(package, "c1", MERGING))) is barred
