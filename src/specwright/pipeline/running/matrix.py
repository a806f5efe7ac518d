"""Run a candidate on its cases: every call is really made, and every execution recorded."""

from __future__ import annotations

from collections.abc import Sequence

from specwright.core.evidence.outcome import Execution, Outcome
from specwright.core.program.candidate import Candidate
from specwright.core.run.events import CaseFinished, Executed
from specwright.core.run.function_state import FunctionState
from specwright.pipeline.context import RunContext
from specwright.pipeline.running.build import Built
from specwright.pipeline.running.checking import check_of
from specwright.pipeline.running.execute import execute
from specwright.ports.language import CallLimits, Program


async def run_cases(
    context: RunContext,
    function_state: FunctionState,
    candidate: Candidate,
    *,
    isolated: bool = False,
    again: bool = False,
    beside: Sequence[Candidate] = (),
) -> Execution:
    """Run one candidate on the cases. Raise SandboxUnavailable.

    `isolated` gives each case a process of its own, and the candidate a build of its own. `again` says
    that this is done once more in the same round, to see whether the same comes of it. `beside` are candidates that
    run in this round too and may share a sandbox with it.
    """
    specification, cases = function_state.specification, function_state.cases

    async def perform() -> Executed:
        program = program_of(function_state, candidate)
        built = await _build(context, function_state, program, isolated)
        first = None
        if not isinstance(built, Outcome) and not again and len(cases) > 1:
            inputs = [case.inputs for case in cases]
            others = [program_of(function_state, other) for other in beside]
            first = (
                context.first_runs.alone(program, inputs)
                if isolated
                else await context.first_runs.of(
                    context.sandbox, context.toolchain, program, built, others, inputs, call_limits(context)
                )
            )
        execution = await execute(
            context.sandbox,
            context.toolchain,
            candidate,
            specification.signature,
            cases,
            comparison=specification.comparison,
            limits=call_limits(context),
            isolated=isolated,
            built=built,
            first=first,
            check=check_of(context, function_state),
        )
        for result in execution.results:
            finished = CaseFinished(candidate_id=candidate.id, case_id=result.case_id, passed=result.passed)
            context.log.progress(finished)
        own = execution.model_copy(update={"function": function_state.function})
        return Executed(key=key, round=function_state.round, execution=own)

    once_more = ["again"] if again else []
    cases_run = [case.digest for case in cases]
    key = function_state.key(candidate.id, candidate.digest, cases_run, function_state.round, isolated, *once_more)
    return (await context.log.effect(Executed, key, perform)).execution


async def _build(context: RunContext, function_state: FunctionState, program: Program, isolated: bool) -> Built:
    """Return the program's build, which no other program had a part in if it runs isolated."""
    if isolated:
        return await context.builds.alone(context.sandbox, context.toolchain, program)
    return await context.built(program, programs(function_state))


def program_of(function_state: FunctionState, candidate: Candidate) -> Program:
    return Program(code=candidate.code, signature=function_state.specification.signature)


def programs(function_state: FunctionState) -> list[Program]:
    """Return all candidates as programs, to be built together."""
    return [program_of(function_state, candidate) for candidate in function_state.candidates]


def call_limits(context: RunContext) -> CallLimits:
    """What one call may use in this run."""
    limits = context.limits
    return CallLimits(seconds=limits.call_seconds, memory_bytes=limits.memory_bytes, seed=limits.seed)


def native_limits(context: RunContext) -> CallLimits:
    """What one run of all tests of a package may use."""
    return call_limits(context).model_copy(update={"seconds": context.limits.native_seconds})
