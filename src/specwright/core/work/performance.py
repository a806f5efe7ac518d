"""Performance as stated and as measured. A verdict is never a coin toss: an ambiguous measurement is reported so."""

from __future__ import annotations

from enum import StrEnum
from operator import not_

from pydantic import Field

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
    least_speedup: float | None = Field(None, exclude_if=not_)
    """The ends of a 95 % interval of the ratio, from calls that took turns."""
    most_speedup: float | None = Field(None, exclude_if=not_)
    growth_before: str = Field("", exclude_if=not_)
    """How the time of each grows with the input, in words."""
    growth_after: str = Field("", exclude_if=not_)
    memory_before: int | None = Field(None, exclude_if=not_)
    """Bytes that the largest call takes beyond the smallest one."""
    memory_after: int | None = Field(None, exclude_if=not_)

    @property
    def in_words(self) -> str:
        """Return the effect in a line, with its figures."""
        parts = [f"{self.function}: {self.speedup:.1f} times as fast at size {self.size:,}"]
        if self.least_speedup is not None and self.most_speedup is not None:
            parts.append(f"95 % interval {self.least_speedup:.1f} to {self.most_speedup:.1f}")
        parts.append(f"{self.before_seconds:.3g} s before, {self.after_seconds:.3g} s after")
        if self.growth_before and self.growth_after:
            parts.append(f"growth {self.growth_before} before, {self.growth_after} after")
        if self.memory_before and self.memory_after:
            parts.append(f"memory {self.memory_before / 2**20:.1f} MB before, {self.memory_after / 2**20:.1f} MB after")
        return "; ".join(parts)
