"""Performance that is measured for real: programs of known growth in the real sandbox. Nothing here depends on how fast
the machine is: wrong are only verdicts that are far off."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from tests.tiers import sampled

from specwright.adapters.machine.toolchains import ready
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.work.performance import Bound, BoundResult, BoundVerdict, Growth
from specwright.languages.loading import toolchain_for
from specwright.pipeline.running.timing import Ramp, check_bounds, fine_sizes, measure, ramp_sizes
from specwright.pipeline.running.timing import timed_program as prepared
from specwright.ports.language import CallLimits, Program
from specwright.ports.sandbox import Sandbox
from specwright.quality.growth import ORDER, estimate
from specwright.quality.loads import shapes
from specwright.sandbox import open_sandbox

LIMITS = CallLimits(seconds=20.0)
LIST = Signature(name="f", params=(Parameter(name="xs", type=Type.parse("list[int]")),), returns=Type.parse("int"))
NUMBER = Signature(name="f", params=(Parameter(name="n", type=Type.parse("int")),), returns=Type.parse("int"))
PAIRS = "def f(xs):\n    return sum(a == b for a in xs for b in xs)\n"
TOTAL = "def f(xs):\n    total = 0\n    for x in xs:\n        total += x\n    return total\n"


class Room:
    def __init__(self) -> None:
        self.runner = asyncio.Runner()
        self.sandbox: Sandbox = self.runner.run(open_sandbox("auto"))

    def check(self, code: str, bound: Bound, signature: Signature = LIST, language: str = "python") -> BoundResult:
        toolchain = toolchain_for(language, self.sandbox, ready)
        program = Program(code=code, signature=signature)
        [result] = self.runner.run(check_bounds(self.sandbox, toolchain, program, [bound], LIMITS))
        return result


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    room = Room()
    yield room
    room.runner.run(room.sandbox.close())
    room.runner.close()


def bound(growth: Growth | None = None, **stated: float) -> Bound:
    return Bound(requirement="r1", function="f", growth=growth, **stated)


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("code", "signature", "known"),
    [
        (TOTAL, LIST, Growth.LINEAR),
        (PAIRS, LIST, Growth.QUADRATIC),
        ("def f(n):\n    return 1 if n < 2 else f(n - 1) + f(n - 2)\n", NUMBER, Growth.EXPONENTIAL),
    ],
)
def test_growth_is_told_or_not_told_but_never_far_off(
    room: Room, code: str, signature: Signature, known: Growth
) -> None:
    async def measured() -> Growth | None:
        toolchain = toolchain_for("python", room.sandbox, ready)
        on = await prepared(room.sandbox, toolchain, Program(code=code, signature=signature), LIMITS)
        samples = (await measure(on)).samples
        assert len(samples) > 5
        told = estimate(samples)
        return told.growth if told else None

    growth = room.runner.run(measured())
    assert growth is None or abs(ORDER.index(growth) - ORDER.index(known)) <= 1


@pytest.mark.timeout(300)
def test_a_quadratic_program_does_not_hold_what_a_logarithm_is_stated_for(room: Room) -> None:
    result = room.check(PAIRS, bound(Growth.LOGARITHMIC))
    assert result.verdict is not BoundVerdict.HOLDS
    assert result.samples


@pytest.mark.timeout(300)
def test_time_at_a_stated_size_is_measured_there(room: Room) -> None:
    assert room.check(TOTAL, bound(items=1000, seconds=5.0)).verdict is BoundVerdict.HOLDS
    slow = "def f(xs):\n    for _ in range(300_000):\n        pass\n    return 1\n"
    result = room.check(slow, bound(items=10, seconds=0.0001))
    assert result.verdict is BoundVerdict.FAILS
    assert "10 items took" in result.evidence


@pytest.mark.timeout(300)
def test_memory_is_measured_above_what_the_language_itself_takes(room: Room) -> None:
    hungry = "def f(xs):\n    return len(bytearray(len(xs) * 100_000))\n"
    assert room.check(hungry, bound(items=1000, memory_bytes=20 * 2**20)).verdict is BoundVerdict.FAILS
    assert room.check(TOTAL, bound(items=1000, memory_bytes=60 * 2**20)).verdict is BoundVerdict.HOLDS


@pytest.mark.timeout(300)
def test_a_program_that_lies_about_its_time_gains_nothing(room: Room) -> None:
    liar = (
        "import gc, time, types\n"
        "for one in gc.get_objects():\n"
        "    if isinstance(one, types.FunctionType) and one.__name__ == '_call':\n"
        "        one.__defaults__ = (lambda: 1.0,)\n"
        "def f(n):\n    end = time.thread_time() + min(n, 1000) / 8000\n"
        "    while time.thread_time() < end:\n        pass\n    return n\n"
    )
    result = room.check(liar, bound(Growth.CONSTANT), NUMBER)
    assert result.verdict is not BoundVerdict.HOLDS


@pytest.mark.timeout(300)
def test_what_cannot_be_run_or_cannot_grow_is_not_determinable(room: Room) -> None:
    assert room.check("def f(xs):\n    raise ValueError\n", bound(Growth.LINEAR)).verdict is BoundVerdict.UNKNOWN
    assert room.check("def g(xs): pass\n", bound(Growth.LINEAR)).verdict is BoundVerdict.UNKNOWN
    flag = Signature(name="f", params=(Parameter(name="x", type=Type.parse("bool")),), returns=Type.parse("int"))
    result = room.check("def f(x):\n    return 1\n", bound(Growth.LINEAR), flag)
    assert (result.verdict, result.evidence) == (BoundVerdict.UNKNOWN, "nothing in the signature can grow")


@pytest.mark.timeout(200)
def test_a_program_that_remembers_its_calls_is_measured_as_if_it_were_new(room: Room) -> None:
    code = "known = {}\ndef f(n):\n    if n not in known:\n        known[n] = sum(range(n))\n    return known[n]\n"
    assert room.check(code, bound(Growth.LOGARITHMIC), NUMBER).verdict is not BoundVerdict.HOLDS


OTHERS = {
    "javascript": (
        "export function f(xs) { let c = 0; for (const a of xs) for (const b of xs) c += a === b; return c; }\n"
    ),
    "java": (
        "import java.util.*;\npublic class Solution { public static long f(List<Long> xs) { long c = 0; "
        "for (long a : xs) for (long b : xs) c += a == b ? 1 : 0; return c; } }\n"
    ),
    "go": (
        "package solution\n\nfunc F(xs []int) int {\n\tc := 0\n\tfor _, a := range xs {\n\t\tfor _, b := range xs {\n"
        "\t\t\tif a == b {\n\t\t\t\tc++\n\t\t\t}\n\t\t}\n\t}\n\treturn c\n}\n"
    ),
    "rust": (
        "pub fn f(xs: Vec<i64>) -> i64 {\n    let mut c = 0;\n"
        "    for a in &xs { for b in &xs { c += (a == b) as i64; } }\n    c\n}\n"
    ),
}


@pytest.mark.timeout(200)
@pytest.mark.parametrize("language", sampled(list(OTHERS), 0, keep=["go"]))
def test_the_other_languages_are_measured_too(room: Room, language: str) -> None:
    result = room.check(OTHERS[language], bound(Growth.LOGARITHMIC), language=language)
    assert len(result.samples) > 5
    assert result.verdict is not BoundVerdict.HOLDS


def test_sizes_grow_by_small_steps_first_and_the_measured_ones_are_quick() -> None:
    sizes = ramp_sizes(10_000)
    assert sizes[:5] == [1, 2, 3, 4, 5]
    assert sizes[-1] == 10_000
    assert fine_sizes({n: 2.0**n * 1e-6 for n in range(1, 25)}) == list(range(1, 14))
    linear = fine_sizes({n: n * 1e-6 for n in sizes})
    assert max(linear) == 10_000
    assert min(linear) * 600 > max(linear)


@pytest.mark.parametrize("disturbed", [1, 8192])
def test_one_disturbed_call_does_not_hide_that_calls_are_short(disturbed: int) -> None:
    [shape, *_] = shapes(LIST, None, 0)
    costs = dict.fromkeys(ramp_sizes(8192), 2e-6)
    assert Ramp(shape, costs | {disturbed: 1e-3}, 0).short
    assert not Ramp(shape, {size: size * 1e-6 for size in costs}, 0).short
