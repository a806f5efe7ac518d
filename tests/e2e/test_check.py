"""`specwright check` as a user has it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.e2e.command import Home
from tests.languages.checks.samples import bad, good

from specwright.core.program.package import Package


def laid_out(package: Package, folder: Path) -> str:
    for path, text in {**package.sources, **package.tests, **package.documents}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text.encode("utf-8", "surrogateescape"))
    return str(folder)


def test_a_good_project_passes_and_every_input_is_shown_with_its_tool(home: Home, tmp_path: Path) -> None:
    done = home.run("check", laid_out(good("python"), tmp_path / "cart"), "--bugs", "3")
    assert done.status == 0, done.out + done.err
    for word in ("syntax", "coverage of lines", "seeded bugs", "ruff", "mypy", "score ", "✓ complexity"):
        assert word in done.out


def test_a_bad_project_fails_with_its_findings(home: Home, tmp_path: Path) -> None:
    done = home.run("check", laid_out(bad("python"), tmp_path / "cart"), "--json")
    assert done.status == 1
    told = done.document
    assert told["quality"]["score"] < 0.6
    codes = {finding["code"] for check in told["checks"] for finding in check["findings"]}
    assert {"S307", "S602", "E401", "restates"} <= codes
    assert {gate["name"] for gate in told["quality"]["gates"] if gate["passed"]} == {"syntax", "complexity"}


@pytest.mark.parametrize("arguments", [("/nowhere",), ("EMPTY",), ("EMPTY", "--lang", "typescript")])
def test_what_cannot_be_checked_is_refused(home: Home, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = home.run("check", *(word.replace("EMPTY", str(tmp_path)) for word in arguments))
    assert done.status == 2
    assert done.explained(), done.err
