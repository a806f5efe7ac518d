"""Tables and queries of a store on a PostgreSQL server.

Events are `text` and not `jsonb`, which takes neither every escape of JSON nor keeps the text as it was hashed. Ids are
ordered by their bytes, as they are in a file.
"""

from __future__ import annotations

from typing import Any, Final, LiteralString

from specwright.core.run.listing import RunFilter
from specwright.ports.store import RunHead, StoredEntry

SCHEMA_VERSION: Final = 1
SETTING_UP: Final = 0x5350_4543
"""The advisory lock of the one that makes the tables."""
VERSION: Final = "SELECT version FROM specwright_version"
HAS_TABLES: Final = (
    "SELECT EXISTS (SELECT FROM pg_tables WHERE tablename = 'specwright_version'"
    " AND schemaname = ANY(current_schemas(false)))"
)
"""Not by `to_regclass`, which may remember that there was none before another process made it."""
TABLES: Final[LiteralString] = """
CREATE TABLE specwright_version (version int NOT NULL);
CREATE TABLE specwright_entries (
  run_id text COLLATE "C" NOT NULL, seq int NOT NULL, at text COLLATE "C" NOT NULL, prev_hash text NOT NULL,
  event text NOT NULL, PRIMARY KEY (run_id, seq)
);
CREATE INDEX specwright_runs_by_time ON specwright_entries (at, run_id) WHERE seq = 0;
CREATE INDEX specwright_runs_by_id ON specwright_entries (run_id) WHERE seq = 0;
CREATE INDEX specwright_runs_by_end ON specwright_entries ((right(run_id, 8)), run_id) WHERE seq = 0;
CREATE TABLE specwright_kept (
  place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, run_id text COLLATE "C" NOT NULL, mark text NOT NULL UNIQUE,
  event text NOT NULL
);
CREATE INDEX specwright_kept_by_run ON specwright_kept (run_id, place);
CREATE TABLE specwright_blobs (sha256 text COLLATE "C" PRIMARY KEY, content bytea NOT NULL, day int NOT NULL);
CREATE TABLE specwright_labels (
  run_id text COLLATE "C" PRIMARY KEY, words text, language text, state text, verified boolean
);
CREATE TABLE specwright_queue (
  place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, run_id text COLLATE "C" NOT NULL UNIQUE, owner text NOT NULL,
  request text NOT NULL, state text NOT NULL, added_at text COLLATE "C" NOT NULL, ended_at text COLLATE "C" NOT NULL,
  note text NOT NULL, tokens bigint NOT NULL, usd double precision NOT NULL
);
CREATE INDEX specwright_queue_by_owner ON specwright_queue (owner, place);
INSERT INTO specwright_version VALUES (1);
"""
_ENTRY: Final = "run_id, seq, at, prev_hash, event"
APPEND: Final = (
    f"INSERT INTO specwright_entries ({_ENTRY}) VALUES (%s, %s, %s, %s, %s) ON CONFLICT (run_id, seq) DO UPDATE"
    " SET seq = excluded.seq WHERE (specwright_entries.at, specwright_entries.prev_hash, specwright_entries.event)"
    " = (excluded.at, excluded.prev_hash, excluded.event)"
)
"""Changes one row, also if the same entry is there: it is sent again after a connection was lost."""
ENTRIES: Final = f"SELECT {_ENTRY} FROM specwright_entries WHERE run_id = %s ORDER BY seq"
ENTRIES_AFTER: Final = f"SELECT {_ENTRY} FROM specwright_entries WHERE run_id = %s AND seq > %s ORDER BY seq LIMIT %s"
KEEP: Final = "INSERT INTO specwright_kept (run_id, mark, event) VALUES (%s, %s, %s) ON CONFLICT (mark) DO NOTHING"
KEPT: Final = "SELECT event FROM specwright_kept WHERE run_id = %s ORDER BY place"
PUT_BLOB: Final = (
    "INSERT INTO specwright_blobs VALUES (%s, %s, %s) ON CONFLICT (sha256) DO UPDATE SET day = excluded.day"
    " WHERE specwright_blobs.day < excluded.day"
)
BLOB: Final = "SELECT content FROM specwright_blobs WHERE sha256 = %s"
LABEL: Final = (
    "INSERT INTO specwright_labels AS n VALUES (%s, %s, %s, %s, %s) ON CONFLICT (run_id) DO UPDATE SET"
    " words = coalesce(excluded.words, n.words), language = coalesce(excluded.language, n.language),"
    " state = coalesce(excluded.state, n.state), verified = coalesce(excluded.verified, n.verified)"
)
COUNT: Final = "SELECT count(*) FROM specwright_entries WHERE seq = 0"
HAS_RUN: Final = "SELECT run_id FROM specwright_entries WHERE run_id = %s AND seq = 0"
_BY_BEGINNING: Final = "SELECT run_id FROM specwright_entries WHERE seq = 0 AND run_id >= %s AND run_id < %s"
_BY_END: Final = "SELECT run_id FROM specwright_entries WHERE seq = 0 AND right(run_id, length(%s)) = %s"
BY_PART: Final = f"{_BY_BEGINNING} UNION {_BY_END}"
BY_LONG_PART: Final = f"{BY_PART} AND right(run_id, 8) = right(%s, 8)"
REMOVE: Final = tuple(
    f"DELETE FROM specwright_{table} WHERE run_id = ANY(%s)" for table in ("entries", "kept", "labels")
)
SWEEP: Final = (
    "WITH named AS (SELECT DISTINCT (regexp_matches(event, '\"([0-9a-f]{64})\"', 'g'))[1] AS sha256 FROM"
    " (SELECT event FROM specwright_entries UNION ALL SELECT event FROM specwright_kept) AS events)"
    " DELETE FROM specwright_blobs b WHERE day < %s AND NOT EXISTS (SELECT 1 FROM named WHERE named.sha256 = b.sha256)"
)
CLAIM: Final = "SELECT pg_try_advisory_lock(%s)"
RELEASE: Final = "SELECT pg_advisory_unlock(%s)"
RELEASE_ALL: Final = "SELECT pg_advisory_unlock_all()"
_LAST_CHARACTER: Final = chr(0x10FFFF)
_LONG: Final = 8


