"""Code is blamed for its growth only after a second measurement."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.work.performance import Bound, BoundVerdict, CostSample, Growth
from specwright.pipeline.running import timing
from specwright.ports.language import Program
from specwright.quality.loads import shapes

SIGNATURE = Signature(name="f", params=(Parameter(name="xs", type=Type.parse("list[int]")),), returns=Type.parse("int"))
BOUND = Bound(requirement="R1", function="f", growth=Growth.LINEAR)
SHAPE = shapes(SIGNATURE, None, 0)[0]


def linear(size: int) -> float:
    return size * 1e-6


def square(size: int) -> float:
    return size * size * 1e-6


def measured(cost: Callable[[int], float]) -> timing.GrowthSamples:
    sizes = [30 * 2**step for step in range(10)]
    return timing.GrowthSamples(SHAPE, tuple(CostSample(size=n, cpu_seconds=cost(n)) for n in sizes), "")


@pytest.mark.parametrize(
    ("first", "second", "verdict", "times"),
    [
        (square, linear, BoundVerdict.HOLDS, 2),
        (square, square, BoundVerdict.FAILS, 2),
        (linear, square, BoundVerdict.HOLDS, 1),
    ],
    ids=["a disturbance is not blamed", "what is seen twice is blamed", "what holds is measured once"],
)
def test_only_what_is_seen_twice_is_blamed(
    monkeypatch: pytest.MonkeyPatch,
    first: Callable[[int], float],
    second: Callable[[int], float],
    verdict: BoundVerdict,
    times: int,
) -> None:
    told = [measured(first), measured(second)]
    seen: list[timing.GrowthSamples] = []

    async def next_one(*_: Any) -> timing.GrowthSamples:
        seen.append(told[len(seen)])
        return seen[-1]

    async def nothing(*_: Any) -> None:
        return None

    for name, stand_in in (("timed_program", nothing), ("measure", next_one), ("_hidden", nothing)):
        monkeypatch.setattr(timing, name, stand_in)
    unused: Any = None
    program = Program(code="", signature=SIGNATURE)
    [result] = asyncio.run(timing.check_bounds(unused, unused, program, [BOUND], unused))
    assert (result.verdict, len(seen)) == (verdict, times)
