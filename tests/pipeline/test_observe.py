from __future__ import annotations

import asyncio

from specwright.core.data import Data
from specwright.core.outcome import Ending, Outcome
from specwright.core.signature import Parameter, Signature
from specwright.core.types import Type
from specwright.languages.python import PythonToolchain
from specwright.pipeline.observe import observe
from specwright.ports import CallLimits, Program
from specwright.sandbox import open_sandbox

INT = Type("int")
F = Signature(name="f", params=(Parameter(name="x", type=INT),), returns=INT)


def observed(code: str, count: int, *, patience: int = 3) -> tuple[Outcome, ...]:
    async def go() -> tuple[Outcome, ...]:
        sandbox = await open_sandbox()
        try:
            inputs: list[dict[str, Data]] = [{"x": x} for x in range(count)]
            program = Program(code=code, signature=F)
            limits = CallLimits(seconds=1.0)
            return await observe(sandbox, PythonToolchain(), program, inputs, limits=limits, patience=patience)
        finally:
            await sandbox.close()

    return asyncio.run(go())


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
