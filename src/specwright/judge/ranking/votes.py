"""How well a hypothesis explains the tests."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import exp, lgamma, log
from typing import Final

from specwright.core.work.testcase import Tier
from specwright.judge.evidence import Claim, Evidence
from specwright.judge.priors import Priors

_LOG2: Final = log(2.0)
_RATES: Final = tuple((step + 0.5) / 10 for step in range(10))


@dataclass(frozen=True)
class _Vote:
    claim: Claim
    weight: float
    """What this claim counts as, given how many of its kind there are."""

    @property
    def surprise(self) -> float:
        """The cost of the claim saying just this although it is wrong."""
        return self.claim.bits * _LOG2


@dataclass(frozen=True)
class _Answers:
    """The claims about one input, and what its right answer may be."""

    votes: list[tuple[Tier, _Vote]]
    chances: dict[str, float]
    """Of each answer that is claimed."""
    other: float
    """The chance of an answer that no claim names."""
    scale: float


class Votes:
    """The claims of some evidence, ready to be held against one hypothesis after the other."""

    def __init__(self, evidence: Evidence, priors: Priors) -> None:
        self._priors = priors
        self._evidence = evidence
        self._tiers: dict[Tier, list[_Vote]] = {}
        for tier in Tier:
            claims = [claim for claim in evidence.claims if claim.tier is tier]
            everything = sum(claim.copies for claim in claims)
            # The user's examples are few and chosen with care: they are not kin.
            kinship = 0.0 if tier is Tier.USER else priors.test_kinship
            scale = 1 / (1 + max(0, everything - 1) * kinship)
            self._tiers[tier] = [_Vote(claim, claim.copies * scale) for claim in claims]

    def if_right(self, row: int) -> float:
        """The log-likelihood of the claims if this contender does everything right."""
        score = 0.0
        for tier, votes in self._tiers.items():
            good = bad = surprise = 0.0
            for vote in votes:
                if vote.claim.holds[row]:
                    good += vote.weight
                elif vote.claim.holds[row] is False:
                    bad += vote.weight
                    surprise += vote.weight * vote.surprise
            score += self._rate(tier, good, bad) - surprise
        return score

    def _rate(self, tier: Tier, good: float, bad: float) -> float:
        """The log-likelihood of these counts of right and wrong claims if the share of right ones is unknown."""
        if tier is Tier.USER:
            return good * log(self._priors.user_right) + bad * log(1 - self._priors.user_right)
        first, second = self._priors.valid[tier]
        return log_beta(first + good, second + bad) - log_beta(first, second)

    def if_none_is(self) -> float:
        """The log-likelihood of the claims if the right behaviour is that of no contender."""
        by_column: dict[int, list[tuple[Tier, _Vote]]] = defaultdict(list)
        for tier, votes in self._tiers.items():
            for vote in votes:
                by_column[vote.claim.column].append((tier, vote))
        first, second = self._priors.valid[Tier.GUESS]
        prior = [(first - 1) * log(rate) + (second - 1) * log(1 - rate) for rate in _RATES]
        columns = [self._column(at, votes) for at, votes in by_column.items()]
        likelihood = [
            before + sum(self._explained(column, rate) for column in columns)
            for rate, before in zip(_RATES, prior, strict=True)
        ]
        return log_sum(likelihood) - log_sum(prior)

    def _column(self, at: int, votes: list[tuple[Tier, _Vote]]) -> _Answers:
        """Return the claims about one input with the chances of its answers."""
        seen = max(1, sum(not behaviour.empty for behaviour in self._evidence.columns[at].behaviours))
        answers: dict[str, float] = {}
        for _, vote in votes:
            shown = any(vote.claim.holds)
            unseen = (1 - self._priors.unseen_truth) * 2.0**-vote.claim.bits
            chance = self._priors.unseen_truth / seen if shown else unseen
            answers[vote.claim.expected] = max(chance, answers.get(vote.claim.expected, 0.0))
        total = sum(answers.values())
        options = {name: chance / max(1.0, total) for name, chance in answers.items()}
        scale = sum(vote.weight for _, vote in votes) / sum(vote.claim.copies for _, vote in votes)
        return _Answers(votes=votes, chances=options, other=1 - sum(options.values()), scale=scale)

    def _explained(self, column: _Answers, rate: float) -> float:
        """Return the log-likelihood of the claims about one input, if this share of guesses is right."""
        explained = [
            log(chance) + sum(self._one(tier, vote, vote.claim.expected == answer, rate) for tier, vote in column.votes)
            for answer, chance in column.chances.items()
        ]
        if column.other > 0:
            explained.append(log(column.other) + sum(self._one(tier, vote, False, rate) for tier, vote in column.votes))
        return column.scale * log_sum(explained)

    def _one(self, tier: Tier, vote: _Vote, right: bool, rate: float) -> float:
        chance = rate if tier is Tier.GUESS else self._priors.mean(tier)
        return vote.claim.copies * (log(chance) if right else log(1 - chance) - vote.surprise)


def log_beta(first: float, second: float) -> float:
    return lgamma(first) + lgamma(second) - lgamma(first + second)


def log_sum(values: list[float]) -> float:
    """log(sum(exp(values))) without overflow."""
    largest = max(values)
    return largest + log(sum(exp(value - largest) for value in values))
