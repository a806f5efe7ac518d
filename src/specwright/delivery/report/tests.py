"""The tests: the requirement and the origin of each, and the outcome of every candidate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from specwright.core.evidence.native import NativeEnding, NativeReport
from specwright.core.program.data import from_json, show
from specwright.core.run.result import Result, TestReport
from specwright.core.work.performance import BoundVerdict
from specwright.core.work.task import Requirement
from specwright.core.work.testcase import HIDDEN, Tier, expectation_text
from specwright.delivery.record import Record
from specwright.delivery.report.html import Html, badge, code, folded, join, mark, table, tag

_WIDEST_GRID: Final = 60
_BOUNDS: Final = {BoundVerdict.HOLDS: True, BoundVerdict.FAILS: False, BoundVerdict.UNKNOWN: None}
_COLOURS: Final = {Tier.USER: "good", Tier.SPEC: "good", Tier.ORACLE: "warn", Tier.GUESS: ""}


def requirements(record: Record) -> Html | None:
    """Return the matrix of requirements and tests; a requirement that nothing checks stands out."""
    wanted = requirements_of(record)
    if not wanted:
        return None
    checks = _checks(record.result)
    rows = {found.id: _checking(record.result, found.id) for found in wanted}
    uncovered = [found.id for found in wanted if not rows[found.id]]
    used = list(dict.fromkeys(name for names in rows.values() for name in names))
    note = tag("p", tag("strong", f"Nothing checks {', '.join(uncovered)}.", class_="warn")) if uncovered else None
    if not used or len(used) > _WIDEST_GRID:
        return join(note, _list(wanted, rows, checks))
    grid = table(
        ("requirement", *used),
        (
            (_requirement(found), *(mark(checks.get(name)) if name in rows[found.id] else "" for name in used))
            for found in wanted
        ),
        class_="grid",
    )
    return join(note, grid, _constraints(record.result))


def requirements_of(record: Record) -> tuple[Requirement, ...]:
    """Return the numbered requirements, of a package or of a function."""
    if record.result.requirements:
        return record.result.requirements
    return record.state.specification.requirements if record.state.specification else ()


def _checks(result: Result) -> dict[str, bool | None]:
    """What became of everything that checks a requirement, by its id."""
    return {
        **{test.id: test.passed for test in result.tests},
        **{scenario.id: scenario.passed for scenario in result.scenarios},
        **{found.bound.requirement: _BOUNDS[found.verdict] for found in result.performance},
    }


def _checking(result: Result, requirement: str) -> tuple[str, ...]:
    """Return the ids of what checks the requirement."""
    for row in result.matrix:
        if row.requirement == requirement:
            return row.tests
    return tuple(test.id for test in result.tests if test.requirement == requirement)


def _requirement(found: Requirement) -> Html:
    return join(tag("strong", found.id), f" {found.text} ", badge(found.category.value))


def _list(wanted: tuple[Requirement, ...], rows: dict[str, tuple[str, ...]], checks: dict[str, bool | None]) -> Html:
    return table(
        ("requirement", "checked by"),
        ((_requirement(found), join(*_marked(rows[found.id], checks)) or "nothing") for found in wanted),
    )


def _marked(names: tuple[str, ...], checks: dict[str, bool | None]) -> Iterator[Html]:
    for name in names:
        yield join(mark(checks.get(name)), f" {name}  ")


def _constraints(result: Result) -> Html | None:
    if not result.constraints:
        return None
    rows = (
        (
            join(tag("strong", found.id), f" {found.text}"),
            found.checked.value if found.checked else "by a person only",
            mark(found.held),
        )
        for found in result.constraints
    )
    return join(tag("h3", "Constraints"), table(("constraint", "checked", "holds"), rows))


def tests(record: Record) -> Html | None:
    """Every test and where it comes from."""
    result = record.result
    if not result.tests:
        return None
    sources = {case.id: case.source for case in record.state.cases}
    functions = any(test.function for test in result.tests)
    held_out = sum(test.held_out for test in result.tests)
    words = f"{len(result.tests)} tests" + (
        f", {held_out} of them never shown to the code writer." if held_out else "."
    )
    rows = (_test(test, sources.get(test.id, ""), functions) for test in result.tests)
    return join(
        tag("p", f"{words} Your examples are never changed. The digest is a test's sha256.", class_="soft"),
        table(("", "test", "call", "expected", "got", "checks", "from", "digest"), rows),
    )


def _test(test: TestReport, source: str, functions: bool) -> tuple[Html | str, ...]:
    call = ", ".join(f"{name}={show(from_json(value), 160)}" for name, value in test.input.items())
    got = "" if test.passed is None else code(test.error or show(from_json(test.actual), 160))
    if test.by_checker:
        got = join(got, " ", badge("accepted by the checker", "good"))
    origin = join(
        badge(test.tier.in_words, _COLOURS[test.tier]),
        badge(HIDDEN, "warn") if test.held_out else None,
        tag("div", source[:160], class_="soft") if source else None,
    )
    return (
        mark(test.passed),
        join(tag("strong", test.id), f" {test.name}"),
        code(f"{test.function}({call})" if functions and test.function else call),
        code(expectation_text(test.expected, 160)),
        got,
        test.requirement or "",
        origin,
        tag("code", test.digest[:10], class_="digest", title=test.digest),
    )


def native_tests(record: Record) -> Html | None:
    """The report of the language's own test runner."""
    result = record.result
    native = result.native
    if native is None and not result.scenarios:
        return None
    files = [
        (
            mark(found.passed),
            join(tag("strong", found.id), f" {found.name}"),
            found.kind,
            found.item or "the whole",
            ", ".join(found.requirements),
            badge(HIDDEN, "warn") if found.held_out else "",
            tag("span", (found.error or "")[:400], class_="soft"),
        )
        for found in result.scenarios
    ]
    return join(
        _native_words(native) if native is not None else None,
        table(("", "test file", "kind", "about", "checks", "", "detail"), files) if files else None,
        _native_list(native) if native is not None else None,
    )


