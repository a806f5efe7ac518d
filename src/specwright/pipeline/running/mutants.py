"""Mutants of the winner: whether the tests of a requirement would notice if the code were slightly wrong."""

from __future__ import annotations

from typing import Final

from specwright.core.evidence.outcome import Ending, Outcome, is_checked, passes
from specwright.core.evidence.probe import Probe
from specwright.core.program.candidate import Candidate
from specwright.core.run.events import Probed
from specwright.core.run.function_state import FunctionState
from specwright.core.work.testcase import TestCase
from specwright.pipeline.context import RunContext
from specwright.pipeline.running.build import build_many
from specwright.pipeline.running.checking import check_of, checked_probes
from specwright.pipeline.running.matrix import call_limits
from specwright.pipeline.running.observe import observe_many
from specwright.ports.language import Program
from specwright.quality.mutants import mutants

INTERPRETED: Final = 12
COMPILED: Final = 6
"""So many mutants are run: each has to be built in a compiled language."""
_SECONDS: Final = 1.0
"""Of all calls of one mutant together."""


async def noticing_cases(
    context: RunContext, function_state: FunctionState, candidate: Candidate
) -> frozenset[str] | None:
    """Return the ids of the cases that fail on some mutant of the candidate; None if no mutant could be run.

    Raise SandboxUnavailable.
    """
    passed = {result.case_id for result in function_state.execution(candidate.id).results if result.passed}
    cases = tuple(case for case in function_state.cases if case.id in passed)
    signature = function_state.specification.signature
    is_built = context.toolchain.build(Program(code=candidate.code, signature=signature)) is not None
    count = COMPILED if is_built else INTERPRETED
    changed = mutants(candidate.code, candidate.language, count, context.limits.seed)
    if not cases or not changed:
        return None

    async def perform() -> Probed:
        programs = [Program(code=code, signature=signature) for code in changed]
        limits = call_limits(context).model_copy(update={"seconds": _SECONDS})
        built = await build_many(context.sandbox, context.toolchain, programs)
        inputs = [case.inputs for case in cases]
        rows = await observe_many(
            context.sandbox, context.toolchain, programs, inputs, limits=limits, patience=1, built=built
        )
        loaded = [row for row in rows if any(outcome.ending is not Ending.NOT_LOADED for outcome in row)]
        tried = [
            Probe(inputs=case.inputs, outcomes={str(at): row[place] for at, row in enumerate(loaded)}, generated=False)
            for place, case in enumerate(cases)
        ]
        checked = await checked_probes(check_of(context, function_state), tried) if loaded else []
        probes = [
            probe.model_copy(update={"outcomes": _noticed(function_state, case, probe), "accepted": {}})
            for case, probe in zip(cases, checked, strict=False)
        ]
        return Probed(key=key, round=function_state.round, probes=tuple(probes))

    key = function_state.key("mutants", candidate.digest, [case.digest for case in cases], changed)
    probes = (await context.log.effect(Probed, key, perform)).probes
    if not probes:
        return None
    return frozenset(case.id for case, probe in zip(cases, probes, strict=True) if probe.outcomes)


def _noticed(function_state: FunctionState, case: TestCase, probe: Probe) -> dict[str, Outcome]:
    """Return that the case fails on a mutant, if it does; which one would depend on the machine.

    A mutant that was ended from outside proves nothing: on a busy machine that may happen to any program.
    """
    returns, comparison = function_state.specification.signature.returns, function_state.specification.comparison
    wrong = any(
        outcome.ending in (Ending.RETURNED, Ending.RAISED)
        and not passes(case, outcome, returns, comparison)
        and not (probe.accepted.get(who) and is_checked(case))
        for who, outcome in probe.outcomes.items()
    )
    return {"noticed": Outcome(ending=Ending.RETURNED, value=True)} if wrong else {}
