"""A record that something else changed, its chain mended: whoever reads it gets a clear error and no traceback."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest
from tests import stories
from tests.forging import chained, events_of
from tests.forging.strangers import Event

from specwright import api
from specwright.adapters.store.sqlite import SqliteStore
from specwright.core.errors import ReplayDiverged, StoreError
from specwright.delivery.record import Record, load_record
from specwright.testing.scripted import Rule


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store of a run that can be resumed: it lost its model in the middle."""
    folder = tmp_path_factory.mktemp("stopped")
    rules = [Rule(stage="revise_code", fails="down"), *stories.BUG]
    asyncio.run(api.solve_task(stories.TASK, stories.settings(folder), model=stories.model(rules)))
    return folder


async def read(folder: Path) -> Record:
    settings = stories.settings(folder)
    [head] = await api.list_runs(settings)
    store = SqliteStore(Path(str(settings.store.path)))
    try:
        return await load_record(store, head.first.run_id)
    finally:
        await store.close()


def damaged(stopped: Path, folder: Path, events: list[Event] | list[str]) -> str:
    """A store in the folder that holds the run with these events instead of its own."""
    record = asyncio.run(read(stopped))

    async def write() -> None:
        store = SqliteStore(Path(str(stories.settings(folder).store.path)))
        for line in chained(events, record).lines:
            await store.append(line)
        for text in record.blobs.values():
            await store.put_blob(text)
        await store.close()

    asyncio.run(write())
    return record.run_id


def honest(stopped: Path) -> list[Event]:
    return events_of(asyncio.run(read(stopped)))


def resume(folder: Path, run_id: str) -> None:
    asyncio.run(api.resume_run(run_id, stories.settings(folder), model=stories.model(stories.BUG)))


def test_a_resumed_run_does_not_fill_a_hole_in_the_middle_of_its_record(stopped: Path, tmp_path: Path) -> None:
    events = [event for event in honest(stopped) if event["kind"] != "executed"]
    run_id = damaged(stopped, tmp_path, events)
    with pytest.raises(ReplayDiverged, match="that its record lacks before entry") as caught:
        resume(tmp_path, run_id)
    assert caught.value.hint


def test_a_record_that_contradicts_itself_ends_a_resumed_run_with_a_clear_error(stopped: Path, tmp_path: Path) -> None:
    events = honest(stopped)
    last = max(n for n, event in enumerate(events) if event["kind"] == "executed")
    events[last]["execution"]["candidate_id"] = "c99"
    run_id = damaged(stopped, tmp_path, events[: last + 1])
    with pytest.raises(ReplayDiverged, match="contradicts itself"):
        resume(tmp_path, run_id)
    report = asyncio.run(api.replay_run(run_id, stories.settings(tmp_path)))
    assert report.diverged is not None


def second_start(events: list[Event]) -> list[Event]:
    return [*events, events[0]]


def no_start(events: list[Event]) -> list[Event]:
    return events[1:]


def second_end(events: list[Event]) -> list[Event]:
    return [*events, events[-1]]


def other_limits(events: list[Event]) -> list[Event]:
    note = {name: events[0][name] for name in ("model", "sandbox", "tools")}
    return [*events, {"kind": "run_resumed", **note, "limits": {**events[0]["limits"], "seed": 7}}]


def not_a_number(events: list[Event]) -> list[Event]:
    place = next(event for event in events if event["kind"] == "answered")
    place["elapsed"] = float("nan")
    return events


@pytest.mark.parametrize("damage", [second_start, no_start, second_end, other_limits, not_a_number])
def test_a_log_that_no_run_leaves_behind_is_refused_by_everyone_who_reads_it(
    stopped: Path, tmp_path: Path, damage: object
) -> None:
    assert callable(damage)
    run_id = damaged(stopped, tmp_path, damage(honest(stopped)))
    settings = stories.settings(tmp_path)
    for read_it in (api.load_run, api.replay_run, api.resume_run):
        with pytest.raises(StoreError, match="entry") as caught:
            asyncio.run(read_it(run_id, settings))
        assert caught.value.hint
    with pytest.raises(StoreError):
        asyncio.run(api.write_out(run_id, tmp_path / "out", settings))


def test_a_kept_answer_that_is_none_is_a_damaged_store(stopped: Path, tmp_path: Path) -> None:
    run_id = damaged(stopped, tmp_path, honest(stopped))
    path = str(stories.settings(tmp_path).store.path)
    with sqlite3.connect(path) as database:
        database.execute("INSERT INTO kept VALUES (?, ?)", (run_id, json.dumps({"kind": "answered"})))
    with pytest.raises(StoreError):
        resume(tmp_path, run_id)


def test_a_replay_without_the_recorded_executions_goes_another_way(stopped: Path, tmp_path: Path) -> None:
    events = [event for event in honest(stopped) if event["kind"] not in ("executed", "probed")]
    run_id = damaged(stopped, tmp_path, events)
    report = asyncio.run(api.replay_run(run_id, stories.settings(tmp_path)))
    assert not report.same
    assert report.diverged is not None
    assert "lacks" in report.diverged
