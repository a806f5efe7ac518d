"""Refine: run, rule, and revise what was ruled wrong, until everything passes or another round is not worth it."""

from __future__ import annotations

from typing import Final

from specwright.core.errors import ModelError, ReplyUnusable
from specwright.core.evidence.ruling import Blame, Decision, Ruling, Verdict
from specwright.core.program.candidate import Candidate
from specwright.core.run.events import Quarantined, Revised, Ruled, ScenariosTried, StageEntered, Warned
from specwright.core.run.fold import revise_cases, revise_scenarios
from specwright.core.run.package_state import PackageState
from specwright.core.run.result import Revision
from specwright.core.work.scenario import FlakyTest
from specwright.pipeline.context import RunContext
from specwright.pipeline.judging.arbitrate import is_over
from specwright.pipeline.judging.arbitrate_package import NATIVE, arbitrate_package, weakest_part
from specwright.pipeline.judging.repair import blamed_scenarios, drop_scenarios, failures_of, mend_statically
from specwright.pipeline.judging.revise import blamed_code, blamed_tests, drop_tests, undecided_about
from specwright.pipeline.running.flakes import find_flakes, to_set_aside
from specwright.pipeline.running.matrix import run_cases
from specwright.pipeline.running.try_out import compare, try_out
from specwright.pipeline.writing.all_tests import write_more_scenarios
from specwright.pipeline.writing.writers import Writers

_ASKED_FOR_MORE: Final = 2
"""Up to this round thin native evidence is met by more native tests, later by more candidates."""


async def refine(context: RunContext, writers: Writers, package_state: PackageState) -> tuple[PackageState, Verdict]:
    """The state after as many rounds as help, and the last verdict. Raises ModelError, BudgetExhausted and
    SandboxUnavailable; when a writer has nothing more to say, what there is stands."""
    last = package_state.round + context.limits.max_iterations - 1
    verdicts: list[Verdict] = []
    states: list[str] = []
    while True:
        await context.log.emit(StageEntered(stage="execute", round=package_state.round))
        package_state = await try_out(context, package_state)
        package_state = await try_out(context, await mend_statically(context, package_state))

        await context.log.emit(StageEntered(stage="arbitrate", round=package_state.round))
        package_state, verdict, flaky = await _rule(context, writers, await compare(context, package_state))
        if package_state.scenarios and verdict.chosen:
            results = package_state.scenario_results.get(verdict.chosen, ())
            await context.log.emit(ScenariosTried(candidate_id=verdict.chosen, results=results))
        await context.log.emit(Ruled(round=package_state.round, verdict=verdict))
        verdicts.append(verdict)
        states.append(package_state.digest)
        doubted = blamed_tests(verdict, package_state.cases) or blamed_scenarios(verdict, package_state.scenarios)
        mendable = bool(flaky or (doubted and writers.revise_cases))
        if is_over(verdicts, states, mendable=mendable) or package_state.round >= last:
            return await _drop_wrong_tests(context, package_state, verdict), verdict

        await context.log.emit(StageEntered(stage="revise", round=package_state.round))
        try:
            package_state = await _revise(context, writers, package_state, verdict, flaky)
        except ModelError as error:
            if not isinstance(error, ReplyUnusable) and not _is_done(package_state, verdict):
                raise
            await context.log.emit(Warned(text=f"nothing could be revised: {error.message}"))
            return package_state, verdict


def _is_done(package_state: PackageState, verdict: Verdict) -> bool:
    return verdict.chosen is not None and package_state.passes_everything(verdict.chosen)


async def _rule(
    context: RunContext, writers: Writers, package_state: PackageState
) -> tuple[PackageState, Verdict, tuple[FlakyTest, ...]]:
    """The judge's verdict, resting for the chosen candidate on cases that each ran in a process of their own, and on
    failures that were seen twice. What was seen to change is set aside, and the judge hears the rest."""
    seen: set[str] = set()
    flaky: tuple[FlakyTest, ...] = ()
    while True:
        verdict = arbitrate_package(package_state, priors=writers.priors(package_state))
        if verdict.chosen is None:
            return package_state, verdict, flaky
        chosen = package_state.candidate(verdict.chosen)
        alone = await _isolated(context, package_state, chosen)
        if alone is not package_state:
            package_state = alone
            continue
        if chosen.id in seen or not failures_of(package_state, chosen.id):
            return package_state, verdict, flaky
        seen.add(chosen.id)
        found = await find_flakes(context, package_state, chosen)
        flaky += found
        aside = to_set_aside(package_state, found)
        if not aside:
            return package_state, verdict, flaky
        await context.log.emit(Quarantined(tests=aside))
        package_state = package_state.without(frozenset(test.id for test in aside))


