"""Flakes: a test that gives two answers for one program proves nothing. It is set aside, and never averaged."""

from __future__ import annotations

from specwright.core.candidate import Candidate
from specwright.core.docket import Docket
from specwright.core.dossier import Dossier
from specwright.core.scenario import FlakyTest, ScenarioResult
from specwright.core.testcase import Tier
from specwright.pipeline.desk import Desk
from specwright.pipeline.matrix import run_cases
from specwright.pipeline.try_out import run_scenarios


async def find_flakes(desk: Desk, dossier: Dossier, candidate: Candidate) -> tuple[FlakyTest, ...]:
    """Run what the candidate failed once more; what now has another answer is flaky. Raises SandboxUnavailable."""
    found: list[FlakyTest] = []
    for docket in dossier.dockets.values():
        found += await _cases(desk, docket, candidate)
    results = dossier.results_of(candidate.id)
    failed = tuple(one for one in dossier.scenarios if one.id in results and not results[one.id].passed)
    if failed:
        again = await run_scenarios(desk, dossier, candidate, failed, again=True)
        found += [
            FlakyTest(
                id=one.scenario_id, candidate_id=candidate.id, answers=(_said(results[one.scenario_id]), _said(one))
            )
            for one in again
            if one.passed
        ]
    return tuple(found)


async def _cases(desk: Desk, docket: Docket, candidate: Candidate) -> list[FlakyTest]:
    before = {result.case_id: result for result in docket.execution(candidate.id).results if not result.passed}
    failed = tuple(case for case in docket.cases if case.id in before)
    if not failed:
        return []
    part = docket.model_copy(update={"cases": failed})
    again = await run_cases(desk, part, candidate, isolated=True, again=True)
    return [
        FlakyTest(
            id=now.case_id, candidate_id=candidate.id, answers=(str(before[now.case_id].outcome), str(now.outcome))
        )
        for now in again.results
        if now.outcome.behaviour != before[now.case_id].outcome.behaviour
    ]


def to_set_aside(dossier: Dossier, flaky: tuple[FlakyTest, ...]) -> tuple[FlakyTest, ...]:
    """Those that are no longer counted: all but the user's own, which stand as failed."""
    users = {case.id for case in dossier.cases if case.tier is Tier.USER}
    return tuple(test for test in flaky if test.id not in users)


def _said(result: ScenarioResult) -> str:
    return "passed" if result.passed else f"failed: {result.detail[:200]}"
