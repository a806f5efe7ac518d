"""Conclude: what the run hands over, read from its log. A run never reports a state that it did not reach."""

from __future__ import annotations

from typing import Final

from specwright.core.candidate import Candidate
from specwright.core.errors import BudgetExhausted, ModelError, SandboxUnavailable, SpecwrightError
from specwright.core.fold import RunState
from specwright.core.outcome import Ending, Execution
from specwright.core.result import Result, State, TestReport, TestTotals, report
from specwright.core.ruling import Blame, Decision, Verdict
from specwright.core.testcase import TestCase, Tier
from specwright.pipeline.desk import Desk
from specwright.pipeline.write_tests import contradiction
from specwright.ports import Program

_UNFINISHED: Final[dict[type[SpecwrightError], State]] = {
    ModelError: State.MODEL_UNAVAILABLE,
    SandboxUnavailable: State.SANDBOX_UNAVAILABLE,
    BudgetExhausted: State.BUDGET_EXHAUSTED,
}


def conclude(desk: Desk) -> Result:
    """The result of a run that came to its own end."""
    state = desk.log.state
    conflict = contradiction(state.cases)
    if conflict:
        first, second = conflict
        text = (
            f"the examples contradict each other: {first.call} is expected to give {first.expected} "
            f"({first.source!r}) and also {second.expected} ({second.source!r})"
        )
        return _result(desk, State.SPEC_CONFLICT, text)
    verdict = state.verdicts[-1]
    failed = _failed(state, verdict)
    if any(ruling.blame is Blame.SPEC for ruling in verdict.rulings):
        return _result(desk, State.SPEC_CONFLICT, "; ".join(verdict.reasons))
    if failed is None or failed or not state.cases:
        return _result(desk, State.TESTS_FAILING, _why_failing(state, verdict, failed))
    return _result(desk, _passing_state(state), "; ".join(verdict.reasons))


def unfinished(desk: Desk, error: ModelError | SandboxUnavailable | BudgetExhausted) -> Result:
    """The result of a run that something outside brought to an end, with the best that was found until then."""
    kind = next(kind for kind in _UNFINISHED if isinstance(error, kind))
    text = f"{error.message.rstrip('.')}. {error.hint}" if error.hint else error.message
    return _result(desk, _UNFINISHED[kind], text)


def _result(desk: Desk, reached: State, explanation: str) -> Result:
    state = desk.log.state
    candidate = _best(state)
    execution = state.execution_of(candidate.id) if candidate else None
    tests = _reports(state, execution)
    verdict = state.verdicts[-1] if state.verdicts else None
    accepted = verdict is not None and verdict.decision is Decision.ACCEPT
    return Result(
        run_id=desk.log.run_id,
        execution_result=reached,
        verified=reached.passing and accepted,
        confidence=verdict.confidence
        if verdict and candidate and state.cases and verdict.chosen == candidate.id
        else None,
        explanation=explanation,
        language=desk.task.language,
        entry_point=state.specification.signature.name if state.specification else desk.task.entry_point,
        signature=state.specification.signature if state.specification else None,
        code=candidate.code if candidate else None,
        tests=tests,
        test_results=_totals(tests),
        revisions=state.revisions,
        iterations_required=len(state.verdicts),
        error_details=_load_error(state),
        warnings=state.warnings,
        written_by=candidate.origin if candidate else None,
        model=", ".join(dict.fromkeys(answer.model for answer in state.answers)) or desk.model.name,
        sandbox=f"{desk.sandbox.name}: {desk.sandbox.level}",
        spending=state.spending,
        **_trust(desk, reached, candidate, accepted),
    )


def _trust(desk: Desk, reached: State, candidate: Candidate | None, accepted: bool) -> dict[str, str | bool | None]:
    """How the result was validated, and how far to trust it."""
    if reached is not State.SANDBOX_UNAVAILABLE:
        return {"manual_review_recommended": not (reached.passing and accepted)}
    specification = desk.log.state.specification
    readable = candidate is not None and specification is not None and _well_formed(desk, candidate)
    return {
        "validation_method": "STATIC_ANALYSIS_ONLY",
        "confidence_level": "LOW" if readable else "NONE",
        "manual_review_recommended": True,
    }


def _well_formed(desk: Desk, candidate: Candidate) -> bool:
    specification = desk.log.state.specification
    return (
        specification is not None
        and desk.toolchain.objection(Program(code=candidate.code, signature=specification.signature)) is None
    )


def _best(state: RunState) -> Candidate | None:
    """The candidate to hand over: the judge's choice, else the one that passes most tests, else the first."""
    chosen = state.verdicts[-1].chosen if state.verdicts else None
    by_id = {candidate.id: candidate for candidate in state.candidates}
    if chosen in by_id:
        return by_id[chosen]
    passed = {execution.candidate_id: execution.passed for execution in state.executions}
    return max(state.candidates, key=lambda candidate: passed.get(candidate.id, -1), default=None)


def _reports(state: RunState, execution: Execution | None) -> tuple[TestReport, ...]:
    results = {result.case_id: result for result in execution.results} if execution else {}
    return tuple(report(case, results.get(case.id)) for case in state.cases)


def _totals(tests: tuple[TestReport, ...]) -> TestTotals:
    passed = sum(test.passed is True for test in tests)
    return TestTotals(total_tests=len(tests), passed=passed, failed=len(tests) - passed)


def _passing_state(state: RunState) -> State:
    if not state.revisions:
        return State.TESTS_PASSING
    only_loading = all(
        not revision.revised_test_cases and revision.revised_from and _failed_to_load(state, revision.revised_from)
        for revision in state.revisions
    )
    return State.SYNTAX_ERROR_CORRECTED if only_loading else State.TESTS_PASSING_AFTER_REFINEMENT


def _failed_to_load(state: RunState, candidate_id: str) -> bool:
    execution = state.execution_of(candidate_id)
    return execution is not None and any(r.outcome.ending is Ending.NOT_LOADED for r in execution.results)


def _load_error(state: RunState) -> str | None:
    """The first compile or syntax error that a candidate had, in the order of candidates: who ran first is chance."""
    order = {candidate.id: number for number, candidate in enumerate(state.candidates)}
    for execution in sorted(state.executions, key=lambda execution: order[execution.candidate_id]):
        for result in execution.results:
            if result.outcome.ending is Ending.NOT_LOADED:
                return result.outcome.detail or result.outcome.error
    return None


def _failed(state: RunState, verdict: Verdict) -> tuple[TestCase, ...] | None:
    """The tests that the chosen candidate does not pass, of those that still stand; None without a candidate."""
    execution = state.execution_of(verdict.chosen) if verdict.chosen else None
    if execution is None:
        return None
    passed = {result.case_id for result in execution.results if result.passed}
    return tuple(case for case in state.cases if case.id not in passed)


def _why_failing(state: RunState, verdict: Verdict, failed: tuple[TestCase, ...] | None) -> str:
    if not state.cases:
        return "nothing could be verified: there is no example and no test; give an example or two with --example"
    if failed is None:
        return "; ".join(("no candidate could be kept", *verdict.reasons))
    users = sum(case.tier is Tier.USER for case in failed)
    of_user = f", {users} of them the user's own" if users else ""
    return f"{len(failed)} of {len(state.cases)} tests fail{of_user} after {len(state.verdicts)} round(s)"
