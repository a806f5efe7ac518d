"""For one failing pair of candidate and test: whose fault it is, and what speaks for that."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from specwright.core.evidence.ruling import Acceptance, Blame, Ruling
from specwright.core.work.testcase import Tier
from specwright.judge.calibration import Calibrated
from specwright.judge.evidence import Evidence
from specwright.judge.priors import BLAME_ABOVE
from specwright.judge.ranking.posterior import Posterior
from specwright.judge.rules import AcceptanceRule, apply
from specwright.judge.words import pair_in_words


@dataclass(frozen=True)
class Findings:
    """What the judge made of the evidence, before it is put into a verdict."""

    evidence: Evidence
    heard: Evidence
    """The informative part of the evidence."""
    posterior: Posterior
    calibrated: Calibrated
    disputed: frozenset[int]
    """User claims that contradict one another: no program can satisfy them all."""

    @property
    def leader(self) -> int | None:
        return self.calibrated.leader

    @property
    def candidates(self) -> tuple[float, ...]:
        """For each contender the probability that it is right."""
        return self.calibrated.candidates

    @property
    def tests(self) -> tuple[float, ...]:
        """For each claim the probability that it is right."""
        return self.calibrated.tests

    @property
    def classes(self) -> tuple[float, ...]:
        """For each class of the posterior the probability that it is right."""
        return self.calibrated.classes

    @property
    def none(self) -> float:
        return self.calibrated.none

    def acceptance(self, row: int, accept_above: float | None = None, rule: AcceptanceRule | None = None) -> Acceptance:
        """Hold a contender against a rule, by default that of its population."""
        return apply(self.heard, row, self.candidates[row], accept_above, rule)


def contradictions(evidence: Evidence) -> frozenset[int]:
    """The user's claims that contradict each other on one input, if no contender satisfied both."""
    by_column: dict[int, list[int]] = defaultdict(list)
    for at, claim in enumerate(evidence.claims):
        if claim.tier is Tier.USER:
            by_column[claim.column].append(at)
    found: set[int] = set()
    for claims in by_column.values():
        for left in claims:
            for right in claims:
                if left < right and _clash(evidence, left, right):
                    found |= {left, right}
    return frozenset(found)


def _clash(evidence: Evidence, left: int, right: int) -> bool:
    one, other = evidence.claims[left], evidence.claims[right]
    both = any(a and b for a, b in zip(one.holds, other.holds, strict=True))
    return one.expected != other.expected and not both


def rule(found: Findings, row: int, at: int) -> Ruling:
    """The ruling on a pair that failed. Raises ValueError where the pair did not fail."""
    claim = found.evidence.claims[at]
    if claim.holds[row] is not False:
        raise ValueError(f"{found.evidence.contenders[row].id} did not fail {claim.id}: there is nothing to rule on")
    blame, probability = _blame(found, row, at)
    return Ruling(
        candidate_id=found.evidence.contenders[row].id,
        case_id=claim.id,
        blame=blame,
        probability=probability,
        evidence=pair_in_words(found, row, at, blame),
    )


def _blame(found: Findings, row: int, at: int) -> tuple[Blame, float]:
    if at in found.disputed:
        return Blame.SPEC, 1 - (1 - found.tests[at]) * 0.02
    code, test = found.tests[at], found.candidates[row]
    if found.evidence.claims[at].tier is Tier.USER:
        # The user's example is never doubted: if all else speaks against it, the task contradicts itself.
        return (Blame.SPEC, test) if test > BLAME_ABOVE else (Blame.CODE, min(1.0, max(code, 1 - test)))
    both = max(0.0, 1 - code - test)
    side, probability = max(((Blame.CODE, code), (Blame.TEST, test), (Blame.BOTH, both)), key=lambda item: item[1])
    return (side, probability) if probability > BLAME_ABOVE else (Blame.UNDECIDED, probability)
