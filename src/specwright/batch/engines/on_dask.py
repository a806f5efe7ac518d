"""Workers on Dask: one client in each process, and a thread that waits for each task.

Dask gives a task to another worker if its own dies. It goes on there where its record ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from concurrent.futures import CancelledError as FutureCancelled
from itertools import count
from typing import Any, Final

import distributed
from distributed.comm import CommClosedError
from distributed.scheduler import KilledWorker

from specwright.batch.engines.opening import EngineChoice
from specwright.batch.row import BatchRow
from specwright.batch.tasks import BatchTask
from specwright.batch.worker import BatchWorker, WorkerSetup
from specwright.ports.engine import EngineLost, WorkerLost

_START_SECONDS: Final = 120
_STOP_SECONDS: Final = 20.0


class _Held:
    """The client of this process, and the event loop that it runs on."""

    lock = threading.Lock()
    loop: Any = None
    client: Any = None
    worker: BatchWorker | None = None


def _solve(setup: WorkerSetup, task: BatchTask) -> BatchRow:
    """Solve a task in a worker process. Its thread waits meanwhile."""
    with _Held.lock:
        if _Held.worker is None:
            from specwright.client.asynchronous import AsyncClient  # noqa: PLC0415 - loaded in the worker
            from specwright.client.synchronous import LoopThread  # noqa: PLC0415

            _Held.loop = LoopThread()
            _Held.client = _Held.loop.call(_made(AsyncClient, setup))
            _Held.worker = BatchWorker(_Held.client, setup)
    row: BatchRow = _Held.loop.call(_Held.worker.solve(task))
    return row


async def _made(kind: Any, setup: WorkerSetup) -> Any:
    return kind(setup.settings)


def _stop() -> None:
    """Interrupt what this process has under way, and close all that is open."""
    if _Held.loop is not None:
        _Held.loop.call(_interrupted(_Held.client))
        _Held.loop.close()
        _Held.loop = _Held.client = _Held.worker = None


async def _interrupted(client: Any) -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await client.close()


class DaskEngine:
    """Gives tasks to Dask's scheduler, no more than its workers can take."""

    def __init__(self, setup: WorkerSetup, choice: EngineChoice) -> None:
        self._setup = setup
        self._choice = choice
        self._numbers = count()
        self._cluster: Any = None
        self._client: Any = None

    @property
    def slots(self) -> int:
        return self._choice.workers * self._choice.per_worker

    async def start(self) -> None:
        # The messages of a cluster that loses a worker are for its operator; a batch goes on.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        try:
            if self._choice.address is None:
                self._cluster = await distributed.LocalCluster(
                    n_workers=self._choice.workers,
                    threads_per_worker=self._choice.per_worker,
                    dashboard_address=None,
                    memory_limit=0,
                    asynchronous=True,
                    silence_logs=logging.CRITICAL,
                )
            self._client = await distributed.Client(
                self._cluster or self._choice.address, asynchronous=True, timeout=_START_SECONDS, set_as_default=False
            )
        except (OSError, TimeoutError, ValueError, RuntimeError) as error:
            await self.close()
            raise _lost(error) from error

    async def solve(self, task: BatchTask) -> BatchRow:
        key = f"{task.name}-{next(self._numbers)}"
        future = self._client.submit(_solve, self._setup, task, key=key, pure=False)
        try:
            row: BatchRow = await future
        except KilledWorker as error:
            raise WorkerLost(str(error)) from error
        except asyncio.CancelledError:
            if self._client.status == "running":
                raise
            raise _lost(ConnectionError("its scheduler is gone")) from None
        except (FutureCancelled, CommClosedError, OSError, TimeoutError) as error:
            raise _lost(error) from error
        return row

    def worker_pids(self) -> list[int]:
        """Return the processes of the workers that were started here."""
        nannies = self._cluster.workers.values() if self._cluster is not None else ()
        return [nanny.process.pid for nanny in nannies if nanny.process is not None and nanny.process.pid]

    async def close(self) -> None:
        client, self._client = self._client, None
        cluster, self._cluster = self._cluster, None
        if client is not None:
            with contextlib.suppress(Exception):
                async with asyncio.timeout(_STOP_SECONDS):
                    await client.run(_stop)
            with contextlib.suppress(Exception):
                await client.close()
        if cluster is not None:
            with contextlib.suppress(Exception):
                await cluster.close()


def _lost(error: BaseException) -> EngineLost:
    return EngineLost(
        f"Dask cannot be used: {' '.join(str(error).split())[:300]}",
        hint="start the cluster again and give the same command: it goes on where it was cut off",
    )
