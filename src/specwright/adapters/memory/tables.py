"""The tables of a memory file, and what of an entry is searched."""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any, Final

from specwright.core.errors import StoreError
from specwright.core.memory.entry import MemoryEntry, MemoryKind
from specwright.core.value import digest
from specwright.core.work.reading.synonyms import synonyms

VERSION: Final = 1
APPLICATION: Final = 0x5357_4D45
"""The mark of our memory files, so that another program's database is not taken for one."""
SCHEMA: Final = """
CREATE TABLE memory (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, project TEXT NOT NULL, kind TEXT NOT NULL,
  language TEXT NOT NULL, run_id TEXT NOT NULL, learned_at TEXT NOT NULL, body TEXT, body_digest TEXT NOT NULL,
  prev_hash TEXT NOT NULL, hash TEXT NOT NULL, helped INTEGER NOT NULL DEFAULT 0, harmed INTEGER NOT NULL DEFAULT 0,
  idle INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX memory_by_id ON memory (project, id);
CREATE INDEX memory_by_kind ON memory (project, kind, language, seq) WHERE body IS NOT NULL;
CREATE TABLE effects (seq INTEGER PRIMARY KEY, id TEXT NOT NULL, run_id TEXT NOT NULL, effect TEXT NOT NULL,
  UNIQUE (id, run_id));
CREATE TABLE strategies (
  project TEXT NOT NULL, run_id TEXT NOT NULL, story TEXT NOT NULL, language TEXT NOT NULL, size TEXT NOT NULL,
  strategy TEXT NOT NULL, verified INTEGER NOT NULL, tokens INTEGER NOT NULL, PRIMARY KEY (project, run_id)
) WITHOUT ROWID;
CREATE VIRTUAL TABLE terms USING fts5(words, tags, tokenize = 'porter unicode61')
"""
SHARED: Final = ""
"""The project of the shared memory."""
_MOST_WORDS: Final = 60
_STOP: Final = frozenset({
    "a", "an", "and", "are", "as", "at", "be", "by", "do", "for", "from", "function", "get", "given", "has", "have",
    "if", "in", "into", "is", "it", "its", "of", "on", "or", "python", "return", "should", "so", "that", "the",
    "then", "this", "to", "use", "which", "with", "write", "you", "your",
})  # fmt: skip


def prepare(db: sqlite3.Connection) -> None:
    """Make the tables of a new file. Raise StoreError for a file that this version does not know."""
    version = db.execute("PRAGMA user_version").fetchone()[0]
    mark = db.execute("PRAGMA application_id").fetchone()[0]
    tables = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if tables and (mark != APPLICATION or version != VERSION):
        raise StoreError(
            "this is no memory that this version reads",
            hint="choose another file with SPECWRIGHT_MEMORY__PATH, or move that one away",
        )
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=NORMAL")
    if tables:
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        if not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            for statement in filter(str.strip, SCHEMA.split(";\n")):
                db.execute(statement)
            db.execute(f"PRAGMA application_id={APPLICATION}")
            db.execute(f"PRAGMA user_version={VERSION}")
        db.execute("COMMIT")
    except BaseException:
        db.execute("ROLLBACK")
        raise


def row_hash(prev: str, entry_id: str, project: str, run_id: str, learned_at: str, body_digest: str) -> str:  # noqa: PLR0917
    """Return the hash of a row, which holds that of the row before."""
    return digest([prev, entry_id, project, run_id, learned_at, body_digest])


def tags_of(entry: MemoryEntry, project: str) -> str:
    """Return the words by which entries of one project, kind and language are found."""
    return " ".join((_project_tag(project), _kind_tag(entry.kind), _language_tag(entry.lesson.language)))


def match(words: Iterable[str], projects: Iterable[str], kind: MemoryKind | None, language: str | None) -> str:
    """Return the query for entries with any of the words."""
    parts = [f"words : ({' OR '.join(map(_quoted, words))})", f"tags : ({' OR '.join(map(_project_tag, projects))})"]
    parts += [f"tags : {_kind_tag(kind)}"] if kind else []
    parts += [f"tags : {_language_tag(language)}"] if language else []
    return " AND ".join(f"({part})" for part in parts)


def telling(db: sqlite3.Connection, text: str, enough: int) -> list[str]:
    """Return the rarest words of the text that entries have, or words that mean the same.

    Together they stand in about `enough` entries, so a search looks at as many, however large the memory is.
    """
    counted = sorted((_count(db, word, enough), word) for word in synonyms(_words(text)))
    chosen: list[str] = []
    total = 0
    for count, word in counted:
        if count and (not chosen or total + count <= enough):
            chosen.append(word)
            total += count
    return chosen


def _count(db: sqlite3.Connection, word: str, enough: int) -> int:
    query = "SELECT count(*) FROM (SELECT 1 FROM terms WHERE terms MATCH ? LIMIT ?)"
    return int(db.execute(query, (f"words : {_quoted(word)}", enough + 1)).fetchone()[0])


def _words(text: str) -> Iterator[str]:
    found = dict.fromkeys(re.findall(r"[^\W_]+", text.lower()))
    return (word for number, word in enumerate(w for w in found if w not in _STOP) if number < _MOST_WORDS)


def _quoted(word: str) -> str:
    return '"' + word.replace('"', "") + '"'


def _project_tag(project: str) -> str:
    return "p" + hashlib.sha256(project.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _kind_tag(kind: MemoryKind) -> str:
    return f"kindof{kind.value}"


def _language_tag(language: str) -> str:
    return "inlanguage" + "".join(filter(str.isalnum, language))


def values(row: sqlite3.Row) -> dict[str, Any]:
    """Return a row by the names of its columns."""
    return {name: row[name] for name in row.keys()}  # noqa: SIM118 - a Row iterates over its values
