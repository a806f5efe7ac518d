"""Measure: how a program's cost grows with its input, and whether its stated bound holds.

Calls of growing size are made in the sandbox, several times each and in turns, so that a disturbance hits one of many;
the least time of a size counts, and of several shapes of input the slowest. The time that a process reports is
checked against the kernel's figures for the process.
"""

from __future__ import annotations

import asyncio
import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.work.performance import Bound, BoundResult, BoundVerdict, CostSample
from specwright.pipeline.running.build import Built, build
from specwright.ports.language import CallLimits, Program, Toolchain
from specwright.ports.sandbox import Sandbox
from specwright.quality.growth import estimate, extrapolated, judge_growth
from specwright.quality.loads import MOST_ITEMS, Load, Shape, largest, shapes, sized

T = TypeVar("T")
RAMP_SECONDS: Final = 0.8
"""So long may all calls take together that find out which sizes can be measured."""
LONGEST_CALL: Final = 0.01
SIZES: Final = 14
_DENSE: Final = 40
"""Up to here every size is measured: what grows so fast grows with every step."""
_LONG: Final = 200
_SPAN: Final = 400.0
"""The ratio of the largest cost to the smallest: a smaller one shows the price of a call, not its growth."""
VARIETIES: Final = 3
"""Of the values in one shape: of these the middle one counts, so that luck with one of them does not."""
REPEATS: Final = 3
"""Of every call: of these the least counts, so that a disturbance of the machine does not."""
_WORST_SHAPES: Final = 2
_MARGIN: Final = 1.25
"""Time and memory within this factor of the stated bound are too close to call."""
_SHORT: Final = 30e-6
"""What takes no longer shows the state of the caches rather than itself, unless it is called many times on end."""
_LARGEST: Final = 5
"""The middle one of this many sizes shows whether calls are short: any one may have been disturbed."""
_STEEP: Final = 8.0
_STEEP_SPAN: Final = 100.0
"""If cost grows this fast, the overhead of a loop is visible longer."""
_AGAIN: Final = 2
"""Extra measurement rounds if the growth class is ambiguous."""
_REMEMBERED: Final = 5.0
_SEEN: Final = 200e-6
_HIDDEN: Final = 0.05
_HIDDEN_TIMES: Final = 10.0


class GrowthSamples(NamedTuple):
    """Cost by size on the shape of input that costs most; without samples, why nothing could be measured."""

    shape: Shape | None
    samples: tuple[CostSample, ...]
    note: str = ""


class Ramp(NamedTuple):
    """The first look at one shape of input: one call of each size, until the time is up."""

    shape: Shape
    costs: dict[int, float]
    failed: int
    """Calls that ended with an error of the program's own: such input is not meant for it."""

    @property
    def usable(self) -> bool:
        return len(self.costs) > max(2, self.failed)

    @property
    def short(self) -> bool:
        """Whether even large input takes too little time to measure with one call."""
        largest = sorted(self.costs)[-_LARGEST:]
        return statistics.median(self.costs[size] for size in largest) < _SHORT


class TimedProgram(NamedTuple):
    """A built program and everything needed to call it."""

    sandbox: Sandbox
    toolchain: Toolchain
    program: Program
    built: Built
    limits: CallLimits

    async def calls(
        self, inputs: Sequence[Load], seconds: float, *, isolated: bool = False, exact: bool = False
    ) -> Sequence[Outcome]:
        """Return the outcome of each input; without `isolated` in one process, for `seconds` together."""
        if isinstance(self.built, Outcome):
            return [self.built] * len(inputs)
        limits = self.limits.model_copy(update={"seconds": seconds, "exact": exact})
        job = self.toolchain.calls(self.program, self.built, inputs, limits, len(inputs) if isolated else 0)
        return self.toolchain.outcomes(await self.sandbox.run(job), self.program, len(inputs))


async def timed_program(sandbox: Sandbox, toolchain: Toolchain, program: Program, limits: CallLimits) -> TimedProgram:
    """Return the program, built for measuring. Raise SandboxUnavailable."""
    return TimedProgram(sandbox, toolchain, program, await build(sandbox, toolchain, program), limits)


