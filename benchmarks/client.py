"""Many solves in one process: one client that shares everything, beside separate calls that share nothing.

    python -m benchmarks.client --quick
    python -m benchmarks.client --before /path/to/old/checkout/.venv/bin/python

Each way runs in a fresh process, with a scripted model and 16 solves at a time. This process looks at the tree of that
one meanwhile: how many processes there are, and how much memory they have (their proportional share). `--before` runs
the separate calls with an older version. The last line is JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

AT_ONCE: Final = 16
_LOOK_SECONDS: Final = 0.25
_PROBLEM: Final = (
    "Given a list of integers nums and an integer target, return the indices of the two numbers that add up to "
    "target, the smaller index first. An element is not used twice. There is always exactly one such pair."
)
_EXAMPLES: Final = ("nums=[3, 3], target=6 -> [0, 1]", "nums=[3, 2, 4], target=6 -> [1, 2]")
_HEAD: Final = "def run_code(nums: list[int], target: int) -> list[int]:\n"
_BODIES: Final = (
    """    seen = {}
    for i, x in enumerate(nums):
        if target - x in seen:
            return [seen[target - x], i]
        seen[x] = i
    return []
""",
    """    for i in range(len(nums)):
        for j in range(i + 1, len(nums)):
            if nums[i] + nums[j] == target:
                return [i, j]
    return []
""",
    """    from itertools import combinations
    return next(([i, j] for (i, x), (j, y) in combinations(enumerate(nums), 2) if x + y == target), [])
""",
)
_CASES: Final = (
    ([2, 7, 11, 15], 9, [0, 1]),
    ([-31, 4, 31, 90], 0, [0, 2]),
    ([1, 20, 40, 80, 8], 9, [0, 4]),
    ([100, 200, 17, 25], 42, [2, 3]),
    ([0, 55, 10, 77], 10, [0, 2]),
    ([5, 61, 62, 66], 128, [2, 3]),
    ([1000000, 7, 999993, 1], 1000000, [1, 2]),
)


def script() -> list[dict[str, Any]]:
    """The scripted model's rules."""
    specification = {
        "summary": "Find the two numbers that add up to a target.",
        "params": [{"name": "nums", "type": "list[int]"}, {"name": "target", "type": "int"}],
        "returns": "list[int]",
        "requirements": [{"text": "Return the indices of the two numbers that add up to target."}],
    }
    cases = [
        {"name": f"case {number}", "requirement": "R1", "input": {"nums": nums, "target": target}, "expected": expected}
        for number, (nums, target, expected) in enumerate(_CASES)
    ]
    codes = [
        {"stage": "write_code", "sample": number, "reply": f"```python\n{_HEAD}{body}```"}
        for number, body in enumerate(_BODIES)
    ]
    return [{"stage": "specify", "reply": specification}, {"stage": "write_tests", "reply": {"cases": cases}}, *codes]


