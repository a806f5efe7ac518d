"""State between calls: whether a program answers otherwise when it was called before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.evidence.probe import Probe
from specwright.core.program.candidate import Candidate
from specwright.core.program.data import Data
from specwright.core.run.events import Probed
from specwright.core.run.function_state import FunctionState
from specwright.pipeline.context import RunContext
from specwright.pipeline.running.build import build
from specwright.pipeline.running.first_run import both_ways
from specwright.pipeline.running.matrix import call_limits, program_of
from specwright.pipeline.running.observe import observe
from specwright.ports.language import Program

_BEFORE, _AFTER, _ELSEWHERE = "first", "later", "elsewhere"
_OWN_END = (Ending.RETURNED, Ending.RAISED)
_BROKE_DOWN = (Ending.CRASHED, Ending.FORBIDDEN)
_LONGER, _AT_LEAST = 10, 0.02
"""A call without end computed this many times as long as alone, and at least this many seconds."""


async def remembering_calls(
    context: RunContext, function_state: FunctionState, candidate: Candidate
) -> tuple[Probe, ...]:
    """Return the inputs on which the candidate's answer depends on earlier calls, with both answers.

    All inputs of the tests are called in one process, forward and then backward. Each answer is compared with the one
    that the call gave in a process of its own. A call that ends the process only after other calls counts as well.
    Code with unordered things makes its calls once more in a process that gives them another order.
    Raise SandboxUnavailable.
    """
    alone = {result.case_id: result.outcome for result in function_state.execution(candidate.id).results}
    cases = [case for case in function_state.cases if alone.get(case.id) is not None]
    inputs = [case.inputs for case in cases]

    async def perform() -> Probed:
        program = program_of(function_state, candidate)
        answers: Sequence[Outcome | None] | None = context.first_runs.both_ways(program, inputs)
        if answers is None:
            answers = await _called_together(context, program, both_ways(inputs))
        probes = []
        for case, later in zip([*cases, *reversed(cases)], answers, strict=False):
            first = alone[case.id]
            if later is not None and first.ending in _OWN_END and first.behaviour != later.behaviour:
                probes.append(Probe(inputs=case.inputs, outcomes={_BEFORE: first, _AFTER: later}))
        for outcomes in await _called_elsewhere(context, program, inputs):
            for case, other in zip(cases, outcomes, strict=False):
                first = alone[case.id]
                if other.ending in _OWN_END and first.ending in _OWN_END and first.behaviour != other.behaviour:
                    probes.append(Probe(inputs=case.inputs, outcomes={_BEFORE: first, _ELSEWHERE: other}))
        return Probed(key=key, round=function_state.round, probes=tuple(probes))

    if not inputs:
        return ()
    key = function_state.key("state", candidate.digest, [case.digest for case in cases], function_state.round)
    found = await context.log.effect(Probed, key, perform)
    return found.probes


async def _called_elsewhere(
    context: RunContext, program: Program, inputs: Sequence[Mapping[str, Data]]
) -> list[tuple[Outcome, ...]]:
    """Return what calls come to with other orders of unordered things; nothing if the code has none.

    Raise SandboxUnavailable.
    """
    limits = call_limits(context)
    limits = limits.model_copy(update={"seconds": limits.seconds * 2})
    built = await build(context.sandbox, context.toolchain, program)
    if isinstance(built, Outcome):
        return []
    jobs = context.toolchain.elsewhere(context.toolchain.calls(program, built, inputs, limits, 0), program.code)
    return [context.toolchain.outcomes(await context.sandbox.run(job), program, len(inputs)) for job in jobs]


async def _called_together(
    context: RunContext, program: Program, inputs: Sequence[Mapping[str, Data]]
) -> tuple[Outcome | None, ...]:
    """Return what calls in one process came to, up to one that ended the process, if it does so twice.

    None stands for an outcome that shows nothing about state, such as memory that all calls used up. Raise
    SandboxUnavailable.
    """
    limits = call_limits(context)
    longer = limits.model_copy(update={"seconds": limits.seconds * 2})
    built = await build(context.sandbox, context.toolchain, program)
    if isinstance(built, Outcome):
        return ()
    ended, outcomes = 0, tuple[Outcome, ...]()
    for _ in range(2):
        result = await context.sandbox.run(context.toolchain.calls(program, built, inputs, longer, 0))
        outcomes = context.toolchain.outcomes(result, program, len(inputs))
        ended = next((n for n, outcome in enumerate(outcomes) if outcome.ending not in _OWN_END), len(outcomes))
        if ended == len(outcomes):
            return outcomes
        if ended == 0 or not await _by_itself(context, program, built, inputs[: ended + 1], outcomes[ended]):
            found = await observe(context.sandbox, context.toolchain, program, inputs, limits=longer, built=built)
            return tuple(outcome if outcome.ending in _OWN_END else None for outcome in found)
    return outcomes[: ended + 1]


async def _by_itself(
    context: RunContext,
    program: Program,
    built: Mapping[str, bytes],
    inputs: Sequence[Mapping[str, Data]],
    outcome: Outcome,
) -> bool:
    """Return whether the last call ended its process, and not the calls before it or a limit for all of them.

    How long the call takes alone is measured here: a recorded time proves nothing, and a program's own word little.
    Raise SandboxUnavailable.
    """
    if outcome.ending is not Ending.TIMEOUT:
        return outcome.ending in _BROKE_DOWN
    limits = call_limits(context)

    async def calls(some: Sequence[Mapping[str, Data]], alone: int) -> tuple[Outcome, ...]:
        result = await context.sandbox.run(context.toolchain.calls(program, built, some, limits, alone))
        return context.toolchain.outcomes(result, program, len(some))

    [alone] = await calls(inputs[-1:], 1)
    if outcome.own_seconds >= max(_AT_LEAST, _LONGER * min(alone.own_seconds, alone.cpu_seconds)):
        return True
    if outcome.starved or outcome.own_seconds > limits.seconds / 2 or alone.ending not in _OWN_END:
        return False
    # It waited. In time alone, and the calls before it in time: all of them together had the time of both.
    return all(before.ending in _OWN_END for before in await calls(inputs[:-1], 0))


def depends_on_order(probe: Probe) -> bool:
    """Return whether the answers differ since unordered things have another order elsewhere."""
    return _ELSEWHERE in probe.outcomes


def remembered(probe: Probe) -> str:
    """Return the two answers to one input in words."""
    first = probe.outcomes[_BEFORE]
    if (other := probe.outcomes.get(_ELSEWHERE)) is not None:
        return f"{probe.call} gives {first}, and {other} in another process, where sets have another order"
    later = probe.outcomes[_AFTER]
    return f"{probe.call} gives {first}, and {later} after other calls"
