"""Sandboxes made of containers: what docker and podman share.

A container runs many jobs one after another. Between two jobs every process in it is ended and every writable place
is emptied. A container that cannot be emptied is thrown away.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import secrets
import signal
import time
from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import Any, Final

from specwright.adapters.sandbox.containers.container import Container, ContainerGone, ContainerJob, ContainerLine
from specwright.adapters.sandbox.containers.image import said_by, tools_inside
from specwright.adapters.sandbox.containers.sweeping import Sweeper
from specwright.adapters.sandbox.endings import how_it_ended
from specwright.adapters.sandbox.host.seccomp import seccomp_filter
from specwright.adapters.sandbox.host.start import MARK
from specwright.adapters.sandbox.local.pool import Pool
from specwright.adapters.sandbox.local.sandbox import HOME, noted
from specwright.adapters.sandbox.session import Fate, LiveSession
from specwright.core.errors import SandboxUnavailable
from specwright.languages.common.tools.image_tools import ImageTools
from specwright.ports.sandbox import ExecEnding, ExecResult, Job, Session

_KEEPER: Final = Path(__file__).with_name("keeper.py")
_START_SECONDS: Final = 60.0
_ANSWER_SECONDS: Final = 30.0
INODES: Final = 8192
_HIDDEN: Final = (
    *("/sys/block", "/sys/bus", "/sys/class", "/sys/devices", "/sys/module"),  # the hardware
    *("/dev/pts", "/dev/mqueue"),  # terminals and queues, which are counted host-wide
)
_SPARE: Final = 4
"""How many containers are kept for the next job of their kind."""


class ContainerSandbox:
    """A sandbox made of containers. `docker.py` and `podman.py` know how each engine is called."""

    name = ""
    started_in: str = "/"
    """The folder that the engine's client is started in."""
    abandoned_after = "2m"
    """A container that was made so long ago and does not run was left by who was killed, with the sweeper too."""

    def __init__(
        self, command: Sequence[str], image: str, *, cpu_limit: float | None, memory_limit: int | None, at_once: int
    ) -> None:
        self._command = tuple(command)
        self._image = image
        self._cpu_limit = cpu_limit
        self._memory_limit = memory_limit
        self._room = asyncio.Semaphore(at_once)
        self._limited = True
        self._spare: list[Container] = []
        self._all: set[Container] = set()
        self._starting: set[asyncio.Task[Container]] = set()
        self._sweeper: Sweeper | None = None
        self._pool: Pool[ContainerJob] = Pool(self._start, self._discard)
        self._sessions: set[LiveSession] = set()

    @property
    def level(self) -> str:
        """The walls that hold here, in a few words."""
        walls = "own files, network and processes, no privileges, seccomp, memory by control group"
        files = "" if self._limited else ", number of files by memory only"
        return f"container of {self._image}: {walls}{files}"

    @property
    def sweeper(self) -> int:
        """The number of the process that removes our containers should we be killed; 0 where there were none."""
        return self._sweeper.process.pid if self._sweeper else 0

    def inside(self, language: str) -> ImageTools:
        """What this engine's image of a language has. Raise ToolchainMissing, saying how to make it."""
        return tools_inside(self._command, language, engine=self.name)

    async def run(self, job: Job) -> ExecResult:
        """Run one job; see the port.

        A job has no effect outside, so one whose container ended is tried once more, in another. Nothing in a container
        can kill its first process but the kernel when memory runs out: if that happens twice, it is the job's doing.
        """
        async with self._room:
            with contextlib.suppress(ContainerGone):
                return await self._run_once(job)
            try:
                return await self._run_once(job)
            except ContainerGone as gone:
                if not gone.killed:
                    raise
                return ExecResult(ending=ExecEnding.OUT_OF_MEMORY, signal=signal.SIGKILL)

    async def _run_once(self, job: Job) -> ExecResult:
        began = time.monotonic()
        started = await self._pool.take(job)
        try:
            result = await self._finish(started, job, began)
        except (asyncio.CancelledError, SandboxUnavailable):
            await asyncio.shield(self._discard(started))
            raise
        self._give_back(started.container)
        self._pool.replace(job)
        return result

    async def open(self, job: Job) -> Session:
        """Start a job and leave its input open; see the port."""
        started = await self._pool.take(job)
        self._pool.replace(job)
        session = LiveSession(ContainerLine(started, self._finish_session), self._sessions.discard)
        self._sessions.add(session)
        await session.send(job.stdin)
        return session

    async def _finish_session(self, started: ContainerJob, fate: Fate) -> ExecResult:
        try:
            end = await asyncio.shield(started.end)
            result = _result(started, end, late=fate.late, began=fate.began)
        except (asyncio.CancelledError, SandboxUnavailable):
            await asyncio.shield(self._discard(started))
            raise
        self._give_back(started.container)
        return result

    async def warm(self, job: Job, count: int = 1) -> None:
        await self._pool.keep(job, count)

    async def close(self) -> None:
        await asyncio.gather(*(session.kill() for session in tuple(self._sessions)), return_exceptions=True)
        await self._pool.close()
        await asyncio.gather(*self._starting, return_exceptions=True)
        await asyncio.gather(*(container.close() for container in self._all))
        self._all.clear()
        await self._remove_abandoned()
        if self._sweeper is not None:
            await self._sweeper.close()
            self._sweeper = None

    async def _remove_abandoned(self) -> None:
        """Containers that never began to run: no end of theirs removes them, and no process knows them any more."""
        filters = ("--filter", "label=specwright=sandbox", "--filter", f"until={self.abandoned_after}")
        await said_by([*self._command, "container", "prune", "--force", *filters])

    async def _finish(self, started: ContainerJob, job: Job, began: float) -> ExecResult:
        late = False
        started.container.tell({"stdin": True}, job.stdin)
        try:
            async with asyncio.timeout(job.limits.wall_seconds):
                end = await asyncio.shield(started.end)
        except TimeoutError:
            late = True
            end = await self._ended_late(started)
        return _result(started, end, late=late, began=began)

    async def _ended_late(self, started: ContainerJob) -> dict[str, Any]:
        """The end of a job whose time is up. A container that does not even answer to that is of no use any more."""
        started.kill()
        try:
            async with asyncio.timeout(_ANSWER_SECONDS):
                return await asyncio.shield(started.end)
        except (TimeoutError, ContainerGone):
            started.container.usable = False
            return {"failed": "", "code": None, "files": {}, "cpu": 0.0, "peak": None}

    async def _start(self, job: Job) -> ContainerJob:
        container = await self._container(job)
        started = ContainerJob(job, container)
        spec = {
            "argv": job.argv,
            "env": {**HOME, **job.env, "SANDBOX_PIDNS": "1"},
            "files": {name: base64.b64encode(content).decode() for name, content in job.files.items()},
            "limits": job.limits.model_dump(),
            "report": job.report,
            "collect": job.collect,
            "seccomp": base64.b64encode(seccomp_filter(os.uname().machine)).decode(),
        }
        container.tell({"start": True}, json.dumps(spec).encode())
        return started

    async def _container(self, job: Job) -> Container:
        """Return an empty container for jobs of this size: one that is spare, or a new one."""
        kind = job.limits.memory_bytes, job.limits.processes, job.limits.file_bytes, job.mounts
        for container in list(self._spare):
            if container.kind == kind:
                self._spare.remove(container)
                if container.usable:
                    return container
        return await self._started(asyncio.ensure_future(self._new_container(job, kind)))

    async def _started(self, starting: asyncio.Task[Container]) -> Container:
        """Return the container when it is there. If nobody waits for it any more, it starts all the same, and is spare.

        asyncio can wait for ever for a process if it is cancelled while it connects the pipes.
        """
        self._starting.add(starting)
        starting.add_done_callback(self._starting.discard)
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            starting.add_done_callback(self._keep_spare)
            raise

    def _keep_spare(self, starting: asyncio.Task[Container]) -> None:
        if not starting.cancelled() and starting.exception() is None:
            self._give_back(starting.result())

    async def _new_container(self, job: Job, kind: Hashable) -> Container:
        keeper = await asyncio.to_thread(_KEEPER.read_text, encoding="utf-8")
        name = f"specwright-{secrets.token_hex(8)}"
        self._sweeper = self._sweeper or Sweeper(self._command)
        options = [*self.run_arguments(job), "--name", name, "--label", self._sweeper.label]
        image = _image_of(job) or self._image
        arguments = [*self._command, *options, image, "python3", "-I", "-S", "-c", keeper, *self.told_keeper(job)]
        try:
            process = await asyncio.create_subprocess_exec(
                *arguments,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=True,
                cwd=self.started_in,
                pass_fds=[self._sweeper.handle],
                limit=2**20,
            )
        except OSError as error:
            raise SandboxUnavailable(f"{self.name} cannot be started: {error.strerror}") from error
        container = Container(process, kind, (*self._command, "rm", "--force", name))
        self._all.add(container)
        try:
            async with asyncio.timeout(_START_SECONDS):
                self._limited &= await asyncio.shield(container.ready)
        except TimeoutError:
            await container.close()
            raise SandboxUnavailable("the container did not start in time") from None
        return container

    def run_arguments(self, job: Job) -> list[str]:
        """Return the words between the engine's name and the image's."""
        limits = job.limits
        memory = min(limits.memory_bytes, self._memory_limit or limits.memory_bytes)
        options = self.tmpfs_options(limits.file_bytes)
        words = ["run", "--rm", "--interactive", "--pull", "never", "--network", "none", "--hostname", "box"]
        words += ["--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges", "--user", "65534:65534"]
        # The keeper and the interpreter's own needs come on top of what the job may use.
        words += ["--memory", str(memory + 2**25), "--memory-swap", str(memory + 2**25)]
        words += ["--pids-limit", str(limits.processes + 1), "--ulimit", "core=0:0", "--workdir", "/"]
        words += ["--cpus", str(self._cpu_limit)] if self._cpu_limit else []
        words += ["--log-driver", "none", "--label", "specwright=sandbox"]
        for path in ("/box", "/tmp", "/dev/shm"):  # noqa: S108 - inside, and private
            words += ["--tmpfs", f"{path}:{options}"]
        words += ["--tmpfs", f"{MARK}:ro,size=4k", *self.hide(_HIDDEN)]
        has_image = _image_of(job) is not None
        for mount in (each for each in job.mounts if not each.image and (each.beside or not has_image)):
            words += ["--volume", f"{mount.source}:{mount.target or mount.source}:ro"]
        return words

    def told_keeper(self, job: Job) -> list[str]:
        """What the keeper has to limit by itself."""
        return []

    def hide(self, paths: Sequence[str]) -> list[str]:
        return [word for path in paths for word in ("--tmpfs", f"{path}:ro,size=4k")]

    def tmpfs_options(self, size: int) -> str:
        return f"rw,exec,nosuid,nodev,size={size},nr_inodes={INODES},mode=700,uid=65534,gid=65534"

    def _give_back(self, container: Container) -> None:
        container.job = None
        if container.usable and len(self._spare) < _SPARE:
            self._spare.append(container)
        else:
            self._all.discard(container)
            closing = asyncio.create_task(container.close())
            closing.add_done_callback(lambda _: None)

    async def _discard(self, started: ContainerJob) -> None:
        self._all.discard(started.container)
        await started.container.close()


def _result(started: ContainerJob, end: dict[str, Any], *, late: bool, began: float) -> ExecResult:
    """Return how the job ended. Raise SandboxUnavailable if it never began."""
    if end["failed"]:
        raise SandboxUnavailable(f"the program could not be started: {end['failed']}")
    ending, exit_code, number = how_it_ended(end, end["code"], late=late, flooded=started.flooded)
    assert ending is not None
    return ExecResult(
        ending=ending,
        exit_code=exit_code,
        signal=number,
        stdout=noted(started.intakes[1]),
        stderr=noted(started.intakes[2]),
        report=started.intakes[3].kept,
        truncated=any(intake.cut for intake in started.intakes.values()),
        files={name: base64.b64decode(content) for name, content in end["files"].items()},
        wall_seconds=time.monotonic() - began,
        cpu_seconds=end["cpu"],
        peak_memory_bytes=end["peak"],
    )


def _image_of(job: Job) -> str | None:
    """Return the image that a job asks for."""
    return next((mount.source for mount in job.mounts if mount.image), None)
