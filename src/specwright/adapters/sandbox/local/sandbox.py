"""Sandboxes on this machine, built by the kernel: what bubblewrap and our own namespaces share."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import dataclasses
import json
import os
import signal
import socket
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any, Final

from specwright.adapters.sandbox.collect import collect
from specwright.adapters.sandbox.endings import how_it_ended
from specwright.adapters.sandbox.host.cgroup import Spent
from specwright.adapters.sandbox.host.kernel import LANDLOCK_NETWORK_ABI, landlock_abi
from specwright.adapters.sandbox.host.walls import ALL_UP, Walls
from specwright.adapters.sandbox.local.channel import GuardianChannel
from specwright.adapters.sandbox.local.pool import Pool, program_key
from specwright.adapters.sandbox.local.runners import FLOOD, Runners, with_note
from specwright.adapters.sandbox.session import Fate, LiveSession
from specwright.adapters.sandbox.streams import Intake, read_into, write_all, write_some
from specwright.core.errors import SandboxUnavailable
from specwright.ports.sandbox import ExecResult, Job, Session

_SYSTEM: Final = ("/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libx32", "/lib", "/lib32", "/lib64", "/libx32")
_SYSTEM_FILES: Final = ("/etc/ld.so.cache",)
_GRACE_SECONDS: Final = 2.0
_KEPT_SPECS: Final = 4
HOME: Final = {"HOME": "/box", "TMPDIR": "/tmp", "PATH": "/usr/bin:/bin"}  # noqa: S108 - inside, and private


def system_mounts() -> list[tuple[str, str]]:
    """Return the shared libraries that every program needs, as they lie on this machine."""
    folders = [path for path in _SYSTEM if Path(path).is_dir() and not Path(path).is_symlink()]
    return [(path, path) for path in (*folders, *_SYSTEM_FILES) if Path(path).exists()]


def mounts_of(job: Job) -> list[tuple[str, str]]:
    """Everything that the job may read of the host. What lies inside an earlier mount needs none of its own."""
    mounts = system_mounts()
    for mount in job.mounts:
        if mount.image:
            raise SandboxUnavailable(f"only docker and podman run the image {mount.source}")
        target = mount.target or mount.source
        covered = any(target == mount.source and target.startswith(f"{done}/") for done, _ in mounts)
        if not covered:
            mounts.append((mount.source, target))
    return sorted(mounts, key=lambda pair: pair[1])


class NotBuilt(SandboxUnavailable):
    """The job never began."""


class Started:
    """A job in its sandbox: it has begun and waits for its input."""

    def __init__(self, job: Job, id_: int, end: asyncio.Future[dict[str, Any]], channel: GuardianChannel) -> None:
        self.job = job
        self.end = end
        self._id = id_
        self._channel = channel
        self.flooded = False
        self.stdin = -1
        self.folder: socket.socket | None = None
        self.intakes: dict[str, Intake] = {}
        self.transports: list[asyncio.ReadTransport] = []

    @property
    def alive(self) -> bool:
        return not self.end.done()

    def kill(self) -> None:
        self._channel.kill(self._id)

    def spent(self) -> Spent:
        """What the kernel has counted for it so far."""
        return self._channel.spent(self._id)

    def on_flood(self) -> None:
        if not self.flooded:
            self.flooded = True
            self.kill()

    @property
    def spoken(self) -> Intake:
        return self.intakes["report" if self.job.report else "stdout"]

    async def write(self, data: bytes) -> None:
        if self.stdin >= 0:
            await write_some(self.stdin, data)

    def close_input(self) -> None:
        if self.stdin >= 0:
            os.close(self.stdin)
            self.stdin = -1

    async def finish(self, fate: Fate) -> ExecResult:
        try:
            end = await self.ended()
            await _drained(self)
            return result_of(self, {**end, "killed": fate.killed}, late=fate.late, wall=fate.seconds(), files={})
        finally:
            self.release()

    async def ended(self) -> dict[str, Any]:
        """Wait until the whole tree is gone. Raise SandboxUnavailable."""
        return await asyncio.shield(self.end)

    async def done(self) -> dict[str, Any]:
        """Wait until the whole tree is gone, or its work is done and it is about to go. Raise SandboxUnavailable."""
        if self.job.last_words and not self.job.collect:
            report = self.intakes["report"]
            closed: asyncio.Future[Any] = asyncio.ensure_future(report.ended.wait())
            try:
                await asyncio.wait({closed, self.end}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                closed.cancel()
            if not self.end.done() and report.kept.endswith(self.job.last_words):
                spent = self.spent()
                if spent.cpu_seconds is not None:
                    self.kill()
                    return {"done": True, "cpu": spent.cpu_seconds, "peak": spent.peak_memory}
        return await self.ended()

    def release(self) -> None:
        """Close all descriptors on our side."""
        for transport in self.transports:
            transport.close()
        self.close_input()
        if self.folder is not None:
            self.folder.close()
            self.folder = None


class LocalSandbox:
    """A sandbox whose walls the kernel of this machine makes. Make one with `launch` of a subclass."""

    name = ""

    def __init__(
        self, channel: GuardianChannel, walls: Walls, capacity: int, memory_limit: int | None, bwrap: str = ""
    ) -> None:
        self._channel = channel
        self._walls = walls
        self._memory_limit = memory_limit
        self._bwrap = bwrap
        self._room = asyncio.Semaphore(capacity)
        self._pool: Pool[Started] = Pool(self._start, _discard)
        self._runners: Runners[Started] = Runners(self._start, _discard, capacity)
        self._sessions: set[LiveSession] = set()
        self._spec_texts: OrderedDict[Hashable, bytes] = OrderedDict()

    @property
    def level(self) -> str:
        """The walls that hold here, in a few words."""
        groups = self._channel.ready["cgroups"]
        memory = "memory by control group" if groups else "memory by process only (no control group is delegated to us)"
        abi = landlock_abi()
        kernel = f"Landlock {abi}" if abi >= LANDLOCK_NETWORK_ABI else "no Landlock"
        return f"own files, network and processes, no privileges, seccomp, {kernel}, {memory}"

    @property
    def has_loopback(self) -> bool:
        """Whether jobs can have a loopback of their own: each has a network namespace."""
        return self._walls.network

    @property
    def usable(self) -> bool:
        """Whether the process that starts the jobs is there."""
        return not self._channel.closed

    @property
    def guardian(self) -> int:
        """The number of the process that starts the jobs."""
        return int(self._channel.ready["ready"])

    async def run(self, job: Job) -> ExecResult:
        """Run one job; see the port."""
        async with self._room:
            if job.runner is not None and self._walls == ALL_UP:
                result = await self._runners.run(job)
                if result is not None:
                    return result
            try:
                return await self._run(job)
            except NotBuilt:
                # Its files may have been missing for a moment: an update of the system replaces such files.
                self._spec_texts.clear()
                return await self._run(job)

    async def _run(self, job: Job) -> ExecResult:
        began = time.monotonic()
        started = await self._pool.take(job)
        try:
            return await self._finish(started, job, began)
        except asyncio.CancelledError:
            await asyncio.shield(_discard(started))
            raise
        finally:
            started.release()
            self._pool.replace(job)

    async def open(self, job: Job) -> Session:
        """Start a job and leave its input open; see the port."""
        started = await self._pool.take(job)
        self._pool.replace(job)
        session = LiveSession(started, self._sessions.discard)
        self._sessions.add(session)
        await session.send(job.stdin)
        return session

    async def warm(self, job: Job, count: int = 1) -> None:
        await self._pool.keep(job, count)

    async def close(self) -> None:
        await asyncio.gather(*(session.kill() for session in tuple(self._sessions)), return_exceptions=True)
        await self._runners.close()
        await self._pool.close()
        await self._channel.close()

    async def _start(self, job: Job) -> Started:
        pipes = {name: os.pipe() for name in ("stdin", "stdout", "stderr", "status")}
        if job.report:
            pipes["report"] = os.pipe()
        ours, theirs = socket.socketpair() if job.collect else (None, None)
        handles = [pipes["stdin"][0], *(ends[1] for name, ends in pipes.items() if name != "stdin")]
        handles += [theirs.fileno()] if theirs else []
        try:
            id_, end = self._channel.start(self._spec_text(job), handles)
        except SandboxUnavailable:
            for fd in (fd for ends in pipes.values() for fd in ends):
                os.close(fd)
            raise
        for fd in handles:
            if theirs is None or fd != theirs.fileno():
                os.close(fd)
        if theirs:
            theirs.close()
        started = Started(job, id_, end, self._channel)
        started.stdin, started.folder = pipes.pop("stdin")[1], ours
        try:
            while pipes:
                name, (handle, _) = pipes.popitem()
                started.intakes[name] = intake = self._intake(name, job, started.on_flood)
                started.transports.append(await read_into(handle, intake))
        except asyncio.CancelledError:
            for handle, _ in pipes.values():
                os.close(handle)
            await asyncio.shield(_discard(started))
            raise
        return started

    def _intake(self, name: str, job: Job, on_flood: Callable[[], None]) -> Intake:
        if not self._walls.output:
            return Intake(None, None, on_flood)
        if name == "report":
            return Intake(job.limits.report_bytes, job.limits.report_bytes, on_flood)
        limit = 65536 if name == "status" else job.limits.output_bytes
        return Intake(limit, limit * FLOOD, on_flood)

    def _spec_text(self, job: Job) -> bytes:
        """Return the job as the guardian receives it. Texts of the latest programs are kept for reuse."""
        key = program_key(job)
        text = self._spec_texts.pop(key, None) or json.dumps(self._spec(job)).encode()
        self._spec_texts[key] = text
        if len(self._spec_texts) > _KEPT_SPECS:
            self._spec_texts.popitem(last=False)
        return text

    def _spec(self, job: Job) -> dict[str, Any]:
        outside = {} if self._walls.environment else dict(os.environ)
        marker = {"SANDBOX_PIDNS": "1"} if self._walls.processes else {}
        limits = job.limits.model_dump()
        limits["memory_bytes"] = min(job.limits.memory_bytes, self._memory_limit or job.limits.memory_bytes)
        return {
            "argv": job.argv,
            "env": {**outside, **HOME, **job.env, **marker},
            "files": {name: base64.b64encode(content).decode() for name, content in job.files.items()},
            "mounts": mounts_of(job),
            "limits": limits,
            "walls": dataclasses.asdict(self._walls),
            "technology": self.name,
            "report": job.report,
            "loopback": job.loopback,
            "folder": bool(job.collect),
            "bwrap": self._bwrap,
        }

    async def _finish(self, started: Started, job: Job, began: float) -> ExecResult:
        feeding = asyncio.ensure_future(_feed(started, job.stdin))
        late = False
        try:
            async with asyncio.timeout(job.limits.wall_seconds if self._walls.wall_clock else None):
                end = await started.done()
        except TimeoutError:
            late = True
            started.kill()
            end = await started.ended()
        finally:
            feeding.cancel()
            await asyncio.gather(feeding, return_exceptions=True)
        if not end.get("done"):
            await _drained(started)
        wall = time.monotonic() - began
        files = await asyncio.to_thread(self._collect, started, job) if job.collect else {}
        return result_of(started, end, late=late, wall=wall, files=files)

    def _collect(self, started: Started, job: Job) -> dict[str, bytes]:
        assert started.folder is not None
        started.folder.setblocking(False)
        try:
            _, handles, _, _ = socket.recv_fds(started.folder, 16, 1)
        except OSError:
            return {}
        folder = handles[0] if handles else -1
        if folder < 0:
            return {}
        try:
            return collect(folder, job.collect, job.limits.file_bytes, careful=self._walls.links)
        finally:
            os.close(folder)


async def _feed(started: Started, stdin: bytes) -> None:
    handle, started.stdin = started.stdin, -1
    await write_all(handle, stdin)


async def _drained(started: Started) -> None:
    """All that was written has been read; with the tree gone every pipe is at its end."""
    waiting = [intake.ended.wait() for intake in started.intakes.values()]
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_GRACE_SECONDS):
            await asyncio.gather(*waiting)


async def _discard(started: Started) -> None:
    started.kill()
    with contextlib.suppress(SandboxUnavailable):
        await started.ended()
    started.release()


def result_of(started: Started, end: dict[str, Any], *, late: bool, wall: float, files: dict[str, bytes]) -> ExecResult:
    """What became of the job. Raise NotBuilt where it was the sandbox that failed."""
    stdout, stderr = started.intakes["stdout"], started.intakes["stderr"]
    code = 0 if end.get("done") else _exit_code(started.intakes["status"].kept)
    if code is None and end.get("killed"):
        code = -signal.SIGKILL
    ending, exit_code, number = how_it_ended(end, code, late=late, flooded=started.flooded)
    if ending is None:
        raise NotBuilt(f"the sandbox could not be built: {_why(started, end)}")
    report = started.intakes["report"].kept if "report" in started.intakes else b""
    return ExecResult(
        ending=ending,
        exit_code=exit_code,
        signal=number,
        stdout=noted(stdout),
        stderr=noted(stderr),
        report=report,
        truncated=any(intake.cut for intake in started.intakes.values()),
        files=files,
        wall_seconds=wall,
        cpu_seconds=end["cpu"],
        peak_memory_bytes=end.get("peak"),
    )


def noted(intake: Intake) -> bytes:
    return with_note(intake.kept, intake.cut)


def _exit_code(status: bytes) -> int | None:
    """The program's status from the sandbox, a signal as a negative number; None if it never began."""
    for line in status.splitlines():
        with contextlib.suppress(ValueError):
            told = json.loads(line)
            if "failed" in told:
                return None
            if "signal" in told:
                return -int(told["signal"])
            if "exit-code" in told:
                code = int(told["exit-code"])
                # bubblewrap reports signals as shells do
                by_signal = b"child-pid" in status and 128 < code < 128 + signal.NSIG
                return 128 - code if by_signal else code
    return None


def _why(started: Started, end: dict[str, Any]) -> str:
    for line in started.intakes["status"].kept.splitlines():
        with contextlib.suppress(ValueError):
            told = json.loads(line)
            if "failed" in told:
                return str(told["failed"])
    said = started.intakes["stderr"].kept.decode("utf-8", "replace").strip()
    return said.splitlines()[-1][:500] if said else f"it ended with wait status {end['status']}"


def capacity_of(memory_bytes: int) -> int:
    """Return how many jobs of this size run at once: as many as there are cores, fewer where memory is short."""
    available = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return max(1, min(os.cpu_count() or 1, int(available // max(1, memory_bytes))))


__all__ = ["ALL_UP", "LocalSandbox", "capacity_of"]
