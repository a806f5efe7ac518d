"""Repair: send code that was ruled wrong back to its writer, and revise doubted native tests."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from pydantic import BaseModel, Field, ValidationError

from specwright.core.errors import ReplyUnusable
from specwright.core.evidence.bar import Bar, BarKind
from specwright.core.evidence.failure import FailureKind
from specwright.core.evidence.outcome import Ending
from specwright.core.evidence.ruling import Blame, Ruling, Verdict
from specwright.core.program.candidate import Candidate
from specwright.core.run.events import Barred, CandidateWritten, Revised, Warned
from specwright.core.run.function_state import FunctionState
from specwright.core.run.package_state import PackageState
from specwright.core.run.result import Refusal, Revision
from specwright.core.work.scenario import RevisedScenario, Scenario
from specwright.pipeline.asking.ask import Complaint
from specwright.pipeline.asking.describe import list_demands, list_surface, sample_test
from specwright.pipeline.asking.reply import code_texts, extract_code, fences, json_texts, prose_of
from specwright.pipeline.asking.reply import mended as mended_json
from specwright.pipeline.context import RunContext
from specwright.pipeline.judging.categorise import categorise, kind_of_scenario
from specwright.pipeline.judging.mend import mended
from specwright.pipeline.judging.revise import blamed_code, describe_failures
from specwright.pipeline.writing.code import next_number
from specwright.pipeline.writing.scenarios import fitted
from specwright.pipeline.writing.several.files import written_paths
from specwright.pipeline.writing.several.rewrite import (
    Rewritten,
    checked_files,
    mended_files,
    read_files,
    rewritten,
    words_of_files,
)
from specwright.pipeline.writing.tests import list_requirements
from specwright.ports.language import Program

_SHOWN: Final = 6
_NOT_FOUND: Final = ("ModuleNotFoundError", "ImportError", "ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND")
_ENOUGH_LOADED: Final = 2
"""With this number of candidates that load, agreement can be seen, and none is sent back only to compile."""


class Fault(StrEnum):
    """The fault as the code writer sees it."""

    CODE = "code"
    TEST = "test"
    ENVIRONMENT = "environment"


class CodeRevisionReply(BaseModel):
    reasoning: str = Field(min_length=1)
    fault: Fault = Fault.CODE
    revised_function: str = ""
    files: dict[str, str] = {}
    """Of a package of several files: those that change, by path."""


_FAULT: Final = re.compile(r"^\W*fault\W+(code|test|environment)\b", re.IGNORECASE | re.MULTILINE)


def read_revision(text: str, tags: frozenset[str]) -> CodeRevisionReply:
    """Read `fault: code`, the reasoning, and the corrected file in a code block; or the same as one JSON object.

    Raise Complaint if it is neither.
    """
    for found in json_texts(text) if text.lstrip().startswith(("{", "```json")) else ():
        try:
            return CodeRevisionReply.model_validate_json(mended_json(found) or found)
        except ValidationError:
            continue
    prose = prose_of(text)
    stated = _FAULT.search(prose)
    reasoning = " ".join(_FAULT.sub("", prose).split())[:2000]
    code = next(iter(code_texts(text, tags)), "") if fences(text) else ""
    if stated is None and not code:
        raise Complaint("It has neither a line `fault: ...` nor a code block.")
    fault = Fault(stated[1].lower()) if stated else Fault.CODE
    return CodeRevisionReply(reasoning=reasoning or "no reason was given", fault=fault, revised_function=code)


class RevisedScenarioReply(BaseModel):
    id: str
    text: str = Field(min_length=10, max_length=20_000)


class ScenarioRevisionReply(BaseModel):
    reasoning: str = Field(min_length=1)
    revised: list[RevisedScenarioReply] = []
    dropped: list[str] = []


async def mend_statically(context: RunContext, package_state: PackageState) -> PackageState:
    """The state with a mended version of every candidate that does not load and can be mended without a model."""
    for candidate in package_state.candidates:
        kinds = _loading_failures(package_state, candidate)
        better, files = _mended(context, package_state, candidate) if kinds else (candidate, ())
        if better is candidate or not _is_readable(context, package_state, better.code):
            continue
        revision = Revision(
            round=package_state.round,
            reasoning="mended without a model: fences, characters that only look like code, missing imports",
            revised_function=better.id,
            revised_from=candidate.id,
            failures=kinds,
            static=True,
            files=files,
        )
        await context.log.emit(CandidateWritten(candidate=better))
        await context.log.emit(Revised(revision=revision))
        package_state = package_state.replacing(candidate, better)
    return package_state


def _mended(context: RunContext, state: PackageState, candidate: Candidate) -> Rewritten:
    """Return the candidate as far as text alone can mend it; itself if that changes nothing."""
    if candidate.files:
        changed = mended_files(context, state, candidate)
        new = revision_of(context, state, candidate, candidate.code)
        return rewritten(context, state, candidate, new, changed) if changed else Rewritten(candidate, ())
    code = mended(candidate.code, context.toolchain)
    if code.strip() == candidate.code.strip():
        return Rewritten(candidate, ())
    return Rewritten(revision_of(context, state, candidate, code), ())


async def replace_unloaded(context: RunContext, state: PackageState) -> PackageState:
    """The state with a repaired version of every candidate that does not load, if fewer than two others do.

    Each is asked about once, and none that was repaired before. Raise ModelError or BudgetExhausted.
    """
    broken = [candidate for candidate in state.candidates if _not_loaded(state, candidate)]
    spare = bool(state.blueprint.libraries) or len(state.candidates) - len(broken) >= _ENOUGH_LOADED
    for candidate in broken:
        if candidate.round < state.round or candidate.parent is not None:
            continue  # it was reported, and repaired or left out, in the round in which it was written
        error = _not_loaded(state, candidate).strip().splitlines()[-1:] or ["no reason was given"]
        await context.log.emit(Warned(text=f"{candidate.id} does not compile or load: {error[0]}"))
        if spare or context.writers.revise_code is None:
            continue
        blamed = tuple(
            Ruling(candidate_id=candidate.id, case_id=case.id, blame=Blame.CODE, probability=1.0, evidence=error[0])
            for case in state.cases[:1]
        )
        try:
            repaired = await context.writers.revise_code(context, state, candidate, blamed, False)
        except ReplyUnusable as unusable:
            await context.log.emit(Warned(text=f"{candidate.id} could not be repaired: {unusable.message}"))
            continue
        if isinstance(repaired, Candidate):
            state = state.replacing(candidate, repaired)
    return state


def _not_loaded(state: PackageState, candidate: Candidate) -> str:
    """Why the candidate does not load; empty if it does."""
    results = [r for f in state.function_states.values() for r in f.execution(candidate.id).results]
    if not results or any(result.outcome.ending is not Ending.NOT_LOADED for result in results):
        return ""
    outcome = results[0].outcome
    return outcome.detail or outcome.error or "it does not load"


def lacks_library(state: PackageState, chosen: str | None) -> bool:
    """Whether the chosen candidate fails for want of a library that the task names: no code can mend that."""
    named = [name.lower() for name in state.blueprint.libraries]
    if not named or chosen is None:
        return False
    outcomes = [r.outcome for f in state.function_states.values() for r in f.execution(chosen).results if not r.passed]
    missing = [o for o in outcomes if o.ending is Ending.NOT_LOADED or (o.error or "") in _NOT_FOUND]
    return any(name in f"{o.error} {o.detail}".lower() for o in missing for name in named)


def _loading_failures(package_state: PackageState, candidate: Candidate) -> tuple[FailureKind, ...]:
    """The kinds of failure of a candidate that text alone may mend: it does not load, or lacks a name."""
    failed = failures_of(package_state, candidate.id)
    kinds = categorise(package_state, candidate.id, failed)
    return tuple(kind for kind in kinds if kind in (FailureKind.SYNTAX, FailureKind.IMPORT))


def failures_of(package_state: PackageState, candidate_id: str) -> tuple[str, ...]:
    """The ids of the tests that a candidate does not pass."""
    results = [
        r
        for function_state in package_state.function_states.values()
        for r in function_state.execution(candidate_id).results
    ]
    scenarios = package_state.results_of(candidate_id).values()
    return (*(r.case_id for r in results if not r.passed), *(r.scenario_id for r in scenarios if not r.passed))


def _is_readable(context: RunContext, package_state: PackageState, code: str) -> bool:
    specifications = [function_state.specification for function_state in package_state.function_states.values()]
    return all(
        context.toolchain.objection(Program(code=code, signature=specification.signature)) is None
        for specification in specifications
    )


class Objection(NamedTuple):
    """The code writer holds the code to be right."""

    fault: Fault
    reasoning: str


async def revise_code(
    context: RunContext, state: PackageState, candidate: Candidate, rulings: tuple[Ruling, ...], flaky: bool
) -> Candidate | Objection:
    """Ask the code writer to repair the candidate, and emit the result: better code, or an objection.

    `flaky` means that it gave two answers to these tests. Raise ModelError, ReplyUnusable or BudgetExhausted.
    """

    def read(text: str) -> CodeRevisionReply:
        reply = read_revision(text, context.toolchain.facts.fence_tags)
        if candidate.files:
            return _with_changes(context, state, candidate, reply, text)
        if reply.fault is Fault.CODE and not reply.revised_function.strip():
            raise Complaint("The fault is said to be in the code, but there is no code block with the corrected file.")
        length, limit = len(reply.revised_function), context.limits.max_code_length
        if length > limit:
            raise Complaint(f"The code has {length} characters; the limit is {limit}. Write it shorter.")
        return reply

    lone = state.lone_function
    blamed = [ruling.case_id for ruling in rulings]
    kinds = () if lone else _kinds(state, candidate, blamed, flaky)
    words = (
        _about_function(context, lone, candidate, blamed)
        if lone
        else _about_package(context, state, candidate, rulings)
    )
    if candidate.files:
        words |= {"kinds": ", ".join(kinds), **words_of_files(context, state, candidate, blamed)}
        reply = await context.ask_read("repair_files", read, language=context.task.language, **words)
    else:
        stage = f"repair_{kinds[0].value.replace(' ', '_')}" if kinds else "revise_code"
        reply = await context.ask_read(stage, read, language=context.task.language, code=candidate.code, **words)
    better, files = _repaired(context, state, candidate, reply)
    if better is candidate:
        return await _objected(context, state, rulings, reply)
    revision = Revision(
        round=state.round,
        reasoning=reply.reasoning,
        revised_function=better.id,
        revised_from=candidate.id,
        rulings=rulings,
        failures=kinds,
        files=files,
    )
    await context.log.emit(CandidateWritten(candidate=better))
    await context.log.emit(Revised(revision=revision))
    return better


def _with_changes(
    context: RunContext, state: PackageState, candidate: Candidate, reply: CodeRevisionReply, text: str
) -> CodeRevisionReply:
    """Return the reply with the files that it changes. Raise Complaint if they cannot be told or used."""
    if reply.fault is not Fault.CODE:
        return reply
    files = read_files(text, written_paths(context, state))
    if not files:
        raise Complaint("The fault is said to be in the code, but there is no code block with a corrected file.")
    return reply.model_copy(update={"files": checked_files(context, state, candidate, files)})


def _repaired(context: RunContext, state: PackageState, candidate: Candidate, reply: CodeRevisionReply) -> Rewritten:
    """Return the candidate as the reply changes it; itself if the reply changes nothing."""
    if reply.fault is not Fault.CODE:
        return Rewritten(candidate, ())
    if candidate.files:
        new = revision_of(context, state, candidate, candidate.code)
        return rewritten(context, state, candidate, new, reply.files) if reply.files else Rewritten(candidate, ())
    code = extract_code(reply.revised_function, context.toolchain.facts.fence_tags)
    if code.strip() == candidate.code.strip():
        return Rewritten(candidate, ())
    return Rewritten(revision_of(context, state, candidate, code), ())


async def _objected(
    context: RunContext, state: PackageState, rulings: tuple[Ruling, ...], reply: CodeRevisionReply
) -> Objection:
    """Emit that the code writer changed nothing and why. A fault of the environment bars the word VERIFIED."""
    fault = Fault.TEST if reply.fault is Fault.CODE else reply.fault
    refused = tuple(
        Refusal(case_id=r.case_id, reason=f"the code writer sees the fault in the {fault}") for r in rulings
    )
    await context.log.emit(
        Revised(revision=Revision(round=state.round, reasoning=reply.reasoning, rulings=rulings, refused=refused))
    )
    if fault is Fault.ENVIRONMENT:
        text = f"a test needs something that the sandbox lacks: {reply.reasoning}"
        await context.log.emit(Barred(bars=(Bar(kind=BarKind.ENVIRONMENT, text=text),)))
    return Objection(fault, reply.reasoning)


def _kinds(state: PackageState, candidate: Candidate, blamed: Sequence[str], flaky: bool) -> tuple[FailureKind, ...]:
    """The kinds of failure of a package's candidate; each has its own question."""
    return (FailureKind.FLAKE,) if flaky else categorise(state, candidate.id, blamed) or (FailureKind.WRONG_VALUE,)


