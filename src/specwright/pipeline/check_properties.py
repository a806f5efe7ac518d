"""Check properties: what the specification states of every output, seen to hold or not on what really came out."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final

from specwright.core.candidate import Candidate
from specwright.core.data import Data
from specwright.core.docket import Docket
from specwright.core.outcome import Outcome
from specwright.core.probe import Probe
from specwright.core.property import Property, PropertyResult
from specwright.core.value import digest
from specwright.judge.properties import follow_up, holds
from specwright.pipeline.desk import Desk
from specwright.pipeline.matrix import call_limits, program_of, programs
from specwright.pipeline.observe import observe

INPUTS: Final = 24
"""So many inputs are looked at for each property."""


async def check_properties(desk: Desk, docket: Docket) -> Docket:
    """The docket with the properties' results on inputs that were run. Raises SandboxUnavailable."""
    calls = _calls(docket)[:INPUTS]
    results: list[PropertyResult] = []
    for stated in docket.specification.properties:
        second = await _follow(desk, docket, stated, calls)
        for place, (inputs, outcomes) in enumerate(calls):
            held = {
                who: holds(stated, inputs, outcome, second.get((who, place)), docket.specification.comparison)
                for who, outcome in outcomes.items()
            }
            # Where nobody violates it, a property says nothing about who is right, and would only dilute where it does.
            if False in held.values():
                results.append(PropertyResult(stated=stated, inputs=inputs, held=held))
    return docket.model_copy(update={"properties": tuple(results)})


def _calls(docket: Docket) -> list[tuple[dict[str, Data], dict[str, Outcome]]]:
    """Every input that candidates were run on, with what each of them did."""
    by_case = {case.id: case.inputs for case in docket.cases}
    found: dict[str, tuple[dict[str, Data], dict[str, Outcome]]] = {}
    for execution in docket.executions:
        for result in execution.results:
            inputs = by_case[result.case_id]
            found.setdefault(digest(inputs), (inputs, {}))[1][execution.candidate_id] = result.outcome
    for probe in docket.probes:
        found.setdefault(probe.digest, (probe.inputs, dict(probe.outcomes)))
    return list(found.values())


async def _follow(
    desk: Desk, docket: Docket, stated: Property, calls: list[tuple[dict[str, Data], dict[str, Outcome]]]
) -> Mapping[tuple[str, int], Outcome]:
    """The second calls that the property is judged by, for each candidate and place; none for most properties."""
    seed = desk.limits.seed

    async def of(candidate: Candidate) -> dict[tuple[str, int], Outcome]:
        further = {
            place: made
            for place, (inputs, outcomes) in enumerate(calls)
            if candidate.id in outcomes
            and (made := follow_up(stated, inputs, outcomes[candidate.id], seed)) is not None
        }
        if not further:
            return {}
        calls_made = tuple(further.values())
        program = program_of(docket, candidate)

        async def perform() -> tuple[Probe, ...]:
            built = await desk.built(program, programs(docket))
            limits = call_limits(desk)
            came = await observe(desk.sandbox, desk.toolchain, program, calls_made, limits=limits, built=built)
            return tuple(Probe(inputs=g, outcomes={candidate.id: o}) for g, o in zip(calls_made, came, strict=True))

        key = docket.key("property", stated.model_dump(mode="json"), candidate.digest, calls_made, docket.round)
        found = await desk.log.probing(key, docket.round, perform)
        outcomes = (probe.outcomes[candidate.id] for probe in found.probes)
        return {(candidate.id, place): outcome for place, outcome in zip(further, outcomes, strict=True)}

    rows = await asyncio.gather(*map(of, docket.candidates))
    return {key: outcome for row in rows for key, outcome in row.items()}
