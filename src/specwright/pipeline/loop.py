"""The loop of every run: execute, arbitrate, and revise the side that is wrong, until another round is not worth it.

A function and a package go through the same loop. Each decision in which they differ has a name in `LoopRules`
(`writing/writers.py`), and `context.writers.rules` holds those of the run.
"""

from __future__ import annotations

from typing import Final

from specwright.core.errors import ModelError, ReplyUnusable
from specwright.core.evidence.ruling import Decision, Verdict
from specwright.core.run.events import Quarantined, Ruled, ScenariosTried, StageEntered, Warned
from specwright.core.run.package_state import PackageState
from specwright.core.text import counted
from specwright.core.work.scenario import FlakyTest
from specwright.pipeline.context import RunContext
from specwright.pipeline.judging.arbitrate import Stop, why_over
from specwright.pipeline.judging.best import Best, better, restore
from specwright.pipeline.judging.checkers import drop_lone_checkers
from specwright.pipeline.judging.confirming.ask_person import ask_person
from specwright.pipeline.judging.confirming.confirmed import unconfirmed
from specwright.pipeline.judging.confirming.second_reading import with_second_reading
from specwright.pipeline.judging.confirming.unseen import with_unseen_tested
from specwright.pipeline.judging.enough import worth_drawing
from specwright.pipeline.judging.parts import NATIVE, arbitrate, weakest_part
from specwright.pipeline.judging.repair import (
    Objection,
    blamed_scenarios,
    failures_of,
    lacks_library,
    mend_statically,
    replace_unloaded,
)
from specwright.pipeline.judging.revise import blamed_tests
from specwright.pipeline.judging.sides import (
    contest,
    drop_wrong_tests,
    revise_doubted_tests,
    settle,
    to_repair,
    to_settle,
)
from specwright.pipeline.remembering.correct import corrected
from specwright.pipeline.running.flakes import find_flakes, to_set_aside
from specwright.pipeline.running.try_out import compare, isolate, isolation_changed, try_out
from specwright.pipeline.writing.all_tests import write_more_scenarios
from specwright.pipeline.writing.checker import with_checkers

_ASKED_FOR_MORE: Final = 2
"""Up to this round thin native evidence is met by more native tests, later by more candidates."""


async def refine(context: RunContext, state: PackageState) -> tuple[PackageState, Verdict]:
    """Return the state after as many rounds as help, and the last verdict.

    Raise ModelError, BudgetExhausted or SandboxUnavailable. If a writer has nothing more to add, the state stands.
    """
    state = await with_checkers(context, state)
    last = state.round + context.limits.max_iterations - 1
    verdicts: list[Verdict] = []
    digests: list[str] = []
    best: Best | None = None
    while True:
        await context.log.emit(StageEntered(stage="execute", round=state.round))
        state = await _execute(context, state)
        if not verdicts:
            state = await drop_lone_checkers(context, state)

        await context.log.emit(StageEntered(stage="arbitrate", round=state.round))
        state, verdict, flaky = await _rule_by_doubt(context, state)
        if state.scenarios and verdict.chosen:
            results = state.scenario_results.get(verdict.chosen, ())
            await context.log.emit(ScenariosTried(candidate_id=verdict.chosen, results=results))
        await context.log.emit(Ruled(round=state.round, verdict=verdict))
        further = await with_unseen_tested(context, state, verdict)
        if further is None:
            state = await with_second_reading(context, state, verdict)
            further = await ask_person(context, state, verdict)
        if further is not None:
            state = further
            continue
        best = better(best, state, verdict)
        verdicts.append(verdict)
        digests.append(state.digest)
        over = _why_over(context, state, verdicts, digests, flaky)
        if over is not None or state.round >= last:
            if verdict.decision is not Decision.ACCEPT:
                why = over or Stop.ROUNDS
                await context.log.emit(Warned(text=f"stopped after {counted(len(verdicts), 'round')}: {why}"))
            state, verdict = await restore(context, best, state, verdict)
            return await drop_wrong_tests(context, state, verdict), verdict

        await context.log.emit(StageEntered(stage="revise", round=state.round))
        try:
            state = await _revise(context, state, verdict, flaky)
        except ModelError as error:
            done = verdict.chosen is not None and state.passes_everything(verdict.chosen)
            if not isinstance(error, ReplyUnusable) and not done:
                raise
            await context.log.emit(Warned(text=f"nothing could be revised: {error.message}"))
            return await restore(context, best, state, verdict)


def _why_over(
    context: RunContext,
    state: PackageState,
    verdicts: list[Verdict],
    digests: list[str],
    flaky: tuple[FlakyTest, ...],
) -> Stop | None:
    """Return why another round is pointless, None if it is not."""
    verdict = verdicts[-1]
    doubted = blamed_tests(verdict, state.cases) or blamed_scenarios(verdict, state.scenarios)
    mendable = bool(flaky or (doubted and context.writers.revise_cases))
    over = why_over(verdicts, digests, mendable=mendable)
    if over is None and lacks_library(state, verdict.chosen):
        return Stop.LIBRARY
    return None if to_settle(context, state, verdict) else over


