"""A function that changes its argument and calls a callback, through the real pipeline and the real sandbox."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests import stories
from tests.stories.special_stories import REBINDS, RIGHT, TASK, story

from specwright import api
from specwright.core.run.result import Result
from specwright.core.work.testcase import Tier
from specwright.delivery.claims import Standing
from specwright.testing.scripted import Rule


def solve(folder: Path, rules: list[Rule], rounds: int = 3) -> Result:
    settings = stories.settings(folder, code_generation={"max_iterations": rounds})
    return asyncio.run(api.solve_task(TASK, settings, model=stories.model(rules)))


def test_what_a_call_changes_is_compared_and_can_be_verified_again(tmp_path: Path) -> None:
    result = solve(tmp_path, story(*RIGHT))
    assert all(test.passed for test in result.tests), (result.explanation, result.bars)
    assert (result.confidence or 0.0) > 0.9, result.bars
    assert str(result.signature) == (
        "drop_where(test: function[int, bool], nums: list[int] (changed in place)) -> int; "
        "ValueError if nums has more than 5 numbers, and its message contains 'too long'"
    )
    users = [test for test in result.tests if test.tier is Tier.USER]
    assert [test.expected for test in users] == [{"returns": 2, "nums": [5]}, {"returns": 0, "nums": [1, 3]}]
    asyncio.run(api.write_out(result.run_id, tmp_path / "out", stories.settings(tmp_path)))
    checked = asyncio.run(api.verify_folder(tmp_path / "out", stories.settings(tmp_path)))
    assert checked.standing is Standing.HOLDS, checked


def test_code_that_changes_nothing_but_a_name_of_its_own_is_repaired(tmp_path: Path) -> None:
    result = solve(tmp_path, story(REBINDS, REBINDS, REBINDS))
    assert "rebinds" not in (result.code or "")
    assert all(test.passed for test in result.tests)
