"""Which strategy came to VERIFIED for tasks like this one, and at what cost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from specwright.core.memory.recollection import StrategyRecord
from specwright.core.text import counted

FEWEST: Final = 5
"""Runs of a strategy for tasks of one size, before its outcomes say anything."""
_ALIKE: Final = 0.1
"""Shares of verified runs that differ by less are equal, and the cheaper strategy is taken."""


def best_by_outcomes(records: Iterable[StrategyRecord], size: str, known: Iterable[str]) -> tuple[str, str] | None:
    """Return the strategy that did best for tasks of this size, and why; None if too few runs can be compared."""
    names = set(known)
    found = [r for r in records if r.size == size and r.runs >= FEWEST and r.strategy in names]
    if len(found) < 2:
        return None
    best = max(record.verified / record.runs for record in found)
    alike = [record for record in found if record.verified / record.runs > best - _ALIKE]
    taken = min(alike, key=lambda record: (record.tokens / record.runs, record.strategy))
    others = ", ".join(_told(record) for record in found if record is not taken)
    return taken.strategy, f"it did best for {size} tasks here: {_told(taken)}; {others}"


def _told(record: StrategyRecord) -> str:
    tokens = round(record.tokens / record.runs)
    return f"{record.strategy} {record.verified} of {counted(record.runs, 'run')} verified, {tokens} tokens each"
