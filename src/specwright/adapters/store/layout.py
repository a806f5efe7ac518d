"""How runs lie in the file of a SQLite store: tables, indexes, queries, and texts in their short form.

Stores of version 1 keep every text as it is, and are read and written as they are. Since version 2 long texts are
compressed, labels make a search quick, and texts that no run names any more can be found.
"""

from __future__ import annotations

import sqlite3
import zlib
from typing import Any, Final

from specwright.core.run.listing import RunFilter, RunLabels
from specwright.ports.store import RunHead, StoredEntry

SCHEMA_VERSION: Final = 2
READABLE: Final = (1, SCHEMA_VERSION)
SCHEMA: Final = """
CREATE TABLE entries (
  run_id TEXT NOT NULL, seq INTEGER NOT NULL, at TEXT NOT NULL, prev_hash TEXT NOT NULL, event TEXT NOT NULL
);
CREATE UNIQUE INDEX entries_by_run ON entries (run_id, seq);
CREATE TABLE kept (run_id TEXT NOT NULL, event TEXT NOT NULL);
CREATE INDEX kept_by_run ON kept (run_id);
CREATE TABLE blobs (sha256 TEXT NOT NULL UNIQUE, content BLOB NOT NULL, day INTEGER NOT NULL);
CREATE TABLE labels (
  run_id TEXT PRIMARY KEY, words TEXT, language TEXT, state TEXT, verified INTEGER
) WITHOUT ROWID;
"""
_SUFFIX: Final = 8
"""So many last characters of an id are indexed: terminals show these."""
INDEXES: Final = {
    "runs_by_time": "CREATE INDEX IF NOT EXISTS runs_by_time ON entries (at, run_id) WHERE seq = 0",
    "runs_by_id": "CREATE INDEX IF NOT EXISTS runs_by_id ON entries (run_id) WHERE seq = 0",
    "runs_by_end": f"CREATE INDEX IF NOT EXISTS runs_by_end ON entries (substr(run_id, -{_SUFFIX}), run_id)"
    " WHERE seq = 0",
}
"""Indexes that older versions do not make and are not disturbed by."""
_HEADS: Final = (
    "SELECT f.*, l.* FROM entries f JOIN entries l ON l.run_id = f.run_id AND l.seq ="
    " (SELECT max(seq) FROM entries WHERE run_id = f.run_id) {labels}WHERE f.seq = 0"
)
HEAD: Final = f"{_HEADS.format(labels='')} AND f.run_id = ?"
_NEWEST: Final = " ORDER BY f.at DESC, f.run_id DESC LIMIT ?"
LISTING: Final = _HEADS.format(labels="") + _NEWEST
_BEGINS: Final = "SELECT run_id FROM entries WHERE seq = 0 AND run_id >= ?1 AND run_id < ?2"
BY_PART: Final = f"{_BEGINS} UNION SELECT run_id FROM entries WHERE seq = 0 AND substr(run_id, -length(?1)) = ?1"
BY_LONG_PART: Final = f"{BY_PART} AND substr(run_id, -{_SUFFIX}) = substr(?1, -{_SUFFIX})"
PUT_BLOB: Final = (
    "INSERT INTO blobs (sha256, content, day) VALUES (?1, ?2, ?3)"
    " ON CONFLICT (sha256) DO UPDATE SET day = ?3 WHERE day < ?3"
)
LABEL: Final = (
    "INSERT INTO labels VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (run_id) DO UPDATE SET"
    " words = coalesce(?2, words), language = coalesce(?3, language), state = coalesce(?4, state),"
    " verified = coalesce(?5, verified)"
)
_LAST_CHARACTER: Final = chr(0x10FFFF)
_SHORT: Final = 200
"""Texts of fewer characters stay as they are: compressing them gains little."""
_LEVEL: Final = 6


def by_part(name: str) -> tuple[str, tuple[str, str]]:
    """Return the query for runs whose id begins or ends with the name, and its values."""
    return (BY_LONG_PART if len(name) >= _SUFFIX else BY_PART), (name, name + _LAST_CHARACTER)


def listing(limit: int, before: RunHead | None, wanted: RunFilter | None, labelled: bool) -> tuple[str, list[Any]]:
    """Return the query for the newest runs, and its values. It may find runs that are not wanted."""
    values: list[Any] = []
    where = ""
    if before is not None:
        where += " AND (f.at, f.run_id) < (?, ?)"
        values += [before.first.at, before.first.run_id]
    if not labelled or wanted is None or wanted.is_empty:
        return f"{_HEADS.format(labels='')}{where}{_NEWEST}", [*values, limit]
    words = wanted.search_words()
    if words is not None:
        where += " AND (n.words IS NULL OR n.state IS NULL OR instr(f.run_id || ' ' || n.state || ' ' || n.words, ?))"
        values.append(words)
    if wanted.language is not None:
        where += " AND (n.language IS NULL OR n.language = ?)"
        values.append(wanted.language)
    if wanted.verified is not None:
        where += " AND (n.verified IS NULL OR n.verified = ?)"
        values.append(int(wanted.verified))
    heads = _HEADS.format(labels="LEFT JOIN labels n ON n.run_id = f.run_id ")
    return f"{heads}{where}{_NEWEST}", [*values, limit]


def label_values(run_id: str, labels: RunLabels) -> tuple[Any, ...]:
    verified = None if labels.verified is None else int(labels.verified)
    return run_id, labels.words, labels.language, labels.state, verified


def shortened_text(text: str) -> str | bytes:
    """Return a text as it is kept: compressed, unless it is short already."""
    if len(text) < _SHORT:
        return text
    return zlib.compress(text.encode("utf-8"), _LEVEL)


def shortened_bytes(content: bytes) -> bytes:
    """Return bytes as they are kept: compressed, if that makes them shorter."""
    short = zlib.compress(content, _LEVEL)
    return short if len(short) < len(content) else content


def whole_text(kept: object) -> str:
    """Return the text that is kept. Raise TypeError or ValueError if it is damaged."""
    if isinstance(kept, bytes):
        return unpacked(kept).decode("utf-8")
    if not isinstance(kept, str):
        raise TypeError("a text is expected, and something else is there")
    return kept


def unpacked(kept: bytes) -> bytes:
    """Return what was compressed. Raise ValueError if it is damaged."""
    reader = zlib.decompressobj()
    try:
        content = reader.decompress(kept)
    except zlib.error as error:
        raise ValueError(f"a text is damaged: {error}") from None
    if not reader.eof or reader.unused_data:
        raise ValueError("a text is damaged: it has no end, or something behind it")
    return content


def as_entry(row: tuple[Any, ...]) -> StoredEntry:
    run_id, seq, at, prev_hash, event = row
    return StoredEntry(run_id=run_id, seq=seq, at=at, prev_hash=prev_hash, event=whole_text(event))


def as_head(row: tuple[Any, ...]) -> RunHead:
    return RunHead(first=as_entry(row[:5]), last=as_entry(row[5:]))


def add_indexes(db: sqlite3.Connection) -> None:
    """Add the indexes that a store of an older version lacks. Raise sqlite3.DatabaseError for a damaged store."""
    here = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'index'")}
    for name, statement in INDEXES.items():
        if name not in here:
            db.execute(statement)
