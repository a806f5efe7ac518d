"""Every constant of the judge, with its meaning. `docs/judge.md` explains how each was set."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field, field_validator

from specwright.core.value import Value
from specwright.core.work.testcase import Tier

Positive = Annotated[float, Field(gt=0.0, allow_inf_nan=False)]
Share = Annotated[float, Field(gt=0.0, lt=1.0)]
Weight = Annotated[float, Field(ge=0.0, allow_inf_nan=False)]

JUDGE_VERSION: Final = 6
"""Raised whenever the same evidence may lead to another decision (`docs/judge.md` lists the versions)."""

ACCEPT_ABOVE: Final = 0.96
"""On a task with user examples, a result is accepted only above this confidence (`rules.py`)."""

WORTH_ANOTHER_ROUND: Final = 0.02
"""A round is not worth its cost when it can be expected to raise the probability by less than this."""

BLAME_ABOVE: Final = 0.6
"""A side is blamed only above this probability; below it the pair stays undecided."""


class Calibration(Value):
    """The confidence in the leader: a ceiling times a logistic function of counts; see `calibration.confidence`."""

    base: float = 1.55
    agreement: Weight = 0.95
    """Per log-odds of the share of candidates that do exactly the same on every input, generated ones included."""
    unprobed: Weight = 0.75
    """Off for agreement that was never tried on generated inputs; in proportion up to `probes_enough` of them."""
    probes_enough: Annotated[int, Field(ge=1)] = 8
    tests: Weight = 0.95
    """Per log-odds of the tests satisfied; a failed guess counts by the share of candidates that satisfy it."""
    tests_most: Annotated[int, Field(ge=1)] = 12
    """No more satisfied tests than this count: many tests by one author err alike."""
    emptiness: Weight = 1.5
    """For a candidate that returns nothing on every input; in proportion for fewer."""
    user_passed: Weight = 0.45
    """For each example of the user that holds, as far as they are counted."""
    user_most: int = 3
    user_failed: Weight = 3.5
    """Once, if an example of the user does not hold."""
    stateful: Weight = 3.0
    """For a candidate that keeps state between calls although the task asks for none."""
    trivial: Weight = 2.0
    """For a candidate that did nothing a trivial program would not do: a constant, or one of its arguments."""
    misread: Share = 0.01
    """The chance that every candidate and test misreads a task whose user examples the leader satisfies."""
    misread_unseen: Share = 0.035
    """The same without any user example, if candidates of several models agree."""
    misread_alone: Share = 0.06
    """The same without any user example, if all candidates that agree come from one model."""


class Priors(Value):
    """The beliefs before any evidence, and how far dependent evidence is trusted."""

    right: tuple[Positive, Positive] = (1.0, 1.0)
    """Beta prior of the share of candidates that are right."""
    diversity: Annotated[float, Field(ge=1.0, allow_inf_nan=False)] = 5.0
    """How readily wrong programs are wrong in new ways (concentration of a Chinese restaurant process).

    Not below 1, or agreement among many could count against them.
    """
    candidate_trust: Share = 0.5
    """The weight of agreement among candidates: they come from few models and share misunderstandings."""
    valid: dict[Tier, tuple[Positive, Positive]] = Field(
        default_factory=lambda: {Tier.SPEC: (18.0, 2.0), Tier.ORACLE: (4.0, 1.0), Tier.GUESS: (2.0, 1.0)}
    )
    """Beta prior, for each tier, of the share of its tests that are right."""
    user_right: Share = 0.98
    """The probability that one example given by the user is right."""
    test_kinship: Share = 0.2
    """How alike the errors of tests of one tier are: all of them together count as at most 1 / kinship tests."""
    few: Weight = 2.0
    """So many more witnesses are imagined on every side: two against one is hardly a plurality, fifty to one is."""
    asked_weight: Weight = 4.0
    """The weight of siding with the plurality on inputs that were written for the task."""
    probe_weight: Weight = 3.0
    """The weight of siding with the plurality on generated inputs."""
    emptiness: Weight = 30.0
    """How strongly a program is disbelieved that returns nothing where no test wants nothing."""
    stateful: Weight = 3.0
    """How strongly a program is disbelieved that keeps state between calls although the task asks for none."""
    unseen_truth: Share = 0.5
    """If no candidate is right, the chance that a right test still agrees with one of them."""
    apart_asked: Weight = 0.4
    """How fast the chance of being right as well falls, for each written input on which a program differs from one
    that is right. Not so fast that nothing is left after one: tasks leave corners open."""
    apart_probed: Weight = 0.3
    """The same for generated inputs, if it differs on all of them; in proportion for fewer."""
    apart_tested: Weight = 2.0
    """The same, on top, for each test that it fails and the other satisfies."""
    calibration: Calibration = Calibration()

    def mean(self, tier: Tier) -> float:
        """The share of a tier's tests that are right, before any evidence."""
        if tier is Tier.USER:
            return self.user_right
        first, second = self.valid[tier]
        return first / (first + second)

    @field_validator("valid")
    @classmethod
    def _every_tier_has_a_prior(cls, valid: dict[Tier, tuple[float, float]]) -> dict[Tier, tuple[float, float]]:
        missing = [tier.value for tier in Tier if tier is not Tier.USER and tier not in valid]
        if missing:
            raise ValueError(f"no prior for the tier {missing[0]}")
        return valid


DEFAULT: Final = Priors()
