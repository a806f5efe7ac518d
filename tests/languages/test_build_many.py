"""Candidates that are built together: no one's faults, tricks or names reach another."""

from __future__ import annotations

import pytest

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.languages.common import supervised
from specwright.pipeline.running.build import Builds, Built, build_many
from specwright.pipeline.running.execute import call
from specwright.ports.language import CallLimits, Program
from specwright.ports.sandbox import ExecResult, Job, Sandbox
from tests.tiers import sampled

from .conftest import Bench

INT = Type.parse("int")
F = Signature(name="do_it", params=(Parameter(name="x", type=INT),), returns=INT)
LIMITS = CallLimits(seconds=40.0)

RIGHT = {
    "go": "package solution\n\nfunc DoIt(x int) int { return x + %d }\n",
    "rust": "pub fn do_it(x: i64) -> i64 { x + %d }\n",
    "java": "public class Solution { public static long doIt(long x) { return x + %d; } }\n",
}
BROKEN = {
    "go": "package solution\n\nfunc DoIt(x int) int { return nothing }\n",
    "rust": "pub fn do_it(x: i64) -> i64 { nothing }\n",
    "java": "public class Solution { public static long doIt(long x) { return nothing; } }\n",
}
MEDDLERS = {
    "go: runs at the start": (
        'package solution\n\nimport "os"\n\nfunc init() { os.Exit(7) }\n\nfunc DoIt(x int) int { return x }\n'
    ),
    "go: runs at the start, hidden": (
        'package solution; import "os"; var a = func() int { os.Exit(7); return 0 }()\n\n'
        "func DoIt(x int) int { return x + a }\n"
    ),
    "go: runs at the start, on two lines": (
        'package solution\n\nimport "os"\n\nfunc\ninit() { os.Exit(7) }\n\nfunc DoIt(x int) int { return x }\n'
    ),
    "go: names another's function": (
        'package solution\n\nimport _ "unsafe"\n\n//go:linkname other candidate0.DoIt\nfunc other(x int) int\n\n'
        "func DoIt(x int) int { return other(x) }\n"
    ),
    "go: imports another": 'package solution\n\nimport o "candidate0"\n\nfunc DoIt(x int) int { return o.DoIt(x) }\n',
    "rust: runs at the start": (
        "extern fn early() { std::process::exit(7) }\n"
        '#[used]\n#[link_section = ".init_array"]\nstatic EARLY: extern fn() = early;\n'
        "pub fn do_it(x: i64) -> i64 { x }\n"
    ),
    "rust: names another's function": "pub fn do_it(x: i64) -> i64 { crate::candidate0::do_it(x) }\n",
    "rust: takes another's text": 'mod other { include!("candidate0_solution.rs"); }\npub use other::do_it;\n',
    "rust: puts itself in place of the allocator": (
        "struct A;\nuse std::alloc::{GlobalAlloc, Layout};\n"
        "unsafe impl GlobalAlloc for A {\n    unsafe fn alloc(&self, _: Layout) -> *mut u8 { std::process::exit(7) }\n"
        "    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}\n}\n#[global_allocator]\nstatic EARLY: A = A;\n"
        "pub fn do_it(x: i64) -> i64 { x }\n"
    ),
    "java: ends the process at the start": (
        "public class Solution { static { Runtime.getRuntime().halt(7); } "
        "public static long doIt(long x) { return x; } }\n"
    ),
    "java: names another's class": (
        "public class Other { public static long doIt(long x) { return Solution.doIt(x); } }\n"
    ),
}


def programs(*codes: str) -> list[Program]:
    return [Program(code=code, signature=F) for code in codes]


def right(language: str) -> list[str]:
    return [RIGHT[language] % number for number in range(3)]


def build_all(bench: Bench, language: str, codes: list[str]) -> tuple[Built, ...]:
    return bench.runner.run(build_many(bench.sandbox, bench.toolchain(language), programs(*codes)))


