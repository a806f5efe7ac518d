"""Reports: the tests, requirements and constraints in a run's log, in the form of the result."""

from __future__ import annotations

from specwright.core.evidence.outcome import Execution
from specwright.core.run.fold import RunState
from specwright.core.run.result import CheckerReport, RequirementRow, ScenarioReport, TestReport, TestTotals, report
from specwright.core.work.blueprint import Blueprint, Constraint
from specwright.core.work.performance import BoundVerdict
from specwright.core.work.task import Category, Requirement
from specwright.quality.constraints import holds
from specwright.quality.evidence import QualityEvidence


def test_reports(state: RunState, execution: Execution | None) -> tuple[TestReport, ...]:
    """Return each case with what this execution made of it."""
    results = {result.case_id: result for result in execution.results} if execution else {}
    return tuple(report(case, results.get(case.id)) for case in state.cases)


def checker_reports(state: RunState, execution: Execution | None) -> tuple[CheckerReport, ...]:
    """Return each checker in use with its decisions on the answers in this execution."""
    functions = {case.id: case.function for case in state.cases}
    right = [functions.get(r.case_id) for r in execution.results if r.accepted] if execution else []
    return tuple(
        CheckerReport(
            function=found.function,
            code=found.code,
            author=found.author,
            accepted=right.count(found.function),
            rejected=found.rejected,
            mutated=found.mutated,
        )
        for found in state.checkers
    )


def scenario_reports(state: RunState) -> tuple[ScenarioReport, ...]:
    """Return each native test with what became of it."""
    results = {result.scenario_id: result for result in state.tried.results} if state.tried else {}
    return tuple(
        ScenarioReport(
            id=one.id,
            name=one.name,
            kind=one.kind,
            item=one.item,
            digest=one.digest,
            held_out=one.held_out,
            requirements=one.requirements,
            passed=results[one.id].passed if one.id in results else None,
            error=results[one.id].detail or None if one.id in results else None,
        )
        for one in state.scenarios
    )


def totals(tests: tuple[TestReport, ...], scenarios: tuple[ScenarioReport, ...], state: RunState) -> TestTotals:
    """Count the tests of both kinds."""
    outcomes = [*(test.passed is True for test in tests), *(one.passed is True for one in scenarios)]
    passed = sum(outcomes)
    coverage = state.native.coverage.line_percent if state.native and state.native.coverage else None
    return TestTotals(total_tests=len(outcomes), passed=passed, failed=len(outcomes) - passed, coverage=coverage)


def requirement_matrix(
    requirements: tuple[Requirement, ...],
    tests: tuple[TestReport, ...],
    scenarios: tuple[ScenarioReport, ...],
    state: RunState,
) -> tuple[RequirementRow, ...]:
    """For each requirement the tests, native tests and measurements that check it, and whether all of them pass."""
    rows = []
    only = requirements[0].id if len(requirements) == 1 else None  # then every test checks it
    for requirement in requirements:
        found: dict[str, bool | None] = {}
        if requirement.category is not Category.PERFORMANCE:  # a result does not show the time that it took
            found |= {test.id: test.passed for test in tests if (test.requirement or only) == requirement.id}
            found |= {one.id: one.passed for one in scenarios if requirement.id in one.requirements}
        for measured in state.measured[-1:]:
            for bound in measured.results:
                if bound.bound.requirement == requirement.id:
                    holds = {BoundVerdict.HOLDS: True, BoundVerdict.FAILS: False}.get(bound.verdict)
                    found[f"measured {bound.bound.function}"] = holds
        if requirement.category is Category.STYLE and state.quality:
            found |= {f"gate {gate.name}": gate.passed for gate in state.quality.gates if gate.name == "style"}
        passed = None if not found or None in found.values() else all(found.values())
        rows.append(RequirementRow(requirement=requirement.id, tests=tuple(found), passed=passed))
    return tuple(rows)


def decided(
    blueprint: Blueprint, evidence: QualityEvidence | None, foreign: tuple[str, ...] | None
) -> tuple[Constraint, ...]:
    """Return the constraints, each with whether it was measured to hold.

    `foreign` are the modules that the sources import from outside the standard library, None if they are unknown.
    """
    measured = evidence or QualityEvidence()
    return tuple(one.model_copy(update={"held": holds(one, measured, foreign)}) for one in blueprint.constraints)
