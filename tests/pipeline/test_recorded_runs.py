"""Runs that an earlier commit recorded: they open, are shown, resumed and replayed.

A change of decisions (a prompt, the judge, the loop) makes recorded runs take another way. It needs another
`__version__`, by which `replay`, `resume` and `verify` explain the difference.
"""

from __future__ import annotations

import asyncio
import lzma
from pathlib import Path

import pytest
from tests import stories
from tests.handed_over import verify
from tests.stories.recorded_stories import KILLED, STORIES

from specwright import __version__, api
from specwright.config import Settings
from specwright.core.run.fold import RunState
from specwright.core.run.result import State
from specwright.core.work.task import Story
from specwright.delivery.claims import Standing
from specwright.languages.registry import LANGUAGES

STORE = Path(__file__).parent.parent / "data" / "recorded_runs.db.xz"
SAMPLE = (
    "class-python-repaired",
    "function-go-repaired",
    "function-python-budget",
    "function-python-checker",
    "function-python-no-model",
    "function-python-question",
    "function-python-wrong-test",
    "function-typescript-first-try",
    "package-python-repaired",
    "program-python-first-try",
)
"""Replayed by default; `scripts/check --all` replays every run."""
SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in STORIES if name not in SAMPLE]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    (tmp_path / "runs.db").write_bytes(lzma.decompress(STORE.read_bytes()))
    return stories.settings(tmp_path)


def load(name: str, settings: Settings) -> RunState:
    return asyncio.run(api.load_run(name, settings))


def written_by(state: RunState) -> str:
    assert state.started is not None
    return state.started.version


def test_every_kind_of_run_is_recorded(settings: Settings) -> None:
    heads = asyncio.run(api.list_runs(settings, 100))
    states = [load(head.first.run_id, settings) for head in heads]
    assert len(states) >= 40
    assert {state.result.execution_result for state in states if state.result} == set(State)
    for story in (Story.FUNCTION, Story.PACKAGE):
        tasks = [state.started.task for state in states if state.started]
        assert {task.language for task in tasks if task.story is story} == set(LANGUAGES)


def test_every_recorded_run_is_shown_as_it_ended(settings: Settings) -> None:
    shown = {name: load(name, settings).result for name in STORIES}
    assert {name: result and result.execution_result for name, result in shown.items()} == {
        name: story.ends for name, story in STORIES.items()
    }


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", [*SAMPLE, *SLOW])
def test_a_recorded_run_replays_the_same_or_its_version_explains_why_not(settings: Settings, name: str) -> None:
    version = written_by(load(name, settings))
    report = asyncio.run(api.replay_run(name, settings))
    assert report.recorded_state is STORIES[name].ends
    if version == __version__:
        assert report.same, (report.diverged, report.differences)
    assert report.same or f"recorded by specwright {version}" in (report.diverged or ""), report.differences


def test_a_recorded_run_that_was_killed_is_resumed_to_its_end(settings: Settings) -> None:
    story = STORIES["function-python-repaired"]
    result = asyncio.run(api.resume_run(KILLED, settings, model=stories.model(story.rules)))
    assert result.execution_result is story.ends


def test_a_recorded_run_without_a_model_is_resumed_to_its_end(settings: Settings) -> None:
    result = asyncio.run(api.resume_run("function-python-no-model", settings, model=stories.model(stories.BUG)))
    assert result.execution_result is State.TESTS_PASSING_AFTER_REFINEMENT


def test_a_folder_of_a_recorded_run_verifies_or_its_version_explains_why_not(
    settings: Settings, tmp_path: Path
) -> None:
    name = "function-python-repaired"
    asyncio.run(api.write_out(name, tmp_path / "out", settings))
    found = verify(tmp_path / "out")
    version = written_by(load(name, settings))
    if version == __version__:
        assert found.standing is Standing.HOLDS
    told = " ".join(claim.detail for claim in found.claims)
    assert found.standing is Standing.HOLDS or f"specwright {version}" in told
