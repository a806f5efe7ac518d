"""The queue of a server, in the database of its runs."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Any, Final

from specwright.adapters.store.postgres.session import DatabaseSession, Statement, StatementResult, explained
from specwright.core.place import DatabaseAddress
from specwright.ports.queue import QueuedRun, QueueState, Used

_COLUMNS: Final = "run_id, owner, request, state, added_at, ended_at, note, tokens, usd"
_ADD: Final = (
    f"INSERT INTO specwright_queue ({_COLUMNS}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)"
    " ON CONFLICT (run_id) DO NOTHING"
)
_PUT: Final = f"UPDATE specwright_queue SET ({_COLUMNS}) = (%s, %s, %s, %s, %s, %s, %s, %s, %s) WHERE run_id = %s"
_USED: Final = (
    "SELECT coalesce(sum(tokens), 0), coalesce(sum(usd), 0) FROM specwright_queue WHERE owner = %s AND ended_at >= %s"
)


class PostgresQueue:
    """The queue of the port `Queue` on a server."""

    def __init__(self, address: DatabaseAddress) -> None:
        self._address = address
        self._session = DatabaseSession(address, "specwright-queue")
        self._closed = False

    async def add(self, run: QueuedRun) -> bool:
        return (await self._do(_ADD, *_row(run))).changed == 1

    async def put(self, run: QueuedRun) -> None:
        await self._do(_PUT, *_row(run), run.run_id)

    async def get(self, run_id: str) -> QueuedRun | None:
        found = await self._read("run_id = %s", run_id, limit=1)
        return found[0] if found else None

    async def listed(
        self, *, owner: str | None = None, states: Collection[QueueState] = tuple(QueueState), limit: int = 10_000
    ) -> tuple[QueuedRun, ...]:
        wanted = [state.value for state in states]
        whose, values = ("owner = %s AND ", [owner]) if owner is not None else ("", [])
        return await self._read(f"{whose}state = ANY(%s)", *values, wanted, limit=limit)

    async def used(self, owner: str, since: str) -> Used:
        [(tokens, usd)] = (await self._do(_USED, owner, since)).rows
        return Used(tokens=int(tokens), usd=float(usd))

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            await asyncio.to_thread(self._session.close)

    async def _read(self, where: str, *values: Any, limit: int) -> tuple[QueuedRun, ...]:
        query = f"SELECT {_COLUMNS} FROM specwright_queue WHERE {where} ORDER BY place DESC LIMIT %s"
        answer = await self._do(query, *values, limit)
        names = _COLUMNS.split(", ")
        return tuple(QueuedRun(**dict(zip(names, row, strict=True))) for row in reversed(answer.rows))

    async def _do(self, query: str, *values: Any) -> StatementResult:
        with explained(self._address, "use the queue in"):
            return (await self._session.do(Statement(query, values)))[0]


def _row(run: QueuedRun) -> tuple[Any, ...]:
    data = run.model_dump(mode="json")
    return tuple(data[name] for name in _COLUMNS.split(", "))
