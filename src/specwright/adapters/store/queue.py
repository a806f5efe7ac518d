"""The queue of a server, as a table beside the runs in the same file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, Final, TypeVar

from specwright.adapters.store.threads import DatabaseThread
from specwright.core.errors import StoreError
from specwright.ports.queue import QueuedRun, QueueState, Used

T = TypeVar("T")

_TABLE: Final = """
CREATE TABLE IF NOT EXISTS queue (
  place INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT NOT NULL UNIQUE, owner TEXT NOT NULL, request TEXT NOT NULL,
  state TEXT NOT NULL, added_at TEXT NOT NULL, ended_at TEXT NOT NULL, note TEXT NOT NULL, tokens INTEGER NOT NULL,
  usd REAL NOT NULL
)
"""
_INDEX: Final = "CREATE INDEX IF NOT EXISTS queue_by_owner ON queue (owner, place)"
_COLUMNS: Final = "run_id, owner, request, state, added_at, ended_at, note, tokens, usd"
_WAIT_SECONDS: Final = 15.0


class SqliteQueue:
    """The queue of the port `Queue`, in the file of a `SqliteStore`, which is opened first."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread = DatabaseThread(self._connect, "specwright-queue")

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._path, timeout=_WAIT_SECONDS, isolation_level=None, check_same_thread=False)
        db.execute("PRAGMA synchronous=FULL")
        db.execute(_TABLE)
        db.execute(_INDEX)
        return db

    async def add(self, run: QueuedRun) -> bool:
        statement = f"INSERT OR IGNORE INTO queue ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        return bool(await self._do(lambda db: db.execute(statement, _row(run)).rowcount))

    async def put(self, run: QueuedRun) -> None:
        statement = (
            "UPDATE queue SET owner = ?2, request = ?3, state = ?4, added_at = ?5, ended_at = ?6, note = ?7,"
            " tokens = ?8, usd = ?9 WHERE run_id = ?1"
        )
        await self._do(lambda db: db.execute(statement, _row(run)))

    async def get(self, run_id: str) -> QueuedRun | None:
        found = await self._read("run_id = ?", run_id, limit=1)
        return found[0] if found else None

    async def listed(
        self, *, owner: str | None = None, states: Collection[QueueState] = tuple(QueueState), limit: int = 10_000
    ) -> tuple[QueuedRun, ...]:
        marks = ", ".join("?" for _ in states)
        whose = "owner = ?" if owner is not None else "? IS NULL"
        return await self._read(
            f"{whose} AND state IN ({marks})", owner, *(state.value for state in states), limit=limit
        )

    async def used(self, owner: str, since: str) -> Used:
        query = "SELECT total(tokens), total(usd) FROM queue WHERE owner = ? AND ended_at >= ?"
        [(tokens, usd)] = await self._do(lambda db: db.execute(query, (owner, since)).fetchall())
        return Used(tokens=int(tokens), usd=usd)

    async def close(self) -> None:
        self._thread.close()

    async def _read(self, where: str, *values: Any, limit: int) -> tuple[QueuedRun, ...]:
        query = f"SELECT {_COLUMNS} FROM queue WHERE {where} ORDER BY place DESC LIMIT ?"
        rows = await self._do(lambda db: db.execute(query, (*values, limit)).fetchall())
        return tuple(map(_run, reversed(rows)))

    async def _do(self, job: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return await self._thread.do(job)
        except (sqlite3.Error, OSError, ValueError) as error:
            raise StoreError(
                f"cannot use the queue in {self._path}: {error}",
                hint="check that the file is writable and the disk not full",
            ) from error


def _row(run: QueuedRun) -> tuple[Any, ...]:
    data = run.model_dump(mode="json")
    return tuple(data[name] for name in _COLUMNS.split(", "))


def _run(row: tuple[Any, ...]) -> QueuedRun:
    return QueuedRun(**dict(zip(_COLUMNS.split(", "), row, strict=True)))
