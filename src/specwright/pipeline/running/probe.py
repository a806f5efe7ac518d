"""Probe: run the candidates on inputs without known answers. Their agreement is evidence, not truth."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from itertools import islice
from typing import Final

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.evidence.probe import Probe
from specwright.core.program.candidate import Candidate
from specwright.core.program.data import Data
from specwright.core.program.equality import normal
from specwright.core.run.events import Probed
from specwright.core.run.function_state import FunctionState
from specwright.core.work.precondition import Precondition, legal
from specwright.judge.probes.inputs import from_known, from_signature, smaller
from specwright.pipeline.context import RunContext
from specwright.pipeline.running.checking import check_of, checked_probes
from specwright.pipeline.running.matrix import call_limits, program_of, programs
from specwright.pipeline.running.observe import observe_many

FROM_KNOWN: Final = 16
"""Inputs made by changing known ones, which keep to what the task means."""
FROM_TYPES: Final = 8
"""Inputs made from the types alone, which reach unforeseen cases."""
SIMPLER_STEPS: Final = 8
SIMPLER_TRIED: Final = 16
"""An input on which candidates differ is simplified for readers: the number of steps, and of tries in each."""
_SPARE: Final = 6
"""So many times as many inputs are made as are wanted: some are not legal."""
LONGEST_CALL: Final = 2.0
"""Seconds; an input on which a candidate takes longer shows little."""


async def probe(context: RunContext, function_state: FunctionState) -> FunctionState:
    """Return the state with what the candidates did on further inputs. Raise SandboxUnavailable.

    With fewer than two different programs that load there is nothing to distinguish, and nothing is run.
    """
    candidates = _loaded(function_state)
    if len({candidate.digest for candidate in candidates}) < 2:
        return function_state
    signature = function_state.specification.signature
    known = [case.inputs for case in function_state.cases]
    conditions = function_state.specification.preconditions
    inputs = (*function_state.inputs, *further_inputs(context, function_state))

    async def perform() -> Probed:
        async def tried(inputs: Sequence[dict[str, Data]]) -> list[Probe]:
            return await _tried(context, function_state, candidates, inputs)

        probes = await tried(inputs)
        written = len(function_state.inputs)
        probes[:written] = [probe.model_copy(update={"generated": False}) for probe in probes[:written]]
        telling = next((at for at, probe in enumerate(probes) if len(probe.parting) > 1), None)
        if telling is not None:
            simpler = partial(smaller, signature=signature, known=known)
            simplest = await _simplest(probes[telling], tried, simpler, conditions)
            probes[telling] = probes[telling].model_copy(update={"simplest": simplest})
        return Probed(key=key, round=function_state.round, probes=tuple(probes))

    key = function_state.key("probe", [[c.id, c.digest] for c in candidates], inputs, function_state.round)
    found = await context.log.effect(Probed, key, perform)
    return function_state.model_copy(update={"probes": found.probes})


def further_inputs(context: RunContext, function_state: FunctionState) -> tuple[dict[str, Data], ...]:
    """Return generated legal inputs."""
    signature, conditions = function_state.specification.signature, function_state.specification.preconditions
    known, seed = [case.inputs for case in function_state.cases], context.limits.seed
    return (
        *legal_inputs(conditions, from_known(known, seed, FROM_KNOWN * _SPARE, signature), FROM_KNOWN),
        *legal_inputs(conditions, from_signature(signature, seed, FROM_TYPES * _SPARE), FROM_TYPES),
    )


async def try_inputs(
    context: RunContext, function_state: FunctionState, inputs: Sequence[dict[str, Data]]
) -> tuple[Probe, ...]:
    """Return what the candidates do on inputs that a person may be asked about. Raise SandboxUnavailable."""
    candidates = _loaded(function_state)
    if not candidates or not inputs:
        return ()

    async def perform() -> Probed:
        probes = await _tried(context, function_state, candidates, inputs)
        return Probed(key=key, round=function_state.round, probes=tuple(probes))

    key = function_state.key("questions", [[c.id, c.digest] for c in candidates], inputs, function_state.round)
    found = await context.log.effect(Probed, key, perform)
    return found.probes


async def _tried(
    context: RunContext,
    function_state: FunctionState,
    candidates: Sequence[Candidate],
    inputs: Sequence[dict[str, Data]],
) -> list[Probe]:
    """Return what the candidates do on the inputs, run side by side. Raise SandboxUnavailable."""
    limits = call_limits(context)
    limits = limits.model_copy(update={"seconds": min(limits.seconds, LONGEST_CALL)})
    tested = [program_of(function_state, candidate) for candidate in candidates]
    built = [await context.built(program, programs(function_state)) for program in tested]

    def told(outcome: Outcome) -> Outcome:
        """Return the outcome without differences that the comparison passes over."""
        value = normal(outcome.value, function_state.specification.comparison)
        return outcome if value is outcome.value else outcome.model_copy(update={"value": value})

    rows = await observe_many(context.sandbox, context.toolchain, tested, inputs, limits=limits, built=built)
    seen = [
        Probe(inputs=given, outcomes={c.id: told(cell) for c, cell in zip(candidates, column, strict=True)})
        for given, column in zip(inputs, zip(*rows, strict=True), strict=True)
    ]
    return await checked_probes(check_of(context, function_state), seen)


def _loaded(function_state: FunctionState) -> list[Candidate]:
    """Return the candidates that were executed and load."""
    loaded = [e.candidate_id for e in function_state.executions if _loads(function_state, e.candidate_id)]
    return [candidate for candidate in function_state.candidates if candidate.id in loaded]


def legal_inputs(
    conditions: tuple[Precondition, ...], inputs: Sequence[dict[str, Data]], count: int
) -> tuple[dict[str, Data], ...]:
    """Return the first `count` inputs that callers may give."""
    return tuple(islice((given for given in inputs if legal(conditions, given)), count))


async def _simplest(
    probe: Probe,
    tried: Callable[[Sequence[dict[str, Data]]], Awaitable[list[Probe]]],
    simpler: Callable[[dict[str, Data]], Sequence[dict[str, Data]]],
    conditions: tuple[Precondition, ...],
) -> Probe:
    """Return the simplest input found, a few steps down, on which the candidates part as they do here."""
    best = probe
    for _ in range(SIMPLER_STEPS):
        options = await tried(legal_inputs(conditions, simpler(best.inputs), SIMPLER_TRIED))
        better = next((option for option in options if option.parting == probe.parting), None)
        if better is None:
            break
        best = better
    return best


def _loads(function_state: FunctionState, candidate_id: str) -> bool:
    results = function_state.execution(candidate_id).results
    return not results or any(result.outcome.ending is not Ending.NOT_LOADED for result in results)
