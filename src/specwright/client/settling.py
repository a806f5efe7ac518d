"""One round of a run by itself: run everything, judge, and have only the side that is wrong revised."""

from __future__ import annotations

from specwright.core.evidence.ruling import Verdict
from specwright.core.program.candidate import Candidate
from specwright.core.run.fold import revise_cases
from specwright.core.run.function_state import FunctionState
from specwright.core.run.package_state import PackageState
from specwright.core.value import Value
from specwright.core.work.testcase import TestCase
from specwright.pipeline.context import RunContext
from specwright.pipeline.judging.arbitrate import judge_function
from specwright.pipeline.judging.repair import revise_code
from specwright.pipeline.judging.revise import blamed_code, blamed_tests, revise_tests, undecided_about


class Settlement(Value):
    """What one round of judging and revising came to."""

    verdict: Verdict
    reasoning: str
    """Who was ruled wrong, and on what evidence."""
    code: str
    """The chosen program, revised if it was ruled wrong."""
    cases: tuple[TestCase, ...]
    """All tests; those that were ruled wrong are revised or gone."""
    revised_cases: dict[int, TestCase | None]
    """By its place from 1 on, every test that changed; None for one that is gone."""
    revised_code: bool


async def settle(context: RunContext, state: PackageState, tried: FunctionState) -> Settlement:
    """Return the result of one round. Raise ModelError, ReplyUnusable, BudgetExhausted or SandboxUnavailable."""
    verdict = judge_function(tried)
    chosen = tried.candidate(verdict.chosen or tried.candidates[0].id)
    verdict = verdict.model_copy(update={"chosen": chosen.id})
    reasons = [
        f"test {r.case_id}, program {r.candidate_id}: {r.blame.value} ({r.probability:.0%}); {r.evidence}"
        for r in verdict.rulings
        if r.candidate_id == chosen.id
    ]
    cases = tried.cases
    doubtful = blamed_tests(verdict, cases)
    if doubtful:
        revision = await revise_tests(context, tried, doubtful)
        cases = revise_cases(cases, revision)
        reasons.append(revision.reasoning)
    guilty = blamed_code(verdict) or (() if doubtful else undecided_about(verdict))
    better: Candidate | None = None
    if guilty:
        answer = await revise_code(context, state.with_function(tried.name, tried), chosen, guilty, False)
        better = answer if isinstance(answer, Candidate) else None  # its writer may insist on it
    after = {case.id: case for case in cases}
    return Settlement(
        verdict=verdict,
        reasoning="\n".join(reasons) or "no test failed",
        code=better.code if better else chosen.code,
        cases=cases,
        revised_cases={
            place: after.get(case.id) for place, case in enumerate(tried.cases, 1) if after.get(case.id) != case
        },
        revised_code=better is not None,
    )
