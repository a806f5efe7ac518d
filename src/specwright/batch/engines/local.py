"""The engine of one machine: all tasks in this process, on one client. It is the default."""

from __future__ import annotations

from typing import TYPE_CHECKING

from specwright.batch.row import BatchRow
from specwright.batch.tasks import BatchTask
from specwright.batch.worker import BatchWorker, WorkerSetup

if TYPE_CHECKING:
    from specwright.client.asynchronous import AsyncClient


class LocalEngine:
    """Solves tasks on the caller's client."""

    def __init__(self, client: AsyncClient, setup: WorkerSetup, workers: int) -> None:
        self._worker = BatchWorker(client, setup)
        self.slots = workers

    async def start(self) -> None:
        return None

    async def solve(self, task: BatchTask) -> BatchRow:
        return await self._worker.solve(task)

    async def close(self) -> None:
        return None
