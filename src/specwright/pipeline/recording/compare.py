"""Compare an execution with its record: what differs, and whether the code is to blame."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from specwright.core.evidence.audit import AuditClaim, AuditStanding
from specwright.core.evidence.finding import Check, Finding
from specwright.core.evidence.native import Coverage, FileCoverage, NativeReport, NativeTest
from specwright.core.evidence.outcome import Ending, Execution, Outcome
from specwright.core.evidence.probe import Probe
from specwright.core.existing.comparison import ComparedFunction
from specwright.core.run.events import (
    Audited,
    BehaviourCompared,
    Effect,
    Executed,
    Formatted,
    Inspected,
    Measured,
    Performed,
    Probed,
    Raced,
    Tested,
    TestsSought,
)
from specwright.core.value import Value
from specwright.core.work.performance import BoundResult, BoundVerdict, Optimization

ONLY_IN_TIME: Final = "how much a call does within its time limit is a matter of the machine"


class Subject(StrEnum):
    """What a difference is about."""

    CALL = "call"
    NATIVE = "native test"
    COVERAGE = "coverage"
    QUALITY = "quality"
    PERFORMANCE = "performance"

    @classmethod
    def of(cls, event: Performed) -> Subject:
        match event:
            case Executed() | Probed() | BehaviourCompared():
                return cls.CALL
            case Tested() | TestsSought():
                return cls.NATIVE
            case Inspected() | Formatted() | Audited():
                return cls.QUALITY
            case Measured() | Raced():
                return cls.PERFORMANCE


class Difference(Value):
    """Something that came out differently this time."""

    subject: Subject = Subject.CALL
    candidate_id: str
    case_id: str
    """The case, test, file or check."""
    recorded: str
    now: str
    excuse: str = ""
    """Why the code is not to blame: another version of the tool, a slower machine, a tool that is missing."""


class Compared(NamedTuple):
    differences: list[Difference]
    compared: Counter[Subject]


def compare(recorded: Performed, now: Effect) -> Compared:
    """The differences. All but the machine's own figures are compared, whether they have words or not."""
    found = _by_kind(recorded, now)
    if not found.differences:
        found.differences.extend(_anything_else(recorded, now))
    return found


def _by_kind(recorded: Performed, now: Effect) -> Compared:
    match recorded, now:
        case Executed(), Executed():
            found = list(_executions(recorded.execution, now.execution))
            return Compared(found, Counter({Subject.CALL: len(now.execution.results)}))
        case Probed(), Probed():
            count = sum(len(probe.outcomes) for probe in now.probes)
            return Compared(list(_probes(recorded.probes, now.probes)), Counter({Subject.CALL: count}))
        case Tested(), Tested():
            return _native(recorded.candidate_id, recorded.report, now.report)
        case Inspected(), Inspected():
            return _checks(recorded.checks, now.checks)
        case Audited(), Audited():
            return _audits(recorded, now)
        case Measured(), Measured():
            return _bounds(recorded, now)
        case Formatted(), Formatted():
            excuse = "another version of the formatter lays out otherwise"
            unequal = _unequal(Subject.QUALITY, "", recorded.files, now.files, excuse)
            return Compared(list(unequal), Counter({Subject.QUALITY: 1}))
        case BehaviourCompared() | TestsSought(), BehaviourCompared() | TestsSought():
            return _of_existing(recorded, now)
        case Raced(), Raced():
            told, again = ({"the faster version": "kept" if one.optimization else "dropped"} for one in (recorded, now))
            excuse = "how much faster it is depends on the machine"
            unequal = _unequal(Subject.PERFORMANCE, recorded.candidate_id, told, again, excuse)
            return Compared(list(unequal), Counter({Subject.PERFORMANCE: 1}))
        case _:
            return Compared([], Counter())


def _anything_else(recorded: Performed, now: Effect) -> Iterator[Difference]:
    """What no comparison by kind has words for: another candidate, round, input or place."""
    before, after = _substance(recorded), _substance(now)
    place = None if json.dumps(before) == json.dumps(after) else _first_difference(before, after)
    if place is not None:
        yield Difference(
            subject=Subject.of(recorded),
            candidate_id="",
            case_id=".".join(place) or "everything",
            recorded=_shown(before, place),
            now=_shown(after, place),
            excuse=_versions(_tools(recorded), _tools(now)),
        )