def _about_function(
    context: RunContext, function_state: FunctionState, candidate: Candidate, blamed: Sequence[str]
) -> dict[str, str]:
    specification = function_state.specification
    results = {result.case_id: result for result in function_state.execution(candidate.id).results}
    failed = [(case, results[case.id]) for case in function_state.cases if case.id in results and case.id in blamed]
    return {
        "problem": context.task.statement,
        "declaration": context.declaration(specification.signature),
        "requirements": list_requirements(specification),
        "failures": describe_failures([(case, result) for case, result in failed if not result.passed]),
    }


def _about_package(
    context: RunContext, state: PackageState, candidate: Candidate, rulings: tuple[Ruling, ...]
) -> dict[str, str]:
    return {
        "specification": context.task.statement,
        "surface": list_surface(context, state.blueprint, state.blueprint.surface),
        "requirements": list_demands(state.blueprint),
        "failures": describe(state, candidate.id, [ruling.case_id for ruling in rulings], rulings),
    }


def revision_of(context: RunContext, state: PackageState, candidate: Candidate, code: str) -> Candidate:
    """Return the code as the candidate that revises this one."""
    # A package may have left candidates behind with an earlier piece; their numbers stay taken.
    written = state.candidates if state.lone_function else context.log.state.candidates
    return Candidate(
        id=f"c{next_number(written)}",
        code=code,
        language=candidate.language,
        origin=candidate.origin,
        round=state.round,
        parent=candidate.id,
    )


