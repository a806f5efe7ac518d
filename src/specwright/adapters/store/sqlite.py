"""Runs in one SQLite file: append-only entries chained by hash, blobs by sha256.

Write-ahead logging lets several processes work in the same file. Every append is durable before it returns, so a
process killed at any moment loses nothing that it recorded. Appends that come in together are committed together. One
process at a time may write to one run: it holds a file lock that dies with it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import sqlite3
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from specwright.adapters.store import layout
from specwright.adapters.store.chain import check_chain
from specwright.adapters.store.layout import READABLE, SCHEMA, SCHEMA_VERSION, as_entry, as_head, whole_text
from specwright.adapters.store.locks import RunLocks, refuse_what_is_no_file
from specwright.adapters.store.threads import DatabaseThread, Writer
from specwright.core.errors import StoreError
from specwright.core.run.listing import RunFilter, labels_of
from specwright.ports.store import RunHead, StoredEntry

T = TypeVar("T")

_LOCK_WAIT_SECONDS: Final = 15.0
_MOST_RUNS: Final = 1_000_000
_SECONDS_OF_A_DAY: Final = 86_400
_RUNS_IN_ONE_COMMIT: Final = 50
_SHA256: Final = re.compile(r'"([0-9a-f]{64})"')


class SqliteStore:
    """The store of the port `Store`, in the file `path`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._locks = RunLocks(path)
        self._closed = False
        with self._explained("open"):
            for beside in ("", "-wal", "-shm", "-journal"):
                refuse_what_is_no_file(path.with_name(path.name + beside))
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # texts of models and users are private
            db = self._connect()
            try:
                self._prepare(db)
            except BaseException:
                db.close()
                raise
        self._writer = Writer(lambda: db, "specwright-store-writer")
        self._reader = DatabaseThread(self._connect, "specwright-store-reader")
        self._db = db

    @property
    def commits(self) -> int:
        """How many transactions this store has committed."""
        return self._writer.commits

    def _connect(self) -> sqlite3.Connection:
        # Each connection is used by one thread at a time.
        return sqlite3.connect(self._path, timeout=_LOCK_WAIT_SECONDS, isolation_level=None, check_same_thread=False)

    def _prepare(self, db: sqlite3.Connection) -> None:
        self._refuse_what_is_not_ours(db)
        db.execute("PRAGMA auto_vacuum=INCREMENTAL")  # for a new file; of another one it changes nothing
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        if _version(db) == 0:
            with _transaction(db):
                if _version(db) == 0:
                    for statement in filter(str.strip, SCHEMA.split(";")):
                        db.execute(statement)
                    db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
        self._compact = _version(db) > 1
        with contextlib.suppress(sqlite3.DatabaseError):  # a damaged store is read without them
            layout.add_indexes(db)

    def _refuse_what_is_not_ours(self, db: sqlite3.Connection) -> None:
        """Raise StoreError, before a single byte is changed, for a file that this version does not know."""
        with _transaction(db, "DEFERRED"):
            version = _version(db)
            tables = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if version not in (0, *READABLE):
            raise StoreError(
                f"the run store {self._path} has schema {version}, and this version reads up to {SCHEMA_VERSION}",
                hint="upgrade specwright, or choose another store with --store or SPECWRIGHT_STORE__PATH",
            )
        if version == 0 and tables:
            raise StoreError(
                f"{self._path} is a database of another program",
                hint="choose another store with --store or SPECWRIGHT_STORE__PATH",
            )

    @contextlib.contextmanager
    def _explained(self, what: str) -> Iterator[None]:
        try:
            yield
        # A value of the wrong type, text that is no text and a number that is too large are damage like any other.
        except (sqlite3.Error, OSError, ValueError, OverflowError, TypeError) as error:
            why = getattr(error, "strerror", None) or error
            raise StoreError(f"cannot {what} the run store {self._path}: {why}", hint=_hint(error)) from error

    async def _write(self, statement: str, *values: Any) -> None:
        with self._explained("write to"):
            await self._writer.do(lambda db: db.execute(statement, values))

    async def _read(self, read_row: Callable[[Any], T], query: str, *values: Any) -> tuple[T, ...]:
        with self._explained("read"):
            rows = await self._reader.do(lambda db: db.execute(query, values).fetchall())
            return tuple(map(read_row, rows))

    async def append(self, entry: StoredEntry) -> None:
        try:
            with self._explained("write to"):
                await self._writer.do(lambda db: self._insert(db, entry))
        except StoreError as error:
            if isinstance(error.__cause__, sqlite3.IntegrityError):
                raise StoreError(
                    f"entry {entry.seq} of run {entry.run_id} is there already",
                    hint="another process is working on this run; wait for it to end",
                ) from error
            raise

    def _insert(self, db: sqlite3.Connection, entry: StoredEntry) -> None:
        event = layout.shortened_text(entry.event) if self._compact else entry.event
        values = (entry.run_id, entry.seq, entry.at, entry.prev_hash, event)
        db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", values)
        if self._compact and (labels := labels_of(entry.seq, entry.event)) is not None:
            db.execute(layout.LABEL, layout.label_values(entry.run_id, labels))

    async def entries(self, run_id: str) -> tuple[StoredEntry, ...]:
        entries = await self._read(as_entry, "SELECT * FROM entries WHERE run_id = ? ORDER BY seq", run_id)
        check_chain(run_id, entries)
        return entries

    async def entries_after(self, run_id: str, seq: int, limit: int = 256) -> tuple[StoredEntry, ...]:
        query = "SELECT * FROM entries WHERE run_id = ? AND seq > ? ORDER BY seq LIMIT ?"
        return await self._read(as_entry, query, run_id, seq, limit)

    async def keep(self, run_id: str, event: str) -> None:
        short = layout.shortened_text(event) if self._compact else event
        await self._write("INSERT INTO kept VALUES (?, ?)", run_id, short)

    async def kept(self, run_id: str) -> tuple[str, ...]:
        return await self._read(
            lambda row: whole_text(row[0]), "SELECT event FROM kept WHERE run_id = ? ORDER BY rowid", run_id
        )

    async def put_blob(self, content: bytes) -> str:
        sha256 = hashlib.sha256(content).hexdigest()
        if self._compact:
            await self._write(layout.PUT_BLOB, sha256, layout.shortened_bytes(content), _today())
        else:
            await self._write("INSERT OR IGNORE INTO blobs VALUES (?, ?)", sha256, content)
        return sha256

    async def blob(self, sha256: str) -> bytes:
        rows = await self._read(tuple, "SELECT content FROM blobs WHERE sha256 = ?", sha256)
        content = rows[0][0] if rows else None
        if self._compact and isinstance(content, bytes) and not _is(content, sha256):
            with contextlib.suppress(ValueError):
                content = layout.unpacked(content)
        if not isinstance(content, bytes) or not _is(content, sha256):
            raise StoreError(
                f"the text {sha256[:12]} is {'damaged in' if rows else 'missing from'} the run store",
                hint="something other than specwright changed the store; restore it from a copy",
            )
        return content

    async def runs(
        self, limit: int = 50, *, before: RunHead | None = None, wanted: RunFilter | None = None
    ) -> tuple[RunHead, ...]:
        query, values = layout.listing(min(limit, _MOST_RUNS), before, wanted, self._compact)
        return await self._read(as_head, query, *values)

    async def head(self, run_id: str) -> RunHead | None:
        found = await self._read(as_head, layout.HEAD, run_id)
        return found[0] if found else None

    async def count(self) -> int:
        [(found,)] = await self._read(tuple, "SELECT count(*) FROM entries WHERE seq = 0")
        return int(found)

    async def find(self, name: str) -> tuple[str, ...]:
        if any("\ud800" <= char <= "\udfff" for char in name):
            return ()  # no id is written with these, and SQLite takes none
        if await self._read(tuple, "SELECT 1 FROM entries WHERE run_id = ? AND seq = 0", name):
            return (name,)
        query, values = layout.by_part(name)
        return await self._read(lambda row: whole_text(row[0]), query, *values)

    async def remove(self, run_ids: Sequence[str]) -> None:
        for start in range(0, len(run_ids), _RUNS_IN_ONE_COMMIT):
            part = run_ids[start : start + _RUNS_IN_ONE_COMMIT]
            with self._explained("write to"):
                await self._writer.do(partial(self._remove, run_ids=part))

    def _remove(self, db: sqlite3.Connection, run_ids: Collection[str]) -> None:
        for run_id in run_ids:
            for table in ("entries", "kept", *(("labels",) if self._compact else ())):
                db.execute(f"DELETE FROM {table} WHERE run_id = ?", (run_id,))

    async def sweep(self) -> int:
        if not self._compact:
            raise StoreError(
                f"the run store {self._path} was made by an older version, which does not note when a text was used",
                hint="copy its runs into a new store: specwright runs export NEW.db",
            )
        sweeper = DatabaseThread(self._connect, "specwright-store-sweeper")
        try:
            with self._explained("sweep"):
                return await sweeper.do(_sweep)
        finally:
            sweeper.close()

    async def claim(self, run_id: str) -> None:
        with self._explained("lock a run in"):
            self._locks.hold(run_id)

    async def release(self, run_id: str) -> None:
        with self._explained("unlock a run in"):
            self._locks.free(run_id)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        with self._explained("close"):
            try:
                self._locks.free_all()
            finally:
                self._writer.close()
                self._reader.close()
                self._db.close()


