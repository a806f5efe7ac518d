"""Runs in a PostgreSQL database: the same promises as a file gives, for many machines."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections.abc import Sequence
from typing import Any, Final

import psycopg

from specwright.adapters.store.chain import check_chain
from specwright.adapters.store.postgres import schema
from specwright.adapters.store.postgres.session import DatabaseSession, Statement, explained
from specwright.core.errors import StoreError
from specwright.core.place import DatabaseAddress
from specwright.core.run.listing import RunFilter, labels_of
from specwright.ports.store import RunHead, StoredEntry

_MOST_RUNS: Final = 1_000_000
_RUNS_IN_ONE_COMMIT: Final = 50
_DAY: Final = 86_400
_CLAIM_TRIES: Final = 6
_CLAIM_PAUSE: Final = 0.1
"""A server frees the claims of a process that was killed a moment after it."""


class PostgresStore:
    """The store of the port `Store` on a server. Nothing is connected until it is used."""

    def __init__(self, address: DatabaseAddress) -> None:
        self._address = address
        self._writes = DatabaseSession(address, "specwright-writes")
        self._reads = DatabaseSession(address, "specwright-reads")
        self._claiming: set[str] = set()
        self._closed = False

    @property
    def commits(self) -> int:
        """How many transactions this store has committed."""
        return self._writes.commits

    async def append(self, entry: StoredEntry) -> None:
        values = (entry.run_id, entry.seq, entry.at, entry.prev_hash, entry.event)
        statements = [Statement(schema.APPEND, values, entry.run_id)]
        labels = labels_of(entry.seq, entry.event)
        if labels is not None:
            row = (entry.run_id, labels.words, labels.language, labels.state, labels.verified)
            statements.append(Statement(schema.LABEL, row))
        with explained(self._address, "write to"):
            answers = await self._writes.do(*statements)
        if answers[0].changed != 1:
            raise StoreError(
                f"entry {entry.seq} of run {entry.run_id} is there already",
                hint="another process is working on this run; wait for it to end",
            )

    async def entries(self, run_id: str) -> tuple[StoredEntry, ...]:
        found = tuple(map(schema.as_entry, await self._read(schema.ENTRIES, run_id)))
        check_chain(run_id, found)
        return found

    async def entries_after(self, run_id: str, seq: int, limit: int = 256) -> tuple[StoredEntry, ...]:
        return tuple(map(schema.as_entry, await self._read(schema.ENTRIES_AFTER, run_id, seq, limit)))

    async def keep(self, run_id: str, event: str) -> None:
        await self._write(Statement(schema.KEEP, (run_id, secrets.token_hex(16), event), run_id))

    async def kept(self, run_id: str) -> tuple[str, ...]:
        return tuple(event for (event,) in await self._read(schema.KEPT, run_id))

    async def put_blob(self, content: bytes) -> str:
        sha256 = hashlib.sha256(content).hexdigest()
        await self._write(Statement(schema.PUT_BLOB, (sha256, content, int(time.time()) // _DAY)))
        return sha256

    async def blob(self, sha256: str) -> bytes:
        rows = await self._read(schema.BLOB, sha256)
        content = bytes(rows[0][0]) if rows else b""
        if not rows or hashlib.sha256(content).hexdigest() != sha256:
            raise StoreError(
                f"the text {sha256[:12]} is {'damaged in' if rows else 'missing from'} the run store",
                hint="something other than specwright changed the store; restore it from a copy",
            )
        return content

    async def runs(
        self, limit: int = 50, *, before: RunHead | None = None, wanted: RunFilter | None = None
    ) -> tuple[RunHead, ...]:
        query, values = schema.heads(min(limit, _MOST_RUNS), before=before, wanted=wanted)
        return tuple(map(schema.as_head, await self._read(query, *values)))

    async def head(self, run_id: str) -> RunHead | None:
        query, values = schema.heads(1, run_id)
        rows = await self._read(query, *values)
        return schema.as_head(rows[0]) if rows else None

    async def count(self) -> int:
        [(found,)] = await self._read(schema.COUNT)
        return int(found)

    async def find(self, name: str) -> tuple[str, ...]:
        if any(char == "\0" or "\ud800" <= char <= "\udfff" for char in name):
            return ()  # no id is written with these, and the server takes none
        if await self._read(schema.HAS_RUN, name):
            return (name,)
        query, values = schema.by_part(name)
        return tuple(run_id for (run_id,) in await self._read(query, *values))

    async def remove(self, run_ids: Sequence[str]) -> None:
        for start in range(0, len(run_ids), _RUNS_IN_ONE_COMMIT):
            part = list(run_ids[start : start + _RUNS_IN_ONE_COMMIT])
            await self._write(*(Statement(query, (part,)) for query in schema.REMOVE))

    async def sweep(self) -> int:
        [answer] = await self._write(Statement(schema.SWEEP, (int(time.time()) // _DAY - 1,)))
        return int(answer.changed)

    async def claim(self, run_id: str) -> None:
        if run_id in self._claiming or self._writes.has_claim(run_id):
            raise StoreError(f"run {run_id} is being worked on already", hint="wait for it to end")
        self._claiming.add(run_id)
        try:
            with explained(self._address, "lock a run in"):
                for _ in range(_CLAIM_TRIES):
                    if taken := await self._writes.claim(run_id):
                        break
                    await asyncio.sleep(_CLAIM_PAUSE)
        except asyncio.CancelledError:
            self._writes.abandon(run_id)
            raise
        finally:
            self._claiming.discard(run_id)
        if not taken:
            raise StoreError(
                f"another process is working on run {run_id}", hint="wait for it to end, or end it, then resume"
            )

    async def release(self, run_id: str) -> None:
        with explained(self._address, "unlock a run in"):
            await self._writes.release(run_id)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        with explained(self._address, "close"):
            try:
                if self._writes.used:  # the server would hold the claims for a moment after the connection
                    await self._writes.do(Statement(schema.RELEASE_ALL))
            except psycopg.OperationalError:
                pass  # the claims end with the connection
            finally:
                await asyncio.to_thread(self._writes.close)
                await asyncio.to_thread(self._reads.close)

    async def _write(self, *statements: Statement) -> list[Any]:
        with explained(self._address, "write to"):
            return list(await self._writes.do(*statements))

    async def _read(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with explained(self._address, "read"):
            [answer] = await self._reads.do(Statement(query, values))
            return answer.rows
