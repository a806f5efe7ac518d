"""What a person's answer settles of the points that words and examples leave open."""

from __future__ import annotations

from specwright.core.evidence.outcome import CaseResult, Ending, Execution, Outcome
from specwright.core.program.candidate import Candidate
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.run.function_state import FunctionState
from specwright.core.work.task import Requirement, Specification
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.offline.patterns.stems import common
from specwright.offline.patterns.variants import variants
from specwright.offline.rivals import OpenPoint, passing_all, refuted, unsettled

SIGNATURE = Signature(name="f", params=(Parameter(name="s", type=Type.parse("str")),), returns=Type.parse("bool"))
CODE = "def f(s):\n    return s == s[::-1]\n"
CLAUSE = OpenPoint(about="words", clause="ignoring spaces and case", words=("ignoring", "spaces", "case"))


def state(**passed: bool) -> FunctionState:
    """One answer of the user, and whether each candidate passes it."""
    case = TestCase(id="a1", name="", inputs={"s": "A a"}, expected=Returns(value=True), tier=Tier.USER, source="")
    done = {
        who: CaseResult(case_id="a1", passed=held, outcome=Outcome(ending=Ending.RETURNED, value=held))
        for who, held in passed.items()
    }
    return FunctionState(
        specification=Specification(
            summary="", signature=SIGNATURE, requirements=(Requirement(id="R1", text="it works"),)
        ),
        cases=(case,),
        candidates=tuple(
            Candidate(id=who, code=CODE, language="python", origin="pattern:palindrome, changed", round=1)
            for who in passed
        ),
        executions=tuple(Execution(candidate_id=who, results=(result,), isolated=True) for who, result in done.items()),
    )


def test_two_changes_that_a_clause_asks_for_are_tried_together_first() -> None:
    first, *others = variants(CODE, SIGNATURE, ("ignoring", "spaces", "case"))
    space: dict[str, object] = {}
    exec(first.code, space)
    assert callable(space["f"])
    assert space["f"]("Never odd or even")
    assert {common("spaces"), common("case")} <= set(first.words)
    assert {"upper and lower case", "spaces"} <= {other.about for other in others}


def test_a_clause_is_settled_only_by_a_variant_made_for_all_of_its_words() -> None:
    words = frozenset(variants(CODE, SIGNATURE, CLAUSE.words)[0].words)
    assert unsettled((CLAUSE,), state(c1=False, c2=True), {"c2": words}) == ()
    assert unsettled((CLAUSE,), state(c1=False, c2=True), {"c2": words - {common("spaces")}}) == (CLAUSE,)


def test_a_clause_stays_open_while_the_unchanged_program_passes() -> None:
    words = frozenset(variants(CODE, SIGNATURE, CLAUSE.words)[0].words)
    assert unsettled((CLAUSE,), state(c1=True, c2=True), {"c2": words}) == (CLAUSE,)


def test_two_readings_are_settled_by_an_answer_about_their_parting_input() -> None:
    told = OpenPoint(about="what is given when nothing is found", inputs={"s": "A a"})
    other = told.model_copy(update={"inputs": {"s": "b"}})
    assert unsettled((told, other), state(c1=True), {}) == (other,)


def test_an_answer_that_every_program_fails_names_what_was_tried() -> None:
    assert passing_all(state(c1=False)) == ()
    assert refuted(state(c1=False)) == "no known problem fits what you answered (tried: palindrome)"
