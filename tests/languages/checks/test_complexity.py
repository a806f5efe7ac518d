"""Complexity equals what the language's reference counts: mccabe, ESLint's rule in oxlint, lizard."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from tests.languages.checks.functions import made
from tests.languages.conftest import Bench

from specwright.adapters.machine.tools import find_tools
from specwright.core.evidence.finding import CheckKind
from specwright.core.program.package import Package
from specwright.languages.loading import inspection_for
from specwright.languages.registry import LANGUAGES
from specwright.pipeline.finishing.gate import inspect

COUNT = 30


def said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=100).stdout


def by_mccabe(path: Path) -> dict[int, int]:
    out = said(sys.executable, "-m", "mccabe", str(path))
    return {int(line): int(figure) for line, figure in re.findall(r"^(\d+):\d+: '.*' (\d+)$", out, re.MULTILINE)}


def by_oxlint(path: Path) -> dict[int, int]:
    rules = path.with_name("oxlint.json")
    rules.write_text('{"rules": {"complexity": ["error", {"max": 0}]}}')
    out = said(f"{sysconfig.get_path('scripts')}/oxlint", "-c", str(rules), "-f", "json", str(path))
    counted = [each for each in json.loads(out)["diagnostics"] if each["code"] == "eslint(complexity)"]
    return {
        each["labels"][0]["span"]["line"]: int(re.findall(r"complexity of (\d+)", each["message"])[0])
        for each in counted
    }


def by_lizard(path: Path) -> dict[int, int]:
    rows = csv.reader(said(sys.executable, "-m", "lizard", "--csv", str(path)).splitlines())
    return {int(row[9]): int(row[1]) for row in rows}


REFERENCES = {
    "python": by_mccabe,
    "javascript": by_oxlint,
    "java": by_lizard,
    "go": by_lizard,
    "rust": by_lizard,
    "typescript": by_oxlint,
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_complexity_is_the_references_on_functions_of_every_shape(language: str, bench: Bench, tmp_path: Path) -> None:
    path, text = made(language, COUNT)
    inspection = inspection_for(language, bench.sandbox, find_tools)
    package = Package(name="shapes", summary="Functions.", sources={path: text})
    told = bench.runner.run(inspect(bench.sandbox, inspection, package, inspection.runs(package)))
    [check] = [check for check in told.checks if check.kind is CheckKind.COMPLEXITY]
    ours = {int(re.findall(r":(\d+) ", name)[0]): int(figure) for name, figure in check.measured.items()}
    file = tmp_path / Path(path).name
    file.write_text(text)
    assert len(ours) == COUNT
    assert max(ours.values()) > 10 > min(ours.values())
    assert ours == REFERENCES[language](file)
