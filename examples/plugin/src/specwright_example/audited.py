"""A sandbox: the strongest one of this machine, with a line in a log for each job. `--sandbox audited` uses it."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

from specwright import ExecResult, Job, Sandbox, Session, sandbox


class Audited:
    """Implements the Sandbox port."""

    name = "audited"

    def __init__(self, inner: Sandbox, log: Path) -> None:
        self._inner = inner
        self._log = log
        self.level = f"{inner.name}: {inner.level}"

    def __getattr__(self, name: str) -> Any:  # what containers have besides, such as images
        return getattr(self._inner, name)

    async def run(self, job: Job) -> ExecResult:
        self._note(job)
        return await self._inner.run(job)

    async def open(self, job: Job) -> Session:
        self._note(job)
        return await self._inner.open(job)

    async def warm(self, job: Job, count: int = 1) -> None:
        await self._inner.warm(job, count)

    async def close(self) -> None:
        await self._inner.close()

    def _note(self, job: Job) -> None:
        with self._log.open("a") as file:
            file.write(f"{job.argv[0]} {hashlib.sha256(job.stdin).hexdigest()[:16]}\n")


async def open_sandbox(settings: sandbox.SandboxSettings) -> Audited:
    """Open it. Raise SandboxUnavailable. Its walls are tried by specwright before it is used."""
    inner = await sandbox.open_sandbox(cpu_limit=settings.cpu_limit, at_once=settings.at_once)
    return Audited(inner, Path(os.environ.get("AUDIT_LOG", os.devnull)))
