"""Killed at any moment, a run loses nothing, asks nothing twice, and comes to the same end."""

from __future__ import annotations

import asyncio
import functools
import os
import signal
import sqlite3
import tempfile
import warnings
from pathlib import Path

import pytest
from tests import stories
from tests.killing import die_after, die_at, in_a_process
from tests.tiers import sampled

from specwright import api
from specwright.adapters.store.sqlite import SqliteStore
from specwright.core.errors import StoreError
from specwright.core.run.events import Answered, Entry
from specwright.core.run.result import Result, State
from specwright.ports.store import StoredEntry
from specwright.testing.scripted import Rule, ScriptedModel

# A wrong test and a bug in one story, with answers that come in another order than they were asked for.
STORY = [
    *stories.beginning(stories.TESTS_WITH_A_WRONG_ONE),
    Rule(stage="write_code", sample=0, reply="this is no code at all", attempt=0, cut=True, delay_seconds=0.03),
    Rule(stage="write_code", sample=0, reply=stories.fenced(stories.BUGGY[0]), delay_seconds=0.02),
    Rule(stage="write_code", sample=1, reply=stories.fenced(stories.BUGGY[1]), delay_seconds=0.05),
    *stories.writers([*stories.BUGGY[:2], stories.BUGGY[2]], delay_seconds=0.01),
    stories.revision_of_tests(stories.CORRECTION),
    stories.revision_of_code(stories.RIGHT[0]),
]


KINDS = """
run_started stage_entered answered specified stage_entered tests_written answered tests_written stage_entered
answered answered answered answered candidate_written candidate_written candidate_written stage_entered executed
executed executed stage_entered probed ruled stage_entered answered candidate_written revised stage_entered
executed executed executed executed stage_entered probed ruled stage_entered answered revised stage_entered
executed executed executed executed stage_entered probed executed ruled stage_entered answered probed
tests_written stage_entered executed executed executed executed stage_entered probed executed ruled
probed probed run_ended
""".split()  # noqa: SIM905 - a list would take a line for every kind
"""The kinds of the entries that this story leaves in the log, in their order."""


def kind_at(boundary: int) -> str:
    return KINDS[boundary - 1]


def solve(folder: Path) -> Result:
    return asyncio.run(api.solve_task(stories.TASK, stories.settings(folder), model=scripted(folder)))


def resume(folder: Path, run_id: str) -> Result:
    return asyncio.run(api.resume_run(run_id, stories.settings(folder), model=scripted(folder)))


def scripted(folder: Path) -> ScriptedModel:
    return stories.model(STORY, ledger=folder / "asked.jsonl")


def the_run(folder: Path) -> str:
    return asyncio.run(api.find_run("last", stories.settings(folder)))


def log_of(folder: Path, run_id: str) -> tuple[Entry, ...]:
    return asyncio.run(api.load_entries(run_id, stories.settings(folder)))


def essence(result: Result) -> dict[str, object]:
    """A result without its name and its times."""
    data = result.model_dump(mode="json", exclude={"run_id"})
    del data["spending"]["model_seconds"], data["spending"]["own_seconds"]
    return data


@functools.cache
def uninterrupted() -> tuple[Result, tuple[str, ...], tuple[str, ...]]:
    """The result, the questions and the kinds of the entries of a run that nobody disturbed."""
    with tempfile.TemporaryDirectory() as name:
        result = solve(Path(name))
        kinds = tuple(entry.event.kind for entry in log_of(Path(name), result.run_id))
        return result, tuple(stories.asked(Path(name) / "asked.jsonl")), kinds


def solve_until(folder: Path, boundary: int) -> None:
    die_after(boundary)
    solve(folder)


def resume_until(folder: Path, run_id: str, boundary: int) -> None:
    die_after(boundary)
    resume(folder, run_id)


def test_the_recorded_kinds_are_those_of_the_run() -> None:
    """They give the boundaries of the test below, so that collecting it runs nothing."""
    _, _, kinds = uninterrupted()
    assert list(kinds) == KINDS, "write the new kinds into KINDS"
    assert {"answered", "executed", "ruled", "revised", "candidate_written", "run_ended"} <= set(kinds)


@pytest.mark.parametrize(
    "boundary",
    sampled(range(1, len(KINDS) + 1), 0, keep=[22], name=lambda boundary: f"{boundary}-{kind_at(boundary)}"),
)
def test_killed_after_any_entry_it_comes_to_the_same_end(tmp_path: Path, boundary: int) -> None:
    status = in_a_process(lambda: solve_until(tmp_path, boundary))
    assert os.WIFSIGNALED(status)
    assert os.WTERMSIG(status) == signal.SIGKILL
    run_id = the_run(tmp_path)
    assert len(log_of(tmp_path, run_id)) == boundary
    result, questions, _ = uninterrupted()
    assert essence(resume(tmp_path, run_id)) == essence(result)
    assert sorted(stories.asked(tmp_path / "asked.jsonl")) == sorted(questions)


def test_killed_once_after_each_kind_of_entry_it_comes_to_the_same_end(tmp_path: Path) -> None:
    left = set(KINDS)

    def go_on() -> None:
        die_at(left)
        solve(tmp_path) if len(left) == len(set(KINDS)) else resume(tmp_path, the_run(tmp_path))

    while left:
        assert os.WIFSIGNALED(in_a_process(go_on)), f"never reached: {sorted(left)}"
        left.remove(log_of(tmp_path, the_run(tmp_path))[-1].event.kind)
    result, questions, _ = uninterrupted()
    assert essence(resume(tmp_path, the_run(tmp_path))) == essence(result)
    assert sorted(stories.asked(tmp_path / "asked.jsonl")) == sorted(questions)


