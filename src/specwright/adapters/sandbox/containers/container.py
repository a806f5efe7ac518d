"""One running container, and a job inside it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import Any, Final, TypeAlias

from specwright.adapters.sandbox.local.runners import FLOOD
from specwright.adapters.sandbox.session import Fate
from specwright.adapters.sandbox.streams import Intake
from specwright.core.errors import SandboxUnavailable
from specwright.core.program.untrusted import UNREADABLE
from specwright.ports.sandbox import ExecResult, Job

_END_SECONDS: Final = 15.0
_KILLED: Final = 137
"""The status of an engine's client if the first process of its container was killed."""


class ContainerGone(SandboxUnavailable):
    """The container ended under its job."""

    killed = False
    """Whether it was ended from outside: by the kernel when memory ran out, or by the engine's owner."""


Finish: TypeAlias = "Callable[[ContainerJob, Fate], Awaitable[ExecResult]]"


class Container:
    """One running container, empty and waiting. `removal` is the command that ends it from outside."""

    def __init__(self, process: asyncio.subprocess.Process, kind: Hashable, removal: Sequence[str]) -> None:
        self.process = process
        self.kind = kind
        self._removal = removal
        self.usable = True
        self.job: ContainerJob | None = None
        self._listening = asyncio.create_task(self._listen())
        self.ready: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        """Says whether the number of files is limited in it."""

    def tell(self, message: dict[str, Any], body: bytes = b"") -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(ConnectionError, RuntimeError):
            self.process.stdin.write(json.dumps({**message, "size": len(body)}).encode() + b"\n" + body)

    async def _listen(self) -> None:
        stdout = self.process.stdout
        assert stdout is not None
        try:
            while line := await stdout.readline():
                message = json.loads(line)
                self._hear(message, await stdout.readexactly(message["size"]))
        except asyncio.CancelledError:
            self.usable = False  # the event loop ends: a container that nobody closed must not keep it waiting
            raise
        except (*UNREADABLE, asyncio.IncompleteReadError):
            pass  # no keeper speaks like that: the container is of no use
        await self._end_all()

    async def _end_all(self) -> None:
        """Tell everybody who waits that the container has ended, and why."""
        self.usable = False
        gone = await self._gone()
        for waiting in (self.ready, self.job.end if self.job else self.ready):
            if not waiting.done():
                waiting.set_exception(gone)
                waiting.exception()
        if self.job:
            self.job.heard_all()

    def _hear(self, message: dict[str, Any], body: bytes) -> None:
        if "ready" in message and not self.ready.done():
            self.ready.set_result(bool(message["limited"]))
        elif self.job is not None and "out" in message:
            self.job.intakes[message["out"]].data_received(body)
        elif self.job is not None and "end" in message and not self.job.end.done():
            end = json.loads(body)
            self.usable = self.usable and not end["dirty"]
            self.job.end.set_result(end)
            self.job.heard_all()

    async def _gone(self) -> ContainerGone:
        assert self.process.stderr is not None
        said = (await self.process.stderr.read(4000)).decode("utf-8", "replace").strip()
        why = said.splitlines()[-1] if said else "it ended"
        gone = ContainerGone(f"the container could not be used: {why}")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_END_SECONDS):
                code = await self.process.wait()
            gone.killed = code == _KILLED and self.ready.done()
        return gone

    async def close(self) -> None:
        """End the container: it leaves when its input closes."""
        self.usable = False
        assert self.process.stdin is not None
        with contextlib.suppress(ConnectionError):
            self.process.stdin.close()
        try:
            async with asyncio.timeout(_END_SECONDS):
                await self.process.wait()
        except TimeoutError:
            await self._remove()
        await asyncio.gather(self._listening, return_exceptions=True)

    async def _remove(self) -> None:
        """The engine's client alone is not the container: ending it would leave the container running."""
        quiet = asyncio.subprocess.DEVNULL
        with contextlib.suppress(OSError):
            removing = await asyncio.create_subprocess_exec(
                *self._removal, stdin=quiet, stdout=quiet, stderr=quiet, cwd="/"
            )
            await removing.wait()
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()


class ContainerJob:
    """A job that has begun in a container and waits for its input."""

    def __init__(self, job: Job, container: Container) -> None:
        self.job = job
        self.container = container
        self.flooded = False
        self.end: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        output, report = job.limits.output_bytes, job.limits.report_bytes
        self.intakes = {
            1: Intake(output, output * FLOOD, self.on_flood),
            2: Intake(output, output * FLOOD, self.on_flood),
            3: Intake(report, report, self.on_flood),
        }
        container.job = self

    @property
    def alive(self) -> bool:
        return self.container.usable and not self.end.done()

    def kill(self) -> None:
        self.container.tell({"kill": True})

    def heard_all(self) -> None:
        """End all outputs."""
        for intake in self.intakes.values():
            intake.connection_lost(None)

    def on_flood(self) -> None:
        if not self.flooded:
            self.flooded = True
            self.kill()


class ContainerLine:
    """A job in a container as a session uses it."""

    def __init__(self, started: ContainerJob, finish: Finish) -> None:
        self.job = started.job
        self._started = started
        self._finish = finish

    @property
    def alive(self) -> bool:
        return self._started.alive

    @property
    def spoken(self) -> Intake:
        return self._started.intakes[3 if self.job.report else 1]

    async def write(self, data: bytes) -> None:
        self._started.container.tell({"stdin": True, "more": True}, data)
        assert self._started.container.process.stdin is not None
        with contextlib.suppress(ConnectionError):
            await self._started.container.process.stdin.drain()

    def close_input(self) -> None:
        self._started.container.tell({"stdin": True})

    def kill(self) -> None:
        self._started.kill()

    async def finish(self, fate: Fate) -> ExecResult:
        return await self._finish(self._started, fate)
