"""Workers on Ray: an actor for each, with a client of its own.

Ray starts an actor again that died. What it had under way is given out again by the batch, and goes on where its record
ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from typing import Any, Final

# A raylet on a busy machine takes longer to start than Ray's own patience, which is read when it is imported.
os.environ.setdefault("RAY_raylet_start_wait_time_s", "120")
# Ray gives its workers the least of the processor, to spare others on the machine: beside other work they would starve.
os.environ.setdefault("RAY_worker_niceness", "0")

import ray
from ray.exceptions import ActorDiedError, RayActorError, RayError, RayTaskError, WorkerCrashedError

from specwright.batch.engines.opening import EngineChoice
from specwright.batch.row import BatchRow
from specwright.batch.tasks import BatchTask
from specwright.batch.worker import BatchWorker, WorkerSetup
from specwright.ports.engine import EngineLost, WorkerLost

_OBJECT_STORE_BYTES: Final = 80 * 2**20
"""The least that Ray takes. Only tasks and rows are sent."""
_STOP_SECONDS: Final = 20.0
_RESTART_SECONDS: Final = 180.0
"""For an actor to come back on a busy machine."""
_ANSWER_SECONDS: Final = 15.0
"""For an actor that is up to say so; without a raylet it never does."""
_PAUSE_SECONDS: Final = 0.5


class _RayWorker:
    """The actor. All its methods run on one event loop."""

    def __init__(self, setup: WorkerSetup) -> None:
        self._setup = setup
        self._client: Any = None
        self._under_way: set[asyncio.Task[Any]] = set()

    async def solve(self, task: BatchTask) -> BatchRow:
        from specwright.client.asynchronous import AsyncClient  # noqa: PLC0415 - loaded in the worker

        if self._client is None:
            self._client = AsyncClient(self._setup.settings)
        solving = asyncio.ensure_future(BatchWorker(self._client, self._setup).solve(task))
        self._under_way.add(solving)
        try:
            return await solving
        finally:
            self._under_way.discard(solving)

    async def stop(self) -> None:
        """Interrupt what is under way, and close all that is open."""
        for solving in tuple(self._under_way):
            solving.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)
        if self._client is not None:
            await self._client.close()

    async def pid(self) -> int:
        return os.getpid()


class RayEngine:
    """Gives each task to the actor that has the fewest."""

    def __init__(self, setup: WorkerSetup, choice: EngineChoice) -> None:
        self._setup = setup
        self._choice = choice
        self._actors: list[Any] = []
        self._busy = [0] * choice.workers
        self._mending: dict[int, asyncio.Task[None]] = {}
        self._given_up: Exception | None = None
        self._open = False

    @property
    def slots(self) -> int:
        return self._choice.workers * self._choice.per_worker

    async def start(self) -> None:
        try:
            await asyncio.to_thread(self._connect)
        except (RayError, OSError, ConnectionError, RuntimeError, ValueError) as error:
            raise _lost(error) from error
        self._actors = [self._new_actor() for _ in range(self._choice.workers)]

    def _new_actor(self) -> Any:
        kind = ray.remote(_RayWorker)
        return kind.options(max_concurrency=self._choice.per_worker + 2, max_restarts=-1, num_cpus=1).remote(
            self._setup
        )

    def _connect(self) -> None:
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        quiet = {"log_to_driver": False, "logging_level": logging.ERROR, "configure_logging": False}
        address = self._choice.address or os.environ.get("RAY_ADDRESS")
        self._open = True
        if address:
            ray.init(address=address, **quiet)
        else:
            ray.init(
                num_cpus=self._choice.workers,
                include_dashboard=False,
                object_store_memory=_OBJECT_STORE_BYTES,
                **quiet,
            )

    async def solve(self, task: BatchTask) -> BatchRow:
        place = await self._place()
        self._busy[place] += 1
        try:
            row: BatchRow = await self._actors[place].solve.remote(task)
        except RayTaskError as error:
            raise WorkerLost(str(error)) from error
        except (RayActorError, WorkerCrashedError) as error:
            if not ray.is_initialized():
                raise _lost(error) from error
            self._mend(place)
            raise WorkerLost(str(error)) from error
        except RayError as error:
            raise _lost(error) from error
        finally:
            self._busy[place] -= 1
        return row

    async def _place(self) -> int:
        """Return the place of the actor that has the fewest tasks, of those that are up. Raise EngineLost."""
        while True:
            if self._given_up is not None:
                raise _lost(self._given_up) from self._given_up
            up = [place for place in range(len(self._actors)) if place not in self._mending]
            if up:
                return min(up, key=self._busy.__getitem__)
            await asyncio.sleep(_PAUSE_SECONDS)

    def _mend(self, place: int) -> None:
        """Give no task to an actor that died until it answers again."""
        if place not in self._mending:
            self._mending[place] = asyncio.ensure_future(self._mended(place))

    async def _mended(self, place: int) -> None:
        until = time.monotonic() + _RESTART_SECONDS
        while True:
            try:
                async with asyncio.timeout(_ANSWER_SECONDS):
                    await self._actors[place].pid.remote()
                break
            except (RayError, TimeoutError) as error:
                if time.monotonic() > until:
                    self._given_up = error
                    break
                if isinstance(error, ActorDiedError):
                    self._actors[place] = self._new_actor()
            await asyncio.sleep(_PAUSE_SECONDS)
        self._mending.pop(place, None)

    async def worker_pids(self) -> list[int]:
        """Return the processes of the workers."""
        return [await actor.pid.remote() for actor in self._actors]

    async def close(self) -> None:
        if not self._open:
            return
        self._open = False
        for mending in tuple(self._mending.values()):
            mending.cancel()
        with contextlib.suppress(RayError, TimeoutError):
            async with asyncio.timeout(_STOP_SECONDS):
                await asyncio.gather(*(actor.stop.remote() for actor in self._actors), return_exceptions=True)
        for actor in self._actors:
            with contextlib.suppress(RayError):
                ray.kill(actor)
        await asyncio.to_thread(ray.shutdown)


def _lost(error: Exception) -> EngineLost:
    why = " ".join(str(error).split())[:300] or "no worker answers"
    return EngineLost(
        f"Ray cannot be used: {why}",
        hint="start the cluster again and give the same command: it goes on where it was cut off",
    )
