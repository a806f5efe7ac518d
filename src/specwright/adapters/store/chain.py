"""The hash chain of a log, which every store checks in the same way."""

from __future__ import annotations

from collections.abc import Sequence

from specwright.core.errors import StoreError
from specwright.ports.store import StoredEntry


def check_chain(run_id: str, entries: Sequence[StoredEntry]) -> None:
    """Raise StoreError unless the entries are a whole log from its beginning."""
    head = ""
    for expected, entry in enumerate(entries):
        if entry.seq != expected or entry.prev_hash != head:
            raise StoreError(
                f"the log of run {run_id} is damaged at entry {expected}: its hash chain does not hold",
                hint="something other than specwright changed the store; restore it from a copy",
            )
        head = entry.hash
