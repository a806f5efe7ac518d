"""Flakes: a test that gives two answers for one program proves nothing. It is set aside, and never averaged."""

from __future__ import annotations

from specwright.core.program.candidate import Candidate
from specwright.core.run.function_state import FunctionState
from specwright.core.run.package_state import PackageState
from specwright.core.work.scenario import FlakyTest, ScenarioResult
from specwright.core.work.testcase import Tier
from specwright.pipeline.context import RunContext
from specwright.pipeline.running.matrix import run_cases
from specwright.pipeline.running.try_out import run_scenarios


async def find_flakes(context: RunContext, package_state: PackageState, candidate: Candidate) -> tuple[FlakyTest, ...]:
    """Run what the candidate failed once more; what now has another answer is flaky. Raise SandboxUnavailable."""
    found: list[FlakyTest] = []
    for function_state in package_state.function_states.values():
        found += await _cases(context, function_state, candidate)
    results = package_state.results_of(candidate.id)
    failed = tuple(one for one in package_state.scenarios if one.id in results and not results[one.id].passed)
    if failed:
        again = await run_scenarios(context, package_state, candidate, failed, again=True)
        found += [
            FlakyTest(
                id=one.scenario_id, candidate_id=candidate.id, answers=(_said(results[one.scenario_id]), _said(one))
            )
            for one in again
            if one.passed
        ]
    return tuple(found)


async def _cases(context: RunContext, function_state: FunctionState, candidate: Candidate) -> list[FlakyTest]:
    before = {result.case_id: result for result in function_state.execution(candidate.id).results if not result.passed}
    failed = tuple(case for case in function_state.cases if case.id in before)
    if not failed:
        return []
    part = function_state.model_copy(update={"cases": failed})
    again = await run_cases(context, part, candidate, isolated=True, again=True)
    return [
        FlakyTest(
            id=now.case_id, candidate_id=candidate.id, answers=(str(before[now.case_id].outcome), str(now.outcome))
        )
        for now in again.results
        if now.outcome.behaviour != before[now.case_id].outcome.behaviour
    ]


def to_set_aside(package_state: PackageState, flaky: tuple[FlakyTest, ...]) -> tuple[FlakyTest, ...]:
    """Those that are no longer counted: all but the user's own, which stand as failed."""
    users = {case.id for case in package_state.cases if case.tier is Tier.USER}
    return tuple(test for test in flaky if test.id not in users)


def _said(result: ScenarioResult) -> str:
    return "passed" if result.passed else f"failed: {result.detail[:200]}"
