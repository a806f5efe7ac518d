"""How well the judge picks programs, names the guilty and knows what it knows, on recorded programs and tests.

    python -m benchmarks.judge --data PATH [--quick] [--cache DIR] [--stored-outcomes] [--pool first|all]

PATH is a pool file or a folder of them. Every program runs in the real sandbox, on the inputs of the recorded tests and
on generated ones; --cache keeps the outcomes, so that a repeat runs nothing; with --stored-outcomes the recorded pass
or fail of each test is used instead. Cross-validated figures come first: the calibration is refitted without the
problems, or without the collection, that it is measured on. Mixed pools are also judged with a simulated user, who
gives the first hidden assertion as an example for tasks that have none. Apart from that, ground truth is used to score
and for nothing else. The last line is one JSON object with the figures.
"""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
import json
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.judge_baselines import BASELINES
from benchmarks.judge_cache import OutcomeCache
from benchmarks.judge_observe import LIMITS, Observed, observe_problem, stored
from benchmarks.judge_pools import Pool, Problem, find_pools, read_pool
from benchmarks.judge_risk import accepted
from benchmarks.judge_score import Scored, balanced, bootstrap, score
from benchmarks.judge_validate import SIMULATED, reliability, show_reliability, show_validation, validate
from specwright.core.errors import SandboxUnavailable, SpecwrightError
from specwright.judge.rules import WITH_EXAMPLES, WITHOUT_EXAMPLES
from specwright.languages.python.toolchain import PythonToolchain
from specwright.sandbox import open_sandbox

QUICK_PROBLEMS = 4
AT_ONCE = 3
RETRY_AFTER = (1.0, 5.0)


async def observe_pool(pool: Pool, cache: OutcomeCache | None = None, *, simulate_user: bool = False) -> list[Observed]:
    """Run everything afresh, a few problems at a time; on a terminal it is told how far that is."""
    done = 0
    sandbox = await open_sandbox("auto")
    toolchain = PythonToolchain()
    gate = asyncio.Semaphore(AT_ONCE)
    try:
        idle = toolchain.idle(LIMITS)
        if idle is not None:
            await sandbox.warm(idle, 2)

        async def one(at: int) -> Observed:
            nonlocal done
            async with gate:
                observed = await patiently(pool.problems[at])
            done += 1
            tell(f"  {done} of {len(pool.problems)} problems")
            return observed

        async def patiently(problem: Problem) -> Observed:
            for pause in RETRY_AFTER:
                try:
                    return await observe_problem(sandbox, toolchain, problem, cache, simulate_user=simulate_user)
                except SandboxUnavailable as error:
                    # A long run meets a machine that is being changed under it; what was run is run again.
                    print(f"  {problem.id} again: {error}", flush=True)
                    await asyncio.sleep(pause)
            return await observe_problem(sandbox, toolchain, problem, cache, simulate_user=simulate_user)

        return list(await asyncio.gather(*map(one, range(len(pool.problems)))))
    finally:
        tell("")
        await sandbox.close()


