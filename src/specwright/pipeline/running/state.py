"""State between calls: whether a program answers otherwise when it was called before."""

from __future__ import annotations

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.evidence.probe import Probe
from specwright.core.program.candidate import Candidate
from specwright.core.run.events import Probed
from specwright.core.run.function_state import FunctionState
from specwright.pipeline.context import RunContext
from specwright.pipeline.running.first_run import both_ways
from specwright.pipeline.running.matrix import call_limits, program_of
from specwright.pipeline.running.observe import observe

_BEFORE, _AFTER = "first", "later"
_OWN_END = (Ending.RETURNED, Ending.RAISED)


async def remembering_calls(
    context: RunContext, function_state: FunctionState, candidate: Candidate
) -> tuple[Probe, ...]:
    """Return the inputs on which the candidate's answer depends on earlier calls, with both answers.

    All inputs of the tests are called in one process, forward and then backward. Each answer is compared with the one
    that the call gave in a process of its own. Raise SandboxUnavailable.
    """
    alone = {result.case_id: result.outcome for result in function_state.execution(candidate.id).results}
    cases = [case for case in function_state.cases if alone.get(case.id) is not None]
    inputs = [case.inputs for case in cases]

    async def perform() -> Probed:
        program = program_of(function_state, candidate)
        answers = context.first_runs.both_ways(program, inputs)
        if answers is None:
            limits = call_limits(context)
            longer = limits.model_copy(update={"seconds": limits.seconds * 2})
            answers = await observe(context.sandbox, context.toolchain, program, both_ways(inputs), limits=longer)
        probes = []
        for case, later in zip([*cases, *reversed(cases)], answers, strict=True):
            first = alone[case.id]
            if _comparable(first) and _comparable(later) and first.behaviour != later.behaviour:
                probes.append(Probe(inputs=case.inputs, outcomes={_BEFORE: first, _AFTER: later}))
        return Probed(key=key, round=function_state.round, probes=tuple(probes))

    if not inputs:
        return ()
    key = function_state.key("state", candidate.digest, [case.digest for case in cases], function_state.round)
    found = await context.log.effect(Probed, key, perform)
    return found.probes


def _comparable(outcome: Outcome) -> bool:
    return outcome.ending in _OWN_END


def remembered(probe: Probe) -> str:
    """Return the two answers to one input in words."""
    first, later = probe.outcomes[_BEFORE], probe.outcomes[_AFTER]
    return f"{probe.call} gives {first}, and {later} after other calls"
