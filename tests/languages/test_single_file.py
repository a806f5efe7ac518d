"""The tests of a function as one native file beside its solution."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from specwright.adapters.machine.toolchains import find
from specwright.app import project_of
from specwright.core.program.equality import EXACT
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.work.testcase import Raises, Returns, TestCase, Tier

SIGNATURE = Signature(
    name="run_code",
    params=(Parameter(name="nums", type=Type.parse("list[int]")),),
    returns=Type.parse("int"),
)
CASES = (
    TestCase(id="u1", name="example 1", inputs={"nums": [3, 4]}, expected=Returns(value=3), tier=Tier.USER),
    TestCase(id="t1", name="empty", inputs={"nums": []}, expected=Raises(), tier=Tier.GUESS),
)
SOLUTIONS = {
    "python": ("def run_code(nums):\n    return nums[0]\n", "test_solution.py", "from solution import run_code"),
    "javascript": ("export function runCode(nums) {}\n", "solution.test.js", 'from "./solution.js"'),
    "typescript": ("export function runCode(nums: number[]) {}\n", "solution.test.ts", 'from "./solution.ts"'),
    "go": ("package solution\n\nfunc RunCode(nums []int) int { return 0 }\n", "solution_test.go", "package solution\n"),
    "rust": ("pub fn run_code(nums: Vec<i64>) -> i64 {\n    nums[0]\n}\n", "solution_test.rs", "mod solution;"),
    "java": ("class Solution { static long runCode(long[] n) { return 0; } }", "SolutionTest.java", "SolutionTest"),
}  # fmt: skip


def native_test(language: str, code: str) -> tuple[str, str] | None:
    return project_of.native_test(code, SIGNATURE, CASES, EXACT, language)


@pytest.mark.parametrize("language", SOLUTIONS)
def test_every_language_has_a_test_file_that_finds_the_solution_beside_it(language: str) -> None:
    code, path, line = SOLUTIONS[language]
    found = native_test(language, code)
    assert found is not None
    assert found[0] == path
    assert line in found[1]
    assert "example.com" not in found[1]


@pytest.mark.parametrize("language", ["javascript", "rust", "go"])
def test_a_solution_that_no_other_file_can_use_gets_no_test_file(language: str) -> None:
    code = SOLUTIONS[language][0]
    hidden = code.replace("export ", "").replace("pub ", "").replace("package solution", "package main")
    assert native_test(language, hidden) is None


def test_the_file_of_rust_runs_as_it_is(tmp_path: Path) -> None:
    code = SOLUTIONS["rust"][0]
    found = native_test("rust", code)
    assert found is not None
    (tmp_path / "solution.rs").write_text(code)
    (tmp_path / found[0]).write_text(found[1])
    rustc = find("rust").programs["rustc"]
    subprocess.run([rustc, "--test", found[0], "-o", "tests"], cwd=tmp_path, check=True, capture_output=True)
    done = subprocess.run([tmp_path / "tests"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "2 passed" in done.stdout
