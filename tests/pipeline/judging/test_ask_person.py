"""What a person answers is recorded, and recalled where nobody is there."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests import stories

from specwright import api
from specwright.core.program.data import decode
from specwright.core.work.question import Expected, UserAnswer, UserQuestion
from specwright.core.work.task import Task
from specwright.core.work.testcase import Returns, Tier

TASK = Task(problem="Return the indices of the two numbers that add up to the target.")
RULES = [*stories.beginning(), *stories.writers([stories.RIGHT[0], *stories.BUGGY[:2]])]


class Author:
    """The person who knows."""

    async def answer(self, question: UserQuestion) -> UserAnswer:
        nums, target = (decode(question.inputs[name]) for name in ("nums", "target"))
        places = [(i, j) for j in range(len(nums)) for i in range(j)]
        found = next(([i, j] for i, j in places if nums[i] + nums[j] == target), [])
        return Expected(expected=Returns(value=found))


def test_a_run_with_an_answer_is_replayed_and_verified_with_nobody_there(tmp_path: Path) -> None:
    settings = stories.settings(tmp_path, code_generation={"questions": 1})

    async def scenario() -> tuple[int, bool, str]:
        result = await api.solve_task(TASK, settings, model=stories.model(RULES), person=Author())
        answered = sum(test.tier is Tier.USER for test in result.tests)
        await api.write_out(result.run_id, tmp_path / "made", settings)
        replayed = await api.replay_run(result.run_id, settings)
        verified = await api.verify_folder(tmp_path / "made", settings)
        return answered, replayed.same, verified.standing.value

    assert asyncio.run(scenario()) == (1, True, "holds")
