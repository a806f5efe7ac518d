"""What the command costs beside what it does: start, CPU of our own process, and memory.

    python -m benchmarks.cli [--quick]

Each figure is measured side by side with `import pydantic_ai` in processes of the same kind, byte code cached, in turn,
so that the load of the machine weighs on both; what counts are the ratios of CPU time. The solve is a scripted one with
ten tests and three candidates through the real sandbox; what runs inside sandboxes is not counted, and what it takes to
start Python and load the program is told apart. The memory is measured with the scripted model, and with a model behind
HTTP on loopback, whose client libraries are then loaded too.
The last line is one JSON object with the figures.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from specwright.testing.fault_server import FaultServer, Seen

HELP_BAR, SOLVE_CPU_BAR, MEMORY_BAR = 0.25, 0.3, 200.0

PROBLEM = (
    "Given a list of integers nums and an integer target, return the indices of the two numbers that add up to target."
)
CASES = [
    ([2, 7, 11, 15], 9, [0, 1]),
    ([3, 2, 4], 6, [1, 2]),
    ([3, 3], 6, [0, 1]),
    ([-3, 4, 3, 90], 0, [0, 2]),
    ([1, 20, 40, 80, 8], 9, [0, 4]),
    ([100, 200, 17, 25], 42, [2, 3]),
    ([0, 55, 10, 77], 10, [0, 2]),
    ([5, 61, 62, 66], 128, [2, 3]),
    ([1000000, 7, 999993, 1], 1000000, [1, 2]),
    ([9, 6, 21], 27, [1, 2]),
]
CODES = [
    """
    seen = {}
    for i, x in enumerate(nums):
        if target - x in seen:
            return [seen[target - x], i]
        seen[x] = i
    return []""",
    """
    for i in range(len(nums)):
        for j in range(i + 1, len(nums)):
            if nums[i] + nums[j] == target:
                return [i, j]
    return []""",
    """
    pairs = [[i, j] for i in range(len(nums)) for j in range(i + 1, len(nums))]
    return next((pair for pair in pairs if nums[pair[0]] + nums[pair[1]] == target), [])""",
]

# Runs a command of ours in this very process and tells what the process itself used, children not counted.
_MEASURED = """
import json, os, re, resource, sys
from specwright.cli import commands, main, solve
def cpu():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
loaded = cpu()
try:
    main()
finally:
    peak = int(re.search(r"VmHWM:\\s*(\\d+)", open("/proc/self/status").read())[1]) / 1024
    figures = {"cpu": cpu() - loaded, "whole_cpu": cpu(), "peak_mb": peak}
    os.write(int(os.environ["MEASURED_FD"]), json.dumps(figures).encode())
"""


class Used(NamedTuple):
    cpu: float
    """Of the solve itself, once the program is loaded."""
    whole_cpu: float
    """From the start of the process to its end."""
    peak_mb: float


def replies() -> dict[str, list[str]]:
    """What the writers say, by stage."""
    params = [{"name": "nums", "type": "list[int]"}, {"name": "target", "type": "int"}]
    specification = {
        "summary": "Two numbers that add up to a target.",
        "params": params,
        "returns": "list[int]",
        "requirements": [{"text": "Return the indices of the two numbers that add up to target."}],
    }
    cases = [
        {"name": f"case {n}", "requirement": "R1", "input": {"nums": nums, "target": target}, "expected": expected}
        for n, (nums, target, expected) in enumerate(CASES, 1)
    ]
    head = 'def run_code(nums: list[int], target: int) -> list[int]:\n    """The indices of the pair."""'
    codes = [f"```python\n{head}{body}\n```" for body in CODES]
    return {"specify": [json.dumps(specification)], "write_tests": [json.dumps({"cases": cases})], "write_code": codes}


def script(folder: Path) -> Path:
    """The replies as a script for `--model scripted:PATH`."""
    rules: list[dict[str, Any]] = []
    for stage, texts in replies().items():
        rules += [{"stage": stage, "sample": number, "reply": text} for number, text in enumerate(texts)]
    path = folder / "script.json"
    path.write_text(json.dumps(rules))
    return path


def answer(seen: Seen) -> str:
    """The replies as a server gives them, which is not told the stages' names."""
    marks = {"precise specification": "specify", "write test cases": "write_tests", "implement one": "write_code"}
    stage = next(stage for mark, stage in marks.items() if mark in seen.instructions)
    texts = replies()[stage]
    approaches = ("most direct", "edge cases first", "clarity to speed")
    number = next((n for n, words in enumerate(approaches) if stage == "write_code" and words in seen.instructions), 0)
    return texts[number]


