from __future__ import annotations

import pytest

from specwright.core.evidence.finding import Finding, Spot
from specwright.core.evidence.native import Coverage, FileCoverage, NativeEnding, NativeReport, NativeTest
from specwright.core.program.package import Package
from specwright.quality.mutation import chosen, ran, seeded, verdict

TEXT = "# Größe\ndef f(a):\n    return a + 1 < 2\n"
PACKAGE = Package(name="a", summary="", sources={"a.py": TEXT})


def spot(old: str, new: str, path: str = "a.py") -> Spot:
    start = TEXT.encode().index(old.encode())
    line = TEXT.encode()[:start].count(b"\n") + 1
    return Spot(path=path, start=start, end=start + len(old.encode()), line=line, old=old, new=new)


def passing(**more: object) -> NativeReport:
    return NativeReport.model_validate({"tests": (NativeTest(id="t", ending=NativeEnding.PASSED),), **more})


FAILING = NativeReport(tests=(NativeTest(id="t", ending=NativeEnding.FAILED),))


def test_one_bug_is_put_where_it_belongs_whatever_stands_before() -> None:
    assert seeded(PACKAGE, spot("<", "<=")).sources["a.py"] == TEXT.replace("<", "<=")


def test_a_spot_of_another_text_is_refused() -> None:
    with pytest.raises(ValueError, match="has no"):
        seeded(PACKAGE.model_copy(update={"sources": {"a.py": "other"}}), spot("<", "<="))


def test_the_choice_repeats_and_spreads_over_lines() -> None:
    spots = [Spot(path="a", start=i, end=i + 1, line=i // 5, old="<", new="<=") for i in range(50)]
    first = chosen(spots, lambda _: True, 10, seed=1)
    assert first == chosen(list(reversed(spots)), lambda _: True, 10, seed=1)
    assert first != chosen(spots, lambda _: True, 10, seed=2)
    assert len({each.line for each in first}) == 10
    assert len(chosen(spots, lambda _: True, 30, seed=1)) == 30


def test_bugs_go_where_the_tests_reach() -> None:
    file = FileCoverage(path="a", lines={1: 3, 2: 0})
    reached = ran(passing(coverage=Coverage(tool="c", files=(file,))))
    spots = [Spot(path="a", start=n, end=n + 1, line=n, old="<", new="<=") for n in (1, 2)]
    assert [reached(each) for each in spots] == [True, False]


def test_what_does_not_compile_is_left_out_and_survivors_are_named() -> None:
    broken = NativeReport(compile_errors=(Finding(tool="javac", message="no"),))
    hung = NativeReport(tests=(NativeTest(id="t", ending=NativeEnding.MISSING),))
    plus, less = spot("+", "-"), spot("<", "<=")
    check = verdict([(plus, FAILING), (less, passing()), (plus, broken), (plus, hung)])
    assert check.measured == {"mutants": 3, "noticed": 2}
    assert [finding.message for finding in check.findings] == ["no test fails when `<` becomes `<=`"]
    assert verdict([(plus, broken)]).unavailable is not None
