"""Baselines, the judge's picks, blame and calibration, scored against ground truth."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from math import sqrt

from benchmarks.judge_observe import Observed
from benchmarks.judge_risk import Decided
from specwright.core.evidence.ruling import Decision
from specwright.judge.blame import Findings
from specwright.judge.calibration import Features, beside_rivals, features, lead
from specwright.judge.priors import DEFAULT
from specwright.judge.rules import apply, rule_for
from specwright.judge.verdict import findings, judge

Pick = Callable[[Observed], float]
"""The share of a problem that a method wins: 1 when its pick is right, ties averaged."""


def _average(observed: Observed, scores: Sequence[float]) -> float:
    entries = observed.problem.entries
    best = [at for at, score in enumerate(scores) if score >= max(scores) - 1e-9]
    return sum(entries[at].copies * entries[at].right for at in best) / sum(entries[at].copies for at in best)


def _passed(observed: Observed) -> list[frozenset[str]]:
    """For each program the recorded tests that it passes; the user's examples are not for the baselines."""
    claims = [observed.evidence.claims[at] for at in observed.claims if at is not None]
    rows = range(len(observed.problem.entries))
    return [frozenset(claim.id for claim in claims if claim.holds[row]) for row in rows]


def first(observed: Observed) -> float:
    return float(observed.problem.entries[observed.problem.first].right)


def at_random(observed: Observed) -> float:
    return _average(observed, [0.0] * len(observed.problem.entries))


def most_tests(observed: Observed) -> float:
    return _average(observed, [float(len(passed)) for passed in _passed(observed)])


def majority(observed: Observed) -> float:
    """The largest group that did the same on the input of every test."""
    asked = [column for column in observed.evidence.columns if not column.generated]
    rows = range(len(observed.problem.entries))
    behaviours = [tuple(column.cells[row] for column in asked) for row in rows]
    sizes = _sizes(observed, behaviours)
    return _average(observed, [float(sizes[behaviour]) for behaviour in behaviours])


def codet(observed: Observed) -> float:
    """CodeT's dual agreement: the root of the group's size times the tests that it passes."""
    passed = _passed(observed)
    sizes = _sizes(observed, passed)
    return _average(observed, [sqrt(sizes[tests]) * len(tests) for tests in passed])


def codet_product(observed: Observed) -> float:
    """The same as the paper writes it, without the root."""
    passed = _passed(observed)
    sizes = _sizes(observed, passed)
    return _average(observed, [float(sizes[tests] * len(tests)) for tests in passed])


def _sizes(observed: Observed, keys: Sequence[Hashable]) -> Counter[Hashable]:
    sizes: Counter[Hashable] = Counter()
    for key, entry in zip(keys, observed.problem.entries, strict=True):
        sizes[key] += entry.copies
    return sizes


BASELINES: dict[str, Pick] = {
    "first sample": first,
    "random": at_random,
    "most tests": most_tests,
    "majority behaviour": majority,
    "CodeT": codet,
    "CodeT, no root": codet_product,
}


@dataclass(frozen=True)
class Blamed:
    """One failing pair with exactly one guilty side: what is true, and what three rules say."""

    test_guilty: bool
    judge: bool
    most_fail: bool
    all_fail: bool


@dataclass(frozen=True)
class Scored:
    problem: str
    wins: dict[str, float]
    solvable: bool
    confidence: float
    accepted: bool
    population: str
    allowed: bool
    """Whether the rule of acceptance holds but for the confidence that it asks for."""
    seen: Features
    lead: float
    classes: int
    blamed: tuple[Blamed, ...]

    def sure(self, alone: float) -> float:
        """The confidence of the verdict, if the leader by itself is right with `alone`."""
        return beside_rivals(alone, self.lead, self.classes)

    def decided(self, confidence: float) -> Decided:
        """The task as a rule sees it, with this confidence in place of the judge's own."""
        return Decided(confidence, self.allowed, self.wins["judge"], self.solvable)


def score(observed: Observed) -> Scored:
    found = findings(observed.evidence)
    verdict = judge(observed.evidence)
    entries = observed.problem.entries
    ids = [contender.id for contender in observed.evidence.contenders]
    top = verdict.candidates[verdict.chosen] if verdict.chosen is not None else 0.0
    equals = [at for at, name in enumerate(ids) if verdict.candidates[name] >= top - 1e-12]
    won = sum(entries[at].copies * entries[at].right for at in equals) / sum(entries[at].copies for at in equals)
    leader = found.leader or 0
    return Scored(
        problem=observed.problem.id,
        wins={**{name: pick(observed) for name, pick in BASELINES.items()}, "judge": won},
        solvable=observed.problem.solvable,
        confidence=verdict.confidence,
        accepted=verdict.decision is Decision.ACCEPT,
        population=rule_for(found.heard).population,
        allowed=apply(found.heard, leader, 1.0).met,
        seen=features(found.heard, leader, DEFAULT.calibration),
        lead=lead(found.posterior, leader),
        classes=len(found.posterior.classes),
        blamed=_blame(observed, found),
    )


def _blame(observed: Observed, found: Findings) -> tuple[Blamed, ...]:
    entries, tests = observed.problem.entries, observed.problem.tests
    blamed = []
    for at, place in enumerate(observed.claims):
        holds = (False,) * len(entries) if place is None else observed.evidence.claims[place].holds
        failing = [row for row, held in enumerate(holds) if held is False]
        for row in failing:
            if entries[row].right == tests[at].valid:
                continue
            # A test that cannot even be read was refused before it came to the judge.
            says_test = True if place is None else found.candidates[row] > found.tests[place]
            others = len(failing) - 1
            blamed.append(
                Blamed(entries[row].right, says_test, 2 * others > len(entries) - 1, others == len(entries) - 1)
            )
    return tuple(blamed)


def balanced(pairs: Sequence[tuple[bool, bool]]) -> float:
    """The mean over both sides of how often the guilty one was named, in percent."""
    by_side: dict[bool, list[bool]] = defaultdict(list)
    for truth, said in pairs:
        by_side[truth].append(truth == said)
    return 100 * sum(sum(hits) / len(hits) for hits in by_side.values()) / max(1, len(by_side))


def bootstrap(differences: Sequence[float], seed: int = 1, rounds: int = 2000) -> tuple[float, float]:
    """The 95 % interval of the mean difference, problems resampled in pairs."""
    rng = random.Random(seed)
    means = sorted(sum(rng.choices(differences, k=len(differences))) / len(differences) for _ in range(rounds))
    return means[int(0.025 * rounds)], means[int(0.975 * rounds)]