def work(way: str, tasks: int) -> dict[str, Any]:
    """Solve the task many times in this process and return what that took."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "script.json")
        path.write_text(json.dumps(script()), "utf-8")
        began = time.monotonic()
        figures = asyncio.run((_shared if way == "client" else _separate)(path, tasks))
        seconds = time.monotonic() - began
    own, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = own.ru_utime + own.ru_stime, others.ru_utime + others.ru_stime
    return {
        **figures,
        "cpu_per_task": round(sum(cpu) / tasks, 4),
        "own_cpu_per_task": round(cpu[0] / tasks, 4),
        "tasks_per_second": round(tasks / seconds, 3),
        "children_left": len(_children(os.getpid())),
    }


async def _many(solve: Any, tasks: int) -> dict[str, Any]:
    room, memory = asyncio.Semaphore(AT_ONCE), []

    async def one() -> bool:
        async with room:
            verified = (await solve()).verified
        memory.append(_memory(os.getpid()))
        return bool(verified)

    verified = await asyncio.gather(*(one() for _ in range(tasks)))
    early = memory[: min(50, max(1, tasks // 2))]
    return {
        "verified": sum(verified),
        "tasks": tasks,
        "memory_early": early[-1],
        "memory_late": memory[-1],
        "memory_mb_by_25": [round(each / 2**20, 1) for each in memory[24::25]],
    }


async def _separate(path: Path, tasks: int) -> dict[str, Any]:
    from specwright import api
    from specwright.config import load_settings
    from specwright.testing.scripted import ScriptedModel

    before = _descriptors()
    settings = load_settings({"store": {"path": path.with_name("runs.db")}})
    task = api.make_task(_PROBLEM, examples=_EXAMPLES)

    async def solve() -> Any:
        return await api.solve_task(task, settings, model=ScriptedModel.load(path))

    return {**await _many(solve, tasks), "descriptors_left": _descriptors() - before}


async def _shared(path: Path, tasks: int) -> dict[str, Any]:
    from specwright import AsyncClient

    before = _descriptors()
    async with AsyncClient(model=f"scripted:{path}", store=path.with_name("runs.db")) as client:
        figures = await _many(lambda: client.solve(_PROBLEM, examples=_EXAMPLES), tasks)
    return {**figures, "descriptors_left": _descriptors() - before}


def _descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def _children(pid: int) -> list[int]:
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii")
    except OSError:
        return []
    return [int(word) for word in text.split()]


def tree(pid: int) -> list[int]:
    """The process and all that it started, directly or not."""
    found = [pid]
    for each in found:
        found.extend(_children(each))
    return found


def _memory(pid: int) -> int:
    """The proportional share of memory in bytes."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), 0)


def measure(python: str, way: str, tasks: int) -> dict[str, Any]:
    """Have a fresh process do the work and look at its tree meanwhile."""
    worker = subprocess.Popen(
        [python, str(Path(__file__).resolve()), "--work", way, "--tasks", str(tasks)], stdout=subprocess.PIPE, text=True
    )
    processes = memory = 0
    while worker.poll() is None:
        pids = tree(worker.pid)
        processes, memory = max(processes, len(pids)), max(memory, sum(map(_memory, pids)))
        time.sleep(_LOOK_SECONDS)
    assert worker.stdout is not None
    lines = worker.stdout.read().splitlines()
    if worker.returncode:
        raise SystemExit(f"{way}: the worker ended with {worker.returncode}")
    return {**json.loads(lines[-1]), "processes": processes, "memory_mb": round(memory / 2**20, 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description="Many solves in one process.")
    parser.add_argument("--quick", action="store_true", help="Solve fewer times.")
    parser.add_argument("--tasks", type=int, help="How many solves; 200 unless --quick.")
    parser.add_argument("--before", default=sys.executable, help="The Python that makes the separate calls.")
    parser.add_argument("--work", choices=("client", "separate"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    tasks = options.tasks or (32 if options.quick else 200)
    if options.work:
        print(json.dumps(work(options.work, tasks)))
        return
    found = {"separate": measure(options.before, "separate", max(16, tasks // 4))}
    found["client"] = measure(sys.executable, "client", tasks)
    names = [name for name, figure in found["client"].items() if not isinstance(figure, list)]
    print(f"{'':20}{'separate':>14}{'client':>14}")
    for name in names:
        print(f"{name:20}{found['separate'][name]:>14}{found['client'][name]:>14}")
    share = found["client"]["cpu_per_task"] / found["separate"]["cpu_per_task"]
    gain = found["client"]["tasks_per_second"] / found["separate"]["tasks_per_second"]
    print(f"memory of this process in MB after every 25 solves: {found['client']['memory_mb_by_25']}")
    print(f"cpu {share:.2f} of separate calls, throughput {gain:.2f} times theirs")
    print(json.dumps({**found, "cpu_share": round(share, 3), "throughput_gain": round(gain, 3)}))


if __name__ == "__main__":
    main()
