"""The probability of each behaviour class being the right one, and of none of them being so.

Exactly one of these is true: class 1 is right, class 2 is right, ..., or no contender is right. Each is scored by how
well it explains the candidates that were written, the tests that were written, and the plurality on each input.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, lgamma, log
from typing import Final

from specwright.judge.evidence import Evidence
from specwright.judge.priors import DEFAULT, Priors
from specwright.judge.ranking.behaviour import BehaviourClass, classes, meets_user
from specwright.judge.ranking.votes import Votes, log_beta, log_sum

_LEAST: Final = 1e-300
"""Nothing is impossible, and ratios stay defined."""


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
    votes = Votes(evidence, priors)
    gathered = crowd(found, priors)
    scores = [
        priors.candidate_trust * gathered[at]
        - priors.emptiness * cls.emptiness**2
        - priors.stateful * cls.stateful
        + cls.deviation
        + votes.if_right(cls.members[0])
        for at, cls in enumerate(found)
    ]
    scores = _user_first(scores, [meets_user(evidence, cls.members[0]) for cls in found], priors)
    scores.append(priors.candidate_trust * gathered[-1] + votes.if_none_is())
    total = log_sum(scores)
    weights = [max(exp(score - total), _LEAST) for score in scores]
    return Posterior(classes=found, weights=tuple(weights[:-1]), none=weights[-1])


def _user_first(scores: list[float], meets: list[bool], priors: Priors) -> list[float]:
    """Return the scores with every class that fails the user behind the best class that does not.

    A class that fails a claim of the user can be right only if the claim is wrong. So if some class passes all of the
    user's claims, the best of the others has at most the odds of a wrong claim against it. If none does, nothing
    changes.
    """
    met = [score for score, meets_all in zip(scores, meets, strict=True) if meets_all]
    failed = [score for score, meets_all in zip(scores, meets, strict=True) if not meets_all]
    if not met or not failed:
        return scores
    most = max(met) + log((1 - priors.user_right) / priors.user_right)
    off = max(0.0, max(failed) - most)
    return [score if meets_all else score - off for score, meets_all in zip(scores, meets, strict=True)]


def crowd(found: tuple[BehaviourClass, ...], priors: Priors) -> list[float]:
    """For each class, and last for none: how likely it is that the candidates fall into just these classes.

    The right ones are a Beta-distributed share of all; the wrong ones gather by a Chinese restaurant process.
    """
    first, second = priors.right
    alpha = priors.diversity
    everyone = sum(cls.witnesses for cls in found)
    tables = sum(lgamma(cls.witnesses) for cls in found) + len(found) * log(alpha)
    scores = []
    for cls in found:
        wrong = everyone - cls.witnesses
        others = tables - lgamma(cls.witnesses) - log(alpha) - lgamma(alpha + wrong)
        scores.append(log_beta(first + cls.witnesses, second + wrong) + others)
    return [*scores, log_beta(first, second + everyone) + tables - lgamma(alpha + everyone)]
