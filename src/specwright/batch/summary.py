"""What a batch came to: rates with intervals, costs, and why tasks were not verified."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import sqrt
from typing import Final

from specwright.batch.row import BatchRow
from specwright.core.run.result import Word
from specwright.core.value import Value

_Z: Final = 1.96
"""For intervals of 95 %."""


class Rate(Value):
    """A share with its 95 % interval after Wilson."""

    count: int
    of: int
    share: float
    low: float
    high: float

    @classmethod
    def from_counts(cls, count: int, of: int) -> Rate:
        if of == 0:
            return cls(count=0, of=0, share=0.0, low=0.0, high=1.0)
        share = count / of
        centre = (share + _Z**2 / (2 * of)) / (1 + _Z**2 / of)
        half = _Z * sqrt(share * (1 - share) / of + _Z**2 / (4 * of**2)) / (1 + _Z**2 / of)
        return cls(count=count, of=of, share=share, low=max(0.0, centre - half), high=min(1.0, centre + half))


class Summary(Value):
    """The figures of a batch."""

    tasks: int
    verified: Rate
    unconfirmed: Rate
    """Tasks on which all evidence agrees, and no example or answer confirms it."""
    by_category: dict[str, Rate]
    states: dict[str, int]
    reasons: dict[str, int]
    """Why tasks were not verified: what bars the word, or their state; the commonest first."""
    tokens: int
    usd: float | None
    model_seconds: float
    own_seconds: float


def summarise(rows: Iterable[BatchRow]) -> Summary:
    """Return the figures of these rows, read one by one."""
    total, verified, unconfirmed, tokens = 0, 0, 0, 0
    usd: float | None = 0.0
    model_seconds = own_seconds = 0.0
    states: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    categories: dict[str, list[int]] = {}
    for row in rows:
        total += 1
        verified += row.verified
        unconfirmed += row.word is Word.UNCONFIRMED
        tokens += row.tokens
        usd = None if usd is None or row.usd is None else usd + row.usd
        model_seconds += row.model_seconds
        own_seconds += row.own_seconds
        states[row.state] += 1
        counted = categories.setdefault(row.category, [0, 0])
        counted[0] += row.verified
        counted[1] += 1
        if not row.verified:
            reasons.update(set(row.bars) or {row.state})
    return Summary(
        tasks=total,
        verified=Rate.from_counts(verified, total),
        unconfirmed=Rate.from_counts(unconfirmed, total),
        by_category={name: Rate.from_counts(*counted) for name, counted in sorted(categories.items())},
        states=dict(states.most_common()),
        reasons=dict(reasons.most_common(20)),
        tokens=tokens,
        usd=usd,
        model_seconds=round(model_seconds, 3),
        own_seconds=round(own_seconds, 3),
    )
