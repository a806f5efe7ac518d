from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from specwright.adapters.sandbox.local.bubblewrap import BubblewrapSandbox
from specwright.core.evidence.outcome import Ending, Execution
from specwright.core.program.candidate import Candidate
from specwright.core.program.data import encode
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.work.testcase import Raises, Returns, TestCase, Tier
from specwright.languages.python.toolchain import PythonToolchain
from specwright.pipeline.running.execute import execute
from specwright.ports.language import CallLimits

INT = Type.parse("int")
F = Signature(name="f", params=(Parameter(name="x", type=INT),), returns=Type.parse("any"))


def case(x: object, expected: object) -> TestCase:
    wanted = expected if isinstance(expected, Raises) else Returns(value=encode(expected))
    return TestCase(id=f"t{x}", name=f"f({x})", inputs={"x": encode(x)}, expected=wanted, tier=Tier.USER)


def execution(code: str, cases: Sequence[TestCase], *, isolated: bool = False, seconds: float = 5.0) -> Execution:
    async def go() -> Execution:
        sandbox = await BubblewrapSandbox.launch()
        try:
            candidate = Candidate(id="c", code=code, language="python", origin="test")
            limits = CallLimits(seconds=seconds)
            return await execute(sandbox, PythonToolchain(), candidate, F, cases, limits=limits, isolated=isolated)
        finally:
            await sandbox.close()

    return asyncio.run(go())


def endings(run: Execution) -> list[Ending]:
    return [result.outcome.ending for result in run.results]


def test_all_cases_pass_together_or_one_by_one() -> None:
    cases = [case(x, x * 2) for x in range(40)]
    together = execution("def f(x): return x * 2", cases)
    assert (together.all_passed, together.isolated) == (True, False)
    alone = execution("def f(x): return x * 2", cases, isolated=True)
    assert (alone.all_passed, alone.isolated) == (True, True)


def test_a_mismatch_makes_every_case_run_alone() -> None:
    run = execution(
        "seen = []\ndef f(x):\n    seen.append(x)\n    return len(seen)", [case(0, 1), case(1, 1), case(2, 5)]
    )
    assert run.isolated
    assert [result.passed for result in run.results] == [True, True, False]


@pytest.mark.parametrize(
    ("body", "ending", "error"),
    [
        ("raise ValueError('no')", Ending.RAISED, "ValueError"),
        ("import sys; sys.exit(0)", Ending.RAISED, "SystemExit"),
        ("import os; os._exit(0)", Ending.CRASHED, "ended without returning (exit status 0)"),
        ("import os; os.kill(os.getpid(), 11)", Ending.CRASHED, "killed by SIGSEGV"),
        ("import ctypes; ctypes.CDLL(None).ptrace(0, 0, 0, 0)", Ending.FORBIDDEN, "forbidden system call"),
        ("return bytearray(10**10)", Ending.OUT_OF_MEMORY, "out of memory"),
        ("while True: pass", Ending.TIMEOUT, "timeout"),
        ("import time; time.sleep(60)", Ending.TIMEOUT, "timeout"),
    ],
)
def test_each_way_to_end_is_told_apart(body: str, ending: Ending, error: str) -> None:
    code = f"def f(x):\n    if x != 1: return x\n    {body}"
    run = execution(code, [case(0, 0), case(1, 1), case(2, 2)], seconds=1.0)
    assert [result.passed for result in run.results] == [True, False, True]
    assert (run.results[1].outcome.ending, run.results[1].outcome.error) == (ending, error)


@pytest.mark.parametrize("code", ["def f(x:", "def g(x): return x", "raise ValueError\ndef f(x): return x", "f = 3"])
def test_what_cannot_be_loaded_fails_every_case_and_makes_no_call(code: str) -> None:
    run = execution(code, [case(0, 0), case(1, 1)])
    assert endings(run) == [Ending.NOT_LOADED] * 2
    assert run.passed == 0


def test_an_expected_error_is_told_by_its_kind() -> None:
    run = execution(
        "def f(x): raise KeyError(x)", [case(0, Raises(error="KeyError")), case(1, Raises(error="OSError"))]
    )
    assert [result.passed for result in run.results] == [True, False]


def test_what_a_case_prints_is_kept_with_it() -> None:
    run = execution("def f(x):\n    print('saw', x)\n    return x", [case(0, 0), case(1, 1)])
    assert [result.outcome.stdout for result in run.results] == ["saw 0\n", "saw 1\n"]


@pytest.mark.parametrize("place", ["/tmp", "/box", "/dev/shm"])
def test_a_case_finds_nothing_that_another_left_nor_anything_of_ours(place: str) -> None:
    code = f"""
import os
def f(x):
    found = os.listdir({place!r})
    os.makedirs(f'{place}/{{x}}/a')
    os.chmod(f'{place}/{{x}}', 0o500)
    return found
"""
    run = execution(code, [case(0, []), case(1, []), case(2, [])], isolated=True)
    assert run.all_passed


VALUES = [
    None, True, 0, -1, 2**53, -(2**70), 1.5, -0.0, float("nan"), float("inf"), "", "é\n\x00", b"\x00\xff",
    [], [1, [2.0]], (1,), (), {1, 2}, {"a": {(1, 2): [None]}}, {1: "a", "1": "b"},
]  # fmt: skip


def test_every_value_that_a_case_can_hold_comes_back_as_itself() -> None:
    code = f"from math import inf, nan\nV = {VALUES!r}\ndef f(x): return V[x]"
    run = execution(code, [case(index, value) for index, value in enumerate(VALUES)])
    assert [result.case_id for result in run.results if not result.passed] == []


def test_inputs_of_every_kind_reach_the_program_as_themselves() -> None:
    code = "def f(x): return repr(x)"
    cases = [
        TestCase(id=str(n), name="", inputs={"x": encode(v)}, expected=Returns(value=repr(v)), tier=Tier.USER)
        for n, v in enumerate(VALUES)
    ]
    run = execution(code, cases)
    assert [result for result in run.results if not result.passed] == []


def test_without_cases_nothing_passes() -> None:
    assert not execution("def f(x): return x", []).all_passed
