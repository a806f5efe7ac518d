"""What decides a constraint, and that a requirement which nothing checks is a gate not passed."""

from __future__ import annotations

import pytest

from specwright.core.evidence.finding import Check, CheckKind, Finding
from specwright.core.evidence.quality import Gate, Quality
from specwright.core.program.package import Item, ItemKind
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.task import Requirement
from specwright.pipeline.finishing.grade import covered
from specwright.pipeline.finishing.reports import decided
from specwright.pipeline.writing.plan import constraints_of

FOUND = Finding(tool="mypy", message="Incompatible types")


def blueprint(constraint: str) -> Blueprint:
    return Blueprint(
        name="p",
        summary="s",
        surface=(Item(kind=ItemKind.CLASS, name="A", summary="s"),),
        requirements=(Requirement(id="R1", text="t"),),
        constraints=constraints_of((constraint,)),
    )


def quality(**gates: bool | None) -> Quality:
    made = tuple(Gate(name=name, bar="", measured="", passed=passed) for name, passed in gates.items())
    return Quality(score=1.0, inputs=(), gates=made)


@pytest.mark.parametrize(
    ("constraint", "gates", "checks", "held"),
    [
        ("cyclomatic complexity below 8", {"complexity": True}, (), True),
        ("at least 90 % coverage", {"coverage": False}, (), False),
        ("runs in O(n)", {"performance": None}, (), None),
        ("standard library only", {"tests": True}, (), True),
        ("standard library only", {"tests": False}, (), False),
        ("fully typed", {"tests": True}, (Check(kind=CheckKind.TYPES, tool="mypy 1"),), True),
        ("fully typed", {"tests": True}, (Check(kind=CheckKind.TYPES, tool="mypy 1", findings=(FOUND,)),), False),
        ("fully typed", {"tests": True}, (Check(kind=CheckKind.TYPES, tool="mypy 1", unavailable="absent"),), None),
        ("friendly messages", {"tests": True, "style": True}, (), None),
    ],
)
def test_a_constraint_is_decided_by_its_measurement_and_by_nothing_else(
    constraint: str, gates: dict[str, bool | None], checks: tuple[Check, ...], held: bool | None
) -> None:
    [one] = decided(blueprint(constraint), quality(**gates), checks)
    assert one.held is held


def test_without_a_measurement_no_constraint_is_decided() -> None:
    [one] = decided(blueprint("follows PEP 8"), None, ())
    assert one.held is None


def test_a_requirement_that_nothing_checks_does_not_pass_its_gate() -> None:
    assert covered(()).passed is True
    gate = covered(("R2", "R7"))
    assert gate.passed is False
    assert "R2, R7" in gate.measured
