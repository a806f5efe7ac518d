"""Programs that are to be scored, read from JSON Lines one by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from specwright.batch.tasks import BadLine, parsed_line
from specwright.client.scoring import Submission, program_in
from specwright.core.errors import UserError
from specwright.core.evidence.case_set import CaseSet, read_case_set
from specwright.core.value import canonical

FIELDS: Final = ("id", "code", "completion", "cases", "entry_point")


class ProgramFile:
    """A file of programs. It is read once, and never held as a whole.

    Each line has `code`, or `completion` for a model's reply; `id`, and `cases` of its own if there are none for all.
    """

    def __init__(
        self, path: Path, cases: CaseSet | None, *, entry_point: str = "run_code", language: str = "python"
    ) -> None:
        """Raise UserError if there is no such file."""
        if not path.is_file():
            raise UserError(f"there is no file {path}", hint="write one program on each line as JSON: programs.jsonl")
        self._path = path
        self._cases = cases
        self._entry_point = entry_point
        self._language = language
        self._read_cases = lru_cache(maxsize=256)(lambda text, name: read_case_set(text, entry_point=name))

    def __iter__(self) -> Iterator[Submission | BadLine]:
        """Return each program or bad line in order. Raise UserError if the file cannot be read."""
        names: set[str] = set()
        try:
            with self._path.open(encoding="utf-8", errors="surrogateescape", newline="\n") as file:
                for number, text in enumerate(file, 1):
                    if not text.strip():
                        continue
                    found = self._submission(number, parsed_line(text))
                    name = found.name
                    if name in names:
                        error = f"the id {name!r} stands on an earlier line too"
                        found = BadLine(line=number, name=f"line {number}", error=error)
                    names.add(name)
                    yield found
        except OSError as error:
            raise UserError(f"{self._path} cannot be read: {error.strerror}", hint="correct the file") from error

    def _submission(self, number: int, row: Any) -> Submission | BadLine:
        name = f"line {number}"
        if not isinstance(row, Mapping):
            return BadLine(line=number, name=name, error=str(row))
        name = str(row.get("id", name))
        try:
            return Submission(name, self._code(row), self._own_cases(row))
        except UserError as error:
            return BadLine(line=number, name=name, error=error.message)

    def _code(self, row: Mapping[str, Any]) -> str:
        if isinstance(code := row.get("code"), str):
            return code
        if isinstance(completion := row.get("completion"), str):
            return program_in(completion, self._language)
        raise UserError("it has neither `code` nor `completion`")

    def _own_cases(self, row: Mapping[str, Any]) -> CaseSet:
        given = row.get("cases")
        if given is None:
            if self._cases is None:
                raise UserError("it has no `cases`, and there are none for all")
            return self._cases
        name = str(row.get("entry_point", self._entry_point))
        try:
            return self._read_cases(given if isinstance(given, str) else canonical(given), name)
        except ValueError as error:
            raise UserError(f"its `cases` cannot be read: {error}") from error


def read_cases_file(path: Path, entry_point: str) -> CaseSet:
    """Return the cases of a JSON file, in any form that `read_case_set` knows. Raise UserError."""
    try:
        content = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"the cases {path} cannot be read: {error}", hint="correct the path after --cases") from error
    try:
        return read_case_set(content, entry_point=entry_point)
    except UserError as error:
        raise UserError(f"{path}: {error.message}", hint=error.hint or "correct the file after --cases") from error
