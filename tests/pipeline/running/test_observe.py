from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.data import Data
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.languages.common.calls import read_outcomes
from specwright.languages.drivers import confinement
from specwright.languages.python.toolchain import PythonToolchain
from specwright.pipeline.running.observe import observe, observe_many
from specwright.ports.language import CallLimits, Program
from specwright.ports.sandbox import ExecEnding, ExecResult, Job, Sandbox, Session
from specwright.sandbox import open_sandbox

INT = Type("int")
F = Signature(name="f", params=(Parameter(name="x", type=INT),), returns=INT)


LIMITS = CallLimits(seconds=1.0)
T = TypeVar("T")


class Counting:
    """A sandbox that counts its jobs."""

    def __init__(self, inner: Sandbox) -> None:
        self.inner = inner
        self.jobs = 0
        self.name, self.level = inner.name, inner.level

    async def run(self, job: Job) -> ExecResult:
        self.jobs += 1
        return await self.inner.run(job)

    async def open(self, job: Job) -> Session:
        return await self.inner.open(job)

    async def warm(self, job: Job, count: int = 1) -> None:
        await self.inner.warm(job, count)

    async def close(self) -> None:
        await self.inner.close()


def inside(use: Callable[[Sandbox], Awaitable[T]]) -> tuple[T, int]:
    """What comes of using a sandbox, and the number of jobs that it took."""

    async def go() -> tuple[T, int]:
        sandbox = Counting(await open_sandbox())
        try:
            return await use(sandbox), sandbox.jobs
        finally:
            await sandbox.close()

    return asyncio.run(go())


def inputs_of(count: int) -> list[dict[str, Data]]:
    return [{"x": x} for x in range(count)]


def observed(code: str, count: int, *, patience: int = 3) -> tuple[Outcome, ...]:
    program = Program(code=code, signature=F)
    return inside(
        lambda box: observe(box, PythonToolchain(), program, inputs_of(count), limits=LIMITS, patience=patience)
    )[0]


def observed_together(codes: list[str], count: int) -> tuple[tuple[tuple[Outcome, ...], ...], int]:
    programs = [Program(code=code, signature=F) for code in codes]
    return inside(lambda box: observe_many(box, PythonToolchain(), programs, inputs_of(count), limits=LIMITS))


def test_every_input_gets_its_outcome_though_calls_share_a_process() -> None:
    found = observed("def f(x):\n    return 10 // (x - 3)", 50)
    assert [outcome.value for outcome in found[:3]] == [-4, -5, -10]
    assert found[3].error == "ZeroDivisionError"
    assert len(found) == 50


def test_a_call_that_never_ends_or_kills_its_process_costs_the_others_nothing() -> None:
    code = "import os\ndef f(x):\n    while x == 2: pass\n    if x == 5: os.abort()\n    return x"
    found = observed(code, 8)
    assert [outcome.ending for outcome in found] == [
        *[Ending.RETURNED] * 2,
        Ending.TIMEOUT,
        *[Ending.RETURNED] * 2,
        Ending.CRASHED,
        *[Ending.RETURNED] * 2,
    ]


def test_a_program_that_ends_one_process_after_the_other_is_given_up() -> None:
    found = observed("def f(x):\n    while True: pass", 30, patience=1)
    assert [outcome.ending for outcome in found] == [Ending.TIMEOUT] * 30
    assert "not tried" in found[-1].detail
    assert found[0].cpu_seconds > 0.0 == found[-1].cpu_seconds


def test_a_program_that_does_not_load_says_so_for_every_input() -> None:
    assert {outcome.ending for outcome in observed("def f(x:", 3)} == {Ending.NOT_LOADED}
    assert {outcome.ending for outcome in observed("1/0\ndef f(x): return x", 3)} == {Ending.NOT_LOADED}


def test_programs_that_end_by_themselves_share_two_sandboxes() -> None:
    codes = [f"def f(x):\n    return 10 // (x - {at})" for at in range(12)]
    rows, jobs = observed_together(codes, 12)
    assert jobs == 2
    for at, row in enumerate(rows):
        assert [outcome.error for outcome in row].index("ZeroDivisionError") == at
        assert row[at - 1].value == (-10 if at else 0)


