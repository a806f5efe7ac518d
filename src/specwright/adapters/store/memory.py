"""A store that keeps nothing beyond the process, for steps that are no runs."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence

from specwright.core.errors import StoreError
from specwright.core.run.listing import RunFilter
from specwright.ports.store import RunHead, StoredEntry


class MemoryStore:
    """The store of the port `Store`, in memory."""

    def __init__(self) -> None:
        self._entries: dict[str, list[StoredEntry]] = defaultdict(list)
        self._kept: dict[str, list[str]] = defaultdict(list)
        self._blobs: dict[str, bytes] = {}

    async def append(self, entry: StoredEntry) -> None:
        if entry.seq != len(self._entries[entry.run_id]):
            raise StoreError(f"entry {entry.seq} of run {entry.run_id} is there already")
        self._entries[entry.run_id].append(entry)

    async def entries(self, run_id: str) -> tuple[StoredEntry, ...]:
        return tuple(self._entries.get(run_id, ()))

    async def entries_after(self, run_id: str, seq: int, limit: int = 256) -> tuple[StoredEntry, ...]:
        return tuple(self._entries.get(run_id, ())[seq + 1 : seq + 1 + limit])

    async def keep(self, run_id: str, event: str) -> None:
        self._kept[run_id].append(event)

    async def kept(self, run_id: str) -> tuple[str, ...]:
        return tuple(self._kept.get(run_id, ()))

    async def put_blob(self, content: bytes) -> str:
        sha256 = hashlib.sha256(content).hexdigest()
        self._blobs[sha256] = content
        return sha256

    async def blob(self, sha256: str) -> bytes:
        if sha256 not in self._blobs:
            raise StoreError(f"the text {sha256[:12]} is missing")
        return self._blobs[sha256]

    async def runs(
        self, limit: int = 50, *, before: RunHead | None = None, wanted: RunFilter | None = None
    ) -> tuple[RunHead, ...]:
        heads = [RunHead(first=lines[0], last=lines[-1]) for lines in self._entries.values() if lines]
        if before is not None:
            heads = [head for head in heads if _age(head) < _age(before)]
        return tuple(sorted(heads, key=_age, reverse=True)[:limit])

    async def head(self, run_id: str) -> RunHead | None:
        lines = self._entries.get(run_id)
        return RunHead(first=lines[0], last=lines[-1]) if lines else None

    async def count(self) -> int:
        return sum(map(bool, self._entries.values()))

    async def find(self, name: str) -> tuple[str, ...]:
        known = [run_id for run_id, lines in self._entries.items() if lines]
        return (name,) if name in known else tuple(n for n in known if n.startswith(name) or n.endswith(name))

    async def remove(self, run_ids: Sequence[str]) -> None:
        for run_id in run_ids:
            self._entries.pop(run_id, None)
            self._kept.pop(run_id, None)

    async def sweep(self) -> int:
        return 0

    async def claim(self, run_id: str) -> None:
        return None

    async def release(self, run_id: str) -> None:
        return None

    async def close(self) -> None:
        return None


def _age(head: RunHead) -> tuple[str, str]:
    return head.first.at, head.first.run_id
