"""A batch on Ray or Dask whose workers, driver and whole engine are killed at random until it has ended.

    .venv-integrations/bin/python -m benchmarks.scale_kills --engine dask [--tasks 500] [--store postgresql://...]

Every `--every` seconds one of three things gets `kill -9`: a worker, the command, or everything that it started. The
same command is given again until it comes to its end. Then there is a row for every task, questions are counted at the
model server, and nothing is left: no process, no control group. Exit status 1 if that does not hold. The last line is
JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.scale_model import CountingModel, task

MARK: Final = "KILLED_AT_RANDOM"
"""A variable by which everything that a batch has started is known, whoever its parent is by now."""
WORKERS: Final = {"dask": "spawn_main", "ray": "ray::_RayWorker"}
"""What stands in the command line of a worker."""


def processes(mark: str) -> dict[int, str]:
    """Return the processes that have this mark in their environment, with their command lines."""
    found = {}
    for path in Path("/proc").iterdir():
        if path.name.isdigit() and int(path.name) != os.getpid():
            try:
                if f"{MARK}={mark}".encode() in (path / "environ").read_bytes():
                    found[int(path.name)] = (
                        (path / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
                    )
            except OSError:
                continue
    return found


def groups() -> set[str]:
    """Return the control groups of ours whose guardian is gone; others belong to what runs beside this."""
    found = os.walk("/sys/fs/cgroup")  # passes over groups that end meanwhile
    names = {(above, name) for above, names, _ in found for name in names if name.startswith("specwright-")}
    return {str(Path(above, name)) for above, name in names if not Path("/proc", name.split("-")[1]).exists()}


def kill(pids: list[int]) -> None:
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue


def command(engine: str, folder: Path, url: str, store: str, workers: int) -> list[str]:
    program = str(Path(sys.executable).with_name("specwright"))
    return [
        program, "batch", str(folder / "tasks.jsonl"), "--out", str(folder / "out"), "--engine", engine, "--workers",
        str(workers), "--per-worker", "4", "--model", f"{url}#double", "--store", store, "--json",
    ]  # fmt: skip


def worked(engine: str, folder: Path, model: CountingModel, store: str, options: argparse.Namespace) -> Counter[str]:
    """Run the batch to its end, killing what belongs to it, and return what was killed."""
    draw, killed = random.Random(options.seed), Counter[str]()
    mark = f"{os.getpid()}-{engine}"
    environment = {
        **os.environ,
        MARK: mark,
        "SPECWRIGHT_CONFIG": str(folder / "none.toml"),
        "PYTHONWARNINGS": "ignore",
        "SPECWRIGHT_CODE_GENERATION__CANDIDATES": "1",
    }
    (folder / "none.toml").write_text("")
    while True:
        with (folder / "log").open("ab") as log:
            driver = subprocess.Popen(
                command(engine, folder, model.url, store, options.workers),
                env=environment, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
        begun = rows_in(folder)
        while driver.poll() is None:
            until = time.monotonic() + options.every * draw.uniform(0.5, 1.5)
            while driver.poll() is None and (time.monotonic() < until or rows_in(folder) <= begun):
                time.sleep(0.5)
            if driver.poll() is not None or sum(killed.values()) >= options.kills:
                driver.wait()
                break
            begun = rows_in(folder)
            what = draw.choice(("worker", "worker", "worker", "command", "everything"))
            here = processes(mark)
            workers = [pid for pid, line in here.items() if WORKERS[engine] in line and pid != driver.pid]
            kill({"worker": workers[:1], "command": [driver.pid], "everything": list(here)}[what])
            killed[what] += 1
            print(f"{begun} rows; killed: {what}", file=sys.stderr, flush=True)
        if driver.returncode == 0:
            return killed
        deadline = time.monotonic() + 60
        while (left := processes(mark)) and time.monotonic() < deadline:
            time.sleep(0.5)  # what the command had started ends by itself
        if left:
            killed["left for a minute"] += len(left)
            kill(list(left))
        if driver.returncode not in (-signal.SIGKILL, 5):
            print((folder / "log").read_text()[-2000:], file=sys.stderr)
            killed[f"ended with {driver.returncode}"] += 1
            if killed[f"ended with {driver.returncode}"] > 5:
                return killed


def rows_in(folder: Path) -> int:
    path = folder / "out" / "results.jsonl"
    return path.read_bytes().count(b"\n") if path.exists() else 0


def measured(engine: str, options: argparse.Namespace) -> dict[str, Any]:
    """Return what came of one batch."""
    with tempfile.TemporaryDirectory(prefix="specwright-kills-") as name, CountingModel(options.latency) as model:
        folder = Path(name)
        (folder / "tasks.jsonl").write_text(
            "".join(json.dumps(task(number)) + "\n" for number in range(1, options.tasks + 1))
        )
        before, began = groups(), time.monotonic()
        killed = worked(engine, folder, model, options.store or str(folder / "runs.db"), options)
        seconds = time.monotonic() - began
        deadline = time.monotonic() + 20
        while (left := processes(f"{os.getpid()}-{engine}")) and time.monotonic() < deadline:
            time.sleep(0.5)
        rows = [json.loads(line) for line in (folder / "out" / "results.jsonl").read_text().splitlines()]
        last = {row["task"]: row for row in rows}
        repeated = sum(count - 1 for count in model.answered.values() if count > 1)
        return {
            "engine": engine,
            "tasks": options.tasks,
            "rows": len(last),
            "rows_twice": sum(count > 1 for count in Counter(row["task"] for row in rows).values()),
            "states": dict(Counter(row["state"] for row in last.values())),
            "verified": sum(row["verified"] for row in last.values()),
            "killed": dict(killed),
            "questions": len(model.asked),
            "asked": model.asked.total(),
            "answered_twice": repeated,
            "processes_left": [line[:80] for line in left.values()],
            "groups_left": sorted(groups() - before),
            "seconds": round(seconds, 1),
        }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", choices=("ray", "dask"), nargs="+", default=["dask", "ray"])
    parser.add_argument("--tasks", type=int, default=500)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kills", type=int, default=12, help="after so many the batch is left alone")
    parser.add_argument("--every", type=float, default=15.0, help="seconds between two kills")
    parser.add_argument("--latency", type=float, default=0.5, help="seconds of the model for an answer")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--store", default="", help="a database instead of a file")
    parser.add_argument("--quick", action="store_true", help="40 tasks and 3 kills")
    options = parser.parse_args()
    if options.quick:
        options.tasks, options.kills = 40, 3
    found = [measured(engine, options) for engine in options.engine]
    holds = all(
        each["rows"] == each["tasks"]
        and set(each["states"]) == {"TESTS_PASSING"}
        and not each["rows_twice"]
        and not each["processes_left"]
        and not each["groups_left"]
        for each in found
    )
    print(json.dumps({"benchmark": "scale_kills", "holds": holds, "engines": found}))
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