def told(bench: Bench, language: str, code: str, built: Built) -> Outcome:
    if isinstance(built, Outcome):
        return built
    [program] = programs(code)
    toolchain = bench.toolchain(language)
    [outcome] = bench.runner.run(call(bench.sandbox, toolchain, program, [{"x": 1}], limits=LIMITS, built=built))
    return outcome


class Counting:
    """A sandbox that counts the jobs it runs."""

    def __init__(self, inner: Sandbox) -> None:
        self.inner = inner
        self.name, self.level = inner.name, inner.level
        self.open, self.warm, self.close = inner.open, inner.warm, inner.close
        self.ran = 0

    async def run(self, job: Job) -> ExecResult:
        self.ran += 1
        return await self.inner.run(job)


@pytest.mark.timeout(200)
@pytest.mark.parametrize("language", RIGHT)
def test_candidates_of_one_task_are_built_by_one_job_and_stay_themselves(bench: Bench, language: str) -> None:
    sandbox, builds = Counting(bench.sandbox), Builds()
    toolchain, codes = bench.toolchain(language), right(language)

    async def made() -> list[Built]:
        wanted = programs(*codes)
        return [await builds.of(sandbox, toolchain, program, wanted) for program in wanted]

    built = bench.runner.run(made())
    assert sandbox.ran == 1
    values = [told(bench, language, code, one).value for code, one in zip(codes, built, strict=True)]
    assert values == [1, 2, 3]


@pytest.mark.timeout(200)
@pytest.mark.parametrize("language", RIGHT)
def test_one_that_does_not_compile_takes_nobody_with_it_and_hears_why(bench: Bench, language: str) -> None:
    first, *rest = right(language)
    built = build_all(bench, language, [first, BROKEN[language], *rest])
    assert [told(bench, language, first, one).value for one in built] == [1, None, 2, 3]
    failed = built[1]
    assert isinstance(failed, Outcome)
    assert failed.ending is Ending.NOT_LOADED
    assert "nothing" in failed.detail
    assert "candidate" not in failed.detail


GROWING = (
    "fn grow<X: Clone>(x: X, n: i64) -> i64 {\n"
    "    if n == 0 { 0 } else { grow((x.clone(), x.clone(), x), n - 1) }\n}\n"
    "pub fn do_it(x: i64) -> i64 { grow(1i64, x) }\n"
)
"""A type that grows without end: the compiler never comes to it."""


@pytest.mark.timeout(400)
def test_one_that_never_compiles_takes_neither_the_time_of_the_others_nor_all_of_its_own(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervised, "_BUILD_CPU", 1)
    first, second, *_ = right("rust")
    built = build_all(bench, "rust", [first, GROWING, second])
    assert [told(bench, "rust", first, one).value for one in built] == [1, None, 2]
    failed = built[1]
    assert isinstance(failed, Outcome)
    assert "used up its 1 seconds of processor time" in failed.detail


@pytest.mark.timeout(200)
@pytest.mark.parametrize("trick", sampled(list(MEDDLERS), 1, kind=lambda trick: trick.split(":")[0]))
def test_what_one_candidate_does_never_reaches_another(bench: Bench, trick: str) -> None:
    language = trick.split(":", maxsplit=1)[0]
    first, *rest = right(language)
    codes = [first, MEDDLERS[trick], *rest]
    built = build_all(bench, language, codes)
    outcomes = [told(bench, language, code, one) for code, one in zip(codes, built, strict=True)]
    honest = [outcomes[0], *outcomes[2:]]
    assert [outcome.value for outcome in honest] == [1, 2, 3]
    # Nor does it gain anything by the others: its outcome is the one that it has alone.
    [alone] = programs(MEDDLERS[trick])
    [by_itself] = bench.runner.run(call(bench.sandbox, bench.toolchain(language), alone, [{"x": 1}], limits=LIMITS))
    assert outcomes[1].behaviour == by_itself.behaviour
    assert outcomes[1].ending is not Ending.RETURNED
