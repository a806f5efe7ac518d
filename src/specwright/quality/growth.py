"""How cost grows with size: every growth that we name is fitted to the samples, and those that fit as well are kept.

A growth is reported only if one class remains. If two remain, or if a curve that is no class fits clearly better (such
as the square root of n), the result is the classes between which the truth lies. See docs/performance.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from specwright.core.value import Value
from specwright.core.work.performance import Bound, BoundVerdict, CostSample, Growth

FEWEST: Final = 6
"""Sizes; with fewer, several growths fit anything."""
WIDEST_STEP: Final = 8.0
"""The least ratio of the largest size to the smallest, unless cost explodes before."""
_NOISE: Final = 0.03
"""The relative error that we grant any measurement."""
_TIMES_WORSE: Final = 1.5
_WORST: Final = 0.25
"""Above this relative error no class fits, and none is reported."""
_FLAT: Final = 0.2
"""A cost whose growing part stays below this share of the whole does not show how it grows."""
_STEP: Final = 0.05e-9
"""Seconds; no machine takes less for a step, so what would be more steps than there was time for is no growth."""
_TINY: Final = 0.4e-6
"""Seconds by which the state of the caches alone makes costs differ."""
_MAINLY: Final = 0.6
"""The same where the next lower power is fitted beside it, which may stand for a machine that slows down."""
_EXTRA: Final = 1.15
"""A fit with one part more must be better by this factor."""
_DISTURBED: Final = 2
"""So many samples may be left out of each fit."""
_BASES: Final = tuple(1.2 + 0.1 * step for step in range(29))
ORDER: Final = tuple(Growth)


class Curve(NamedTuple):
    """A growth to try: a class of ours, or something between two of them."""

    name: str
    of: Callable[[float], float]
    low: Growth
    """The class that it is, or the nearest one below it."""
    high: Growth
    beneath: Callable[[float], float] | None = None
    """The cost of a loop itself: the next lower power, if there is one."""

    @property
    def growth(self) -> Growth | None:
        return self.low if self.low is self.high else None


class Fit(NamedTuple):
    """Cost = constant + beneath * the curve beneath + factor * curve(size), with the mean relative error."""

    curve: Curve
    constant: float
    beneath: float
    factor: float
    error: float

    def cost(self, size: float) -> float:
        below = self.curve.beneath
        lower = self.beneath * below(size) if below else 0.0
        return self.constant + lower + self.factor * _bounded(self.curve.of, size)


class Estimate(Value):
    """The growth seen in the samples; the truth lies between `at_least` and `at_most`."""

    growth: Growth | None
    """None where more than one class is possible."""
    at_least: Growth
    at_most: Growth
    words: str
    """The result in words, with figures."""


def _log(size: float) -> float:
    return math.log2(max(size, 1.0) + 1.0)


def _class(growth: Growth, of: Callable[[float], float], beneath: Callable[[float], float] | None = None) -> Curve:
    return Curve(growth.value, of, growth, growth, beneath)


_CLASSES: Final = (
    _class(Growth.LOGARITHMIC, _log),
    _class(Growth.LINEAR, lambda n: n),
    _class(Growth.LINEARITHMIC, lambda n: n * _log(n)),
    _class(Growth.QUADRATIC, lambda n: n * n, lambda n: n),
    _class(Growth.CUBIC, lambda n: n**3, lambda n: n * n),
)
_BETWEEN: Final = (
    Curve("the square root of n", math.sqrt, Growth.LOGARITHMIC, Growth.LINEAR),
    Curve("n^1.5", lambda n: n**1.5, Growth.LINEARITHMIC, Growth.QUADRATIC),
    Curve("n^2.5", lambda n: n**2.5, Growth.QUADRATIC, Growth.CUBIC),
    Curve("n^4", lambda n: n**4, Growth.CUBIC, Growth.EXPONENTIAL),
)
_FACTORIAL: Final = Curve("n!", lambda n: math.gamma(n + 1.0), Growth.EXPONENTIAL, Growth.EXPONENTIAL)
_CONSTANT: Final = _class(Growth.CONSTANT, lambda _: 1.0)


def estimate(samples: Sequence[CostSample]) -> Estimate | None:
    """Return the growth seen in the samples; None if they are too few, too narrow or too unsteady."""
    costs = {sample.size: sample.cpu_seconds for sample in samples if sample.size > 0 and sample.cpu_seconds > 0}
    if len(costs) < FEWEST or _too_narrow(costs):
        return None
    if max(costs.values()) - min(costs.values()) < _TINY:
        words = f"no growth on {len(costs)} sizes from {min(costs)} to {max(costs)}, {max(costs.values()) * 1e6:.1f} us"
        return Estimate(growth=Growth.CONSTANT, at_least=Growth.CONSTANT, at_most=Growth.CONSTANT, words=words)
    fits = sorted(_fits(costs), key=lambda fit: fit.error)
    if not fits or fits[0].error > _WORST:
        return None
    best = fits[0]
    limit = max(best.error * _TIMES_WORSE, best.error + _NOISE / 2, _NOISE)
    kept = [fit for fit in fits if fit.error <= limit]
    kept = _simplest(kept)
    at_least = min((fit.curve.low for fit in kept), key=ORDER.index)
    at_most = max((fit.curve.high for fit in kept), key=ORDER.index)
    growth = at_least if at_least is at_most else None
    return Estimate(growth=growth, at_least=at_least, at_most=at_most, words=_words(growth, kept, costs))


def judge_growth(bound: Bound, found: Estimate | None) -> BoundVerdict:
    """Return whether cost grows no faster than the bound allows."""
    if found is None or bound.growth is None:
        return BoundVerdict.UNKNOWN
    allowed = ORDER.index(bound.growth)
    if ORDER.index(found.at_most) <= allowed:
        return BoundVerdict.HOLDS
    return BoundVerdict.FAILS if ORDER.index(found.at_least) > allowed else BoundVerdict.UNKNOWN


def extrapolated(samples: Sequence[CostSample], size: int) -> tuple[float, float] | None:
    """The least and the most that the cost at a larger size may be, by all growths that fit; None where none does."""
    costs = {sample.size: sample.cpu_seconds for sample in samples if sample.size > 0 and sample.cpu_seconds > 0}
    fits = [fit for fit in _fits(costs) if fit.error <= _WORST] if len(costs) >= FEWEST else []
    if not fits:
        return None
    best = min(fit.error for fit in fits)
    kept = [fit for fit in fits if fit.error <= max(best * _TIMES_WORSE, _NOISE)]
    told = [fit.cost(size) for fit in kept]
    margin = 1 + 3 * max(best, _NOISE)
    return min(told) / margin, max(told) * margin


def _bounded(curve: Callable[[float], float], size: float) -> float:
    try:
        return curve(size)
    except OverflowError:
        return math.inf


def _too_narrow(costs: dict[int, float]) -> bool:
    return max(costs) < WIDEST_STEP * min(costs) and max(costs.values()) < 25 * min(costs.values())


def _fits(costs: dict[int, float]) -> list[Fit]:
    fits = [fit for curve in (*_CLASSES, *_BETWEEN, _FACTORIAL) if (fit := _fit(curve, costs))]
    grown = [fit for base in _BASES if (fit := _fit(_exponential(base), costs))]
    if grown:
        fits.append(min(grown, key=lambda fit: fit.error))
    fits = [fit for fit in fits if _grows(fit, costs)]
    flat = _fit(_CONSTANT, costs)
    return [*fits, flat] if flat else fits


def _exponential(base: float) -> Curve:
    return Curve(f"{base:.1f}^n", lambda n: base**n, Growth.EXPONENTIAL, Growth.EXPONENTIAL)


def _grows(fit: Fit, costs: dict[int, float]) -> bool:
    """Return whether the curve's own part is enough of the cost to be seen."""
    steps = _bounded(fit.curve.of, max(costs))
    if steps * _STEP > max(costs.values()):
        return False
    grown = fit.factor * steps
    return grown >= (_MAINLY if fit.beneath else _FLAT) * fit.cost(max(costs))


