"""Hand over: what a run leaves in the user's folder, made from its record and from nothing else."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol

from specwright import __version__
from specwright.audit.sbom import SBOM, sbom
from specwright.core.errors import UserError
from specwright.core.program.equality import Comparison
from specwright.core.program.kind import TaskKind, has_process
from specwright.core.program.package import Package
from specwright.core.program.signature import Signature
from specwright.core.run.result import Result
from specwright.core.work.libraries.lock_file import lock_files
from specwright.core.work.testcase import TestCase
from specwright.delivery.bundle import as_json, evidence, with_manifest
from specwright.delivery.record import Record
from specwright.delivery.report.page import render_report
from specwright.languages.registry import ROWS

RESULT: Final = "specwright.json"
REPORT: Final = "report.html"
TEST_CASES: Final = "test_cases.json"
CHANGE: Final = "change.diff"
CHECKER: Final = "checker.py"


class Project(Protocol):
    """Writes the files of a result in a language's own form."""

    def __call__(self, package: Package, language: str, version: str, /) -> Mapping[str, bytes]:
        """Return a package's whole project in a language whose tools have that version."""

    def native_test(
        self, code: str, signature: Signature, cases: Sequence[TestCase], comparison: Comparison, language: str
    ) -> tuple[str, str] | None:
        """Return path and text of a native test file for a function's solution; None if there can be none."""


def hand_over(record: Record, project: Project) -> dict[str, bytes]:
    """Every file of the folder by its path, the manifest last. Raise UserError for a run that has not ended."""
    files = {
        **product(record, project),
        RESULT: as_json(record.result.document()),
        REPORT: render_report(record).encode(),
        **evidence(record),
    }
    return with_manifest(files, record, __version__)


def product(record: Record, project: Project) -> dict[str, bytes]:
    """Return the package or the function's file, and the tests in the contract's form."""
    result = record.result
    files: dict[str, bytes] = {}
    if result.change is not None:
        return {CHANGE: result.change.change.diff.encode("utf-8", "surrogateescape")}
    if result.package is not None:
        files.update(project(result.package, result.language, record.tools.get(result.language, "")))
        licence = result.package.notice.licence if result.package.notice else ""
        files[SBOM] = sbom(result.package.name, result.package.version, files, licence)
    elif result.code is not None:
        files[_file_name(result)] = written(with_newline(result.code))
        files.update(_native_test(record, project))
    if (lock := record.started.task.lock) is not None:
        files.update(lock_files(lock, with_manifest=result.package is None))
    if result.tests or not files:
        fields = {"name", "function", "input", "expected", "tier", "digest", "by_checker"}
        cases = [test.model_dump(mode="json", include=fields, exclude_none=True) for test in result.tests]
        files[TEST_CASES] = as_json(cases)
    for checker in result.checkers:
        files[f"checker_{checker.function}.py" if checker.function else CHECKER] = written(checker.code)
    return files


def _native_test(record: Record, project: Project) -> dict[str, bytes]:
    """The tests that still stand, in the form of the language's own test runner."""
    result, specification = record.result, record.state.specification
    if result.code is None or specification is None or specification.signature.kind is not TaskKind.FUNCTION:
        return {}
    standing = {test.id for test in result.tests}
    cases = [case for case in record.state.cases if case.id in standing]
    found = project.native_test(result.code, specification.signature, cases, specification.comparison, result.language)
    return {found[0]: written(found[1])} if found else {}


def with_newline(text: str) -> str:
    """Return the text with a line feed at its end, as text files have it."""
    return text if text.endswith("\n") else f"{text}\n"


def written(text: str) -> bytes:
    """Return text as bytes of a file; characters without an encoding are written out."""
    return text.encode("utf-8", "backslashreplace")


def code_path(result: Result) -> str | None:
    """Return the path of the code that the cases call; None if there is none."""
    if result.code is None:
        return None
    if result.package is None:
        return _file_name(result) if result.language in ROWS else None
    return next((path for path, text in result.package.sources.items() if text == result.code), None)


def _file_name(result: Result) -> str:
    row = ROWS[result.language]
    is_program = result.signature is not None and has_process(result.signature.kind)
    return row.program_file if is_program else row.file_name


def check_no_secret(files: Mapping[str, bytes], secrets: Mapping[str, str]) -> None:
    """Raise UserError when a secret, given by the name of where it is kept, stands in any of the files."""
    for name, secret in secrets.items():
        found = next((path for path, content in files.items() if _holds(content, _ways_of_writing(secret))), None)
        if found is not None:
            raise UserError(
                f"the value of {name} stands in what would be written as {found}, so nothing was written",
                hint="take the key out of the problem, renew it, and start a new run: this one has it in its record",
            )


def _ways_of_writing(secret: str) -> set[bytes]:
    ways = (secret, json.dumps(secret)[1:-1], html.escape(secret))
    return {way.encode("utf-8", "backslashreplace") for way in ways}


def _holds(content: bytes, ways: Iterable[bytes]) -> bool:
    return any(way in content for way in ways)
