"""`specwright test` as a command: tests are written, shown, applied and taken back."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest
from tests.e2e.command import Home

CODE = '''"""Prices."""

import time


def discount(total, member=False):
    """Return what is to pay.

    >>> discount(50)
    50
    >>> discount(200)
    180
    >>> discount(200, member=True)
    150
    """
    if total < 0:
        raise ValueError("a total below zero")
    if total >= 100:
        return total - total // (4 if member else 10)
    return total


def grade(points):
    """Return the grade.

    >>> grade(95)
    'B'
    """
    if points > 90:
        return "A"
    if points > 75:
        return "C"
    return "F"


def save(name):
    with open("prices.txt", "w") as file:
        file.write(name)
    return len(name)


def today():
    return time.strftime("%Y-%m-%d")


class Basket:
    def __init__(self, limit=3):
        self.limit = limit
        self.items = []

    def add(self, item):
        if len(self.items) >= self.limit:
            raise OverflowError("full")
        self.items.append(item)

    def __len__(self):
        return len(self.items)
'''
OWN = "from prices import discount\n\n\ndef test_small():\n    assert discount(7) == 7\n"


@pytest.fixture
def written(home: Home) -> str:
    """The text of the new file, of which the run wrote nothing."""
    files = {"pyproject.toml": '[project]\nname = "prices"\n', "prices.py": CODE, "test_prices.py": OWN}
    for name, text in files.items():
        (home.folder / name).write_text(text)
    done = home.run("test", "prices.py", "--inputs", "250", "--bugs", "6", "--json")
    assert done.status == 0, done.err
    report = json.loads(done.out)["change"]
    assert [each["path"] for each in report["change"]["files"]] == ["test_prices_more.py"]
    assert not (home.folder / "test_prices_more.py").exists()
    [found] = report["evidence"]["written"]
    _check_figures(found)
    [suspected] = found["suspected"]
    assert (suspected["call"], suspected["stated"], suspected["shown"]) == ("grade(95)", "'B'", "returns 'A'")
    return str(found["text"])


def _check_figures(found: dict[str, object]) -> None:
    before, after = found["before"], found["after"]
    assert isinstance(before, dict)
    assert isinstance(after, dict)
    assert (before["lines"], before["branches"]) < (after["lines"], after["branches"])
    assert any("write files" in note for note in found["notes"])  # type: ignore[attr-defined]
    assert all(test["reaches"] or test["notices"] for test in found["kept"])  # type: ignore[attr-defined]


def test_new_tests_are_written_applied_and_taken_back(home: Home, written: str) -> None:
    assert "assert discount(200, member=True) == 150" in written
    assert "# from the docstring of discount" in written
    assert "with pytest.raises(ValueError):" in written
    for left_out in ("save(", "today(", "grade(95)"):  # it writes a file; the day; what contradicts the docstring
        assert left_out not in written
    tests = re.findall(r"^def (test_\w+)", written, re.MULTILINE)
    marked = re.findall(r"# (?:characterisation: what the code does today|from the docstring)", written)
    assert len(tests) == len(marked) == len(set(tests))
    assert home.run("apply", "last").status == 0
    assert (home.folder / "test_prices_more.py").read_text() == written
    assert (home.folder / "test_prices.py").read_text() == OWN
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=home.folder,
        check=False,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout
    assert home.run("undo", "last").status == 0
    assert not (home.folder / "test_prices_more.py").exists()
    replayed = home.run("replay", "last")
    assert (replayed.status, "the same" in replayed.out) == (0, True), replayed.out


def test_what_the_code_cannot_have_is_refused_before_anything_runs(home: Home) -> None:
    (home.folder / "pyproject.toml").write_text('[project]\nname = "prices"\n')
    (home.folder / "prices.py").write_text(CODE)
    done = home.run("test", "prices.py::nothing")
    assert (done.status, "no function or class nothing" in done.err) == (2, True)
    planned = home.run("test", "prices.py::grade", "--dry-run")
    assert (planned.status, "new test files may be added" in planned.out) == (0, True)
