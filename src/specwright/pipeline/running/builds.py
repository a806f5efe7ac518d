"""Programs that were built before: the same program is often run on one input after another."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import sha256
from typing import Final

from specwright.ports.sandbox import ExecResult, Job, Sandbox

_MOST_BYTES: Final = 64 * 2**20


class BuildCache:
    """Keeps what the latest builds left, up to a size in bytes."""

    def __init__(self, most: int = _MOST_BYTES) -> None:
        self._most = most
        self._kept: OrderedDict[bytes, ExecResult] = OrderedDict()
        self._size = 0

    async def built(self, sandbox: Sandbox, job: Job) -> ExecResult:
        """Return the result of a build: one that is kept, or that of the job. Raise SandboxUnavailable.

        Failures are not kept: the next attempt may have more time.
        """
        key = _content_of(job)
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        result = await sandbox.run(job)
        if result.exit_code == 0 and result.files and key not in self._kept:
            self._kept[key] = result
            self._size += _size(result)
            while self._size > self._most:
                _, dropped = self._kept.popitem(last=False)
                self._size -= _size(dropped)
        return result


def _content_of(job: Job) -> bytes:
    """Equal for builds that differ in their time alone."""
    found = sha256(repr((job.argv, sorted(job.env.items()), job.mounts, job.collect)).encode())
    for part in (job.stdin, *(part for name in sorted(job.files) for part in (name.encode(), job.files[name]))):
        found.update(b"%d:" % len(part) + part)
    return found.digest()


def _size(result: ExecResult) -> int:
    return sum(map(len, result.files.values())) + len(result.stdout) + len(result.stderr)
