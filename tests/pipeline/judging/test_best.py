"""What is handed over: the best that was seen, and no claim that nothing backs."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests import stories
from tests.pipeline.judging.test_parts import package_state
from tests.tiers import sampled

from specwright import api
from specwright.core.evidence.bar import BarKind
from specwright.core.run.result import Result
from specwright.core.work.task import Task
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.pipeline.judging.best import better
from specwright.pipeline.judging.parts import arbitrate
from specwright.testing.scripted import Rule

LONE = stories.RIGHT[1].replace(
    '    """The indices of the pair that adds up to target."""\n',
    "    if nums == [2, 7, 11, 15]:\n        return [9, 9]\n",
)
"""Wrong on one input of a test, where every candidate is right."""


def solve(folder: Path, rules: list[Rule], task: Task = stories.TASK) -> Result:
    return asyncio.run(api.solve_task(task, stories.settings(folder), model=stories.model(rules)))


def test_a_reference_that_disagrees_with_everyone_does_not_wreck_a_good_run(tmp_path: Path) -> None:
    few = {"cases": [stories.RIGHT_CASES[0], stories.RIGHT_CASES[5]]}
    rules = [
        *stories.beginning(few),
        Rule(stage="write_oracle", reply=stories.fenced(LONE)),
        *stories.writers(stories.RIGHT),
        Rule(stage="revise_tests", reply={"reasoning": "every test is right as it stands"}),
        Rule(stage="revise_code", reply={"reasoning": "the code is right", "fault": "test"}),
    ]
    result = solve(tmp_path, rules, Task(problem=stories.PROBLEM))
    assert all(test.passed for test in result.tests), [test.id for test in result.tests if not test.passed]
    assert any("disagrees with every other on 1 of 2 inputs" in text for text in result.warnings)
    assert not result.verified


def test_a_state_from_before_an_answer_of_the_user_is_no_longer_the_best() -> None:
    before = package_state({"c1": True, "c2": True, "c3": True})
    best = better(None, before, arbitrate(before))
    answer = TestCase(id="f.a1", name="a", inputs={"n": 50}, expected=Returns(value=9), tier=Tier.USER, function="f")
    of_f = before.function_states["f"]
    after = before.with_function("f", of_f.model_copy(update={"cases": (*of_f.cases, answer)}))
    later = better(best, after, arbitrate(after))
    assert later.rank < best.rank
    assert later.state is after


@pytest.mark.parametrize("fault", sampled(["environment", "test"], 0, keep=["test"]))
def test_a_code_writer_who_changes_nothing_has_caught_no_bug(tmp_path: Path, fault: str) -> None:
    rules = [
        *stories.beginning(),
        *stories.writers(stories.BUGGY[:3]),
        Rule(stage="revise_code", reply={"reasoning": "no network here", "fault": fault}),
        Rule(stage="revise_tests", reply={"reasoning": "every test is right as it stands"}),
    ]
    result = solve(tmp_path, rules)
    answered = [revision for revision in result.revisions if revision.reasoning == "no network here"]
    assert answered
    assert all(revision.revised_function is None and revision.refused for revision in answered)
    barred = BarKind.ENVIRONMENT in {bar.kind for bar in result.bars}
    assert barred is (fault == "environment")
    assert not (barred and result.verified)
