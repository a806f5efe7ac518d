"""A store: runs in a database, and each event as a line of text beside it. `--store mirrored:FOLDER` uses it."""

from __future__ import annotations

from pathlib import Path

from specwright.adapters.store.sqlite import SqliteStore
from specwright.ports.store import StoredEntry


class Mirrored(SqliteStore):
    """Implements the Store port."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "runs.db")
        self._lines = folder / "events.jsonl"

    async def append(self, entry: StoredEntry) -> None:
        await super().append(entry)
        with self._lines.open("a", encoding="utf-8") as file:
            file.write(entry.event + "\n")


def open_store(place: str) -> Mirrored:
    """Return the store for what stands behind `mirrored:`. Raise StoreError when it is used."""
    return Mirrored(Path(place))