def test_one_that_ends_its_process_or_is_no_program_changes_nothing_for_its_neighbours() -> None:
    good = "def f(x):\n    return x"
    bad = [
        "import os\ndef f(x):\n    if x == 1: os.abort()\n    return x",
        "def f(x:",
        "1/0\ndef f(x): return x",
        "g = 1",
        "def f(x):\n    while x == 2: pass\n    return x",
    ]
    rows, _ = observed_together([code for one in bad for code in (good, one)] + [good], 4)
    assert all([outcome.value for outcome in row] == [0, 1, 2, 3] for row in rows[::2])
    assert [[outcome.ending.value for outcome in row] for row in rows[1::2]] == [
        ["returned", "crashed", "returned", "returned"],
        *[["not loaded"] * 4] * 3,
        ["returned", "returned", "timeout", "returned"],
    ]


def test_what_is_told_does_not_depend_on_the_company() -> None:
    codes = [
        "import random\ndef f(x):\n    return random.random() + x",
        "# coding: latin-1\ndef f(x):\n    print('\\u00e9', x is 1)\n    return 'é'",
        "def f(x):\n    return {str(n) for n in range(x)}",
    ]
    rows, jobs = observed_together([*codes, *codes], 3)
    assert jobs == 2
    for code, row in zip(codes, rows[3:], strict=True):
        alone = observed(code, 3)
        assert [(o.ending, o.value, o.stdout) for o in row] == [(o.ending, o.value, o.stdout) for o in alone]


class Telling:
    """A sandbox in which the second call of every job runs for so long and no further."""

    name = level = "scripted"

    def __init__(self, cpu: float) -> None:
        self.cpu = cpu
        self.jobs = 0

    async def run(self, job: Job) -> ExecResult:
        self.jobs += 1
        said = b'{"ending": "returned", "value": 1}\n'
        head = {"first": 0, "count": 2, "how": "timeout", "code": 0, "cpu": self.cpu, "last": 0.95, "printed": 0}
        report = json.dumps({**head, "value": len(said), "out": 0}).encode() + b"\n" + said
        return ExecResult(ending=ExecEnding.EXITED, exit_code=0, report=report)

    async def open(self, job: Job) -> Session:
        raise NotImplementedError

    async def warm(self, job: Job, count: int = 1) -> None: ...

    async def close(self) -> None: ...


def test_a_call_that_computed_for_all_of_its_time_is_not_given_it_again() -> None:
    program = Program(code="def f(x): return x", signature=F)
    for cpu, jobs in ((0.94, 1), (0.3, 2)):
        sandbox = Telling(cpu)
        asyncio.run(observe(sandbox, PythonToolchain(), program, inputs_of(2), limits=LIMITS, patience=1))
        assert sandbox.jobs == jobs


BLOCKED = {
    "sleeps": "import time\ndef f(x):\n    if x: time.sleep(60)\n    return x",
    "waits for a lock": "import threading\nlock = threading.Lock()\n"
    "def f(x):\n    while x: lock.acquire()\n    return x",
    "says so itself": "import json, os\ndef f(x):\n    if x:\n        os.write(3, json.dumps({'ending': 'timeout', "
    "'starved': True, 'cpu': 0}).encode() + b'\\n')\n        os._exit(0)\n    return x",
}


@pytest.mark.parametrize("code", BLOCKED.values(), ids=BLOCKED)
def test_a_call_that_does_not_end_by_its_own_doing_is_heard(code: str) -> None:
    found = observed(code, 3, patience=1)
    assert found[0].ending is Ending.RETURNED
    assert [outcome.ending for outcome in found[1:]] != [Ending.RETURNED, Ending.RETURNED]
    assert not any(outcome.starved for outcome in found)


def test_a_call_that_a_busy_machine_gave_no_time_is_known_as_such() -> None:
    assert confinement.starved(used=0.2, delayed=0.7, seconds=1.0)
    assert not confinement.starved(used=0.2, delayed=0.1, seconds=1.0), "it slept"
    assert not confinement.starved(used=0.6, delayed=9.0, seconds=1.0), "it had half of its time"
    frame = {"first": 0, "count": 1, "how": "starved", "code": 0, "cpu": 0.2, "printed": 0, "value": 0, "out": 0}
    told = ExecResult(ending=ExecEnding.EXITED, exit_code=0, report=json.dumps(frame).encode() + b"\n")
    [outcome] = read_outcomes(told, 1)
    assert (outcome.ending, outcome.starved) == (Ending.TIMEOUT, True)
