"""`specwright refactor`, `apply` and `undo` as commands."""

from __future__ import annotations

import json

from tests.e2e.command import Home

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
