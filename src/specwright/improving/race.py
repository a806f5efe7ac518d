"""Old and new version timed side by side on the same inputs: a new one that is not measurably better is not kept."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Final

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.existing.comparison import ComparedFunction
from specwright.core.program.types import Type
from specwright.core.work.performance import CostSample, Optimization
from specwright.improving.inputs import names_of
from specwright.improving.observer import Equipment, with_files
from specwright.pipeline.running.timing import GrowthSamples, TimedProgram, measure, timed_program
from specwright.ports.language import CallLimits
from specwright.quality.growth import estimate

TURNS: Final = 9
"""The second and the eighth of nine ratios are the ends of a 96 % interval of their median."""
_LOW, _HIGH = 1, 7
LEAST_SPEEDUP: Final = 1.1
"""The lower end of the interval: less may be the machine, and new code is a risk."""
LEAST_MEMORY: Final = 1.25
_LARGE: Final = 3
_SECONDS: Final = 30.0
_NOTHING: Final = "the old version's time cannot be measured: "


async def race(  # noqa: PLR0917 - both sides of a race
    old: Equipment,
    new: Equipment,
    before: tuple[str, str],
    after: tuple[str, str],
    compared: ComparedFunction,
    limits: CallLimits,
    *,
    for_memory: bool,
) -> tuple[Optimization | None, str]:
    """Return the effect, if it is measurably better, and else why not: in words, with figures.

    `before` and `after` are code and name. Raise SandboxUnavailable.
    """
    slow = await _timed(old, *before, compared.types, limits)
    fast = await _timed(new, *after, compared.types, limits)
    grown = await measure(slow)
    if grown.shape is None or not grown.samples:
        return None, f"{_NOTHING}{grown.note or 'it cannot be run'}"
    sizes = [sample.size for sample in grown.samples[-_LARGE:]]
    inputs = [grown.shape.make(size) for size in sizes]
    turns = [(await slow.calls(inputs * 2, _SECONDS), await fast.calls(inputs * 2, _SECONDS)) for _ in range(TURNS)]
    pairs = [(_last(one, len(inputs)), _last(other, len(inputs))) for one, other in turns]
    if any(one is None or other is None for one, other in pairs):
        return None, f"{_NOTHING}a call on input of size {sizes[-1]} ends with an error"
    times = [(one or 0.0, other or 0.0) for one, other in pairs]
    ratios = sorted(one / max(other, 1e-9) for one, other in times)
    memory = await _memory(slow, fast, inputs[-1], grown)
    found = Optimization(
        description="",
        function=compared.new,
        before_seconds=statistics.median(one for one, _ in times),
        after_seconds=statistics.median(other for _, other in times),
        size=sizes[-1],
        speedup=statistics.median(ratios),
        least_speedup=ratios[_LOW],
        most_speedup=ratios[_HIGH],
        growth_before=_growth(grown.samples),
        growth_after=_growth((await measure(fast)).samples),
        memory_before=memory[0],
        memory_after=memory[1],
    )
    return (found, found.in_words) if _is_better(found, for_memory=for_memory) else (None, found.in_words)


def _is_better(found: Optimization, *, for_memory: bool) -> bool:
    least = found.least_speedup or 0.0
    if not for_memory:
        return least >= LEAST_SPEEDUP
    before, after = found.memory_before or 0, found.memory_after or 0
    return before > LEAST_MEMORY * after and before - after > 2**18


async def _timed(equipment: Equipment, code: str, name: str, types: Sequence[Type], limits: CallLimits) -> TimedProgram:
    declared = equipment.observing.declared(code, name)
    program = equipment.observing.called(code, declared, names_of(declared), types)
    toolchain = with_files(equipment.toolchain, {program.code: equipment.observing.files(code)})
    return await timed_program(equipment.sandbox, toolchain, program, limits)


def _last(outcomes: Sequence[Outcome], count: int) -> float | None:
    """Return the least time of the largest input in both passes: the first warms caches."""
    told = [outcomes[at] for at in (count - 1, 2 * count - 1) if at < len(outcomes)]
    times = [each.own_seconds for each in told if each.ending is Ending.RETURNED]
    return min(times) if len(times) == len(told) and times else None


async def _memory(
    slow: TimedProgram, fast: TimedProgram, large: dict[str, object], grown: GrowthSamples
) -> tuple[int | None, int | None]:
    """Return what each takes for the largest input beyond what it takes for the smallest one."""
    assert grown.shape is not None
    inputs = [grown.shape.make(1), large]
    found: list[int | None] = []
    for program in (slow, fast):
        small, big = await program.calls(inputs, _SECONDS, isolated=True)
        known = small.peak_memory_bytes is not None and big.peak_memory_bytes is not None
        found.append(max(0, (big.peak_memory_bytes or 0) - (small.peak_memory_bytes or 0)) if known else None)
    return found[0], found[1]


def _growth(samples: Sequence[CostSample]) -> str:
    found = estimate(samples)
    if found is None:
        return ""
    if found.growth is not None:
        return found.growth.value
    return f"between {found.at_least.value} and {found.at_most.value}"
