"""A run of a package that is killed at any kind of step comes to the same end, asking nothing twice."""

from __future__ import annotations

import asyncio
import functools
import os
import tempfile
from pathlib import Path
from typing import Any

import pytest
from tests import stories
from tests.killing import die_after, die_at, in_a_process
from tests.stories import package_stories as told
from tests.tiers import sampled

from specwright import api
from specwright.config import Settings
from specwright.core.run.events import Entry
from specwright.core.run.result import Result, State
from specwright.testing.scripted import Rule, ScriptedModel

# A bug that a native test shows, repaired in the second round; one candidate keeps it cheap.
STORY = [
    *told.beginning(),
    *told.writers(told.WRONG_TALLY),
    told.INSISTING,
    told.repair("wrong_value"),
    Rule(
        stage="write_scenarios",
        contains="more of Tally",
        reply={"scenarios": [told.scenario("more", told.COUNTS, ["R3"])]},
    ),
    *told.ENDING,
]
KINDS = ("scenarios_written", "tested", "packaged", "inspected")
"""Kinds of steps that only packages have; test_resume.py goes through all the others."""


def settings(folder: Path) -> Settings:
    return stories.settings(folder, code_generation={"candidates": 1})


def scripted(folder: Path) -> ScriptedModel:
    return stories.model(STORY, ledger=folder / "asked.jsonl")


def the_run(folder: Path) -> str:
    return asyncio.run(api.find_run("last", settings(folder)))


def resume(folder: Path) -> Result:
    return asyncio.run(api.resume_run(the_run(folder), settings(folder), model=scripted(folder)))


def generate(folder: Path) -> Result:
    return asyncio.run(api.solve_task(told.TASK, settings(folder), model=scripted(folder)))


def log_of(folder: Path, run_id: str) -> tuple[Entry, ...]:
    return asyncio.run(api.load_entries(run_id, settings(folder)))


def essence(result: Result) -> dict[str, Any]:
    """A result without its name and its times."""
    data = result.model_dump(mode="json", exclude={"run_id", "phases", "native"})
    del data["spending"]["model_seconds"], data["spending"]["own_seconds"]
    return data


@functools.cache
def uninterrupted() -> tuple[Result, tuple[str, ...], tuple[str, ...]]:
    """The result, the questions and the kinds of the entries of a run that nobody disturbed."""
    with tempfile.TemporaryDirectory() as name:
        result = generate(Path(name))
        kinds = tuple(entry.event.kind for entry in log_of(Path(name), result.run_id))
        return result, tuple(stories.asked(Path(name) / "asked.jsonl")), kinds


def test_the_story_is_refined_graded_and_asks_nothing_twice_by_itself() -> None:
    result, questions, kinds = uninterrupted()
    assert result.execution_result is State.TESTS_PASSING_AFTER_REFINEMENT
    assert result.quality_score is not None
    assert set(KINDS) <= set(kinds)
    assert len(set(questions)) == len(questions)


def test_killed_once_after_each_kind_of_step_it_comes_to_the_same_end(tmp_path: Path) -> None:
    result, questions, _ = uninterrupted()
    left = set(KINDS)

    def go_on() -> None:
        die_at(left)
        generate(tmp_path) if len(left) == len(KINDS) else resume(tmp_path)

    while left:
        assert os.WIFSIGNALED(in_a_process(go_on)), f"never reached: {sorted(left)}"
        left.remove(log_of(tmp_path, the_run(tmp_path))[-1].event.kind)
    assert essence(resume(tmp_path)) == essence(result)
    asked = stories.asked(tmp_path / "asked.jsonl")
    assert len(set(asked)) == len(asked) == len(questions)


@pytest.mark.parametrize("kind", sampled(KINDS, 0))
def test_killed_after_any_kind_of_step_it_comes_to_the_same_end(tmp_path: Path, kind: str) -> None:
    result, questions, kinds = uninterrupted()
    boundary = kinds.index(kind) + 1

    def until() -> None:
        die_after(boundary)
        generate(tmp_path)

    assert os.WIFSIGNALED(in_a_process(until))
    assert log_of(tmp_path, the_run(tmp_path))[-1].event.kind == kind
    assert essence(resume(tmp_path)) == essence(result)
    # A native test's words may name an address in memory, and so does a question that quotes them: only within one run
    # are its questions word for word the same.
    asked = stories.asked(tmp_path / "asked.jsonl")
    assert len(set(asked)) == len(asked) == len(questions)
