"""A change that mended one program is tried on the next one before any model is asked."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from specwright import Client, Result
from specwright.config import load_settings
from specwright.core.memory.entry import MemoryEffect
from specwright.testing.scripted import Rule, ScriptedModel

FIRST = "Return the sum of the whole numbers from one up to the number last, with last itself included in the sum."
SECOND = (
    "Return the product of the whole numbers from two up to the number top, with top itself included in the product."
)
SUM = '''def sum_up(last: int) -> int:
    """Return the sum of the numbers up to the last one."""
    return sum(range(1, {}))
'''
PRODUCT = '''def product_up(top: int) -> int:
    """Return the product of the numbers up to the top."""
    found = 1
    for number in range(2, {}):
        found *= number
    return found
'''


def writer(problem: str, param: str, wrong: str, right: str, pairs: Sequence[tuple[int, int]]) -> ScriptedModel:
    """A model that writes the wrong program, and the right one when it is asked for a repair."""
    specification = {
        "summary": problem,
        "params": [{"name": param, "type": "int"}],
        "returns": "int",
        "requirements": [{"text": problem}],
        "preconditions": [{"text": f"{param} is positive", "holds": f"{param} >= 1"}],
    }
    cases = [
        {"name": f"of {given}", "requirement": "R1", "input": {param: given}, "expected": value}
        for given, value in pairs
    ]
    return ScriptedModel([
        Rule(stage="specify", reply=specification),
        Rule(stage="write_tests", reply={"cases": cases}),
        Rule(stage="write_code", reply=f"```python\n{wrong}```"),
        Rule(stage="write_oracle", reply=f"```python\n{right}```"),
        Rule(stage="revise_code", reply=f"fault: code\nThe last number is missing.\n```python\n{right}```"),
        Rule(stage="revise_tests", reply={"reasoning": "They are right."}),
        Rule(stage="write_inputs", reply={"inputs": [{param: 4}]}),
    ])  # fmt: skip


def solved(folder: Path, model: ScriptedModel, problem: str, examples: Sequence[str], **memory: Any) -> Result:
    flags = {"store": {"path": folder / "runs.db"}, "memory": {"use": "on", "project": "/project", **memory}}
    with Client(load_settings(flags, environ={}, directory=folder), model=model) as client:
        result = client.solve(problem, examples=examples)
        assert client.replay(result.run_id).same
    return result


def sums() -> ScriptedModel:
    wrong, right = SUM.format("last"), SUM.format("last + 1")
    return writer(FIRST, "last", wrong, right, [(1, 1), (2, 3), (5, 15), (7, 28)])


def products() -> ScriptedModel:
    wrong, right = PRODUCT.format("top"), PRODUCT.format("top + 1")
    return writer(SECOND, "top", wrong, right, [(1, 1), (2, 2), (4, 24), (6, 720)])


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("taught")
    examples = ("sum_up(1) == 1", "sum_up(3) == 6", "sum_up(10) == 55")
    first = solved(folder, sums(), FIRST, examples)
    assert first.verified, first.bars
    return folder


EXAMPLES = ("product_up(1) == 1", "product_up(3) == 6", "product_up(5) == 120")


def test_a_remembered_change_mends_another_program_and_the_result_says_so(taught: Path) -> None:
    model = products()
    result = solved(taught, model, SECOND, EXAMPLES)
    assert result.verified, result.bars
    assert "top + 1" in (result.code or "")
    assert not [question for question in model.questions if question.stage == "revise_code"]
    [use] = [use for use in result.memory if "no model was asked" in use.what]
    assert use.effect is MemoryEffect.HELPED
    assert [revision.memory for revision in result.revisions] == [use.id]


def test_without_the_memory_the_model_is_asked(taught: Path) -> None:
    model = products()
    assert solved(taught, model, SECOND, EXAMPLES, use="off").verified
    assert [question for question in model.questions if question.stage == "revise_code"]


def test_no_text_of_a_problem_reaches_a_prompt_of_another_run(taught: Path) -> None:
    model = products()
    solved(taught, model, SECOND, EXAMPLES)
    asked = json.dumps([question.model_dump(mode="json") for question in model.questions])
    assert "sum_up" not in asked
    assert "from one up to" not in asked
