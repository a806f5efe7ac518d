"""A lookup among a thousand entries and among a hundred thousand, side by side."""

from __future__ import annotations

import random
import statistics
import time
from pathlib import Path
from typing import Any

from benchmarks.memory_parts.made import WORDS, made_entry, proven
from specwright.adapters.memory.sqlite import SqliteMemory
from specwright.core.memory.recollection import Cue

FEW = 1_000
ROUNDS = 40
BATCH = 2_000


async def measure_size(folder: Path, many: int) -> dict[str, Any]:
    """Return the times of a lookup in both memories, in turns, and the size of the larger one."""
    small, large = [await _filled(folder / f"{count}.db", count) for count in (FEW, many)]
    chance = random.Random(3)
    times: dict[str, list[float]] = {"small": [], "large": []}
    for _ in range(ROUNDS):
        cue = Cue(problem=" ".join(chance.choices(WORDS, k=12)), language="python")
        for name, memory in (("small", small), ("large", large)):
            started = time.perf_counter()
            await memory.recall(cue)
            times[name].append(time.perf_counter() - started)
    size = (await large.stats()).bytes
    empty = SqliteMemory(folder / "none.db", "bench", proven)
    started = time.perf_counter()
    await empty.is_empty()
    start = time.perf_counter() - started
    for memory in (small, large, empty):
        await memory.close()
    few, most = (statistics.median(times[name]) for name in ("small", "large"))
    figures = {
        "entries": [FEW, many],
        "lookup_ms": [round(few * 1e3, 2), round(most * 1e3, 2)],
        "ratio": round(most / few, 2),
        "megabytes": round(size / 1e6, 1),
        "look_before_a_run_ms": round(start * 1e3, 3),
    }
    print(f"size: {figures}", flush=True)
    return figures


async def _filled(path: Path, count: int) -> SqliteMemory:
    memory, chance = SqliteMemory(path, "bench", proven, most=1_000_000), random.Random(count)
    for first in range(0, count, BATCH):
        await memory.learn([made_entry(chance, place) for place in range(first, min(first + BATCH, count))])
    return memory
