"""What is executed anew is held against its record, and what says nothing of the code is excused."""

from __future__ import annotations

from typing import TypeVar

from tests import packages

from specwright.core.evidence.native import NativeEnding, NativeReport
from specwright.core.run.events import Inspected, Measured, Performed, Tested
from specwright.core.work.performance import BoundVerdict
from specwright.pipeline.recording.compare import Difference, Subject, compare

P = TypeVar("P", bound=Performed)


def told(kind: type[P]) -> P:
    return next(event for event in packages.events(packages.result()) if isinstance(event, kind))


def against_native(report: NativeReport) -> list[Difference]:
    tested = told(Tested)
    return compare(tested, tested.model_copy(update={"report": report})).differences


def test_the_same_is_no_difference_and_is_counted() -> None:
    found = [compare(event, event) for event in (told(Tested), told(Inspected), told(Measured))]
    assert [one.differences for one in found] == [[], [], []]
    counted = {subject: count for one in found for subject, count in one.compared.items()}
    assert counted == {Subject.NATIVE: 2, Subject.COVERAGE: 1, Subject.QUALITY: 2, Subject.PERFORMANCE: 1}


def test_a_native_test_that_ends_otherwise_or_is_missing_differs() -> None:
    failed = packages.NATIVE.tests[0].model_copy(update={"ending": NativeEnding.FAILED})
    found = against_native(packages.NATIVE.model_copy(update={"tests": (failed,)}))
    assert [(one.subject, one.recorded, one.now, one.excuse) for one in found] == [
        (Subject.NATIVE, "passed", "not run", ""),
        (Subject.NATIVE, "passed", "failed", ""),
    ]


def test_a_run_that_is_hijacked_now_differs() -> None:
    found = against_native(packages.NATIVE.model_copy(update={"hijacked": "a sentinel passed"}))
    assert [one.now for one in found] == ["a sentinel passed"]


def test_lines_that_are_reached_no_more_differ_unless_another_tool_says_so() -> None:
    coverage = packages.NATIVE.coverage
    assert coverage is not None
    less = coverage.files[0].model_copy(update={"lines": {1: 1, 4: 1, 10: 2, 11: 0, 12: 0}})
    for tool, excused in (("coverage 7.11.0", False), ("coverage 8.0.0", True)):
        now = coverage.model_copy(update={"tool": tool, "files": (less,)})
        [found] = against_native(packages.NATIVE.model_copy(update={"coverage": now}))
        assert found.subject is Subject.COVERAGE
        assert "not 11, 12" in found.now
        assert bool(found.excuse) is excused
    more = coverage.files[0].model_copy(update={"lines": {1: 9, 4: 9, 10: 9, 11: 0, 12: 9}})
    now = coverage.model_copy(update={"files": (more,)})
    assert against_native(packages.NATIVE.model_copy(update={"coverage": now})) == []


def test_findings_differ_and_a_tool_that_is_not_here_is_excused() -> None:
    inspected = told(Inspected)
    lint, complexity = packages.CHECKS
    now = (lint.model_copy(update={"findings": ()}), complexity.model_copy(update={"unavailable": "no lizard here"}))
    found = compare(inspected, inspected.model_copy(update={"checks": now})).differences
    assert [(one.case_id, one.excuse) for one in found] == [("lint", ""), ("complexity", "no lizard here")]


def test_a_bound_that_fails_now_differs_and_one_that_cannot_be_told_is_excused() -> None:
    measured = told(Measured)
    for verdict, excused in ((BoundVerdict.FAILS, False), (BoundVerdict.UNKNOWN, True)):
        now = (packages.BOUND.model_copy(update={"verdict": verdict}),)
        [found] = compare(measured, measured.model_copy(update={"results": now})).differences
        assert (found.subject, found.now, bool(found.excuse)) == (Subject.PERFORMANCE, verdict.value, excused)


def test_an_execution_of_another_kind_differs() -> None:
    [found] = compare(told(Tested), told(Measured)).differences
    assert (found.recorded, found.now) == ("tested", "measured")
