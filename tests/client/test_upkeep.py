"""Runs are deleted and copied whole, and nothing that another run needs goes with them."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from specwright import AsyncClient
from specwright.adapters.store.sqlite import SqliteStore
from specwright.core.errors import UserError
from specwright.testing.store_conformance import chain, started
from tests import stories
from tests.e2e.command import Home


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("solved")

    async def fill() -> None:
        async with AsyncClient(stories.settings(folder), model=stories.model(stories.FIRST_TRY)) as client:
            await client.solve(stories.PROBLEM, examples=list(stories.EXAMPLES), run_id="solved-1")
        store = SqliteStore(folder / "runs.db")
        begun = (await store.entries("solved-1"))[0].event
        for line in chain("broken-off", begun, at="2020-01-01T00:00:00.000+00:00"):
            await store.append(line)
        await store.put_blob(b"an orphan")
        await store.close()

    asyncio.run(fill())
    return folder


def copy_of(solved: Path, folder: Path) -> Path:
    path = folder / "runs.db"
    with sqlite3.connect(solved / "runs.db") as db, sqlite3.connect(path) as copy:
        db.backup(copy)
    db.close()
    copy.close()
    return path


def test_old_runs_are_deleted_with_texts_that_no_other_names(solved: Path, tmp_path: Path) -> None:
    path = copy_of(solved, tmp_path)
    with sqlite3.connect(path) as db:
        db.execute("UPDATE blobs SET day = day - 3")
        [(before,)] = db.execute("SELECT count(*) FROM blobs").fetchall()
    db.close()

    async def use() -> None:
        async with AsyncClient(stories.settings(tmp_path)) as client:
            ago = datetime.now(UTC) - timedelta(days=1)
            assert (await client.prune(ago)).runs == 1
            assert len(await client.runs()) == 2
            done = await client.prune(ago, delete=True)
            assert (done.runs, done.texts, done.busy) == (1, 1, ())
            assert [run.run_id for run in await client.runs()] == ["solved-1"]
            replayed = await client.replay("solved-1")
            assert replayed.same
            later = datetime.now(UTC) + timedelta(days=1)
            await client.claim("solved-1")
            held = await client.prune(later, delete=True)
            assert (held.runs, held.busy) == (0, ("solved-1",))
        async with AsyncClient(stories.settings(tmp_path)) as client:
            assert (await client.prune(later, delete=True)).texts == before - 1
            assert await client.runs() == ()

    asyncio.run(use())


def test_copied_runs_are_the_same_in_the_other_store(solved: Path, tmp_path: Path) -> None:
    copy_of(solved, tmp_path)
    other = tmp_path / "other" / "runs.db"

    async def use() -> None:
        async with AsyncClient(stories.settings(tmp_path)) as client:
            done = await client.export(other)
            assert (done.runs, done.there_already, done.differing) == (2, 0, ())
            assert (await client.export(other)).there_already == 2
            with pytest.raises(UserError, match="the store itself"):
                await client.export(tmp_path / "runs.db")
            lines = await client.lines("solved-1")
        async with AsyncClient(stories.settings(tmp_path / "other")) as client:
            assert await client.lines("solved-1") == lines
            assert (await client.replay("solved-1")).same
            assert (await client.files("solved-1")).keys()

    asyncio.run(use())


def test_a_run_that_differs_in_the_other_store_is_left(solved: Path, tmp_path: Path) -> None:
    copy_of(solved, tmp_path)

    async def use() -> None:
        other = SqliteStore(tmp_path / "other.db")
        [line] = chain("broken-off", started("Another."))
        await other.append(line)
        async with AsyncClient(stories.settings(tmp_path)) as client:
            done = await client.export(tmp_path / "other.db")
            assert (done.runs, done.differing) == (1, ("broken-off",))
        assert await other.entries("broken-off") == (line,)
        await other.close()

    asyncio.run(use())


def test_the_commands_count_delete_and_copy(solved: Path, home: Home) -> None:
    copy_of(solved, home.folder)
    assert "solved-1" in home.run("runs").out
    assert "add --yes" in home.run("runs", "prune", "--before", "30d").out
    assert "deleted 1 run " in home.run("runs", "prune", "--before", "2021-01-01", "--yes").out
    assert home.run("runs", "prune", "--before", "soon").explained()
    done = home.run("runs", "export", "copy.db", "--json")
    assert (done.status, done.document["runs"]) == (0, 1)
    assert "solved-1" in home.run("runs", "--store", "copy.db", "--json").out
    shown = home.run("runs", "--help").out
    assert "--limit" in shown
    assert "prune" in shown


def test_a_search_finds_what_lies_behind_ten_thousand_others(solved: Path, tmp_path: Path) -> None:
    copy_of(solved, tmp_path)
    with sqlite3.connect(tmp_path / "runs.db") as db:
        [(text,)] = db.execute("SELECT event FROM entries WHERE run_id = 'broken-off'").fetchall()
        rows = [(f"r{number}", 0, f"{number:06}", "", text) for number in range(10_050)]
        db.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", rows)
        words = [(f"r{number}", "another problem", "python", "running", 0) for number in range(10_050)]
        db.executemany("INSERT INTO labels VALUES (?, ?, ?, ?, ?)", words)
        db.execute("DELETE FROM labels WHERE run_id = 'r7'")
    db.close()

    async def use() -> list[str]:
        async with AsyncClient(stories.settings(tmp_path)) as client:
            began = time.process_time()
            found = [run.run_id for run in await client.runs(search="the indices of the two numbers")]
            print(f"{time.process_time() - began:.2f} CPU seconds")
            return found

    assert asyncio.run(use()) == ["solved-1", "broken-off", "r7"]
