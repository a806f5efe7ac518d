"""The judge's picks, blame and calibration, scored against ground truth."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.judge_baselines import BASELINES
from benchmarks.judge_observe import Observed
from benchmarks.judge_risk import Decided
from benchmarks.judge_select import SETTINGS, ranked, won
from specwright.core.evidence.ruling import Decision
from specwright.judge.blame import Findings
from specwright.judge.calibration import Features, beside_rivals, features, lead
from specwright.judge.priors import DEFAULT
from specwright.judge.rules import apply, rule_for
from specwright.judge.verdict import findings, judge


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
    by_setting: tuple[float, ...]
    """What the pick wins under each of `judge_select.SETTINGS`."""
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
    share = sum(entries[at].copies * entries[at].right for at in equals) / sum(entries[at].copies for at in equals)
    leader = found.leader or 0
    rows = ranked(observed, found)
    return Scored(
        problem=observed.problem.id,
        wins={**{name: pick(observed) for name, pick in BASELINES.items()}, "judge": share},
        solvable=observed.problem.solvable,
        confidence=verdict.confidence,
        accepted=verdict.decision is Decision.ACCEPT,
        population=rule_for(found.heard).population,
        allowed=apply(found.heard, leader, 1.0).met,
        seen=features(found.heard, leader, DEFAULT.calibration),
        lead=lead(found.posterior, leader),
        classes=len(found.posterior.classes),
        by_setting=tuple(won(rows, setting) for setting in SETTINGS),
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
