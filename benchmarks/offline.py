"""What specwright does with no key: each rung of the offline ladder, all together, and the small model asked once.

    python -m benchmarks.offline --data PATH [--quick] [--minutes M] [--sample N] [--resume FILE] [--only patterns,...]
        [--set own|mbpp|both|humaneval]

Two sets: sixty simple functions written for this benchmark (`offline_tasks.py`), and MBPP (sanitized) from `--data`,
whose asserts are given as the user's examples. Every row is the real loop: sandbox, judge and all. A result is *solved*
when specwright says verified and it agrees with the reference on inputs that were not shown; *wrong* when it says
verified and the two differ on any of them; otherwise it *abstained*. For MBPP those inputs are made by changing the
shown ones, and inputs on which the reference itself fails do not count. The small model asked once claims every answer.
`--set humaneval` gives each docstring of HumanEval as it stands, with the examples that specwright finds in it; its
tests are what was not shown. These tasks were not looked at while the offline rungs were made.
Some references are wrong themselves: where most of the programs that other models wrote for the task, recorded to pass
its tests, side with the answer and not with the reference, it is *disputed*, neither solved nor wrong.

False accepts are stated twice, as a share of all tasks and, stricter, of what was called verified, each with its exact
binomial interval of 95 %. MBPP is divided in two by a hash of the task's number: `--half developed` is what was looked
at while building blocks and classics were added, `--half untouched`, the default, is what was not.

It ends after `--minutes` or at Ctrl-C, and the table shows what was measured until then. The tasks of both sets take
turns, those of MBPP in an order drawn once: the beginning of a measurement is a sample of the whole. `--resume FILE`
keeps the outcome of each task and goes on where it ended, and `--answers FILE` keeps what the small model answered.
Seconds are those of the work itself, remembered or not.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.offline_cases import Case, humaneval_cases, mbpp_cases, own_cases, witnesses
from benchmarks.offline_run import (
    BEGINS,
    CONFIGURATIONS,
    NEED_MODEL,
    Bench,
    NoModel,
    attempt,
    keep,
    lines_of,
    peak_memory,
    small_model,
)
from benchmarks.offline_score import Outcome, Score, bars, factor, table
from specwright.adapters.models.hosted.profiles import SMALL
from specwright.adapters.store.sqlite import SqliteStore
from specwright.languages.python.toolchain import PythonToolchain
from specwright.sandbox import open_sandbox

MINUTES = 60.0
WITHOUT_SHARE = 0.4
"""The part of the minutes that the rows without the model may take."""
QUICK_OWN, QUICK_MBPP, QUICK_DRAWS = 2, 1, 1


@dataclass
class Measurement:
    """What has been measured so far, by set, row and task."""

    bench: Bench
    sets: dict[str, list[Case]]
    rows: list[str]
    kept: Path | None
    verbose: bool
    known: dict[tuple[str, str], Outcome] = field(default_factory=dict)
    scores: dict[str, dict[str, Score]] = field(default_factory=dict)
    memory: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.known = {(row["name"], row["case"]): Outcome(**row["found"]) for row in lines_of(self.kept)}
        self.scores = {label: {row: Score() for row in self.rows} for label in self.sets}

    async def measure(self, rows: Sequence[str], key: str, until: float) -> None:
        """All of these rows on one task after another, until the time is up. Each task is begun for all rows."""
        turns = [
            (label, case)
            for cases in zip_longest(*([(label, case) for case in cases] for label, cases in self.sets.items()))
            for label, case in filter(None, cases)
        ]
        started = time.monotonic()
        for number, (label, case) in enumerate(turns, 1):
            if time.monotonic() > until:
                break
            for row in rows:
                found = await self._outcome(case, row)
                self.scores[label][row].found[case.name] = found
                self._tell(f"{case.name:<16} {row:<14} {found.outcome:<10} {found.author[:40]}", found, row)
            self.memory[key] = max(self.memory.get(key, 0), peak_memory())
            _progress(f"{key} the model: {number} of {len(turns)} tasks in {(time.monotonic() - started) / 60:.1f} min")

    async def _outcome(self, case: Case, row: str) -> Outcome:
        before = self.known.get((BEGINS.get(row, ""), case.name))
        if (row, case.name) not in self.known:
            found = before if before and before.claimed else await attempt(self.bench, case, row)
            self.known[row, case.name] = found
            keep(self.kept, {"name": row, "case": case.name, "found": asdict(found)})
        return self.known[row, case.name]

    def _tell(self, line: str, found: Outcome, row: str) -> None:
        if self.verbose:
            print(f"  {line}", flush=True)
            if found.outcome == "wrong" and row != "asked once":
                print("    " + (found.code or "").replace("\n", "\n    "), flush=True)

    def report(self) -> dict[str, Any]:
        """The tables, printed; and the figures."""
        figures: dict[str, Any] = {"benchmark": "offline", "model": self.bench.model.name}
        for label, scores in self.scores.items():
            measured = {row: score for row, score in scores.items() if score.tasks}
            print("\n" + table(f"{label}: {len(self.sets[label])} tasks", measured))
            figures[label] = {row: score.figures() for row, score in measured.items()}
            figures[f"{label}_factor"] = factor(measured)
        figures |= {f"peak_memory_mb_{key}_model": most for key, most in self.memory.items()}
        figures["bars"] = bars(self.scores, self.memory)
        print("\n" + "\n".join(f"{bar}: {said}" for bar, said in figures["bars"].items()))
        return figures


def _progress(line: str) -> None:
    """On a terminal one line that changes; elsewhere nothing but what is asked for."""
    if sys.stderr.isatty():
        print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)


def chosen_sets(options: argparse.Namespace) -> dict[str, list[Case]]:
    sets = {}
    if options.set in ("own", "both"):
        own = own_cases()
        sets["own"] = own[:: len(own) // QUICK_OWN] if options.quick else own
    if options.data and options.set in ("mbpp", "both"):
        sets["mbpp"] = mbpp_cases(options.data, options.half, QUICK_MBPP if options.quick else options.sample)
        print(f"read {options.data / 'mbpp_sanitized.jsonl.gz'}, half: {options.half}.")
    if options.data and options.set == "humaneval":
        sets["humaneval"] = humaneval_cases(options.data, QUICK_MBPP if options.quick else options.sample)
        print(f"read {options.data / 'humanevalpack_python.jsonl.gz'}.")
    return sets


async def main(options: argparse.Namespace) -> None:
    rows = [row for row in CONFIGURATIONS if not options.only or row in options.only.split(",")]
    asking = [row for row in rows if row in NEED_MODEL]
    model = small_model(options.weights, options.answers) if asking else NoModel()
    if isinstance(model, NoModel):
        rows, asking = [row for row in rows if row not in asking], []
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "runs.db")
        sandbox = await open_sandbox("auto")
        others = witnesses(options.data) if options.data and not options.quick else {}
        bench = Bench(
            sandbox, PythonToolchain(), store, model, others, QUICK_DRAWS if options.quick else len(SMALL.plan)
        )
        work = Measurement(bench, chosen_sets(options), rows, options.resume, options.verbose)
        started, seconds = time.monotonic(), 60 * options.minutes
        try:
            # What needs no model comes first, so that its memory is measured before the weights are loaded.
            before = [row for row in rows if row not in asking]
            await work.measure(before, "without", started + seconds * (WITHOUT_SHARE if asking else 1))
            if asking:
                await work.measure(asking, "with", started + seconds)
        except asyncio.CancelledError:
            print("\nstopped: this is what was measured until then", file=sys.stderr)
        finally:
            await model.close()
            await sandbox.close()
            await store.close()
    print(json.dumps(work.report()))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--data", type=Path, help="the folder with mbpp_sanitized.jsonl.gz; without it our own tasks only"
    )
    parser.add_argument("--quick", action="store_true", help="a few tasks of each set, under a minute")
    parser.add_argument(
        "--minutes", type=float, default=MINUTES, help="begin no task after so many (default %(default)s)"
    )
    parser.add_argument("--sample", type=int, help="at most so many tasks of MBPP or HumanEval; always the same ones")
    parser.add_argument(
        "--half", choices=("both", "developed", "untouched"), default="untouched", help="the part of MBPP"
    )
    parser.add_argument("--set", choices=("own", "mbpp", "both", "humaneval"), default="both")
    parser.add_argument("--only", help=f"rows, separated by commas: {', '.join(CONFIGURATIONS)}")
    parser.add_argument("--weights", type=Path, help="the GGUF file of the small model")
    parser.add_argument("--resume", type=Path, help="where to keep the outcome of every task, and to go on from")
    parser.add_argument("--answers", type=Path, help="where to keep what the small model answers, and to take it from")
    parser.add_argument("--verbose", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    asyncio.run(main(arguments()))
