"""A run hands over the best state that it has seen, not the latest."""

from __future__ import annotations

from typing import NamedTuple

from specwright.core.evidence.ruling import Decision, Verdict
from specwright.core.run.events import Restored
from specwright.core.run.package_state import PackageState
from specwright.core.work.testcase import Tier
from specwright.pipeline.context import RunContext
from specwright.pipeline.running.matrix import run_cases


class Best(NamedTuple):
    """A state with its verdict, and how good it is."""

    rank: tuple[bool, bool, float]
    state: PackageState
    verdict: Verdict


def better(best: Best | None, state: PackageState, verdict: Verdict) -> Best:
    """Return the better of the best state so far and this one; of equals the later.

    A state from before an answer of the user is no longer the best: its code was not tried on that answer.
    """
    rank = _rank(state, verdict)
    keeps = best is not None and best.rank > rank and _users(state) <= _users(best.state)
    return best if best is not None and keeps else Best(rank, state, verdict)


def _users(state: PackageState) -> set[str]:
    return {case.digest for case in state.cases if case.tier is Tier.USER}


def _rank(state: PackageState, verdict: Verdict) -> tuple[bool, bool, float]:
    """User examples first, then all tests, then the probability."""
    if verdict.chosen is None:
        return False, False, 0.0
    passed = {result.case_id for result in state.execution(verdict.chosen).results if result.passed}
    users = all(case.id in passed for case in state.cases if case.tier is Tier.USER)
    return users, state.passes_everything(verdict.chosen), verdict.confidence


async def restore(
    context: RunContext, best: Best | None, state: PackageState, verdict: Verdict
) -> tuple[PackageState, Verdict]:
    """Return the best state and its verdict, logged if they are not the latest. Raise SandboxUnavailable."""
    latest = _rank(state, verdict)
    if (
        best is None
        or best.verdict.chosen is None
        or verdict.decision is Decision.ACCEPT
        or best.rank[:2] <= latest[:2]
    ):
        return state, verdict
    await context.log.emit(
        Restored(round=best.state.round, cases=best.state.cases, scenarios=best.state.scenarios, verdict=best.verdict)
    )
    chosen = best.state.candidate(best.verdict.chosen)
    for function_state in best.state.function_states.values():
        await run_cases(context, function_state, chosen, isolated=True, again=True)
    return best.state, best.verdict
