"""Two batches of the same tasks, compared task by task."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import comb, erfc, sqrt
from statistics import fmean, stdev
from typing import Final

from specwright.batch.row import BatchRow
from specwright.batch.summary import Rate
from specwright.core.value import Value

_Z: Final = 1.96
_MOST_LISTED: Final = 100
_MANY: Final = 1000
_FIGURES: Final[Mapping[str, Callable[[BatchRow], float | None]]] = {
    "tokens": lambda row: float(row.tokens),
    "dollars": lambda row: row.usd,
    "seconds of the model": lambda row: row.model_seconds,
    "seconds of ours": lambda row: row.own_seconds,
}


class PairedDifference(Value):
    """The second minus the first, with its 95 % interval."""

    name: str
    pairs: int
    first: float
    second: float
    difference: float
    low: float
    high: float

    @property
    def decided(self) -> bool:
        """Return whether the interval leaves out zero."""
        return self.low > 0 or self.high < 0


class BatchComparison(Value):
    """What differs between two batches, over the tasks that both have."""

    tasks: int
    only_first: int
    only_second: int
    verified: PairedDifference
    by_category: dict[str, PairedDifference]
    means: tuple[PairedDifference, ...]
    chance: float
    """How likely so uneven a split of the tasks that differ is if the batches are equally good (McNemar, exact)."""
    gained: tuple[str, ...]
    lost: tuple[str, ...]


def compare_batches(first: Sequence[BatchRow], second: Sequence[BatchRow]) -> BatchComparison:
    """Return what differs. Rows are paired by the names of their tasks."""
    other = {row.task: row for row in second}
    pairs = [(row, other[row.task]) for row in first if row.task in other]
    gained = [a.task for a, b in pairs if b.verified and not a.verified]
    lost = [a.task for a, b in pairs if a.verified and not b.verified]
    categories: dict[str, list[tuple[BatchRow, BatchRow]]] = {}
    for a, b in pairs:
        categories.setdefault(a.category, []).append((a, b))
    return BatchComparison(
        tasks=len(pairs),
        only_first=len(first) - len(pairs),
        only_second=len(second) - len(pairs),
        verified=_of_shares("verified", pairs),
        by_category={name: _of_shares(name, found) for name, found in sorted(categories.items())},
        means=tuple(
            difference
            for name, of in _FIGURES.items()
            if (difference := _of_means(name, [(of(a), of(b)) for a, b in pairs])) is not None
        ),
        chance=_exact(len(gained), len(lost)),
        gained=tuple(gained[:_MOST_LISTED]),
        lost=tuple(lost[:_MOST_LISTED]),
    )


def _of_shares(name: str, pairs: Sequence[tuple[BatchRow, BatchRow]]) -> PairedDifference:
    """Return the difference of two paired shares with Newcombe's interval (his method 10)."""
    count = len(pairs)
    if not count:
        return PairedDifference(name=name, pairs=0, first=0.0, second=0.0, difference=0.0, low=-1.0, high=1.0)
    both = sum(a.verified and b.verified for a, b in pairs)
    neither = sum(not a.verified and not b.verified for a, b in pairs)
    one = Rate.from_counts(sum(a.verified for a, _ in pairs), count)
    two = Rate.from_counts(sum(b.verified for _, b in pairs), count)
    gained, lost = two.count - both, one.count - both
    spread = one.count * (count - one.count) * two.count * (count - two.count)
    phi = (both * neither - gained * lost) / sqrt(spread) if spread else 0.0
    up1, down1, up2, down2 = one.high - one.share, one.share - one.low, two.high - two.share, two.share - two.low
    difference = two.share - one.share
    low = difference - sqrt(max(0.0, down2**2 - 2 * phi * down2 * up1 + up1**2))
    high = difference + sqrt(max(0.0, up2**2 - 2 * phi * up2 * down1 + down1**2))
    return PairedDifference(
        name=name, pairs=count, first=one.share, second=two.share, difference=difference, low=low, high=high
    )


def _of_means(name: str, pairs: Sequence[tuple[float | None, float | None]]) -> PairedDifference | None:
    """Return the difference of two paired means; None where nothing was measured."""
    known = [(a, b) for a, b in pairs if a is not None and b is not None]
    if not any(a or b for a, b in known):
        return None
    steps = [b - a for a, b in known]
    half = _Z * stdev(steps) / sqrt(len(steps)) if len(steps) > 1 else float("inf")
    middle = fmean(steps)
    bound = max(abs(middle), 1e9) if half == float("inf") else half
    return PairedDifference(
        name=name,
        pairs=len(known),
        first=fmean(a for a, _ in known),
        second=fmean(b for _, b in known),
        difference=middle,
        low=middle - bound,
        high=middle + bound,
    )


def _exact(gained: int, lost: int) -> float:
    """Return the two-sided probability of so uneven a split if each way is equally likely."""
    count, fewer = gained + lost, min(gained, lost)
    if count == 0:
        return 1.0
    if count > _MANY:  # the normal distribution is close by then, and the sum of integers is not cheap
        return float(erfc(max(0.0, abs(gained - lost) - 1) / sqrt(2 * count)))
    return float(min(1.0, 2 * sum(comb(count, k) for k in range(fewer + 1)) / 2**count))
