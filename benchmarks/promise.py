"""How often VERIFIED would be wrong with what a run really has, if the user gave an example.

    python -m benchmarks.promise --data PATH [--quick] [--cache DIR]

PATH is a folder of recorded pools. `benchmarks.judge` shows the judge all programs of up to nine models. Here it sees
one to six programs of one model, the tests of one writer and one to three examples, and programs are drawn one after
the other by doubt as a run does it. Constants are refitted without the problems (five folds), or without the collection
(HumanEval, MBPP), that they are measured on.

*Accepted* is what the judge accepts. *Said* is what would be called VERIFIED: accepted, every test passes, and no
program that passes the examples differs anywhere. Bars that need the words of a specification are not measured.

Two kinds of examples: the author's, which on MBPP are hidden assertions and so part of the ground truth, and the
reference's answers to inputs of recorded tests, which are not. A result is wrong if it fails the hidden assertions;
*strictly* wrong if it differs from the reference on any recorded or hidden input. Bounds are Clopper-Pearson bounds
over problems, since sets of one problem are no independent trials. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.judge_cache import OutcomeCache
from benchmarks.judge_fit import Constants, Row, by_collection, by_fold
from benchmarks.judge_observe import LIMITS
from benchmarks.judge_pools import Pool, find_pools, read_pool
from benchmarks.judge_risk import upper_bound
from benchmarks.promise_sets import ASKED, AUTHOR, Drawn, Watched, draws, one_writers_tests, watch
from specwright.core.errors import SpecwrightError
from specwright.core.evidence.ruling import Blame
from specwright.core.work.testcase import Tier
from specwright.judge.blame import Findings, rule
from specwright.judge.calibration import Features, beside_rivals, confidence_of, features, lead
from specwright.judge.evidence import Evidence
from specwright.judge.priors import DEFAULT, Calibration
from specwright.judge.rules import WITH_EXAMPLES, apply
from specwright.judge.verdict import findings
from specwright.languages.python.toolchain import PythonToolchain
from specwright.pipeline.judging.enough import agreeing
from specwright.sandbox import open_sandbox

QUICK_PROBLEMS: Final = 4
AT_ONCE: Final = 3
SITUATIONS: Final = ((1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (4, 2), (5, 3))
"""Programs and examples."""
DRAWS: Final = 2
BY_DOUBT: Final = "by doubt"
MOST: Final = 3
"""Programs that are compared before anything is revised; twice as many if only agreement lacks."""


@dataclass(frozen=True)
class Judged:
    """What one draw came to."""

    problem: str
    situation: str
    model: str
    programs: int
    accepted: bool
    said: bool
    right: bool
    strict: bool
    solvable: bool


@dataclass(frozen=True)
class Standing:
    """What the confidence in the leader rests on, so that any constants can be tried on it."""

    seen: Features
    lead: float
    classes: int
    allowed: bool
    """Whether the rule of acceptance holds but for the confidence that it asks for."""

    @classmethod
    def of(cls, found: Findings, row: int) -> Standing:
        return cls(
            features(found.heard, row, DEFAULT.calibration),
            lead(found.posterior, row),
            len(found.posterior.classes),
            not found.disputed and apply(found.heard, row, 1.0).met,
        )

    def met(self, constants: Calibration) -> bool:
        """Return whether the leader is accepted with these constants."""
        sure = beside_rivals(confidence_of(self.seen, constants), self.lead, self.classes)
        return self.allowed and sure > WITH_EXAMPLES.above


class Weighed:
    """One draw as the judge sees it. What does not depend on the constants is computed once."""

    def __init__(self, drawn: Drawn) -> None:
        self.drawn = drawn
        self._found = findings(drawn.evidence())
        self.leader = self._found.leader or 0
        self.standing = Standing.of(self._found, self.leader)
        evidence = self._found.evidence
        self.passes_all = not any(claim.holds[self.leader] is False for claim in evidence.claims)
        self.parted = _parted(evidence, self.leader)
        self._agreeing: dict[int, Standing] = {}

    def wrong_tests(self) -> list[int]:
        """Return which of its tests the leader fails and the judge rules to be wrong."""
        failed = [at for at, claim in enumerate(self._found.evidence.claims) if claim.holds[self.leader] is False]
        own = [at for at in failed if at < len(self.drawn.tests)]
        return [at for at in own if rule(self._found, self.leader, at).blame is Blame.TEST]

    def enough(self, most: int, constants: Calibration) -> int:
        """Return the fewest further programs that would do if they agreed; 0 if not even `most` would."""
        for count in range(1, most + 1):
            if count not in self._agreeing:
                found = findings(agreeing(self._found.evidence, self.leader, count))
                self._agreeing[count] = Standing.of(found, self.leader)
            if self._agreeing[count].met(constants):
                return count
        return 0

    def judged(self, situation: str, model: str, constants: Calibration) -> Judged:
        """Return what the draw comes to with these constants."""
        accepted = self.standing.met(constants)
        return Judged(
            problem=self.drawn.watched.problem.id,
            situation=situation,
            model=model,
            programs=len(self.drawn.rows),
            accepted=accepted,
            said=accepted and self.passes_all and not self.parted,
            right=self.drawn.entry(self.leader).right,
            strict=self.drawn.watched.strict[self.drawn.rows[self.leader]],
            solvable=self.drawn.solvable,
        )


@cache
def weigh(drawn: Drawn) -> Weighed:
    return Weighed(drawn)


def _parted(evidence: Evidence, row: int) -> bool:
    """Whether a program that passes the same examples does something else on any input."""
    trusted = [claim.holds for claim in evidence.claims if claim.tier is Tier.USER]
    rivals = [
        other for other in range(len(evidence.contenders)) if all(holds[other] for holds in trusted if holds[row])
    ]
    return any(column.cells[other] != column.cells[row] for column in evidence.columns for other in rivals)


def situations(watched: Watched) -> Iterator[tuple[str, str, Drawn]]:
    """Yield every fixed set of programs, tests and examples of a problem with its name and its model."""
    for kind in (AUTHOR, ASKED):
        for programs, examples in SITUATIONS:
            for model in watched.shots:
                yield from (
                    (f"{programs} programs, {examples} {kind}", model, drawn)
                    for drawn in _drawn(watched, model, programs, examples, kind)
                )


def _drawn(watched: Watched, model: str, programs: int, examples: int, kind: str) -> Iterator[Drawn]:
    given = watched.examples(kind)[:examples]
    if len(given) < examples:
        return
    tests = one_writers_tests(watched, model, given)
    for rows in draws(watched, model, programs, DRAWS):
        yield Drawn(watched, rows, tests, (kind, examples))


def by_doubt(watched: Watched, model: str, examples: int, kind: str, constants: Calibration) -> Judged | None:
    """Return what a run comes to that draws programs as doubt calls for; None if the model has no program or example.

    Tests that are ruled wrong are dropped once, as a test writer who agrees would do it. Code is not revised.
    """
    given = watched.examples(kind)[:examples]
    order = next(draws(watched, model, min(2 * MOST, len(watched.shots[model])), 1), ())
    if len(given) < examples or not order:
        return None
    situation = f"{BY_DOUBT}, {examples} {kind}"
    tests = one_writers_tests(watched, model, given)
    count, mended = 1, False
    while True:
        weighed = weigh(Drawn(watched, order[:count], tests, (kind, examples)))
        further = 0
        if weighed.passes_all:
            further = 0 if weighed.standing.met(constants) else weighed.enough(len(order) - count, constants)
        elif count < min(MOST, len(order)):
            further = min(MOST, len(order)) - count
        elif not mended and (wrong := weighed.wrong_tests()):
            mended, tests = True, weighed.drawn.without(wrong).tests
            continue
        if not further:
            return weighed.judged(situation, model, constants)
        count += further


def rows_to_fit(tasks: Sequence[Drawn]) -> list[Row]:
    """Return the rows that constants are refitted to; all sets of one problem together weigh as two problems.

    Sets that look alike to the judge are one row.
    """
    sets = Counter(drawn.watched.problem.id for drawn in tasks)
    alike: Counter[tuple[str, Features, float]] = Counter()
    for drawn in tasks:
        weighed = weigh(drawn)
        alike[drawn.watched.problem.id, weighed.standing.seen, float(drawn.entry(weighed.leader).right)] += 1
    return [Row(name, "", seen, right, 2.0 * n / sets[name]) for (name, seen, right), n in alike.items()]


def measure(watched: Sequence[Watched], constants: Constants) -> list[Judged]:
    """Judge everything with the constants of each problem."""
    found = []
    for one in watched:
        own = constants(one.problem.id)
        found += [weigh(drawn).judged(situation, model, own) for situation, model, drawn in situations(one)]
        for kind in (AUTHOR, ASKED):
            for examples in (1, 2):
                ended = (by_doubt(one, model, examples, kind, own) for model in one.shots)
                found += [each for each in ended if each]
    return found


def figures_of(group: Sequence[Judged]) -> dict[str, Any]:
    """Return the counts and bounds of one situation."""
    solvable = sum(one.solvable for one in group)
    figures: dict[str, Any] = {"sets": len(group), "problems": len({one.problem for one in group})}
    for name, taken in (
        ("accepted", [one for one in group if one.accepted]),
        ("said", [one for one in group if one.said]),
    ):
        by_problem: dict[str, list[bool]] = defaultdict(list)
        for one in taken:
            by_problem[one.problem].append(not one.right)
        wrong = sum(sum(values) / len(values) for values in by_problem.values())
        figures[name] = {
            "sets": len(taken),
            "of solvable": round(100 * sum(one.solvable for one in taken) / max(1, solvable), 1),
            "wrong": sum(not one.right for one in taken),
            "wrong %": round(100 * sum(not one.right for one in taken) / max(1, len(taken)), 2),
            "problems": len(by_problem),
            "problems wrong": round(wrong, 2),
            "bound %": round(100 * upper_bound(wrong, len(by_problem)), 2),
            "strictly wrong %": round(100 * sum(not one.strict for one in taken) / max(1, len(taken)), 2),
        }
    return figures


def table(found: Sequence[Judged]) -> dict[str, Any]:
    """Return the figures by situation, for all models, for the pool of one weak model, and by collection."""
    groups: dict[str, list[Judged]] = defaultdict(list)
    for one in found:
        collection = "weak model" if one.model == "weak model" else one.problem.partition("/")[0]
        groups[f"{one.situation} | {collection}"].append(one)
        if collection != "weak model":
            groups[f"{one.situation} | both"].append(one)
    return {name: figures_of(groups[name]) for name in sorted(groups)}


def show(title: str, figures: dict[str, Any]) -> None:
    print(f"\n{title}")
    print(f"  {'situation':<46}{'sets':>6} | accepted of solvable, wrong (by problem, 90 % bound), strictly | said ...")
    for name, found in figures.items():
        parts = [
            f"{part['sets']:>5} {part['of solvable']:>5} %  {part['wrong']:>3} = {part['wrong %']:>5} % "
            f"({part['problems wrong']:>5} of {part['problems']:>3}, {part['bound %']:>5} %) "
            f"{part['strictly wrong %']:>5} %"
            for part in (found["accepted"], found["said"])
        ]
        print(f"  {name:<46}{found['sets']:>6} | {' | '.join(parts)}")


async def watch_pool(pool: Pool, cache: OutcomeCache | None) -> list[Watched]:
    """Run everything, a few problems at a time."""
    sandbox, toolchain, gate = await open_sandbox("auto"), PythonToolchain(), asyncio.Semaphore(AT_ONCE)

    async def one(at: int) -> Watched | None:
        async with gate:
            return await watch(sandbox, toolchain, pool.problems[at], cache)

    try:
        return [found for found in await asyncio.gather(*map(one, range(len(pool.problems)))) if found]
    finally:
        await sandbox.close()


def report(watched: Sequence[Watched]) -> dict[str, Any]:
    """Measure with the constants as they are and with refitted ones, and print the tables."""
    rows = rows_to_fit([drawn for one in watched for _, _, drawn in situations(one)])
    figures: dict[str, Any] = {}
    divisions: tuple[tuple[str, Constants], ...] = (
        ("CROSS-VALIDATED over problems", by_fold(rows)),
        ("CROSS-VALIDATED over collections", by_collection(rows)),
        ("IN-SAMPLE: the constants as they are", lambda _: DEFAULT.calibration),
    )
    for division, constants in divisions:
        figures[division] = table(measure(watched, constants))
        show(division, figures[division])
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="a pool file (.jsonl.gz) or a folder of them")
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_PROBLEMS} problems of each file")
    parser.add_argument("--cache", type=Path, help="a folder that keeps outcomes, so that a repeat runs nothing")
    options = parser.parse_args()
    began = time.monotonic()
    cache = OutcomeCache(options.cache, LIMITS) if options.cache else None
    watched: list[Watched] = []
    try:
        for file in find_pools(options.data):
            print(f"reading {file}", flush=True)
            pool = read_pool(file, every_program=False, limit=QUICK_PROBLEMS if options.quick else None)
            watched += asyncio.run(watch_pool(pool, cache))
    except SpecwrightError as error:
        print(f"benchmark: {error}" + (f" ({error.hint})" if error.hint else ""), file=sys.stderr)
        return 2
    figures = report(watched)
    print(json.dumps({"benchmark": "promise", "seconds": round(time.monotonic() - began), **figures}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
