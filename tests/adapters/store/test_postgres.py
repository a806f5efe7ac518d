"""The store on a PostgreSQL server: the same promises as a file, against a real server."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from tests import stories
from tests.killing import die_at, in_a_process
from tests.postgres import PASSWORD, PostgresServer, running

from specwright import api
from specwright.adapters.store.postgres import PostgresQueue, PostgresStore
from specwright.adapters.store.postgres.session import DatabaseSession
from specwright.config import Settings
from specwright.core.errors import StoreError
from specwright.core.place import DatabaseAddress, read_place
from specwright.core.run.result import Result
from specwright.ports.queue import QueuedRun, QueueState
from specwright.ports.store import Store
from specwright.testing.store_conformance import StoreConformance, chain


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    with running() as found:
        yield found


def address(server: PostgresServer) -> DatabaseAddress:
    found = read_place(server.new_database())
    assert isinstance(found, DatabaseAddress)
    return found


class TestPostgresStore(StoreConformance):
    @pytest.fixture(autouse=True)
    def _served(self, server: PostgresServer) -> None:
        self.address = address(server)

    def open(self, place: Path) -> Store:
        return PostgresStore(self.address)


def test_a_store_is_not_connected_before_it_is_used() -> None:
    store = PostgresStore(nowhere())
    asyncio.run(store.close())


def nowhere() -> DatabaseAddress:
    found = read_place(f"postgresql://me:{PASSWORD.replace('@', '%40')}@127.0.0.1:1/none?password=other-secret")
    assert isinstance(found, DatabaseAddress)
    return found


def test_a_password_is_never_shown(server: PostgresServer, tmp_path: Path) -> None:
    wrong = server.url("none").replace("s3cret", "s3cret-wrong")
    for text in (str(nowhere().address.get_secret_value()), wrong, "postgresql://me:s3cret@of@us@127.0.0.1:1/x"):
        place = read_place(text)
        assert isinstance(place, DatabaseAddress)
        settings = stories.settings(tmp_path, store={"path": text})
        with pytest.raises(StoreError) as caught:
            asyncio.run(api.list_runs(settings))
        shown = (
            f"{caught.value.message} {caught.value.hint} {place} {place!r} {settings!r} {settings.model_dump_json()}"
        )
        assert "127.0.0.1" in shown
        assert not [word for word in ("s3cret", "of@us", "of%40us", "other-secret") if word in shown], shown
        assert caught.value.__cause__ is None
        assert "s3cret" in " ".join(settings.secrets.values())


def test_what_a_server_cannot_hold_is_refused_and_harms_no_other(server: PostgresServer) -> None:
    async def use() -> None:
        store = PostgresStore(address(server))
        [bad] = chain("bad", "a\0b")
        good = [chain(f"good-{number}", "one")[0] for number in range(5)]
        done = await asyncio.gather(*map(store.append, [*good, bad]), return_exceptions=True)
        assert [type(each) for each in done] == [type(None)] * 5 + [StoreError]
        assert await store.count() == 5
        await store.close()

    asyncio.run(use())


def test_tables_of_another_version_are_left_alone(server: PostgresServer) -> None:
    place = address(server)
    asyncio.run(_count(place))
    with psycopg.connect(place.address.get_secret_value()) as db:
        db.execute("UPDATE specwright_version SET version = 9")
    with pytest.raises(StoreError, match="schema 9") as caught:
        asyncio.run(_count(place))
    assert "upgrade" in str(caught.value.hint)


async def _count(place: DatabaseAddress) -> int:
    store = PostgresStore(place)
    try:
        return await store.count()
    finally:
        await store.close()


def test_many_stores_make_the_tables_at_once(server: PostgresServer) -> None:
    place = address(server)

    async def all_at_once() -> list[int]:
        return await asyncio.gather(*(_count(place) for _ in range(8)))

    assert asyncio.run(all_at_once()) == [0] * 8


def test_appends_that_come_together_are_committed_together(server: PostgresServer) -> None:
    async def use() -> int:
        store = PostgresStore(address(server))
        await store.count()
        await asyncio.gather(*(store.append(chain(f"r{number}", "one")[0]) for number in range(200)))
        await store.close()
        return store.commits

    assert asyncio.run(use()) < 40


def test_a_lost_connection_loses_nothing_and_no_claim(server: PostgresServer) -> None:
    place = address(server)

    async def use() -> None:
        store, other = PostgresStore(place), PostgresStore(place)
        lines = chain("a", *"0123456789")
        await store.claim("a")
        for line in lines:
            _cut(place)
            await store.append(line)
            await store.keep("a", line.event)
        assert await other.entries("a") == lines
        assert len(await other.kept("a")) == len(lines)
        with pytest.raises(StoreError, match="another process"):
            await other.claim("a")
        await store.close()
        await other.claim("a")
        await other.close()

    asyncio.run(use())


def _cut(place: DatabaseAddress) -> None:
    """End all other connections to this database."""
    with psycopg.connect(place.address.get_secret_value(), autocommit=True) as db:
        db.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid()"
        )


def test_a_claim_that_another_took_meanwhile_is_lost(server: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> None:
    place = address(server)

    async def use() -> None:
        store, other = PostgresStore(place), PostgresStore(place)
        lines = chain("a", "one", "two")
        await store.claim("a")
        await store.append(lines[0])
        _cut(place)
        await other.claim("a")
        with pytest.raises(StoreError, match="another process has taken run a"):
            await store.append(lines[1])
        await other.append(lines[1])
        await store.append(chain("b", "one")[0])
        await store.close()
        await other.close()

    asyncio.run(use())


def test_a_server_that_crashes_and_comes_back_is_waited_for(tmp_path: Path) -> None:
    with running() as own:
        place = address(own)

        async def use() -> None:
            store = PostgresStore(place)
            lines = chain("a", *map(str, range(20)))
            await store.claim("a")
            await store.append(lines[0])
            own.kill()
            back = threading.Timer(1.0, own.start)
            back.start()
            for line in lines[1:]:
                await store.append(line)
            back.join()
            assert await store.entries("a") == lines
            await store.close()

        asyncio.run(use())


def test_a_server_that_stays_away_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("specwright.adapters.store.postgres.session.PATIENCE", 0.5)
    with running() as own:
        store = PostgresStore(address(own))

        async def use() -> StoreError:
            await store.append(chain("a", "one")[0])
            own.kill()
            with pytest.raises(StoreError) as caught:
                await store.append(chain("b", "one")[0])
            await store.close()
            return caught.value

        assert "check that the server runs" in str(asyncio.run(use()).hint)


def settings(folder: Path, place: DatabaseAddress) -> Settings:
    return stories.settings(folder, store={"path": place.address.get_secret_value()})


def test_killed_after_each_kind_of_entry_a_run_comes_to_the_same_end(server: PostgresServer, tmp_path: Path) -> None:
    place = address(server)
    here = settings(tmp_path, place)
    ledger = tmp_path / "asked.jsonl"
    model = stories.model(stories.FIRST_TRY, ledger)

    def last() -> str:
        return asyncio.run(api.find_run("last", here))

    def solve() -> Result:
        return asyncio.run(api.solve_task(stories.TASK, here, model=model))

    def resume() -> Result:
        return asyncio.run(api.resume_run(last(), here, model=model))

    def until(kinds: set[str], work: Any) -> None:
        die_at(kinds, PostgresStore)
        work()

    left = {"run_started", "answered", "tests_written", "executed", "candidate_written"}
    work: Any = solve
    while left:
        assert os.WTERMSIG(in_a_process(lambda: until(left, work))) == signal.SIGKILL, left  # noqa: B023
        left.remove(asyncio.run(api.load_entries(last(), here))[-1].event.kind)
        work = resume
    assert resume().verified
    keys = stories.asked(ledger)
    assert len(keys) == len(set(keys))


def test_a_queue_is_kept_in_order(server: PostgresServer) -> None:
    place = address(server)

    async def use() -> None:
        queue = PostgresQueue(place)
        one, two = (QueuedRun(run_id=name, owner="ann", request="{}", added_at=name) for name in ("r1", "r2"))
        assert [await queue.add(one), await queue.add(two), await queue.add(one)] == [True, True, False]
        await queue.put(one.model_copy(update={"state": QueueState.ENDED, "ended_at": "5", "tokens": 7}))
        assert [run.run_id for run in await queue.listed()] == ["r1", "r2"]
        assert [run.run_id for run in await queue.listed(owner="ann", states=(QueueState.WAITING,))] == ["r2"]
        assert await queue.listed(owner="bob") == ()
        assert (await queue.used("ann", "4")).tokens == 7
        assert (await queue.used("ann", "6")).tokens == 0
        found = await queue.get("r1")
        assert found is not None
        assert found.state is QueueState.ENDED
        assert await queue.get("r3") is None
        await queue.close()
        await queue.close()

    asyncio.run(use())


def test_sixteen_writers_do_not_wait_for_each_other(server: PostgresServer) -> None:
    """Every log is whole, although all of them are written at once by stores of their own."""
    place = address(server)
    logs = [chain(f"w{number}", *map(str, range(12))) for number in range(16)]

    async def write(lines: Any) -> float:
        store = PostgresStore(place)
        longest = 0.0
        for line in lines:
            began = time.monotonic()
            await store.append(line)
            longest = max(longest, time.monotonic() - began)
        await store.close()
        return longest

    async def all_at_once() -> list[float]:
        return await asyncio.gather(*map(write, logs))

    print(f"longest wait {max(asyncio.run(all_at_once())):.3f} s")

    async def read() -> None:
        store = PostgresStore(place)
        for lines in logs:
            assert await store.entries(lines[0].run_id) == lines
        await store.close()

    asyncio.run(read())


def test_a_cancelled_claim_is_given_up(server: PostgresServer) -> None:
    place = address(server)

    async def use() -> None:
        store, other = PostgresStore(place), PostgresStore(place)
        await store.count()
        claiming = asyncio.ensure_future(store.claim("a"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        claiming.cancel()
        await asyncio.gather(claiming, return_exceptions=True)
        await store.keep("x", "behind it")
        await other.claim("a")
        await other.close()
        await store.close()

    asyncio.run(use())


def test_a_session_is_closed_once_and_then_refuses(server: PostgresServer) -> None:
    async def use() -> None:
        store = PostgresStore(address(server))
        await store.count()
        await store.close()
        with pytest.raises(StoreError, match="closed"):
            await store.count()

    asyncio.run(use())
    assert DatabaseSession(nowhere(), "x").used is False
