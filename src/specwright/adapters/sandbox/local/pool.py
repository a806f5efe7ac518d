"""Sandboxes started ahead of time: single-use, kept by the program they run."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, Protocol, TypeVar

from specwright.core.errors import SandboxUnavailable
from specwright.ports.sandbox import Job


class Startable(Protocol):
    @property
    def alive(self) -> bool: ...


S = TypeVar("S", bound=Startable)


def program_key(job: Job) -> Hashable:
    """Equal for jobs that differ only in the input and the time they get."""
    limits = job.limits.model_copy(update={"wall_seconds": 0.0})
    files = tuple(sorted(job.files.items()))
    return job.argv, files, tuple(sorted(job.env.items())), job.mounts, limits, job.report, job.collect, job.loopback


class Pool(Generic[S]):
    """Keeps as many ready as was asked for, and starts one when none is."""

    def __init__(self, start: Callable[[Job], Awaitable[S]], discard: Callable[[S], Awaitable[None]]) -> None:
        self._start = start
        self._discard = discard
        self._ready: dict[Hashable, deque[S]] = {}
        self._wanted: dict[Hashable, tuple[Job, int]] = {}
        self._refills: dict[Hashable, asyncio.Task[None]] = {}
        self._filling = asyncio.Lock()
        self._closed = False

    async def keep(self, job: Job, count: int) -> None:
        """Start up to `count` and replace each that is taken. 0 lets them go."""
        key = program_key(job)
        self._wanted[key] = (job, count)
        self._ready.setdefault(key, deque())
        await self._fill(key)
        while len(self._ready[key]) > count:
            await self._discard(self._ready[key].popleft())

    async def take(self, job: Job) -> S:
        """An unused one: a ready one, or a new one. Raise SandboxUnavailable."""
        if self._closed:
            raise SandboxUnavailable("the sandbox is closed")
        key = program_key(job)
        ready = self._ready.get(key)
        while ready:
            started = ready.popleft()
            if started.alive:
                return started
            await self._discard(started)
        return await self._start(job)

    def replace(self, job: Job) -> None:
        """Start another for the one that was taken; when its job is done, so as not to get in the way of it."""
        key = program_key(job)
        running = self._refills.get(key)
        if key in self._wanted and not self._closed and (running is None or running.done()):
            self._refills[key] = asyncio.create_task(self._refill(key))

    async def _refill(self, key: Hashable) -> None:
        try:
            await self._fill(key)
        except SandboxUnavailable:
            return  # the caller that needs the next one gets the error

    async def _fill(self, key: Hashable) -> None:
        async with self._filling:
            job, count = self._wanted[key]
            while len(self._ready[key]) < count and not self._closed:
                self._ready[key].append(await self._start(job))

    async def close(self) -> None:
        self._closed = True
        for task in self._refills.values():
            task.cancel()
        await asyncio.gather(*self._refills.values(), return_exceptions=True)
        for ready in self._ready.values():
            while ready:
                await self._discard(ready.popleft())
