from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from specwright import api
from specwright.core.run.result import State
from specwright.core.work.example import parse_example
from specwright.core.work.task import Task
from specwright.delivery.claims import Standing
from specwright.languages.registry import ROWS
from specwright.pipeline.writing.specify import is_wide
from specwright.testing.scripted import Rule
from tests import stories
from tests.handed_over import verify

CODE = {
    "rust": (
        "pub fn run_code(nums: Vec<i64>, target: i64) -> Vec<i64> {{ // {n}\n    for i in 0..nums.len() {{\n"
        "        for j in i + 1..nums.len() {{\n            if nums[i] + nums[j] == target {{\n"
        "                return vec![i as i64, j as i64];\n            }}\n        }}\n    }}\n    vec![]\n}}\n"
    ),
    "go": (
        "package solution\n\n// RunCode finds the pair ({n}).\nfunc RunCode(nums []int, target int) []int {{\n"
        "\tfor i := range nums {{\n\t\tfor j := i + 1; j < len(nums); j++ {{\n\t\t\tif nums[i]+nums[j] == target {{\n"
        "\t\t\t\treturn []int{{i, j}}\n\t\t\t}}\n\t\t}}\n\t}}\n\treturn nil\n}}\n"
    ),
}


@pytest.mark.timeout(300)
@pytest.mark.parametrize("language", sorted(CODE))
def test_a_problem_is_solved_from_end_to_end_in_another_language(tmp_path: Path, language: str) -> None:
    written = [f"```{language}\n{CODE[language].format(n=n)}```" for n in range(3)]
    rules = [*stories.beginning(), *(Rule(stage="write_code", sample=n, reply=code) for n, code in enumerate(written))]
    rules += [Rule(stage="write_oracle", reply=written[0]), *stories.EVIDENCE[1:]]
    task = Task(problem=stories.PROBLEM, examples=stories.EXAMPLES, language=language)
    result = asyncio.run(api.solve_task(task, stories.settings(tmp_path), model=stories.model(rules)))
    assert result.execution_result is State.TESTS_PASSING, result.explanation
    assert (result.test_results.passed, result.test_results.failed) == (9, 0)
    assert result.code is not None
    assert "run_code" in result.code or "RunCode" in result.code
    asyncio.run(api.write_out(result.run_id, tmp_path / "out", stories.settings(tmp_path)))
    found = verify(tmp_path / "out")
    assert found.standing is Standing.HOLDS, [claim for claim in found.claims if claim.standing is not Standing.HOLDS]


@pytest.mark.parametrize(
    ("example", "language", "wide"),
    [
        ("n=5 -> 120", "go", False),
        ("n=25 -> 15511210043330985984000000", "go", True),
        ("n=20 -> 2432902008176640000", "rust", False),
        ("n=20 -> 2432902008176640000", "javascript", True),
    ],
)
def test_integers_are_declared_large_where_an_example_needs_them(example: str, language: str, wide: bool) -> None:
    assert is_wide((parse_example(example),), ROWS[language]) is wide
