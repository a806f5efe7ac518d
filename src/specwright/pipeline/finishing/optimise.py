"""Optimise: ask for a faster version of code that is right; keep it only if it is right too, and measurably faster."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pydantic import BaseModel, Field

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.candidate import Candidate
from specwright.core.program.equality import equal
from specwright.core.run.function_state import FunctionState
from specwright.core.run.package_state import PackageState
from specwright.core.work.performance import BoundResult, Optimization
from specwright.pipeline.asking.reply import extract_code
from specwright.pipeline.context import RunContext
from specwright.pipeline.running.matrix import call_limits, program_of, run_cases
from specwright.pipeline.running.timing import GrowthSamples, TimedProgram, measure, timed_program
from specwright.pipeline.writing.code import next_number
from specwright.pipeline.writing.several.files import with_end, written_paths
from specwright.pipeline.writing.several.rewrite import rewritten
from specwright.pipeline.writing.tests import list_requirements

LEAST_SPEEDUP: Final = 1.25
"""Less is not kept: it may be the machine, and new code is a risk."""
_TURNS: Final = 5
_LARGE: Final = 4
"""So many of the largest sizes are compared."""


class OptimisationReply(BaseModel):
    description: str = Field(min_length=1)
    function: str = Field(min_length=1)


async def write_faster(
    context: RunContext, state: PackageState, name: str, candidate: Candidate, failing: Sequence[BoundResult]
) -> tuple[Candidate, str]:
    """Return an untried version in which that function should be faster, and the change in words.

    Of a package of several files only the function's own is written anew. Raise ModelError, BudgetExhausted.
    """
    function_state = state.function_states[name]
    path = _home(context, state, candidate, name)

    def objection(reply: OptimisationReply) -> str | None:
        length, limit = len(reply.function), context.limits.max_code_length
        return f"The code has {length} characters; the limit is {limit}. Write it shorter." if length > limit else None

    reply = await context.ask(
        "optimise_code",
        OptimisationReply,
        objection,
        language=context.task.language,
        problem=context.task.statement,
        declaration=context.declaration(function_state.specification.signature),
        requirements=list_requirements(function_state.specification),
        measured="\n".join(f"- {_stated(result)}: {result.evidence}" for result in failing),
        code=candidate.files[path] if path else candidate.code,
    )
    code = extract_code(reply.function, context.toolchain.facts.fence_tags)
    faster = Candidate(
        id=f"c{next_number((*function_state.candidates, *context.log.state.candidates))}",
        code=code,
        language=candidate.language,
        origin=candidate.origin,
        round=function_state.round,
        parent=candidate.id,
    )
    if path:
        faster = rewritten(context, state, candidate, faster, {path: with_end(code)}).candidate
    return faster, reply.description


def _home(context: RunContext, state: PackageState, candidate: Candidate, function: str) -> str:
    """Return the path of the file that has the function; empty if the package is one file."""
    homes = {name: path for path, module in written_paths(context, state).items() for name in module.items}
    return homes[function] if candidate.files else ""


async def keep_if_faster(
    context: RunContext, function_state: FunctionState, before: Candidate, after: Candidate, description: str
) -> Optimization | str:
    """Return the measured effect if the new version passes every test and is faster, or else why the old one stays.

    Raise SandboxUnavailable.
    """
    execution = await run_cases(context, function_state, after, isolated=True)
    if not execution.all_passed:
        failed = next((result for result in execution.results if not result.passed), None)
        return f"it fails test {failed.case_id}: {failed.outcome}" if failed else "there is no test that it could pass"
    limits = call_limits(context)
    old = await timed_program(context.sandbox, context.toolchain, program_of(function_state, before), limits)
    new = await timed_program(context.sandbox, context.toolchain, program_of(function_state, after), limits)
    measured = await measure(old)
    if measured.shape is None:
        return f"the old version cannot be measured: {measured.note}"
    effect = await _compare(function_state, old, new, measured)
    return effect if isinstance(effect, str) else effect.model_copy(update={"description": description})


async def _compare(
    function_state: FunctionState, old: TimedProgram, new: TimedProgram, measured: GrowthSamples
) -> Optimization | str:
    """Return the effect, or why there is none: both versions on the same inputs, taking turns."""
    assert measured.shape is not None
    sizes = [sample.size for sample in measured.samples[-_LARGE:]]
    inputs = [measured.shape.make(size) for size in sizes]
    seconds = max(10.0, old.limits.seconds)
    slow: list[Sequence[Outcome]] = []
    fast: list[Sequence[Outcome]] = []
    for _ in range(_TURNS):
        slow.append(await old.calls(inputs, seconds))
        fast.append(await new.calls(inputs, seconds))
    specification = function_state.specification
    for size, was, now in zip(sizes, slow[0], fast[0], strict=True):
        same = was.ending is now.ending is Ending.RETURNED and equal(
            was.value, now.value, specification.signature.outcome, specification.comparison
        )
        if not same:
            return f"on an input of size {size} it does not give what the old version gives"
    size = sizes[-1]
    took = [min(outcomes[-1].own_seconds for outcomes in turns) for turns in (slow, fast)]
    worst = max(outcomes[-1].own_seconds for outcomes in fast)
    speedup = took[0] / max(took[1], 1e-9)
    if speedup < LEAST_SPEEDUP or worst >= took[0]:
        return f"it is not measurably faster: {took[0]:.3g} s before and {took[1]:.3g} s after, at size {size}"
    return Optimization(
        description="",
        function=specification.signature.name,
        before_seconds=took[0],
        after_seconds=took[1],
        size=size,
        speedup=speedup,
    )


def _stated(result: BoundResult) -> str:
    bound = result.bound
    parts = [bound.growth.value] if bound.growth else []
    parts += [f"at most {bound.seconds:g} s"] if bound.seconds is not None else []
    parts += [f"at most {bound.memory_bytes / 2**20:g} MB"] if bound.memory_bytes is not None else []
    return ", ".join(parts) + (f" for {bound.items} items" if bound.items else "")
