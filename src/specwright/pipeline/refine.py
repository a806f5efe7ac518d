"""Refine: run, rule, and revise what was ruled wrong, until everything passes or another round is not worth it."""

from __future__ import annotations

from typing import Final

from specwright.core.candidate import Candidate
from specwright.core.dossier import Dossier
from specwright.core.errors import ModelError, ReplyUnusable
from specwright.core.events import Quarantined, Revised, Ruled, ScenariosTried, StageEntered, Warned
from specwright.core.fold import revise_cases, revise_scenarios
from specwright.core.result import Revision
from specwright.core.ruling import Blame, Decision, Ruling, Verdict
from specwright.core.scenario import FlakyTest
from specwright.pipeline.arbitrate import is_over
from specwright.pipeline.arbitrate_package import NATIVE, arbitrate_package, weakest_part
from specwright.pipeline.desk import Desk
from specwright.pipeline.flakes import find_flakes, to_set_aside
from specwright.pipeline.matrix import run_cases
from specwright.pipeline.repair import blamed_scenarios, drop_scenarios, failures_of, mend_statically
from specwright.pipeline.revise import blamed_code, blamed_tests, drop_tests, undecided_about
from specwright.pipeline.try_out import compare, try_out
from specwright.pipeline.write_all_tests import write_more_scenarios
from specwright.pipeline.writers import Writers

_ASKED_FOR_MORE: Final = 2
"""Up to this round thin native evidence is met by more native tests, later by more candidates."""


async def refine(desk: Desk, writers: Writers, dossier: Dossier) -> tuple[Dossier, Verdict]:
    """The dossier after as many rounds as help, and the last verdict. Raises ModelError, BudgetExhausted and
    SandboxUnavailable; when a writer has nothing more to say, what there is stands."""
    last = dossier.round + desk.limits.max_iterations - 1
    verdicts: list[Verdict] = []
    states: list[str] = []
    while True:
        await desk.log.tell(StageEntered(stage="execute", round=dossier.round))
        dossier = await try_out(desk, dossier)
        dossier = await try_out(desk, await mend_statically(desk, dossier))

        await desk.log.tell(StageEntered(stage="arbitrate", round=dossier.round))
        dossier, verdict, flaky = await _rule(desk, writers, await compare(desk, dossier))
        if dossier.scenarios and verdict.chosen:
            results = dossier.scenario_results.get(verdict.chosen, ())
            await desk.log.tell(ScenariosTried(candidate_id=verdict.chosen, results=results))
        await desk.log.tell(Ruled(round=dossier.round, verdict=verdict))
        verdicts.append(verdict)
        states.append(dossier.digest)
        doubted = blamed_tests(verdict, dossier.cases) or blamed_scenarios(verdict, dossier.scenarios)
        mendable = bool(flaky or (doubted and writers.revise_cases))
        if is_over(verdicts, states, mendable=mendable) or dossier.round >= last:
            return await _drop_wrong_tests(desk, dossier, verdict), verdict

        await desk.log.tell(StageEntered(stage="revise", round=dossier.round))
        try:
            dossier = await _revise(desk, writers, dossier, verdict, flaky)
        except ModelError as error:
            if not isinstance(error, ReplyUnusable) and not _is_done(dossier, verdict):
                raise
            await desk.log.tell(Warned(text=f"nothing could be revised: {error.message}"))
            return dossier, verdict


def _is_done(dossier: Dossier, verdict: Verdict) -> bool:
    return verdict.chosen is not None and dossier.passes_everything(verdict.chosen)


async def _rule(desk: Desk, writers: Writers, dossier: Dossier) -> tuple[Dossier, Verdict, tuple[FlakyTest, ...]]:
    """The judge's verdict, resting for the chosen candidate on cases that each ran in a process of their own, and on
    failures that were seen twice. What was seen to change is set aside, and the judge hears the rest."""
    seen: set[str] = set()
    flaky: tuple[FlakyTest, ...] = ()
    while True:
        verdict = arbitrate_package(dossier, priors=writers.priors(dossier))
        if verdict.chosen is None:
            return dossier, verdict, flaky
        chosen = dossier.candidate(verdict.chosen)
        alone = await _isolated(desk, dossier, chosen)
        if alone is not dossier:
            dossier = alone
            continue
        if chosen.id in seen or not failures_of(dossier, chosen.id):
            return dossier, verdict, flaky
        seen.add(chosen.id)
        found = await find_flakes(desk, dossier, chosen)
        flaky += found
        aside = to_set_aside(dossier, found)
        if not aside:
            return dossier, verdict, flaky
        await desk.log.tell(Quarantined(tests=aside))
        dossier = dossier.without(frozenset(test.id for test in aside))