async def _isolated(context: RunContext, package_state: PackageState, chosen: Candidate) -> PackageState:
    for name, function_state in package_state.function_states.items():
        if function_state.cases and not function_state.execution(chosen.id).isolated:
            execution = await run_cases(context, function_state, chosen, isolated=True)
            package_state = package_state.with_function(name, function_state.with_execution(execution))
    return package_state


async def _drop_wrong_tests(context: RunContext, package_state: PackageState, verdict: Verdict) -> PackageState:
    """Accepted code is not handed over with tests that were ruled wrong."""
    if verdict.decision is not Decision.ACCEPT:
        return package_state
    for name, function_state in package_state.function_states.items():
        doubtful = blamed_tests(verdict, function_state.cases)
        if doubtful:
            package_state = await _with_cases(context, package_state, name, drop_tests(function_state, doubtful))
    doubted = blamed_scenarios(verdict, package_state.scenarios)
    return (
        await _with_scenarios(context, package_state, drop_scenarios(package_state, doubted))
        if doubted
        else package_state
    )


async def _revise(
    context: RunContext, writers: Writers, package_state: PackageState, verdict: Verdict, flaky: tuple[FlakyTest, ...]
) -> PackageState:
    """Only the side that was ruled wrong is revised; where nobody was, more evidence is sought."""
    mended = await _revise_tests(context, writers, package_state, verdict)
    unchanged = mended.digest == package_state.digest
    guilty = blamed_code(verdict) or (undecided_about(verdict) if unchanged else ())
    if unchanged and not guilty:
        # Whoever wrote the doubted tests insists on them: now the code writer is asked about them.
        guilty = tuple(ruling for ruling in verdict.rulings if ruling.candidate_id == verdict.chosen)
    guilty = guilty or tuple(map(_ruling, flaky))
    if guilty and writers.repair and verdict.chosen is not None:
        fickle = {test.id for test in flaky} & {ruling.case_id for ruling in guilty}
        better = await writers.repair(
            context, package_state, package_state.candidate(verdict.chosen), guilty, bool(fickle)
        )
        mended = mended.with_candidates(better)
    elif unchanged and verdict.decision is not Decision.ACCEPT:
        mended = await _more_evidence(context, writers, package_state, verdict)
    return mended.in_round(package_state.round + 1)


def _ruling(test: FlakyTest) -> Ruling:
    evidence = f"it gave two answers to the same question: {' and '.join(test.answers)}"
    return Ruling(candidate_id=test.candidate_id, case_id=test.id, blame=Blame.CODE, probability=1.0, evidence=evidence)


async def _revise_tests(
    context: RunContext, writers: Writers, package_state: PackageState, verdict: Verdict
) -> PackageState:
    for name, function_state in package_state.function_states.items():
        doubtful = blamed_tests(verdict, function_state.cases)
        if doubtful and writers.revise_cases:
            revision = await writers.revise_cases(context, function_state, doubtful)
            package_state = await _with_cases(context, package_state, name, revision)
    doubted = blamed_scenarios(verdict, package_state.scenarios)
    if doubted and writers.revise_scenarios:
        package_state = await _with_scenarios(
            context, package_state, await writers.revise_scenarios(context, package_state, doubted)
        )
    return package_state


async def _with_cases(context: RunContext, package_state: PackageState, name: str, revision: Revision) -> PackageState:
    await context.log.emit(Revised(revision=revision))
    function_state = package_state.function_states[name]
    cases = revise_cases(function_state.cases, revision)
    changed = {change.id for change in revision.revised_test_cases}
    kept = package_state.without(frozenset(changed)).function_states[name] if changed else function_state
    return package_state.with_function(name, kept.model_copy(update={"cases": cases}))


async def _with_scenarios(context: RunContext, package_state: PackageState, revision: Revision) -> PackageState:
    await context.log.emit(Revised(revision=revision))
    scenarios = revise_scenarios(package_state.scenarios, revision)
    changed = frozenset(change.id for change in revision.revised_scenarios)
    return package_state.without(changed).model_copy(update={"scenarios": scenarios})


async def _more_evidence(
    context: RunContext, writers: Writers, package_state: PackageState, verdict: Verdict
) -> PackageState:
    """More tests of the part of which least is known, or else further candidates."""
    part = weakest_part(package_state, verdict, writers.priors(package_state))
    function_state = package_state.function_states.get(part or "")
    if part == NATIVE and package_state.round <= _ASKED_FOR_MORE:
        return await write_more_scenarios(context, writers, package_state)
    if function_state is None or "reference" in function_state.gathered:
        return package_state.with_candidates(*await writers.write_code(context, package_state))
    found = await writers.more_evidence(context, function_state, verdict)
    further = found.candidates[len(function_state.candidates) :]
    return package_state.with_function(str(function_state.function), found).contending(
        (*package_state.candidates, *further)
    )
