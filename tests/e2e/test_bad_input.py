"""Whatever is given: a clear message with a next step, the right exit status, no stack trace, and nothing lost."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sqlite3
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest
from tests import stories
from tests.e2e.command import SPECWRIGHT, Done, Home

WORDS = shlex.join(["solve", stories.PROBLEM, *chain.from_iterable(("--example", each) for each in stories.EXAMPLES)])
LONG = "Add one to x. " * 72_000
"""A megabyte."""


def solve(home: Home, *arguments: str, given: bytes | None = None) -> Done:
    return home.run("solve", *arguments, *home.script(stories.FIRST_TRY), given=given)


def refused(home: Home, done: Done, status: int = 2, *words: str) -> None:
    assert done.status == status, done.err
    assert done.explained(), done.err
    assert done.out == ""
    for word in words:
        assert word in done.err
    assert stories.asked(home.ledger) == []


@pytest.mark.parametrize("problem", ["", "   \n\t "])
def test_an_empty_problem(home: Home, problem: str) -> None:
    refused(home, solve(home, problem), 2, "the problem is empty")
    refused(home, solve(home, "-", given=problem.encode()), 2, "the problem is empty")


def test_a_problem_of_a_megabyte_on_standard_input(home: Home) -> None:
    refused(home, solve(home, "-", given=LONG.encode()), 2, "the limit is 100,000")


def test_a_problem_of_a_megabyte_in_a_file(home: Home) -> None:
    (home.folder / "long.txt").write_text(LONG)
    refused(home, solve(home, "long.txt"), 2, "the limit is 100,000")


def test_a_problem_as_long_as_an_argument_can_be(home: Home) -> None:
    refused(home, solve(home, LONG[:130_000]), 2, "130,000 characters", "the limit is 100,000")
    with pytest.raises(OSError, match="too long"):  # a whole megabyte is refused by the system before we see it
        solve(home, LONG)


@pytest.mark.parametrize("content", [bytes(range(256)) * 8, b"Add\x00one"])
def test_a_binary_file(home: Home, content: bytes) -> None:
    (home.folder / "picture.png").write_bytes(content)
    refused(home, solve(home, "picture.png"), 2, "text")
    refused(home, solve(home, "-", given=content), 2, "text")


def test_a_file_that_is_not_there(home: Home) -> None:
    refused(home, solve(home, "problem.txt"), 2, "there is no file problem.txt")


def test_a_file_with_a_byte_order_mark_is_read(home: Home) -> None:
    (home.folder / "problem.txt").write_bytes(b"\xef\xbb\xbf" + stories.PROBLEM.encode())
    assert solve(home, "problem.txt").status in (0, 10)


@pytest.mark.parametrize("name", ["2sum", "class", ""])
def test_an_entry_point_that_is_no_identifier(home: Home, name: str) -> None:
    refused(home, solve(home, "Add one to x.", "--entry-point", name), 2, "cannot name a function")


@pytest.mark.parametrize("example", ["garbage", ""])
def test_an_example_that_cannot_be_read(home: Home, example: str) -> None:
    refused(home, solve(home, "Add one to x.", "--example", example), 2, "cannot read the example")


@pytest.mark.parametrize("model", ["gpt", "scripted:", "http://"])
def test_a_model_that_is_not_known(home: Home, model: str) -> None:
    done = home.run("solve", "Add one to x.", "--model", model)
    assert done.status in (2, 4), done.err
    assert done.explained(), done.err


def test_a_script_that_is_no_script(home: Home) -> None:
    (home.folder / "bad.json").write_text('{"rules": [{"stagge": "specify"}]}')
    done = home.run("solve", "Add one to x.", "--model", "scripted:bad.json")
    refused(home, done, 2, "bad.json", "stagge")


def test_an_output_directory_that_cannot_be_written(home: Home) -> None:
    (home.folder / "file").write_text("mine")
    for place in ("file", "file/deeper", "/proc/nowhere"):
        refused(home, solve(home, "Add one to x.", "--out", place), 2, f"cannot write to {place}")
    assert (home.folder / "file").read_text() == "mine"


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (("--candidates", "0"), "candidates"),
        (("--budget-usd", "-1"), "--budget-usd is -1"),
        (("--sandbox", "jail"), "--sandbox is 'jail'"),
    ],
)
def test_a_number_or_name_that_makes_no_sense(home: Home, options: tuple[str, ...], named: str) -> None:
    refused(home, solve(home, "Add one to x.", *options), 2, named)


@pytest.mark.parametrize("arguments", [("solve", "x", "--frobnicate"), ("frobnicate",)])
def test_an_option_or_command_that_does_not_exist(home: Home, arguments: tuple[str, ...]) -> None:
    done = home.run(*arguments)
    assert done.status == 2
    assert not done.traced
    assert "help" in done.err


def test_a_misspelt_setting_in_a_file(home: Home) -> None:
    (home.folder / "specwright.toml").write_text("[code_generation]\nmax_iteratoins = 3\n")
    refused(home, solve(home, "Add one to x."), 2, "code_generation.max_iteratoins", "max_iterations")


def test_a_misspelt_setting_in_the_environment(home: Home) -> None:
    done = home.run("runs", env={"SPECWRIGHT_STROE__PATH": "x"})
    refused(home, done, 2, "SPECWRIGHT_STROE__PATH", "STORE")


@pytest.mark.parametrize("command", ["show", "resume", "replay"])
def test_a_run_that_does_not_exist(home: Home, command: str) -> None:
    for name in ("last", "20010101-000000-abcdef", "../../etc/passwd"):
        refused(home, home.run(command, name), 2, "there is no run")


def test_a_name_that_several_runs_share(home: Home) -> None:
    for _ in range(2):
        home.solve(stories.FIRST_TRY, "--budget-tokens", "1", "--quiet")
    done = home.run("show", "2")
    assert done.status == 2
    assert "2 runs match" in done.err


def test_a_store_of_a_newer_schema(home: Home) -> None:
    with sqlite3.connect(home.store) as db:
        db.execute("PRAGMA user_version=999")
    db.close()
    content = home.store.read_bytes()
    for arguments in (("runs",), ("show", "last"), ("solve", "Add one to x.", *home.script(stories.FIRST_TRY))):
        refused(home, home.run(*arguments), 6, "schema 999", "upgrade")
    assert home.store.read_bytes() == content


def test_a_store_that_is_no_database(home: Home) -> None:
    home.store.write_text("dear diary " * 1000)
    refused(home, home.run("runs"), 6, "not a database", "--store")
    refused(home, solve(home, "Add one to x."), 6, "not a database")
    assert home.store.read_text() == "dear diary " * 1000


def test_a_store_where_none_can_be(home: Home) -> None:
    (home.folder / "file").write_text("")
    refused(home, home.run("runs", "--store", "file/runs.db"), 6, "cannot open the run store")
    refused(home, home.run("runs", "--store", "."), 6, "cannot open the run store")


def test_errors_are_one_json_document_where_json_was_asked_for(home: Home) -> None:
    done = solve(home, "", "--json")
    assert done.status == 2
    error = done.document["error"]
    assert error["code"] == "USER_ERROR"
    assert error["message"] == "the problem is empty"
    assert error["hint"]


@pytest.fixture
def small_disk(home: Home) -> list[str]:
    """The words before a shell command that give it a disk of four megabytes, seen by nobody else, at `disk`."""
    (home.folder / "disk").mkdir()
    unshare = ["unshare", "-m"] if os.getuid() == 0 else ["unshare", "-rm"]
    words = [*unshare, "sh", "-c", 'mount -t tmpfs -o size=4m tmpfs "$1" && shift && eval "$1"', "sh", "disk"]
    if shutil.which("unshare") is None or subprocess.run([*words, "true"], cwd=home.folder, check=False).returncode:
        pytest.skip("no private mounts on this machine")
    return words


def on(disk: list[str], home: Home, command: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*disk, command], cwd=home.folder, env=home.environment(**env), capture_output=True, text=True, check=False
    )


def test_a_disk_that_is_full_loses_nothing_that_was_recorded(home: Home, small_disk: list[str]) -> None:
    """Fill the disk when the first answer is there; free it again, and resume."""
    model = home.script(stories.FIRST_TRY, delay_seconds=0.4)[1]
    solving = f"{SPECWRIGHT} {WORDS} --model {model} --store disk/runs.db --quiet"
    command = (
        f"{solving} 2>err & while ! grep -q write_tests asked.jsonl 2>/dev/null; do sleep 0.05; done;"
        " cat /dev/zero > disk/filler 2>/dev/null; wait $!; echo status $?; rm disk/filler;"
        f" {SPECWRIGHT} runs --json --store disk/runs.db;"
        f" {SPECWRIGHT} resume last --json --model {model} --store disk/runs.db"
    )
    done = on(small_disk, home, command)
    first, runs, *result = done.stdout.splitlines()
    err = (home.folder / "err").read_text()
    assert first == "status 6", err
    assert "full" in err
    assert "next: free some space" in err
    assert "Traceback" not in err + done.stderr
    assert len(json.loads(runs)) == 1
    assert json.loads("\n".join(result))["execution_result"] == "TESTS_PASSING"


def test_an_output_directory_on_a_full_disk_leaves_the_run_safe(home: Home, small_disk: list[str]) -> None:
    solving = f"{SPECWRIGHT} {WORDS} {' '.join(home.script(stories.FIRST_TRY))}"
    fill = "cat /dev/zero > disk/filler 2>/dev/null; truncate -s -4096 disk/filler"
    done = on(small_disk, home, f"{fill}; {solving} --out disk/made --quiet; echo status $?; ls -A disk/made")
    assert done.stdout.splitlines() == ["status 2"], done.stdout
    assert "specwright show last --out" in done.stderr
    assert "Traceback" not in done.stderr
    assert home.run("show", "last", "--json").document["execution_result"] == "TESTS_PASSING"


def test_a_store_on_a_full_disk_is_refused_at_the_start(home: Home, small_disk: list[str]) -> None:
    done = on(
        small_disk, home, f"cat /dev/zero > disk/filler 2>/dev/null; {SPECWRIGHT} runs --store disk/runs.db; echo $?"
    )
    assert done.stdout.strip() == "6"
    assert "cannot open the run store" in done.stderr
    assert "free some space" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_unexpected_defect_is_said_to_be_one(home: Home) -> None:
    """Our own defects do show their stack trace: that is what must be reported."""
    code = "import specwright.config as c\nc.load_settings = None\nfrom specwright.cli import main\nmain()"
    done = subprocess.run(
        [sys.executable, "-c", code, "runs"], env=home.environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 70
    assert "this is a defect" in done.stderr


def test_a_folder_in_the_place_of_a_problem_is_named_as_such(home: Home) -> None:
    Path(home.folder / "sort").mkdir()
    done = solve(home, "sort")
    assert done.status == 2
    assert "sort is a folder" in done.err
    assert "say it in words" in done.err
