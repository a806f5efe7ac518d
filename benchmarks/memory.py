"""Does the memory help, and does it ever let something wrong through?

    python -m benchmarks.memory --data PATH [--quick] [--only PARTS] [--seed SEED] [--half HALF]

- **reuse**: each task of MBPP (sanitized) and HumanEval is solved with no model and no other helper, by a memory that
  holds the references of all other tasks as if runs had verified them. *Solved* and *wrong* are as in
  `benchmarks.offline`: called verified, and the same as the reference on inputs that were not shown, or not. *Blind*
  takes the nearest program, or one of the ten nearest, that passes the examples, as it is.
- **reworded**: the tasks again in other words, made by a table of synonyms and frames, by a memory that holds all of
  them.
- **stream**: the tasks in an order drawn by a seed, by a model that writes the reference, memory off and on in turns;
  what verified runs taught is then asked for in other words. Calls of the model, seconds, and what was wrong.
- **poison**: planted entries of eight kinds. None may be verified, none of their texts may reach a prompt.
- **size**: a lookup among 1,000 entries and among 100,000, side by side.
- **corrections**: twenty recurring mistakes in five languages, with and without corrections learned from one program
  each.

The references are the ground truth for judging alone. Exit status 1 if something wrong was verified.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.memory_parts.corrections import measure_corrections
from benchmarks.memory_parts.poison import measure_poison
from benchmarks.memory_parts.reuse import MemoryBench, measure_reuse, measure_reworded
from benchmarks.memory_parts.size import measure_size
from benchmarks.memory_parts.stream import measure_stream
from benchmarks.offline_cases import Case, humaneval_cases, mbpp_cases, own_cases, witnesses
from benchmarks.offline_run import NoModel
from specwright.adapters.store.sqlite import SqliteStore
from specwright.languages.python.toolchain import PythonToolchain
from specwright.sandbox import open_sandbox

PARTS = ("reuse", "reworded", "stream", "poison", "size", "corrections")
QUICK = 12


def cases_of(options: argparse.Namespace) -> list[Case]:
    if not options.data:
        return own_cases()
    return [*mbpp_cases(options.data, options.half), *humaneval_cases(options.data)]


async def main(options: argparse.Namespace) -> dict[str, Any]:
    wanted = options.only.split(",") if options.only else PARTS
    figures: dict[str, Any] = {"benchmark": "memory"}
    cases = cases_of(options)
    with tempfile.TemporaryDirectory() as folder:
        store, sandbox = SqliteStore(Path(folder) / "runs.db"), await open_sandbox("auto")
        bench = MemoryBench(
            sandbox, PythonToolchain(), store, NoModel(), witnesses(options.data) if options.data else {}
        )
        sample: Sequence[Case] = cases[:QUICK] if options.quick else cases[: options.sample]
        try:
            if "reuse" in wanted:
                figures["reuse"] = await measure_reuse(bench, cases, sample, Path(folder), options.verbose)
            if "reworded" in wanted:
                figures["reworded"] = await measure_reworded(bench, cases, sample, Path(folder), options.verbose)
            if "stream" in wanted:
                figures["stream"] = await measure_stream(bench, sample, Path(folder), options.seed, options.verbose)
            if "poison" in wanted:
                figures["poison"] = await measure_poison(Path(folder), 20 if options.quick else 200)
            if "size" in wanted:
                figures["size"] = await measure_size(Path(folder), 5_000 if options.quick else 100_000)
            if "corrections" in wanted:
                figures["corrections"] = await measure_corrections(Path(folder), options.quick)
        finally:
            await sandbox.close()
            await store.close()
    return figures


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="the folder with MBPP and HumanEval; without it our own sixty tasks")
    parser.add_argument("--quick", action="store_true", help="a few tasks of each part")
    parser.add_argument("--only", help=f"parts, separated by commas: {', '.join(PARTS)}")
    parser.add_argument("--half", choices=("both", "developed", "untouched"), default="both", help="the part of MBPP")
    parser.add_argument("--sample", type=int, help="at most so many tasks; always the same ones")
    parser.add_argument("--seed", type=int, default=1, help="of the order of the stream")
    parser.add_argument("--verbose", action="store_true")
    return parser.parse_args()


def wrong(figures: dict[str, Any]) -> int:
    """Return how much that is wrong was verified, or reached a prompt."""
    parts = (figures.get(name, {}) for name in ("reuse", "reworded", "stream", "poison"))
    return sum(int(part.get("wrong", 0)) + int(part.get("in_prompts", 0)) for part in parts)


if __name__ == "__main__":
    found = asyncio.run(main(arguments()))
    print(json.dumps(found))
    sys.exit(1 if wrong(found) else 0)
