"""Growth on samples of known curves: the class where it can be told, and never a guess where it cannot."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable

import pytest

from specwright.core.work.performance import Bound, BoundVerdict, CostSample, Growth
from specwright.quality.growth import ORDER, Estimate, estimate, extrapolated, judge_growth

CURVES: dict[Growth, Callable[[float], float]] = {
    Growth.CONSTANT: lambda _: 1000.0,
    Growth.LOGARITHMIC: lambda n: 100 * math.log2(n),
    Growth.LINEAR: lambda n: n,
    Growth.LINEARITHMIC: lambda n: n * math.log2(n),
    Growth.QUADRATIC: lambda n: n * n,
    Growth.CUBIC: lambda n: n**3,
}
SIZES = [round(16 * 1.6**step) for step in range(14)]


def samples(
    curve: Callable[[float], float], sizes: Iterable[int], noise: float = 0.0, seed: int = 0
) -> list[CostSample]:
    rng = random.Random(seed)
    return [CostSample(size=n, cpu_seconds=1e-8 * curve(n) * (1 + abs(rng.gauss(0, noise)))) for n in sizes]


def found(given: list[CostSample]) -> Estimate:
    told = estimate(given)
    assert told is not None
    return told


@pytest.mark.parametrize("growth", CURVES)
@pytest.mark.parametrize("noise", [0.0, 0.04])
def test_each_class_is_told_from_its_neighbours(growth: Growth, noise: float) -> None:
    for seed in range(5):
        assert found(samples(CURVES[growth], SIZES, noise, seed)).growth is growth


@pytest.mark.parametrize("base", [1.618, 2.0, 3.0])
def test_what_multiplies_with_every_step_is_exponential(base: float) -> None:
    given = samples(lambda n: 50 + base**n, range(4, 20), 0.03)
    assert found(given).growth is Growth.EXPONENTIAL


def test_the_cost_of_a_call_does_not_hide_the_growth() -> None:
    assert found(samples(lambda n: 300 + n, SIZES)).growth is Growth.LINEAR
    assert found(samples(lambda n: 90 * n + 3 * n * n, SIZES)).growth is Growth.QUADRATIC


def test_one_disturbed_sample_changes_nothing() -> None:
    given = samples(CURVES[Growth.LINEARITHMIC], SIZES)
    given[5] = given[5].model_copy(update={"cpu_seconds": given[5].cpu_seconds * 3})
    assert found(given).growth is Growth.LINEARITHMIC


def test_what_lies_between_two_classes_is_called_neither() -> None:
    told = found(samples(math.sqrt, [n**2 for n in SIZES]))
    assert (told.growth, told.at_least, told.at_most) == (None, Growth.LOGARITHMIC, Growth.LINEAR)
    told = found(samples(lambda n: n**1.5, SIZES))
    assert (told.growth, told.at_least, told.at_most) == (None, Growth.LINEARITHMIC, Growth.QUADRATIC)


def test_too_few_too_narrow_or_too_unsteady_samples_tell_nothing() -> None:
    assert estimate(samples(CURVES[Growth.LINEAR], [10, 100, 1000])) is None
    assert estimate(samples(CURVES[Growth.LINEAR], range(1000, 1010))) is None
    assert estimate([]) is None
    rng = random.Random(3)
    wild = [CostSample(size=n, cpu_seconds=rng.uniform(1e-5, 1e-2)) for n in SIZES]
    assert estimate(wild) is None


def test_however_noisy_no_class_is_told_that_is_far_off() -> None:
    for growth, curve in CURVES.items():
        for seed in range(20):
            told = estimate(samples(curve, SIZES, 0.4, seed))
            if told is not None and told.growth is not None:
                assert abs(ORDER.index(told.growth) - ORDER.index(growth)) <= 1


def test_a_bound_holds_fails_or_cannot_be_told() -> None:
    bound = Bound(requirement="r1", function="f", growth=Growth.LINEARITHMIC)
    assert judge_growth(bound, found(samples(CURVES[Growth.LINEAR], SIZES))) is BoundVerdict.HOLDS
    assert judge_growth(bound, found(samples(CURVES[Growth.LINEARITHMIC], SIZES))) is BoundVerdict.HOLDS
    assert judge_growth(bound, found(samples(CURVES[Growth.QUADRATIC], SIZES))) is BoundVerdict.FAILS
    assert judge_growth(bound, found(samples(lambda n: n**1.5, SIZES))) is BoundVerdict.UNKNOWN
    assert judge_growth(bound, None) is BoundVerdict.UNKNOWN


def test_a_larger_size_is_told_as_a_range_that_holds_the_truth() -> None:
    around = extrapolated(samples(CURVES[Growth.QUADRATIC], SIZES, 0.03), 1_000_000)
    assert around is not None
    assert around[0] <= 1e-8 * 1e12 <= around[1]
    assert around[1] < 3 * around[0]