def describe(package_state: PackageState, candidate_id: str, blamed: list[str], rulings: tuple[Ruling, ...]) -> str:
    """The failures in words for the code writer. Of a held-out test only the requirement is shown."""
    parts: list[str] = []
    for name, function_state in package_state.function_states.items():
        results = {result.case_id: result for result in function_state.execution(candidate_id).results}
        failed = [(case, results[case.id]) for case in function_state.cases if case.id in results and case.id in blamed]
        if failed:
            parts.append(f"{name}:\n{describe_failures(failed)}")
    outcomes = package_state.results_of(candidate_id)
    for scenario in [one for one in package_state.scenarios if one.id in blamed][:_SHOWN]:
        result = outcomes.get(scenario.id)
        if scenario.held_out:
            about = ", ".join(scenario.requirements) or "(none named)"
            parts.append(f"- a native test that is not shown failed; it checks {about}")
        elif result is not None:
            parts.append(f"- the native test {scenario.name}:\n{scenario.text}\n  said: {result.detail[-1500:]}")
    known = {case.id for case in package_state.cases} | {scenario.id for scenario in package_state.scenarios}
    parts += [f"- {ruling.case_id}: {ruling.evidence}" for ruling in rulings if ruling.case_id not in known]
    return "\n\n".join(parts) or "(nothing that could be shown)"