async def measure(on: TimedProgram, parameter: str | None = None) -> GrowthSamples:
    """How cost grows with size. Raise SandboxUnavailable."""
    if isinstance(on.built, Outcome):
        return GrowthSamples(None, (), f"the program cannot be run: {on.built.error}")
    kinds = shapes(on.program.signature, parameter, on.limits.seed)
    if not kinds:
        return GrowthSamples(None, (), "nothing in the signature can grow")
    tried = await asyncio.gather(*(_ramp(on, kind, parameter) for kind in kinds))
    ramps = [ramp for ramp in tried if ramp.usable]
    if not ramps:
        slow = next((ramp.shape for ramp in tried if not ramp.failed), None)
        note = "is too slow for its growth to be seen" if slow else "ends with an error"
        return GrowthSamples(slow, (), f"on the inputs that were made for it, the program {note}")
    common = min(max(ramp.costs) for ramp in ramps)
    found = [await _finely(on, ramp) for ramp in _worst(ramps, lambda ramp: _up_to(ramp.costs, common), _WORST_SHAPES)]
    common = min(one.samples[-1].size for one in found)
    told = _worst(found, lambda one: _up_to({s.size: s.cpu_seconds for s in one.samples}, common), 1)[0]
    ramp = next(ramp for ramp in ramps if ramp.shape is told.shape)
    for _ in range(_AGAIN):
        known = estimate(told.samples)
        if known is not None and known.growth is not None:
            break
        told = _quieter(told, await _finely(on, ramp))
    return told


def _quieter(one: GrowthSamples, other: GrowthSamples) -> GrowthSamples:
    """Both measurements of the same sizes as one: a disturbance only ever adds."""
    costs = {sample.size: sample.cpu_seconds for sample in one.samples}
    samples = [
        sample.model_copy(update={"cpu_seconds": min(sample.cpu_seconds, costs.get(sample.size, sample.cpu_seconds))})
        for sample in other.samples
    ]
    return GrowthSamples(one.shape, tuple(samples), one.note or other.note)


def _worst(of: Sequence[T], cost: Callable[[T], float], count: int) -> list[T]:
    """The costliest, and of those that cost about the same the ones that come first: they are the plainer ones."""
    left = list(of)
    chosen: list[T] = []
    while left and len(chosen) < count:
        most = max(map(cost, left))
        chosen.append(next(one for one in left if cost(one) * _MARGIN >= most))
        left.remove(chosen[-1])
    return chosen


def _up_to(costs: Mapping[int, float], size: int) -> float:
    return sum(cost for known, cost in costs.items() if known <= size)


def _near(costs: Mapping[int, float], size: int) -> float:
    return costs[min(costs, key=lambda known: abs(known - size))]


def ramp_sizes(limit: int) -> list[int]:
    """Sizes that grow slowly at first: what doubles with every step must not be met by a jump."""
    sizes, size = [], 1.0
    while size < limit:
        sizes.append(round(size))
        size = size + 1 if size < 24 else size * (1.25 if size < 64 else 2.0)
    return [*sizes, limit]


async def _ramp(on: TimedProgram, kind: Shape, parameter: str | None) -> Ramp:
    sizes = ramp_sizes(largest(on.program.signature, parameter))
    sizes = sorted({kind.fit(size) for size in sizes})
    outcomes = await on.calls([kind.make(size) for size in sizes], RAMP_SECONDS)
    costs: dict[int, float] = {}
    failed = 0
    for size, outcome in zip(sizes, outcomes, strict=True):
        if outcome.ending is Ending.RETURNED:
            costs[size] = outcome.own_seconds
        elif outcome.ending is Ending.RAISED:
            failed += 1
        else:
            break
    return Ramp(kind, costs, failed)


async def _finely(on: TimedProgram, ramp: Ramp) -> GrowthSamples:
    """Return the least time of many calls of each size, the sizes taking turns."""
    kind = ramp.shape
    sizes = sorted({kind.fit(size) for size in fine_sizes(ramp.costs)})
    plan = [(size, variety) for variety in range(VARIETIES) for size in sizes] * REPEATS
    inputs = [kind.make(size, variety) for size, variety in plan]
    best = _typical(plan, await on.calls(inputs, max(10.0, on.limits.seconds), exact=ramp.short))
    note = ""
    if best and _remembers(ramp.costs, best):
        # Each call in a process of its own, which knows nothing of the others.
        plan = plan[: VARIETIES * len(sizes)]
        alone = await on.calls(inputs[: len(plan)], max(10.0, on.limits.seconds), isolated=True)
        best = _typical(plan, alone)
        note = "it remembers what it was called with, so each call was made in a process of its own"
    samples = tuple(CostSample(size=size, cpu_seconds=cost) for size, cost in sorted(best.items()))
    return GrowthSamples(kind, samples or (CostSample(size=sizes[0], cpu_seconds=0.0),), note)