async def _execute(context: RunContext, state: PackageState) -> PackageState:
    rules = context.writers.rules
    state = await try_out(context, state, afresh=rules.reruns_everything)
    if rules.mends_text:
        state = await try_out(context, await mend_statically(context, state))
    if state.lone_function is not None:
        state = await try_out(context, await replace_unloaded(context, state))
    return state


async def _rule_by_doubt(
    context: RunContext, state: PackageState
) -> tuple[PackageState, Verdict, tuple[FlakyTest, ...]]:
    """Return what `rule` does, after as many further candidates as could change it. Raise as `refine` does.

    A person who has confirmed nothing yet is asked first: an answer is worth more than further candidates.
    """
    writers = context.writers
    while True:
        state, verdict, flaky = await rule(context, await compare(context, state))
        wanted = 0
        if context.limits.by_doubt and writers.rules.draws_more and not lacks_library(state, verdict.chosen):
            wanted = worth_drawing(state, verdict, context.limits.candidates, writers.priors(state))
        if not wanted:
            return state, verdict, flaky
        asks_first = verdict.chosen is not None and unconfirmed(state, verdict.chosen)
        answered = await ask_person(context, state, verdict) if asks_first else None
        if answered is not None:
            state = await _execute(context, answered)
            continue
        await context.log.emit(StageEntered(stage="write_code", round=state.round))
        try:
            drawn = await writers.write_code(context, state, wanted)
        except ModelError as error:
            done = verdict.chosen is not None and state.passes_everything(verdict.chosen)
            if not isinstance(error, ReplyUnusable) and not done:
                raise
            await context.log.emit(Warned(text=f"no further program could be written: {error.message}"))
            return state, verdict, flaky
        await context.log.emit(StageEntered(stage="execute", round=state.round))
        state = await _execute(context, state.with_candidates(*drawn))


async def rule(context: RunContext, state: PackageState) -> tuple[PackageState, Verdict, tuple[FlakyTest, ...]]:
    """Return the judge's verdict, and the tests that were seen to be flaky.

    Every case of the chosen candidate has run in a process of its own. If the rules check flakes, every failure was
    seen twice. Flaky tests are set aside, and the judge decides on the others.
    """
    writers = context.writers
    seen: set[str] = set()
    flaky: tuple[FlakyTest, ...] = ()
    while True:
        verdict = arbitrate(state, priors=writers.priors(state))
        if verdict.chosen is None:
            return state, verdict, flaky
        chosen = state.candidate(verdict.chosen)
        together, state = state, await isolate(context, state, chosen)
        if isolation_changed(together, state, chosen):
            continue
        if not writers.rules.checks_flakes or chosen.id in seen or not failures_of(state, chosen.id):
            return state, verdict, flaky
        seen.add(chosen.id)
        found = await find_flakes(context, state, chosen)
        flaky += found
        aside = to_set_aside(state, found)
        if not aside:
            return state, verdict, flaky
        await context.log.emit(Quarantined(tests=aside))
        state = state.without(frozenset(test.id for test in aside))


async def _revise(
    context: RunContext, state: PackageState, verdict: Verdict, flaky: tuple[FlakyTest, ...]
) -> PackageState:
    """Revise only the side that was ruled wrong. If there is none, look for more evidence."""
    writers = context.writers
    mended = await revise_doubted_tests(context, state, verdict)
    unchanged = mended.digest == state.digest
    guilty = to_repair(context, state, verdict, unchanged, flaky)
    if guilty and writers.revise_code and verdict.chosen is not None:
        fickle = bool({test.id for test in flaky} & {ruling.case_id for ruling in guilty})
        chosen = state.candidate(verdict.chosen)
        repair = await corrected(context, state, chosen, guilty) or await writers.revise_code(
            context, state, chosen, guilty, fickle
        )
        if isinstance(repair, Objection):
            mended = await contest(context, mended, guilty, repair)
        else:
            mended = mended.with_candidates(repair)
        # A repair is the work of the round, unless evidence comes first and the repair is code that was there before.
        unchanged = not writers.rules.repairs_when_undecided and mended.digest == state.digest
    if unchanged and verdict.decision is not Decision.ACCEPT:
        mended = await _more_evidence(context, state, verdict)
    elif unchanged:
        mended = await settle(context, state, verdict)
    return mended.in_round(state.round + 1)


async def _more_evidence(context: RunContext, state: PackageState, verdict: Verdict) -> PackageState:
    """Return the state with more tests of its least certain part, or else with further candidates."""
    writers = context.writers
    function_state = state.lone_function
    if function_state is None:
        part = weakest_part(state, verdict, writers.priors(state))
        function_state = state.function_states.get(part or "")
        if part == NATIVE and state.round <= _ASKED_FOR_MORE:
            return await write_more_scenarios(context, state)
        if function_state is None or "reference" in function_state.gathered:
            drawn = await writers.write_code(context, state, context.limits.first_candidates)
            return state.with_candidates(*drawn)
    found = await writers.more_evidence(context, function_state, verdict)
    further = found.candidates[len(function_state.candidates) :]
    return state.with_function(function_state.name, found).contending((*state.candidates, *further))
