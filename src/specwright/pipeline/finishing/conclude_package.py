"""Conclude a package: what its result hands over besides, read from the log."""

from __future__ import annotations

from specwright.core.run.fold import RunState
from specwright.core.run.result import RequirementRow, Result, ScenarioReport, TestTotals
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.performance import BoundVerdict
from specwright.core.work.task import Category
from specwright.pipeline.context import RunContext
from specwright.pipeline.finishing.grade import decided


def with_package(context: RunContext, result: Result) -> Result:
    """The result with what only packages have."""
    state = context.log.state
    blueprint, plan, package = state.blueprint, state.plan, state.package
    scenarios = _scenarios(state)
    checks = state.inspected[-1].checks if state.inspected else ()
    totals = _totals(result, scenarios, state)
    return result.model_copy(
        update={
            "entry_point": blueprint.name if blueprint else context.task.entry_point,
            "test_results": totals,
            "package": package,
            "code": package.sources[context.project.source_path(package.name)] if package else result.code,
            "documentation": package.documents.get("README.md") if package else None,
            "quality": state.quality,
            "quality_score": state.quality.score if state.quality else None,
            "requirements": blueprint.requirements if blueprint else (),
            "constraints": decided(blueprint, state.quality, checks) if blueprint else (),
            "unclear": blueprint.unclear if blueprint else (),
            "scenarios": scenarios,
            "matrix": requirement_matrix(blueprint, result, scenarios, state) if blueprint else (),
            "native": state.native,
            "performance": state.measured[-1].results if state.measured else (),
            "optimizations_applied": state.optimizations,
            "flaky_tests": state.flaky,
            "strategy": plan.strategy if plan else None,
            "why_strategy": plan.why_strategy if plan else None,
            "phases": state.phases,
        }
    )


def _scenarios(state: RunState) -> tuple[ScenarioReport, ...]:
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


def _totals(result: Result, scenarios: tuple[ScenarioReport, ...], state: RunState) -> TestTotals:
    passed = result.test_results.passed + sum(one.passed is True for one in scenarios)
    total = result.test_results.total_tests + len(scenarios)
    coverage = state.native.coverage.line_percent if state.native and state.native.coverage else None
    return TestTotals(total_tests=total, passed=passed, failed=total - passed, coverage=coverage)


def requirement_matrix(
    blueprint: Blueprint, result: Result, scenarios: tuple[ScenarioReport, ...], state: RunState
) -> tuple[RequirementRow, ...]:
    """For each requirement the tests, native tests and measurements that check it, and whether all of them pass."""
    rows = []
    for requirement in blueprint.requirements:
        found: dict[str, bool | None] = {
            test.id: test.passed for test in result.tests if test.requirement == requirement.id
        }
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