def _typical(plan: Sequence[tuple[int, int]], outcomes: Sequence[Outcome]) -> dict[int, float]:
    """By size the middle one of its varieties' least costs."""
    least: dict[int, dict[int, float]] = {}
    for (size, variety), outcome in zip(plan, outcomes, strict=True):
        if outcome.ending is Ending.RETURNED and outcome.own_seconds > 0:
            known = least.setdefault(size, {})
            known[variety] = min(known.get(variety, outcome.own_seconds), outcome.own_seconds)
    return {size: statistics.median_low(sorted(known.values())) for size, known in least.items()}


def _remembers(first: Mapping[int, float], again: Mapping[int, float]) -> bool:
    """Return whether calls that were made before cost ever less than first ones, the larger they are.

    A runtime that compiles what runs often is slow at first too, but not more so for larger input.
    """
    small, large = min(again), max(again)
    gain = _near(first, large) / again[large]
    return (
        _near(first, large) > _SEEN and gain > _REMEMBERED and gain > _REMEMBERED * _near(first, small) / again[small]
    )


def fine_sizes(ramp: dict[int, float]) -> list[int]:
    """Sizes for the measurement: up to the largest that is quick, evenly spread by their ratio, small ones left out."""
    quick = [size for size, cost in ramp.items() if cost <= LONGEST_CALL] or [min(ramp)]
    top = max(quick)
    if top <= _DENSE:
        return list(range(max(1, top - SIZES), top + 1))
    steep = _near(ramp, top) > _STEEP * _near(ramp, top // 4)
    too_cheap = [size for size, cost in ramp.items() if cost * (_STEEP_SPAN if steep else _SPAN) < ramp[top]]
    bottom = max(8 if top > _LONG else 4, *too_cheap, 0)
    step = (top / bottom) ** (1 / (SIZES - 1))
    return sorted({round(bottom * step**place) for place in range(SIZES)})


# --- bounds ------------------------------------------------------------------------------------------------------


async def check_bounds(
    sandbox: Sandbox, toolchain: Toolchain, program: Program, bounds: Sequence[Bound], limits: CallLimits
) -> tuple[BoundResult, ...]:
    """What becomes of each stated requirement of one function. Raise SandboxUnavailable."""
    on = await timed_program(sandbox, toolchain, program, limits)
    measured: dict[str | None, GrowthSamples] = {}
    results = []
    for bound in bounds:
        if bound.parameter not in measured:
            measured[bound.parameter] = await measure(on, bound.parameter)
        result = await _check(on, bound, measured[bound.parameter])
        if result.verdict is BoundVerdict.FAILS:
            measured[bound.parameter] = await _again(on, bound.parameter, measured[bound.parameter])
            result = await _check(on, bound, measured[bound.parameter])
        results.append(result)
    return tuple(results)


async def _again(on: TimedProgram, parameter: str | None, first: GrowthSamples) -> GrowthSamples:
    """Return both measurements as one: before code is blamed, a disturbance of the first has to be ruled out."""
    second = await measure(on, parameter)
    return _quieter(first, second) if second.shape == first.shape else second


async def _check(on: TimedProgram, bound: Bound, measured: GrowthSamples) -> BoundResult:
    if measured.shape is None:
        return BoundResult(bound=bound, verdict=BoundVerdict.UNKNOWN, evidence=measured.note)
    parts: list[tuple[BoundVerdict, str]] = []
    hidden = await _hidden(on, measured)
    if hidden:
        parts.append((BoundVerdict.UNKNOWN, hidden))
    if bound.growth is not None:
        found = estimate(measured.samples)
        words = found.words if found else measured.note or "no growth fits what was measured"
        parts.append((judge_growth(bound, found), f"{words}, on input that is {measured.shape.name}"))
    if bound.seconds is not None:
        parts.append(await _check_time(on, bound, bound.seconds, measured))
    if bound.memory_bytes is not None:
        parts.append(await _check_memory(on, bound, bound.memory_bytes, measured))
    verdict = BoundVerdict.HOLDS if parts else BoundVerdict.UNKNOWN
    for worse in (BoundVerdict.UNKNOWN, BoundVerdict.FAILS):
        verdict = worse if any(part is worse for part, _ in parts) else verdict
    evidence = "; ".join(words for _, words in parts) or "the requirement states nothing that can be measured"
    return BoundResult(bound=bound, verdict=verdict, evidence=evidence, samples=measured.samples)


async def _hidden(on: TimedProgram, measured: GrowthSamples) -> str | None:
    """Return why the program's own account of its time is not believed: the kernel's of its process is far above it."""
    if measured.shape is None or not measured.samples:
        return None
    low, high = measured.samples[0], measured.samples[-1]
    inputs = [measured.shape.make(low.size), measured.shape.make(high.size)]
    small, large = await on.calls(inputs, max(5.0, on.limits.seconds), isolated=True)
    beyond = large.cpu_seconds - small.cpu_seconds
    if beyond > _HIDDEN + _HIDDEN_TIMES * high.cpu_seconds:
        return f"its process took {beyond:.2f} s where it told {high.cpu_seconds:.4f} s of it"
    return None


def _stated_size(bound: Bound, measured: GrowthSamples) -> int:
    return bound.items or (measured.samples[-1].size if measured.samples else 1)


def _close(value: float, stated: float) -> BoundVerdict:
    if value * _MARGIN <= stated:
        return BoundVerdict.HOLDS
    return BoundVerdict.FAILS if value >= stated * _MARGIN else BoundVerdict.UNKNOWN


async def _check_time(
    on: TimedProgram, bound: Bound, stated: float, measured: GrowthSamples
) -> tuple[BoundVerdict, str]:
    size = _stated_size(bound, measured)
    kind = measured.shape
    assert kind is not None
    if size > MOST_ITEMS and any(sized(param.type) for param in on.program.signature.params):
        around = extrapolated(measured.samples, size)
        if around is None:
            return BoundVerdict.UNKNOWN, f"{size} items are more than is tried, and no growth fits what was measured"
        least, most = _close(around[0], stated), _close(around[1], stated)
        verdict = least if least is most else BoundVerdict.UNKNOWN
        return verdict, f"{size} items would take {around[0]:.3g} to {around[1]:.3g} s by the growth that was fitted"
    # Twice, so that the process reports the function's own time; the kernel's would hold the making of the input too.
    given = kind.make(size)
    outcomes = await on.calls([given, given], 4 * stated + 10.0)
    took = [outcome.own_seconds for outcome in outcomes if outcome.ending is Ending.RETURNED]
    if not took:
        ended = outcomes[0]
        spent = f"{size} items: {ended} after {ended.cpu_seconds:.2f} s"
        slow = ended.ending is Ending.TIMEOUT and ended.cpu_seconds > _MARGIN * stated + 2.0
        return (BoundVerdict.FAILS if slow else BoundVerdict.UNKNOWN), spent
    words = f"{size} items took {min(took):.3g} s of CPU time, {stated:g} s being allowed"
    return _close(min(took), stated), words


async def _check_memory(
    on: TimedProgram, bound: Bound, stated: int, measured: GrowthSamples
) -> tuple[BoundVerdict, str]:
    kind = measured.shape
    assert kind is not None
    size = _stated_size(bound, measured)
    if size > MOST_ITEMS and any(sized(param.type) for param in on.program.signature.params):
        return BoundVerdict.UNKNOWN, f"{size} items are more than is tried"
    seconds = max(30.0, on.limits.seconds)
    small, large = await on.calls([kind.make(1), kind.make(size)], seconds, isolated=True)
    if large.ending is Ending.OUT_OF_MEMORY:
        verdict = BoundVerdict.FAILS if stated < on.limits.memory_bytes else BoundVerdict.UNKNOWN
        return verdict, f"{size} items: out of the {on.limits.memory_bytes / 2**20:.0f} MB that a call may use"
    if small.peak_memory_bytes is None or large.peak_memory_bytes is None or large.ending is not Ending.RETURNED:
        return BoundVerdict.UNKNOWN, f"the memory of {size} items could not be measured: {large}"
    used = max(0, large.peak_memory_bytes - small.peak_memory_bytes)
    words = f"{size} items took {used / 2**20:.1f} MB with their input, {stated / 2**20:.0f} MB being allowed"
    return _close(used, stated), words