def cpu_of(command: list[str], env: dict[str, str]) -> float:
    """The CPU seconds of a command and its children."""
    before = os.times()
    subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def solve(model: str, folder: Path, env: dict[str, str]) -> Used:
    """What our own process uses in one solve. Raises RuntimeError when that fails."""
    reading, writing = os.pipe()
    words = ["solve", PROBLEM, "--model", model, "--store", str(folder / "runs.db"), "--json"]
    done = subprocess.run(
        [sys.executable, "-c", _MEASURED, *words],
        env=env | {"MEASURED_FD": str(writing)},
        pass_fds=(writing,),
        capture_output=True,
        text=True,
        check=False,
    )
    os.close(writing)
    with os.fdopen(reading) as told:
        figures = told.read()
    result = json.loads(done.stdout or "{}")
    if result.get("test_results", {}).get("passed") != len(CASES):
        raise RuntimeError(f"the solve failed: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return Used(**json.loads(figures))


def measure(rounds: int, folder: Path) -> dict[str, Any]:
    """Everything in turn, so many times."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    env = {name: value for name, value in env.items() if not name.startswith("SPECWRIGHT_")}
    env |= {"PYTHONPYCACHEPREFIX": str(folder / "cache"), "HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    helping = [str(Path(sys.executable).with_name("specwright")), "--help"]
    importing = [sys.executable, "-c", "import pydantic_ai"]
    scripted = f"scripted:{script(folder)}"
    with FaultServer(answer=answer) as server:
        hosted = f"{server.url}#scripted"
        for command in (helping, importing):
            cpu_of(command, env)
        for model in (scripted, hosted):
            solve(model, folder, env)
        rows = [(cpu_of(helping, env), cpu_of(importing, env), solve(scripted, folder, env)) for _ in range(rounds)]
        through_http = [solve(hosted, folder, env) for _ in range(max(1, rounds // 3))]
    importing_cpu = statistics.median(row[1] for row in rows)
    solving_cpu = statistics.median(row[2].cpu for row in rows)
    return {
        "rounds": rounds,
        "help_cpu_ms": _ms(statistics.median(row[0] for row in rows)),
        "import_pydantic_ai_cpu_ms": _ms(importing_cpu),
        "help_ratio": round(statistics.median(row[0] / row[1] for row in rows), 3),
        "solve_cpu_ms": _ms(solving_cpu),
        "solve_ratio": round(statistics.median(row[2].cpu / row[1] for row in rows), 3),
        "process_cpu_ms": _ms(statistics.median(row[2].whole_cpu for row in rows)),
        "process_ratio": round(statistics.median(row[2].whole_cpu / row[1] for row in rows), 3),
        "solve_peak_mb": round(max(row[2].peak_mb for row in rows), 1),
        "solve_http_peak_mb": round(max(used.peak_mb for used in through_http), 1),
    }


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)


def table(figures: dict[str, Any]) -> Iterable[str]:
    """The figures beside their bars."""
    met = verdicts(figures)
    yield f"{'':46} {'seen':>10} {'bar':>10}"
    lines = [
        ("CPU of specwright --help / import pydantic_ai", "help_ratio", f"< {HELP_BAR}"),
        ("CPU of our process in a solve, ms", "solve_cpu_ms", f"< {SOLVE_CPU_BAR * 1000:.0f}"),
        ("the same / import pydantic_ai", "solve_ratio", ""),
        ("and with loading the program, ms", "process_cpu_ms", ""),
        ("the same / import pydantic_ai", "process_ratio", ""),
        ("peak memory of our process, MB", "solve_peak_mb", f"< {MEMORY_BAR:.0f}"),
        ("the same with a model behind HTTP, MB", "solve_http_peak_mb", f"< {MEMORY_BAR:.0f}"),
    ]
    for text, name, bar in lines:
        verdict = {True: "met", False: "MISSED", None: ""}[met.get(name)]
        yield f"{text:46} {figures[name]:>10} {bar:>10} {verdict}"


def verdicts(figures: dict[str, Any]) -> dict[str, bool]:
    """Which bars are met."""
    return {
        "help_ratio": figures["help_ratio"] < HELP_BAR,
        "solve_cpu_ms": figures["solve_cpu_ms"] < SOLVE_CPU_BAR * 1000,
        "solve_peak_mb": figures["solve_peak_mb"] < MEMORY_BAR,
        "solve_http_peak_mb": figures["solve_http_peak_mb"] < MEMORY_BAR,
    }


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="benchmarks.cli", description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    rounds = 5 if parser.parse_args().quick else 21
    with tempfile.TemporaryDirectory() as name:
        figures = measure(rounds, Path(name))
    for line in table(figures):
        print(line)
    print(json.dumps(figures | {"met": verdicts(figures)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
