"""Runs in one SQLite file: append-only entries chained by hash, blobs by sha256.

Write-ahead logging lets several processes work in the same file; every append is committed before it returns, so
a process killed at any moment loses nothing that it recorded. One process at a time may write to one run: it holds a
file lock that dies with it.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import hashlib
import os
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from specwright.core.errors import StoreError
from specwright.ports.store import RunHead, StoredEntry

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
_LOCK_WAIT_SECONDS: Final = 15.0
_MOST_RUNS: Final = 1_000_000


class SqliteStore:
    """The store of the port `Store`, in the file `path`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._claims: dict[str, int] = {}
        self._closed = False
        with self._explained("open"):
            for beside in ("", "-wal", "-shm", "-journal"):
                _refuse_what_is_no_file(path.with_name(path.name + beside))
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # what models and users said is the user's alone
            self._db = sqlite3.connect(path, timeout=_LOCK_WAIT_SECONDS, isolation_level=None)
            try:
                self._prepare()
            except BaseException:
                self._db.close()
                raise

    def _prepare(self) -> None:
        self._refuse_what_is_not_ours()
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        if self._version() == 0:
            with self._transaction():
                if self._version() == 0:
                    for statement in filter(str.strip, _SCHEMA.split(";")):
                        self._db.execute(statement)
                    self._db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")

    def _refuse_what_is_not_ours(self) -> None:
        """Raise StoreError, before a single byte is changed, for a file that this version does not know."""
        with self._transaction("DEFERRED"):
            version = self._version()
            tables = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
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

    def _version(self) -> int:
        return int(self._db.execute("PRAGMA user_version").fetchone()[0])

    @contextlib.contextmanager
    def _transaction(self, kind: str = "IMMEDIATE") -> Iterator[None]:
        self._db.execute(f"BEGIN {kind}")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    @contextlib.contextmanager
    def _explained(self, what: str) -> Iterator[None]:
        try:
            yield
        # A value of the wrong type, text that is no text and a number that is too large are damage like any other.
        except (sqlite3.Error, OSError, ValueError, OverflowError, TypeError) as error:
            raise StoreError(f"cannot {what} the run store {self._path}: {error}", hint=_hint(error)) from error

    async def append(self, entry: StoredEntry) -> None:
        try:
            with self._explained("write to"), self._transaction():
                self._db.execute(
                    "INSERT INTO entries VALUES (?, ?, ?, ?, ?)",
                    (entry.run_id, entry.seq, entry.at, entry.prev_hash, entry.event),
                )
        except StoreError as error:
            if isinstance(error.__cause__, sqlite3.IntegrityError):
                raise StoreError(
                    f"entry {entry.seq} of run {entry.run_id} is there already",
                    hint="another process is working on this run; wait for it to end",
                ) from error
            raise

    async def entries(self, run_id: str) -> tuple[StoredEntry, ...]:
        with self._explained("read"):
            rows = self._db.execute("SELECT * FROM entries WHERE run_id = ? ORDER BY seq", (run_id,)).fetchall()
            entries = tuple(_entry(row) for row in rows)
        head = ""
        for expected, entry in enumerate(entries):
            if entry.seq != expected or entry.prev_hash != head:
                raise StoreError(
                    f"the log of run {run_id} is damaged at entry {expected}: its hash chain does not hold",
                    hint="something other than specwright changed the store; restore it from a copy",
                )
            head = entry.hash
        return entries

    async def keep(self, run_id: str, event: str) -> None:
        with self._explained("write to"), self._transaction():
            self._db.execute("INSERT INTO kept VALUES (?, ?)", (run_id, event))

    async def kept(self, run_id: str) -> tuple[str, ...]:
        with self._explained("read"):
            rows = self._db.execute("SELECT event FROM kept WHERE run_id = ? ORDER BY rowid", (run_id,)).fetchall()
            return tuple(_text(event) for (event,) in rows)

    async def put_blob(self, content: bytes) -> str:
        sha256 = hashlib.sha256(content).hexdigest()
        with self._explained("write to"), self._transaction():
            self._db.execute("INSERT OR IGNORE INTO blobs VALUES (?, ?)", (sha256, content))
        return sha256

    async def blob(self, sha256: str) -> bytes:
        with self._explained("read"):
            row = self._db.execute("SELECT content FROM blobs WHERE sha256 = ?", (sha256,)).fetchone()
        if row is None or not isinstance(row[0], bytes) or hashlib.sha256(row[0]).hexdigest() != sha256:
            raise StoreError(
                f"the text {sha256[:12]} is {'missing from' if row is None else 'damaged in'} the run store",
                hint="something other than specwright changed the store; restore it from a copy",
            )
        return bytes(row[0])

    async def runs(self, limit: int = 50) -> tuple[RunHead, ...]:
        query = (
            "SELECT f.*, l.* FROM entries f JOIN entries l ON l.run_id = f.run_id AND l.seq ="
            " (SELECT max(seq) FROM entries WHERE run_id = f.run_id)"
            " WHERE f.seq = 0 ORDER BY f.at DESC, f.run_id DESC LIMIT ?"
        )
        with self._explained("read"):
            rows = self._db.execute(query, (min(limit, _MOST_RUNS),)).fetchall()
            return tuple(RunHead(first=_entry(row[:5]), last=_entry(row[5:])) for row in rows)

    async def claim(self, run_id: str) -> None:
        if run_id in self._claims:
            return
        with self._explained("lock a run in"):
            self._claims[run_id] = _lock(self._lock_path(run_id), run_id)

    def _lock_path(self, run_id: str) -> Path:
        return self._path.with_name(f"{self._path.name}.{run_id}.lock")

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        with self._explained("close"):
            try:
                for run_id, descriptor in self._claims.items():
                    with contextlib.suppress(OSError):  # the lock ends with its descriptor; the file is swept later
                        self._lock_path(run_id).unlink(missing_ok=True)
                    os.close(descriptor)
            finally:
                self._db.close()


def _refuse_what_is_no_file(path: Path) -> None:
    """Raise OSError unless the path is a file or nothing: opening a pipe would wait for its other end."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is not a file", str(path))


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("a text is expected, and something else is there")
    return value


def _entry(row: tuple[str, int, str, str, str]) -> StoredEntry:
    run_id, seq, at, prev_hash, event = row
    return StoredEntry(run_id=run_id, seq=seq, at=at, prev_hash=prev_hash, event=event)


def _lock(path: Path, run_id: str) -> int:
    """Hold the lock file, or raise StoreError when another process does."""
    while True:
        _refuse_what_is_no_file(path)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            raise StoreError(
                f"another process is working on run {run_id}", hint="wait for it to end, or end it, then resume"
            ) from None
        with contextlib.suppress(FileNotFoundError):
            if path.stat().st_ino == os.fstat(descriptor).st_ino:
                return descriptor
        os.close(descriptor)  # its last holder removed the file between our open and our lock


def _hint(error: Exception) -> str:
    text = str(error)
    if "full" in text or "No space" in text:
        return (
            "free some space, or choose another store with --store or SPECWRIGHT_STORE__PATH; recorded steps are safe"
        )
    if "not a database" in text:
        return "choose another store with --store or SPECWRIGHT_STORE__PATH, or move that file away"
    return "check that the directory exists and is writable, or choose another store with --store"
