from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests import stories

from specwright import api
from specwright.core.run.result import Result
from specwright.core.work.task import Task
from specwright.testing.scripted import Rule

TASK = Task(problem="Return the given numbers in ascending order, each as often as it was given.")
SPECIFICATION: dict[str, Any] = {
    "summary": "Sort the numbers.",
    "params": [{"name": "items", "type": "list[int]"}],
    "returns": "list[int]",
    "requirements": [{"text": "The output is in ascending order."}, {"text": "Nothing is lost."}],
}
STATED = [{"kind": "sorted", "param": "items"}, {"kind": "rearranged", "param": "items"}]
TESTS = {
    "cases": [
        {"name": f"case {number}", "input": {"items": given}, "expected": sorted(given)}
        for number, given in enumerate([[3, 1, 2], [], [5], [9, -4, 7, 0]])
    ]
}
LOSES = "def run_code(items):\n    return sorted(set(items))  # {}\n"
LOSES_TOO = (
    "def run_code(items):\n    seen = {item: 0 for item in items}\n    return [key for key in sorted(seen)]  # {}\n"
)
KEEPS = "def run_code(items):\n    return sorted(items)  # {}\n"


def solved(folder: Path, properties: list[dict[str, str]]) -> Result:
    rules = [
        Rule(stage="specify", reply={**SPECIFICATION, "properties": properties}),
        Rule(stage="write_tests", reply=TESTS),
        Rule(stage="write_code", sample=0, reply=KEEPS.format("one")),
        Rule(stage="write_code", sample=1, reply=LOSES.format("two")),
        Rule(stage="write_code", sample=2, reply=LOSES_TOO.replace("{}", "three")),
    ]
    settings = stories.settings(folder, code_generation={"max_iterations": 1})
    return asyncio.run(api.solve_task(TASK, settings, model=stories.model(rules)))


@pytest.mark.parametrize("stated", [STATED, list(reversed(STATED))])
def test_a_stated_property_tells_programs_apart_that_no_test_does(tmp_path: Path, stated: list[dict[str, str]]) -> None:
    majority = solved(tmp_path / "without", [])
    assert majority.code is not None
    assert "set" in majority.code  # what most do, where nothing else is known

    result = solved(tmp_path / "with", stated)
    assert result.code == KEEPS.format("one").strip()


def test_a_property_of_what_is_no_parameter_is_asked_for_again(tmp_path: Path) -> None:
    rules = [Rule(stage="specify", reply={**SPECIFICATION, "properties": [{"kind": "sorted", "param": "nobody"}]})]
    model = stories.model(rules)
    result = asyncio.run(api.solve_task(TASK, stories.settings(tmp_path), model=model))
    assert result.execution_result.value == "MODEL_UNAVAILABLE"
    assert "nobody" in result.explanation
    assert len(model.questions) == 3
