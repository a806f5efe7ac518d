"""Re-execute, without a model, what a record claims: the whole run, and the code in the folder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from specwright import __version__
from specwright.core.errors import SandboxUnavailable, SpecwrightError, ToolchainMissing
from specwright.core.evidence.outcome import CaseResult, Ending
from specwright.core.program.candidate import Candidate
from specwright.core.program.data import from_json, show
from specwright.core.run.events import RunEnded, RunLimits, Superseded
from specwright.core.run.result import TestReport, report
from specwright.core.work.task import Specification
from specwright.core.work.testcase import TestCase
from specwright.delivery.claims import CheckedClaim, ClaimKind, ToolVersion, differs, holds, unknown
from specwright.delivery.handover import code_path
from specwright.delivery.record import Record, RecordStore
from specwright.pipeline.context import RunContext
from specwright.pipeline.recording.compare import ONLY_IN_TIME, Difference, Subject
from specwright.pipeline.recording.replay import ReplayLog, ReplayReport, replay
from specwright.pipeline.run import run
from specwright.pipeline.running.checking import make_check
from specwright.pipeline.running.execute import AnswerCheck, execute
from specwright.ports.language import CallLimits

_MOST: Final = {
    "call_seconds": 600.0,
    "native_seconds": 3_600.0,
    "memory_bytes": 16 * 1024**3,
    "candidates": 100,
    "max_iterations": 10_000,
}
"""A record that allows itself more is not executed: it could use up this machine."""
_KINDS: Final = {
    Subject.CALL: ClaimKind.REPLAY,
    Subject.NATIVE: ClaimKind.NATIVE,
    Subject.COVERAGE: ClaimKind.COVERAGE,
    Subject.QUALITY: ClaimKind.QUALITY,
    Subject.PERFORMANCE: ClaimKind.PERFORMANCE,
}
_SUBJECTS: Final = {
    Subject.NATIVE: "the package's own tests",
    Subject.COVERAGE: "what the tests reach",
    Subject.QUALITY: "what the language's tools find",
    Subject.PERFORMANCE: "the stated bounds",
}


def compare_tools(record: Record, here: Mapping[str, str]) -> tuple[ToolVersion, ...]:
    """Return the run's tools and those here, ours first."""
    recorded = {"specwright": record.version, **record.tools}
    now = {"specwright": __version__, **here}
    return tuple(ToolVersion(tool=name, recorded=version, here=now.get(name)) for name, version in recorded.items())


async def replay_record(record: Record, log: ReplayLog, context: RunContext) -> list[CheckedClaim]:
    """Return whether the run, with everything executed again, takes the same steps to the same end."""
    beyond = _beyond(record.started.limits)
    if beyond:
        return [unknown(ClaimKind.REPLAY, "the run", f"was not executed: {beyond}")]
    try:
        for end in _early_ends(record):
            early = ReplayLog(RecordStore(record), record.run_id, record.lines[: end + 1], execute=False)
            told = await _replay(early, context)
            if told.diverged is not None:
                return [_another_way(record, f"up to its end at entry {end}: {told.diverged}")]
        told = await _replay(log, context)
    except (SandboxUnavailable, ToolchainMissing) as error:
        return [unknown(ClaimKind.REPLAY, "the run", f"nothing can be executed here: {error.message}")]
    except SpecwrightError as error:
        return [differs(ClaimKind.REPLAY, "the run", f"cannot be told again: {error.message}")]
    excuse = _another_language(record, context.tools)
    return [*_story(record, told), *(_difference(found, excuse) for found in told.differences)]


async def _replay(log: ReplayLog, context: RunContext) -> ReplayReport:
    return await replay(log, lambda: run(replace(context, log=log)))


def _early_ends(record: Record) -> list[int]:
    """Check each result with which the run stopped early before it was resumed: it must follow too.

    What another version did before this one went another way no longer counts.
    """
    void = max((entry.seq for entry in record.entries if isinstance(entry.event, Superseded)), default=0)
    ends = [entry.seq for entry in record.entries if isinstance(entry.event, RunEnded)]
    return [end for end in ends[:-1] if end > void]


