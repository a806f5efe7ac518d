"""What decides a constraint, and that a requirement which nothing checks is a gate not passed."""

from __future__ import annotations

import pytest

from specwright.core.evidence.finding import Check, CheckKind, Finding
from specwright.core.evidence.native import Coverage, FileCoverage, NativeEnding, NativeReport, NativeTest
from specwright.core.program.package import Item, ItemKind
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.performance import Bound, BoundResult, BoundVerdict
from specwright.core.work.task import Category, Requirement
from specwright.pipeline.finishing.grade import covered
from specwright.pipeline.finishing.reports import decided
from specwright.pipeline.finishing.speed_up import unmeasured
from specwright.pipeline.writing.plan import constraints_of
from specwright.quality.evidence import QualityEvidence
from specwright.quality.score import score

FOUND = Finding(tool="mypy", message="Incompatible types")
COMPLEXITY = Check(kind=CheckKind.COMPLEXITY, tool="t", measured={"f": 8})
TYPED = Check(kind=CheckKind.TYPES, tool="mypy 1")
FAILING = NativeReport(tests=(NativeTest(id="t", ending=NativeEnding.FAILED),))


def blueprint(constraint: str, *requirements: Requirement) -> Blueprint:
    return Blueprint(
        name="p",
        summary="s",
        surface=(Item(kind=ItemKind.CLASS, name="A", summary="s"),),
        requirements=requirements or (Requirement(id="R1", text="t"),),
        constraints=constraints_of((constraint,)),
    )


def bound(verdict: BoundVerdict, requirement: str = "C1") -> BoundResult:
    return BoundResult(bound=Bound(requirement=requirement, function="f"), verdict=verdict, evidence="e")


@pytest.mark.parametrize(
    ("constraint", "evidence", "foreign", "held"),
    [
        ("cyclomatic complexity below 8", QualityEvidence.of([COMPLEXITY]), (), False),
        ("cyclomatic complexity of at most 8", QualityEvidence.of([COMPLEXITY]), (), True),
        ("low cyclomatic complexity", QualityEvidence.of([COMPLEXITY]), (), True),
        ("runs in O(1)", QualityEvidence(), (), None),
        ("runs in O(n)", QualityEvidence.of([], bounds=[bound(BoundVerdict.HOLDS, "R1")]), (), None),
        ("runs in O(n)", QualityEvidence.of([], bounds=[bound(BoundVerdict.HOLDS)]), (), True),
        (
            "runs in O(n)",
            QualityEvidence.of([], bounds=[bound(BoundVerdict.HOLDS), bound(BoundVerdict.FAILS)]),
            (),
            False,
        ),
        ("runs in O(n)", QualityEvidence.of([], bounds=[bound(BoundVerdict.UNKNOWN)]), (), None),
        ("standard library only", QualityEvidence.of([], FAILING), (), True),
        ("no third-party packages", QualityEvidence.of([], FAILING), ("numpy",), False),
        ("standard library only", QualityEvidence(), None, None),
        ("third-party packages are welcome", QualityEvidence(), ("numpy",), None),
        ("fully typed", QualityEvidence.of([TYPED]), (), True),
        ("fully typed", QualityEvidence.of([TYPED.model_copy(update={"findings": (FOUND,)})]), (), False),
        ("fully typed", QualityEvidence.of([TYPED.model_copy(update={"unavailable": "absent"})]), (), None),
        ("friendly messages", QualityEvidence.of([TYPED, COMPLEXITY]), (), None),
        ("follows PEP 8", QualityEvidence(), (), None),
    ],
)
def test_a_constraint_is_decided_by_its_measurement_and_by_nothing_else(
    constraint: str, evidence: QualityEvidence, foreign: tuple[str, ...] | None, held: bool | None
) -> None:
    [one] = decided(blueprint(constraint), evidence, foreign)
    assert one.held is held


@pytest.mark.parametrize(("constraint", "held"), [("at least 80 % coverage", True), ("coverage of 95 percent", False)])
def test_coverage_is_held_to_the_figure_that_the_constraint_states(constraint: str, held: bool) -> None:
    lines = dict.fromkeys(range(1, 11), 1) | {10: 0}
    report = NativeReport(
        tests=(NativeTest(id="t", ending=NativeEnding.PASSED),),
        coverage=Coverage(tool="t", files=(FileCoverage(path="a", lines=lines),)),
    )
    asserting = Check(kind=CheckKind.ASSERTIONS, tool="t", measured={"tests": 1, "asserting": 1})
    [one] = decided(blueprint(constraint), QualityEvidence.of([asserting], report), ())
    assert one.held is held


def test_stated_performance_that_was_not_measured_earns_nothing_and_passes_no_gate() -> None:
    plan = blueprint("uses little memory", Requirement(id="R1", text="Be fast.", category=Category.PERFORMANCE))
    missing = unmeasured(plan, ())
    assert [result.bound.requirement for result in missing] == ["R1", "C1"]
    quality = score([], None, missing)
    assert {each.value for each in quality.inputs if each.part == "performance"} == {None}
    assert [gate.passed for gate in quality.gates if gate.name == "performance"] == [None]


def test_a_requirement_that_nothing_checks_does_not_pass_its_gate() -> None:
    assert covered(()).passed is True
    gate = covered(("R2", "R7"))
    assert gate.passed is False
    assert "R2, R7" in gate.measured