async def revise_scenarios(context: RunContext, package_state: PackageState, rulings: dict[str, Ruling]) -> Revision:
    """Ask the test writer about doubtful native tests. Raises ModelError, ReplyUnusable, BudgetExhausted."""
    doubtful = [scenario for scenario in package_state.scenarios if scenario.id in rulings]
    reply = await context.ask(
        "revise_scenarios",
        ScenarioRevisionReply,
        language=context.task.language,
        specification=context.task.statement,
        surface=list_surface(context, package_state.blueprint, package_state.blueprint.surface),
        requirements=list_demands(package_state.blueprint),
        sample=sample_test(context, package_state.blueprint),
        doubtful="\n\n".join(_doubt(package_state, scenario, rulings[scenario.id]) for scenario in doubtful),
    )
    by_id = {scenario.id: scenario for scenario in doubtful}
    proposed: dict[str, Scenario | None] = dict.fromkeys(reply.dropped)
    for found in reply.revised:
        if found.id in by_id:
            before = by_id[found.id]
            text = fitted(context, package_state.blueprint.name, before.name, found.text)
            proposed[found.id] = before.model_copy(update={"text": text})
    return Revision(
        round=package_state.round,
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


def drop_scenarios(package_state: PackageState, rulings: dict[str, Ruling]) -> Revision:
    """The revision without a writer: the native tests that were ruled wrong go."""
    return Revision(
        round=package_state.round,
        reasoning="the evidence speaks against these tests, and no round is left to have them rewritten",
        revised_scenarios=tuple(
            RevisedScenario(id=one.id, before=one, after=None, reason=rulings[one.id].evidence)
            for one in package_state.scenarios
            if one.id in rulings
        ),
        rulings=tuple(rulings.values()),
    )


def blamed_scenarios(verdict: Verdict, scenarios: tuple[Scenario, ...]) -> dict[str, Ruling]:
    """The rulings against native tests, one per test.

    While the code is ruled wrong somewhere, a test of the whole workflow may fail for that, and is not doubted.
    """
    whole = bool(blamed_code(verdict))
    known = {scenario.id for scenario in scenarios if not (whole and scenario.item is None)}
    guilty = (Blame.TEST, Blame.BOTH)
    return {found.case_id: found for found in verdict.rulings if found.case_id in known and found.blame in guilty}


def _doubt(package_state: PackageState, scenario: Scenario, ruling: Ruling) -> str:
    told = [package_state.results_of(candidate.id).get(scenario.id) for candidate in package_state.candidates]
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
