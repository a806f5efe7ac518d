"""The store port: append-only run logs and blobs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from specwright.core.run.listing import RunFilter
from specwright.core.value import Value, digest


class StoredEntry(Value):
    """One line of a run's log as it is kept: the event is JSON text, chained by hash to the one before."""

    run_id: str
    seq: int
    at: str
    prev_hash: str
    event: str

    @property
    def hash(self) -> str:
        return digest([self.run_id, self.seq, self.at, self.prev_hash, self.event])


class RunHead(Value):
    """A run in a listing: the first and the latest line of its log."""

    first: StoredEntry
    last: StoredEntry


class Store(Protocol):
    """Append-only logs by run, and blobs by sha256. Every method raises StoreError, and nothing else."""

    async def append(self, entry: StoredEntry) -> None:
        """Keep the entry durably before returning. A sequence number that is taken is an error."""

    async def entries(self, run_id: str) -> tuple[StoredEntry, ...]:
        """Return the whole log of a run in order, its chain checked; empty when there is no such run."""

    async def entries_after(self, run_id: str, seq: int, limit: int = 256) -> tuple[StoredEntry, ...]:
        """Return the entries with a higher number in order, at most `limit`. Their chain is not checked."""

    async def keep(self, run_id: str, event: str) -> None:
        """Keep the event durably beside the run's log. It may become an entry later."""

    async def kept(self, run_id: str) -> tuple[str, ...]:
        """Return the events kept beside the log, in the order they came."""

    async def put_blob(self, content: bytes) -> str:
        """Keep the bytes durably and return their sha256. The same bytes are kept once."""

    async def blob(self, sha256: str) -> bytes:
        """Return the bytes of that sha256, checked against it."""

    async def runs(
        self, limit: int = 50, *, before: RunHead | None = None, wanted: RunFilter | None = None
    ) -> tuple[RunHead, ...]:
        """Return the newest runs first, those that began before another if one is given.

        A store may leave out runs that are not wanted. It leaves out no others.
        """

    async def head(self, run_id: str) -> RunHead | None:
        """Return the first and the latest line of a run."""

    async def count(self) -> int:
        """Return how many runs there are."""

    async def find(self, name: str) -> tuple[str, ...]:
        """Return the ids of the runs with this id or, if there is none, of those that begin or end with it."""

    async def claim(self, run_id: str) -> None:
        """Make this process the only writer of the run until it releases the run, closes the store or dies.

        A run that is claimed already, by this store or another, is an error.
        """

    async def release(self, run_id: str) -> None:
        """Give up the claim, and all that it holds open. Harmless without a claim."""

    async def remove(self, run_ids: Sequence[str]) -> None:
        """Delete these runs; each is deleted whole or not at all. The caller holds their claims."""

    async def sweep(self) -> int:
        """Delete the texts that no run names and that are older than a day. Return how many."""

    async def close(self) -> None:
        """Give up the claims and close. Calling it twice is harmless."""