def _tools(event: Effect) -> str:
    match event:
        case Inspected(checks=checks):
            return ", ".join(check.tool for check in checks)
        case Tested(report=report):
            return ", ".join(f"{name} {version}" for name, version in report.tools.items())
        case _:
            return ""


_FIGURES: Final[dict[type[Value], frozenset[str]]] = {
    Outcome: frozenset({"cpu_seconds", "own_seconds", "peak_memory_bytes", "stdout", "detail"}),
    Execution: frozenset({"seconds"}),
    NativeTest: frozenset({"detail"}),
    NativeReport: frozenset({"output", "tools"}),
    Coverage: frozenset({"tool"}),
    Check: frozenset({"tool"}),
    Finding: frozenset({"tool"}),
    BoundResult: frozenset({"samples", "evidence", "unit"}),
    Optimization: frozenset(
        {
            *("before_seconds", "after_seconds", "speedup", "least_speedup", "most_speedup", "size"),
            *("growth_before", "growth_after", "memory_before", "memory_after"),
        }
    ),
    ComparedFunction: frozenset({"compared", "raised", "unfinished", "notes", "old_reach", "new_reach", "types"}),
    Raced: frozenset({"discarded"}),
}
"""What may differ between two executions of the same: times, memory, versions of tools, and what a program prints."""


def _substance(value: object) -> object:
    """Return the value as plain data, without the figures of the machine."""
    if isinstance(value, FileCoverage):
        lines = {str(line): count > 0 for line, count in value.lines.items()}
        return {"lines": lines, "file": [value.path, value.branches, value.branches_taken]}
    if isinstance(value, Value):
        left_out = _FIGURES.get(type(value), frozenset()) | {"elapsed"}
        return {name: _substance(getattr(value, name)) for name in type(value).model_fields if name not in left_out}
    if isinstance(value, tuple | list):
        return [_substance(item) for item in value]
    if isinstance(value, Mapping):
        return {str(name): _substance(item) for name, item in value.items()}
    return value


def _first_difference(before: object, after: object) -> tuple[str, ...] | None:
    """Return the path to the first place where two pieces of plain data differ; None if they are the same."""
    if isinstance(before, dict) and isinstance(after, dict):
        pairs = [(name, before.get(name), after.get(name)) for name in (*before, *after)]
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = [(str(n), one, other) for n, (one, other) in enumerate(zip(before, after, strict=True))]
    else:
        return None if type(before) is type(after) and before == after else ()
    for name, one, other in pairs:
        place = _first_difference(one, other)
        if place is not None:
            return (name, *place)
    return None


def _shown(data: object, place: tuple[str, ...]) -> str:
    for name in place:
        data = data.get(name) if isinstance(data, dict) else data[int(name)] if isinstance(data, list) else data
    return (data if isinstance(data, str) else repr(data))[:200]


def _executions(recorded: Execution, now: Execution) -> Iterator[Difference]:
    name = recorded.candidate_id
    if [result.case_id for result in recorded.results] != [result.case_id for result in now.results]:
        counts = [f"{len(results)} cases" for results in (recorded.results, now.results)]
        yield Difference(candidate_id=name, case_id="all", recorded=counts[0], now=counts[1])
        return
    for before, after in zip(recorded.results, now.results, strict=True):
        if before.passed != after.passed or not _same_end(before.outcome, after.outcome):
            yield Difference(
                candidate_id=name,
                case_id=before.case_id,
                recorded=f"{'passed' if before.passed else 'failed'}: {_ended(before.outcome)}",
                now=f"{'passed' if after.passed else 'failed'}: {_ended(after.outcome)}",
                excuse=_only_in_time(before.outcome, after.outcome),
            )


