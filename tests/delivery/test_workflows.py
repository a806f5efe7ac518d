"""Every workflow that we write, and our own, has no finding of zizmor."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests import repositories
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


def run_step(script: str, folder: Path, tools: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a script as GitHub and GitLab do, with the commands of this checkout in the place of those installed."""
    installed = tools / "specwright" / "bin"
    if not installed.exists():
        installed.parent.mkdir(parents=True)
        installed.symlink_to(Path(sys.executable).parent)
    script = script.replace("/tmp/specwright/bin", str(installed))
    names = {"PATH": "/usr/bin:/bin", "HOME": str(tools), "RUNNER_TEMP": str(tools), **variables}
    return subprocess.run(
        ("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script),
        cwd=folder, env=names, capture_output=True, text=True, check=False,
    )  # fmt: skip


def steps() -> dict[str, str]:
    """The scripts of our action, by their names."""
    return {step["name"]: step["run"] for step in parse_yaml((ROOT / "action.yml").read_text())["runs"]["steps"]}


def gitlab(job: str) -> str:
    """The script of a job of our template, without the lines that install."""
    lines = parse_yaml((ROOT / "templates/gitlab.yml").read_text())[job]["script"]
    return "\n".join(line for line in lines if " pip " not in line and "-m venv" not in line and "/pip " not in line)


def test_the_audits_that_we_ship_run_as_they_are_written(tmp_path: Path) -> None:
    folder, tools = tmp_path / "project", tmp_path / "tools"
    folder.mkdir()
    (folder / "a.py").write_text("x = 1\neval(x)\n")
    done = run_step(steps()["Audit"], folder, tools, POLICY="standard", DIRECTORY=".", ADVISORIES="")
    assert done.returncode == 1, done.stderr
    assert "::error file=a.py,line=2," in done.stdout
    assert json.loads((tools / "specwright.sarif").read_text())["runs"][0]["results"]
    report = folder / "gl-code-quality-report.json"
    done = run_step(gitlab("specwright-audit"), folder, tools, AUDIT_POLICY="standard", AUDIT_DIRECTORY=".")
    assert done.returncode == 1, done.stderr
    listed = {(each["location"]["path"], each["severity"]) for each in json.loads(report.read_text())}
    assert listed == {("a.py", "major"), (".", "info")}, "what was not checked is said too"
    report.unlink()
    (folder / "a.py").write_text("x = 1\n")
    [hook] = parse_yaml((ROOT / ".pre-commit-hooks.yaml").read_text())
    done = run_step(" ".join((f"{tools}/specwright/bin/{hook['entry']}", *hook["args"])), folder, tools)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


@pytest.mark.slow
def test_the_reviews_that_we_ship_run_as_they_are_written(tmp_path: Path) -> None:
    folder, tools = repositories.make(tmp_path / "here", commits=1), tmp_path / "tools"
    first = repositories.git(folder, "rev-parse", "HEAD")
    (folder / "kit.py").write_text("def double(n):\n    return n * 2\n\n\ndef run(x):\n    return eval(x)\n")
    (folder / "test_kit.py").write_text("from kit import double\n\n\ndef test_double():\n    assert double(3) == 6\n")
    repositories.git(folder, "add", ".")
    repositories.git(folder, "commit", "-qm", "a kit")
    last = repositories.git(folder, "rev-parse", "HEAD")
    summary = tmp_path / "summary.md"
    given = {"POLICY": "standard", "REVISIONS": f"{first}..{last}", "GITHUB_STEP_SUMMARY": str(summary)}
    done = run_step(steps()["Review"], folder, tools, **given)
    assert done.returncode == 1, done.stderr
    assert "::error file=kit.py,line=6," in done.stdout
    assert "kit.py" in summary.read_text()
    given = {"AUDIT_POLICY": "standard", "CI_MERGE_REQUEST_DIFF_BASE_SHA": first, "CI_COMMIT_SHA": last}
    done = run_step(gitlab("specwright-review"), folder, tools, **given)
    assert done.returncode == 1, done.stderr
    assert (folder / "review.md").read_text().startswith("#")
