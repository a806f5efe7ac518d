"""Check properties: what the specification states of every output, seen to hold or not on what really came out."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final

from specwright.core.evidence.outcome import Outcome
from specwright.core.evidence.probe import Probe
from specwright.core.program.candidate import Candidate
from specwright.core.program.data import Data
from specwright.core.program.signature import Signature
from specwright.core.run.events import Probed
from specwright.core.run.function_state import FunctionState
from specwright.core.value import digest
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.property import Property, PropertyResult
from specwright.judge.properties import follow_up, holds
from specwright.pipeline.context import RunContext
from specwright.pipeline.running.matrix import call_limits, program_of, programs
from specwright.pipeline.running.observe import observe
from specwright.ports.language import Program

INPUTS: Final = 24
"""So many inputs are looked at for each property."""


async def check_properties(
    context: RunContext, function_state: FunctionState, blueprint: Blueprint | None = None
) -> FunctionState:
    """Return the state with the properties' results on inputs that were run. Raise SandboxUnavailable.

    Properties across two functions need the plan, which has the other function's signature.
    """
    others = {item.name: item.signature for item in blueprint.functions} if blueprint else {}
    calls = _calls(function_state)[:INPUTS]
    results: list[PropertyResult] = []
    for stated in function_state.specification.properties:
        second = await _follow(context, function_state, stated, calls, others.get(stated.other or ""))
        for place, (inputs, outcomes) in enumerate(calls):
            held = {
                who: holds(stated, inputs, outcome, second.get((who, place)), function_state.specification.comparison)
                for who, outcome in outcomes.items()
            }
            # A property that no candidate violates does not show who is right, and would dilute the others.
            if False in held.values():
                results.append(PropertyResult(stated=stated, inputs=inputs, held=held))
    return function_state.model_copy(update={"properties": tuple(results)})


def _calls(function_state: FunctionState) -> list[tuple[dict[str, Data], dict[str, Outcome]]]:
    """Every input that candidates were run on, with what each of them did."""
    by_case = {case.id: case.inputs for case in function_state.cases}
    found: dict[str, tuple[dict[str, Data], dict[str, Outcome]]] = {}
    for execution in function_state.executions:
        for result in execution.results:
            inputs = by_case[result.case_id]
            found.setdefault(digest(inputs), (inputs, {}))[1][execution.candidate_id] = result.outcome
    for probe in function_state.probes:
        found.setdefault(probe.digest, (probe.inputs, dict(probe.outcomes)))
    return list(found.values())


async def _follow(
    context: RunContext,
    function_state: FunctionState,
    stated: Property,
    calls: list[tuple[dict[str, Data], dict[str, Outcome]]],
    other: Signature | None,
) -> Mapping[tuple[str, int], Outcome]:
    """The second calls that the property is judged by, for each candidate and place; none for most properties."""
    seed = context.limits.seed

    async def of(candidate: Candidate) -> dict[tuple[str, int], Outcome]:
        further = {
            place: made
            for place, (inputs, outcomes) in enumerate(calls)
            if candidate.id in outcomes
            and (made := follow_up(stated, inputs, outcomes[candidate.id], seed, other)) is not None
        }
        if not further:
            return {}
        calls_made = tuple(further.values())
        own = program_of(function_state, candidate)
        program = own if other is None else Program(code=candidate.code, signature=other)

        async def perform() -> Probed:
            beside = programs(function_state) if other is None else ()
            built = await context.built(program, beside)
            limits = call_limits(context)
            came = await observe(context.sandbox, context.toolchain, program, calls_made, limits=limits, built=built)
            pairs = zip(calls_made, came, strict=True)
            probes = tuple(Probe(inputs=given, outcomes={candidate.id: outcome}) for given, outcome in pairs)
            return Probed(key=key, round=function_state.round, probes=probes)

        key = function_state.key("property", stated.content, candidate.digest, calls_made, function_state.round)
        found = await context.log.effect(Probed, key, perform)
        outcomes = (probe.outcomes[candidate.id] for probe in found.probes)
        return {(candidate.id, place): outcome for place, outcome in zip(further, outcomes, strict=True)}

    rows = await asyncio.gather(*map(of, function_state.candidates))
    return {key: outcome for row in rows for key, outcome in row.items()}
