"""Probe: run the candidates on inputs whose right answers nobody knows. What they agree on is evidence, not truth."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from specwright.core.data import Data
from specwright.core.docket import Docket
from specwright.core.outcome import Ending
from specwright.core.probe import Probe
from specwright.judge.inputs import from_known, from_signature, smaller
from specwright.pipeline.desk import Desk
from specwright.pipeline.matrix import call_limits, program_of, programs
from specwright.pipeline.observe import observe_many

FROM_KNOWN: Final = 16
"""Inputs made by changing known ones, which keep to what the task means."""
FROM_TYPES: Final = 8
"""Inputs made from the types alone, which reach what nobody thought of."""
SIMPLER_STEPS: Final = 8
SIMPLER_TRIED: Final = 16
"""An input on which candidates part is made simpler for people to read: so many steps, so many tries in each."""
LONGEST_CALL: Final = 2.0
"""Seconds; an input on which a candidate takes longer tells little."""


async def probe(desk: Desk, docket: Docket) -> Docket:
    """The docket with what the candidates did on further inputs. Raises SandboxUnavailable.

    With fewer than two different programs that load there is nothing to tell apart, and nothing is run.
    """
    loaded = [execution.candidate_id for execution in docket.executions if _loads(docket, execution.candidate_id)]
    candidates = [candidate for candidate in docket.candidates if candidate.id in loaded]
    if len({candidate.digest for candidate in candidates}) < 2:
        return docket
    signature = docket.specification.signature
    known = [case.inputs for case in docket.cases]
    seed = desk.limits.seed
    made = (*from_known(known, seed, FROM_KNOWN), *from_signature(signature, seed, FROM_TYPES))
    inputs = (*docket.inputs, *made)
    limits = call_limits(desk)
    limits = limits.model_copy(update={"seconds": min(limits.seconds, LONGEST_CALL)})

    async def perform() -> tuple[Probe, ...]:
        tested = [program_of(docket, candidate) for candidate in candidates]
        built = [await desk.built(program, programs(docket)) for program in tested]

        async def tried(inputs: Sequence[dict[str, Data]]) -> list[Probe]:
            rows = await observe_many(desk.sandbox, desk.toolchain, tested, inputs, limits=limits, built=built)
            cells = zip(*rows, strict=True)
            return [
                Probe(inputs=given, outcomes={c.id: cell for c, cell in zip(candidates, column, strict=True)})
                for given, column in zip(inputs, cells, strict=True)
            ]

        probes = await tried(inputs)
        written = len(docket.inputs)
        probes[:written] = [probe.model_copy(update={"generated": False}) for probe in probes[:written]]
        telling = next((at for at, probe in enumerate(probes) if len(probe.parting) > 1), None)
        if telling is not None:
            simplest = await _simplest(probes[telling], tried)
            probes[telling] = probes[telling].model_copy(update={"simplest": simplest})
        return tuple(probes)

    key = docket.key("probe", [[c.id, c.digest] for c in candidates], inputs, docket.round)
    found = await desk.log.probing(key, docket.round, perform)
    return docket.model_copy(update={"probes": found.probes})


async def _simplest(probe: Probe, tried: Callable[[Sequence[dict[str, Data]]], Awaitable[list[Probe]]]) -> Probe:
    """The simplest input found, a few steps down, on which the candidates part as they do here."""
    best = probe
    for _ in range(SIMPLER_STEPS):
        options = await tried(smaller(best.inputs)[:SIMPLER_TRIED])
        better = next((option for option in options if option.parting == probe.parting), None)
        if better is None:
            break
        best = better
    return best


def _loads(docket: Docket, candidate_id: str) -> bool:
    results = docket.execution(candidate_id).results
    return any(result.outcome.ending is not Ending.NOT_LOADED for result in results)
