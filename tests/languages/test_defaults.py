"""Calls that leave an argument out, and calls of asynchronous functions, made in the sandbox."""

from __future__ import annotations

import pytest

from specwright.core.evidence.outcome import Ending
from specwright.core.program.signature import Default, Parameter, Signature
from specwright.core.program.types import Type
from specwright.pipeline.running.execute import call
from specwright.ports.language import CallLimits, Program
from tests.languages.conftest import Bench

SCALE = Signature(
    name="scale",
    params=(
        Parameter(name="n", type=Type.parse("int")),
        Parameter(name="by", type=Type.parse("int"), default=Default(value=10)),
    ),
    returns=Type.parse("int"),
)
# What the default is in the code shows whether the argument was left out: 3 stands for a wrong one.
CODE = {
    "python": "def scale(n: int, by: int = 3) -> int:\n    return n * by\n",
    "javascript": "export function scale(n, by = 3) { return n * by; }\n",
    "go": "package p\n\nfunc Scale(n int, by int) int { return n * by }\n",
}
AWAITED = {
    "python": "import asyncio\n\nasync def scale(n, by=10):\n    await asyncio.sleep(0)\n"
    "    if n < 0:\n        raise ValueError(n)\n    return n * by\n",
    "javascript": "export async function scale(n, by = 10) {\n  await null;\n"
    "  if (n < 0) throw new RangeError(`${n}`);\n  return n * by;\n}\n",
}


@pytest.mark.parametrize(("language", "left_out"), [("python", 6), ("javascript", 6), ("go", 20)])
def test_an_argument_that_a_test_leaves_out_is_left_out_if_the_language_can(
    bench: Bench, language: str, left_out: int
) -> None:
    program = Program(code=CODE[language], signature=SCALE)
    calls = [{"n": 2, "by": 5}, {"n": 2}]
    told = bench.runner.run(call(bench.sandbox, bench.toolchain(language), program, calls, limits=CallLimits()))
    assert [outcome.value for outcome in told] == [10, left_out]


@pytest.mark.parametrize("language", AWAITED)
@pytest.mark.parametrize("exact", [False, True])
def test_an_asynchronous_function_is_awaited(bench: Bench, language: str, exact: bool) -> None:
    program = Program(code=AWAITED[language], signature=SCALE.model_copy(update={"asynchronous": True}))
    limits = CallLimits(exact=exact)
    told = bench.runner.run(
        call(bench.sandbox, bench.toolchain(language), program, [{"n": 2}, {"n": -1}], limits=limits)
    )
    assert [outcome.ending for outcome in told] == [Ending.RETURNED, Ending.RAISED]
    assert told[0].value == 20


def test_a_function_that_cannot_be_awaited_is_not_asynchronous(bench: Bench) -> None:
    program = Program(code=CODE["python"], signature=SCALE.model_copy(update={"asynchronous": True}))
    [told] = bench.runner.run(call(bench.sandbox, bench.toolchain("python"), program, [{"n": 2}], limits=CallLimits()))
    assert (told.ending, told.error) == (Ending.RAISED, "TypeError")
