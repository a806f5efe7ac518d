"""What changed programs tell: of right and wrong programs that pass every test and an example, how many are stopped.

    python -m benchmarks.telling --data PATH [--quick] [--cache DIR]

A requirement counts as tested if one of its tests would fail on a wrong program. Two forms are compared: *mutants*
(some small change to the program must make a test fail) and *controls* (a test whose answer no trivial program gives is
enough, mutants are made for the rest). Recorded problems do not say which test is of which requirement, so the tests of
one writer are dealt out to one, two or three requirements, and to one each.

*Shown* is about the user's examples: if a mutant passes the one example and fails a test, or answers a further input
otherwise than the program, the user is asked to confirm the test or the program's answer. The reference answers for
the user: a wrong program is found out if it answers otherwise. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.judge_cache import OutcomeCache
from benchmarks.judge_observe import LIMITS, as_input, outcomes_of
from benchmarks.judge_pools import find_pools, read_pool
from benchmarks.promise_sets import AUTHOR, Watched, one_writers_tests, watch
from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.data import Data
from specwright.core.program.equality import equal
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.core.work.wording.unsaid import is_told
from specwright.judge.controls import tells_from_controls
from specwright.languages.python.toolchain import PythonToolchain
from specwright.pipeline.judging.confirming.confirmed import few_that_show
from specwright.pipeline.running.mutants import INTERPRETED
from specwright.ports.language import Toolchain
from specwright.ports.sandbox import Sandbox
from specwright.quality.mutants import mutants
from specwright.sandbox import open_sandbox

QUICK_PROBLEMS: Final = 4
AT_ONCE: Final = 3
SEED: Final = 7
MOST: Final = {True: 1, False: 3}
"""So many right and wrong programs of a problem."""
READABLE: Final = 80
"""Characters of an input that a person is asked about."""
SPLITS: Final = (1, 2, 3, 0)
"""Requirements that the tests are dealt out to; 0 stands for one each."""


class Tried(NamedTuple):
    """A program that passes every test and the example."""

    right: bool
    tells: list[bool]
    """By test, whether no trivial program passes it."""
    notices: list[bool]
    """By test, whether it fails on a mutant."""
    asked: dict[str, list[bool]]
    """By what is asked about: for each line that the user is asked to confirm, whether it is right."""


async def tried(sandbox: Sandbox, toolchain: Toolchain, watched: Watched, cache: OutcomeCache | None) -> list[Tried]:
    """Return what is known of a few right and wrong programs that pass every test and the example."""
    problem, made = watched.problem, watched.plan
    given = watched.examples(AUTHOR)[:1]
    tests = one_writers_tests(watched, "gpt-4", given)
    wanted = [made.values[at] for at in tests]
    places = {key: at for at, key in enumerate(made.calls)}
    further = [key for key in list(made.calls)[made.asked :] if len(key) <= READABLE]
    found: list[Tried] = []
    taken = {True: 0, False: 0}
    for entry, row in zip(problem.entries, watched.rows, strict=True):
        passes = all(_passes(row[places[key]], value) for key, value in (*wanted, *given))
        if not tests or not passes or taken[entry.right] >= MOST[entry.right]:
            continue
        changed = mutants(entry.code, "python", INTERPRETED, SEED)
        if not changed:
            continue
        taken[entry.right] += 1
        cases = [*given, *wanted]
        cases += [(key, row[places[key]].value) for key in further if row[places[key]].ending is Ending.RETURNED]
        inputs = [as_input(made.calls[key]) for key, _ in cases]
        codes = (problem.reference, *changed)
        truth, *rows = await outcomes_of(sandbox, toolchain, codes, inputs, name=problem.signature.name, cache=cache)
        ended = [row for row in rows if all(one.ending in (Ending.RETURNED, Ending.RAISED) for one in row)]
        fails = {
            str(at): {mutant for mutant, row in enumerate(ended) if not _passes(row[at], value)}
            for at, (key, value) in enumerate(cases)
        }
        first, last = len(given), len(given) + len(wanted)
        order = sorted(range(first, len(cases)), key=lambda at: (at >= last, len(cases[at][0])))
        shown = last if is_told(problem.prompt) else first
        asked = {
            what: [
                truth[int(at)].ending is not Ending.RETURNED or _passes(truth[int(at)], cases[int(at)][1])
                for at in few_that_show(fails, set(map(str, range(settled))), [str(at) for at in order if at < end])
            ]
            for what, settled, end in (
                ("tests", first, last),
                ("tests and further inputs", first, len(cases)),
                ("both, but tests only if the problem has few words", shown, len(cases)),
            )
        }
        noticed = [bool(fails[str(at)]) for at in range(first, last)]
        told = [tells_from_controls(_case(made.calls[key], value)) for key, value in wanted]
        found.append(Tried(entry.right, told, noticed, asked))
    return found


def _passes(outcome: Outcome, value: Data) -> bool:
    return outcome.ending is Ending.RETURNED and equal(value, outcome.value)


def _case(arguments: Sequence[Data], value: Data) -> TestCase:
    inputs = {f"a{at}": given for at, given in enumerate(arguments)}
    return TestCase(id="t", name="t", inputs=inputs, expected=Returns(value=value), tier=Tier.GUESS, source="")


def barred(counts: Sequence[bool], requirements: int) -> bool:
    """Return whether some requirement has no test that counts, if the tests are dealt out to so many."""
    parts = requirements or len(counts)
    return any(not any(counts[at::parts]) for at in range(min(parts, len(counts))))


def figures_of(found: Iterable[Tried]) -> dict[str, Any]:
    """Return how many right and wrong programs each form of the bar stops, by number of requirements."""
    counted: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for right, told, noticed, asked in found:
        side = "right" if right else "wrong"
        for what, lines in asked.items():
            row = counted[f"shown by the one example; asked about {what}"]
            row[f"{side} programs"] += 1
            row[f"{side}, something is asked"] += bool(lines)
            row[f"{side}, lines"] += len(lines)
            row[f"{side}, a wrong one among them"] += not all(lines)
        either = [a or b for a, b in zip(told, noticed, strict=True)]
        both = [a and b for a, b in zip(told, noticed, strict=True)]
        for split in SPLITS:
            row = counted[f"{split or 'one for each test'} requirements"]
            row[f"{side} programs"] += 1
            for form, counts in (("mutants", noticed), ("controls", either), ("both", both)):
                row[f"{side} barred by {form}"] += barred(counts, split)
    return {name: dict(row) for name, row in counted.items()}


async def measure(path: Path, quick: bool, cache: OutcomeCache | None) -> list[Tried]:
    """Run everything, a few problems at a time."""
    sandbox, toolchain, gate = await open_sandbox("auto"), PythonToolchain(), asyncio.Semaphore(AT_ONCE)
    pools = [read_pool(file, every_program=False, limit=QUICK_PROBLEMS if quick else None) for file in find_pools(path)]
    problems = [problem for pool in pools if pool.mixed for problem in pool.problems]

    async def one(at: int) -> list[Tried]:
        async with gate:
            watched = await watch(sandbox, toolchain, problems[at], cache)
            return await tried(sandbox, toolchain, watched, cache) if watched else []

    try:
        return [row for rows in await asyncio.gather(*map(one, range(len(problems)))) for row in rows]
    finally:
        await sandbox.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="a pool file (.jsonl.gz) or a folder of them")
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_PROBLEMS} problems of each file")
    parser.add_argument("--cache", type=Path, help="a folder that keeps outcomes, so that a repeat runs nothing")
    options = parser.parse_args()
    cache = OutcomeCache(options.cache, LIMITS) if options.cache else None
    figures = figures_of(asyncio.run(measure(options.data, options.quick, cache)))
    for name, row in figures.items():
        print(name)
        for what, count in row.items():
            print(f"  {what:<28}{count:>6}")
    print(json.dumps({"benchmark": "telling", "quick": options.quick, **figures}))


if __name__ == "__main__":
    main()
