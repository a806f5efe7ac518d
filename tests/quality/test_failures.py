"""Why tests fail is told in groups, and what is missing by its name."""

from __future__ import annotations

import pytest

from specwright.core.evidence.finding import Check, CheckKind, Finding
from specwright.core.evidence.native import NativeEnding, NativeReport, NativeTest
from specwright.languages.registry import ROWS
from specwright.quality.evidence import QualityEvidence
from specwright.quality.failures import early_end, failing_tests, grouped_findings, missing_modules, reason_of
from specwright.quality.score import score

PYTEST = """tests/test_a.py:3: in <module>
    import yaml
E   ModuleNotFoundError: No module named 'yaml'"""


def failed(id_: str, detail: str, ending: NativeEnding = NativeEnding.FAILED) -> NativeTest:
    return NativeTest(id=id_, ending=ending, detail=detail)


@pytest.mark.parametrize(
    ("detail", "reason"),
    [
        (PYTEST, "ModuleNotFoundError: No module named 'yaml'"),
        ("AssertionError [ERR_ASSERTION]: 1 !== 2\n    at a.js:3", "AssertionError [ERR_ASSERTION]: 1 !== 2"),
        ("thread 't' panicked at src/lib.rs:9:5:\nleft is not right", "left is not right (src/lib.rs:9:5)"),
        ("    a_test.go:12: got 1, want 2", "a_test.go:12: got 1, want 2"),
        ("", "it fails and says nothing"),
    ],
)
def test_the_line_that_says_why_is_found(detail: str, reason: str) -> None:
    assert reason_of(failed("t", detail)) == reason


def test_a_skipped_test_says_why_without_its_place() -> None:
    detail = "('/box/project/test_a.py', 33, 'Skipped: requires wcwidth')"
    assert reason_of(failed("t", detail, NativeEnding.SKIPPED)) == "skipped: requires wcwidth"


def test_tests_that_fail_for_one_reason_are_one_group_and_skipped_ones_come_last() -> None:
    report = NativeReport(
        tests=(
            *(failed(f"s{number}", "skipped", NativeEnding.SKIPPED) for number in range(5)),
            failed("a", PYTEST),
            failed("b", PYTEST),
            failed("c", "ValueError: 1"),
            NativeTest(id="d", ending=NativeEnding.PASSED),
        )
    )
    groups = failing_tests(report)
    assert [(group.reason, len(group.tests)) for group in groups] == [
        ("ModuleNotFoundError: No module named 'yaml'", 2),
        ("ValueError: 1", 1),
        ("skipped", 5),
    ]


@pytest.mark.parametrize(
    ("language", "words", "name"),
    [
        ("python", "E   ModuleNotFoundError: No module named 'text_unidecode'", "text_unidecode"),
        ("javascript", "Error: Cannot find module 'chalk'\nRequire stack:", "chalk"),
        ("javascript", "Cannot find package '@scope/a' imported from /box/project/a.js", "@scope/a"),
        ("go", "a.go:3:2: no required module provides package github.com/a/b; to add it:", "github.com/a/b"),
        ("go", "a.go:3:2: github.com/a/b@v1.0.0: module lookup disabled by GOPROXY=off", "github.com/a/b"),
        ("rust", "unresolved import `serde`", "serde"),
        ("java", "package org.mockito does not exist", "org.mockito"),
        ("java", "module not found: lombok", "lombok"),
    ],
)
def test_a_missing_dependency_is_named(language: str, words: str, name: str) -> None:
    report = NativeReport(tests=(failed("t", words),))
    assert missing_modules(report, ROWS[language].missing_dependency, {"mine"}) == ((name,), ())


def test_a_missing_part_of_the_project_is_no_dependency() -> None:
    report = NativeReport(tests=(failed("t", "E   No module named 'mine._version'"),))
    assert missing_modules(report, ROWS["python"].missing_dependency, {"mine"}) == ((), ("mine._version",))


def test_a_file_of_the_project_is_no_dependency() -> None:
    report = NativeReport(tests=(failed("t", "Cannot find module './lib/a'"),))
    assert missing_modules(report, ROWS["javascript"].missing_dependency, ()) == ((), ())


def test_findings_are_grouped_by_rule() -> None:
    findings = [Finding(tool="ruff", code=code, message=code, path="a.py", line=line) for line, code in
                enumerate(["E501", "F401", "E501"], 1)]  # fmt: skip
    check = Check(kind=CheckKind.LINT, tool="ruff", findings=tuple(findings), measured={"lines": 9, "findings": 3})
    groups = grouped_findings(QualityEvidence.of([check]))
    assert [(group.code, group.places) for group in groups] == [("E501", ("a.py:1", "a.py:3")), ("F401", ("a.py:2",))]


def test_a_project_without_tests_has_no_measured_coverage() -> None:
    quality = score([], NativeReport())
    gates = {gate.name: gate for gate in quality.gates}
    assert (gates["tests"].measured, gates["tests"].passed) == ("there are no tests", False)
    assert (gates["coverage"].measured, gates["coverage"].passed) == ("not measured: there are no tests", None)
    assert all(one.value is None for one in quality.inputs if one.name.startswith("coverage of"))


def test_tests_that_notice_bugs_assert_something_even_if_no_assertion_is_seen() -> None:
    checks = [
        Check(kind=CheckKind.ASSERTIONS, tool="a", measured={"tests": 3, "asserting": 0}),
        Check(kind=CheckKind.MUTATION, tool="b", measured={"mutants": 10, "noticed": 9}),
    ]
    report = NativeReport(tests=(NativeTest(id="t", ending=NativeEnding.PASSED),))
    assert QualityEvidence.of(checks, report).coverage_credit == 1.0
    assert QualityEvidence.of(checks[:1], report).coverage_credit == 0.0


def test_packages_of_others_below_one_name_are_dependencies_and_named_once() -> None:
    words = "package org.apache.io does not exist\npackage org.apache.io.input does not exist"
    report = NativeReport(tests=(failed("t", words),))
    pattern = ROWS["java"].missing_dependency
    assert missing_modules(report, pattern, {"org.apache.csv"}) == (("org.apache.io",), ())


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        ("ok\npanic: listen tcp6: no port\n\ngoroutine 1", "panic: listen tcp6: no port (the sandbox has no network)"),
        ("at x\nError [ERR_X]: a directory\n", "Error [ERR_X]: a directory"),
        ("nothing of use", ""),
    ],
)
def test_tests_that_never_ran_tell_what_ended_the_runner(output: str, reason: str) -> None:
    missing = NativeTest(id="t", ending=NativeEnding.MISSING)
    report = NativeReport(tests=(missing,), hijacked="the test runner ended before its last test", output=output)
    assert early_end(report) == reason
    told = f"it did not run, as the test runner ended: {reason}" if reason else "it never ended"
    assert [group.reason for group in failing_tests(report)] == [told]
    assert early_end(report.model_copy(update={"hijacked": None})) == ""
