"""Conclude: what the run hands over, read from its log. A run never reports a state that it did not reach."""

from __future__ import annotations

import re
from typing import Any, Final

from specwright.core.errors import BudgetExhausted, ModelError, SandboxUnavailable, SpecwrightError
from specwright.core.evidence.native import NativeEnding, NativeReport
from specwright.core.evidence.outcome import Ending
from specwright.core.evidence.ruling import Blame, Decision, Verdict
from specwright.core.program.candidate import Candidate
from specwright.core.program.signature import Signature
from specwright.core.run.fold import RunState
from specwright.core.run.result import Result, ScenarioReport, State, TestReport
from specwright.core.text import capitalised, counted
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.performance import BoundVerdict
from specwright.core.work.question import UserQuestion
from specwright.core.work.task import Story
from specwright.core.work.testcase import Tier
from specwright.pipeline.context import RunContext
from specwright.pipeline.finishing.reports import (
    checker_reports,
    decided,
    requirement_matrix,
    scenario_reports,
    test_reports,
    totals,
)
from specwright.pipeline.remembering.uses import uses
from specwright.pipeline.writing.tests import contradiction
from specwright.ports.language import Program
from specwright.quality.evidence import QualityEvidence

_UNFINISHED: Final[dict[type[SpecwrightError], State]] = {
    ModelError: State.MODEL_UNAVAILABLE,
    SandboxUnavailable: State.SANDBOX_UNAVAILABLE,
    BudgetExhausted: State.BUDGET_EXHAUSTED,
}


def conclude(context: RunContext) -> Result:
    """Return the result of a run that came to its own end."""
    state = context.log.state
    plan = Blueprint.of_function(state.specification) if state.specification else state.blueprint
    conflict = contradiction(state.cases, plan)
    if conflict:
        first, second = conflict
        text = (
            f"the examples contradict each other: {first.call} is expected to give {first.expected} "
            f"({first.source!r}) and also {second.expected} ({second.source!r})"
        )
        return result_of(context, State.SPEC_CONFLICT, text)
    verdict = state.verdicts[-1]
    failed = _failed(state)
    if any(ruling.blame is Blame.SPEC for ruling in verdict.rulings):
        return result_of(context, State.SPEC_CONFLICT, "; ".join(verdict.reasons))
    if failed is None or failed or not (state.cases or state.scenarios):
        return result_of(context, State.TESTS_FAILING, _why_failing(state, verdict, failed))
    if state.native is not None and not state.native.all_passed:
        return result_of(context, State.TESTS_FAILING, _why_native(state.native))
    return result_of(context, _passing_state(state), "; ".join(verdict.reasons))


def unfinished(context: RunContext, error: ModelError | SandboxUnavailable | BudgetExhausted) -> Result:
    """Return the result of a run that something outside brought to an end, with the best that was found until then."""
    kind = next(kind for kind in _UNFINISHED if isinstance(error, kind))
    ending = "" if error.message.endswith(("?", "!")) else "."
    text = f"{error.message.rstrip('.')}{ending} {capitalised(error.hint)}" if error.hint else error.message
    return result_of(context, _UNFINISHED[kind], text)


def awaiting(context: RunContext, question: UserQuestion) -> Result:
    """Return the result of a run that waits for the answer of the person who knows."""
    text = f"one answer would decide it: what should {question.function}({question.call}) return?"
    return result_of(context, State.AWAITING_ANSWER, text).model_copy(update={"question": question})


def result_of(context: RunContext, reached: State, explanation: str) -> Result:
    """Return the result of a run that reached this state, read from its log."""
    state = context.log.state
    candidate = best_of(state)
    execution = state.execution_of(candidate.id) if candidate else None
    tests, scenarios = test_reports(state, execution), scenario_reports(state)
    verdict = state.verdicts[-1] if state.verdicts else None
    accepted = verdict is not None and verdict.decision is Decision.ACCEPT
    verified = reached.passing and accepted and not state.bars and not _misses_bounds(state)
    return Result(
        run_id=context.log.run_id,
        execution_result=reached,
        verified=verified,
        confidence=verdict.confidence if verdict and candidate and _is_judged(state, verdict, candidate) else None,
        explanation=explanation,
        language=context.task.language,
        entry_point=_entry_point(context),
        signature=state.specification.signature if state.specification else None,
        code=_code(context, candidate),
        tests=tests,
        scenarios=scenarios,
        test_results=totals(tests, scenarios, state),
        revisions=state.revisions,
        iterations_required=len(state.verdicts),
        error_details=_load_error(state),
        bars=state.bars,
        assumptions=_assumptions(state),
        checkers=checker_reports(state, execution),
        warnings=state.warnings,
        written_by=candidate.origin if candidate else None,
        model=", ".join(dict.fromkeys(answer.model for answer in state.answers)) or context.model.name,
        sandbox=f"{context.sandbox.name}: {context.sandbox.level}",
        spending=state.spending,
        packages=context.task.lock.packages if context.task.lock else (),
        memory=uses(state, candidate.id if candidate else None, verified),
        **_trust(context, reached, candidate, accepted),
        **(
            _of_package(context, tests, scenarios)
            if context.task.story is Story.PACKAGE
            else _of_function(state, tests)
        ),
    )


