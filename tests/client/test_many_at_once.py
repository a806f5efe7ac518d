"""Many runs in one process."""

from __future__ import annotations

import asyncio
import gc
import os
import sqlite3
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import NoReturn

import pytest
from pydantic import BaseModel, TypeAdapter

import specwright
from specwright import api
from specwright.adapters.sandbox.absent import AbsentSandbox
from specwright.adapters.sandbox.selftest import tried_walls
from specwright.adapters.store.layout import LISTING
from specwright.adapters.store.sqlite import SqliteStore
from specwright.config import load_settings
from specwright.core.errors import UserError
from specwright.pipeline.asking import ask as asking
from specwright.ports.model import Question, Reply, Turn
from specwright.ports.sandbox import Job
from specwright.testing.store_conformance import chain
from tests import stories


def test_settings_can_be_read_while_a_sandbox_is_tested() -> None:
    class Reading(AbsentSandbox):
        async def run(self, job: Job) -> NoReturn:
            load_settings()
            raise LookupError("the settings were read")

    sandbox = Reading(specwright.SandboxUnavailable("none"))
    with pytest.raises(LookupError, match="were read"):
        asyncio.run(tried_walls(sandbox, "/usr/bin/python3", ()))


def test_runs_started_together_all_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    async def solve() -> specwright.Result:
        return await specwright.asolve(
            stories.PROBLEM,
            examples=stories.EXAMPLES,
            model=stories.model(stories.FIRST_TRY),
            candidates=2,
            store=tmp_path / "runs.db",
        )

    async def together() -> list[specwright.Result]:
        return await asyncio.gather(*(solve() for _ in range(3)))

    results = asyncio.run(together())
    assert [result.execution_result for result in results] == [specwright.State.TESTS_PASSING] * 3


def test_a_client_keeps_nothing_of_the_runs_that_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("specwright.testing.scripted.QUESTIONS_KEPT", 1)

    async def scenario() -> Counter[str]:
        async with specwright.AsyncClient(stories.settings(tmp_path), model=stories.model(stories.FIRST_TRY)) as client:

            def count() -> Counter[str]:
                kinds = (type(thing) for thing in gc.get_objects())
                return Counter(kind.__qualname__ for kind in kinds if str(kind.__module__).startswith("specwright."))

            async def solve_twice() -> Counter[str]:
                await asyncio.gather(*(client.solve(stories.PROBLEM, examples=stories.EXAMPLES) for _ in range(2)))
                return count()

            await solve_twice()  # fills what is made once
            gc.collect()
            gc.disable()  # nothing waits for the collector
            try:
                before = await solve_twice()
                kept = await solve_twice() - before
                for _ in range(200):  # a thread may be about to drop what it has just stored
                    if not kept:
                        break
                    await asyncio.sleep(0.01)
                    kept = count() - before
                return kept
            finally:
                gc.enable()

    assert asyncio.run(scenario()) == Counter()


def test_settings_are_read_while_another_thread_changes_the_environment() -> None:
    stop, failures = threading.Event(), []
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)

    def change() -> None:
        while not stop.is_set():
            os.environ["CHANGING"] = "1"
            del os.environ["CHANGING"]

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(200):
            try:
                load_settings()
            except (KeyError, RuntimeError) as error:
                failures.append(error)
    finally:
        sys.setswitchinterval(usual)
        stop.set()
        thread.join()
    assert failures == []


def test_a_store_holds_no_descriptor_of_a_run_that_ended(tmp_path: Path) -> None:
    async def many() -> int:
        store = SqliteStore(tmp_path / "runs.db")
        await store.claim("first")
        await store.release("first")
        before = len(os.listdir("/proc/self/fd"))
        for number in range(50):
            await store.claim(f"r{number}")
            await store.release(f"r{number}")
        grown = len(os.listdir("/proc/self/fd")) - before
        await store.close()
        return grown

    assert asyncio.run(many()) == 0
    assert not list(tmp_path.glob("*.lock"))


def test_a_commit_that_waits_does_not_stop_the_event_loop(tmp_path: Path) -> None:
    async def scenario() -> tuple[int, bool]:
        store, other = SqliteStore(tmp_path / "runs.db"), SqliteStore(tmp_path / "runs.db")
        holding = threading.Event()
        held = asyncio.ensure_future(asyncio.to_thread(_hold, tmp_path / "runs.db", holding))
        await asyncio.to_thread(holding.wait)
        append = asyncio.ensure_future(store.append(chain("a", "one")[0]))
        turns = 0
        while not held.done():
            await asyncio.sleep(0.01)
            turns += 1
        waited = not append.done()
        await append
        assert await other.entries("a")
        await store.close()
        await other.close()
        return turns, waited

    turns, waited = asyncio.run(scenario())
    assert turns > 3
    assert waited


