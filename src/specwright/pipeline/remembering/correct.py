"""Correct code by a change that mended another program before, before any model is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from specwright.core.evidence.outcome import Outcome, passes
from specwright.core.evidence.probe import Probe
from specwright.core.evidence.ruling import Ruling
from specwright.core.memory.entry import Correction, MemoryEntry
from specwright.core.program.candidate import Candidate
from specwright.core.run.events import CandidateWritten, Probed, Revised
from specwright.core.run.function_state import FunctionState
from specwright.core.run.package_state import PackageState
from specwright.core.run.result import Revision
from specwright.core.value import digest
from specwright.core.work.testcase import TestCase
from specwright.memory.corrections import applied, failure_of
from specwright.pipeline.context import RunContext
from specwright.pipeline.judging.repair import revision_of
from specwright.pipeline.remembering.recall import recalled
from specwright.pipeline.running.matrix import call_limits
from specwright.pipeline.running.observe import observe_many
from specwright.ports.language import Program

_MOST: Final = 24
"""CorrectedProgram programs that are tried at once."""


class CorrectedProgram(NamedTuple):
    entry: MemoryEntry
    code: str


async def corrected(
    context: RunContext, state: PackageState, candidate: Candidate, rulings: Sequence[Ruling]
) -> Candidate | None:
    """Return the candidate with a remembered change by which a blamed test passes and no other fails, emitted.

    Return None if there is none. It is one more candidate, which the loop tests and judges. Raise SandboxUnavailable.
    """
    function_state = state.lone_function
    if function_state is None or function_state.checker is not None or not context.limits.recalls:
        return None
    blamed = {ruling.case_id for ruling in rulings}
    changed = _changed(context, function_state, candidate, blamed, (await recalled(context)).corrections)
    if not changed:
        return None
    cases = [case for case in function_state.cases if not case.held_out]
    rows = await _tried(context, function_state, changed, cases)
    passed = {result.case_id for result in function_state.execution(candidate.id).results if result.passed}
    best: tuple[int, CorrectedProgram] | None = None
    for program, outcomes in zip(changed, rows, strict=True):
        now = _passed(function_state, cases, outcomes)
        kept = {case.id for case in cases} & passed <= now
        if kept and now & blamed and (best is None or len(now) > best[0]):
            best = len(now), program
    return None if best is None else await _emitted(context, state, candidate, best[1], tuple(rulings))


def _changed(
    context: RunContext,
    function_state: FunctionState,
    candidate: Candidate,
    blamed: set[str],
    entries: Sequence[MemoryEntry],
) -> list[CorrectedProgram]:
    """Return the programs that corrections of such failures make of the candidate and that can be read."""
    shown = {case.id for case in function_state.cases if not case.held_out} & blamed
    results = function_state.execution(candidate.id).results
    failures = {failure_of(result.outcome) for result in results if result.case_id in shown and not result.passed}
    made: dict[str, CorrectedProgram] = {}
    for entry in entries:
        lesson = entry.lesson
        if isinstance(lesson, Correction) and lesson.language == candidate.language and lesson.failure in failures:
            for code in applied(candidate.code, lesson):
                made.setdefault(code, CorrectedProgram(entry, code))
    signature = function_state.specification.signature
    readable = (
        each
        for each in made.values()
        if context.toolchain.objection(Program(code=each.code, signature=signature)) is None
    )
    return list(readable)[:_MOST]


async def _tried(
    context: RunContext, function_state: FunctionState, changed: Sequence[CorrectedProgram], cases: Sequence[TestCase]
) -> list[list[Outcome]]:
    """Return what each program does on each case, performed or recalled."""
    signature, inputs = function_state.specification.signature, [case.inputs for case in cases]
    wanted = [Program(code=each.code, signature=signature) for each in changed]
    names = [f"m{place}" for place in range(len(changed))]

    async def perform() -> Probed:
        rows = await observe_many(context.sandbox, context.toolchain, wanted, inputs, limits=call_limits(context))
        probes = tuple(
            Probe(inputs=given, outcomes=dict(zip(names, column, strict=True)))
            for given, column in zip(inputs, zip(*rows, strict=True), strict=True)
        )
        return Probed(key=key, round=function_state.round, probes=probes)

    key = digest(["corrected", [each.code for each in changed], inputs])
    found = await context.log.effect_once(Probed, key, perform)
    return [[probe.outcomes[name] for probe in found.probes] for name in names]


def _passed(function_state: FunctionState, cases: Sequence[TestCase], outcomes: Sequence[Outcome]) -> set[str]:
    returns, comparison = function_state.specification.signature.outcome, function_state.specification.comparison
    pairs = zip(cases, outcomes, strict=True)
    return {case.id for case, outcome in pairs if passes(case, outcome, returns, comparison)}


async def _emitted(
    context: RunContext, state: PackageState, candidate: Candidate, best: CorrectedProgram, rulings: tuple[Ruling, ...]
) -> Candidate:
    better = revision_of(context, state, candidate, best.code)
    revision = Revision(
        round=state.round,
        reasoning=f"corrected without a model, as in run {best.entry.run_id} (memory {best.entry.id})",
        revised_function=better.id,
        revised_from=candidate.id,
        rulings=rulings,
        static=True,
        memory=best.entry.id,
    )
    await context.log.emit(CandidateWritten(candidate=better))
    await context.log.emit(Revised(revision=revision))
    return better