def _today() -> int:
    return int(time.time()) // _SECONDS_OF_A_DAY


def _is(content: bytes, sha256: str) -> bool:
    return hashlib.sha256(content).hexdigest() == sha256


def _sweep(db: sqlite3.Connection) -> int:
    """Delete the texts that no event names and that were last put before yesterday.

    A run that puts a text again, and names it only later, has set its day.
    """
    db.execute("CREATE TEMP TABLE named (sha256 TEXT PRIMARY KEY) WITHOUT ROWID")
    for table in ("entries", "kept"):
        for (event,) in db.execute(f"SELECT event FROM {table}"):
            found = [(sha256,) for sha256 in _SHA256.findall(whole_text(event))]
            db.executemany("INSERT OR IGNORE INTO named VALUES (?)", found)
    unnamed = "FROM blobs WHERE day < ? AND sha256 NOT IN (SELECT sha256 FROM named)"
    count = db.execute(f"DELETE {unnamed}", (_today() - 1,)).rowcount
    db.execute("PRAGMA incremental_vacuum").fetchall()
    return count


def _version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


@contextlib.contextmanager
def _transaction(db: sqlite3.Connection, kind: str = "IMMEDIATE") -> Iterator[None]:
    db.execute(f"BEGIN {kind}")
    try:
        yield
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def _hint(error: Exception) -> str:
    text = str(error)
    if "full" in text or "No space" in text:
        return (
            "free some space, or choose another store with --store or SPECWRIGHT_STORE__PATH; recorded steps are safe"
        )
    if "not a database" in text:
        return "choose another store with --store or SPECWRIGHT_STORE__PATH, or move that file away"
    return "check that the directory exists and is writable, or choose another store with --store"
