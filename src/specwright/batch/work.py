"""Working on a batch: a window of tasks side by side, each given to a worker of an engine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Collection, Iterable
from typing import Final

from specwright.batch.engines.opening import BatchEngine
from specwright.batch.row import FAILED, REFUSED, BatchRow
from specwright.batch.tasks import BadLine, BatchTask
from specwright.core.value import Value
from specwright.ports.engine import WorkerLost

_MOST_DEATHS: Final = 5
"""So often a task may lose its worker: one that ends every worker must not go on for ever."""
_PAUSE_SECONDS: Final = 0.5


class BatchLimits(Value):
    """What a batch may use. A budget is for all tasks: once it is used up none is begun, and those under way end."""

    tokens: int | None = None
    usd: float | None = None


class Batch:
    """The work on the tasks of one file."""

    def __init__(self, engine: BatchEngine, limits: BatchLimits) -> None:
        self._engine = engine
        self._limits = limits
        self.tokens = 0
        self.usd: float | None = 0.0

    @property
    def exhausted(self) -> bool:
        """Return whether a budget of the batch is used up."""
        limits = self._limits
        return (limits.tokens is not None and self.tokens >= limits.tokens) or (
            limits.usd is not None and (self.usd or 0.0) >= limits.usd
        )

    async def rows(
        self, tasks: Iterable[BatchTask | BadLine], done: Collection[str] = ()
    ) -> AsyncGenerator[BatchRow, None]:
        """Return the row of each task as soon as it is known. Tasks named in `done` are passed over.

        No more tasks are under way or read ahead than the engine has slots. If the iteration is closed, runs under way
        are cancelled; the same batch goes on with them another time.
        """
        waiting: set[asyncio.Task[BatchRow]] = set()
        try:
            for task in tasks:
                if task.name in done:
                    continue
                if isinstance(task, BadLine):
                    yield BatchRow(task=task.name, line=task.line, state=REFUSED, error=task.error)
                    continue
                while len(waiting) >= self._engine.slots:
                    waiting, ended = await self._ended(waiting)
                    for row in ended:
                        yield row
                if self.exhausted:
                    break
                waiting.add(asyncio.ensure_future(self._solve(task)))
            while waiting:
                waiting, ended = await self._ended(waiting)
                for row in ended:
                    yield row
        finally:
            for task_under_way in waiting:
                task_under_way.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)

    async def _ended(self, waiting: set[asyncio.Task[BatchRow]]) -> tuple[set[asyncio.Task[BatchRow]], list[BatchRow]]:
        ended, rest = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        rows = [task.result() for task in ended]
        for row in rows:
            self.tokens += row.tokens
            self.usd = None if self.usd is None or row.usd is None else self.usd + row.usd
        return rest, rows

    async def _solve(self, given: BatchTask) -> BatchRow:
        for _ in range(_MOST_DEATHS):
            try:
                return await self._engine.solve(given)
            except WorkerLost as error:
                why = str(error)
                await asyncio.sleep(_PAUSE_SECONDS)
        why = f"its worker died {_MOST_DEATHS} times: {' '.join(why.split())[:200]}"
        return BatchRow(task=given.name, line=given.line, category=given.category, state=FAILED, error=why)