def tell(text: str) -> None:
    """Replace what the last line of the terminal says; elsewhere nobody would see it go."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def summarise(pool: Pool, scored: list[Scored]) -> dict[str, Any]:
    """The figures of one pool; percentages except where the name says otherwise."""
    figures: dict[str, Any] = {"problems": len(scored), "mixed": pool.mixed}
    figures["selection"] = {
        name: round(100 * sum(s.wins[name] for s in scored) / len(scored), 1) for name in (*BASELINES, "judge")
    }
    figures["best of all"] = round(100 * sum(s.solvable for s in scored) / len(scored), 1)
    figures["gain over"] = {}
    for name in BASELINES:
        differences = [100 * (s.wins["judge"] - s.wins[name]) for s in scored]
        low, high = bootstrap(differences)
        figures["gain over"][name] = [round(v, 1) for v in (sum(differences) / len(differences), low, high)]
    pairs = [pair for s in scored for pair in s.blamed]
    figures["blame"] = {
        "pairs": len(pairs),
        "judge": round(balanced([(p.test_guilty, p.judge) for p in pairs]), 1),
        "most others fail": round(balanced([(p.test_guilty, p.most_fail) for p in pairs]), 1),
        "all others fail": round(balanced([(p.test_guilty, p.all_fail) for p in pairs]), 1),
    }
    figures["acceptance"] = acceptance(scored)
    figures["reliability"] = reliability([(s.confidence, s.wins["judge"]) for s in scored])
    return figures


def acceptance(scored: list[Scored]) -> dict[str, Any]:
    """What the judge accepts with the constants as they are: in-sample on the pools that these were fitted to."""
    found: dict[str, Any] = {}
    for rule in (WITH_EXAMPLES, WITHOUT_EXAMPLES):
        tasks = [s.decided(s.confidence) for s in scored if s.population == rule.population]
        if tasks:
            found[rule.population] = accepted(tasks, rule.above)
    return found


def show(name: str, figures: dict[str, Any]) -> None:
    print(f"\n{name}: {figures['problems']} problems, best of all {figures['best of all']} %")
    print(f"  {'method':<20} {'right %':>8}   {'judge minus it, points (95 % paired bootstrap)'}")
    for method, share in figures["selection"].items():
        gain = figures["gain over"].get(method)
        note = f"{gain[0]:+6.1f}  [{gain[1]:+.1f}, {gain[2]:+.1f}]" if gain else ""
        print(f"  {method:<20} {share:>8.1f}   {note}")
    blame, taken = figures["blame"], figures["acceptance"]
    print(f"  blame, balanced accuracy over {blame['pairs']} failing pairs with one guilty side:")
    print(
        f"    judge {blame['judge']}   most others fail {blame['most others fail']}   "
        f"all others fail {blame['all others fail']}"
    )
    for population, found in taken.items():
        print(
            f"  in-sample, {population}: {found['accepted']} of {found['tasks']} accepted ({found['coverage']} % of "
            f"solvable), {found['wrong']} of them wrong ({found['wrong of accepted']} %)"
        )
    show_reliability("in-sample, this file", figures["reliability"])


def main() -> int:
    parser = argparse.ArgumentParser(description="How well the judge judges, on recorded programs and tests.")
    parser.add_argument("--data", type=Path, required=True, help="a pool file (.jsonl.gz) or a folder of them")
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_PROBLEMS} problems of each file")
    parser.add_argument("--stored-outcomes", action="store_true", help="recorded pass or fail, nothing is run")
    parser.add_argument("--pool", choices=("first", "all"), default="first", help="of mixed pools: first shots or all")
    parser.add_argument("--cache", type=Path, help="a folder that keeps outcomes, so that a repeat runs nothing")
    options = parser.parse_args()
    try:
        return run(options)
    except SpecwrightError as error:
        print(f"benchmark: {error}" + (f" ({error.hint})" if error.hint else ""), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("benchmark: stopped; nothing of it is left running", file=sys.stderr)
        return 130


def run(options: argparse.Namespace) -> int:
    began = time.monotonic()
    files: dict[str, Any] = {}
    pools: dict[str, list[Scored]] = {}
    mixed: list[str] = []
    work: list[Observed] = []
    recorded: list[Observed] = []
    cache = OutcomeCache(options.cache, LIMITS) if options.cache else None
    for file in find_pools(options.data):
        print(f"reading {file}", flush=True)
        limit = QUICK_PROBLEMS if options.quick else None
        pool = read_pool(file, every_program=options.pool == "all", limit=limit)
        found = (
            [stored(p) for p in pool.problems] if options.stored_outcomes else asyncio.run(observe_pool(pool, cache))
        )
        work += found
        pools[pool.name] = [score(observed) for observed in found]
        files[pool.name] = summarise(pool, pools[pool.name])
        if pool.mixed:
            mixed.append(pool.name)
            recorded += found
            if not options.stored_outcomes:
                asked = asyncio.run(observe_pool(_without_examples(pool, pools[pool.name]), cache, simulate_user=True))
                work += asked
                pools[f"{pool.name}, {SIMULATED}"] = [score(observed) for observed in asked]
    figures: dict[str, Any] = {"pool": options.pool, "stored outcomes": options.stored_outcomes}
    figures["cross-validated"] = validate(pools, mixed, recorded)
    show_validation(figures["cross-validated"])
    print("\nIN-SAMPLE: the constants as they are, on the pools that they were fitted to")
    for name, summary in files.items():
        show(name, summary)
    figures["in-sample"] = files
    figures["seconds"] = round(time.monotonic() - began, 1)
    executions = sum(observed.executions for observed in work)
    if executions:
        figures["executions"] = executions
        print(f"\n{executions} sandboxed executions, cached ones included; {figures['seconds']} s in all")
    print(json.dumps(figures))
    return 0


def _without_examples(pool: Pool, scored: list[Scored]) -> Pool:
    """The tasks that a simulated user gives an example for."""
    kept = [p for p, s in zip(pool.problems, scored, strict=True) if s.population == WITHOUT_EXAMPLES.population]
    return dataclasses.replace(pool, problems=tuple(kept))


if __name__ == "__main__":
    sys.exit(main())
