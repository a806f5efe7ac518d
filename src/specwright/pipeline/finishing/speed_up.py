"""Speed up: check the stated bounds of speed and memory, and ask for better code if one fails.

A faster version is kept only if it passes every test and was measured to be faster, beside the one before it.
"""

from __future__ import annotations

from specwright.core.errors import ReplyUnusable
from specwright.core.program.candidate import Candidate
from specwright.core.run.events import CandidateWritten, Measured, Optimised, Raced, StageEntered, Warned
from specwright.core.run.package_state import PackageState
from specwright.core.value import digest
from specwright.core.work.blueprint import Blueprint, Checked
from specwright.core.work.performance import Bound, BoundResult, BoundVerdict
from specwright.core.work.task import Category
from specwright.pipeline.context import RunContext
from specwright.pipeline.finishing.optimise import keep_if_faster, write_faster
from specwright.pipeline.running.matrix import call_limits
from specwright.pipeline.running.timing import check_bounds
from specwright.pipeline.running.try_out import try_out
from specwright.ports.language import Program
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


def unmeasured(blueprint: Blueprint, results: tuple[BoundResult, ...]) -> tuple[BoundResult, ...]:
    """Return the stated bounds that were not measured, as bounds that cannot be determined."""
    stated = [one.id for one in blueprint.requirements if one.category is Category.PERFORMANCE]
    stated += [one.id for one in blueprint.constraints if one.checked is Checked.PERFORMANCE]
    measured = {result.bound.requirement for result in results}
    return tuple(
        BoundResult(
            bound=Bound(requirement=name, function=blueprint.name),
            verdict=BoundVerdict.UNKNOWN,
            evidence="it states no figure that can be measured here",
        )
        for name in stated
        if name not in measured
    )


async def hold_to_bounds(
    context: RunContext, package_state: PackageState, chosen: Candidate, asks: bool
) -> tuple[PackageState, Candidate, tuple[BoundResult, ...]]:
    """What becomes of the stated bounds, with a faster version in place of the chosen one where that was needed.

    Nothing is asked unless `asks`. Raise ModelError, BudgetExhausted, SandboxUnavailable.
    """
    bounds = tuple(
        bound for bound in stated_bounds(package_state.blueprint) if bound.function in package_state.function_states
    )
    if not bounds:
        return package_state, chosen, ()
    await context.log.emit(StageEntered(stage="measure", round=package_state.round))
    results = await _measure(context, package_state, chosen, bounds)
    if not asks or not _failing(results) or not package_state.passes_everything(chosen.id):
        return package_state, chosen, results
    await context.log.emit(StageEntered(stage="optimise", round=package_state.round))
    for name in dict.fromkeys(result.bound.function for result in _failing(results)):
        try:
            tried = await _faster(context, package_state, chosen, name, results)
        except ReplyUnusable as error:
            await context.log.emit(Warned(text=f"no faster version of {name} could be written: {error.message}"))
            continue
        if tried is not None:
            package_state, chosen = tried
            results = await _measure(context, package_state, chosen, bounds)
    return package_state, chosen, results


def _failing(results: tuple[BoundResult, ...]) -> list[BoundResult]:
    return [result for result in results if result.verdict is BoundVerdict.FAILS]


async def _measure(
    context: RunContext, package_state: PackageState, candidate: Candidate, bounds: tuple[Bound, ...]
) -> tuple[BoundResult, ...]:
    async def perform() -> Measured:
        found: list[BoundResult] = []
        for name in dict.fromkeys(bound.function for bound in bounds):
            program = Program(
                code=candidate.code, signature=package_state.function_states[name].specification.signature
            )
            own = [bound for bound in bounds if bound.function == name]
            found += await check_bounds(context.sandbox, context.toolchain, program, own, call_limits(context))
        return Measured(key=key, candidate_id=candidate.id, results=tuple(found))

    key = digest(["bounds", candidate.id, candidate.digest, [bound.model_dump(mode="json") for bound in bounds]])
    return (await context.log.effect(Measured, key, perform)).results


async def _faster(
    context: RunContext, package_state: PackageState, slow: Candidate, name: str, results: tuple[BoundResult, ...]
) -> tuple[PackageState, Candidate] | None:
    """Return the state with a faster version that passes everything, and that version; None where there is none."""
    failing = [result for result in _failing(results) if result.bound.function == name]
    fast, description = await write_faster(context, package_state, name, slow, failing)
    await context.log.emit(CandidateWritten(candidate=fast))
    tried = await try_out(context, package_state.with_candidates(fast))
    if not tried.passes_everything(fast.id):
        await context.log.emit(Warned(text=f"{fast.id}, meant to be faster, fails a test; keeping {slow.id}"))
        return None

    async def perform() -> Raced:
        found = await keep_if_faster(context, tried.function_states[name], slow, fast, description)
        if isinstance(found, str):
            return Raced(key=key, candidate_id=fast.id, discarded=found)
        return Raced(key=key, candidate_id=fast.id, optimization=found)

    key = digest(["race", slow.digest, fast.digest, name])
    raced = await context.log.effect(Raced, key, perform)
    if raced.optimization is None:
        await context.log.emit(
            Warned(text=f"{fast.id} is not faster than {slow.id}; keeping {slow.id}: {raced.discarded}")
        )
        return None
    await context.log.emit(Optimised(optimization=raced.optimization, candidate_id=fast.id))
    return tried, fast
