"""The folder of a batch: one row a line, appended as tasks end, and a summary."""

from __future__ import annotations

import fcntl
import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Self

from specwright.batch.row import FAILED, BatchRow
from specwright.batch.summary import Summary, summarise
from specwright.batch.tables import SHARDS, write_shards
from specwright.batch.worker import OURS
from specwright.core.errors import OutputError, UserError
from specwright.core.program.untrusted import parse_untrusted
from specwright.core.run.result import State
from specwright.core.value import Value

ROWS: Final = "results.jsonl"
SUMMARY: Final = "summary.json"
_AGAIN: Final = {FAILED, State.BUDGET_EXHAUSTED.value, *(state.value for state in OURS)}
"""States that another try may change."""


def as_text(value: Value, indent: int | None = None) -> str:
    """Return a row or a summary as JSON, ASCII only: names and code may hold text that is no Unicode."""
    return json.dumps(value.model_dump(mode="json"), indent=indent)


def read_rows(folder: Path) -> Iterator[BatchRow]:
    """Return the last row of each task of a batch, which may be under way. Raise UserError if there is none."""
    path = folder / ROWS
    if not path.is_file():
        raise UserError(f"there is no batch in {folder}", hint="name the folder that was given to --out")
    try:
        last = {row.task: place for place, row in enumerate(_rows(path))}
        return (row for place, row in enumerate(_rows(path)) if last.get(row.task) == place)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}", hint="correct its rights") from error


def _rows(path: Path) -> Iterator[BatchRow]:
    with path.open("rb") as file:
        for line in file:
            try:
                yield BatchRow.model_validate(parse_untrusted(line))
            except ValueError:
                continue  # a process was killed while it wrote this line; its run is in the store


class Results:
    """The rows of a batch in its folder. One process at a time writes to it."""

    def __init__(self, folder: Path) -> None:
        """Raise OutputError if the folder cannot be written, UserError if it is a file or in use by another process."""
        self.folder = folder
        self._path = folder / ROWS
        if folder.exists() and not folder.is_dir():
            raise UserError(f"{folder} is not a folder", hint="choose another --out")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise self._unwritable(error.strerror) from error
        if not stat.S_ISREG(os.fstat(self._file).st_mode):
            os.close(self._file)
            raise self._unwritable(f"{ROWS} is not a file")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._file)
            raise UserError(
                f"another batch writes to {folder}", hint="wait for it to end, or choose another --out"
            ) from None
        self._end_the_last_line()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        os.close(self._file)

    def __iter__(self) -> Iterator[BatchRow]:
        """Return the last row of each task, in the order of the file."""
        return read_rows(self.folder)

    def done(self) -> frozenset[str]:
        """Return the names of the tasks that have come to an end."""
        return frozenset(row.task for row in self if row.state not in _AGAIN)

    def append(self, row: BatchRow) -> None:
        """Write a row, whole or not at all as far as a reader of lines can see. Raise OutputError."""
        data = as_text(row).encode() + b"\n"
        try:
            while data:
                data = data[os.write(self._file, data) :]
        except OSError as error:
            raise self._unwritable(error.strerror) from error

    def summarise(self) -> Summary:
        """Write the summary of all rows beside them and return it. Raise OutputError."""
        found = summarise(self)
        part = self.folder / f".{SUMMARY}.part"
        try:
            part.write_text(as_text(found, indent=2) + "\n", encoding="ascii")
            part.replace(self.folder / SUMMARY)
        except OSError as error:
            raise self._unwritable(error.strerror) from error
        return found

    def check_tables(self) -> None:
        """Raise UserError if tables cannot be written for want of a package."""
        write_shards((), self.folder / SHARDS)

    def write_tables(self) -> None:
        """Write the rows as a table in columns. Raise OutputError."""
        write_shards(self, self.folder / SHARDS)

    def _end_the_last_line(self) -> None:
        size = os.fstat(self._file).st_size
        if size and os.pread(self._file, 1, size - 1) != b"\n":
            os.write(self._file, b"\n")

    def _unwritable(self, why: str | None) -> OutputError:
        return OutputError(
            f"the results cannot be written to {self.folder}: {why}",
            hint="free some space or choose another --out; what was solved is in the store and is not asked again",
        )
