"""The verdict: which candidate to keep, which tests to doubt, who is to blame for a failure, and how sure that is."""

from __future__ import annotations

from specwright.core.evidence.ruling import Acceptance, Blame, Cluster, Decision, Ruling, Verdict
from specwright.judge.blame import Findings, contradictions, rule
from specwright.judge.calibration import calibrate
from specwright.judge.evidence import Evidence
from specwright.judge.priors import DEFAULT, JUDGE_VERSION, Priors
from specwright.judge.ranking.behaviour import telling
from specwright.judge.ranking.posterior import posterior
from specwright.judge.words import reasons


def judge(evidence: Evidence, priors: Priors = DEFAULT, *, accept_above: float | None = None) -> Verdict:
    """Weigh the evidence. Never raise on evidence that could be built; return ABSTAIN without any evidence.

    The choice between equals falls on the candidate named first in the order of their ids, so that the order in which
    the evidence was gathered never matters. `accept_above` raises the confidence that the rule of acceptance asks for.
    Raises ValueError if it is no probability.
    """
    if accept_above is not None and not 0.0 < accept_above < 1.0:
        raise ValueError(f"accept_above is a probability between 0 and 1, not {accept_above}")
    found = findings(evidence, priors)
    chosen = found.leader
    confidence = found.candidates[chosen] if chosen is not None else 0.0
    acceptance = None if chosen is None else found.acceptance(chosen, accept_above)
    decision = _decide(found, acceptance)
    return Verdict(
        chosen=None if chosen is None else evidence.contenders[chosen].id,
        confidence=confidence,
        decision=decision,
        candidates={who.id: found.candidates[row] for row, who in enumerate(evidence.contenders)},
        tests={claim.id: found.tests[at] for at, claim in enumerate(evidence.claims)},
        rulings=rulings(found, chosen),
        reasons=reasons(found, chosen, decision, acceptance),
        clusters=_clusters(found),
        none_right=found.none,
        acceptance=acceptance,
        judge=JUDGE_VERSION,
    )


def findings(evidence: Evidence, priors: Priors = DEFAULT) -> Findings:
    """The probabilities behind a verdict, for callers that rule on pairs of their own choice."""
    disputed = contradictions(evidence)
    kept = tuple(claim for at, claim in enumerate(evidence.claims) if at not in disputed)
    heard = telling(evidence.model_copy(update={"claims": kept}))
    weighed = posterior(heard, priors)
    return Findings(evidence, heard, weighed, calibrate(evidence, heard, weighed, priors), disputed)


def _decide(found: Findings, acceptance: Acceptance | None) -> Decision:
    if acceptance is None or found.disputed or not found.evidence.columns:
        return Decision.ABSTAIN
    return Decision.ACCEPT if acceptance.met else Decision.GO_ON


def rulings(found: Findings, chosen: int | None) -> tuple[Ruling, ...]:
    """One for each test that the chosen contender fails, and for each that is ruled wrong."""
    if chosen is None:
        return ()
    ids = [who.id for who in found.evidence.contenders]
    made = []
    for at, claim in enumerate(found.evidence.claims):
        failing = [row for row, holds in enumerate(claim.holds) if holds is False]
        if chosen in failing:
            made.append(rule(found, chosen, at))
        elif failing and found.tests[at] < 0.5:
            ruling = rule(found, min(failing, key=lambda row: (-round(found.candidates[row], 9), ids[row])), at)
            if ruling.blame is not Blame.CODE:
                made.append(ruling)
    return tuple(made)


def _clusters(found: Findings) -> tuple[Cluster, ...]:
    ids = [who.id for who in found.evidence.contenders]
    listed = [
        Cluster(candidates=tuple(sorted(ids[row] for row in cls.members)), copies=cls.copies, probability=weight)
        for cls, weight in zip(found.posterior.classes, found.classes, strict=True)
    ]
    return tuple(sorted(listed, key=lambda cluster: (-round(cluster.probability, 12), cluster.candidates)))
