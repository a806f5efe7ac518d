from __future__ import annotations

import pytest

from specwright.core.evidence.finding import Check, CheckKind, Finding
from specwright.core.evidence.native import Coverage, FileCoverage, NativeEnding, NativeReport, NativeTest
from specwright.core.evidence.quality import WEIGHTS, Quality, QualityMetrics, ScorePart
from specwright.core.work.performance import Bound, BoundResult, BoundVerdict
from specwright.quality.score import score

FIGURES: dict[CheckKind, dict[str, float]] = {
    CheckKind.SYNTAX: {"files": 2, "broken": 0},
    CheckKind.FORMAT: {"files": 2, "unformatted": 0},
    CheckKind.LINT: {"lines": 200, "findings": 0},
    CheckKind.TYPES: {"lines": 200, "findings": 0},
    CheckKind.COMPLEXITY: {"a.py:1 f": 3, "a.py:9 g": 9},
    CheckKind.DOCUMENTATION: {"parts": 20, "documented": 20},
    CheckKind.SECURITY: {"lines": 200, "findings": 0},
    CheckKind.DUPLICATION: {"lines": 200, "duplicated": 0},
    CheckKind.EXAMPLES: {"examples": 3, "passed": 3},
    CheckKind.ASSERTIONS: {"tests": 4, "asserting": 4},
    CheckKind.MUTATION: {"mutants": 10, "noticed": 10},
}


def checks(changed: dict[CheckKind, dict[str, float] | None] | None = None) -> list[Check]:
    figures = {**FIGURES, **(changed or {})}
    return [
        Check(
            kind=kind, tool=f"tool of {kind} 1.0", measured=of or {}, unavailable=None if of is not None else "no tool"
        )
        for kind, of in figures.items()
    ]


def report(passed: int = 4, failed: int = 0, hits: tuple[int, ...] = (1,) * 10, **more: object) -> NativeReport:
    tests = [NativeTest(id=f"t{place}", ending=NativeEnding.PASSED) for place in range(passed)]
    tests += [NativeTest(id=f"f{place}", ending=NativeEnding.FAILED) for place in range(failed)]
    file = FileCoverage(path="a.py", lines=dict(enumerate(hits, 1)), branches=4, branches_taken=4)
    made = {"tests": tuple(tests), "coverage": Coverage(tool="coverage 7", files=(file,)), **more}
    return NativeReport.model_validate(made)


def part(quality: Quality, wanted: ScorePart) -> float:
    """What a part earned, in shares of a package that states performance too."""
    stated = any(each.share for each in quality.inputs if each.part is ScorePart.PERFORMANCE)
    whole = 1.0 if stated else 1.0 - WEIGHTS[ScorePart.PERFORMANCE]
    return whole * sum((each.value or 0) * each.share for each in quality.inputs if each.part is wanted)


def gate(quality: Quality, name: str) -> bool | None:
    return next(gate.passed for gate in quality.gates if gate.name == name)


def test_a_perfect_package_scores_one_and_passes_every_gate() -> None:
    fast = BoundResult(bound=Bound(requirement="R1", function="f"), verdict=BoundVerdict.HOLDS, evidence="fitted")
    quality = score(checks(), report(), [fast])
    assert quality.score == pytest.approx(1.0)
    assert quality.passed
    assert sum(each.share for each in quality.inputs) == pytest.approx(1.0)
    for wanted, weight in WEIGHTS.items():
        assert part(quality, wanted) == pytest.approx(weight)
    assert all(each.tool != "none" for each in quality.inputs)


def test_nothing_measured_scores_nothing_and_passes_nothing_that_is_measured() -> None:
    quality = score([])
    assert quality.score == 0
    assert {each.value for each in quality.inputs} == {None}
    assert [gate.passed for gate in quality.gates if gate.name != "performance"] == [None] * 6
    assert not quality.passed


@pytest.mark.parametrize("kind", [kind for kind in FIGURES if kind is not CheckKind.ASSERTIONS])
def test_a_tool_that_is_missing_never_counts_as_good(kind: CheckKind) -> None:
    quality = score(checks({kind: None}), report())
    assert quality.score < 1
    assert any("no tool" in each.measured for each in quality.inputs)


def test_a_language_without_a_type_checker_leaves_the_weight_to_the_others() -> None:
    without = [check for check in checks() if check.kind not in (CheckKind.TYPES, CheckKind.EXAMPLES)]
    quality = score(without, report())
    assert quality.score == pytest.approx(1.0)
    assert sum(each.share for each in quality.inputs) == pytest.approx(1.0)


def test_a_hijacked_run_earns_nothing_for_tests() -> None:
    quality = score(checks(), report(hijacked="a test that must fail did not"))
    assert part(quality, ScorePart.COVERAGE) <= 0.04, "only what the seeded bugs told before"
    assert part(quality, ScorePart.PERFORMANCE) == 0
    assert gate(quality, "tests") is False
    assert gate(quality, "coverage") is False
    alone = score(checks({CheckKind.MUTATION: None}), report(hijacked="forged"))
    assert part(alone, ScorePart.COVERAGE) == 0


def test_a_suite_that_asserts_nothing_earns_no_coverage() -> None:
    quality = score(checks({CheckKind.ASSERTIONS: {"tests": 4, "asserting": 0}, CheckKind.MUTATION: None}), report())
    assert part(quality, ScorePart.COVERAGE) == 0
    assert gate(quality, "coverage") is False
    assert "0 of 4 tests assert something" in next(each.measured for each in quality.inputs if "lines" in each.name)