def _hold(path: Path, holding: threading.Event) -> None:
    """Hold the write lock for a while, as another process does."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    holding.set()
    time.sleep(0.5)
    db.execute("ROLLBACK")
    db.close()


def test_appends_that_come_together_are_committed_together(tmp_path: Path) -> None:
    async def scenario() -> int:
        store = SqliteStore(tmp_path / "runs.db")
        holding = threading.Event()
        held = asyncio.ensure_future(asyncio.to_thread(_hold, tmp_path / "runs.db", holding))
        await asyncio.to_thread(holding.wait)
        lines = [chain(f"r{number}", "one")[0] for number in range(40)]
        await asyncio.gather(*(store.append(line) for line in lines))
        await held
        found = [await store.entries(line.run_id) for line in lines]
        assert found == [(line,) for line in lines]
        commits = store.commits
        await store.close()
        return commits

    assert asyncio.run(scenario()) <= 3


def test_an_entry_that_is_refused_leaves_those_committed_with_it_alone(tmp_path: Path) -> None:
    async def scenario() -> tuple[list[str], list[int]]:
        store = SqliteStore(tmp_path / "runs.db")
        await store.append(chain("a", "one")[0])
        holding = threading.Event()
        held = asyncio.ensure_future(asyncio.to_thread(_hold, tmp_path / "runs.db", holding))
        await asyncio.to_thread(holding.wait)
        lines = [chain("b", "one")[0], chain("a", "two")[0], chain("c", "one")[0]]
        told = await asyncio.gather(*(store.append(line) for line in lines), return_exceptions=True)
        await held
        kept = [len(await store.entries(name)) for name in "abc"]
        await store.close()
        return [type(each).__name__ for each in told], kept

    assert asyncio.run(scenario()) == (["NoneType", "StoreError", "NoneType"], [1, 1, 1])


def test_a_schema_is_made_once_for_a_kind_of_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    class Greeting(BaseModel):
        words: str

    made: list[type] = []
    real = TypeAdapter

    def counted(kind: type) -> object:
        made.append(kind)
        return real(kind)

    monkeypatch.setattr(asking, "TypeAdapter", counted)
    schemas: list[object] = []

    async def exchange(question: Question) -> Reply:
        schemas.append(question.reply_schema)
        return Reply(text='{"words": "hello"}', model="m")

    async def ask_thrice() -> None:
        for _ in range(3):
            question = Question(stage="greet", instructions="", turns=(Turn(role="user", text="hi"),))
            assert (await asking.ask(exchange, question, Greeting)).words == "hello"

    asyncio.run(ask_thrice())
    assert made == [Greeting]
    assert schemas == [{"properties": {"words": {"type": "string"}}, "required": ["words"], "type": "object"}] * 3


def test_a_run_is_found_among_more_than_ten_thousand(tmp_path: Path) -> None:
    settings = stories.settings(tmp_path)

    async def fill() -> None:
        store = SqliteStore(Path(str(settings.store.path)))
        lines = [
            chain(f"{20260101 + number // 5000}-{number:06}", "e", at=f"{number:06}")[0] for number in range(10_050)
        ]
        await asyncio.gather(*(store.append(line) for line in lines))
        await store.close()

    asyncio.run(fill())
    oldest, newest = "20260101-000000", "20260103-010049"

    async def named(name: str) -> str:
        return await api.find_run(name, settings)

    assert asyncio.run(named(oldest)) == oldest
    assert asyncio.run(named("last")) == newest
    assert asyncio.run(named("-000000")) == oldest
    with pytest.raises(UserError, match="5000 runs match '20260101-'"):
        asyncio.run(named("20260101-"))
    with pytest.raises(UserError, match="there is no run '%'"):
        asyncio.run(named("%"))


def test_a_listing_is_read_from_an_index(tmp_path: Path) -> None:
    asyncio.run(SqliteStore(tmp_path / "runs.db").close())
    with sqlite3.connect(tmp_path / "runs.db") as db:
        plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {LISTING}", (5,))]
    db.close()
    assert plan[0].startswith("SCAN f USING INDEX runs_by_time")
    assert not any("TEMP B-TREE" in step or step == "SCAN l" for step in plan)


def test_a_run_id_has_at_least_64_random_bits() -> None:
    ids = [api.new_run_id() for _ in range(10)]
    assert all(len(run_id.split("-")[2]) * 4 >= 64 for run_id in ids)
