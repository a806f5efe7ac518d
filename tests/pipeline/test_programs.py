"""Programs, through the real pipeline and the real sandbox."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests import stories
from tests.stories import revision_of_code
from tests.stories.program_stories import BUGGY, PROBLEM, RIGHT, TASK, story

from specwright import api
from specwright.core.errors import UserError
from specwright.core.program.kind import TaskKind
from specwright.core.run.result import Result, Word
from specwright.core.work.task import Task
from specwright.core.work.testcase import Tier
from specwright.delivery.claims import Standing
from specwright.testing.scripted import Rule


def solve(folder: Path, rules: list[Rule], task: Task = TASK, **settled: int) -> Result:
    settings = stories.settings(folder, code_generation={"max_iterations": 2, **settled})
    return asyncio.run(api.solve_task(task, settings, model=stories.model(rules)))


def test_a_program_is_verified_by_its_samples_and_tests(tmp_path: Path) -> None:
    unshown = solve(tmp_path, story(*RIGHT))
    assert unshown.word is Word.UNCONFIRMED, (unshown.confidence, unshown.explanation, unshown.bars)
    shown = TASK.model_copy(update={"examples": (*TASK.examples, *(bar.example for bar in unshown.bars))})
    result = solve(tmp_path, story(*RIGHT), task=shown)
    assert result.verified, (result.confidence, result.explanation, result.bars)
    assert result.signature is not None
    assert result.signature.kind is TaskKind.PROGRAM
    assert result.signature.limits is not None
    assert (result.signature.limits.seconds, result.signature.limits.memory_bytes) == (2.0, 256 * 2**20)
    users = [test for test in result.tests if test.tier is Tier.USER]
    assert [test.input["stdin"] for test in users][-2:] == ["5\n1 -2 3 4 -1\n", "3\n-5 -2 -9\n"]
    assert [test.expected for test in users][-2:] == [["7\n", 0, {}], ["-2\n", 0, {}]]
    asyncio.run(api.write_out(result.run_id, tmp_path / "out", stories.settings(tmp_path)))
    assert (tmp_path / "out" / "main.py").is_file()
    replayed = asyncio.run(api.replay_run(result.run_id, stories.settings(tmp_path)))
    assert replayed.same, replayed
    checked = asyncio.run(api.verify_folder(tmp_path / "out", stories.settings(tmp_path)))
    assert checked.standing is Standing.HOLDS, checked


def test_a_program_that_fails_a_sample_is_repaired(tmp_path: Path) -> None:
    rules = [*story(*BUGGY), revision_of_code(RIGHT[0], "an empty run was allowed")]
    result = solve(tmp_path, rules, max_iterations=3, candidates=1)
    assert "kadane" in (result.code or "") or "all-pairs" in (result.code or "")
    assert all(test.passed for test in result.tests)


def test_samples_that_do_not_pair_up_are_an_error_before_anything_is_spent(tmp_path: Path) -> None:
    broken = PROBLEM.rsplit("Sample Output 2", 1)[0]
    with pytest.raises(UserError, match="2 sample inputs and 1 sample outputs"):
        asyncio.run(api.solve_task(TASK.model_copy(update={"problem": broken}), stories.settings(tmp_path)))
    assert not (tmp_path / "runs.db").exists()
