"""Performance as stated and as measured. A verdict is never a coin toss: an ambiguous measurement is reported so."""

from __future__ import annotations

from enum import StrEnum

from specwright.core.value import Value


class Growth(StrEnum):
    """How cost grows with size, from the slowest growth to the fastest."""

    CONSTANT = "O(1)"
    LOGARITHMIC = "O(log n)"
    LINEAR = "O(n)"
    LINEARITHMIC = "O(n log n)"
    QUADRATIC = "O(n^2)"
    CUBIC = "O(n^3)"
    EXPONENTIAL = "O(2^n)"


class Bound(Value):
    """One stated requirement of performance; a figure that is not stated is None."""

    requirement: str
    """The id of the requirement that states it."""
    function: str
    growth: Growth | None = None
    items: int | None = None
    """The size of the input that `seconds` and `memory_bytes` are stated for."""
    seconds: float | None = None
    memory_bytes: int | None = None
    parameter: str | None = None
    """The parameter whose size is meant, if it is stated."""


class BoundVerdict(StrEnum):
    HOLDS = "holds"
    FAILS = "fails"
    UNKNOWN = "not determinable here"


class CostSample(Value):
    size: int
    cpu_seconds: float
    peak_memory_bytes: int | None = None


class BoundResult(Value):
    """What became of a bound, with the samples that it was decided from."""

    bound: Bound
    verdict: BoundVerdict
    evidence: str
    """In words, with figures: the growth that was fitted and how surely, the time at the stated size."""
    unit: str = "CPU seconds"
    """What the samples count."""
    samples: tuple[CostSample, ...] = ()


class Optimization(Value):
    """A faster version that was kept: it passes all tests and is measurably faster."""

    description: str
    function: str
    before_seconds: float
    after_seconds: float
    size: int
    speedup: float