def test_a_suite_that_notices_no_seeded_bug_earns_no_coverage_however_much_it_asserts() -> None:
    quality = score(checks({CheckKind.MUTATION: {"mutants": 10, "noticed": 0}}), report())
    assert part(quality, ScorePart.COVERAGE) == 0
    assert gate(quality, "coverage") is False


def test_a_suite_need_not_notice_bugs_that_nobody_can_see() -> None:
    quality = score(checks({CheckKind.MUTATION: {"mutants": 10, "noticed": 8}}), report())
    assert part(quality, ScorePart.COVERAGE) == pytest.approx(0.2 - 0.04 * 0.2)
    assert gate(quality, "coverage") is True


def test_coverage_by_tests_of_which_nobody_knows_whether_they_assert_counts_for_nothing() -> None:
    quality = score(checks({CheckKind.ASSERTIONS: None, CheckKind.MUTATION: None}), report())
    assert part(quality, ScorePart.COVERAGE) == 0
    assert any("was not measured" in each.measured for each in quality.inputs if "lines" in each.name)
    assert part(score(checks({CheckKind.ASSERTIONS: None}), report()), ScorePart.COVERAGE) == pytest.approx(0.2)


def test_two_seeded_bugs_are_too_few_to_take_the_coverage_away() -> None:
    quality = score(checks({CheckKind.MUTATION: {"mutants": 2, "noticed": 0}}), report())
    assert part(quality, ScorePart.COVERAGE) == pytest.approx(0.16)


def test_a_failing_test_earns_no_coverage_and_fails_the_gate() -> None:
    quality = score(checks(), report(passed=3, failed=1))
    assert part(quality, ScorePart.COVERAGE) == pytest.approx(0.16 * 0.75 + 0.04)
    assert gate(quality, "tests") is False


def test_sources_that_do_not_parse_have_no_other_quality() -> None:
    quality = score(checks({CheckKind.SYNTAX: {"files": 2, "broken": 1}}), None)
    assert quality.score == 0
    assert gate(quality, "syntax") is False
    assert gate(quality, "complexity") is None


def test_a_compile_error_is_a_broken_package() -> None:
    quality = score(checks(), NativeReport(compile_errors=(Finding(tool="javac", message="no"),)))
    assert part(quality, ScorePart.SYNTAX) == 0
    assert gate(quality, "syntax") is False
    assert gate(quality, "tests") is False


def test_documentation_that_restates_scores_low() -> None:
    quality = score(checks({CheckKind.DOCUMENTATION: {"parts": 20, "documented": 0}}), report())
    assert part(quality, ScorePart.DOCUMENTATION) == pytest.approx(0.03)
    assert gate(quality, "documentation") is False


@pytest.mark.parametrize(("figure", "passes"), [(9, True), (10, False)])
def test_complexity_must_stay_below_the_threshold(figure: int, passes: bool) -> None:
    quality = score(checks({CheckKind.COMPLEXITY: {"a.py:1 f": figure}}), report())
    assert gate(quality, "complexity") is passes


def test_coverage_must_reach_the_minimum() -> None:
    assert gate(score(checks(), report(hits=(1,) * 8 + (0,) * 2)), "coverage") is True
    assert gate(score(checks(), report(hits=(1,) * 7 + (0,) * 3)), "coverage") is False
    strict = QualityMetrics(test_coverage_minimum=90)
    assert gate(score(checks(), report(hits=(1,) * 8 + (0,) * 2), metrics=strict), "coverage") is False


@pytest.mark.parametrize("kind", [CheckKind.FORMAT, CheckKind.LINT])
def test_style_is_a_gate(kind: CheckKind) -> None:
    changed = {**FIGURES[kind], "unformatted": 1, "findings": 1}
    assert gate(score(checks({kind: changed}), report()), "style") is False


@pytest.mark.parametrize(
    ("verdict", "value", "passes"),
    [(BoundVerdict.HOLDS, 1.0, True), (BoundVerdict.FAILS, 0.0, False), (BoundVerdict.UNKNOWN, None, None)],
)
def test_stated_performance_counts_as_it_was_measured(
    verdict: BoundVerdict, value: float | None, passes: bool | None
) -> None:
    bound = BoundResult(bound=Bound(requirement="R1", function="f"), verdict=verdict, evidence="as fitted")
    quality = score(checks(), report(), [bound])
    [told] = [each for each in quality.inputs if each.part is ScorePart.PERFORMANCE]
    assert told.value == value
    assert told.share == pytest.approx(0.2)
    assert gate(quality, "performance") is passes
    lenient = score(checks(), report(), [bound], QualityMetrics(performance_requirements=False))
    assert "performance" not in {gate.name for gate in lenient.gates}


def test_performance_that_nobody_stated_takes_no_share() -> None:
    quality = score(checks(), report())
    [told] = [each for each in quality.inputs if each.part is ScorePart.PERFORMANCE]
    assert (told.value, told.share) == (None, 0.0)
    assert "performance" not in {gate.name for gate in quality.gates}


def test_examples_that_run_among_the_tests_count() -> None:
    without = [check for check in checks() if check.kind is not CheckKind.EXAMPLES]
    tests = (
        NativeTest(id="ExampleTotal", ending=NativeEnding.PASSED),
        NativeTest(id="TestExampled", ending=NativeEnding.PASSED),
    )
    quality = score(without, report(tests=tests, tools={"go": "1.27"}))
    [told] = [each for each in quality.inputs if each.name == "examples"]
    assert (told.measured, told.tool, told.value) == ("1 of 1 example run", "go 1.27", 1.0)


def test_a_check_that_was_made_goes_before_one_that_was_not() -> None:
    twice = [Check(kind=CheckKind.LINT, tool="absent", unavailable="no tool"), *checks()]
    assert score(twice, report()).score == pytest.approx(1.0)
