"""The probability of each behaviour class being the right one, and of none of them being so.

Exactly one of these is true: class 1 is right, class 2 is right, ..., or no contender is right. Each is scored by how
well it explains the candidates that were written, the tests that were written, and the plurality on each input.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, lgamma, log
from typing import Final

from specwright.core.testcase import Tier
from specwright.judge.behaviour import BehaviourClass, classes
from specwright.judge.evidence import Claim, Evidence
from specwright.judge.priors import DEFAULT, Priors

_LOG2: Final = log(2.0)
_GRID: Final = tuple((step + 0.5) / 10 for step in range(10))


@dataclass(frozen=True)
class Posterior:
    """`weights[k]` is the probability that class k is the right one; `none` that no contender is right."""

    classes: tuple[BehaviourClass, ...]
    weights: tuple[float, ...]
    none: float


def posterior(evidence: Evidence, priors: Priors = DEFAULT) -> Posterior:
    """Weigh all classes of the evidence. With no contenders, nothing is right with certainty."""
    found = classes(evidence, priors)
    if not found:
        return Posterior(classes=(), weights=(), none=1.0)
    votes = _Votes(evidence, priors)
    crowd = _crowd(found, priors)
    scores = [
        priors.candidate_trust * crowd[at]
        - priors.emptiness * cls.emptiness**2
        + cls.deviation
        + votes.if_right(cls.members[0])
        for at, cls in enumerate(found)
    ]
    scores.append(priors.candidate_trust * crowd[-1] + votes.if_none_is())
    total = log_sum(scores)
    weights = [exp(score - total) for score in scores]
    return Posterior(classes=found, weights=tuple(weights[:-1]), none=weights[-1])


def _crowd(found: tuple[BehaviourClass, ...], priors: Priors) -> list[float]:
    """For each class, and last for none: how likely it is that the candidates fall into just these classes.

    The right ones are a Beta-distributed share of all; the wrong ones gather by a Chinese restaurant process.
    """
    first, second = priors.right
    alpha = priors.diversity
    everyone = sum(cls.copies for cls in found)
    tables = sum(lgamma(cls.copies) for cls in found) + len(found) * log(alpha)
    scores = []
    for cls in found:
        wrong = everyone - cls.copies
        others = tables - lgamma(cls.copies) - log(alpha) - lgamma(alpha + wrong)
        scores.append(log_beta(first + cls.copies, second + wrong) + others)
    return [*scores, log_beta(first, second + everyone) + tables - lgamma(alpha + everyone)]


class _Votes:
    """How well a hypothesis explains what the tests say."""

    def __init__(self, evidence: Evidence, priors: Priors) -> None:
        self._priors = priors
        self._user = [claim for claim in evidence.claims if claim.tier is Tier.USER]
        self._tiers = [
            (tier, [claim for claim in evidence.claims if claim.tier is tier]) for tier in Tier if tier is not Tier.USER
        ]

    def if_right(self, row: int) -> float:
        """The log-likelihood of the tests if this contender does everything right."""
        score = sum(_log_odds_side(self._priors.user_right, claim.holds[row]) for claim in self._user)
        for tier, claims in self._tiers:
            good = bad = surprise = 0.0
            for claim, weight in zip(claims, self._weights(claims), strict=True):
                if claim.holds[row]:
                    good += weight
                elif claim.holds[row] is False:
                    bad += weight
                    surprise += weight * claim.bits * _LOG2
            first, second = self._priors.valid[tier]
            score += log_beta(first + good, second + bad) - log_beta(first, second) - surprise
        return score

    def if_none_is(self) -> float:
        """The log-likelihood of the tests if the right behaviour was shown by no contender."""
        score = len(self._user) * log(self._priors.user_right)
        for tier, claims in self._tiers:
            first, second = self._priors.valid[tier]
            chances = [
                (weight, self._priors.unseen_truth if any(claim.holds) else 2.0**-claim.bits, 2.0**-claim.bits)
                for claim, weight in zip(claims, self._weights(claims), strict=True)
            ]
            prior = [(first - 1) * log(rate) + (second - 1) * log(1 - rate) for rate in _GRID]
            score -= log_sum(prior)
            score += log_sum(
                [
                    before + sum(weight * log(rate * right + (1 - rate) * wrong) for weight, right, wrong in chances)
                    for rate, before in zip(_GRID, prior, strict=True)
                ]
            )
        return score

    def _weights(self, claims: list[Claim]) -> list[float]:
        raw = [claim.copies**0.5 for claim in claims]
        return [weight / (1 + max(0.0, sum(raw) - 1) * self._priors.test_kinship) for weight in raw]


def _log_odds_side(right: float, holds: bool | None) -> float:
    if holds is None:
        return 0.0
    return log(right if holds else 1 - right)


def log_beta(first: float, second: float) -> float:
    return lgamma(first) + lgamma(second) - lgamma(first + second)


def log_sum(values: list[float]) -> float:
    """log(sum(exp(values))) without overflow."""
    largest = max(values)
    return largest + log(sum(exp(value - largest) for value in values))
