"""No cheat of the corpus earns a pass: what is expected is random, known out here alone."""

from __future__ import annotations

import ast
import re
import secrets
from pathlib import Path
from typing import Final

import pytest

from specwright.adapters.sandbox.host.walls import ALL_UP
from specwright.core.evidence.native import NativeReport
from specwright.core.evidence.outcome import Execution, Outcome, passes
from specwright.core.program.candidate import Candidate
from specwright.core.program.package import Package
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import ANY, Type
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.languages.python.packaging import PythonPackaging
from specwright.pipeline.running.execute import execute
from specwright.pipeline.running.observe import observe_many
from specwright.ports.language import CallLimits, Program
from tests.sandboxes import CONTAINERS, LOCAL, Bench

CHEATS: Final = sorted((Path(__file__).parent / "cheats").glob("*.py"))
KIND: Final = {
    path: (re.findall(r"kind: (.+)", ast.get_docstring(ast.parse(path.read_text())) or "") or [""])[0]
    for path in CHEATS
}
ANSWERS: Final = [f"answer-{secrets.token_hex(8)}" for _ in range(4)]
SIGNATURE: Final = Signature(name="f", params=(Parameter(name="x", type=Type.parse("int")),), returns=ANY)
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


@pytest.mark.parametrize("cheat", [path for path in CHEATS if KIND[path] == "calls"], ids=ids)
@pytest.mark.parametrize("backend", ["bubblewrap", *CONTAINERS])
def test_a_cheat_passes_no_case(bench: Bench, backend: str, cheat: Path) -> None:
    for isolated in (False, True) if backend in LOCAL else (True,):
        execution = called(bench, backend, cheat.read_text(), isolated=isolated)
        assert len(execution.results) == len(CASES)
        assert execution.passed == 0, execution


@pytest.mark.timeout(300)
def test_no_cheat_learns_from_or_harms_the_programs_that_share_its_sandbox(bench: Bench) -> None:
    cheats = [path for path in CHEATS if KIND[path] == "calls"]
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


@pytest.mark.parametrize("cheat", [path for path in CHEATS if KIND[path] == "native"], ids=ids)
def test_a_cheat_gets_no_native_run_accepted(bench: Bench, cheat: Path) -> None:
    assert not natively(bench, "bubblewrap", cheat.read_text()).all_passed


@pytest.mark.parametrize("cheat", [path for path in CHEATS if KIND[path] == "native fooled"], ids=ids)
def test_what_can_fool_a_native_run_is_caught_by_the_calls(bench: Bench, cheat: Path) -> None:
    assert natively(bench, "bubblewrap", cheat.read_text()).all_passed
    assert called(bench, "bubblewrap", cheat.read_text(), isolated=True).passed == 0


def test_the_corpus_is_large_and_every_cheat_is_tried() -> None:
    assert len(CHEATS) >= 30
    assert set(KIND.values()) == {"calls", "native", "native fooled"}
