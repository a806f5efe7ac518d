"""Hand over: what a run leaves in the user's folder, made from its record and from nothing else."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Mapping
from typing import Final

from specwright import __version__
from specwright.core.errors import UserError
from specwright.core.result import Result
from specwright.delivery.bundle import as_json, evidence, with_manifest
from specwright.delivery.record import Record
from specwright.delivery.report.page import render_report

RESULT: Final = "specwright.json"
REPORT: Final = "report.html"
TEST_CASES: Final = "test_cases.json"
FILE_NAMES: Final = {
    "python": "solution.py",
    "javascript": "solution.js",
    "java": "Solution.java",
    "go": "solution.go",
    "rust": "solution.rs",
    "typescript": "solution.ts",
}


def hand_over(record: Record) -> dict[str, bytes]:
    """Every file of the folder by its path, the manifest last. Raises UserError for a run that has not ended."""
    files = {
        **product(record.result),
        RESULT: as_json(record.result.model_dump(mode="json")),
        REPORT: render_report(record).encode(),
        **evidence(record),
    }
    return with_manifest(files, record, __version__)


def product(result: Result) -> dict[str, bytes]:
    """The code, and its tests in the contract's form."""
    files = {}
    if result.code is not None:
        files[FILE_NAMES[result.language]] = result.code.encode("utf-8", "backslashreplace")
    fields = {"name", "input", "expected", "tier", "digest"}
    files[TEST_CASES] = as_json([test.model_dump(mode="json", include=fields) for test in result.tests])
    return files


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
