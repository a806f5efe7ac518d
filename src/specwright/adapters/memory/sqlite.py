"""The memory in one SQLite file: rows that are appended and chained by hash, with an index of words (FTS5).

A row that is forgotten keeps its hashes and loses what it says, so the chain can still be checked.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import Final, TypeVar

from pydantic import ValidationError

from specwright.adapters.memory.tables import SHARED, match, prepare, row_hash, tags_of, telling
from specwright.adapters.store.locks import refuse_what_is_no_file
from specwright.adapters.store.threads import DatabaseThread
from specwright.core.errors import StoreError
from specwright.core.memory.entry import Counters, EntryStanding, MemoryEffect, MemoryEntry, MemoryKind, StoredMemory
from specwright.core.memory.recollection import Cue, Recollection, RefusedEntry, StrategyOutcome, StrategyRecord
from specwright.core.value import digest
from specwright.ports.memory import MemoryStats

T = TypeVar("T")
Prove = Callable[[MemoryEntry], Awaitable[str]]
"""Returns why an earned entry is not proven by its run; empty if it is."""

_WAIT_SECONDS: Final = 15.0
_LOOKED_AT: Final = 2_000
_RANKED: Final = 24
_PATTERNS: Final = 10
_CORRECTIONS: Final = 40
_PRACTICES: Final = 3


class SqliteMemory:
    """The memory of the port `Memory`, for one project, in the file `path`.

    `most` is how many entries a project may have: beyond it those that helped least and are oldest are forgotten.
    """

    def __init__(self, path: Path, project: str, prove: Prove, *, shared: bool = False, most: int = 10_000) -> None:
        self._path = path
        self._project = project
        self._projects = (project, SHARED) if shared else (project,)
        self._prove = prove
        self._most = most
        self._thread = DatabaseThread(self._connect, "specwright-memory")

    def _connect(self) -> sqlite3.Connection:
        for beside in ("", "-wal", "-shm", "-journal"):
            refuse_what_is_no_file(self._path.with_name(self._path.name + beside))
        self._path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600))
        db = sqlite3.connect(self._path, timeout=_WAIT_SECONDS, isolation_level=None, check_same_thread=False)
        db.row_factory = sqlite3.Row
        try:
            prepare(db)
        except BaseException:
            db.close()
            raise
        return db

    async def is_empty(self) -> bool:
        if not self._path.exists():
            return True

        def look(db: sqlite3.Connection) -> bool:
            marks = ", ".join("?" for _ in self._projects)
            own = f"project IN ({marks}) LIMIT 1"
            learned = f"SELECT 1 FROM memory WHERE body IS NOT NULL AND {own}"  # noqa: S608 - marks alone
            ended = f"SELECT 1 FROM strategies WHERE {own}"  # noqa: S608
            return not any(db.execute(query, self._projects).fetchone() for query in (learned, ended))

        return await self._do(look)

    async def recall(self, cue: Cue) -> Recollection:
        refused: list[RefusedEntry] = []
        patterns = await self._usable(
            await self._ranked(cue.problem, MemoryKind.PATTERN, cue.language, _RANKED), _PATTERNS, refused
        )
        corrections = await self._of_kind(MemoryKind.CORRECTION, cue.language)
        practices = await self._of_kind(MemoryKind.PRACTICE, cue.language)
        return Recollection(
            patterns=patterns,
            corrections=await self._usable(corrections, _CORRECTIONS, refused),
            practices=await self._usable(practices, _PRACTICES, refused),
            strategies=await self._strategies(cue.language),
            refused=tuple(refused),
        )

    async def learn(self, entries: Sequence[MemoryEntry], *, shared: bool = False) -> tuple[str, ...]:
        project = SHARED if shared else self._project
        return await self._do(lambda db: _in_transaction(db, lambda: self._append(db, entries, project)))

    async def note(self, run_id: str, effects: Sequence[tuple[str, MemoryEffect]]) -> None:
        def write(db: sqlite3.Connection) -> None:
            for entry_id, effect in effects:
                said = "INSERT OR IGNORE INTO effects (id, run_id, effect) VALUES (?, ?, ?)"
                if db.execute(said, (entry_id, run_id, effect.value)).rowcount:
                    marks = ", ".join("?" for _ in self._projects)
                    counted = (
                        f"UPDATE memory SET {effect.value} = {effect.value} + 1 WHERE id = ? AND project IN ({marks})"  # noqa: S608
                    )
                    db.execute(counted, (entry_id, *self._projects))

        await self._do(lambda db: _in_transaction(db, lambda: write(db)))

    async def note_strategy(self, outcome: StrategyOutcome) -> None:
        row = (self._project, *outcome.model_dump().values())
        await self._do(lambda db: db.execute("INSERT OR IGNORE INTO strategies VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row))

    async def listed(self, kind: MemoryKind | None = None, limit: int = 50) -> tuple[StoredMemory, ...]:
        marks = ", ".join("?" for _ in self._projects)
        query = (
            f"SELECT * FROM memory WHERE project IN ({marks}) AND body IS NOT NULL AND (? IS NULL OR kind = ?)"  # noqa: S608
            " ORDER BY seq DESC LIMIT ?"
        )
        name = kind.value if kind else None
        rows = await self._do(lambda db: db.execute(query, (*self._projects, name, name, limit)).fetchall())
        return await self._stored(rows)

    async def search(self, words: str, limit: int = 20) -> tuple[StoredMemory, ...]:
        return await self._stored(await self._ranked(words, None, None, limit))

    async def find(self, name: str) -> tuple[StoredMemory, ...]:
        marks = ", ".join("?" for _ in self._projects)
        query = (
            f"SELECT * FROM memory WHERE project IN ({marks}) AND body IS NOT NULL AND substr(id, 1, ?) = ? LIMIT 20"  # noqa: S608
        )
        rows = await self._do(lambda db: db.execute(query, (*self._projects, len(name), name)).fetchall())
        return await self._stored(rows)

    async def forget(self, ids: Sequence[str]) -> int:
        def erase(db: sqlite3.Connection) -> int:
            marks, projects = ", ".join("?" for _ in ids), ", ".join("?" for _ in self._projects)
            query = f"SELECT seq FROM memory WHERE id IN ({marks}) AND project IN ({projects}) AND body IS NOT NULL"  # noqa: S608
            return _erase(db, [row["seq"] for row in db.execute(query, (*ids, *self._projects)).fetchall()])

        def erase_wholly(db: sqlite3.Connection) -> int:
            count = _in_transaction(db, lambda: erase(db))
            if count:  # what was erased must not stay readable in unused pages
                db.execute("INSERT INTO terms(terms) VALUES ('optimize')")
                db.execute("VACUUM")
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return count

        return await self._do(erase_wholly)

    async def stats(self) -> MemoryStats:
        def count(db: sqlite3.Connection) -> MemoryStats:
            own = "SELECT kind, count(*) AS n FROM memory WHERE project = ? AND body IS NOT NULL GROUP BY kind"
            found = {MemoryKind(row["kind"]): int(row["n"]) for row in db.execute(own, (self._project,))}
            sums = db.execute(
                "SELECT coalesce(sum(body IS NULL), 0), coalesce(sum(helped), 0), coalesce(sum(harmed), 0),"
                " coalesce(sum(body IS NOT NULL AND (harmed > helped OR idle >= 20 * (1 + helped))), 0)"
                " FROM memory WHERE project = ?",
                (self._project,),
            ).fetchone()
            shared = db.execute("SELECT count(*) FROM memory WHERE project = ? AND body IS NOT NULL", (SHARED,))
            pages = db.execute("PRAGMA page_count").fetchone()[0] * db.execute("PRAGMA page_size").fetchone()[0]
            return MemoryStats(
                entries={kind: found.get(kind, 0) for kind in MemoryKind},
                forgotten=sums[0],
                helped=sums[1],
                harmed=sums[2],
                retired=sums[3],
                shared=shared.fetchone()[0],
                bytes=pages,
            )

        return await self._do(count)

    async def close(self) -> None:
        self._thread.close()

    def _append(self, db: sqlite3.Connection, entries: Sequence[MemoryEntry], project: str) -> tuple[str, ...]:
        last = db.execute("SELECT hash FROM memory ORDER BY seq DESC LIMIT 1").fetchone()
        head, new = last["hash"] if last else "", []
        for entry in entries:
            known = db.execute("SELECT 1 FROM memory WHERE project = ? AND id = ?", (project, entry.id)).fetchone()
            if known:
                continue
            body = entry.model_dump_json()
            body_digest = digest(body)
            hashed = row_hash(head, entry.id, project, entry.run_id, entry.learned_at, body_digest)
            row = (entry.id, project, entry.kind.value, entry.lesson.language, entry.run_id, entry.learned_at)
            made = db.execute(
                "INSERT INTO memory (id, project, kind, language, run_id, learned_at, body, body_digest, prev_hash,"
                " hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*row, body, body_digest, head, hashed),
            )
            words = (made.lastrowid, entry.lesson.words, tags_of(entry, project))
            db.execute("INSERT INTO terms (rowid, words, tags) VALUES (?, ?, ?)", words)
            head = hashed
            new.append(entry.id)
        if new:
            self._keep_to_the_cap(db, project)
        return tuple(new)

    def _keep_to_the_cap(self, db: sqlite3.Connection, project: str) -> None:
        here = "FROM memory WHERE project = ? AND body IS NOT NULL"
        over = db.execute(f"SELECT count(*) {here}", (project,)).fetchone()[0] - self._most
        if over > 0:
            worst = db.execute(f"SELECT seq {here} ORDER BY helped - harmed, seq LIMIT ?", (project, over))
            _erase(db, [row["seq"] for row in worst.fetchall()])

    async def _ranked(
        self, text: str, kind: MemoryKind | None, language: str | None, limit: int
    ) -> Sequence[sqlite3.Row]:
        def look(db: sqlite3.Connection) -> Sequence[sqlite3.Row]:
            words = telling(db, text, _LOOKED_AT)
            if not words:
                return ()
            query = (
                "SELECT memory.* FROM terms JOIN memory ON memory.seq = terms.rowid WHERE terms MATCH ?"
                " AND body IS NOT NULL ORDER BY bm25(terms, 1.0, 0.0), memory.seq DESC LIMIT ?"
            )
            return db.execute(query, (match(words, self._projects, kind, language), limit)).fetchall()

        return await self._do(look)

    async def _of_kind(self, kind: MemoryKind, language: str) -> Sequence[sqlite3.Row]:
        marks = ", ".join("?" for _ in self._projects)
        query = (
            f"SELECT * FROM memory WHERE project IN ({marks}) AND kind = ? AND language = ? AND body IS NOT NULL"  # noqa: S608
            " ORDER BY helped - harmed DESC, seq DESC LIMIT ?"
        )
        given = (*self._projects, kind.value, language, _CORRECTIONS)
        return await self._do(lambda db: db.execute(query, given).fetchall())

    async def _strategies(self, language: str) -> tuple[StrategyRecord, ...]:
        query = (
            "SELECT strategy, size, count(*) AS runs, sum(verified) AS verified, sum(tokens) AS tokens FROM strategies"
            " WHERE project = ? AND language = ? GROUP BY strategy, size ORDER BY strategy, size"
        )
        rows = await self._do(lambda db: db.execute(query, (self._project, language)).fetchall())
        return tuple(StrategyRecord(**dict(zip(row.keys(), row, strict=True))) for row in rows)

    async def _usable(
        self, rows: Iterable[sqlite3.Row], limit: int, refused: list[RefusedEntry]
    ) -> tuple[MemoryEntry, ...]:
        found: list[MemoryEntry] = []
        for row in rows:
            if len(found) == limit:
                break
            stored = await self._read(row)
            if isinstance(stored, StoredMemory) and not stored.refused:
                found.append(stored.entry)
            else:
                why = stored.refused if isinstance(stored, StoredMemory) else stored
                refused.append(RefusedEntry(id=row["id"], reason=why))
        return tuple(found)

    async def _stored(self, rows: Iterable[sqlite3.Row]) -> tuple[StoredMemory, ...]:
        read = [await self._read(row) for row in rows]
        return tuple(found for found in read if isinstance(found, StoredMemory))

    async def _read(self, row: sqlite3.Row) -> StoredMemory | str:
        """Return the entry of a row, with the reason if it may not be used; the reason alone if it cannot be read."""
        try:
            entry = MemoryEntry.model_validate_json(row["body"])
        except (ValidationError, TypeError, UnicodeError):
            return "it cannot be read"
        counters = Counters(helped=row["helped"], harmed=row["harmed"], idle=row["idle"])
        return StoredMemory(
            entry=entry, project=row["project"], counters=counters, refused=await self._objection(row, entry, counters)
        )

    async def _objection(self, row: sqlite3.Row, entry: MemoryEntry, counters: Counters) -> str:
        body_digest = digest(row["body"])
        hashed = row_hash(
            row["prev_hash"], entry.id, row["project"], entry.run_id, entry.learned_at, row["body_digest"]
        )
        if (entry.id, body_digest, hashed) != (row["id"], row["body_digest"], row["hash"]):
            return "it was changed since it was learned"
        if counters.is_retired:
            return f"outcomes speak against it: helped {counters.helped}, harmed {counters.harmed}"
        return await self._prove(entry) if entry.standing is EntryStanding.EARNED else ""

    async def _do(self, job: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return await self._thread.do(job)
        except (sqlite3.Error, OSError, ValueError, OverflowError) as error:
            raise StoreError(
                f"cannot use the memory in {self._path}: {error}",
                hint="check that the file is writable and the disk not full, or do without: SPECWRIGHT_MEMORY__USE=off",
            ) from error


def _erase(db: sqlite3.Connection, rows: Sequence[int]) -> int:
    for seq in rows:
        db.execute("UPDATE memory SET body = NULL WHERE seq = ?", (seq,))
        db.execute("DELETE FROM terms WHERE rowid = ?", (seq,))
    return len(rows)


def _in_transaction(db: sqlite3.Connection, work: Callable[[], T]) -> T:
    db.execute("BEGIN IMMEDIATE")
    try:
        done = work()
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")
    return done