def _probes(recorded: tuple[Probe, ...], now: tuple[Probe, ...]) -> Iterator[Difference]:
    for number in range(1, max(len(recorded), len(now)) + 1):
        before, after = (_outcomes(probes, number) for probes in (recorded, now))
        for candidate_id in sorted({*before, *after}):
            then, again = before.get(candidate_id), after.get(candidate_id)
            if then is None or again is None or not _same_end(then, again):
                yield Difference(
                    candidate_id=candidate_id,
                    case_id=f"probe {number}",
                    recorded="not tried" if then is None else _ended(then),
                    now="not tried" if again is None else _ended(again),
                    excuse=_only_in_time(then, again),
                )


def _outcomes(probes: tuple[Probe, ...], number: int) -> Mapping[str, Outcome]:
    return probes[number - 1].outcomes if number <= len(probes) else {}


def _same_end(before: Outcome, after: Outcome) -> bool:
    """Return whether two calls did the same, and count as much: a starved one is not heard."""
    return before.behaviour == after.behaviour and before.starved == after.starved


def _ended(outcome: Outcome) -> str:
    return f"{outcome} (starved)" if outcome.starved else str(outcome)


def _only_in_time(before: Outcome | None, after: Outcome | None) -> str:
    """The excuse for a call that ran into its time limit in one place, or had its time in one place only."""
    if before is None or after is None:
        return ""
    late = [outcome.ending is Ending.TIMEOUT for outcome in (before, after)]
    if any(outcome.starved and outcome.ending is not Ending.TIMEOUT for outcome in (before, after)):
        return ""  # no honest record has that
    another = late[0] != late[1] or before.starved != after.starved
    return ONLY_IN_TIME if any(late) and another else ""


def _native(candidate_id: str, recorded: NativeReport, now: NativeReport) -> Compared:
    """Each native test by its ending; its output and its time are not compared."""
    told, again = ({test.id: test.ending.value for test in report.tests} for report in (recorded, now))
    tools = [", ".join(f"{name} {version}" for name, version in report.tools.items()) for report in (recorded, now)]
    excuse = _versions(*tools)
    found = list(_unequal(Subject.NATIVE, candidate_id, told, again, excuse))
    if recorded.hijacked != now.hijacked:
        words = [report.hijacked or "not hijacked" for report in (recorded, now)]
        found += _unequal(Subject.NATIVE, candidate_id, {"the whole run": words[0]}, {"the whole run": words[1]})
    counted = Counter({Subject.NATIVE: len(now.tests)})
    if recorded.coverage is not None:
        before, after = _covered(recorded.coverage), _covered(now.coverage)
        excuse = _versions(recorded.coverage.tool, now.coverage.tool if now.coverage else None)
        found += _unequal(Subject.COVERAGE, candidate_id, before, after, excuse)
        counted[Subject.COVERAGE] = len(before)
    return Compared(found, counted)


def _covered(coverage: Coverage | None) -> dict[str, str]:
    """The lines reached of each file; how often does not matter."""
    found = {}
    for file in coverage.files if coverage else ():
        hit = sum(count > 0 for count in file.lines.values())
        missed = [line for line, count in sorted(file.lines.items()) if not count]
        branches = "" if file.branches is None else f", {file.branches_taken} of {file.branches} branches"
        without = f" (not {', '.join(map(str, missed[:20]))}{' …' if len(missed) > 20 else ''})" if missed else ""
        found[file.path] = f"{hit} of {len(file.lines)} lines{without}{branches}"
    return found


def _checks(recorded: tuple[Check, ...], now: tuple[Check, ...]) -> Compared:
    again = {check.kind: check for check in now}
    found: list[Difference] = []
    for before in recorded:
        after = again.get(before.kind)
        excuse = _versions(before.tool, after.tool if after else None)
        if after is not None and after.unavailable and not before.unavailable:
            excuse = after.unavailable
        told, told_again = ({before.kind.value: _found(check)} for check in (before, after))
        found += _unequal(Subject.QUALITY, "package", told, told_again, excuse)
    return Compared(found, Counter({Subject.QUALITY: len(recorded)}))


def _found(check: Check | None) -> str:
    """What a tool found, in words that are equal where it found the same."""
    if check is None:
        return "not run"
    if check.unavailable:
        return "not measured"
    places = [f"{f.code or f.severity.value} {f.path}:{f.line or 0}" for f in check.findings]
    measured = [f"{name} {figure:g}" for name, figure in sorted(check.measured.items())]
    shown = ", ".join([*sorted(places), *measured])
    return f"{len(check.findings)} findings{f': {shown}' if shown else ''}"


