"""Package: the result as files."""

from __future__ import annotations

import json

from specwright.core.result import Result

FILE_NAMES = {
    "python": "solution.py",
    "javascript": "solution.js",
    "java": "Solution.java",
    "go": "solution.go",
    "rust": "solution.rs",
    "typescript": "solution.ts",
}


def package(result: Result) -> dict[str, bytes]:
    """The code, its tests in the contract's form, and the whole result, by file name."""
    files = {"result.json": _json(result.model_dump(mode="json"))}
    if result.code is not None:
        files[FILE_NAMES[result.language]] = result.code.encode("utf-8", "backslashreplace")
    fields = {"name", "input", "expected", "tier", "digest"}
    files["test_cases.json"] = _json([test.model_dump(mode="json", include=fields) for test in result.tests])
    return files


def _json(data: object) -> bytes:
    return (json.dumps(data, indent=2) + "\n").encode()
