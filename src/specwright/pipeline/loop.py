"""The loop of every run: execute, arbitrate, and revise what was ruled wrong, until another round is not worth it.

A function and a package go through the same loop. Each decision in which they differ has a name in `LoopRules`
(`writing/writers.py`), and `context.writers.rules` holds those of the run.
"""

from __future__ import annotations

from typing import Final

from specwright.core.errors import ModelError, ReplyUnusable
from specwright.core.evidence.ruling import Blame, Decision, Ruling, Verdict
from specwright.core.program.candidate import Candidate
from specwright.core.run.events import Quarantined, Revised, Ruled, ScenariosTried, StageEntered, Warned
from specwright.core.run.fold import revise_cases, revise_scenarios
from specwright.core.run.package_state import PackageState
from specwright.core.run.result import Revision
from specwright.core.text import counted
from specwright.core.work.scenario import FlakyTest
from specwright.core.work.testcase import Tier
from specwright.pipeline.context import RunContext
from specwright.pipeline.judging.arbitrate import Stop, why_over
from specwright.pipeline.judging.ask_person import ask_person
from specwright.pipeline.judging.best import Best, better, restore
from specwright.pipeline.judging.checkers import drop_lone_checkers
from specwright.pipeline.judging.doubts import is_settled, open_doubts
from specwright.pipeline.judging.enough import worth_drawing
from specwright.pipeline.judging.parts import NATIVE, arbitrate, weakest_part
from specwright.pipeline.judging.repair import (
    Fault,
    Objection,
    blamed_scenarios,
    drop_scenarios,
    failures_of,
    lacks_library,
    mend_statically,
    replace_unloaded,
)
from specwright.pipeline.judging.revise import blamed_code, blamed_tests, drop_tests, undecided_about
from specwright.pipeline.running.flakes import find_flakes, to_set_aside
from specwright.pipeline.running.matrix import run_cases
from specwright.pipeline.running.try_out import compare, try_out
from specwright.pipeline.writing.all_tests import write_more_scenarios
from specwright.pipeline.writing.checker import with_checkers

_ASKED_FOR_MORE: Final = 2
"""Up to this round thin native evidence is met by more native tests, later by more candidates."""


