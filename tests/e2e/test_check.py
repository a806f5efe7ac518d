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
    done = home.run("check", laid_out(good("python"), tmp_path / "cart"), "--bugs", "3", "-v")
    assert done.status == 0, done.out + done.err
    for word in ("coverage of lines: ", "seeded bugs noticed: ", "(ruff ", "(mypy "):
        assert word in done.out
    for word in ("PASSES", "syntax", "score ", "✓ complexity", "does not count: nothing is stated"):
        assert word in done.out
    said = [line for line in done.err.splitlines() if "specwright: preparing the " not in line]  # in a new home
    assert said == [f"checking {tmp_path / 'cart'} as python"]


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


FLAT = {
    "pyproject.toml": '[project]\nname = "greet"\n',
    "greet/__init__.py": "from nowhere_to_be_had import name\n\n\ndef greet():\n    return name\n",
    "greet/tests/__init__.py": "",
    "greet/tests/test_greet.py": "from greet import greet\n\n\ndef test_greet():\n    assert greet() == 'you'\n",
}


def lay(files: dict[str, str], folder: Path) -> str:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return str(folder)


def test_a_missing_dependency_is_named_with_the_flag_that_brings_it(home: Home, tmp_path: Path) -> None:
    project = lay(FLAT, tmp_path / "greet")
    done = home.run("check", project, "--bugs", "0")
    assert done.status == 1
    assert "The tests could not run: nowhere_to_be_had is not in the sandbox." in done.out
    assert "--deps" in done.out
    assert "test coverage          not measured" in done.out
    packages = tmp_path / "packages"
    lay({"nowhere_to_be_had.py": "name = 'you'\n"}, packages)
    brought = home.run("check", project, "--bugs", "0", "--deps", str(packages))
    assert "1 of 1 pass" in brought.out
    assert "could not run" not in brought.out


def test_tests_for_mocha_run_and_those_that_fail_are_shown_with_their_reason(home: Home, tmp_path: Path) -> None:
    files = {
        "package.json": '{"name": "twice", "main": "index.js"}',
        "index.js": "module.exports = (n) => 2 * n;\n",
        "test/twice.js": "const assert = require('assert');\nconst twice = require('..');\n"
        "describe('twice', () => {\n"
        "  it('doubles', () => assert.equal(twice(2), 4));\n"
        "  it('calls back', (done) => { assert.equal(twice(3), 7); done(); });\n});\n",
    }
    done = home.run("check", lay(files, tmp_path / "twice"), "--bugs", "0")
    assert done.err == f"checking {tmp_path / 'twice'} as javascript\n"
    assert "1 of 2 pass" in done.out
    assert "test/twice.js::twice > calls back" in done.out
    assert "6 == 7" in done.out
