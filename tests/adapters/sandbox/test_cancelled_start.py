"""Containers of those who go away: nobody waits for ever, and none is lost."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from typing import Any

import pytest

from specwright.adapters.sandbox.containers.container import Container
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


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")
def test_a_container_that_nobody_closed_does_not_keep_the_program_from_ending() -> None:
    async def use() -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec("sleep", "600", stdin=pipe, stdout=pipe, stderr=pipe)
        Container(process, (), ("true",))
        await asyncio.sleep(0)
        return process

    with contextlib.suppress(ProcessLookupError):
        os.kill(asyncio.run(use()).pid, signal.SIGKILL)
