"""What `--branch` costs: commits of a result on a new branch, beside git's own `add` and `commit` of the same files.

    python -m benchmarks.branch --quick
    python -m benchmarks.branch --commits 50 --files 20000

Processor seconds count git and us together. Both ways commit the same 60 files to a repository of `--files` files, and
`git status` of it is measured as well, for scale. The last line is JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from specwright.adapters.git.branch import check_branch, commit_on_branch
from specwright.adapters.git.repository import Repository

RESULT: Final = {f"result/evidence/blobs/{number:064x}": os.urandom(3_000) for number in range(60)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--commits", type=int, default=30)
    parser.add_argument("--files", type=int, default=5_000)
    parser.add_argument("--quick", action="store_true", help="10 commits, 500 files")
    given = parser.parse_args()
    commits, files = (10, 500) if given.quick else (given.commits, given.files)
    with tempfile.TemporaryDirectory() as place:
        folder = made(Path(place), files)
        ways = {"git status": lambda number: git(folder, "status"), "git add, git commit": lambda n: added(folder, n)}
        ways["--branch"] = lambda number: branched(folder, number)
        figures = {name: measured(way, commits) for name, way in ways.items()}
    for name, (cpu, wall) in figures.items():
        print(f"{name:<20} {1000 * cpu:6.1f} ms of processor time, {1000 * wall:6.1f} ms")
    ours, theirs = figures["--branch"][0], figures["git add, git commit"][0]
    summary = {f"{name} cpu_s": round(cpu, 4) for name, (cpu, _) in figures.items()}
    print(json.dumps({"files": files, **summary, "ratio": round(ours / theirs, 2), "under_0.2_s": ours < 0.2}))


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(("git", *arguments), cwd=folder, check=True, capture_output=True)


def made(folder: Path, files: int) -> Path:
    git(folder, "init", "-q")
    git(folder, "config", "user.name", "Ada")
    git(folder, "config", "user.email", "ada@example.com")
    for number in range(files):
        path = folder / f"part{number % 50}" / f"file{number}.txt"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"{number}\n" * 20)
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "files")
    return folder


def branched(folder: Path, number: int) -> None:
    """All that `--branch` does beside the run: the check before it, and the commit after it."""
    name = f"specwright/{number}"
    check_branch(Repository.open(folder), name)
    repository = Repository.open(folder)
    check_branch(repository, name)
    head = repository.commit_of("HEAD")
    assert head is not None
    commit_on_branch(repository, name, head.id, RESULT, f"Add result {number}\n")


def added(folder: Path, number: int) -> None:
    """The same by hand, in the worktree, and back again."""
    for path, content in RESULT.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    git(folder, "checkout", "-q", "-b", f"hand/{number}")
    git(folder, "add", "result")
    git(folder, "commit", "-q", "-m", f"Add result {number}")
    git(folder, "checkout", "-q", "-")


def measured(way: Callable[[int], None], times: int) -> tuple[float, float]:
    """Return the processor and wall seconds of one call."""
    began, before = time.monotonic(), _spent()
    for number in range(times):
        way(number)
    return (_spent() - before) / times, (time.monotonic() - began) / times


def _spent() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


if __name__ == "__main__":
    main()
