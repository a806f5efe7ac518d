"""Who is wrong, and how sure that is."""

from __future__ import annotations

from enum import StrEnum

from specwright.core.value import Value


class Blame(StrEnum):
    CODE = "code"
    TEST = "test"
    BOTH = "both"
    SPEC = "spec"
    UNDECIDED = "undecided"


class Ruling(Value):
    """The verdict on one failing pair of candidate and test."""

    candidate_id: str
    case_id: str
    blame: Blame
    probability: float
    """Of the blame named; for UNDECIDED, of the likeliest side."""
    evidence: str
    """In words: what speaks for it."""


class Decision(StrEnum):
    ACCEPT = "accept"
    GO_ON = "go on"
    ABSTAIN = "abstain"


class Cluster(Value):
    """Candidates that behaved alike on every written input and every input of a test."""

    candidates: tuple[str, ...]
    copies: int
    """How many independently produced programs that is."""
    probability: float
    """That their behaviour is the right one."""


class Acceptance(Value):
    """The rule that an acceptance rests on, its promise, and the tasks that it is for."""

    rule: str
    """Its name in `judge/rules.py`."""
    population: str
    """The tasks that the promise is about; others may differ."""
    above: float
    """The confidence that the rule asks for."""
    met: bool
    """Whether the chosen candidate meets the rule."""
    promise: str
    """The measured figures of the rule, in words."""


class Verdict(Value):
    """What the judge makes of a matrix of outcomes."""

    chosen: str | None
    """The candidate to keep, if there is any."""
    confidence: float
    """The probability that the chosen candidate is right."""
    decision: Decision
    candidates: dict[str, float]
    """For each candidate the probability that it is right."""
    tests: dict[str, float]
    """For each test the probability that it is right."""
    rulings: tuple[Ruling, ...]
    """One for each failing pair of the chosen candidate, and for each test held to be wrong."""
    reasons: tuple[str, ...] = ()
    """Why this decision, in words."""
    clusters: tuple[Cluster, ...] = ()
    """The likeliest first."""
    none_right: float = 0.0
    """The probability that no candidate is right."""
    acceptance: Acceptance | None = None
    """The rule that decided; None in records of judges before version 2."""
    judge: int = 1
    """The version of the judge, see `JUDGE_VERSION`."""