def test_the_story_asks_no_question_twice_by_itself() -> None:
    result, questions, _ = uninterrupted()
    assert result.execution_result is State.TESTS_PASSING_AFTER_REFINEMENT
    assert len(set(questions)) == len(questions)


def test_an_answer_is_safe_while_others_are_still_on_their_way(tmp_path: Path) -> None:
    slowly = [rule.model_copy(update={"delay_seconds": 50 * rule.delay_seconds}) for rule in STORY]

    def until_the_first_answer() -> None:
        die_after(1, "keep")
        model = stories.model(slowly, ledger=tmp_path / "asked.jsonl")
        asyncio.run(api.solve_task(stories.TASK, stories.settings(tmp_path), model=model))

    in_a_process(until_the_first_answer)
    run_id = the_run(tmp_path)
    stages = [entry.event.stage for entry in log_of(tmp_path, run_id) if isinstance(entry.event, Answered)]
    assert "write_code" not in stages
    assert essence(resume(tmp_path, run_id)) == essence(uninterrupted()[0])
    questions = stories.asked(tmp_path / "asked.jsonl")
    # The two that nobody had answered when the process died must be asked again; the third need not.
    assert len(questions) - len(set(questions)) == 2


def test_a_run_killed_again_while_it_is_resumed_comes_to_the_same_end(tmp_path: Path) -> None:
    in_a_process(lambda: solve_until(tmp_path, 9))
    run_id = the_run(tmp_path)

    for boundary in (1, 4, 6):
        assert os.WIFSIGNALED(in_a_process(functools.partial(resume_until, tmp_path, run_id, boundary)))
    result, questions, _ = uninterrupted()
    assert essence(resume(tmp_path, run_id)) == essence(result)
    assert sorted(stories.asked(tmp_path / "asked.jsonl")) == sorted(questions)


def test_two_processes_work_in_the_same_store_at_once(tmp_path: Path) -> None:
    def in_own_folder(name: str) -> None:
        folder = tmp_path / name
        folder.mkdir()
        settings = stories.settings(folder, store={"path": tmp_path / "runs.db"})
        asyncio.run(api.solve_task(stories.TASK, settings, model=stories.model(stories.FIRST_TRY)))

    children = []
    for name in ("one", "two"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            try:
                in_own_folder(name)
                os._exit(0)
            finally:
                os._exit(1)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0]
    heads = asyncio.run(api.list_runs(stories.settings(tmp_path)))
    assert len({head.first.run_id for head in heads}) == 2
    alone = asyncio.run(
        api.solve_task(stories.TASK, stories.settings(tmp_path), model=stories.model(stories.FIRST_TRY))
    )
    for head in heads:
        state = asyncio.run(api.load_run(head.first.run_id, stories.settings(tmp_path)))
        assert state.result is not None
        assert essence(state.result) == essence(alone)


def test_a_run_that_a_living_process_works_on_is_not_resumed(tmp_path: Path) -> None:
    reading, writing = os.pipe()

    def hang_after_the_third_entry() -> None:
        real = SqliteStore.append

        async def slow(store: SqliteStore, entry: StoredEntry) -> None:
            await real(store, entry)
            if entry.seq == 2:
                os.write(writing, b"x")
                await asyncio.sleep(600)

        setattr(SqliteStore, "append", slow)  # noqa: B010 - a method cannot be assigned under the type checker
        solve(tmp_path)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            hang_after_the_third_entry()
        finally:
            os._exit(0)
    try:
        os.read(reading, 1)
        run_id = the_run(tmp_path)
        with pytest.raises(StoreError, match="another process is working on run") as caught:
            resume(tmp_path, run_id)
        assert caught.value.hint
        assert len(log_of(tmp_path, run_id)) == 3
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(reading)
        os.close(writing)
    assert essence(resume(tmp_path, run_id)) == essence(uninterrupted()[0])
    assert list(tmp_path.glob("*.lock")) == []


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE entries SET event = replace(event, 'specify', 'speciFy') WHERE seq = 1",
        "UPDATE entries SET at = '2001-01-01' WHERE seq = 2",
        "DELETE FROM entries WHERE seq = 2",
        "DELETE FROM entries WHERE seq = 0",
    ],
)
def test_a_log_that_was_tampered_with_is_noticed(tmp_path: Path, change: str) -> None:
    result = solve_briefly(tmp_path)
    with sqlite3.connect(tmp_path / "runs.db") as db:
        db.execute(change)
    db.close()
    with pytest.raises(StoreError, match="damaged") as caught:
        resume(tmp_path, result.run_id)
    assert caught.value.hint


def test_a_recorded_answer_that_was_tampered_with_is_noticed(tmp_path: Path) -> None:
    result = solve_briefly(tmp_path)
    with sqlite3.connect(tmp_path / "runs.db") as db:
        db.execute("UPDATE blobs SET content = CAST(content || ' ' AS BLOB)")
    db.close()
    with pytest.raises(StoreError, match="damaged"):
        asyncio.run(
            api.resume_run(
                result.run_id, stories.settings(tmp_path, budget={"tokens": 10**9}), model=scripted(tmp_path)
            )
        )


def solve_briefly(folder: Path) -> Result:
    """A run whose model gives out after one answer, before anything is executed."""
    model = stories.model([Rule(stage="specify", reply=stories.SPECIFICATION), Rule(fails="it is gone")])
    return asyncio.run(api.solve_task(stories.TASK, stories.settings(folder), model=model))