def _fit(curve: Curve, costs: dict[int, float]) -> Fit | None:
    """The least relative squares with no part below nothing, and without the samples that were disturbed most."""
    fitted = _least_squares(curve, costs)
    if fitted is None or len(costs) < FEWEST + _DISTURBED:
        return fitted
    steady = sorted(costs, key=lambda size: abs(fitted.cost(size) / costs[size] - 1.0))[:-_DISTURBED]
    return _least_squares(curve, {size: costs[size] for size in steady})


def _least_squares(curve: Curve, costs: dict[int, float]) -> Fit | None:
    parts: list[Callable[[float], float]] = [] if curve is _CONSTANT else [lambda _: 1.0]
    parts += [curve.beneath] if curve.beneath else []
    parts.append(curve.of)
    try:
        rows = [[part(size) / cost for part in parts] for size, cost in costs.items()]
    except OverflowError:
        return None
    best: tuple[float, list[float]] | None = None
    # Each set of parts without the others: the best of those with none below nothing is the best of all.
    for chosen in range(1, 2 ** len(parts)):
        if not chosen >> (len(parts) - 1) & 1:
            continue
        places = [place for place in range(len(parts)) if chosen >> place & 1]
        found = _solve([[row[place] for place in places] for row in rows])
        if found is None or min(found) < 0:
            continue
        factors = [0.0] * len(parts)
        for place, factor in zip(places, found, strict=True):
            factors[place] = factor
        squares = ((sum(f * x for f, x in zip(factors, row, strict=True)) - 1.0) ** 2 for row in rows)
        error = math.sqrt(sum(squares) / len(rows))
        if best is None or error < best[0]:
            best = error, factors
    if best is None:
        return None
    error, factors = best
    constant = factors[0] if len(parts) > 1 else 0.0
    beneath = factors[1] if len(parts) > 2 else 0.0
    return Fit(curve, constant, beneath, factors[-1], error * (_EXTRA if beneath else 1.0))


