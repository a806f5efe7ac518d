"""A program in a sandbox that is talked to while it runs: what all backends share."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, Self

from specwright.adapters.sandbox.streams import Intake
from specwright.ports.sandbox import ExecResult, Job


@dataclass
class Fate:
    """Our own actions on a job, which its end does not show."""

    began: float = field(default_factory=time.monotonic)
    late: bool = False
    killed: bool = False

    def seconds(self) -> float:
        return time.monotonic() - self.began


class Line(Protocol):
    """A started job as a session uses it."""

    job: Job

    @property
    def alive(self) -> bool: ...

    @property
    def spoken(self) -> Intake:
        """What `Session.receive` reads."""

    async def write(self, data: bytes) -> None:
        """Write to its standard input. A program that has ended is no error."""

    def close_input(self) -> None: ...

    def kill(self) -> None: ...

    async def finish(self, fate: Fate) -> ExecResult:
        """Wait for the end, let go of everything, and return how it ended. Raise SandboxUnavailable."""


class LiveSession:
    """The session of the port `Session`."""

    def __init__(self, line: Line, ended: Callable[[LiveSession], None]) -> None:
        self._line = line
        self._fate = Fate()
        line.spoken.lose_nothing()
        self._timer = asyncio.get_running_loop().call_later(line.job.limits.wall_seconds, self._time_is_up)
        self._end = asyncio.ensure_future(line.finish(self._fate))
        self._end.add_done_callback(lambda _: self._over(ended))

    @property
    def alive(self) -> bool:
        return self._line.alive and not self._end.done()

    async def send(self, data: bytes) -> None:
        if self.alive:
            await self._line.write(data)

    async def receive(self) -> bytes:
        return await self._line.spoken.take()

    async def close(self) -> ExecResult:
        if self.alive:
            self._line.close_input()
        return await asyncio.shield(self._end)

    async def kill(self) -> ExecResult:
        if self.alive:
            self._fate.killed = True
            self._line.kill()
        return await asyncio.shield(self._end)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.kill()

    def _time_is_up(self) -> None:
        self._fate.late = self._line.alive
        self._line.kill()

    def _over(self, ended: Callable[[LiveSession], None]) -> None:
        self._timer.cancel()
        if not self._end.cancelled():
            self._end.exception()  # perhaps no caller waits
        ended(self)
