"""A recorded run is told again with no model: everything is executed anew, and what no longer holds is said."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests import stories
from tests.tiers import sampled

from specwright import api
from specwright.adapters.store.layout import whole_text
from specwright.core.run.result import Result, State
from specwright.core.work.task import Task
from specwright.pipeline.recording.replay import ReplayReport
from specwright.ports.store import StoredEntry
from specwright.testing.scripted import Rule


def solve(folder: Path, rules: list[Rule], task: Task = stories.TASK, **sections: Mapping[str, object]) -> Result:
    settings = stories.settings(folder, **sections)
    return asyncio.run(api.solve_task(task, settings, model=stories.model(rules, delay_seconds=0.001)))


def replay(folder: Path, run_id: str) -> ReplayReport:
    return asyncio.run(api.replay_run(run_id, stories.settings(folder)))


def entries(folder: Path, run_id: str) -> int:
    return len(asyncio.run(api.load_entries(run_id, stories.settings(folder))))


STORIES = {"a wrong test": stories.WRONG_TEST, "a bug": stories.BUG, "a circle": stories.CIRCLE}


@pytest.mark.parametrize("story", sampled(list(STORIES), 0, keep=["a bug"]))
def test_a_replay_comes_to_the_same_end_and_writes_nothing(tmp_path: Path, story: str) -> None:
    result = solve(tmp_path, STORIES[story])
    before = entries(tmp_path, result.run_id)
    report = replay(tmp_path, result.run_id)
    assert report.diverged is None
    assert report.differences == ()
    assert report.same
    assert report.recorded_state is result.execution_result
    assert report.answers == result.spending.requests
    assert report.executions > 0
    assert report.calls >= len(result.tests)
    assert entries(tmp_path, result.run_id) == before


def test_different_syntax_errors_are_told_alike_whoever_was_run_first(tmp_path: Path) -> None:
    codes = ["def run_code(nums, target:\n", "def run_code(nums, target) ->\n", "def run_code(nums target):\n"]
    story = [*stories.beginning(), *stories.writers(codes), stories.revision_of_code(stories.RIGHT[0])]
    for number in range(3):
        folder = tmp_path / str(number)
        folder.mkdir()
        result = solve(folder, story)
        assert replay(folder, result.run_id).same


def test_a_program_that_behaves_differently_each_time_is_noticed(tmp_path: Path) -> None:
    fickle = "import os\n\ndef run_code(x: int) -> int:\n    return int.from_bytes(os.urandom(6), 'big')\n"
    specification = {
        "summary": "A number.",
        "params": [{"name": "x", "type": "int"}],
        "returns": "int",
        "requirements": [{"text": "Return a number."}],
    }
    case = {"name": "one", "requirement": "R1", "input": {"x": 1}, "expected": 1}
    story = [
        Rule(stage="specify", reply=specification),
        Rule(stage="write_tests", reply={"cases": [case]}),
        Rule(stage="write_code", reply=stories.fenced(fickle)),
    ]
    limits = {"candidates": 1, "max_iterations": 1}
    result = solve(tmp_path, story, Task(problem="Return some number."), code_generation=limits)
    assert result.execution_result is State.TESTS_FAILING
    report = replay(tmp_path, result.run_id)
    assert not report.same
    assert report.differences
    assert report.differences[0].candidate_id == "c1"
    assert report.differences[0].recorded != report.differences[0].now


def test_a_run_without_an_end_is_replayed_as_far_as_it_goes(tmp_path: Path) -> None:
    result = solve(tmp_path, [*stories.beginning(), Rule(stage="write_code", fails="down")])
    assert result.execution_result is State.MODEL_UNAVAILABLE
    report = replay(tmp_path, result.run_id)
    assert report.same
    assert (report.answers, report.executions) == (2, 0)


def test_a_run_that_gave_up_and_was_resumed_is_replayed_as_one(tmp_path: Path) -> None:
    stopped = solve(tmp_path, [Rule(stage="revise_code", fails="down"), *stories.BUG])
    settings = stories.settings(tmp_path)
    done = asyncio.run(api.resume_run(stopped.run_id, settings, model=stories.model(stories.BUG)))
    report = replay(tmp_path, stopped.run_id)
    assert report.same
    assert report.recorded_state is done.execution_result
    assert report.answers == done.spending.requests


def test_a_record_that_tells_another_story_than_its_answers_is_noticed(tmp_path: Path) -> None:
    """Both runs are genuine, but one is given the other's answers."""
    other = solve(
        tmp_path, [*stories.beginning({"cases": list(stories.RIGHT_CASES[:3])}), *stories.writers(stories.RIGHT)]
    )
    result = solve(tmp_path, stories.FIRST_TRY)
    rewrite_answers(tmp_path, result.run_id, other.run_id)
    report = replay(tmp_path, result.run_id)
    assert not report.same
    assert report.diverged is not None
    assert "tests_written" in report.diverged


def rewrite_answers(folder: Path, run_id: str, other: str) -> None:
    """Put the other run's test cases in place of this one's, and mend the hash chain, as a forger would."""
    with sqlite3.connect(folder / "runs.db") as db:
        rows = db.execute("SELECT * FROM entries WHERE run_id = ? ORDER BY seq", (run_id,)).fetchall()
        donor = dict(db.execute("SELECT seq, event FROM entries WHERE run_id = ?", (other,)).fetchall())
        head = ""
        for _, seq, at, _, stored in rows:
            event = whole_text(stored)
            if '"kind":"answered"' in event and '"stage":"write_tests"' in event:
                event = whole_text(donor[seq])
            line = StoredEntry(run_id=run_id, seq=seq, at=at, prev_hash=head, event=event)
            db.execute(
                "UPDATE entries SET event = ?, prev_hash = ? WHERE run_id = ? AND seq = ?", (event, head, run_id, seq)
            )
            head = line.hash
    db.close()