def replay_limits(recorded: RunLimits) -> RunLimits:
    """Return the run's own limits without its budgets."""
    return recorded.model_copy(update=dict.fromkeys(("budget_usd", "budget_tokens", "budget_seconds")))


def _beyond(limits: RunLimits) -> str:
    """Return in words the limit of the record that exceeds ours; empty if there is none."""
    for name, most in _MOST.items():
        allowed = getattr(limits, name)
        if not 0 <= allowed <= most:
            return f"its limit {name} is {allowed:g}, and at most {most:g} is executed here"
    return ""


def _story(record: Record, told: ReplayReport) -> Iterator[CheckedClaim]:
    made = f"{told.answers} answers recalled, {told.executions} executions with {told.calls} calls repeated"
    if told.diverged is not None:
        yield _another_way(record, told.diverged)
    elif record.result.verified and not told.executions:
        yield differs(ClaimKind.REPLAY, "the run", "it says verified, and rests on nothing that could be executed")
    else:
        yield holds(ClaimKind.REPLAY, "the run", f"comes to the same end: {made}")
    different = {found.subject for found in told.differences}
    for subject, count in told.compared.items():
        if subject is not Subject.CALL and subject not in different and count:
            yield holds(_KINDS[subject], _SUBJECTS[subject], _measured_again(subject, count, record))


def _another_way(record: Record, diverged: str) -> CheckedClaim:
    """Another version may decide differently. That excuses the record from nothing else that is checked."""
    if record.version == __version__:
        return differs(ClaimKind.REPLAY, "the run", f"goes another way: {diverged}")
    words = f"recorded by specwright {record.version}, and this is {__version__}, which decides otherwise: "
    return unknown(ClaimKind.REPLAY, "the run", f"{words}{diverged}; install that version to tell it again")


def _measured_again(subject: Subject, count: int, record: Record) -> str:
    """Return the claim that holds, with the figure of the result."""
    result = record.result
    match subject:
        case Subject.NATIVE:
            return f"{count} endings, as recorded"
        case Subject.COVERAGE:
            percent = result.native.coverage.line_percent if result.native and result.native.coverage else None
            told = "" if percent is None else f": {percent:.1f} % of lines"
            return f"{count} files reached as recorded{told}"
        case Subject.QUALITY:
            told = "" if result.quality is None else f", and give the score {result.quality.score:.3f}"
            return f"{count} checks find what was recorded{told}"
        case _:
            return f"{count} verdicts, as recorded"


def _difference(found: Difference, excuse: str) -> CheckedClaim:
    subject = f"{found.candidate_id} on {found.case_id}" if found.candidate_id else found.case_id
    detail, kind = f"was {found.recorded}; is {found.now}", _KINDS[found.subject]
    if found.excuse or excuse:
        return unknown(kind, subject, f"{detail} ({found.excuse or excuse})")
    return differs(kind, subject, detail)


async def run_tests_again(record: Record, files: Mapping[str, bytes], context: RunContext) -> list[CheckedClaim]:
    """What the code that lies in the folder does on every case of the result."""
    result, path = record.result, code_path(record.result)
    if path is None or not record.state.cases:
        return []
    if path not in files:
        return [unknown(ClaimKind.TESTS, path, "there is no code in the folder to run", path)]
    if _beyond(record.started.limits):
        return [unknown(ClaimKind.TESTS, path, f"was not executed: {_beyond(record.started.limits)}", path)]
    code = _code(record, files, context, path)
    candidate = Candidate(id="handed over", code=code, language=result.language, origin=path)
    claims: list[CheckedClaim] = []
    excuse = _another_language(record, context.tools)
    try:
        for specification, cases in _functions(record):
            done = await execute(
                context.sandbox,
                context.toolchain,
                candidate,
                specification.signature,
                cases,
                comparison=specification.comparison,
                limits=_call_limits(record.started.limits),
                isolated=True,
                check=_check(record, specification, context),
            )
            claims += _tests(record, cases, done.results, path, excuse)
    except SandboxUnavailable as error:
        return [unknown(ClaimKind.TESTS, path, f"nothing can be executed here: {error.message}", path)]
    except Exception as error:  # noqa: BLE001 - a forged record can contradict itself in any way
        words = f"its tests cannot be executed: {type(error).__name__}: {error}"
        return [differs(ClaimKind.TESTS, path, words[:500], path)]
    return claims


