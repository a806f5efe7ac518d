"""The memory port: what verified runs taught, found by words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from specwright.core.memory.entry import MemoryEffect, MemoryEntry, MemoryKind, StoredMemory
from specwright.core.memory.recollection import Cue, Recollection, StrategyOutcome
from specwright.core.value import Value


class MemoryStats(Value):
    """How much there is in the memory of a project."""

    entries: dict[MemoryKind, int]
    retired: int
    forgotten: int
    helped: int
    harmed: int
    shared: int
    """Entries of the shared memory."""
    bytes: int
    """Size of the file, which the memories of all projects share."""


class Memory(Protocol):
    """The memory of one project. Every method raises StoreError."""

    async def is_empty(self) -> bool:
        """Return whether there is nothing to recall."""

    async def recall(self, cue: Cue) -> Recollection:
        """Return what may be of use. An entry that cannot be proven, was changed or is retired is refused."""

    async def learn(self, entries: Sequence[MemoryEntry], *, shared: bool = False) -> tuple[str, ...]:
        """Append these entries and return the ids of the new ones. One that is there already stays as it is."""

    async def note(self, run_id: str, effects: Sequence[tuple[str, MemoryEffect]]) -> None:
        """Append what the use of entries, by their ids, came to in a run."""

    async def note_strategy(self, outcome: StrategyOutcome) -> None:
        """Append how a run with a strategy ended."""

    async def listed(self, kind: MemoryKind | None = None, limit: int = 50) -> tuple[StoredMemory, ...]:
        """Return the newest entries first, those that are not used included."""

    async def search(self, words: str, limit: int = 20) -> tuple[StoredMemory, ...]:
        """Return the entries that share words with the text, the best match first."""

    async def find(self, name: str) -> tuple[StoredMemory, ...]:
        """Return the entries whose id begins with the name."""

    async def forget(self, ids: Sequence[str]) -> int:
        """Erase what these entries say, and return how many there were. Their hashes stay in the chain."""

    async def stats(self) -> MemoryStats:
        """Return how much there is."""

    async def close(self) -> None:
        """Close the file. Calling it twice is harmless."""