def _solve(rows: list[list[float]]) -> list[float] | None:
    """Return the factors with which the columns come nearest to one in every row, by the normal equations."""
    width = len(rows[0])
    scale = [math.sqrt(sum(row[i] * row[i] for row in rows)) for i in range(width)]
    if not all(math.isfinite(one) and one > 0 for one in scale):
        return None
    matrix = [
        [sum(row[i] * row[j] for row in rows) / scale[i] / scale[j] for j in range(width)]
        + [sum(row[i] for row in rows) / scale[i]]
        for i in range(width)
    ]
    for i in range(width):
        pivot = max(range(i, width), key=lambda row, i=i: abs(matrix[row][i]))  # type: ignore[misc]
        matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
        if abs(matrix[i][i]) < 1e-10:
            return None
        for row in range(width):
            if row != i:
                times = matrix[row][i] / matrix[i][i]
                matrix[row] = [a - times * b for a, b in zip(matrix[row], matrix[i], strict=True)]
    return [matrix[i][width] / matrix[i][i] / scale[i] for i in range(width)]


def _simplest(kept: list[Fit]) -> list[Fit]:
    """Without what lies between two classes, unless no class fits as well, and without growths where none is seen."""
    flat = [fit for fit in kept if fit.curve is _CONSTANT]
    if flat:
        return flat
    classes = [fit for fit in kept if fit.curve.growth is not None]
    return classes if classes and classes[0].error <= kept[0].error + _NOISE / 3 else kept


def _words(growth: Growth | None, kept: Sequence[Fit], costs: dict[int, float]) -> str:
    sizes = f"{len(costs)} sizes from {min(costs)} to {max(costs)}"
    if growth is not None:
        return f"{growth.value} on {sizes}, mean error {kept[0].error:.1%}"
    names = " or ".join(fit.curve.name for fit in kept)
    return f"{names} on {sizes}, which fit alike, the best with a mean error of {kept[0].error:.1%}"