def _native_words(native: NativeReport) -> Html:
    if native.hijacked is not None:
        return tag("p", tag("strong", f"Nothing in this run counts: {native.hijacked}", class_="bad"))
    passed = sum(test.ending is NativeEnding.PASSED for test in native.tests)
    tools = ", ".join(f"{name} {version}" for name, version in native.tools.items())
    errors = [tag("pre", f"{error.path}:{error.line or ''}: {error.message}") for error in native.compile_errors]
    return join(tag("p", f"{passed} of {len(native.tests)} pass{f', run by {tools}' if tools else ''}."), *errors)


def _native_list(native: NativeReport) -> Html | None:
    if not native.tests:
        return None
    endings = {NativeEnding.PASSED: True, NativeEnding.FAILED: False, NativeEnding.MISSING: False}
    rows = (
        (
            mark(endings.get(test.ending)),
            code(test.id),
            test.ending.value,
            tag("span", test.detail[:400], class_="soft"),
        )
        for test in native.tests
    )
    return folded(f"all {len(native.tests)} native tests", table(("", "test", "ending", "detail"), rows))


def candidates(record: Record) -> Html | None:
    """Return the programs that were written, and how the judge saw them in the end."""
    state = record.state
    if not state.candidates:
        return None
    verdict = state.verdicts[-1] if state.verdicts else None
    rows = []
    for candidate in state.candidates:
        execution = state.execution_of(candidate.id)
        right = verdict.candidates.get(candidate.id) if verdict else None
        chosen = verdict is not None and verdict.chosen == candidate.id
        rows.append(
            (
                join(tag("strong", candidate.id), " ", badge("kept", "good") if chosen else None),
                candidate.origin,
                f"revision of {candidate.parent}" if candidate.parent else "",
                f"{execution.passed} of {len(execution.results)}" if execution else "not run",
                "" if right is None else f"{100 * right:.1f}%",
                tag("code", candidate.digest[:10], class_="digest", title=candidate.digest),
            )
        )
    reasons = tag("ul", *(tag("li", reason) for reason in verdict.reasons)) if verdict and verdict.reasons else None
    head = ("program", "written by", "", "tests passed", "likely correct", "digest")
    return join(table(head, rows), tag("h3", "Why the judge decided so") if reasons else None, reasons)
