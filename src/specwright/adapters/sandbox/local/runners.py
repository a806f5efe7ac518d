"""Runners: sandboxes that stay, in which a trusted program forks a process for each job; see `Job.runner`."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, Final, Generic, Protocol, TypeVar

from specwright.adapters.sandbox.endings import how_it_ended
from specwright.adapters.sandbox.host.cgroup import Spent
from specwright.adapters.sandbox.streams import Intake
from specwright.core.errors import SandboxUnavailable
from specwright.ports.sandbox import ExecResult, Job, Runner

FLOOD: Final = 16
"""So many times the limit of an output ends the program."""
_MOST_JOBS: Final = 2000
_MOST_KINDS: Final = 64
_LIFE_SECONDS: Final = 24 * 3600.0
_GRACE_SECONDS: Final = 5.0
_FIRST_SECONDS: Final = 20.0
"""A runner that has just been started needs time for that."""
_NUMBER: Final = b"%12d"


class RunningJob(Protocol):
    """A started sandbox as a runner uses it."""

    @property
    def alive(self) -> bool: ...

    @property
    def spoken(self) -> Intake: ...

    async def write(self, data: bytes) -> None: ...

    def spent(self) -> Spent: ...


S = TypeVar("S", bound=RunningJob)


class _Kept(Generic[S]):
    """One runner."""

    def __init__(self, started: S, key: Hashable) -> None:
        self.started = started
        self.key = key
        self.jobs = 0
        self.counted = _refusals(started)

    def anything_refused(self) -> bool:
        """Return whether the kernel refused memory or processes since this was last asked."""
        before, self.counted = self.counted, _refusals(self.started)
        return before != self.counted


def _refusals(started: RunningJob) -> tuple[int, int]:
    spent = started.spent()
    return spent.oom_kills, spent.refused_processes


class Runners(Generic[S]):
    """Keeps runners for kinds of jobs that come again, `most` at a time."""

    def __init__(
        self,
        start: Callable[[Job], Awaitable[S]],
        discard: Callable[[S], Awaitable[None]],
        most: int,
    ) -> None:
        self._start = start
        self._discard = discard
        self._most = most
        self._seen: OrderedDict[Hashable, int] = OrderedDict()
        self._idle: OrderedDict[_Kept[S], None] = OrderedDict()

    async def run(self, job: Job) -> ExecResult | None:
        """Return how the job ended. None means that it has to be run in a sandbox of its own.

        So it is with the first job of a kind, for which a runner would not pay; with one that ended while the kernel
        refused something, which might have been for another process; and with one that ended its runner. Raise
        SandboxUnavailable.
        """
        runner = job.runner
        if runner is None or job.argv != runner.stands_for or len(job.files) != 1 or job.collect or job.report:
            return None
        key = _kind(job)
        if not self._worth_it(key):
            return None
        kept = await self._take(job, runner, key)
        answered = False
        try:
            told = await _answer(kept, job)
            answered = told is not None
        finally:
            if not answered or kept.jobs >= _MOST_JOBS:
                await asyncio.shield(self._discard(kept.started))
        if told is None:
            self._seen[key] = 0 if kept.jobs else -_MOST_JOBS  # one that never answers is not tried again soon
            return None
        kept.jobs += 1
        if kept.jobs < _MOST_JOBS:
            await self._keep(kept)
        if told[0]["code"] and kept.anything_refused():
            return None
        return _result(job, *told)

    async def close(self) -> None:
        while self._idle:
            kept, _ = self._idle.popitem()
            await self._discard(kept.started)

    def _worth_it(self, key: Hashable) -> bool:
        count = self._seen.pop(key, 0)
        self._seen[key] = count + 1
        while len(self._seen) > _MOST_KINDS:
            self._seen.popitem(last=False)
        return count > 0

    async def _take(self, job: Job, runner: Runner, key: Hashable) -> _Kept[S]:
        for kept in reversed(self._idle):
            if kept.key == key:
                del self._idle[kept]
                if kept.started.alive:
                    return kept
                await self._discard(kept.started)
                break
        return _Kept(await self._start(_session(job, runner)), key)

    async def _keep(self, kept: _Kept[S]) -> None:
        self._idle[kept] = None
        while len(self._idle) > self._most:
            oldest, _ = self._idle.popitem(last=False)
            await self._discard(oldest.started)


def _kind(job: Job) -> Hashable:
    limits = job.limits
    own = limits.memory_bytes, limits.processes, limits.open_files, limits.file_bytes
    return job.argv, tuple(job.files), tuple(sorted(job.env.items())), job.mounts, own


def _session(job: Job, runner: Runner) -> Job:
    limits = job.limits.model_copy(
        update={
            "wall_seconds": _LIFE_SECONDS,
            "cpu_seconds": _LIFE_SECONDS,
            "memory_bytes": job.limits.memory_bytes + runner.memory_bytes,
            "processes": job.limits.processes + 1,
        }
    )
    return Job(argv=runner.argv, files=runner.files, env=job.env, mounts=job.mounts, limits=limits, report=True)


async def _answer(kept: _Kept[Any], job: Job) -> tuple[dict[str, Any], bytes, bytes] | None:
    """Have the runner run the job. Return its report and both outputs; None if it ended or says nothing."""
    limits, [text] = job.limits, job.files.values()
    numbers = (
        len(text),
        len(job.stdin),
        int(1000 * limits.wall_seconds),
        int(limits.cpu_seconds),
        limits.memory_bytes,
        limits.output_bytes,
        limits.output_bytes * FLOOD,
    )
    seconds = limits.wall_seconds + _GRACE_SECONDS + (0 if kept.jobs else _FIRST_SECONDS)
    try:
        async with asyncio.timeout(seconds):
            await kept.started.write(b"".join((*(_NUMBER % number for number in numbers), text, job.stdin)))
            return await _report(kept.started.spoken)
    except TimeoutError:
        return None


async def _report(spoken: Intake) -> tuple[dict[str, Any], bytes, bytes] | None:
    found = bytearray()
    while (end := found.find(b"\n")) < 0:
        part = await spoken.take()
        if not part:
            return None
        found += part
    head = json.loads(found[:end])
    whole = end + 1 + head["out"] + head["err"]
    while len(found) < whole:
        part = await spoken.take()
        if not part:
            return None
        found += part
    middle = end + 1 + head["out"]
    return head, bytes(found[end + 1 : middle]), bytes(found[middle:whole])


def _result(job: Job, head: dict[str, Any], out: bytes, err: bytes) -> ExecResult:
    code = -head["code"] if head["how"] == "signalled" else head["code"]
    ended = {"cpu_exceeded": head["cpu"] > job.limits.cpu_seconds}
    ending, exit_code, number = how_it_ended(
        ended, code, late=head["how"] == "timeout", flooded=head["how"] == "flooded"
    )
    if ending is None:
        raise SandboxUnavailable("the sandbox does not say how a program ended")
    cut = [printed - len(kept) for printed, kept in zip(head["printed"], (out, err), strict=True)]
    return ExecResult(
        ending=ending,
        exit_code=exit_code,
        signal=number,
        stdout=with_note(out, cut[0]),
        stderr=with_note(err, cut[1]),
        truncated=any(cut),
        wall_seconds=head["wall"],
        cpu_seconds=head["cpu"],
        peak_memory_bytes=head["memory"],
    )


def with_note(kept: bytes, cut: int) -> bytes:
    """Return an output, with a note if some of it was cut off."""
    return kept + (f"\n[{cut} more bytes were cut off]\n".encode() if cut else b"")
