"""A package with a function on which several answers are right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.pipeline.test_generate import generate
from tests.stories import checker_stories, fenced

from specwright.api import make_package_task
from specwright.core.evidence.bar import BarKind
from specwright.testing.scripted import Rule

TASK = make_package_task(
    "A planner with one function order(n, edges): any topological order, [] if there is a cycle. "
    "order(3, [[2, 0]]) == [1, 2, 0]"
)
FUNCTION: dict[str, Any] = {
    "kind": "function",
    "name": "order",
    "summary": checker_stories.SPECIFICATION["summary"],
    "params": checker_stories.SPECIFICATION["params"],
    "returns": "list[int]",
    "several_answers": checker_stories.SPECIFICATION["several_answers"],
}
PLAN = {
    "name": "planner",
    "summary": "Orders nodes.",
    "items": [FUNCTION],
    "requirements": checker_stories.SPECIFICATION["requirements"],
}


def test_a_function_of_a_package_is_checked_by_its_own_checker(tmp_path: Path) -> None:
    programs = [code.replace("run_code", "order") for code in checker_stories.RIGHT]
    rules = [
        Rule(stage="plan_package", reply=PLAN),
        Rule(stage="write_tests", reply=checker_stories.TESTS),
        Rule(stage="write_checker", reply=fenced(checker_stories.CHECKER)),
        *(Rule(stage="write_package", sample=at, reply=fenced(code)) for at, code in enumerate(programs)),
        Rule(stage="document_package", reply="# planner\n"),
        *checker_stories.story(),
    ]
    result = generate(tmp_path, rules, TASK)
    assert result.execution_result.passing, result.explanation
    [checker] = result.checkers
    assert (checker.function, checker.accepted) == ("order", len(result.tests))
    assert any(test.by_checker for test in result.tests)
    assert BarKind.SEVERAL_ANSWERS not in {bar.kind for bar in result.bars}
    assert result.native is not None
    assert result.native.all_passed, "a native test compares only where the code gives the expected answer"
