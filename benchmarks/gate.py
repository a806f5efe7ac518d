"""What the gate costs beside the plain run of a package's tests.

    python -m benchmarks.gate [--quick]

A Python package of about two hundred lines with its tests. In turn, so that the load of the machine weighs on both: the
tests by `pytest` in a process of its own, as its author would run them; and the whole gate through the real sandbox:
the tests with coverage, every tool, the examples, and six seeded bugs with a run of the tests for each (`--bugs 0`
leaves them out). What counts is the ratio of the time that passes; the bar is ten. The CPU time of all processes is
told beside it: the gate works on all cores. The last line is one JSON object with the figures.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from specwright.adapters.machine.tools import find_tools
from specwright.core.program.package import Package
from specwright.languages.loading import inspection_for
from specwright.languages.python.packaging import PythonPackaging
from specwright.pipeline.finishing.gate import MeasuredQuality, measure_quality
from specwright.ports.sandbox import ExecResult, Job, Sandbox, Session
from specwright.quality.mutation import DEFAULT_COUNT
from specwright.sandbox import open_sandbox

BAR = 10.0
FUNCTION = '''

def price_{n}(amounts: list[int], rate: float = 0.0, limit: int = {limit}) -> float:
    """Add up what a customer of group {n} pays, with tax and up to a ceiling.

    Args:
        amounts: What each article costs, in cents.
        rate: The share that goes to the state.
        limit: The most that anybody pays, in cents.

    Returns:
        The whole sum in cents.

    Raises:
        ValueError: If an article costs less than nothing.

    >>> price_{n}([100, 50])
    150.0
    """
    sum_so_far = 0.0
    for amount in amounts:
        if amount < 0:
            raise ValueError("an amount is negative")
        sum_so_far += amount
    return min(float(limit), sum_so_far * (1 + rate))
'''
TEST = """

def test_price_{n}() -> None:
    assert price_{n}([100, 50], 0.5) == 225.0
    assert price_{n}([]) == 0.0
    assert price_{n}([{limit}, 7]) == {limit}
    assert price_{n}([0]) == 0.0


def test_price_{n}_refuses() -> None:
    with pytest.raises(ValueError, match="negative"):
        price_{n}([-1])
"""
COUNT = 8


class Costs(NamedTuple):
    wall: float
    cpu: float


class Counted:
    """A sandbox that keeps count of what its jobs used."""

    def __init__(self, inner: Sandbox) -> None:
        self.inner, self.cpu, self.jobs = inner, 0.0, 0
        self.name, self.level = inner.name, inner.level

    async def run(self, job: Job) -> ExecResult:
        result = await self.inner.run(job)
        self.cpu += result.cpu_seconds
        self.jobs += 1
        return result

    async def open(self, job: Job) -> Session:
        return await self.inner.open(job)

    async def warm(self, job: Job, count: int = 1) -> None:
        await self.inner.warm(job, count)

    async def close(self) -> None:
        await self.inner.close()


def package() -> Package:
    source = '"""Prices for eight groups of customers."""\n'
    source += "".join(FUNCTION.format(n=n, limit=1000 * n) for n in range(1, COUNT + 1))
    names = ",\n".join(f"    price_{n}" for n in range(1, COUNT + 1))
    tests = f'"""Tests of the prices."""\n\nimport pytest\n\nfrom prices import (\n{names},\n)\n'
    tests += "".join(TEST.format(n=n, limit=1000 * n) for n in range(1, COUNT + 1))
    return Package(
        name="prices",
        summary="Prices.",
        sources={"src/prices/__init__.py": source},
        tests={"tests/test_prices.py": tests},
    )


def own_cpu(who: int) -> float:
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def plain(folder: Path) -> Costs:
    # Without the plugins that happen to be installed beside us: they would make the plain run look dear.
    env = {**os.environ, "PYTHONPATH": "src", "PYTHONDONTWRITEBYTECODE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    began, before = time.perf_counter(), own_cpu(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]
    subprocess.run(command, cwd=folder, env=env, check=True, capture_output=True)
    return Costs(time.perf_counter() - began, own_cpu(resource.RUSAGE_CHILDREN) - before)


async def gated(sandbox: Counted, given: Package, bugs: int) -> tuple[Costs, MeasuredQuality]:
    inspection = inspection_for("python", sandbox, find_tools)
    began, before, own = time.perf_counter(), sandbox.cpu, own_cpu(resource.RUSAGE_SELF)
    told = await measure_quality(sandbox, inspection, PythonPackaging(), given, bugs=bugs)
    cpu = sandbox.cpu - before + own_cpu(resource.RUSAGE_SELF) - own
    return Costs(time.perf_counter() - began, cpu), told


async def measure(rounds: int, bugs: int) -> dict[str, object]:
    given = package()
    sandbox = Counted(await open_sandbox())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path, text in {**given.sources, **given.tests}.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text)
        plain(folder)
        _, told = await gated(sandbox, given, bugs)
        pairs = [(plain(folder), (await gated(sandbox, given, bugs))[0]) for _ in range(rounds)]
    await sandbox.close()
    lines = sum(text.count("\n") for text in given.sources.values())
    return {
        "lines": lines,
        "bugs": bugs,
        "rounds": rounds,
        "score": told.quality.score,
        "plain_wall": statistics.median(one.wall for one, _ in pairs),
        "gate_wall": statistics.median(other.wall for _, other in pairs),
        "wall_ratio": statistics.median(other.wall / one.wall for one, other in pairs),
        "plain_cpu": statistics.median(one.cpu for one, _ in pairs),
        "gate_cpu": statistics.median(other.cpu for _, other in pairs),
        "cpu_ratio": statistics.median(other.cpu / one.cpu for one, other in pairs),
        "failed_gates": [gate.name for gate in told.quality.gates if not gate.passed],
        "bar": BAR,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="three rounds instead of nine")
    parser.add_argument("--bugs", type=int, default=DEFAULT_COUNT, help="how many seeded bugs")
    asked = parser.parse_args()
    figures = asyncio.run(measure(3 if asked.quick else 9, asked.bugs))
    print(f"{figures['lines']} lines, {figures['bugs']} seeded bugs, score {figures['score']}")
    for name in ("wall", "cpu"):
        one, other, ratio = (figures[key] for key in (f"plain_{name}", f"gate_{name}", f"{name}_ratio"))
        bar = f" (bar {BAR:g})" if name == "wall" else ""
        print(f"{name:5} plain {one:6.2f} s   gate {other:6.2f} s   ratio {ratio:5.2f}{bar}")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