def by_part(name: str) -> tuple[str, tuple[str, ...]]:
    """Return the query for runs whose id begins or ends with the name, and its values."""
    values = (name, name + _LAST_CHARACTER, name, name)
    return (BY_LONG_PART, (*values, name)) if len(name) >= _LONG else (BY_PART, values)


def heads(
    limit: int, run_id: str | None = None, before: RunHead | None = None, wanted: RunFilter | None = None
) -> tuple[str, list[Any]]:
    """Return the query for the newest runs, or for one run, and its values. It may find runs that are not wanted."""
    where = ""
    values: list[Any] = []
    labels = ""
    if run_id is not None:
        where, values = " AND f.run_id = %s", [run_id]
    if before is not None:
        where += " AND (f.at, f.run_id) < (%s, %s)"
        values += [before.first.at, before.first.run_id]
    if wanted is not None and not wanted.is_empty:
        labels = " LEFT JOIN specwright_labels n ON n.run_id = f.run_id"
        words = wanted.search_words()
        if words is not None:
            where += " AND (n.words IS NULL OR n.state IS NULL"
            where += " OR strpos(f.run_id || ' ' || n.state || ' ' || n.words, %s) > 0)"
            values.append(words)
        if wanted.language is not None:
            where += " AND (n.language IS NULL OR n.language = %s)"
            values.append(wanted.language)
        if wanted.verified is not None:
            where += " AND (n.verified IS NULL OR n.verified = %s)"
            values.append(wanted.verified)
    found = (
        f"SELECT f.run_id, f.seq, f.at, f.prev_hash, f.event FROM specwright_entries f{labels}"
        f" WHERE f.seq = 0{where} ORDER BY f.at DESC, f.run_id DESC LIMIT %s"
    )
    query = (
        f"SELECT f.*, l.* FROM ({found}) f CROSS JOIN LATERAL (SELECT {_ENTRY} FROM specwright_entries e"
        " WHERE e.run_id = f.run_id ORDER BY seq DESC LIMIT 1) l ORDER BY f.at DESC, f.run_id DESC"
    )
    return query, [*values, limit]


def as_entry(row: tuple[Any, ...]) -> StoredEntry:
    run_id, seq, at, prev_hash, event = row
    return StoredEntry(run_id=run_id, seq=seq, at=at, prev_hash=prev_hash, event=event)


def as_head(row: tuple[Any, ...]) -> RunHead:
    return RunHead(first=as_entry(row[:5]), last=as_entry(row[5:]))
