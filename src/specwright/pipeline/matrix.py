"""Fill the matrix of candidates and tests, each cell really executed, each execution recorded."""

from __future__ import annotations

import asyncio

from specwright.core.candidate import Candidate
from specwright.core.docket import Docket
from specwright.core.events import CaseFinished
from specwright.core.outcome import Execution
from specwright.pipeline.desk import Desk
from specwright.pipeline.execute import execute
from specwright.ports import CallLimits, Program


async def fill_matrix(desk: Desk, docket: Docket) -> Docket:
    """Run every candidate on every case. Raises SandboxUnavailable."""
    executions = await asyncio.gather(*(run_cases(desk, docket, candidate) for candidate in docket.candidates))
    return docket.model_copy(update={"executions": tuple(executions)})


async def run_cases(
    desk: Desk, docket: Docket, candidate: Candidate, isolated: bool = False, again: bool = False
) -> Execution:
    """Run one candidate on the cases. Raises SandboxUnavailable.

    `isolated` gives each case a process of its own, and the candidate a build that it shares with nobody. `again` says
    that this is done once more in the same round, to see whether the same comes of it.
    """
    specification, cases = docket.specification, docket.cases

    async def perform() -> Execution:
        built = None if isolated else await desk.built(program_of(docket, candidate), programs(docket))
        execution = await execute(
            desk.sandbox,
            desk.toolchain,
            candidate,
            specification.signature,
            cases,
            comparison=specification.comparison,
            limits=call_limits(desk),
            isolated=isolated,
            built=built,
        )
        for result in execution.results:
            finished = CaseFinished(candidate_id=candidate.id, case_id=result.case_id, passed=result.passed)
            desk.log.progress(finished)
        return execution.model_copy(update={"function": docket.function})

    once_more = ["again"] if again else []
    cases_run = [case.digest for case in cases]
    key = docket.key(candidate.id, candidate.digest, cases_run, docket.round, isolated, *once_more)
    return await desk.log.execution(key, docket.round, perform)


def program_of(docket: Docket, candidate: Candidate) -> Program:
    return Program(code=candidate.code, signature=docket.specification.signature)


def programs(docket: Docket) -> list[Program]:
    """All candidates as programs, to be built together."""
    return [program_of(docket, candidate) for candidate in docket.candidates]


def call_limits(desk: Desk) -> CallLimits:
    """What one call may use in this run."""
    limits = desk.limits
    return CallLimits(seconds=limits.call_seconds, memory_bytes=limits.memory_bytes, seed=limits.seed)


def native_limits(desk: Desk) -> CallLimits:
    """What one run of all tests of a package may use."""
    return call_limits(desk).model_copy(update={"seconds": desk.limits.native_seconds})
