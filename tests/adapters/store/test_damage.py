"""Whatever happened to the file of a store, reading and writing it raises StoreError and nothing else."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import pytest

from specwright.adapters.store import sqlite
from specwright.adapters.store.sqlite import SqliteStore
from specwright.core.errors import StoreError
from specwright.pipeline.recording.event_log import Log
from specwright.pipeline.recording.event_text import read_entry
from specwright.ports.store import StoredEntry
from specwright.testing.store_conformance import chain

EVENTS: Final = ('{"kind":"warned","text":"a"}', '{"kind":"warned","text":"b"}', '{"kind":"warned","text":"c"}')
Damage = Callable[[Path], None]
RUN: Final = "run-1"
SHA: Final = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"


def sql(*statements: str, foreign: bool = False) -> Damage:
    def damage(path: Path) -> None:
        db = sqlite3.connect(path)
        for statement in statements:
            db.execute(statement)
        db.commit()
        db.execute("PRAGMA journal_mode=DELETE" if foreign else "PRAGMA wal_checkpoint(TRUNCATE)")
        db.close()

    return damage


def content(change: Callable[[bytes], bytes]) -> Damage:
    def damage(path: Path) -> None:
        path.write_bytes(change(path.read_bytes()))

    return damage


def instead(make: Damage, beside: str = "") -> Damage:
    def damage(path: Path) -> None:
        target = path.with_name(path.name + beside)
        target.unlink(missing_ok=True)
        make(target)

    return damage


def loop(path: Path) -> None:
    path.symlink_to(path)


def noise(path: Path) -> None:
    path.write_bytes(b"\x00noise" * 99)


def dangling(path: Path) -> None:
    path.symlink_to(path.parent / "missing" / "folder" / "file")


def rechained(event: str) -> Damage:
    """A log whose chain holds, with an event that nothing of ours wrote."""
    entry = StoredEntry(run_id=RUN, seq=0, at="2026-01-01T00:00:00", prev_hash="", event=event)

    def damage(path: Path) -> None:
        db = sqlite3.connect(path)
        db.execute("DELETE FROM entries")
        row = (entry.run_id, entry.seq, entry.at, entry.prev_hash, entry.event)
        db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", row)
        db.commit()
        db.close()

    return damage


WRONG: Final = {
    "null": "NULL", "number": "12", "real": "1.5", "blob": "x'ff00fe'", "bad utf-8": "CAST(x'80ff' AS TEXT)",
    "nul": "CAST(x'7b00' AS TEXT)", "huge": "9223372036854775807", "empty": "''",
}  # fmt: skip
LOOSE: Final = (
    "ALTER TABLE {0} RENAME TO old",
    "CREATE TABLE {0} AS SELECT * FROM old",
    "DROP TABLE old",
)


def loosened(table: str, column: str, value: str) -> Damage:
    """The column without its constraint, holding something of another type."""
    return sql(*(statement.format(table) for statement in LOOSE), f"UPDATE {table} SET {column} = {value}")


DAMAGES: Final[dict[str, Damage]] = {
    "no bytes": content(lambda whole: b""),
    "the first half": content(lambda whole: whole[: len(whole) // 2]),
    "one page": content(lambda whole: whole[:4096]),
    "all but a byte": content(lambda whole: whole[:-1]),
    "ten bytes": content(lambda whole: whole[:10]),
    "its header alone": content(lambda whole: whole[:100]),
    "zeros behind the header": content(lambda whole: whole[:100] + bytes(len(whole) - 100)),
    "zeros in its pages": content(lambda whole: whole[:4096] + bytes(len(whole) - 4096)),
    "ones in its pages": content(lambda whole: whole[:4096] + b"\xff" * (len(whole) - 4096)),
    "its pages turned round": content(lambda whole: whole[:4096] + whole[4096:][::-1]),
    "a text": content(lambda whole: b"once upon a time\n" * 400),
    "NUL bytes": content(lambda whole: bytes(9000)),
    "a wrong page size": content(lambda whole: whole[:16] + b"\x00\x03" + whole[18:]),
    "another format": content(lambda whole: whole[:18] + b"\x09\x09" + whole[20:]),
    "a newer schema": sql("PRAGMA user_version=9"),
    "a negative schema": sql("PRAGMA user_version=-1"),
    "no schema number": sql("PRAGMA user_version=0"),
    "no table of entries": sql("DROP TABLE entries"),
    "no table of answers": sql("DROP TABLE kept"),
    "no table of texts": sql("DROP TABLE blobs"),
    "no tables": sql("DROP TABLE entries", "DROP TABLE kept", "DROP TABLE blobs"),
    "a column more": sql("ALTER TABLE entries ADD COLUMN more TEXT"),
    "a column less": sql(*(s.format("entries") for s in LOOSE), "ALTER TABLE entries DROP COLUMN event"),
    "a column renamed": sql("ALTER TABLE entries RENAME COLUMN event TO happening"),
    "a view for a table": sql("DROP TABLE entries", "CREATE VIEW entries AS SELECT 1 AS run_id"),
    "an entry missing": sql("DELETE FROM entries WHERE seq = 1"),
    "the first entry missing": sql("DELETE FROM entries WHERE seq = 0"),
    "an entry changed": sql("UPDATE entries SET event = '{\"kind\":\"other\"}' WHERE seq = 1"),
    "the chain broken": sql("UPDATE entries SET prev_hash = 'abc' WHERE seq = 2"),
    "a negative number": sql("UPDATE entries SET seq = -7 WHERE seq = 2"),
    "a text changed": sql("UPDATE blobs SET content = x'00'"),
    "no text": sql("DELETE FROM blobs"),
    "a trigger that fails": sql(
        "CREATE TRIGGER no BEFORE INSERT ON entries BEGIN SELECT RAISE(FAIL, 'no'); END",
    ),
    "another program's database": instead(sql("CREATE TABLE notes (text)", foreign=True)),
    "a folder": instead(Path.mkdir),
    "a pipe": instead(os.mkfifo),
    "a loop of links": instead(loop),
    "a link to nowhere": instead(dangling),
    **{f"a pipe for {name}": instead(os.mkfifo, name) for name in ("-wal", "-shm", "-journal", f".{RUN}.lock")},
    **{f"a folder for {name}": instead(Path.mkdir, name) for name in ("-wal", "-shm", "-journal", f".{RUN}.lock")},
    **{f"a loop for {name}": instead(loop, name) for name in ("-wal", "-shm", "-journal", f".{RUN}.lock")},
    **{f"noise for {name}": instead(noise, name) for name in ("-wal", "-shm")},
    **{
        f"{kind} as {table}.{column}": loosened(table, column, value)
        for kind, value in WRONG.items()
        for table, column in (
            ("entries", "run_id"), ("entries", "seq"), ("entries", "at"), ("entries", "prev_hash"),
            ("entries", "event"), ("kept", "event"), ("kept", "run_id"), ("blobs", "content"), ("blobs", "sha256"),
        )
    },
    **{
        f"the event {event[:12]!r}": rechained(event)
        for event in (
            "", "{", "[]", "null", "7", "NaN", '{"kind":"run_started"}', '{"kind":"nothing"}', "[" * 5000, "9" * 5000,
            '{"kind":"warned","text":7}', '{"kind":"warned","text":NaN}', '{"kind":"warned","text":"\\ud800"}',
            '{"kind":' + '{"a":' * 500 + "1" + "}" * 500 + "}",
        )
    },
}  # fmt: skip


async def _use(path: Path) -> list[StoreError]:
    """Use everything that a store has, each part even after another failed, and return what was raised."""
    try:
        store = SqliteStore(path)
    except StoreError as error:
        return [error]
    entry = StoredEntry(run_id="run-2", seq=0, at="", prev_hash="", event="{}")
    raised = []
    uses: list[Callable[[], Awaitable[object]]] = [
        store.runs,
        lambda: store.runs(10**30),
        lambda: _read(store),
        lambda: Log.open(store, RUN),
        lambda: store.kept(RUN),
        lambda: store.blob(SHA),
        lambda: store.claim(RUN),
        lambda: store.append(entry),
        lambda: store.keep(RUN, "{}"),
        lambda: store.put_blob(b"more"),
        store.close,
    ]
    for use in uses:
        try:
            await use()
        except StoreError as error:
            raised.append(error)
    return raised


async def _read(store: SqliteStore) -> None:
    for line in await store.entries(RUN):
        read_entry(line)


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("store") / "runs.db"

    async def fill() -> None:
        store = SqliteStore(path)
        for entry in chain(RUN, *EVENTS):
            await store.append(entry)
        await store.keep(RUN, '{"kind":"warned","text":"kept"}')
        await store.put_blob(b"hello")
        await store.close()

    asyncio.run(fill())
    sql("PRAGMA user_version")(path)
    return path.read_bytes()


@pytest.mark.timeout(300)
def test_a_damaged_store_raises_nothing_but_its_own_error(
    whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "_LOCK_WAIT_SECONDS", 0.05)
    wrong = {}
    for number, (name, damage) in enumerate(DAMAGES.items()):
        path = tmp_path / str(number) / "runs.db"
        path.parent.mkdir()
        path.write_bytes(whole)
        damage(path)
        try:
            raised = asyncio.run(_use(path))
        except BaseException as error:  # noqa: BLE001 - every other error is the point
            wrong[name] = repr(error)
        else:
            wrong |= {f"{name}: {error.message}": "no hint" for error in raised if not error.hint}
    assert wrong == {}


def test_a_store_that_another_process_holds_is_explained(
    whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "_LOCK_WAIT_SECONDS", 0.05)
    path = tmp_path / "runs.db"
    path.write_bytes(whole)
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("BEGIN EXCLUSIVE")
    asyncio.run(_use(path))
    db.close()


@pytest.mark.parametrize(
    "path", ["/dev/null", "/dev/full", "/dev/zero", "/proc/self/mem", "/nowhere\0/runs.db", "a" * 5000]
)
def test_a_path_that_can_be_no_store_is_explained(path: str) -> None:
    with pytest.raises(StoreError):
        SqliteStore(Path(path))


def test_a_whole_store_raises_nothing(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    path.write_bytes(whole)
    assert asyncio.run(_use(path)) == []
