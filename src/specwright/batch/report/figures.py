"""The figures of a batch: rates, distributions, causes, and how far the stated probabilities hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from specwright.batch.row import BatchRow
from specwright.batch.summary import Rate, Summary, summarise
from specwright.core.value import Value

_SHARES: Final = (0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 1.0)
_BARS: Final = 24
_EXAMPLES: Final = 5
_BINS: Final = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 1.0)


class Distribution(Value):
    """How a figure is spread over the tasks."""

    name: str
    count: int
    total: float
    mean: float
    quantiles: dict[str, float]
    bars: tuple[tuple[float, float, int], ...]
    """From, to, and how many tasks lie between."""


class Cause(Value):
    """Why tasks were not verified, and some of them."""

    name: str
    count: int
    tasks: tuple[tuple[str, str | None], ...]
    """Some tasks with the ids of their runs."""
    error: str | None = None
    """The first error of this cause."""


class Bin(Value):
    """Tasks whose stated probability lies in a range, and how many of them are right."""

    low: float
    high: float
    stated: float
    """The mean of the stated probabilities."""
    right: Rate


class BatchFigures(Value):
    """All that a report of a batch shows."""

    summary: Summary
    distributions: tuple[Distribution, ...]
    causes: tuple[Cause, ...]
    reliability: tuple[Bin, ...] = ()
    """Empty unless it is known which programs are right."""
    verified_right: Rate | None = None
    """Of the verified programs of which the truth is known, how many are right."""


def figures_of(rows: Sequence[BatchRow], truth: Mapping[str, bool] | None = None) -> BatchFigures:
    """Return the figures of these rows. `truth` states of tasks whether their program is right."""
    measured = {
        "seconds of ours": [row.own_seconds for row in rows],
        "seconds of the model": [row.model_seconds for row in rows],
        "tokens": [float(row.tokens) for row in rows],
        "dollars": [row.usd for row in rows if row.usd is not None],
    }
    known = [row for row in rows if truth and row.task in truth]
    verified = [row for row in known if row.verified]
    right = sum(bool(truth and truth[row.task]) for row in verified)
    return BatchFigures(
        summary=summarise(rows),
        distributions=tuple(_spread(name, values) for name, values in measured.items() if any(values)),
        causes=causes_of(rows),
        reliability=_reliability(known, truth or {}),
        verified_right=Rate.from_counts(right, len(verified)) if verified else None,
    )


def _spread(name: str, values: Sequence[float]) -> Distribution:
    ordered = sorted(values)
    last = len(ordered) - 1
    quantiles = {f"{share:.0%}": ordered[round(share * last)] for share in _SHARES}
    top = ordered[round(0.99 * last)] or ordered[-1]
    width = top / _BARS
    counts = Counter(min(int(value / width), _BARS) for value in ordered)
    bars = [(place * width, (place + 1) * width, counts[place]) for place in range(_BARS)]
    bars.append((top, ordered[-1], counts[_BARS]))  # the last percent
    return Distribution(
        name=name,
        count=len(ordered),
        total=sum(ordered),
        mean=sum(ordered) / len(ordered),
        quantiles=quantiles,
        bars=tuple(bars),
    )


def causes_of(rows: Iterable[BatchRow]) -> tuple[Cause, ...]:
    """Return why tasks were not verified, the commonest first. A task may have several causes."""
    counts: Counter[str] = Counter()
    tasks: dict[str, list[tuple[str, str | None]]] = {}
    errors: dict[str, str] = {}
    for row in rows:
        if row.verified:
            continue
        for cause in sorted(set(row.bars) or {row.state}):
            counts[cause] += 1
            if len(found := tasks.setdefault(cause, [])) < _EXAMPLES:
                found.append((row.task, row.run))
            if row.error:
                errors.setdefault(cause, row.error)
    return tuple(
        Cause(name=name, count=count, tasks=tuple(tasks[name]), error=errors.get(name))
        for name, count in counts.most_common()
    )


def _reliability(rows: Sequence[BatchRow], truth: Mapping[str, bool]) -> tuple[Bin, ...]:
    found = []
    for low, high in pairwise(_BINS):
        inside = [
            (row.confidence, truth[row.task])
            for row in rows
            if row.confidence is not None and (low <= row.confidence < high or row.confidence == high == 1.0)
        ]
        if inside:
            stated = sum(confidence for confidence, _ in inside) / len(inside)
            right = Rate.from_counts(sum(is_right for _, is_right in inside), len(inside))
            found.append(Bin(low=low, high=high, stated=stated, right=right))
    return tuple(found)
