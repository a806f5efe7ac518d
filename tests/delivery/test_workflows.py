"""Every workflow that we write, and our own, has no finding of zizmor."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from specwright.app import project_of
from specwright.cli import commands
from specwright.core.documents import parse_yaml
from specwright.core.program.package import Package
from specwright.languages.registry import LANGUAGES, ROWS

ROOT = Path(__file__).parent.parent.parent


def zizmor(*paths: Path) -> str:
    command = [str(Path(sys.executable).parent / "zizmor"), "--offline", "--no-progress", "--quiet", *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def test_workflows_of_packages_in_every_language_have_no_finding(tmp_path: Path) -> None:
    for language in LANGUAGES:
        row = ROWS[language]
        package = Package(name="kit", summary="A kit.", sources={f"src/{row.file_name}": ""})
        for path, content in project_of(package, language, "").items():
            if path.startswith(".github/workflows/"):
                (tmp_path / language / path).parent.mkdir(parents=True)
                (tmp_path / language / path).write_bytes(content)
    written = sorted(tmp_path.rglob("*.yml"))
    assert len(written) == len(LANGUAGES)
    assert zizmor(*written) == ""
    written[0].write_text(written[0].read_text().replace("@11bd71901bbe5b1630ceea73d27597364c9af683", "@v4"))
    assert "unpinned-uses" in zizmor(*written)


def test_our_own_workflows_and_the_action_have_no_finding() -> None:
    assert zizmor(ROOT / ".github", ROOT / "action.yml") == ""


@pytest.mark.parametrize("path", ["action.yml", "templates/gitlab.yml", ".pre-commit-hooks.yaml"])
def test_every_option_that_our_files_pass_exists(path: str) -> None:
    text = (ROOT / path).read_text()
    assert parse_yaml(text)
    for command in ("audit", "review"):
        shown = CliRunner().invoke(commands.app, [command, "--help"], env={"COLUMNS": "200"}).output
        used = {
            word for line in text.splitlines() if f" {command} " in line or "options" in line for word in line.split()
        }
        options = {word.strip('(")') for word in used if word.startswith(("--", "(--"))}
        for option in options & {"--policy", "--format", "--sarif", "--advisories", "--summary", "--quiet"}:
            other = {"audit": "--summary", "review": "--sarif --quiet"}[command].split()
            assert option in shown or option in other, (command, option)
