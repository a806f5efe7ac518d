"""`specwright refactor`, `apply` and `undo` as commands."""

from __future__ import annotations

import json
import subprocess

from tests.e2e.command import Home

from specwright.testing.scripted import Rule

OLD = "from kit import LIMIT\n\n\ndef over(n: int) -> bool:\n    if n > LIMIT:\n        return True\n    return False\n"
SAME = "def over(n: int) -> bool:\n    return n > LIMIT\n"
QUICK = ("--inputs", "300", "--no-figures")
OTHER = "def over(n: int) -> bool:\n    return n >= LIMIT\n"


def laid(home: Home) -> None:
    files = {
        "pyproject.toml": '[project]\nname = "kit"\n',
        "kit.py": "LIMIT = 7919\n",
        "over.py": OLD,
        "test_over.py": "from over import over\n\n\ndef test_over():\n    assert over(8000)\n",
        "same.new": SAME,
        "other.new": OTHER,
    }
    for name, text in files.items():
        (home.folder / name).write_text(text)


def test_a_change_is_compared_shown_written_and_taken_back(home: Home) -> None:
    laid(home)
    planned = home.run("refactor", "over.py::over", "--with", "same.new", "--apply", "--dry-run")
    assert (planned.status, "may change: over.py::over" in planned.out) == (0, True)
    done = home.run("refactor", "over.py::over", "--with", "same.new", *QUICK, "--bugs", "2")
    assert done.status == 0, done.err
    assert "+    return n > LIMIT" in done.out
    assert "NO DIFFERENCE FOUND  over: in" in done.out
    assert "tests: 1 of 1 passed before, 1 pass now" in done.out
    assert (home.folder / "over.py").read_text() == OLD
    run = json.loads(home.run("runs", "--json").out)[0]["run_id"]
    assert home.run("apply", run).status == 0
    assert (home.folder / "over.py").read_text() == OLD.partition("def")[0] + SAME
    assert home.run("apply", run).status == 2
    assert home.run("undo", run).status == 0
    assert (home.folder / "over.py").read_text() == OLD
    alone = home.run("show", run, "--code").out
    assert alone.startswith("--- a/over.py\n+++ b/over.py\n")
    replayed = home.run("replay", run)
    assert (replayed.status, "the same" in replayed.out) == (0, True)


def test_a_version_that_differs_is_shown_with_an_input_and_never_written(home: Home) -> None:
    laid(home)
    done = home.run("refactor", "over.py::over", "--with", "other.new", *QUICK, "--bugs", "0", "--apply")
    assert done.status == 7, done.err
    assert "over(n=7919)" in done.out
    assert "old returns False\n    new returns True" in done.out
    assert (home.folder / "over.py").read_text() == OLD
    refused = home.run("apply", "last")
    assert (refused.status, "offers no change: DIFFERENT" in refused.err) == (2, True)
    home.run("runs")


def test_without_a_model_and_a_version_of_your_own_it_says_what_is_missing(home: Home) -> None:
    laid(home)
    done = home.run("refactor", "over.py::over")
    assert done.status == 4
    assert "--with FILE" in done.out + done.err


def test_a_branch_gets_the_change_and_nothing_else_is_touched(home: Home) -> None:
    laid(home)
    git = ("git", "-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    for words in (("init", "-q", "-b", "main"), ("add", "-A"), ("commit", "-q", "-m", "x")):
        subprocess.run([*git, *words], cwd=home.folder, check=True, env=home.environment())
    named = {f"GIT_{who}_{what}": "a@b.c" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    options = ("refactor", "over.py::over", "--with", "same.new", *QUICK, "--bugs", "0")
    done = home.run(*options, "--branch", "simpler", env=named)
    assert done.status == 0, done.err
    shown = subprocess.run(
        [*git, "diff", "--stat", "main", "simpler"], cwd=home.folder, check=True, capture_output=True
    )
    assert b"over.py | 4 +---" in shown.stdout
    assert b"1 file changed" in shown.stdout
    assert (home.folder / "over.py").read_text() == OLD
    (home.folder / "over.py").write_text(f"{OLD}# mine\n")
    dirty = home.run(*options, "--branch", "again", env=named)
    assert (dirty.status, "changes that are not committed" in dirty.err) == (2, True)
    assert (home.folder / "over.py").read_text() == f"{OLD}# mine\n"
    both = home.run(*options, "--branch", "again", "--apply")
    assert (both.status, "choose one" in both.err) == (2, True)


def test_improve_says_which_command_it_takes_and_why(home: Home) -> None:
    laid(home)
    for goal, verb, word in (
        ("make it faster", "optimise", "faster"),
        ("over(3) crashes", "fix", "crashes"),
        ("split it into two", "refactor", "split"),
        ("support negative limits", "extend", "support"),
        ("hm", "refactor", "nothing in the goal says otherwise"),
    ):
        done = home.run("improve", "over.py::over", "--goal", goal, "--dry-run")
        assert done.status == 0
        assert f"specwright: {verb}, because" in done.err
        assert word in done.err
        assert f"{verb} over.py::over: {goal}" in done.out


def test_a_run_that_was_killed_goes_on_with_what_it_knows(home: Home) -> None:
    laid(home)
    done = home.run("refactor", "over.py::over", "--goal", "simpler")
    assert done.status == 4
    reply = {"description": "Simpler.", "imports": [], "code": SAME}
    rules = [Rule(stage="change_refactor", reply=reply)]
    resumed = home.run("resume", "last", *home.script(rules), "--json")
    report = json.loads(resumed.out)["change"]
    assert (resumed.status, report["word"]) == (0, "NO DIFFERENCE FOUND")
    events = [json.loads(line)["event"]["kind"] for line in home.run("show", "last", "--events").out.splitlines()]
    assert events.count("tested") == 2, "the tests of the old version are recalled"