def _assumptions(state: RunState) -> tuple[str, ...]:
    """Return how the open points of the function or the package were read."""
    found = state.specification or state.blueprint
    return found.assumptions if found else ()


def _entry_point(context: RunContext) -> str:
    """Return the name of the function or the package; what the user asked for if the run did not get that far."""
    state = context.log.state
    if state.blueprint is not None:
        return state.blueprint.name
    return state.specification.signature.name if state.specification else context.task.entry_point


def _code(context: RunContext, candidate: Candidate | None) -> str | None:
    """Return the code that is handed over: of a package as its formatter left it."""
    package = context.log.state.package
    if package is not None:
        path = context.project.source_path(package.name)
        return package.sources.get(path, candidate.code if candidate else None)
    return candidate.code if candidate else None


def _of_function(state: RunState, tests: tuple[TestReport, ...]) -> dict[str, Any]:
    """Return the requirements of a function, and which test checks which."""
    specification = state.specification
    if specification is None:
        return {}
    return {
        "requirements": specification.requirements,
        "matrix": requirement_matrix(specification.requirements, tests, (), state),
        "unclear": specification.unclear,
        "strategy": state.strategy.strategy if state.strategy else None,
        "why_strategy": state.strategy.why if state.strategy else None,
    }


def _of_package(
    context: RunContext, tests: tuple[TestReport, ...], scenarios: tuple[ScenarioReport, ...]
) -> dict[str, Any]:
    """Return the fields of the result that only a package has."""
    state = context.log.state
    blueprint, plan, package = state.blueprint, state.plan, state.package
    checks = state.inspected[-1].checks if state.inspected else ()
    bounds = state.measured[-1].results if state.measured else ()
    evidence = QualityEvidence.of(checks, state.native, bounds, context.limits.metrics)
    return {
        "package": package,
        "documentation": package.documents.get("README.md") if package else None,
        "quality": state.quality,
        "quality_score": state.quality.score if state.quality else None,
        "requirements": blueprint.requirements if blueprint else (),
        "constraints": decided(blueprint, evidence, _foreign_imports(context)) if blueprint else (),
        "unclear": blueprint.unclear if blueprint else (),
        "matrix": requirement_matrix(blueprint.requirements, tests, scenarios, state) if blueprint else (),
        "native": state.native,
        "performance": bounds,
        "optimizations_applied": state.optimizations,
        "flaky_tests": state.flaky,
        "strategy": plan.strategy if plan else None,
        "why_strategy": plan.why_strategy if plan else None,
        "phases": state.phases,
        "audit": state.audited.report if state.audited else None,
    }


def _foreign_imports(context: RunContext) -> tuple[str, ...] | None:
    """The modules from outside the standard library that the package's sources import; None without a package."""
    package = context.log.state.package
    if package is None:
        return None
    names = {name for code in package.sources.values() for name in context.toolchain.foreign_imports(code)}
    own = package.name.replace("_", "")
    return tuple(sorted(name for name in names if re.split(r"[./]", name)[0].replace("_", "").lower() != own))


def _is_judged(state: RunState, verdict: Verdict, candidate: Candidate) -> bool:
    """Return whether the verdict speaks of this candidate, and on the ground of any test."""
    faster = any(candidate.parent == verdict.chosen for _ in state.optimizations)
    return bool(state.cases or state.scenarios) and (verdict.chosen == candidate.id or faster)


def _trust(
    context: RunContext, reached: State, candidate: Candidate | None, accepted: bool
) -> dict[str, str | bool | None]:
    """How the result was validated, and how far to trust it."""
    if reached is not State.SANDBOX_UNAVAILABLE:
        return {"manual_review_recommended": not (reached.passing and accepted) or bool(context.log.state.bars)}
    readable = candidate is not None and _well_formed(context, candidate)
    return {
        "validation_method": "STATIC_ANALYSIS_ONLY",
        "confidence_level": "LOW" if readable else "NONE",
        "manual_review_recommended": True,
    }


