"""Refits the judge's calibration to recorded problems, for cross-validation over problems and over pools."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Final

from specwright.judge.calibration import Features, confidence_of
from specwright.judge.priors import DEFAULT, Calibration

FOLDS: Final = 5
_STEPS: Final = 250
_PULL: Final = 2.0
"""How strongly a coefficient is held to its value in the code, in pseudo-observations."""
_NAMES: Final = ("base", "agreement", "tests", "emptiness", "user_passed", "user_failed")
_CEILINGS: Final = ("misread", "misread_unseen", "misread_alone")


@dataclass(frozen=True)
class Row:
    """One judged problem: what the confidence rests on, and ground truth."""

    problem: str
    pool: str
    seen: Features
    right: float
    """The share of the problem that the judge's pick wins."""
    weight: float = 1.0


def fit(rows: Sequence[Row], start: Calibration = DEFAULT.calibration) -> Calibration:
    """Return the calibration of least log-loss on these rows, pulled towards `start` (Adam, deterministic)."""
    begin = [getattr(start, name) for name in _NAMES] + [_logit(getattr(start, name)) for name in _CEILINGS]
    point, first, second = list(begin), [0.0] * len(begin), [0.0] * len(begin)
    data = [(_inputs(row.seen, start), _ceiling_of(row.seen), row) for row in rows]
    for step in range(1, _STEPS + 1):
        slope = [_PULL * (now - then) for now, then in zip(point, begin, strict=True)]
        for inputs, place, row in data:
            misread = 1 / (1 + exp(-point[len(_NAMES) + place]))
            fixed = -start.unprobed * row.seen.unprobed - start.stateful * row.seen.stateful
            score = fixed - start.trivial * row.seen.trivial
            score += sum(weight * value for weight, value in zip(point, inputs, strict=False))
            alone = 1 / (1 + exp(-max(-30.0, min(30.0, score))))
            chance = min(1 - 1e-6, max(1e-6, (1 - misread) * alone))
            error = row.weight * (chance - row.right) / (chance * (1 - chance))
            for at, value in enumerate(inputs):
                slope[at] += error * (1 - misread) * alone * (1 - alone) * value
            slope[len(_NAMES) + place] -= error * alone * misread * (1 - misread)
        for at, value in enumerate(slope):
            first[at] = 0.9 * first[at] + 0.1 * value
            second[at] = 0.99 * second[at] + 0.01 * value * value
            moved = (first[at] / (1 - 0.9**step)) / ((second[at] / (1 - 0.99**step)) ** 0.5 + 1e-9)
            point[at] -= 0.03 * moved
    ceilings = {name: 1 / (1 + exp(-point[len(_NAMES) + at])) for at, name in enumerate(_CEILINGS)}
    weights = {name: point[at] if at == 0 else max(0.0, point[at]) for at, name in enumerate(_NAMES)}
    return start.model_copy(update={**weights, **ceilings})


def _inputs(seen: Features, constants: Calibration) -> tuple[float, ...]:
    examples = float(min(seen.examples, constants.user_most))
    return (1.0, seen.agreement, seen.tests, -seen.emptiness, examples, -float(seen.examples_failed))


def _ceiling_of(seen: Features) -> int:
    return 0 if seen.examples else 1 if seen.authors > 1 else 2


def _logit(chance: float) -> float:
    return log(chance / (1 - chance))


def over_problems(rows: Sequence[Row], seed: int = 1) -> list[float]:
    """For each row its confidence under constants fitted to the other folds; a problem is in one fold in all pools."""
    return _confidences(rows, by_fold(rows, seed))


def over_pools(rows: Sequence[Row]) -> list[float]:
    """For each row its confidence under constants fitted to the problems of the other collections alone."""
    return _confidences(rows, by_collection(rows))


Constants = Callable[[str], Calibration]
"""The constants to measure a problem with: fitted without it."""


def by_fold(rows: Sequence[Row], seed: int = 1) -> Constants:
    """Return constants that were fitted to the other folds of problems."""
    names = sorted({row.problem for row in rows})
    random.Random(seed).shuffle(names)
    fold = {name: at % FOLDS for at, name in enumerate(names)}
    fitted = [fit([row for row in rows if fold[row.problem] != at]) for at in range(min(FOLDS, len(names)))]
    return lambda problem: fitted[fold[problem]]


def by_collection(rows: Sequence[Row]) -> Constants:
    """Return constants that were fitted to the other collections."""
    kinds = sorted({_collection(row.problem) for row in rows})
    fitted = {kind: fit([row for row in rows if _collection(row.problem) != kind]) for kind in kinds}
    return lambda problem: fitted[_collection(problem)]


def _confidences(rows: Sequence[Row], constants: Constants) -> list[float]:
    return [confidence_of(row.seen, constants(row.problem)) for row in rows]


def _collection(problem: str) -> str:
    return problem.partition("/")[0]
