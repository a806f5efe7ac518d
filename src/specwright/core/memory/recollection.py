"""What a run asks of the memory, and what it is given: all that the run's record holds of the memory."""

from __future__ import annotations

from operator import not_

from pydantic import Field

from specwright.core.memory.entry import MemoryEffect, MemoryEntry
from specwright.core.value import Value


class Cue(Value):
    """What a run asks the memory about."""

    problem: str
    language: str


class RefusedEntry(Value):
    """An entry that was found and is not used."""

    id: str
    reason: str


class StrategyRecord(Value):
    """What came of one strategy for tasks of one kind."""

    strategy: str
    size: str
    runs: int
    verified: int
    tokens: int
    """Of all these runs together."""


class Recollection(Value):
    """The entries that may be used in a run, the best match first."""

    patterns: tuple[MemoryEntry, ...] = ()
    corrections: tuple[MemoryEntry, ...] = ()
    practices: tuple[MemoryEntry, ...] = ()
    strategies: tuple[StrategyRecord, ...] = ()
    refused: tuple[RefusedEntry, ...] = ()

    @property
    def entries(self) -> tuple[MemoryEntry, ...]:
        return (*self.patterns, *self.corrections, *self.practices)


class MemoryUse(Value):
    """An entry that a run used, and what that changed."""

    id: str
    run_id: str
    """The run that taught it."""
    what: str
    effect: MemoryEffect
    source: str = Field("", exclude_if=not_)


class StrategyOutcome(Value):
    """How one run ended, for the choice of a strategy in later ones."""

    run_id: str
    story: str
    language: str
    size: str
    strategy: str
    verified: bool
    tokens: int
