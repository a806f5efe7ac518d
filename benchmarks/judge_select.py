"""Selection, cross-validated: the weights of the ranking chosen without the problems that they are measured on.

The rank of a program is a sum of five parts. Each weight but that of the tests, which sets the scale, may be halved or
doubled; the setting that picks best on the other problems, or on the other collections, is used on those left out.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from benchmarks.judge_observe import Observed
from specwright.judge.blame import Findings
from specwright.judge.priors import DEFAULT
from specwright.judge.ranking.behaviour import classes, deviations
from specwright.judge.ranking.posterior import crowd
from specwright.judge.ranking.votes import Votes

FOLDS: Final = 5
_WRITTEN: Final = DEFAULT.model_copy(update={"asked_weight": 1.0, "probe_weight": 0.0})
_GENERATED: Final = DEFAULT.model_copy(update={"asked_weight": 0.0, "probe_weight": 1.0})
_STEPS: Final = (1.0, 0.5, 2.0)

Weights = tuple[float, float, float, float]
AS_THEY_ARE: Final[Weights] = (
    DEFAULT.candidate_trust,
    DEFAULT.emptiness,
    DEFAULT.asked_weight,
    DEFAULT.probe_weight,
)
SETTINGS: Final[tuple[Weights, ...]] = tuple(
    (AS_THEY_ARE[0] * a, AS_THEY_ARE[1] * b, AS_THEY_ARE[2] * c, AS_THEY_ARE[3] * d)
    for a, b, c, d in product(_STEPS, repeat=4)
)


@dataclass(frozen=True)
class Ranked:
    """One program: what its rank is made of, how often it was written, and ground truth."""

    tests: float
    parts: tuple[float, float, float, float]
    copies: int
    right: bool

    def rank(self, weights: Weights) -> float:
        return self.tests + sum(weight * part for weight, part in zip(weights, self.parts, strict=True))


def ranked(observed: Observed, found: Findings) -> tuple[Ranked, ...]:
    """Return the parts of every program's rank, as the judge computes them."""
    heard = found.heard
    groups = classes(heard, DEFAULT)
    sizes, votes = crowd(groups, DEFAULT), Votes(heard, DEFAULT)
    written, generated = deviations(heard, _WRITTEN), deviations(heard, _GENERATED)
    entries = observed.problem.entries
    made: dict[int, Ranked] = {}
    for cls, size in zip(groups, sizes, strict=False):
        tests = votes.if_right(cls.members[0])
        for row in cls.members:
            parts = (size, -(cls.emptiness**2), written[row], generated[row])
            made[row] = Ranked(tests, parts, entries[row].copies, entries[row].right)
    return tuple(made[row] for row in sorted(made))


def won(rows: Sequence[Ranked], weights: Weights) -> float:
    """Return the share of right programs among those that rank first."""
    ranks = [row.rank(weights) for row in rows]
    best = [row for row, rank in zip(rows, ranks, strict=True) if rank >= max(ranks) - 1e-9]
    return sum(row.copies * row.right for row in best) / sum(row.copies for row in best)


@dataclass(frozen=True)
class Task:
    problem: str
    pool: str
    wins: tuple[float, ...]
    """What each of `SETTINGS` wins."""


def over_problems(tasks: Sequence[Task], seed: int = 1) -> list[float]:
    """For each task what it wins under the setting chosen on the other folds."""
    names = sorted({task.problem for task in tasks})
    random.Random(seed).shuffle(names)
    fold = {name: at % FOLDS for at, name in enumerate(names)}
    return _left_out(tasks, lambda task: fold[task.problem])


def over_collections(tasks: Sequence[Task]) -> list[float]:
    """For each task what it wins under the setting chosen on the other collections (HumanEval, MBPP)."""
    return _left_out(tasks, lambda task: task.problem.partition("/")[0])


def _left_out(tasks: Sequence[Task], part_of: Callable[[Task], object]) -> list[float]:
    parts = [part_of(task) for task in tasks]
    chosen = {
        part: _best([task for task, other in zip(tasks, parts, strict=True) if other != part]) for part in set(parts)
    }
    return [task.wins[chosen[part]] for task, part in zip(tasks, parts, strict=True)]


def _best(tasks: Sequence[Task]) -> int:
    """Return the setting of the highest mean over pools; of equals the one nearest to the code's."""
    pools = {task.pool for task in tasks}
    shares = [0.0] * len(SETTINGS)
    for pool in sorted(pools):
        wins = [task.wins for task in tasks if task.pool == pool]
        for at in range(len(SETTINGS)):
            shares[at] += sum(win[at] for win in wins) / len(wins)
    return max(range(len(SETTINGS)), key=lambda at: (round(shares[at], 9), -_distance(at)), default=0)


def _distance(at: int) -> int:
    return sum(one != other for one, other in zip(SETTINGS[at], AS_THEY_ARE, strict=True))