def _well_formed(context: RunContext, candidate: Candidate) -> bool:
    signatures = _signatures(context.log.state)
    return bool(signatures) and all(
        context.toolchain.objection(Program(code=candidate.code, signature=signature)) is None
        for signature in signatures
    )


def _signatures(state: RunState) -> list[Signature]:
    """What the code must offer: the function, or of a package every function."""
    if state.specification is not None:
        return [state.specification.signature]
    return [item.signature for item in state.blueprint.functions if item.signature] if state.blueprint else []


def best_of(state: RunState) -> Candidate | None:
    """Return the candidate to hand over: the judge's choice, else the one that passes most tests, else the first."""
    chosen = state.verdicts[-1].chosen if state.verdicts else None
    chosen = state.packaged.candidate_id if state.packaged else chosen
    by_id = {candidate.id: candidate for candidate in state.candidates}
    if chosen in by_id:
        return by_id[chosen]
    passed = {execution.candidate_id: execution.passed for execution in state.executions}
    return max(state.candidates, key=lambda candidate: passed.get(candidate.id, -1), default=None)


def _misses_bounds(state: RunState) -> bool:
    """Return whether something that is stated of speed or memory was measured not to hold."""
    results = state.measured[-1].results if state.measured else ()
    return any(result.verdict is BoundVerdict.FAILS for result in results)


def _passing_state(state: RunState) -> State:
    if state.optimizations and not _misses_bounds(state):
        return State.PERFORMANCE_OPTIMIZED
    revisions = [revision for revision in state.revisions if not revision.findings]
    if not revisions:
        return State.TESTS_PASSING
    only_loading = all(
        not revision.revised_test_cases
        and not revision.revised_scenarios
        and revision.revised_from
        and _failed_to_load(state, revision.revised_from)
        for revision in revisions
    )
    return State.SYNTAX_ERROR_CORRECTED if only_loading else State.TESTS_PASSING_AFTER_REFINEMENT


def _failed_to_load(state: RunState, candidate_id: str) -> bool:
    execution = state.execution_of(candidate_id)
    if execution is not None and execution.results:
        return any(r.outcome.ending is Ending.NOT_LOADED for r in execution.results)
    reports = [tested.report for tested in state.tested if tested.candidate_id == candidate_id]
    return any(report.compile_errors for report in reports)


def _load_error(state: RunState) -> str | None:
    """The first compile or syntax error that a candidate had, in the order of candidates: who ran first is chance."""
    order = {candidate.id: number for number, candidate in enumerate(state.candidates)}
    for execution in sorted(state.executions, key=lambda execution: order[execution.candidate_id]):
        for result in execution.results:
            if result.outcome.ending is Ending.NOT_LOADED:
                return result.outcome.detail or result.outcome.error
    return None


def _failed(state: RunState) -> tuple[str, ...] | None:
    """The ids of the current tests that the handed-over code does not pass; None without any code."""
    chosen = state.packaged.candidate_id if state.packaged else state.verdicts[-1].chosen
    execution = state.execution_of(chosen) if chosen else None
    if chosen is None or (execution is None and state.cases):
        return None
    passed = {result.case_id for result in execution.results if result.passed} if execution else set()
    if state.tried and state.tried.candidate_id == chosen:
        passed |= {result.scenario_id for result in state.tried.results if result.passed}
    wanted = [*(case.id for case in state.cases), *(scenario.id for scenario in state.scenarios)]
    return tuple(name for name in wanted if name not in passed)


def _why_native(report: NativeReport) -> str:
    if report.hijacked:
        return f"the run of the package's own tests is not valid: {report.hijacked}"
    failed = [test.id for test in report.tests if test.ending is not NativeEnding.PASSED]
    return f"{len(failed)} of {len(report.tests)} of the package's own tests fail: {', '.join(failed[:3])}"


def _why_failing(state: RunState, verdict: Verdict, failed: tuple[str, ...] | None) -> str:
    if not state.cases and not state.scenarios:
        found = state.specification or state.blueprint
        if found and all(requirement.untestable for requirement in found.requirements):
            return "no requirement can be tested in the sandbox, so nothing can be verified"
        return "there is no example and no test, so nothing can be verified; give an example or two with --example"
    if failed is None:
        return "; ".join(("no program is worth keeping", *verdict.reasons))
    users = sum(case.tier is Tier.USER and case.id in failed for case in state.cases)
    of_user = f", {users} of them your own" if users else ""
    total = len(state.cases) + len(state.scenarios)
    return f"{len(failed)} of {total} tests fail after {counted(len(state.verdicts), 'round')}{of_user}"