async def refine(context: RunContext, state: PackageState) -> tuple[PackageState, Verdict]:
    """Return the state after as many rounds as help, and the last verdict.

    Raise ModelError, BudgetExhausted or SandboxUnavailable. If a writer has nothing more to say, the state stands.
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
        answered = await ask_person(context, state, verdict)
        if answered is not None:
            state = answered
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
            return await _drop_wrong_tests(context, state, verdict), verdict

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
    return None if _to_settle(context, state, verdict) else over


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
    """Return what `_rule` does, after as many further candidates as could change it. Raise as `refine` does."""
    writers = context.writers
    while True:
        state, verdict, flaky = await _rule(context, await compare(context, state))
        wanted = 0
        if context.limits.by_doubt and writers.rules.draws_more and not lacks_library(state, verdict.chosen):
            wanted = worth_drawing(state, verdict, context.limits.candidates, writers.priors(state))
        if not wanted:
            return state, verdict, flaky
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


async def _rule(context: RunContext, state: PackageState) -> tuple[PackageState, Verdict, tuple[FlakyTest, ...]]:
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
        alone = await _isolated(context, state, chosen)
        if alone is not state:
            state = alone
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


async def _isolated(context: RunContext, state: PackageState, chosen: Candidate) -> PackageState:
    for name, function_state in state.function_states.items():
        if function_state.cases and not function_state.execution(chosen.id).isolated:
            execution = await run_cases(context, function_state, chosen, isolated=True)
            state = state.with_function(name, function_state.with_execution(execution))
    return state


async def _drop_wrong_tests(context: RunContext, state: PackageState, verdict: Verdict) -> PackageState:
    """Return the state without the tests that were ruled wrong and that a more trusted test of the input refutes."""
    if verdict.decision is not Decision.ACCEPT:
        return state
    chosen = verdict.chosen
    for name, function_state in state.function_states.items():
        inputs = {case.id: case.inputs for case in function_state.cases}
        doubtful = {
            case_id: ruling
            for case_id, ruling in blamed_tests(verdict, function_state.cases).items()
            if context.writers.settle is None or (chosen and is_settled(function_state, inputs[case_id], chosen))
        }
        if doubtful:
            state = await _with_cases(context, state, name, drop_tests(function_state, doubtful))
    doubted = blamed_scenarios(verdict, state.scenarios)
    return await _with_scenarios(context, state, drop_scenarios(state, doubted)) if doubted else state


async def _revise(
    context: RunContext, state: PackageState, verdict: Verdict, flaky: tuple[FlakyTest, ...]
) -> PackageState:
    """Revise only the side that was ruled wrong. If there is none, look for more evidence."""
    writers = context.writers
    mended = await _revise_tests(context, state, verdict)
    unchanged = mended.digest == state.digest
    guilty = _to_repair(context, state, verdict, unchanged, flaky)
    if guilty and writers.revise_code and verdict.chosen is not None:
        fickle = bool({test.id for test in flaky} & {ruling.case_id for ruling in guilty})
        repair = await writers.revise_code(context, state, state.candidate(verdict.chosen), guilty, fickle)
        if isinstance(repair, Objection):
            mended = await _contest(context, mended, guilty, repair)
        else:
            mended = mended.with_candidates(repair)
        # A repair is the work of the round, unless evidence comes first and the repair is code that was there before.
        unchanged = not writers.rules.repairs_when_undecided and mended.digest == state.digest
    if unchanged and verdict.decision is not Decision.ACCEPT:
        mended = await _more_evidence(context, state, verdict)
    elif unchanged:
        mended = await _settle(context, state, verdict)
    return mended.in_round(state.round + 1)


def _to_settle(context: RunContext, state: PackageState, verdict: Verdict) -> tuple[str, ...]:
    """Return the functions of accepted code that are in doubt and about which no reference was asked yet."""
    if verdict.decision is not Decision.ACCEPT or verdict.chosen is None or context.writers.settle is None:
        return ()
    names = dict.fromkeys(doubt.function for doubt in open_doubts(state, verdict.chosen))
    return tuple(name for name in names if "reference" not in state.function_states[name].gathered)


async def _settle(context: RunContext, state: PackageState, verdict: Verdict) -> PackageState:
    """Return the state with what a reference says about the open doubts."""
    for name in _to_settle(context, state, verdict):
        if context.writers.settle is not None:
            state = state.with_function(
                name, await context.writers.settle(context, state.function_states[name], verdict)
            )
    return state


async def _contest(
    context: RunContext, state: PackageState, guilty: tuple[Ruling, ...], objection: Objection
) -> PackageState:
    """Let the test writer answer a code writer who holds the test to be wrong."""
    if objection.fault is not Fault.TEST or context.writers.revise_cases is None:
        return state
    for name, function_state in state.function_states.items():
        revisable = {case.id for case in function_state.cases if case.tier is not Tier.USER}
        contested = {
            ruling.case_id: ruling.model_copy(
                update={"evidence": f"{ruling.evidence}; the code writer objects: {objection.reasoning}"}
            )
            for ruling in guilty
            if ruling.case_id in revisable
        }
        if contested:
            revision = await context.writers.revise_cases(context, function_state, contested)
            state = await _with_cases(context, state, name, revision)
    return state


def _to_repair(
    context: RunContext, state: PackageState, verdict: Verdict, unchanged: bool, flaky: tuple[FlakyTest, ...]
) -> tuple[Ruling, ...]:
    """Return the rulings that the code writer is asked about; `unchanged` says that no test was revised."""
    blamed = blamed_code(verdict)
    if blamed:
        return blamed
    if not context.writers.rules.repairs_when_undecided:
        consulted = all("reference" in function_state.gathered for function_state in state.function_states.values())
        return undecided_about(verdict) if consulted and not blamed_tests(verdict, state.cases) else ()
    # The writer of doubted tests insists on them: ask the code writer about them.
    insisted = tuple(ruling for ruling in verdict.rulings if ruling.candidate_id == verdict.chosen)
    undecided = (undecided_about(verdict) or insisted) if unchanged else ()
    return undecided or tuple(map(_ruling, flaky))


def _ruling(test: FlakyTest) -> Ruling:
    evidence = f"it gave two answers to the same question: {' and '.join(test.answers)}"
    return Ruling(candidate_id=test.candidate_id, case_id=test.id, blame=Blame.CODE, probability=1.0, evidence=evidence)


async def _revise_tests(context: RunContext, state: PackageState, verdict: Verdict) -> PackageState:
    writers = context.writers
    for name, function_state in state.function_states.items():
        doubtful = blamed_tests(verdict, function_state.cases)
        if doubtful and writers.revise_cases:
            revision = await writers.revise_cases(context, function_state, doubtful)
            state = await _with_cases(context, state, name, revision)
    doubted = blamed_scenarios(verdict, state.scenarios)
    if doubted and writers.revise_scenarios:
        state = await _with_scenarios(context, state, await writers.revise_scenarios(context, state, doubted))
    return state


async def _with_cases(context: RunContext, state: PackageState, name: str, revision: Revision) -> PackageState:
    await context.log.emit(Revised(revision=revision))
    function_state = state.function_states[name]
    cases = revise_cases(function_state.cases, revision)
    changed = {change.id for change in revision.revised_test_cases}
    kept = state.without(frozenset(changed)).function_states[name] if changed else function_state
    return state.with_function(name, kept.model_copy(update={"cases": cases}))


async def _with_scenarios(context: RunContext, state: PackageState, revision: Revision) -> PackageState:
    await context.log.emit(Revised(revision=revision))
    scenarios = revise_scenarios(state.scenarios, revision)
    changed = frozenset(change.id for change in revision.revised_scenarios)
    return state.without(changed).model_copy(update={"scenarios": scenarios})


async def _more_evidence(context: RunContext, state: PackageState, verdict: Verdict) -> PackageState:
    """Return the state with more tests of the part of which least is known, or else with further candidates."""
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
