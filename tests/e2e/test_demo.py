"""What the README and `scripts/demo` show is what happens."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.e2e.command import Home

ROOT = Path(__file__).parents[2]
PROBLEM = (
    "Given a list of integers nums and an integer target, return the indices of the two numbers that add up to target, "
    "the smaller index first. An element is not used twice. There is always exactly one such pair."
)


def test_a_wrong_test_is_caught_and_a_changed_folder_is_refused(home: Home, tmp_path: Path) -> None:
    out = tmp_path / "two_sum"
    done = home.run(
        "solve", PROBLEM, "--model", f"scripted:{ROOT / 'examples/wrong_test_model.json'}", "--out", str(out),
        "--example", "nums=[3, 3], target=6 -> [0, 1]", "--example", "nums=[3, 2, 4], target=6 -> [1, 2]",
    )  # fmt: skip
    assert done.status == 0, done.err
    assert "wrong test caught: t8 (nums=[1, 5, 5], target=10 -> [0, 2]) now expects [1, 2]" in done.out + done.err
    solution = out / "solution.py"
    solution.write_text(solution.read_text().replace("return []", "return [0]"))
    refused = home.run("verify", str(out))
    assert refused.status == 7
    assert "DIFFERS" in refused.out
    assert "line 8 was 'return []', is 'return [0]'" in refused.out


def test_programs_that_cheat_pass_an_ordinary_harness_and_earn_nothing_here(home: Home) -> None:
    ran = subprocess.run(
        [sys.executable, "examples/cheating_programs.py"],
        cwd=ROOT,
        env=home.environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    rows = ran.stdout.splitlines()[1:]
    assert len(rows) == 4
    assert all("all tests pass" in row and row.endswith("0 of 3 tests pass") for row in rows), ran.stdout


def test_the_picture_in_the_readme_is_of_a_run_as_it_is_today(home: Home) -> None:
    environment = {**home.environment(), "PATH": os.environ["PATH"]}
    checked = subprocess.run(
        [sys.executable, "scripts/picture", "--check"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
