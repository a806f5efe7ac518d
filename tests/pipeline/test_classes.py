"""Classes, through the real pipeline and the real sandbox."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests import stories
from tests.stories import revision_of_code
from tests.stories.class_stories import BUGGY, PROBLEM, RIGHT, TASK, story

from specwright import api
from specwright.core.program.kind import TaskKind
from specwright.core.run.result import Result, Word
from specwright.core.work.task import Task
from specwright.core.work.testcase import Tier
from specwright.delivery.claims import Standing
from specwright.testing.scripted import Rule


def solve(folder: Path, rules: list[Rule], rounds: int = 2, task: Task = TASK) -> Result:
    settings = stories.settings(folder, code_generation={"max_iterations": rounds})
    return asyncio.run(api.solve_task(task, settings, model=stories.model(rules)))


def test_a_class_is_verified_step_by_step(tmp_path: Path) -> None:
    """The problem states no rules, so the examples alone show what is meant."""
    rules = PROBLEM[PROBLEM.index("LRUCache(capacity) makes") : PROBLEM.index("Example 1:")]
    task = TASK.model_copy(update={"problem": PROBLEM.replace(rules, "")})
    unshown = solve(tmp_path, story(*RIGHT), task=task)
    assert unshown.word is Word.UNCONFIRMED, (unshown.confidence, unshown.explanation, unshown.bars)
    shown = task.model_copy(update={"examples": (*task.examples, *(bar.example for bar in unshown.bars))})
    result = solve(tmp_path, story(*RIGHT), task=shown)
    assert result.verified, (result.confidence, result.explanation, result.bars)
    assert result.signature is not None
    assert result.signature.kind is TaskKind.CLASS
    assert str(result.signature) == "class LRUCache(capacity: int); get(key: int) -> int; put(key: int, value: int)"
    users = [test for test in result.tests if test.tier is Tier.USER]
    assert len(users) == 3
    asyncio.run(api.write_out(result.run_id, tmp_path / "out", stories.settings(tmp_path)))
    assert (tmp_path / "out" / "solution.py").is_file()
    checked = asyncio.run(api.verify_folder(tmp_path / "out", stories.settings(tmp_path)))
    assert checked.standing is Standing.HOLDS, checked


def test_a_class_that_forgets_a_use_is_repaired(tmp_path: Path) -> None:
    result = solve(tmp_path, [*story(*BUGGY), revision_of_code(RIGHT[2], "a get is a use")], rounds=3)
    assert "forgetful" not in (result.code or "")
    assert all(test.passed for test in result.tests)
