"""What a live session of every Sandbox must hold to, for adapters of ours and of anybody else.

    class TestMySandbox(SessionConformance):
        def held(self, rule):
            ...  # open a sandbox, run `rule(sandbox, job)`, close the sandbox

`job` makes a Job that runs lines of Python in that sandbox. Each method is one rule.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from specwright.ports.sandbox import ExecEnding, ExecResult, Job, Limits, Sandbox, Session


class MakeJob(Protocol):
    def __call__(self, code: str, *, report: bool = False, limits: Limits = ..., stdin: bytes = b"") -> Job: ...


SessionRule = Callable[[Sandbox, MakeJob], Coroutine[Any, Any, None]]

ECHO = "import sys\nfor line in sys.stdin:\n    print('heard', line.strip(), flush=True)\nprint('over', flush=True)\n"
SHORT = Limits(wall_seconds=20.0)


class SessionConformance(ABC):
    """One rule per method. A subclass opens its sandbox in `held`."""

    @abstractmethod
    def held(self, rule: SessionRule, *, alone: bool = False) -> None:
        """Hold a sandbox to the rule; `alone` if no other rule may use the same one."""

    def test_a_program_answers_what_it_is_sent_and_keeps_what_it_knows(self) -> None:
        code = "import sys\nknown = 0\nfor line in sys.stdin:\n    known += int(line)\n    print(known, flush=True)\n"

        async def rule(sandbox: Sandbox, job: MakeJob) -> None:
            session = await sandbox.open(job(code))
            assert [await said(session, b"1\n"), await said(session, b"20\n")] == [b"1\n", b"21\n"]
            assert session.alive
            ended = await session.close()
            assert (ended.ending, ended.exit_code, session.alive) == (ExecEnding.EXITED, 0, False)
            assert await session.close() == await session.kill() == ended

        self.held(rule)

    def test_the_input_of_the_job_comes_first(self) -> None:
        async def rule(sandbox: Sandbox, job: MakeJob) -> None:
            session = await sandbox.open(job(ECHO, stdin=b"one\n"))
            assert await line(session) == b"heard one\n"
            assert await said(session, b"two\n") == b"heard two\n"
            await session.kill()

        self.held(rule)

    def test_the_report_is_received_apart_from_the_output(self) -> None:
        code = "import os, sys\nprint('out')\nos.write(3, sys.stdin.readline().encode())\n"

        async def rule(sandbox: Sandbox, job: MakeJob) -> None:
            session = await sandbox.open(job(code, report=True))
            assert await said(session, b"report\n") == b"report\n"
            assert await session.receive() == b""
            assert (await session.close()).stdout == b"out\n"

        self.held(rule)

    def test_closing_the_input_lets_the_program_come_to_its_end(self) -> None:
        async def rule(sandbox: Sandbox, job: MakeJob) -> None:
            session = await sandbox.open(job(ECHO))
            ended = await session.close()
            assert (ended.exit_code, await session.receive(), await session.receive()) == (0, b"over\n", b"")

        self.held(rule)

    def test_a_program_that_was_killed_is_gone_with_all_it_started(self) -> None:
        code = "import os, time\nif os.fork() == 0:\n    time.sleep(600)\nprint('ready', flush=True)\ntime.sleep(600)\n"

        async def rule(sandbox: Sandbox, job: MakeJob) -> None:
            session = await sandbox.open(job(code))
            assert await line(session) == b"ready\n"
            ended = await session.kill()
            assert (ended.ending, ended.exit_code) == (ExecEnding.SIGNALLED, None)
            assert (session.alive, await session.receive()) == (False, b"")

        self.held(rule)

    def test_what_is_sent_to_a_program_that_ended_is_no_error(self) -> None:
        async def rule(sandbox: Sandbox, job: MakeJob) -> None:
            session = await sandbox.open(job("raise SystemExit(3)"))
            assert await session.receive() == b""
            await session.send(b"x" * 1_000_000)
            assert (await session.close()).exit_code == 3

        self.held(rule)

    def test_much_data_passes_both_ways_unharmed(self) -> None:
        code = "import sys, shutil\nshutil.copyfileobj(sys.stdin.buffer, sys.stdout.buffer)\n"
        content = bytes(range(256)) * 4096

        async def rule(sandbox: Sandbox, job: MakeJob) -> None:
            session = await sandbox.open(job(code))
            parts = [content[start : start + 100_000] for start in range(0, len(content), 100_000)]

            async def send() -> ExecResult:
                for part in parts:
                    await session.send(part)
                return await session.close()

            sending, received = asyncio.ensure_future(send()), b""
            while data := await session.receive():
                received += data
            assert (received == content, (await sending).exit_code) == (True, 0)

        self.held(rule)

    def test_the_time_of_a_job_is_the_time_of_the_session(self) -> None:
        async def rule(sandbox: Sandbox, job: MakeJob) -> None:
            session = await sandbox.open(job(ECHO, limits=Limits(wall_seconds=1.0)))
            assert await session.receive() == b""
            assert (await session.close()).ending is ExecEnding.TIMEOUT

        self.held(rule)

    def test_a_program_that_floods_its_reader_is_ended(self) -> None:
        code = "while True:\n    print('x' * 10_000, flush=True)\n"

        async def rule(sandbox: Sandbox, job: MakeJob) -> None:
            session = await sandbox.open(job(code, limits=SHORT.model_copy(update={"output_bytes": 100_000})))
            assert (await session.close()).ending is ExecEnding.OUTPUT_LIMIT

        self.held(rule)

    def test_leaving_the_block_and_closing_the_sandbox_end_the_program(self) -> None:
        async def rule(sandbox: Sandbox, job: MakeJob) -> None:
            async with await sandbox.open(job(ECHO)) as inside:
                lives = [inside.alive]
            lives.append(inside.alive)
            assert lives == [True, False]
            left = await sandbox.open(job(ECHO))
            await sandbox.close()
            assert not left.alive
            assert await left.receive() == b""

        self.held(rule, alone=True)


async def said(session: Session, data: bytes) -> bytes:
    """Send a line and return the line that comes back."""
    await session.send(data)
    return await line(session)


async def line(session: Session) -> bytes:
    received = b""
    while not received.endswith(b"\n"):
        data = await session.receive()
        assert data, f"the program ended after {received!r}"
        received += data
    return received
