"""The measured score of a package: every input with the tool that it came from, and the gates it must pass."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from pydantic import Field

from specwright.core.value import Value


class QualityMetrics(Value):
    """The bars of the gates, as the configuration names them."""

    complexity_threshold: int = Field(10, ge=1)
    """Every function must stay below it."""
    test_coverage_minimum: float = Field(80, ge=0, le=100)
    documentation_completeness: float = Field(90, ge=0, le=100)
    performance_requirements: bool = True
    """Whether stated performance is a gate."""


class ScorePart(StrEnum):
    SYNTAX = "syntactic correctness"
    COVERAGE = "test coverage"
    DOCUMENTATION = "documentation"
    PERFORMANCE = "performance"
    MAINTAINABILITY = "maintainability"


WEIGHTS: Final = {
    ScorePart.SYNTAX: 0.25,
    ScorePart.COVERAGE: 0.20,
    ScorePart.DOCUMENTATION: 0.15,
    ScorePart.PERFORMANCE: 0.20,
    ScorePart.MAINTAINABILITY: 0.20,
}


class Input(Value):
    """One measured figure and its share of the score."""

    part: ScorePart
    name: str
    measured: str
    """The figure in the tool's own unit, such as `87.5 % of lines`."""
    tool: str
    """With its version."""
    value: float | None
    """From 0 to 1; None where it could not be measured, which counts as 0 where it should have been."""
    share: float
    """How much of the whole score hangs on it; the shares of all inputs sum to 1."""


class Gate(Value):
    """A bar that the package must pass to be called good."""

    name: str
    bar: str
    measured: str
    passed: bool | None
    """None where it could not be determined here, which is not a pass."""


class Quality(Value):
    score: float
    inputs: tuple[Input, ...]
    gates: tuple[Gate, ...]

    @property
    def passed(self) -> bool:
        return all(gate.passed for gate in self.gates)
