"""What the plain tool says of a project when it is run by hand, for comparison with what we report."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from specwright.core.evidence.native import FileCoverage, NativeReport


@dataclass
class ByHand:
    tests: dict[str, str] = field(default_factory=dict)
    """By id: passed, failed, skipped."""
    lines: dict[str, dict[int, bool]] = field(default_factory=dict)
    """By path, the lines that can run and whether each did."""
    branches: dict[str, tuple[int, int] | None] = field(default_factory=dict)
    """By path, how many ways there are and how many were taken."""
    errors: set[tuple[str, int, int]] = field(default_factory=set)
    """Path, line and column of each error of the compiler."""


def reported(report: NativeReport) -> ByHand:
    """Our report in the same form."""
    files = report.coverage.files if report.coverage else ()
    return ByHand(
        tests={test.id: test.ending.value for test in report.tests},
        lines={file.path: {line: hits > 0 for line, hits in file.lines.items()} for file in files},
        branches={file.path: _branches(file) for file in files},
        errors={(found.path, found.line or 0, found.column or 0) for found in report.compile_errors},
    )


def _branches(file: FileCoverage) -> tuple[int, int] | None:
    return None if file.branches is None or file.branches_taken is None else (file.branches, file.branches_taken)


def plainly(folder: Path, *command: str, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command as a person would, in the folder. It may fail: that is what some of the programs are for."""
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=300, env={**os.environ, **(env or {})}
    )


def write(folder: Path, project: Mapping[str, bytes]) -> None:
    for name, content in project.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
