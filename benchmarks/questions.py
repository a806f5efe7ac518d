"""What one answer of the person who knows is worth, on recorded programs and tests.

    python -m benchmarks.questions --data PATH [--quick] [--cache DIR] [--limit N]

PATH is a pool file or a folder of them. Every program runs in the real sandbox on recorded, generated and made-up
inputs. The reference program plays the user: it answers what the judge would ask next, up to three times. What the
reference raises an error on does not matter to this user. A second user answers "not sure" one time in five and wrongly
one time in fifty.

Selection is the share of problems whose pick passes the hidden tests, beside the best that the candidates hold. The
judge's constants were fitted to these pools, and those of `judge/questions.py` were chosen on the mixed ones: all
figures are in-sample. `--quick` takes a few problems of each pool. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.judge_cache import OutcomeCache
from benchmarks.judge_observe import LIMITS
from benchmarks.judge_pools import Pool, find_pools, read_pool
from benchmarks.questions_observe import Asked, observe_asked
from benchmarks.questions_simulate import Step, User, interview
from specwright.core.errors import SpecwrightError
from specwright.core.evidence.ruling import Decision
from specwright.languages.python.toolchain import PythonToolchain
from specwright.sandbox import open_sandbox

QUESTIONS = 3
QUICK_PROBLEMS = 4
AT_ONCE = 3
USERS = (User(), User("unsure 1 in 5, wrong 1 in 50", unsure=0.2, wrong=0.02))


async def observe_pool(pool: Pool, cache: OutcomeCache | None) -> list[Asked]:
    """Run everything, a few problems at a time."""
    sandbox, toolchain, gate = await open_sandbox("auto"), PythonToolchain(), asyncio.Semaphore(AT_ONCE)

    async def one(at: int) -> Asked:
        async with gate:
            return await observe_asked(sandbox, toolchain, pool.problems[at], cache)

    try:
        return list(await asyncio.gather(*map(one, range(len(pool.problems)))))
    finally:
        await sandbox.close()


def win(asked: Asked, step: Step) -> float:
    """Return the share of the problem that the judge's pick wins; ties are averaged."""
    entries, verdict = asked.observed.problem.entries, step.verdict
    if verdict.chosen is None:
        return 0.0
    ids = [contender.id for contender in asked.observed.evidence.contenders]
    equals = [
        at for at, name in enumerate(ids) if verdict.candidates[name] >= verdict.candidates[verdict.chosen] - 1e-12
    ]
    return sum(entries[at].copies * entries[at].right for at in equals) / sum(entries[at].copies for at in equals)


def figures(problems: Sequence[Asked], rows: Sequence[Sequence[Step]]) -> dict[str, Any]:
    """Return selection and acceptance after each number of questions."""
    wins = [[win(asked, step) for step in steps] for asked, steps in zip(problems, rows, strict=True)]
    solvable = sum(asked.observed.problem.solvable for asked in problems)
    best = 100 * solvable / len(problems)
    found: dict[str, Any] = {"problems": len(problems), "best": round(best, 1), "after": []}
    for number in range(QUESTIONS + 1):
        taken = [at for at, steps in enumerate(rows) if steps[number].verdict.decision is Decision.ACCEPT]
        wrong = sum(1 - wins[at][number] for at in taken)
        share = 100 * sum(row[number] for row in wins) / len(wins)
        found["after"].append(
            {
                "questions": number,
                "selection": round(share, 1),
                "of the best": round(100 * share / best, 1) if best else None,
                "accepted": len(taken),
                "of solvable": round(100 * len(taken) / max(1, solvable), 1),
                "wrong": round(wrong, 2),
                "wrong of accepted": round(100 * wrong / max(1, len(taken)), 2),
            }
        )
    return found


def show(name: str, found: dict[str, Any]) -> None:
    print(f"\n{name}: {found['problems']} problems, best of all {found['best']} %")
    print(
        f"  {'questions':>9} {'selection %':>12} {'of best %':>14} {'accepted':>9} {'of solvable %':>14} {'wrong':>6}"
    )
    for row in found["after"]:
        print(
            f"  {row['questions']:>9} {row['selection']:>12} {row['of the best']:>14} {row['accepted']:>9} "
            f"{row['of solvable']:>14} {row['wrong']:>6}"
        )


def run(options: argparse.Namespace) -> int:
    began = time.monotonic()
    cache = OutcomeCache(options.cache, LIMITS) if options.cache else None
    limit = options.limit or (QUICK_PROBLEMS if options.quick else None)
    mixed: dict[str, list[tuple[Asked, list[Step]]]] = {user.name: [] for user in USERS}
    summary: dict[str, Any] = {}
    for file in find_pools(options.data):
        print(f"reading {file}", flush=True)
        pool = read_pool(file, every_program=False, limit=limit)
        problems = asyncio.run(observe_pool(pool, cache))
        for user in USERS:
            rows = [interview(asked, QUESTIONS, user) for asked in problems]
            summary[f"{pool.name}, user {user.name}"] = found = figures(problems, rows)
            show(f"{pool.name}, user {user.name}", found)
            if pool.mixed:
                mixed[user.name] += zip(problems, rows, strict=True)
    for name, pairs in mixed.items():
        if pairs:
            problems, rows = [asked for asked, _ in pairs], [steps for _, steps in pairs]
            summary[f"mixed pools, user {name}"] = found = figures(problems, rows)
            show(f"mixed pools, user {name}", found)
    print(json.dumps({"seconds": round(time.monotonic() - began, 1), "in-sample": True, **summary}))
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="a pool file (.jsonl.gz) or a folder of them")
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_PROBLEMS} problems of each file")
    parser.add_argument("--limit", type=int, help="so many problems of each file")
    parser.add_argument("--cache", type=Path, help="a folder that keeps outcomes, so that a repeat runs nothing")
    try:
        return run(parser.parse_args())
    except SpecwrightError as error:
        print(f"benchmark: {error}" + (f" ({error.hint})" if error.hint else ""), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("benchmark: stopped; nothing of it is left running", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
