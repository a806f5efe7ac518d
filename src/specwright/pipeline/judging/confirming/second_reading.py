"""A second reading of the words before they count: tests and code that come from one reading may share a misreading."""

from __future__ import annotations

from typing import Final

from specwright.core.errors import ModelError, ReplyUnusable
from specwright.core.evidence.outcome import passes
from specwright.core.evidence.ruling import Decision, Verdict
from specwright.core.run.events import Warned
from specwright.core.run.function_state import FunctionState, ReadingObjection
from specwright.core.run.package_state import PackageState
from specwright.core.text import counted
from specwright.core.value import digest
from specwright.core.work.testcase import TestCase, Tier
from specwright.pipeline.context import RunContext
from specwright.pipeline.judging.confirming.confirmed import READ_AGAIN, is_confirmed, left_by_words, unshown
from specwright.pipeline.running.mutants import noticed_mutants
from specwright.pipeline.running.probe import try_inputs
from specwright.pipeline.writing.rereading.passages import choose_readings, read_passages

_MOST_CALLS: Final = 12
"""So many tests are worked out again, first those that only words show."""
_COMPARED: Final = "compared with the second reading: "
"""In `FunctionState.gathered`, before the digest of a candidate."""


async def with_second_reading(context: RunContext, state: PackageState, verdict: Verdict) -> PackageState:
    """Return the state with what a second reading of the problem objects to, if the words are to count for the code.

    They need not if the user's examples show everything, and do not help if a line has to be pasted all the same.
    Raise BudgetExhausted and SandboxUnavailable.
    """
    lone, chosen = state.lone_function, verdict.chosen
    if lone is None or chosen is None or verdict.decision is not Decision.ACCEPT:
        return state
    if not context.writers.examples_must_show or not state.passes_everything(chosen) or not is_confirmed(lone, chosen):
        return state
    if READ_AGAIN not in lone.gathered:
        by_words = await _shown_by_words(context, lone, chosen)
        if not by_words:
            return state
        others = [case for case in lone.cases if case.tier is Tier.GUESS and case not in by_words]
        lone = await _read(context, lone, (*by_words, *others)[:_MOST_CALLS])
    mark = _COMPARED + lone.candidate(chosen).digest
    if READ_AGAIN in lone.gathered and mark not in lone.gathered:
        objections = await _objections(context, lone, chosen)
        lone = lone.model_copy(update={"objections": objections, "gathered": (*lone.gathered, mark)})
    return state.with_function(lone.name, lone)


async def _shown_by_words(context: RunContext, lone: FunctionState, chosen: str) -> tuple[TestCase, ...]:
    """Return the tests that only the words of the problem show; none if something is left that they do not show."""
    noticed = await noticed_mutants(context, lone, lone.candidate(chosen))
    if noticed is None or not noticed.tells or left_by_words(lone, noticed, context.task.statement):
        return ()
    return unshown(lone, chosen, noticed, context.task.statement, lambda case: True)


async def _read(context: RunContext, lone: FunctionState, asked: tuple[TestCase, ...]) -> FunctionState:
    """Return the state with the cases of a second reading; the same if none could be had."""
    try:
        cases = await read_passages(context, lone, asked)
    except ModelError as error:
        if not isinstance(error, ReplyUnusable):
            await context.log.emit(Warned(text=f"the problem could not be read a second time: {error.message}"))
        return lone
    if cases is None:
        return lone
    known = {digest(case.inputs) for case in lone.cases if case.tier is Tier.USER}
    read = {digest(case.inputs) for case in cases}
    found = {
        "reread": tuple(case for case in cases if digest(case.inputs) not in known),
        "left_open": tuple(case for case in asked if digest(case.inputs) not in read),
        "gathered": (*lone.gathered, READ_AGAIN),
    }
    return lone.model_copy(update=found)


async def _objections(context: RunContext, lone: FunctionState, chosen: str) -> tuple[ReadingObjection, ...]:
    """Return the cases that the code answers otherwise, unless a reader who sees both answers sides with the code."""
    specification = lone.specification
    probes = await try_inputs(context, lone, [case.inputs for case in lone.reread])
    found = []
    for case, probe in zip(lone.reread, probes, strict=True):
        outcome = probe.outcomes.get(chosen)
        if outcome is None or probe.accepted.get(chosen):
            continue
        if not passes(case, outcome, specification.signature.outcome, specification.comparison):
            found.append(ReadingObjection(case=case, code_answers=str(outcome)))
    if not found:
        return ()
    text = f"a second reading of the problem expects other answers of {counted(len(found), 'call')}"
    await context.log.emit(Warned(text=f"{text}; asking a third", passing=True))
    try:
        taken_back = await choose_readings(context, lone, found)
    except ModelError as error:
        if not isinstance(error, ReplyUnusable):
            await context.log.emit(Warned(text=f"no third reading could be had: {error.message}"))
        taken_back = frozenset()
    return tuple(one for one in found if one.case.id not in taken_back)
