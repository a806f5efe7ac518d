"""Runs in one SQLite file: append-only entries chained by hash, blobs by sha256.

Write-ahead logging lets several processes work in the same file. Every append is durable before it returns, so a
process killed at any moment loses nothing that it recorded. Appends that come in together are committed together. One
process at a time may write to one run: it holds a file lock that dies with it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, TypeVar

from specwright.adapters.store.locks import RunLocks, refuse_what_is_no_file
from specwright.adapters.store.threads import DatabaseThread, Writer
from specwright.core.errors import StoreError
from specwright.ports.store import RunHead, StoredEntry

T = TypeVar("T")

SCHEMA_VERSION: Final = 1
_SCHEMA: Final = """
CREATE TABLE entries (
  run_id TEXT NOT NULL, seq INTEGER NOT NULL, at TEXT NOT NULL, prev_hash TEXT NOT NULL, event TEXT NOT NULL,
  PRIMARY KEY (run_id, seq)
) WITHOUT ROWID;
CREATE TABLE kept (run_id TEXT NOT NULL, event TEXT NOT NULL);
CREATE INDEX kept_by_run ON kept (run_id);
CREATE TABLE blobs (sha256 TEXT PRIMARY KEY, content BLOB NOT NULL) WITHOUT ROWID;
"""
_INDEXES: Final = {
    "runs_by_time": "CREATE INDEX IF NOT EXISTS runs_by_time ON entries (at, run_id) WHERE seq = 0",
    "runs_by_id": "CREATE INDEX IF NOT EXISTS runs_by_id ON entries (run_id) WHERE seq = 0",
}
"""Indexes that older versions do not make and are not disturbed by."""
_HEADS: Final = (
    "SELECT f.*, l.* FROM entries f JOIN entries l ON l.run_id = f.run_id AND l.seq ="
    " (SELECT max(seq) FROM entries WHERE run_id = f.run_id) WHERE f.seq = 0"
)
HEAD: Final = f"{_HEADS} AND f.run_id = ?"
LISTING: Final = f"{_HEADS} ORDER BY f.at DESC, f.run_id DESC LIMIT ?"
_BY_PART: Final = (
    "SELECT run_id FROM entries WHERE seq = 0 AND run_id >= ?1 AND run_id < ?2"
    " UNION SELECT run_id FROM entries WHERE seq = 0 AND substr(run_id, -length(?1)) = ?1"
)
_LAST_CHARACTER: Final = chr(0x10FFFF)
_LOCK_WAIT_SECONDS: Final = 15.0
_MOST_RUNS: Final = 1_000_000


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
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        if _version(db) == 0:
            with _transaction(db):
                if _version(db) == 0:
                    for statement in filter(str.strip, _SCHEMA.split(";")):
                        db.execute(statement)
                    db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
        _add_indexes(db)

    def _refuse_what_is_not_ours(self, db: sqlite3.Connection) -> None:
        """Raise StoreError, before a single byte is changed, for a file that this version does not know."""
        with _transaction(db, "DEFERRED"):
            version = _version(db)
            tables = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if version not in (0, SCHEMA_VERSION):
            raise StoreError(
                f"the run store {self._path} has schema {version}, and this version reads {SCHEMA_VERSION}",
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
        values = (entry.run_id, entry.seq, entry.at, entry.prev_hash, entry.event)
        try:
            await self._write("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", *values)
        except StoreError as error:
            if isinstance(error.__cause__, sqlite3.IntegrityError):
                raise StoreError(
                    f"entry {entry.seq} of run {entry.run_id} is there already",
                    hint="another process is working on this run; wait for it to end",
                ) from error
            raise

    async def entries(self, run_id: str) -> tuple[StoredEntry, ...]:
        entries = await self._read(_entry, "SELECT * FROM entries WHERE run_id = ? ORDER BY seq", run_id)
        head = ""
        for expected, entry in enumerate(entries):
            if entry.seq != expected or entry.prev_hash != head:
                raise StoreError(
                    f"the log of run {run_id} is damaged at entry {expected}: its hash chain does not hold",
                    hint="something other than specwright changed the store; restore it from a copy",
                )
            head = entry.hash
        return entries

    async def entries_after(self, run_id: str, seq: int, limit: int = 256) -> tuple[StoredEntry, ...]:
        query = "SELECT * FROM entries WHERE run_id = ? AND seq > ? ORDER BY seq LIMIT ?"
        return await self._read(_entry, query, run_id, seq, limit)

    async def keep(self, run_id: str, event: str) -> None:
        await self._write("INSERT INTO kept VALUES (?, ?)", run_id, event)

    async def kept(self, run_id: str) -> tuple[str, ...]:
        return await self._read(
            lambda row: _text(row[0]), "SELECT event FROM kept WHERE run_id = ? ORDER BY rowid", run_id
        )

    async def put_blob(self, content: bytes) -> str:
        sha256 = hashlib.sha256(content).hexdigest()
        await self._write("INSERT OR IGNORE INTO blobs VALUES (?, ?)", sha256, content)
        return sha256

    async def blob(self, sha256: str) -> bytes:
        rows = await self._read(tuple, "SELECT content FROM blobs WHERE sha256 = ?", sha256)
        content = rows[0][0] if rows else None
        if not isinstance(content, bytes) or hashlib.sha256(content).hexdigest() != sha256:
            raise StoreError(
                f"the text {sha256[:12]} is {'damaged in' if rows else 'missing from'} the run store",
                hint="something other than specwright changed the store; restore it from a copy",
            )
        return content

    async def runs(self, limit: int = 50) -> tuple[RunHead, ...]:
        return await self._read(_head, LISTING, min(limit, _MOST_RUNS))

    async def head(self, run_id: str) -> RunHead | None:
        found = await self._read(_head, HEAD, run_id)
        return found[0] if found else None

    async def count(self) -> int:
        [(found,)] = await self._read(tuple, "SELECT count(*) FROM entries WHERE seq = 0")
        return int(found)

    async def find(self, name: str) -> tuple[str, ...]:
        if any("\ud800" <= char <= "\udfff" for char in name):
            return ()  # no id is written with these, and SQLite takes none
        if await self._read(tuple, "SELECT 1 FROM entries WHERE run_id = ? AND seq = 0", name):
            return (name,)
        return await self._read(lambda row: _text(row[0]), _BY_PART, name, name + _LAST_CHARACTER)

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


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("a text is expected, and something else is there")
    return value


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


def _add_indexes(db: sqlite3.Connection) -> None:
    """Add the indexes that a store of an older version lacks. A damaged store is read without them."""
    here = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'index'")}
    with contextlib.suppress(sqlite3.DatabaseError):
        for name, statement in _INDEXES.items():
            if name not in here:
                db.execute(statement)


def _head(row: tuple[Any, ...]) -> RunHead:
    return RunHead(first=_entry(row[:5]), last=_entry(row[5:]))


def _entry(row: tuple[str, int, str, str, str]) -> StoredEntry:
    run_id, seq, at, prev_hash, event = row
    return StoredEntry(run_id=run_id, seq=seq, at=at, prev_hash=prev_hash, event=event)


def _hint(error: Exception) -> str:
    text = str(error)
    if "full" in text or "No space" in text:
        return (
            "free some space, or choose another store with --store or SPECWRIGHT_STORE__PATH; recorded steps are safe"
        )
    if "not a database" in text:
        return "choose another store with --store or SPECWRIGHT_STORE__PATH, or move that file away"
    return "check that the directory exists and is writable, or choose another store with --store"
