"""No cheat of the corpus earns a pass: what is expected is random, known out here alone."""

from __future__ import annotations

import re
import secrets
from pathlib import Path
from typing import Final

import pytest

from specwright.adapters.machine.toolchains import ready
from specwright.adapters.sandbox.host.walls import ALL_UP, Walls
from specwright.core.evidence.native import NativeReport
from specwright.core.evidence.outcome import Ending, Execution, Outcome, passes
from specwright.core.program.candidate import Candidate
from specwright.core.program.package import Package
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import ANY, Type
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.languages.loading import toolchain_for
from specwright.languages.python.packaging import PythonPackaging
from specwright.pipeline.running.build import build
from specwright.pipeline.running.execute import execute
from specwright.pipeline.running.observe import observe_many
from specwright.ports.language import CallLimits, Program
from tests.sandboxes import CONTAINERS, LOCAL, Bench
from tests.tiers import sampled

CHEATS: Final = sorted((Path(__file__).parent / "cheats").glob("*.py"))
OTHERS: Final = sorted((Path(__file__).parent / "cheats" / "other").iterdir())
"""Cheats in other languages than Python."""
LANGUAGE: Final = {".py": "python", ".mjs": "javascript", ".go": "go", ".rs": "rust", ".java": "java"}
KIND: Final = {path: re.findall(r"kind: (.+)", path.read_text())[0] for path in (*CHEATS, *OTHERS)}
CALLS: Final = [path for path in CHEATS if KIND[path] == "calls"]
"""Each tries to pass cases without an answer; by default every sixth is tried in each kind of container.

By default every third is also tried with all calls in one process, as `test_no_cheat_learns_from...` tries them all.
"""
INFLUENCE: Final = [path for path in CHEATS if KIND[path] == "influence"]
"""Each returns what it saw of calls before it, and leaves something for those after it."""
ELSEWHERE: Final = [pytest.param(backend, marks=pytest.mark.slow) for backend in ("namespaces", *CONTAINERS)]
ANSWERS: Final = [f"answer-{secrets.token_hex(8)}" for _ in range(4)]
SIGNATURE: Final = Signature(name="f", params=(Parameter(name="x", type=Type.parse("int")),), returns=ANY)
TEXT: Final = SIGNATURE.model_copy(update={"returns": Type.parse("str")})
CASES: Final = tuple(
    TestCase(id=str(x), name=str(x), inputs={"x": x}, expected=Returns(value=answer), tier=Tier.USER)
    for x, answer in enumerate(ANSWERS)
)
TESTS: Final = f"""
import pytest
from solution import f

ANSWERS = {ANSWERS!r}

@pytest.mark.parametrize("x", range({len(ANSWERS)}))
def test_values(x):
    assert f(x) == ANSWERS[x]
"""
HONEST: Final = f"A = {ANSWERS!r}\ndef f(x): return A[x]"


def ids(path: Path) -> str:
    return path.stem


def called(bench: Bench, backend: str, code: str, *, isolated: bool) -> Execution:
    candidate = Candidate(id="c", code=code, language="python", origin="test")
    sandbox = bench.sandbox(backend, ALL_UP)
    limits = CallLimits(seconds=1.5, memory_bytes=2**28)
    result: Execution = bench.run(
        execute(sandbox, bench.toolchain(backend), candidate, SIGNATURE, CASES, limits=limits, isolated=isolated)
    )
    return result


def natively(bench: Bench, backend: str, code: str) -> NativeReport:
    packaging = PythonPackaging()
    package = Package(
        name="solution",
        summary="Answers.",
        sources={packaging.source_path("solution"): code},
        tests={packaging.test_path("solution", "solution"): TESTS},
    )
    run = packaging.test_run(package, CallLimits(seconds=10))
    return packaging.read_tests(run, bench.run(bench.sandbox(backend, ALL_UP).run(run.job)), package)


