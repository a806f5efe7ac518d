"""A corpus of code as an index in SQLite: files with their licences, and their fingerprints."""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from specwright.adapters.machine.audited import read_audited
from specwright.audit.folder import AuditedFolder
from specwright.audit.licences.texts import FILES, licence_of_text
from specwright.audit.overlap import CorpusFile, Forms, Nearest, fingerprints, forms_of, licence_of_file
from specwright.core.errors import UserError

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS files (id INTEGER PRIMARY KEY, path TEXT UNIQUE, licence TEXT, sha256 TEXT, forms BLOB);
CREATE TABLE IF NOT EXISTS prints (print INTEGER, file INTEGER, PRIMARY KEY (print, file)) WITHOUT ROWID;
"""
_AT_ONCE: Final = 500
_COMMON: Final = 200
"""A fingerprint of more files than these tells nothing: it is a common phrase."""
_FIRST: Final = 20
"""Files that are compared anyway."""
_BETWEEN: Final = "\x00"


class CorpusIndex:
    """An index that was built by `add`. It is the user's own."""

    def __init__(self, path: Path) -> None:
        """Raise UserError if there is no index."""
        if not path.is_file():
            raise UserError(
                f"there is no corpus {path}", hint=f"make it with: specwright corpus add DIR --index {path}"
            )
        self._path = path

    @property
    def name(self) -> str:
        """Return the number of files with the digest of all of them."""
        with closing(_opened(self._path)) as db:
            marks = [mark for (mark,) in db.execute("SELECT sha256 FROM files ORDER BY path")]
        whole = hashlib.sha256("".join(marks).encode()).hexdigest()
        return f"{len(marks)} files of {self._path.name}, sha256 {whole[:16]}"

    def nearest(self, prints: frozenset[int], most: int) -> Nearest:
        """Return the files that together have all of these fingerprints that the corpus has, as far as `most` allow.

        Those with most of them come first. What many files share must not hide what only one of them has.
        """
        shared: dict[int, set[int]] = {}
        listed = sorted(prints)
        with closing(_opened(self._path)) as db:
            for at in range(0, len(listed), _AT_ONCE):
                part = listed[at : at + _AT_ONCE]
                marks = ",".join("?" * len(part))
                rows = db.execute(f"SELECT print, file FROM prints WHERE print IN ({marks})", part).fetchall()
                often = Counter(mark for mark, _ in rows)
                for mark, file in rows:
                    if often[mark] <= _COMMON:
                        shared.setdefault(file, set()).add(mark)
            chosen, is_whole = _covering(shared, most)
            return Nearest([_read(db, file) for file in chosen], is_whole)


def _covering(shared: dict[int, set[int]], most: int) -> tuple[list[int], bool]:
    """Return the files with most marks, then further ones until each mark is in one; and whether each is."""
    ranked = sorted(shared, key=lambda file: (-len(shared[file]), file))
    chosen = ranked[:_FIRST]
    left = set().union(*shared.values()) - set().union(*(shared[file] for file in chosen))
    rest = ranked[_FIRST:]
    while left and len(chosen) < most:
        best = max(rest, key=lambda file: len(shared[file] & left))
        chosen.append(best)
        left -= shared[best]
    return chosen, not left


def _opened(path: Path) -> sqlite3.Connection:
    try:
        db = sqlite3.connect(path)
        db.executescript(_SCHEMA)
    except sqlite3.Error as error:
        raise UserError(f"cannot use the corpus {path}: {error}", hint="name another file with --index") from None
    return db


def _read(db: sqlite3.Connection, file: int) -> CorpusFile:
    path, licence, packed = db.execute("SELECT path, licence, forms FROM files WHERE id = ?", (file,)).fetchone()
    plain, _, shape = zlib.decompress(packed).decode("utf-8", "surrogateescape").partition(_BETWEEN)
    return CorpusFile(path, licence, Forms(plain, shape))


def add_to_corpus(folder: Path, index: Path, heard: Callable[[int], None] | None = None) -> int:
    """Add the sources of a folder, in place of an earlier version of each. Return how many. Raise UserError.

    `heard` is told how many files there are so far.
    """
    read = read_audited(folder)
    index.parent.mkdir(parents=True, exist_ok=True)
    number = 0
    with closing(_opened(index)) as db, db:
        for number, (path, licence, text) in enumerate(_sources(read), 1):
            _add(db, f"{read.name}/{path}", licence, text, read.languages[path])
            if heard is not None:
                heard(number)
    return number


def _add(db: sqlite3.Connection, path: str, licence: str, text: str, language: str) -> None:
    forms = forms_of(text, language)
    for (old,) in db.execute("SELECT id FROM files WHERE path = ?", (path,)).fetchall():
        db.execute("DELETE FROM prints WHERE file = ?", (old,))
        db.execute("DELETE FROM files WHERE id = ?", (old,))
    packed = zlib.compress(_BETWEEN.join(forms).encode("utf-8", "surrogateescape"), 1)
    sha256 = hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
    made = db.execute(
        "INSERT INTO files (path, licence, sha256, forms) VALUES (?, ?, ?, ?)", (path, licence, sha256, packed)
    )
    rows = [(mark, made.lastrowid) for mark in fingerprints(forms)]
    db.executemany("INSERT OR IGNORE INTO prints VALUES (?, ?)", rows)


def _sources(read: AuditedFolder) -> Iterator[tuple[str, str, str]]:
    """Yield path, licence and text of each source."""
    by_folder = {
        path.rpartition("/")[0]: licence_of_text(text) for path, text in read.texts.items() if FILES.search(path)
    }
    for path in read.languages:
        place = path
        near: dict[str, str] = {}
        while place and not near:
            place = place.rpartition("/")[0]
            near = {place: by_folder[place]} if place in by_folder else {}
        yield path, licence_of_file(read.texts[path], near), read.texts[path]
