"""Speed up: hold the package against what is stated of its speed and memory, and where that fails, ask for better.

A faster version is kept only if it passes every test and was measured to be faster, beside the one before it.
"""

from __future__ import annotations

from specwright.core.blueprint import Blueprint, Checked
from specwright.core.candidate import Candidate
from specwright.core.dossier import Dossier
from specwright.core.errors import ReplyUnusable
from specwright.core.events import CandidateWritten, Optimised, StageEntered, Warned
from specwright.core.performance import Bound, BoundResult, BoundVerdict, Optimization
from specwright.core.value import digest
from specwright.pipeline.desk import Desk
from specwright.pipeline.matrix import call_limits
from specwright.pipeline.measure import check_bounds
from specwright.pipeline.optimise import keep_if_faster, write_faster
from specwright.pipeline.try_out import try_out
from specwright.ports import Program
from specwright.quality.bounds import read_bounds


def stated_bounds(blueprint: Blueprint) -> tuple[Bound, ...]:
    """What requirements and constraints state of the speed and memory of the functions that they speak of."""
    found: list[Bound] = []
    constraints = [(one.id, one.text) for one in blueprint.constraints if one.checked is Checked.PERFORMANCE]
    for item in blueprint.functions:
        names = [param.name for param in item.signature.params] if item.signature else []
        own = [(one.id, one.text) for one in blueprint.function(item.name).requirements]
        for name, text in (*own, *constraints):
            found += read_bounds(name, text, item.name, names)
    return tuple(found)


async def hold_to_bounds(
    desk: Desk, dossier: Dossier, chosen: Candidate, asks: bool
) -> tuple[Dossier, Candidate, tuple[BoundResult, ...]]:
    """What becomes of the stated bounds, with a faster version in place of the chosen one where that was needed.

    Nothing is asked unless `asks`. Raises ModelError, BudgetExhausted, SandboxUnavailable.
    """
    bounds = stated_bounds(dossier.blueprint)
    if not bounds:
        return dossier, chosen, ()
    await desk.log.tell(StageEntered(stage="measure", round=dossier.round))
    results = await _measure(desk, dossier, chosen, bounds)
    if not asks or not _failing(results) or not dossier.passes_everything(chosen.id):
        return dossier, chosen, results
    await desk.log.tell(StageEntered(stage="optimise", round=dossier.round))
    for name in dict.fromkeys(result.bound.function for result in _failing(results)):
        try:
            tried = await _faster(desk, dossier, chosen, name, results)
        except ReplyUnusable as error:
            await desk.log.tell(Warned(text=f"no faster version of {name} was to be had: {error.message}"))
            continue
        if tried is not None:
            dossier, chosen = tried
            results = await _measure(desk, dossier, chosen, bounds)
    return dossier, chosen, results


def _failing(results: tuple[BoundResult, ...]) -> list[BoundResult]:
    return [result for result in results if result.verdict is BoundVerdict.FAILS]


async def _measure(
    desk: Desk, dossier: Dossier, candidate: Candidate, bounds: tuple[Bound, ...]
) -> tuple[BoundResult, ...]:
    async def perform() -> tuple[BoundResult, ...]:
        found: list[BoundResult] = []
        for name in dict.fromkeys(bound.function for bound in bounds):
            program = Program(code=candidate.code, signature=dossier.dockets[name].specification.signature)
            own = [bound for bound in bounds if bound.function == name]
            found += await check_bounds(desk.sandbox, desk.toolchain, program, own, call_limits(desk))
        return tuple(found)

    key = digest(["bounds", candidate.id, candidate.digest, [bound.model_dump(mode="json") for bound in bounds]])
    return await desk.log.measurement(key, candidate.id, perform)


async def _faster(
    desk: Desk, dossier: Dossier, slow: Candidate, name: str, results: tuple[BoundResult, ...]
) -> tuple[Dossier, Candidate] | None:
    """The dossier with a faster version that passes everything, and that version; None where there is none."""
    docket = dossier.dockets[name]
    failing = [result for result in _failing(results) if result.bound.function == name]
    fast, description = await write_faster(desk, docket, slow, failing)
    await desk.log.tell(CandidateWritten(candidate=fast))
    tried = await try_out(desk, dossier.with_candidates(fast))
    if not tried.passes_everything(fast.id):
        await desk.log.tell(Warned(text=f"{fast.id} was to be faster and fails a test, so {slow.id} stays"))
        return None

    async def perform() -> tuple[Optimization | None, str]:
        found = await keep_if_faster(desk, tried.dockets[name], slow, fast, description)
        return found.optimization, found.discarded

    raced = await desk.log.race(digest(["race", slow.digest, fast.digest, name]), fast.id, perform)
    if raced.optimization is None:
        await desk.log.tell(
            Warned(text=f"{fast.id} was to be faster and is not, so {slow.id} stays: {raced.discarded}")
        )
        return None
    await desk.log.tell(Optimised(optimization=raced.optimization, candidate_id=fast.id))
    return tried, fast