@pytest.mark.parametrize("backend", LOCAL)
def test_an_honest_candidate_passes_in_every_way(bench: Bench, backend: str) -> None:
    assert called(bench, backend, HONEST, isolated=True).all_passed
    assert called(bench, backend, HONEST, isolated=False).all_passed
    report = natively(bench, backend, HONEST)
    assert report.all_passed, report
    assert len(report.tests) == len(ANSWERS)


@pytest.mark.parametrize(
    ("backend", "cheat"),
    [
        *(pytest.param("bubblewrap", path, id=f"bubblewrap-{path.stem}") for path in CALLS),
        *(
            pytest.param(kind, path, id=f"{kind}-{path.stem}", marks=() if number % 6 == place else pytest.mark.slow)
            for place, kind in enumerate(CONTAINERS)
            for number, path in enumerate(CALLS)
        ),
    ],
)
def test_a_cheat_passes_no_case(bench: Bench, backend: str, cheat: Path) -> None:
    execution = called(bench, backend, cheat.read_text(), isolated=True)
    assert len(execution.results) == len(CASES)
    assert execution.passed == 0, execution


@pytest.mark.parametrize("cheat", sampled(CALLS, len(CALLS) // 3, name=ids))
def test_a_cheat_passes_no_case_when_its_calls_share_a_process(bench: Bench, cheat: Path) -> None:
    execution = called(bench, "bubblewrap", cheat.read_text(), isolated=False)
    assert len(execution.results) == len(CASES)
    assert execution.passed == 0, execution


@pytest.mark.timeout(300)
def test_no_cheat_learns_from_or_harms_the_programs_that_share_its_sandbox(bench: Bench) -> None:
    cheats = [path for path in CHEATS if KIND[path] in ("calls", "influence")]
    codes = [code for path in cheats for code in (HONEST, path.read_text())] + [HONEST]
    programs = [Program(code=code, signature=SIGNATURE) for code in codes]
    sandbox, toolchain = bench.sandbox("bubblewrap", ALL_UP), bench.toolchain("bubblewrap")
    limits = CallLimits(seconds=1.5, memory_bytes=2**28)
    inputs = [case.inputs for case in CASES]
    rows: tuple[tuple[Outcome, ...], ...] = bench.run(
        observe_many(sandbox, toolchain, programs, inputs, limits=limits, patience=1)
    )
    for row in rows[::2]:
        assert [outcome.value for outcome in row] == ANSWERS
    for path, row in zip(cheats, rows[1::2], strict=True):
        assert not any(passes(case, outcome) for case, outcome in zip(CASES, row, strict=True)), path.name


@pytest.mark.parametrize("backend", [*LOCAL, *CONTAINERS])
def test_a_program_finds_the_sandbox_as_the_one_before_it_did(bench: Bench, backend: str) -> None:
    code = (Path(__file__).parent / "cheats" / "shared_memory.py").read_text()
    programs = [Program(code=code, signature=SIGNATURE) for _ in range(4)]
    sandbox, toolchain = bench.sandbox(backend, ALL_UP), bench.toolchain(backend)
    rows: tuple[tuple[Outcome, ...], ...] = bench.run(observe_many(sandbox, toolchain, programs, [{"x": 0}]))
    assert [outcome.value for row in rows for outcome in row] == [""] * 4


def seen(bench: Bench, backend: str, path: Path, *, walls: Walls = ALL_UP, isolated: bool = True) -> list[str]:
    """What three calls of the program say that they saw of one another."""
    sandbox, language = bench.sandbox(backend, walls), LANGUAGE[path.suffix]
    toolchain = bench.toolchain(backend) if language == "python" else toolchain_for(language, sandbox, ready)
    program = Program(code=path.read_text(), signature=TEXT)
    limits = CallLimits(seconds=20, memory_bytes=2**28)
    built = bench.run(build(sandbox, toolchain, program))
    assert not isinstance(built, Outcome), built
    job = toolchain.calls(program, built, [{"x": x} for x in range(3)], limits, 3 if isolated else 0)
    outcomes = toolchain.outcomes(bench.run(sandbox.run(job)), program, 3)
    assert [outcome.ending for outcome in outcomes] == [Ending.RETURNED] * 3, outcomes
    return [str(outcome.value) for outcome in outcomes]


def seen_with_its_wall_lowered(bench: Bench, backend: str, path: Path) -> list[str]:
    """The wall is the filter of system calls, or the isolation of calls from one another."""
    wall = re.findall(r"walls: (.+)", path.read_text())[0]
    if wall == "isolation":
        return seen(bench, backend, path, isolated=False)
    assert wall == "system_calls"
    return seen(bench, backend, path, walls=Walls(system_calls=False))


@pytest.mark.parametrize("cheat", INFLUENCE, ids=ids)
@pytest.mark.parametrize("backend", ["bubblewrap", *ELSEWHERE])
def test_no_call_sees_what_another_left(bench: Bench, backend: str, cheat: Path) -> None:
    assert seen(bench, backend, cheat) == ["", "", ""]


@pytest.mark.parametrize("cheat", INFLUENCE, ids=ids)
@pytest.mark.parametrize("backend", ["namespaces", pytest.param("bubblewrap", marks=pytest.mark.slow)])
def test_it_would_see_it_with_its_wall_lowered(bench: Bench, backend: str, cheat: Path) -> None:
    assert any(seen_with_its_wall_lowered(bench, backend, cheat)[1:])


@pytest.mark.parametrize("backend", [*LOCAL, *CONTAINERS])
def test_no_call_sees_what_another_left_wherever_it_runs(bench: Bench, backend: str) -> None:
    """A sample, every fourth of the cheats."""
    place = [*LOCAL, *CONTAINERS].index(backend)
    found = {path.name: seen(bench, backend, path) for path in INFLUENCE[place::4]}
    assert found == {name: ["", "", ""] for name in found}


def test_no_program_sees_what_one_that_shares_its_sandbox_left(bench: Bench) -> None:
    sandbox, toolchain = bench.sandbox("bubblewrap", ALL_UP), bench.toolchain("bubblewrap")
    programs = [Program(code=path.read_text(), signature=TEXT) for path in INFLUENCE for _ in range(2)]
    rows: tuple[tuple[Outcome, ...], ...] = bench.run(observe_many(sandbox, toolchain, programs, [{"x": 0}]))
    assert [outcome.value for row in rows for outcome in row] == [""] * len(programs)


@pytest.mark.slow
@pytest.mark.parametrize("cheat", OTHERS, ids=lambda path: path.name)
@pytest.mark.parametrize("backend", LOCAL)
def test_no_call_sees_what_another_left_in_any_language(bench: Bench, backend: str, cheat: Path) -> None:
    assert seen(bench, backend, cheat) == ["", "", ""]
    assert any(seen_with_its_wall_lowered(bench, backend, cheat)[1:])


@pytest.mark.parametrize("language", ["javascript", "rust"])
def test_no_call_sees_what_another_left_in_another_language(bench: Bench, language: str) -> None:
    [cheat, *_] = [path for path in OTHERS if LANGUAGE[path.suffix] == language]
    assert seen(bench, "bubblewrap", cheat) == ["", "", ""]
    assert any(seen_with_its_wall_lowered(bench, "bubblewrap", cheat)[1:])


@pytest.mark.parametrize("cheat", [path for path in CHEATS if KIND[path] == "native"], ids=ids)
def test_a_cheat_gets_no_native_run_accepted(bench: Bench, cheat: Path) -> None:
    assert not natively(bench, "bubblewrap", cheat.read_text()).all_passed


@pytest.mark.parametrize("cheat", [path for path in CHEATS if KIND[path] == "native fooled"], ids=ids)
def test_what_can_fool_a_native_run_is_caught_by_the_calls(bench: Bench, cheat: Path) -> None:
    assert natively(bench, "bubblewrap", cheat.read_text()).all_passed
    assert called(bench, "bubblewrap", cheat.read_text(), isolated=True).passed == 0


def test_the_corpus_is_large_and_every_cheat_is_tried() -> None:
    assert len(CHEATS) + len(OTHERS) >= 110
    assert set(KIND.values()) == {"calls", "influence", "native", "native fooled"}
