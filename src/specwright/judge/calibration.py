"""Turn a ranking into calibrated probabilities.

The posterior ranks well but is too sure of itself: its witnesses are not independent. The confidence in the leader is
therefore a logistic function of plain counts times a ceiling, the chance that not everyone misreads the task alike.
Its constants were found on recorded runs (`docs/judge.md`). The rest of the probability goes to the other classes in
the posterior's proportions, and to the case that no candidate is right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

from specwright.core.work.testcase import Tier
from specwright.judge.evidence import Claim, Evidence
from specwright.judge.priors import Calibration, Priors
from specwright.judge.ranking.behaviour import (
    BehaviourClass,
    asked_columns,
    deviations,
    emptiness,
    meets_user,
    witnesses,
)
from specwright.judge.ranking.posterior import Posterior


@dataclass(frozen=True)
class Calibrated:
    """Probabilities of the classes (in the posterior's order), of none, of each contender and of each claim."""

    leader: int | None
    """The contender that leads."""
    classes: tuple[float, ...]
    none: float
    candidates: tuple[float, ...]
    tests: tuple[float, ...]


def calibrate(evidence: Evidence, heard: Evidence, weighed: Posterior, priors: Priors) -> Calibrated:
    """`heard` is the evidence that the posterior was made from: all but disputed claims."""
    within = _within_classes(heard, weighed, priors)
    leader = _leader(evidence, weighed, within)
    if leader is None:
        return Calibrated(None, (), 1.0, (), tuple(priors.mean(claim.tier) for claim in evidence.claims))
    chances = _spread(weighed, leader, confidence(heard, leader, priors.calibration))
    none = max(0.0, 1 - sum(chances))
    candidates = [0.0] * len(evidence.contenders)
    too = also_right(heard, leader, priors)
    first = next(chance for cls, chance in zip(weighed.classes, chances, strict=True) if leader in cls.members)
    for cls, chance in zip(weighed.classes, chances, strict=True):
        for row in cls.members:
            # An equal of the leader is no likelier than it, not even by rounding.
            candidates[row] = min(first, too[row] * first + (1 - too[row]) * chance * within[row])
    candidates = _behind_who_meets_user(heard, candidates)
    weights = witnesses(heard)
    tests = tuple(
        _right(claim, [_held(claim, cls, weights) for cls in weighed.classes], chances, none, priors)
        for claim in evidence.claims
    )
    return Calibrated(leader, tuple(chances), none, tuple(candidates), tests)


def _behind_who_meets_user(evidence: Evidence, candidates: list[float]) -> list[float]:
    """Return the probabilities, none that fails the user above one that passes all of the user's claims."""
    meets = [meets_user(evidence, row) for row in range(len(candidates))]
    least = min((chance for chance, meets_all in zip(candidates, meets, strict=True) if meets_all), default=1.0)
    return [chance if meets_all else min(chance, least) for chance, meets_all in zip(candidates, meets, strict=True)]


def _within_classes(evidence: Evidence, weighed: Posterior, priors: Priors) -> list[float]:
    """For each contender how it compares, on generated inputs, with the best of its class: 1 for the best."""
    away = deviations(evidence, priors)
    ratio = [1.0] * len(away)
    for cls in weighed.classes:
        for row in cls.members:
            more_state = evidence.contenders[row].stateful and not cls.stateful
            ratio[row] = exp(min(0.0, away[row] - cls.deviation) - priors.stateful * more_state)
    return ratio


def also_right(evidence: Evidence, leader: int, priors: Priors) -> list[float]:
    """For each contender: the probability that it is right as well, if the leader is.

    Programs may part where the task leaves open what is wanted, and all of them be right. So one that differs from the
    leader on few inputs is likely to be right too, unless it fails a test that the leader satisfies.
    """
    asked = set(asked_columns(evidence))
    apart = {True: [0] * len(evidence.contenders), False: [0] * len(evidence.contenders)}
    for at, column in enumerate(evidence.columns):
        for row, cell in enumerate(column.cells):
            apart[at in asked][row] += not _agree(cell, column.cells[leader])
    lost = [0] * len(evidence.contenders)
    for claim in (claim for claim in evidence.claims if claim.holds[leader]):
        for row, holds in enumerate(claim.holds):
            lost[row] += holds is False
    probes = max(1, len(evidence.columns) - len(asked))
    return [
        exp(-priors.apart_asked * written - priors.apart_probed * generated / probes - priors.apart_tested * failed)
        for written, generated, failed in zip(apart[True], apart[False], lost, strict=True)
    ]


def _leader(evidence: Evidence, weighed: Posterior, within: list[float]) -> int | None:
    standing = {
        row: weight * within[row]
        for cls, weight in zip(weighed.classes, weighed.weights, strict=True)
        for row in cls.members
    }
    if not standing:
        return None
    best = max(standing.values())
    equals = [row for row, value in standing.items() if value >= best * (1 - 1e-9)]
    return min(equals, key=lambda row: evidence.contenders[row].id)


@dataclass(frozen=True)
class Features:
    """What the confidence in one contender rests on."""

    agreement: float
    """Log-odds of the share of witnesses that do exactly the same on every input.

    Those that an answer of the user refutes are no witnesses any more.
    """
    unprobed: float
    """From 0 to 1: how little that agreement was tried on generated inputs."""
    tests: float
    """Log of tests satisfied to tests failed, each plus one."""
    emptiness: float
    examples: int
    """User examples that hold and that a trivial program would fail, or all of them if the contender is not trivial."""
    examples_failed: bool
    stateful: bool
    trivial: bool
    authors: int
    """Models among the contenders that do the same; unknown ones count as one."""


def features(evidence: Evidence, row: int, constants: Calibration) -> Features:
    """Return what the confidence in this contender rests on."""
    alike = alike_rows(evidence, row)
    weights = witnesses(evidence)
    agreeing = sum(weights[other] for other in alike)
    user = [claim for claim in evidence.claims if claim.tier is Tier.USER]
    others = [claim for claim in evidence.claims if claim.tier is not Tier.USER]
    passed = min(telling_tests(evidence, row), constants.tests_most)
    failed = sum(claim.copies * _backing(evidence, claim) for claim in others if claim.holds[row] is False)
    trivial = is_trivial(evidence, row)
    return Features(
        agreement=_log_odds((agreeing + 0.5) / (sum(weights) - _refuted(evidence, row, weights) + 4)),
        unprobed=_untried(evidence, row, constants.probes_enough) * (1 - 1 / max(1.0, agreeing)),
        tests=log((passed + 1) / (failed + 1)),
        emptiness=emptiness(evidence, row, range(len(evidence.columns))),
        examples=0 if trivial else sum(bool(claim.holds[row]) for claim in user),
        examples_failed=any(claim.holds[row] is False for claim in user),
        stateful=evidence.contenders[row].stateful,
        trivial=trivial,
        authors=len({author for other in alike for author in evidence.contenders[other].authors or ("",)}),
    )


def confidence(evidence: Evidence, row: int, constants: Calibration) -> float:
    """Return the probability that this contender, if it leads, is right in everything."""
    return confidence_of(features(evidence, row, constants), constants)


def confidence_of(seen: Features, constants: Calibration) -> float:
    """Return the confidence that these features give: the ceiling of the population times a logistic function."""
    score = (
        constants.base
        + constants.agreement * seen.agreement
        - constants.unprobed * seen.unprobed
        + constants.tests * seen.tests
        - constants.emptiness * seen.emptiness
        + constants.user_passed * min(seen.examples, constants.user_most)
        - constants.user_failed * seen.examples_failed
        - constants.stateful * seen.stateful
        - constants.trivial * seen.trivial
    )
    return ceiling(seen, constants) / (1 + exp(-score))


def ceiling(seen: Features, constants: Calibration) -> float:
    """Return the highest confidence that any agreement can give: all may misread the task alike."""
    if seen.examples:
        return 1 - constants.misread
    return 1 - (constants.misread_unseen if seen.authors > 1 else constants.misread_alone)


def telling_tests(evidence: Evidence, row: int) -> int:
    """Count the tests, other than the user's, that the contender satisfies, as far as they can fail.

    Those that the best control satisfies too count as one together: they do not distinguish the contender from it.
    """
    held = [claim for claim in evidence.claims if claim.tier is not Tier.USER and claim.holds[row]]
    passed = sum(claim.copies for claim in held)
    for name in evidence.controls:
        shared = sum(claim.copies for claim in held if name in claim.passed_by)
        passed = min(passed, sum(claim.copies for claim in held) - max(0, shared - 1))
    return passed


def is_trivial(evidence: Evidence, row: int) -> bool:
    """Whether one control satisfies every test that the contender satisfies, and the contender did one thing only."""
    held = [claim for claim in evidence.claims if claim.holds[row]]
    fooled = any(all(name in claim.passed_by for claim in held) for name in evidence.controls)
    shown = {
        column.behaviours[cell].key
        for column in evidence.columns
        if not column.opaque and (cell := column.cells[row]) is not None
    }
    return bool(held) and fooled and len(shown) <= 1


def _refuted(evidence: Evidence, row: int, weights: Sequence[float]) -> float:
    """Return the weight of the contenders that fail an answer of the user which this one satisfies."""
    answers = [claim.holds for claim in evidence.claims if claim.answered and claim.holds[row]]
    return sum(weight for other, weight in enumerate(weights) if any(holds[other] is False for holds in answers))


def _backing(evidence: Evidence, claim: Claim) -> float:
    """The weight of failing this test: full for a single contender, little if none of many satisfies it.

    A guess that other candidates satisfy is another reading of the task; one that none satisfies is most likely a
    slip of its author's. Claims of the specification or an oracle count in full.
    """
    if claim.tier is not Tier.GUESS:
        return 1.0
    heard = [(who.copies, holds) for who, holds in zip(evidence.contenders, claim.holds, strict=True)]
    satisfied = sum(copies for copies, holds in heard if holds)
    return (satisfied + 1) / sum(copies for copies, holds in heard if holds is not None)


def log_odds_alone(constants: Calibration) -> float:
    """The score of a single program that passes as many examples as count, if nothing else is known about it."""
    return (
        constants.base
        + constants.agreement * _log_odds((1 + 0.5) / (1 + 4))
        + constants.user_passed * constants.user_most
    )


def alike_rows(evidence: Evidence, row: int) -> list[int]:
    """Return the contenders that did the same as this one on every input both were tried on."""
    return [
        other
        for other in range(len(evidence.contenders))
        if all(_agree(column.cells[row], column.cells[other]) for column in evidence.columns)
    ]


def _agree(one: int | None, other: int | None) -> bool:
    return one is None or other is None or one == other


def _untried(evidence: Evidence, row: int, enough: int) -> float:
    """1 where the contender met no generated input, 0 where it met enough of them."""
    met = sum(column.generated and column.cells[row] is not None for column in evidence.columns)
    return max(0.0, 1 - met / enough)


def _log_odds(chance: float) -> float:
    return log(chance / (1 - chance))


def _spread(weighed: Posterior, leader: int, sure: float) -> list[float]:
    """The probability of each class, when the leader taken by itself would be right with `sure`.

    The more other classes there are, the less of the rest is left for none. No two classes can both be right, so a
    rival that does as well keeps the leader below one half. Between the others the posterior's odds count by their
    root, for the same reason that the leader is calibrated: the posterior is too sure of itself.
    """
    own = next(w for cls, w in zip(weighed.classes, weighed.weights, strict=True) if leader in cls.members)
    others = [0.0 if leader in cls.members else w for cls, w in zip(weighed.classes, weighed.weights, strict=True)]
    some = 1 - (1 - sure) / len(others)
    first = beside_rivals(sure, lead(weighed, leader), len(others))
    odds = [sqrt(weight / own) for weight in others]
    left = (some - first) / max(sum(odds), 1e-300)
    return [
        first if leader in cls.members else min(left, first) * odd
        for cls, odd in zip(weighed.classes, odds, strict=True)
    ]


def lead(weighed: Posterior, leader: int) -> float:
    """Return the leader's share of what the posterior gives to its class and to the strongest rival."""
    pairs = list(zip(weighed.classes, weighed.weights, strict=True))
    own = next(weight for cls, weight in pairs if leader in cls.members)
    return own / (own + max(0.0 if leader in cls.members else weight for cls, weight in pairs))


def beside_rivals(sure: float, share: float, classes: int) -> float:
    """Return the confidence in the leader's class, `sure` by itself, beside a rival that leaves it this share."""
    return min(sure, (1 - (1 - sure) / classes) * share)


def _right(claim: Claim, held: Sequence[float | None], chances: Sequence[float], none: float, priors: Priors) -> float:
    """The probability that the claim is right: that of all classes that satisfy it, and its share of none.

    `held` has the share of each class that satisfies the claim.
    """
    mean = priors.mean(claim.tier)
    total = sum(chance * (mean if share is None else share) for chance, share in zip(chances, held, strict=True))
    # If no contender is right, a wrong class satisfies a right test half the time and a wrong test seldom.
    shares = [share for share in held if share is not None]
    odds = log(mean / (1 - mean)) + sum(share * log(5.0) + (1 - share) * log(0.5 / 0.9) for share in shares)
    return min(1.0, total + none / (1 + exp(-max(-50.0, min(50.0, odds)))))


def _held(claim: Claim, cls: BehaviourClass, weights: Sequence[float]) -> float | None:
    """Return the share of the class that satisfies the claim; None if none of it was tried.

    A class is alike on the claims that were heard. On a disputed one its members may differ.
    """
    tried = [row for row in cls.members if claim.holds[row] is not None]
    if not tried:
        return None
    held = sum(weights[row] for row in tried if claim.holds[row])
    return held / sum(weights[row] for row in tried)