def _code(record: Record, files: Mapping[str, bytes], context: RunContext, path: str) -> str:
    """Return the code in the folder; several files are joined as the run joined them."""
    package, blueprint = record.result.package, record.state.blueprint
    if package is None or blueprint is None or not blueprint.modules:
        return files[path].decode("utf-8", "backslashreplace")
    lying = {each: files[each].decode("utf-8", "backslashreplace") for each in package.sources if each in files}
    return context.project.several.joined(package.name, lying)


def _check(record: Record, specification: Specification, context: RunContext) -> AnswerCheck | None:
    """Return the checker that decided about answers of this function, if one did."""
    name = specification.signature.name if record.state.blueprint is not None else None
    checker = next((found for found in record.state.checkers if found.function == name), None)
    if checker is None:
        return None
    limits = _call_limits(record.started.limits)
    return make_check(context.sandbox, context.python, checker, specification.signature, limits)


def _functions(record: Record) -> Iterator[tuple[Specification, tuple[TestCase, ...]]]:
    """The functions that the cases speak of, each with its own cases."""
    state = record.state
    if state.blueprint is None:
        if state.specification is not None:
            yield state.specification, state.cases
        return
    for item in state.blueprint.functions:
        cases = tuple(case for case in state.cases if case.function == item.name)
        if cases:
            yield state.blueprint.function(item.name), cases


def _call_limits(recorded: RunLimits) -> CallLimits:
    return CallLimits(seconds=recorded.call_seconds, memory_bytes=recorded.memory_bytes, seed=recorded.seed)


def _tests(
    record: Record, cases: Iterable[TestCase], now: Iterable[CaseResult], path: str, excuse: str
) -> Iterator[CheckedClaim]:
    reports, slow = {test.id: test for test in record.result.tests}, _timed_out(record)
    for case, result in zip(cases, now, strict=True):
        test, again = reports.get(case.id), report(case, result)
        subject = f"{case.id} {case.name}"
        if test is None or test.passed is None:
            yield holds(ClaimKind.TESTS, subject, "never ran, as the result says", path)
            continue
        words = f"gave {_outcome(test)}; gives {_outcome(again)}"
        same = (test.passed, test.actual, test.error, test.by_checker)
        if same == (again.passed, again.actual, again.error, again.by_checker):
            yield holds(ClaimKind.TESTS, subject, "passes" if test.passed else f"fails, as recorded: {_outcome(test)}")
        elif (case.id in slow) != (result.outcome.ending is Ending.TIMEOUT):
            yield unknown(ClaimKind.TESTS, subject, f"{words} ({ONLY_IN_TIME})", path)
        elif excuse:
            yield unknown(ClaimKind.TESTS, subject, f"{words} ({excuse})", path)
        else:
            yield differs(ClaimKind.TESTS, subject, words, path)


def _timed_out(record: Record) -> set[str]:
    """Return the cases on which the code that was kept ran into its time limit."""
    state = record.state
    chosen = state.verdicts[-1].chosen if state.verdicts else None
    execution = state.execution_of(chosen) if chosen else None
    return {r.case_id for r in execution.results if r.outcome.ending is Ending.TIMEOUT} if execution else set()


def _another_language(record: Record, here: Mapping[str, str]) -> str:
    """That the language's tools are of another version here, in words; empty where they are the same."""
    language = record.result.language
    recorded, now = record.tools.get(language), here.get(language)
    return "" if recorded in (None, now) else f"{language} was {recorded}, and is {now} here"


def _outcome(test: TestReport) -> str:
    mark = "passed" if test.passed else "failed"
    return f"{test.error or show(from_json(test.actual), 120)} ({mark})"
