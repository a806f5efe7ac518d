"""Containers of those who go away: nobody waits for ever, and none is lost."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import tempfile
from typing import Any

import pytest

from specwright.adapters.sandbox.containers.docker import DockerSandbox
from specwright.ports.sandbox import Job


class Opened:
    """A container that counts how often it is ended."""

    def __init__(self) -> None:
        self.usable, self.job, self.kind, self.ended = True, None, (), 0

    async def close(self) -> None:
        self.ended += 1


def test_a_container_that_starts_for_a_cancelled_job_is_spare_and_ends_with_the_sandbox(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened = Opened()

    async def use() -> None:
        sandbox = DockerSandbox(("true",), "none", cpu_limit=None, memory_limit=None, at_once=1)
        may_start = asyncio.Event()

        async def new_container(*_: Any) -> Any:
            await may_start.wait()
            sandbox._all.add(opened)  # type: ignore[arg-type]
            return opened

        monkeypatch.setattr(sandbox, "_new_container", new_container)
        asking = asyncio.ensure_future(sandbox.run(Job(argv=("none",))))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        may_start.set()
        await asyncio.gather(*sandbox._starting)
        await asyncio.sleep(0)
        assert [container.kind for container in sandbox._spare] == [opened.kind]
        await sandbox.close()

    asyncio.run(use())
    assert opened.ended == 1


LEAVES = """
import asyncio
from specwright.adapters.sandbox.containers.container import Container
async def leave():
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec("sleep", "900", stdin=pipe, stdout=pipe, stderr=pipe)
    Container(process, (), ("true",))
    await asyncio.sleep(0)
    print(process.pid, flush=True)
asyncio.run(leave())
"""


def test_a_container_that_nobody_closed_does_not_keep_the_program_from_ending() -> None:
    """Its output is a file: the process that stays would hold a pipe open."""
    with tempfile.TemporaryFile("w+") as output:
        done = subprocess.run([sys.executable, "-c", LEAVES], stdout=output, stderr=output, timeout=120, check=False)
        output.seek(0)
        printed = output.read()
    with contextlib.suppress(ProcessLookupError):
        os.kill(int(printed.split()[0]), signal.SIGKILL)
    assert done.returncode == 0, printed
