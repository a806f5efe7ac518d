"""What a million tasks cost: tasks at once, the store's commits, a store of a million runs, and a simulated batch.

    python -m benchmarks.scale [--quick] [--part flight store listing simulation memory] [--postgres URL]

`flight`      tasks per second and CPU seconds per task with 1, 16, 64, 256 in flight, with a model that takes 2 s. Of
              sandboxes it is what their control groups counted, and that of the guardian which starts them.
`store`       durable appends per second with many runs at once, beside one commit for each; and how long a writer waits
`listing`     `runs`, `show` by the end of an id, and a search in a store of 1,000 and of 1,000,000 runs
`simulation`  the real reader, window, store, rows and summary of a batch, with a simulated model and sandbox
`memory`      memory of this process with 100,000 tasks in the file

Trust CPU seconds, counts and ratios. The last line is JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.client import _EXAMPLES as EXAMPLES
from benchmarks.client import _PROBLEM as PROBLEM
from benchmarks.client import script
from benchmarks.rewards import Sandboxed
from specwright import AsyncClient
from specwright.adapters.store import layout
from specwright.adapters.store.sqlite import SqliteStore
from specwright.app import open_store
from specwright.batch.results import Results
from specwright.batch.row import BatchRow
from specwright.batch.tasks import BatchTask, TaskFile
from specwright.batch.work import Batch, BatchLimits
from specwright.core.place import read_place
from specwright.core.run.listing import RunFilter, labels_of
from specwright.ports.store import StoredEntry
from specwright.testing.store_conformance import ended, started

ENTRIES: Final = 24
"""Entries of a run, on average."""
EVENT: Final = 1600
"""Characters of an event, on average."""


def cpu() -> float:
    own = resource.getrusage(resource.RUSAGE_SELF)
    return own.ru_utime + own.ru_stime


def resident_mb() -> float:
    text = Path("/proc/self/status").read_text("ascii")
    return round(next(int(line.split()[1]) for line in text.splitlines() if line.startswith("VmRSS:")) / 1024, 1)


# --- flight ----------------------------------------------------------------------------------------------------------


async def flight(levels: Iterable[int], tasks_for: int, latency: float) -> list[dict[str, Any]]:
    Sandboxed.count()
    found = []
    for level in levels:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "script.json")
            path.write_text(json.dumps({"rules": script(), "delay_seconds": latency}), "utf-8")
            count = max(4, min(tasks_for, level * 6))
            found.append({"in_flight": level, "tasks": count, **await _solved(path, level, count)})
            print(json.dumps(found[-1]), flush=True)
    return found


async def _solved(path: Path, level: int, count: int) -> dict[str, Any]:
    room = asyncio.Semaphore(level)
    memory = []
    async with AsyncClient(model=f"scripted:{path}", store=path.with_name("runs.db")) as client:
        await client.solve(PROBLEM, examples=EXAMPLES)  # opens everything

        async def one(number: int) -> bool:
            async with room:
                result = await client.solve(f"{PROBLEM} This is task {number}.", examples=EXAMPLES)
                memory.append(resident_mb())
                return result.code is not None

        Sandboxed.seconds = 0.0
        Sandboxed.count_guardians()
        guardians, before, began = Sandboxed.seconds, cpu(), time.monotonic()
        Sandboxed.seconds = 0.0
        solved = sum(await asyncio.gather(*map(one, range(count))))
        seconds, own = time.monotonic() - began, cpu() - before
        Sandboxed.count_guardians()
        return {
            "solved": solved,
            "tasks_per_second": round(count / seconds, 2),
            "cpu_per_task": round((own + Sandboxed.seconds - guardians) / count, 4),
            "own_cpu_per_task": round(own / count, 4),
            "memory_mb": [memory[0], memory[len(memory) // 2], memory[-1]],
        }


# --- store -----------------------------------------------------------------------------------------------------------


@cache
def event(number: int) -> str:
    """An event of the usual length that compresses as text of a model does."""
    words = " ".join(f"word{(number * 31 + place * place) % 997}" for place in range(EVENT // 8))
    return json.dumps({"kind": "answered", "text": words})


async def _write_run(store: Any, name: str, entries: int, waits: list[float], shape: list[str]) -> None:
    head = ""
    for seq in range(entries):
        text = shape[0] if seq == 0 else shape[1] if seq == entries - 1 else event(seq % 64)
        entry = StoredEntry(run_id=name, seq=seq, at=f"2026-01-01T00:00:{seq:02}", prev_hash=head, event=text)
        began = time.monotonic()
        await store.append(entry)
        waits.append(time.monotonic() - began)
        head = entry.hash


async def store_rates(place: str, runs: int, writers: Iterable[int]) -> list[dict[str, Any]]:
    shape = [started("Add two numbers."), ended(verified=True)]
    found = []
    for at_once in writers:
        store: Any = open_store(read_place(place) if "://" in place else Path(place))
        waits: list[float] = []
        room = asyncio.Semaphore(at_once)

        async def one(
            number: int, room: Any = room, store: Any = store, waits: Any = waits, at_once: int = at_once
        ) -> None:
            async with room:
                await _write_run(store, f"w{at_once}-{number}-{time.monotonic_ns()}", ENTRIES, waits, shape)

        await store.count()
        before, began = cpu(), time.monotonic()
        await asyncio.gather(*map(one, range(max(at_once, runs if at_once > 1 else runs // 8))))
        seconds = time.monotonic() - began
        row = {
            "writers": at_once,
            "appends": len(waits),
            "appends_per_second": round(len(waits) / seconds),
            "commits": store.commits,
            "cpu_us_per_append": round(1e6 * (cpu() - before) / len(waits), 1),
            "longest_wait": round(max(waits), 3),
            "p99_wait": round(statistics.quantiles(waits, n=100)[98], 4),
        }
        await store.close()
        found.append(row)
        print(json.dumps(row), flush=True)
    return found


# --- listing ---------------------------------------------------------------------------------------------------------


def filled(path: Path, runs: int) -> None:
    """A store with so many runs, of which only the ends are there."""
    db = sqlite3.connect(path)
    db.execute("PRAGMA synchronous=OFF")
    begun, end = _genuine(), ended(verified=True)
    short = [layout.shortened_text(text) for text in (begun, end)]
    for start in range(0, runs, 5000):
        lines, labels = [], []
        for number in range(start, min(runs, start + 5000)):
            name = f"batch-{number * 2654435761 % 2**64:016x}{number:08x}"
            day, second = divmod(number, 86_400)
            at = f"2026-01-{1 + day:02}T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}.000+00:00"
            entry = StoredEntry(run_id=name, seq=0, at=at, prev_hash="", event=begun)
            lines.append((name, 0, at, "", short[0]))
            lines.append((name, 1, at, entry.hash, short[1]))
            found = labels_of(0, begun)
            assert found is not None
            labels.append((name, f"problem {number}", "python", "tests_passing", number % 2))
        db.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", lines)
        db.executemany("INSERT INTO labels VALUES (?, ?, ?, ?, ?)", labels)
        db.commit()
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()


def _genuine() -> str:
    from specwright.core.run.events import RunLimits, RunStarted
    from specwright.core.work.task import Task
    from specwright.pipeline.recording.event_text import write_event

    task = Task(problem=PROBLEM, examples=EXAMPLES)
    return write_event(RunStarted(task=task, limits=RunLimits(), model="m", sandbox="s", version="0"))


async def listing(sizes: Iterable[int]) -> list[dict[str, Any]]:
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            path = Path(folder, f"{size}.db")
            store = SqliteStore(path)
            filled(path, size)
            name = f"batch-{(size // 2) * 2654435761 % 2**64:016x}{size // 2:08x}"
            uses: dict[str, Callable[[], Awaitable[Any]]] = {
                "runs": partial(store.runs, 20),
                "show": partial(store.entries, name),
                "find_by_end": partial(store.find, name[-8:]),
                "find_by_beginning": partial(store.find, name[:20]),
            }
            row: dict[str, Any] = {"runs_in_store": size, "bytes_per_run": round(path.stat().st_size / size)}
            for use, call in uses.items():
                assert await call()
                before = cpu()
                for _ in range(50):
                    await call()
                row[f"{use}_cpu_ms"] = round(1000 * (cpu() - before) / 50, 3)
            began = time.monotonic()
            await store.runs(20, wanted=RunFilter(search="no such words"))
            row["search_for_nothing_s"] = round(time.monotonic() - began, 2)
            await store.close()
            found.append(row)
            print(json.dumps(row), flush=True)
    return found


# --- simulation ------------------------------------------------------------------------------------------------------


class Simulated:
    """An engine that records runs in a real store, and has neither model nor sandbox."""

    def __init__(self, store: Any, slots: int, entries: int) -> None:
        self._store = store
        self._entries = entries
        self._shape = [started("Add two numbers."), ended(verified=True)]
        self.slots = slots
        self.waits: list[float] = []

    async def start(self) -> None: ...

    async def solve(self, task: BatchTask) -> BatchRow:
        name = f"batch-{task.name:0>24}"
        await self._store.claim(name)
        try:
            waits: list[float] = []
            await _write_run(self._store, name, self._entries, waits, self._shape)
        finally:
            await self._store.release(name)
        return BatchRow(
            task=task.name, line=task.line, category=task.category, run=name, state="TESTS_PASSING", verified=True,
            confidence=0.97, input_tokens=1800, output_tokens=400, usd=0.002, own_seconds=0.1, code="x" * 400,
            head=name,
        )  # fmt: skip

    async def close(self) -> None: ...


def _lines(count: int) -> Iterable[str]:
    for number in range(count):
        yield json.dumps({
            "id": f"t{number}", "problem": f"{PROBLEM} This is task {number}.", "examples": list(EXAMPLES),
            "category": f"c{number % 20}",
        }) + "\n"  # fmt: skip


async def simulation(count: int, slots: int, entries: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "tasks.jsonl")
        with path.open("w") as file:
            file.writelines(_lines(count))
        store = SqliteStore(Path(folder, "runs.db"))
        engine = Simulated(store, slots, entries)
        before, began, memory = cpu(), time.monotonic(), [resident_mb()]
        with Results(Path(folder, "out")) as results:
            done = 0
            async for row in _rows(engine, path, results):
                results.append(row)
                done += 1
                if done % max(1, count // 50) == 0:
                    memory.append(resident_mb())
                    if done % max(1, count // 10) == 0:
                        rate = done / (time.monotonic() - began)
                        print(f"{done:,} tasks, {memory[-1]} MB, {rate:.0f} a second", file=sys.stderr, flush=True)
            working = cpu() - before
            summary = results.summarise()
            again = cpu()
            assert len(results.done()) == count
            again = cpu() - again
        seconds = time.monotonic() - began
        size = Path(folder, "runs.db").stat().st_size
        commits = store.commits
        listed = await store.count()
        await store.close()
        return {
            "tasks": count,
            "rows": summary.tasks,
            "runs_in_store": listed,
            "slots": slots,
            "entries_per_run": entries,
            "cpu_ms_per_task": round(1000 * working / count, 3),
            "tasks_per_second": round(count / seconds, 1),
            "commits_per_task": round(commits / count, 3),
            "store_bytes_per_task": round(size / count),
            "memory_mb": [memory[0], memory[len(memory) // 2], memory[-1]],
            "cpu_seconds_to_take_up_again": round(again, 2),
        }


async def _rows(engine: Simulated, path: Path, results: Results) -> AsyncIterator[BatchRow]:
    async for row in Batch(engine, BatchLimits()).rows(TaskFile(path), results.done()):
        yield row


# --- memory ----------------------------------------------------------------------------------------------------------


class Idle(Simulated):
    async def solve(self, task: BatchTask) -> BatchRow:
        await asyncio.sleep(0)
        return BatchRow(task=task.name, line=task.line, state="TESTS_PASSING")


async def memory(count: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "tasks.jsonl")
        with path.open("w") as file:
            file.writelines(_lines(count))
        before = resident_mb()
        with Results(Path(folder, "out")) as results:
            async for row in _rows(Idle(None, 256, 0), path, results):
                results.append(row)
        return {"tasks": count, "before_mb": before, "after_mb": resident_mb()}


PARTS: Final = ("flight", "store", "listing", "simulation", "memory")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="small counts")
    parser.add_argument("--part", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--tasks", type=int, help="of the simulation: 1,000,000, or 5,000 with --quick")
    parser.add_argument("--entries", type=int, default=ENTRIES, help="of each simulated run")
    parser.add_argument("--latency", type=float, default=2.0, help="seconds of the model for an answer")
    parser.add_argument("--postgres", default="", help="measure this database beside the file")
    options = parser.parse_args()
    quick = options.quick
    found: dict[str, Any] = {}
    if "flight" in options.part:
        levels = (1, 16) if quick else (1, 16, 64, 256)
        found["flight"] = asyncio.run(flight(levels, 32 if quick else 600, options.latency))
    if "store" in options.part:
        with tempfile.TemporaryDirectory() as folder:
            writers = (1, 16) if quick else (1, 16, 64, 256)
            runs = 32 if quick else 512
            found["store"] = asyncio.run(store_rates(f"{folder}/runs.db", runs, writers))
            if options.postgres:
                found["postgres"] = asyncio.run(store_rates(options.postgres, runs, writers))
    if "listing" in options.part:
        found["listing"] = asyncio.run(listing((1000, 10_000) if quick else (1000, 1_000_000)))
    if "simulation" in options.part:
        count = options.tasks or (5000 if quick else 1_000_000)
        found["simulation"] = asyncio.run(simulation(count, 256, options.entries))
        print(json.dumps(found["simulation"]), flush=True)
    if "memory" in options.part:
        found["memory"] = asyncio.run(memory(5000 if quick else 100_000))
        print(json.dumps(found["memory"]), flush=True)
    print(json.dumps({"benchmark": "scale", **found}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
