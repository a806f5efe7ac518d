"""What a run does when nobody could be ruled wrong and the evidence is too thin."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests import stories

from specwright import api
from specwright.core.run.result import Result, State
from specwright.core.work.task import Task
from specwright.core.work.testcase import Tier
from specwright.testing.scripted import Rule, ScriptedModel

TASK = Task(problem=stories.PROBLEM, examples=stories.EXAMPLES[:1])
FEW_TESTS = {"cases": list(stories.RIGHT_CASES[:3])}
WRONG_REFERENCE = "def run_code(nums, target):\n    return [0, 0]\n"


def solved(folder: Path, *further: Rule, candidates: int = 1) -> tuple[Result, ScriptedModel]:
    rules = [*further, *stories.beginning(FEW_TESTS), *stories.writers(stories.RIGHT[:candidates])]
    model = stories.model(rules)
    limits = {"candidates": candidates, "max_iterations": 2}
    result = asyncio.run(api.solve_task(TASK, stories.settings(folder, code_generation=limits), model=model))
    return result, model


def test_a_slow_reference_gives_cases_of_its_own_tier(tmp_path: Path) -> None:
    result, _ = solved(tmp_path, Rule(stage="write_oracle", reply=stories.fenced(stories.RIGHT[2])))
    computed = [test for test in result.tests if test.tier is Tier.ORACLE]
    assert computed
    assert result.execution_result.passing
    assert len({str(test.input) for test in computed}) == len(computed)


def test_the_code_writer_never_sees_the_reference(tmp_path: Path) -> None:
    _, model = solved(tmp_path, Rule(stage="write_oracle", reply=stories.fenced(stories.RIGHT[2])))
    to_the_writer = [question for question in model.questions if question.stage == "write_code"]
    assert to_the_writer
    assert not any("marker-three" in turn.text for question in to_the_writer for turn in question.turns)


def test_a_reference_that_fails_the_users_example_is_not_used(tmp_path: Path) -> None:
    result, _ = solved(tmp_path, Rule(stage="write_oracle", reply=stories.fenced(WRONG_REFERENCE)))
    assert not any(test.tier is Tier.ORACLE for test in result.tests)
    assert any("reference" in warning for warning in result.warnings)
    assert result.execution_result.passing


def test_code_that_passes_everything_is_handed_over_when_no_more_evidence_can_be_had(tmp_path: Path) -> None:
    result, _ = solved(tmp_path, Rule(stage="write_oracle", fails="the server is gone"))
    assert result.execution_result is State.TESTS_PASSING
    assert not result.verified
    assert any("the server is gone" in warning for warning in result.warnings)
