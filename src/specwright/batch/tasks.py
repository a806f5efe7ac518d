"""The tasks of a batch, read one by one from JSON Lines, CSV, Parquet or the folder of a dataset."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from specwright import api
from specwright.batch.tables import ENDINGS, read_tables, table_files
from specwright.core.errors import UserError
from specwright.core.value import Value
from specwright.core.work.task import Task

FIELDS: Final = ("id", "problem", "examples", "language", "entry_point", "kind", "category")
MOST_CHARACTERS: Final = 1_000_000
"""Of one line. A task is much smaller."""


class BatchTask(Value):
    """One task, with the line that it stands on."""

    line: int
    name: str
    """Its `id`, or the number of its line."""
    task: Task
    category: str = ""


class BadLine(Value):
    """A line that is no task, and why."""

    line: int
    name: str
    error: str


class TaskFile:
    """A file of tasks. It is read anew for each iteration, and never held as a whole."""

    def __init__(self, path: Path, *, language: str = "python") -> None:
        """Raise UserError if there is no such file, or if its name does not show its format."""
        if not path.exists():
            raise UserError(f"there is no file {path}", hint="correct the path")
        if path.is_dir() or path.suffix in ENDINGS:
            table_files(path)
        elif path.suffix not in (".jsonl", ".ndjson", ".csv") or not path.is_file():
            raise UserError(
                f"{path} is no file of tasks: .jsonl, .csv or .parquet",
                hint="write one task on each line as JSON: tasks.jsonl",
            )
        self.path = path
        self.unused: set[str] = set()
        """Columns that were read and mean nothing to us."""
        self._language = language

    def __iter__(self) -> Iterator[BatchTask | BadLine]:
        """Return each task or bad line in order. Raise UserError if the file cannot be read."""
        names: set[str] = set()
        for line, row in self._rows():
            found = self._read(line, row)
            if found.name in names:
                yield BadLine(line=line, name=found.name, error=f"the id {found.name!r} stands on an earlier line too")
                continue
            names.add(found.name)
            yield found

    def _rows(self) -> Iterator[tuple[int, Any]]:
        """Return each line that is not empty with its number: an object, or a text that is none."""
        if self.path.is_dir() or self.path.suffix in ENDINGS:
            yield from enumerate(read_tables(self.path), 1)
            return
        try:
            with self.path.open(encoding="utf-8", errors="surrogateescape", newline="") as file:
                if self.path.suffix == ".csv":
                    yield from ((number, row) for number, row in enumerate(csv.DictReader(file), 2))
                    return
                for number, text in enumerate(file, 1):
                    if text.strip():
                        yield number, parsed_line(text)
        except (OSError, csv.Error) as error:
            raise UserError(f"{self.path} cannot be read: {error}", hint="correct the file") from error

    def _read(self, line: int, row: Any) -> BatchTask | BadLine:
        name = str(line)
        if not isinstance(row, Mapping):
            return BadLine(line=line, name=name, error=str(row))
        given = {key: value for key, value in row.items() if value not in (None, "") and key is not None}
        self.unused |= given.keys() - set(FIELDS)
        name = str(given.get("id", line)).encode("utf-8", "backslashreplace").decode()  # halves would become one sign
        try:
            task = api.make_task(
                _text(given, "problem"),
                examples=_examples(given.get("examples", [])),
                entry_point=given.get("entry_point"),
                language=given.get("language", self._language),
                kind=given.get("kind"),
            )
        except UserError as error:
            return BadLine(line=line, name=name, error=error.message)
        except ValidationError as error:
            first = error.errors()[0]
            return BadLine(line=line, name=name, error=f"{'.'.join(map(str, first['loc']))}: {first['msg']}")
        return BatchTask(line=line, name=name, task=task, category=str(given.get("category", "")))


def parsed_line(text: str) -> Any:
    """Return the object on a line, or a text that states why it is none."""
    if len(text) > MOST_CHARACTERS:
        return f"it has {len(text):,} characters; the limit is {MOST_CHARACTERS:,}"
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        return f"it is not JSON: {error}"
    return found if isinstance(found, dict) else f"it is {type(found).__name__}, not an object"


def _text(given: Mapping[str, Any], name: str) -> str:
    value = given.get(name)
    if not isinstance(value, str):
        raise UserError(f"it has no `{name}`" if value is None else f"its `{name}` is no text")
    return value


def _examples(given: Any) -> list[str]:
    """Return examples as a list of texts: in CSV, or for short, one to a line of a single text."""
    found = given.splitlines() if isinstance(given, str) else given
    if not isinstance(found, list) or not all(isinstance(example, str) for example in found):
        raise UserError("its `examples` are no list of texts")
    return [example for example in found if example.strip()]
