"""The queue port: runs that were asked for, durably, until they have ended."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from typing import Protocol

from specwright.core.value import Value


class QueueState(StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    ENDED = "ended"
    """It has a result, which may be a question."""
    CANCELLED = "cancelled"
    FAILED = "failed"
    """It could not begin or go on; `note` states why."""

    @property
    def active(self) -> bool:
        """Whether there is still work to do."""
        return self in (QueueState.WAITING, QueueState.RUNNING)


class QueuedRun(Value):
    """A run that somebody asked for."""

    run_id: str
    owner: str
    """The name of the user who may see it."""
    request: str
    """What was asked for, as JSON text."""
    state: QueueState = QueueState.WAITING
    added_at: str
    ended_at: str = ""
    note: str = ""
    tokens: int = 0
    usd: float = 0.0


class Used(Value):
    """What the runs of one user have cost since some time."""

    tokens: int = 0
    usd: float = 0.0


class Queue(Protocol):
    """Runs in the order in which they were asked for. Every method raises StoreError, and nothing else."""

    async def add(self, run: QueuedRun) -> bool:
        """Keep a new run durably at the end of the queue. Return False, with nothing changed, if its id is taken."""

    async def put(self, run: QueuedRun) -> None:
        """Replace what is kept of a run. Its place in the queue stays."""

    async def get(self, run_id: str) -> QueuedRun | None:
        """Return the run with this id."""

    async def listed(
        self, *, owner: str | None = None, states: Collection[QueueState] = tuple(QueueState), limit: int = 10_000
    ) -> tuple[QueuedRun, ...]:
        """Return the runs of one owner, or of all, in these states; the newest `limit` of them, the oldest first."""

    async def used(self, owner: str, since: str) -> Used:
        """Return what the runs of one owner that ended at this time or later have cost."""

    async def close(self) -> None:
        """Close it. Calling it twice is harmless."""
