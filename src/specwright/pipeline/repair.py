"""Repair: code that was ruled wrong goes back to its writer, with the question that its kind of failure asks for."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel, Field

from specwright.core.candidate import Candidate
from specwright.core.dossier import Dossier
from specwright.core.events import CandidateWritten, Revised
from specwright.core.failure import FailureKind
from specwright.core.outcome import Ending
from specwright.core.result import Refusal, Revision
from specwright.core.ruling import Blame, Ruling, Verdict
from specwright.core.scenario import RevisedScenario, Scenario
from specwright.pipeline.categorise import categorise, kind_of_scenario
from specwright.pipeline.describe import list_demands, list_surface, sample_test
from specwright.pipeline.desk import Desk
from specwright.pipeline.mend import mended
from specwright.pipeline.reply import extract_code
from specwright.pipeline.revise import CodeRevisionReply, blamed_code, describe_failures
from specwright.pipeline.write_code import next_number
from specwright.pipeline.write_scenarios import fitted
from specwright.ports import Program

_SHOWN: Final = 6
_LOADING: Final = (FailureKind.SYNTAX, FailureKind.IMPORT, FailureKind.TYPE)


class RevisedScenarioReply(BaseModel):
    id: str
    text: str = Field(min_length=10, max_length=20_000)


class ScenarioRevisionReply(BaseModel):
    reasoning: str = Field(min_length=1)
    revised: list[RevisedScenarioReply] = []
    dropped: list[str] = []


async def mend_statically(desk: Desk, dossier: Dossier) -> Dossier:
    """The dossier with a mended version of every candidate that does not load and can be mended without a model."""
    for candidate in dossier.candidates:
        kinds = _loading_failures(dossier, candidate)
        code = mended(candidate.code, candidate.language) if kinds else candidate.code
        if code.strip() == candidate.code.strip() or not _is_readable(desk, dossier, code):
            continue
        better = _revision_of(desk, dossier, candidate, code)
        revision = Revision(
            round=dossier.round,
            reasoning="mended without a model: fences, characters that only look like code, missing imports",
            revised_function=better.id,
            revised_from=candidate.id,
            failures=kinds,
            static=True,
        )
        await desk.log.tell(CandidateWritten(candidate=better))
        await desk.log.tell(Revised(revision=revision))
        dossier = dossier.replacing(candidate, better)
    return dossier


def _loading_failures(dossier: Dossier, candidate: Candidate) -> tuple[FailureKind, ...]:
    """The kinds of failure of a candidate that text alone may mend: it does not load, or lacks a name."""
    failed = failures_of(dossier, candidate.id)
    kinds = categorise(dossier, candidate.id, failed)
    return tuple(kind for kind in kinds if kind in (FailureKind.SYNTAX, FailureKind.IMPORT))


def failures_of(dossier: Dossier, candidate_id: str) -> tuple[str, ...]:
    """The ids of the tests that a candidate does not pass."""
    results = [r for docket in dossier.dockets.values() for r in docket.execution(candidate_id).results]
    scenarios = dossier.results_of(candidate_id).values()
    return (*(r.case_id for r in results if not r.passed), *(r.scenario_id for r in scenarios if not r.passed))


def does_not_load(dossier: Dossier, candidate_id: str) -> bool:
    """Whether some function of the candidate could not even be loaded."""
    outcomes = [r.outcome for docket in dossier.dockets.values() for r in docket.execution(candidate_id).results]
    return any(outcome.ending is Ending.NOT_LOADED for outcome in outcomes)


def _is_readable(desk: Desk, dossier: Dossier, code: str) -> bool:
    specifications = [docket.specification for docket in dossier.dockets.values()]
    return all(
        desk.toolchain.objection(Program(code=code, signature=specification.signature)) is None
        for specification in specifications
    )


async def repair(
    desk: Desk, dossier: Dossier, candidate: Candidate, rulings: tuple[Ruling, ...], flaky: bool
) -> Candidate:
    """Ask the code writer to mend the candidate, by the prompt of its first kind of failure, and tell of what came.

    `flaky` says that these are tests to which it gave two answers. Raises ModelError, ReplyUnusable, BudgetExhausted.
    """

    def objection(reply: CodeRevisionReply) -> str | None:
        length, limit = len(reply.revised_function), desk.limits.max_code_length
        return f"The code has {length} characters; the limit is {limit}. Write it shorter." if length > limit else None

    blamed = [ruling.case_id for ruling in rulings]
    kinds = (FailureKind.FLAKE,) if flaky else categorise(dossier, candidate.id, blamed) or (FailureKind.WRONG_VALUE,)
    reply = await desk.ask(
        f"repair_{kinds[0].value.replace(' ', '_')}",
        CodeRevisionReply,
        objection,
        language=desk.task.language,
        specification=desk.task.statement,
        surface=list_surface(desk, dossier.blueprint, dossier.blueprint.surface),
        requirements=list_demands(dossier.blueprint),
        code=candidate.code,
        failures=describe(dossier, candidate.id, blamed, rulings),
    )
    better = _revision_of(desk, dossier, candidate, extract_code(reply.revised_function, candidate.language))
    revision = Revision(
        round=dossier.round,
        reasoning=reply.reasoning,
        revised_function=better.id,
        revised_from=candidate.id,
        rulings=rulings,
        failures=kinds,
    )
    await desk.log.tell(CandidateWritten(candidate=better))
    await desk.log.tell(Revised(revision=revision))
    return better


def _revision_of(desk: Desk, dossier: Dossier, candidate: Candidate, code: str) -> Candidate:
    return Candidate(
        id=f"c{next_number(desk.log.state.candidates)}",
        code=code,
        language=candidate.language,
        origin=candidate.origin,
        round=dossier.round,
        parent=candidate.id,
    )


def describe(dossier: Dossier, candidate_id: str, blamed: list[str], rulings: tuple[Ruling, ...]) -> str:
    """The failures in words for the code writer. Of a held-out test only the requirement is told."""
    parts: list[str] = []
    for name, docket in dossier.dockets.items():
        results = {result.case_id: result for result in docket.execution(candidate_id).results}
        failed = [(case, results[case.id]) for case in docket.cases if case.id in results and case.id in blamed]
        if failed:
            parts.append(f"{name}:\n{describe_failures(failed)}")
    outcomes = dossier.results_of(candidate_id)
    for scenario in [one for one in dossier.scenarios if one.id in blamed][:_SHOWN]:
        result = outcomes.get(scenario.id)
        if scenario.held_out:
            about = ", ".join(scenario.requirements) or "(none named)"
            parts.append(f"- a native test that is not shown failed; it checks {about}")
        elif result is not None:
            parts.append(f"- the native test {scenario.name}:\n{scenario.text}\n  said: {result.detail[-1500:]}")
    known = {case.id for case in dossier.cases} | {scenario.id for scenario in dossier.scenarios}
    parts += [f"- {ruling.case_id}: {ruling.evidence}" for ruling in rulings if ruling.case_id not in known]
    return "\n\n".join(parts) or "(nothing that could be shown)"


async def revise_scenarios(desk: Desk, dossier: Dossier, rulings: dict[str, Ruling]) -> Revision:
    """Ask the test writer about doubtful native tests. Raises ModelError, ReplyUnusable, BudgetExhausted."""
    doubtful = [scenario for scenario in dossier.scenarios if scenario.id in rulings]
    reply = await desk.ask(
        "revise_scenarios",
        ScenarioRevisionReply,
        language=desk.task.language,
        specification=desk.task.statement,
        surface=list_surface(desk, dossier.blueprint, dossier.blueprint.surface),
        requirements=list_demands(dossier.blueprint),
        sample=sample_test(desk, dossier.blueprint),
        doubtful="\n\n".join(_doubt(dossier, scenario, rulings[scenario.id]) for scenario in doubtful),
    )
    by_id = {scenario.id: scenario for scenario in doubtful}
    proposed: dict[str, Scenario | None] = dict.fromkeys(reply.dropped)
    for found in reply.revised:
        if found.id in by_id:
            before = by_id[found.id]
            text = fitted(desk, dossier.blueprint.name, before.name, found.text)
            proposed[found.id] = before.model_copy(update={"text": text})
    return Revision(
        round=dossier.round,
        reasoning=reply.reasoning,
        revised_scenarios=tuple(
            RevisedScenario(id=name, before=by_id[name], after=after, reason=rulings[name].evidence)
            for name, after in proposed.items()
            if name in by_id and after != by_id[name]
        ),
        rulings=tuple(rulings.values()),
        refused=tuple(
            Refusal(case_id=name, reason="nothing was ruled against it") for name in proposed if name not in by_id
        ),
    )


def drop_scenarios(dossier: Dossier, rulings: dict[str, Ruling]) -> Revision:
    """The revision without a writer: the native tests that were ruled wrong go."""
    return Revision(
        round=dossier.round,
        reasoning="the evidence speaks against these tests, and no round is left to have them rewritten",
        revised_scenarios=tuple(
            RevisedScenario(id=one.id, before=one, after=None, reason=rulings[one.id].evidence)
            for one in dossier.scenarios
            if one.id in rulings
        ),
        rulings=tuple(rulings.values()),
    )


def blamed_scenarios(verdict: Verdict, scenarios: tuple[Scenario, ...]) -> dict[str, Ruling]:
    """The rulings against native tests, one per test.

    While the code is held to be wrong somewhere, a test of the whole workflow may fail for that, and is not doubted.
    """
    whole = bool(blamed_code(verdict))
    known = {scenario.id for scenario in scenarios if not (whole and scenario.item is None)}
    guilty = (Blame.TEST, Blame.BOTH)
    return {found.case_id: found for found in verdict.rulings if found.case_id in known and found.blame in guilty}


def _doubt(dossier: Dossier, scenario: Scenario, ruling: Ruling) -> str:
    told = [dossier.results_of(candidate.id).get(scenario.id) for candidate in dossier.candidates]
    failed = [result for result in told if result is not None and not result.passed]
    kinds = sorted({kind_of_scenario(result).value for result in failed})
    said = failed[0].detail[-1200:] if failed else ""
    return "\n".join(
        [
            f"id: {scenario.id} ({scenario.name}; requirements {', '.join(scenario.requirements) or 'not stated'})",
            f"```\n{scenario.text}```",
            f"{len(failed)} of {len(told)} independent programs fail it ({', '.join(kinds)}): {said}",
            f"evidence: {ruling.evidence}",
        ]
    )
