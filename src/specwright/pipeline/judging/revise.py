"""Revise: only tests and code that were ruled wrong go back to their writer, with the evidence."""

from __future__ import annotations

from typing import Any, Final

from pydantic import BaseModel, Field

from specwright.core.errors import UserError
from specwright.core.evidence.outcome import CaseResult, Ending, Execution
from specwright.core.evidence.ruling import Blame, Ruling, Verdict
from specwright.core.run.function_state import FunctionState
from specwright.core.run.result import Refusal, RevisedTest, Revision
from specwright.core.work.testcase import TestCase, Tier
from specwright.pipeline.context import RunContext
from specwright.pipeline.writing.tests import expectation, list_cases, list_requirements

_SHOWN_FAILURES: Final = 8


class RevisedCaseReply(BaseModel):
    id: str
    input: dict[str, Any] | None = None
    expected: Any = None
    raises: str | None = None


class TestRevisionReply(BaseModel):
    __test__ = False

    reasoning: str = Field(min_length=1)
    revised_test_cases: list[RevisedCaseReply] = []
    dropped: list[str] = []


def blamed_tests(verdict: Verdict, cases: tuple[TestCase, ...]) -> dict[str, Ruling]:
    """The rulings against tests that may be revised, one per test, the surest."""
    revisable = {case.id for case in cases if case.tier is not Tier.USER}
    found: dict[str, Ruling] = {}
    for ruling in sorted(verdict.rulings, key=lambda ruling: ruling.probability):
        if ruling.blame in (Blame.TEST, Blame.BOTH) and ruling.case_id in revisable:
            found[ruling.case_id] = ruling
    return found


def blamed_code(verdict: Verdict) -> tuple[Ruling, ...]:
    """The rulings against the candidate that is to be kept.

    If all else speaks against an example of the user, the words may have been misread: the code must fit the example.
    """
    return tuple(
        ruling
        for ruling in verdict.rulings
        if ruling.candidate_id == verdict.chosen and ruling.blame in (Blame.CODE, Blame.BOTH, Blame.SPEC)
    )


def undecided_about(verdict: Verdict) -> tuple[Ruling, ...]:
    """The undecided failures of the candidate that is to be kept."""
    return tuple(
        ruling
        for ruling in verdict.rulings
        if ruling.candidate_id == verdict.chosen and ruling.blame is Blame.UNDECIDED
    )


async def revise_tests(context: RunContext, function_state: FunctionState, rulings: dict[str, Ruling]) -> Revision:
    """Ask the test writer about the doubtful tests. Raises ModelError, ReplyUnusable, BudgetExhausted."""
    specification, cases = function_state.specification, function_state.cases
    doubtful = tuple(case for case in cases if case.id in rulings)
    reply = await context.ask(
        "revise_tests",
        TestRevisionReply,
        problem=context.task.statement,
        signature=str(specification.signature),
        requirements=list_requirements(specification),
        examples=list_cases(tuple(case for case in cases if case.tier is Tier.USER)),
        doubtful="\n\n".join(_doubt(case, function_state.executions, rulings[case.id]) for case in doubtful),
    )
    changes, refused = _changes(function_state, rulings, reply)
    return Revision(
        round=function_state.round,
        reasoning=reply.reasoning,
        revised_test_cases=changes,
        rulings=tuple(rulings.values()),
        refused=refused,
    )


def drop_tests(function_state: FunctionState, rulings: dict[str, Ruling]) -> Revision:
    """The revision without a writer: the tests that were ruled wrong go, each with its ruling."""
    doubtful = [case for case in function_state.cases if case.id in rulings]
    return Revision(
        round=function_state.round,
        reasoning="the evidence speaks against these tests, and no round is left to have them rewritten",
        revised_test_cases=tuple(RevisedTest(id=c.id, before=c, after=None, ruling=rulings[c.id]) for c in doubtful),
        rulings=tuple(rulings.values()),
    )


def _doubt(case: TestCase, executions: tuple[Execution, ...], ruling: Ruling) -> str:
    outcomes = [result.outcome for execution in executions for result in execution.results if result.case_id == case.id]
    seen = sorted({str(outcome) for outcome in outcomes})
    return "\n".join(
        [
            f"id: {case.id} ({case.name}; requirement {case.requirement or 'not stated'})",
            f"input: {case.call}",
            f"expected: {case.expected}",
            f"what {len(outcomes)} independent program(s) gave: {'; '.join(seen[:6])}",
            f"evidence: {ruling.evidence}",
        ]
    )


def _changes(
    function_state: FunctionState, rulings: dict[str, Ruling], reply: TestRevisionReply
) -> tuple[tuple[RevisedTest, ...], tuple[Refusal, ...]]:
    """What the reply may change, and what of it is refused."""
    specification = function_state.specification
    by_id = {case.id: case for case in function_state.cases}
    proposed: dict[str, TestCase | None] = dict.fromkeys(reply.dropped)
    changes, refused = [], []
    for revised in reply.revised_test_cases:
        if revised.id in by_id:
            try:
                wanted = expectation(specification, revised.expected, revised.raises, by_id[revised.id].inputs)
            except UserError as error:
                refused.append(Refusal(case_id=revised.id, reason=error.message))
                continue
            proposed[revised.id] = by_id[revised.id].model_copy(update={"expected": wanted})
    for case_id, after in proposed.items():
        before, ruling = by_id.get(case_id), rulings.get(case_id)
        if before is None or ruling is None:
            refused.append(Refusal(case_id=case_id, reason=_refusal(before)))
            continue
        if after == before:
            refused.append(Refusal(case_id=case_id, reason="its writer looked at it again and confirms it"))
            continue
        changes.append(RevisedTest(id=case_id, before=before, after=after, ruling=ruling))
    return tuple(changes), tuple(refused)


def _refusal(case: TestCase | None) -> str:
    if case is None:
        return "there is no such test"
    if case.tier is Tier.USER:
        return "it is the user's own example, which is never revised"
    return "nothing was ruled against it"


def describe_failures(failures: list[tuple[TestCase, CaseResult]]) -> str:
    """The failures in words for the code writer. Of a held-out test only the requirement is shown."""
    lines: list[str] = []
    for case, result in failures[:_SHOWN_FAILURES]:
        outcome = result.outcome
        if outcome.ending is Ending.NOT_LOADED:
            return f"The program could not be loaded, so no test ran: {outcome.detail or outcome.error}"
        if case.held_out:
            lines.append(
                f"- a test that is not shown failed; it checks requirement {case.requirement or '(none named)'}"
            )
            continue
        said = " (the user says so: it is certain)" if case.tier is Tier.USER else ""
        lines.append(f"- input: {case.call}\n  expected: {case.expected}{said}\n  got: {outcome}")
        if outcome.detail:
            lines.append("  " + outcome.detail[-1200:].replace("\n", "\n  "))
    if len(failures) > _SHOWN_FAILURES:
        lines.append(f"- and {len(failures) - _SHOWN_FAILURES} more")
    return "\n".join(lines)
