"""A store that version 0.1.0 wrote opens, shows and resumes; a replay names the version."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest
from tests import stories

from specwright import api
from specwright.config import Settings
from specwright.core.run.result import State

STORE = Path(__file__).parent.parent / "data" / "store_v1.db"
FUNCTION, PACKAGE, KILLED = "20261117-181018-5fc134", "20261117-181047-391ebf", "20261117-181111-9a5f5d"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    shutil.copy(STORE, tmp_path / "runs.db")
    return stories.settings(tmp_path)


def test_the_runs_of_an_old_store_are_listed(settings: Settings) -> None:
    heads = asyncio.run(api.list_runs(settings))
    assert [head.first.run_id for head in heads] == [KILLED, PACKAGE, FUNCTION]


def test_the_results_of_an_old_store_are_shown(settings: Settings) -> None:
    function = asyncio.run(api.load_run(FUNCTION, settings)).result
    assert function is not None
    assert function.execution_result is State.TESTS_PASSING_AFTER_REFINEMENT
    assert function.verified
    assert function.code == stories.RIGHT[0].rstrip()
    package = asyncio.run(api.load_run(PACKAGE, settings)).result
    assert package is not None
    assert package.execution_result is State.TESTS_PASSING
    assert package.quality_score == 0.96
    assert package.package is not None


def test_a_killed_run_of_an_old_store_is_resumed_to_its_end(settings: Settings) -> None:
    # A question whose prompt has changed since is asked again; the recorded steps still have to follow.
    result = asyncio.run(api.resume_run(KILLED, settings, model=stories.model(stories.BUG)))
    assert result.execution_result is State.TESTS_PASSING_AFTER_REFINEMENT
    assert result.code == stories.RIGHT[0].rstrip()


@pytest.mark.parametrize("run", [FUNCTION, PACKAGE])
def test_a_replay_of_an_old_run_names_the_version_that_may_decide_otherwise(settings: Settings, run: str) -> None:
    report = asyncio.run(api.replay_run(run, settings))
    assert not report.same
    assert "recorded by specwright 0.1.0" in (report.diverged or "")