async def _isolated(desk: Desk, dossier: Dossier, chosen: Candidate) -> Dossier:
    for name, docket in dossier.dockets.items():
        if docket.cases and not docket.execution(chosen.id).isolated:
            execution = await run_cases(desk, docket, chosen, isolated=True)
            dossier = dossier.with_docket(name, docket.with_execution(execution))
    return dossier


async def _drop_wrong_tests(desk: Desk, dossier: Dossier, verdict: Verdict) -> Dossier:
    """Accepted code is not handed over with tests that were ruled wrong."""
    if verdict.decision is not Decision.ACCEPT:
        return dossier
    for name, docket in dossier.dockets.items():
        doubtful = blamed_tests(verdict, docket.cases)
        if doubtful:
            dossier = await _with_cases(desk, dossier, name, drop_tests(docket, doubtful))
    doubted = blamed_scenarios(verdict, dossier.scenarios)
    return await _with_scenarios(desk, dossier, drop_scenarios(dossier, doubted)) if doubted else dossier


async def _revise(
    desk: Desk, writers: Writers, dossier: Dossier, verdict: Verdict, flaky: tuple[FlakyTest, ...]
) -> Dossier:
    """Only the side that was ruled wrong is revised; where nobody was, more evidence is sought."""
    mended = await _revise_tests(desk, writers, dossier, verdict)
    unchanged = mended.digest == dossier.digest
    guilty = blamed_code(verdict) or (undecided_about(verdict) if unchanged else ())
    if unchanged and not guilty:
        # Whoever wrote the doubted tests insists on them: now the code writer is asked about them.
        guilty = tuple(ruling for ruling in verdict.rulings if ruling.candidate_id == verdict.chosen)
    guilty = guilty or tuple(map(_ruling, flaky))
    if guilty and writers.repair and verdict.chosen is not None:
        fickle = {test.id for test in flaky} & {ruling.case_id for ruling in guilty}
        better = await writers.repair(desk, dossier, dossier.candidate(verdict.chosen), guilty, bool(fickle))
        mended = mended.with_candidates(better)
    elif unchanged and verdict.decision is not Decision.ACCEPT:
        mended = await _more_evidence(desk, writers, dossier, verdict)
    return mended.in_round(dossier.round + 1)


def _ruling(test: FlakyTest) -> Ruling:
    evidence = f"it gave two answers to the same question: {' and '.join(test.answers)}"
    return Ruling(candidate_id=test.candidate_id, case_id=test.id, blame=Blame.CODE, probability=1.0, evidence=evidence)


async def _revise_tests(desk: Desk, writers: Writers, dossier: Dossier, verdict: Verdict) -> Dossier:
    for name, docket in dossier.dockets.items():
        doubtful = blamed_tests(verdict, docket.cases)
        if doubtful and writers.revise_cases:
            revision = await writers.revise_cases(desk, docket, doubtful)
            dossier = await _with_cases(desk, dossier, name, revision)
    doubted = blamed_scenarios(verdict, dossier.scenarios)
    if doubted and writers.revise_scenarios:
        dossier = await _with_scenarios(desk, dossier, await writers.revise_scenarios(desk, dossier, doubted))
    return dossier


async def _with_cases(desk: Desk, dossier: Dossier, name: str, revision: Revision) -> Dossier:
    await desk.log.tell(Revised(revision=revision))
    docket = dossier.dockets[name]
    cases = revise_cases(docket.cases, revision)
    changed = {change.id for change in revision.revised_test_cases}
    kept = dossier.without(frozenset(changed)).dockets[name] if changed else docket
    return dossier.with_docket(name, kept.model_copy(update={"cases": cases}))


async def _with_scenarios(desk: Desk, dossier: Dossier, revision: Revision) -> Dossier:
    await desk.log.tell(Revised(revision=revision))
    scenarios = revise_scenarios(dossier.scenarios, revision)
    changed = frozenset(change.id for change in revision.revised_scenarios)
    return dossier.without(changed).model_copy(update={"scenarios": scenarios})


async def _more_evidence(desk: Desk, writers: Writers, dossier: Dossier, verdict: Verdict) -> Dossier:
    """More tests of the part of which least is known, or else further candidates."""
    part = weakest_part(dossier, verdict, writers.priors(dossier))
    docket = dossier.dockets.get(part or "")
    if part == NATIVE and dossier.round <= _ASKED_FOR_MORE:
        return await write_more_scenarios(desk, writers, dossier)
    if docket is None or "reference" in docket.gathered:
        return dossier.with_candidates(*await writers.write_code(desk, dossier))
    found = await writers.more_evidence(desk, docket, verdict)
    further = found.candidates[len(docket.candidates) :]
    return dossier.with_docket(str(docket.function), found).contending((*dossier.candidates, *further))