def _audits(recorded: Audited, now: Audited) -> Compared:
    """Return the claims of the policy that come to something else; one whose library is missing here is excused."""
    again = {claim.kind: claim for claim in now.report.claims}
    found: list[Difference] = []
    for before in recorded.report.claims:
        after = again.get(before.kind)
        missing = after is not None and after.standing is AuditStanding.NOT_CHECKED and "not installed" in after.detail
        told, told_again = ({before.kind.value: _claimed(claim)} for claim in (before, after))
        excuse = after.detail if missing and after is not None else ""
        found += _unequal(Subject.QUALITY, "policy", told, told_again, excuse)
    return Compared(found, Counter({Subject.QUALITY: len(recorded.report.claims)}))


def _of_existing(recorded: BehaviourCompared | TestsSought, now: BehaviourCompared | TestsSought) -> Compared:
    """Return the differences in what was found out about existing code."""
    if isinstance(recorded, TestsSought) and isinstance(now, TestsSought):
        return _tests_sought(recorded, now)
    if isinstance(recorded, BehaviourCompared) and isinstance(now, BehaviourCompared):
        return _behaviours(recorded, now)
    return Compared([], Counter())


def _behaviours(recorded: BehaviourCompared, now: BehaviourCompared) -> Compared:
    """Return the functions about which the comparison says something else."""
    told, again = ({each.new: _likeness(each) for each in one.comparisons} for one in (recorded, now))
    count = sum(each.tried for each in now.comparisons)
    return Compared(list(_unequal(Subject.CALL, recorded.id, told, again)), Counter({Subject.CALL: count}))


def _tests_sought(recorded: TestsSought, now: TestsSought) -> Compared:
    """Return the new tests that this search has and the other has not, and suspected bugs."""
    told, again = (
        {
            **{test.id: test.call for test in one.found.kept},
            **{f"suspected: {bug.call}": bug.shown for bug in one.found.suspected},
        }
        for one in (recorded, now)
    )
    return Compared(list(_unequal(Subject.NATIVE, "", told, again)), Counter({Subject.NATIVE: len(told)}))


def _likeness(found: ComparedFunction) -> str:
    shown = found.difference
    return f"{found.likeness.value}{f': {shown.call(found.new)}' if shown else ''}"


def _claimed(claim: AuditClaim | None) -> str:
    if claim is None:
        return "not made"
    return ", ".join(
        [claim.standing.value, *sorted(f"{one.path}:{one.line or 0} {one.message}" for one in claim.findings)]
    )


def _bounds(recorded: Measured, now: Measured) -> Compared:
    """Return a bound that held and now fails, or the other way round; an undecidable one is excused."""
    found: list[Difference] = []
    for before, after in zip(recorded.results, now.results, strict=False):
        unsure = BoundVerdict.UNKNOWN in (before.verdict, after.verdict)
        name = f"{before.bound.requirement} {before.bound.function}"
        excuse = "this machine, or the other, could not tell" if unsure else ""
        told, told_again = ({name: one.verdict.value} for one in (before, after))
        found += _unequal(Subject.PERFORMANCE, recorded.candidate_id, told, told_again, excuse)
    return Compared(found, Counter({Subject.PERFORMANCE: len(recorded.results)}))


def _unequal(
    subject: Subject, candidate_id: str, told: Mapping[str, str], again: Mapping[str, str], excuse: str = ""
) -> Iterator[Difference]:
    for name in _names(told, again):
        before, after = told.get(name, "not run"), again.get(name, "not run")
        if before != after:
            yield Difference(
                subject=subject, candidate_id=candidate_id, case_id=name, recorded=before, now=after, excuse=excuse
            )


def _names(told: Iterable[str], again: Iterable[str]) -> list[str]:
    return sorted({*told, *again})


def _versions(recorded: str, here: str | None) -> str:
    """That the tool is another one, in words; empty where it is the same."""
    return "" if recorded == here else f"measured by {recorded}, and here is {here or 'none'}"
