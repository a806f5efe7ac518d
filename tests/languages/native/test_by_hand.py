"""Per-test results, coverage and positions of errors are those of the language's own tool run by hand.

The tool is run on the whole project as we hand it over, outside every sandbox, by its plain command.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from specwright.core.evidence.native import NativeEnding
from specwright.languages.registry import LANGUAGES
from tests.languages.native.conftest import Bench
from tests.languages.native.hand import reported, write


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_passing_package_is_reported_as_the_tool_reports_it(bench: Bench, language: str, tmp_path: Path) -> None:
    programs = import_module(f"tests.languages.native.hand_{language}")
    report = bench.tested(language, programs.PASSING)
    write(tmp_path, bench.packaging(language).project(programs.PASSING))
    ours, hand = reported(report), programs.by_hand(tmp_path)
    assert report.all_passed, report
    assert ours.tests == hand.tests
    assert ours.lines == hand.lines
    assert ours.branches == hand.branches
    assert report.coverage is not None
    assert report.coverage.line_percent not in (0, 100, None)
    assert report.tools
    assert all(version[:1].isdigit() for version in report.tools.values()), report.tools


@pytest.mark.parametrize("language", LANGUAGES)
def test_failures_errors_and_skips_are_told_apart(bench: Bench, language: str, tmp_path: Path) -> None:
    programs = import_module(f"tests.languages.native.hand_{language}")
    report = bench.tested(language, programs.MIXED_ENDINGS)
    write(tmp_path, bench.packaging(language).project(programs.MIXED_ENDINGS))
    ours, hand = reported(report), programs.by_hand(tmp_path)
    assert report.hijacked is None
    assert not report.all_passed
    assert ours.tests == hand.tests
    assert set(ours.tests.values()) == {"passed", "failed", "skipped"}
    assert ours.lines == hand.lines
    assert ours.branches == hand.branches
    assert all(test.detail for test in report.tests if test.ending is NativeEnding.FAILED)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_does_not_compile_is_told_with_its_place(bench: Bench, language: str, tmp_path: Path) -> None:
    programs = import_module(f"tests.languages.native.hand_{language}")
    report = bench.tested(language, programs.BROKEN)
    write(tmp_path, bench.packaging(language).project(programs.BROKEN))
    assert reported(report).errors == programs.errors_by_hand(tmp_path)
    assert report.compile_errors
    assert all(error.message for error in report.compile_errors)
    assert not report.tests
    assert not report.all_passed
