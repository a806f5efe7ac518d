from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from specwright.adapters.store.layout import SCHEMA_VERSION
from specwright.adapters.store.sqlite import SqliteStore
from specwright.core.errors import StoreError
from specwright.ports.store import Store
from specwright.testing.store_conformance import StoreConformance, chain


class TestSqliteStore(StoreConformance):
    def open(self, place: Path) -> Store:
        return SqliteStore(place / "runs.db")


class Forgetful(SqliteStore):
    """A store that a conformance suite must not pass: it keeps nothing between openings."""

    def __init__(self, path: Path) -> None:
        super().__init__(path.with_name(f"{path.name}.{os.urandom(4).hex()}"))


def test_the_suite_notices_a_store_that_forgets(tmp_path: Path) -> None:
    class Suite(StoreConformance):
        def open(self, place: Path) -> Store:
            return Forgetful(place / "runs.db")

    failed = []
    for name in dir(Suite):
        if name.startswith("test_"):
            place = tmp_path / name
            place.mkdir()
            try:
                getattr(Suite(), name)(place)
            except (AssertionError, StoreError, IndexError):
                failed.append(name)
    assert len(failed) >= 4


def test_a_store_of_a_newer_schema_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE from_the_future (x)")
        db.execute(f"PRAGMA user_version={SCHEMA_VERSION + 1}")
    db.close()
    with pytest.raises(StoreError, match=f"schema {SCHEMA_VERSION + 1}") as caught:
        SqliteStore(path)
    assert "upgrade" in str(caught.value.hint)


def test_a_file_that_is_no_database_is_left_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    path.write_text("my shopping list\n" * 100)
    with pytest.raises(StoreError, match="not a database") as caught:
        SqliteStore(path)
    assert "--store" in str(caught.value.hint)
    assert path.read_text() == "my shopping list\n" * 100


def test_a_database_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "browser.db"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE history (url)")
    db.close()
    with pytest.raises(StoreError, match="another program") as caught:
        SqliteStore(path)
    assert caught.value.hint
    with sqlite3.connect(path) as db:
        assert [name for (name,) in db.execute("SELECT name FROM sqlite_master")] == ["history"]
    db.close()


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot open"):
        SqliteStore(tmp_path)


def test_a_folder_that_cannot_be_made_is_explained(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot open the run store") as caught:
        SqliteStore(tmp_path / "file" / "deep" / "runs.db")
    assert caught.value.hint


def test_the_store_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "deep" / "runs.db")
    asyncio.run(store.append(chain("a", "one")[0]))
    modes = {path.name: oct(path.stat().st_mode & 0o777) for path in (tmp_path / "deep").iterdir()}
    asyncio.run(store.close())
    assert set(modes.values()) == {"0o600"}, modes


def test_a_lock_dies_with_the_process_that_held_it(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(tmp_path / "runs.db")], stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"

    async def claim() -> None:
        store = SqliteStore(tmp_path / "runs.db")
        try:
            await store.claim("a")
        finally:
            await store.close()

    with pytest.raises(StoreError, match="another process is working on run a"):
        asyncio.run(claim())
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    holder.stdout.close()
    asyncio.run(claim())


_HOLD = textwrap.dedent(
    """
    import asyncio, sys, time
    from pathlib import Path
    from specwright.adapters.store.sqlite import SqliteStore
    store = SqliteStore(Path(sys.argv[1]))
    asyncio.run(store.claim("a"))
    print("held", flush=True)
    time.sleep(60)
    """
)
