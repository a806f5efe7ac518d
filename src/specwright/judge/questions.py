"""Which input to ask the person who knows about: the one whose answer decides most, small enough for the head."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log2
from typing import Final

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.evidence.ruling import Verdict
from specwright.core.program.data import Data
from specwright.core.value import canonical, digest
from specwright.core.work.question import Choice, UserQuestion
from specwright.core.work.testcase import Expectation, Raises, Returns
from specwright.judge.richness import bits

LEAST_ENTROPY: Final = 0.15
"""Bits. An input that tells less than this apart is not worth a question; a confirming one may be."""
LARGE: Final = 40
"""Characters of an input that halve what its answer is worth: a person works it out in the head."""
MOST_CHOICES: Final = 5
_ANSWERS: Final = (Ending.RETURNED, Ending.RAISED)

Tried = tuple[Mapping[str, Data], Mapping[str, Outcome]]
"""An input, and what each candidate did on it."""


def next_question(
    function: str, tried: Sequence[Tried], verdict: Verdict, asked: Iterable[Mapping[str, Data]]
) -> UserQuestion | None:
    """Return the best question about these inputs; None if none is worth asking.

    Inputs in `asked` have an answer already. If no input parts the candidates, the question asks to confirm the answer
    that is hardest to get right by chance: where all agree, only the user can object.
    """
    known = {digest(dict(inputs)) for inputs in asked}
    fresh = [(inputs, outcomes) for inputs, outcomes in tried if digest(dict(inputs)) not in known]
    weights = _weights(verdict)
    parting = [(worth, inputs, choices) for inputs, outcomes in fresh for worth, choices in [_worth(outcomes, weights)]]
    best = max(parting, key=lambda found: (found[0] / _effort(found[1]), canonical(dict(found[1]))), default=None)
    if best is not None and best[0] >= LEAST_ENTROPY:
        return UserQuestion(function=function, inputs=dict(best[1]), choices=best[2])
    return _confirming(function, fresh, verdict)


def _weights(verdict: Verdict) -> dict[str, float]:
    """The probability of each candidate being the one that is right, those that behave alike sharing theirs."""
    if not verdict.clusters:
        return dict(verdict.candidates)
    return {
        who: cluster.probability / len(cluster.candidates) for cluster in verdict.clusters for who in cluster.candidates
    }


def _worth(outcomes: Mapping[str, Outcome], weights: Mapping[str, float]) -> tuple[float, tuple[Choice, ...]]:
    """The entropy of the right answer over what the candidates did, and the answers, the likeliest first."""
    groups: dict[str, list[str]] = {}
    for who, outcome in sorted(outcomes.items()):
        if outcome.ending in _ANSWERS and who in weights:
            groups.setdefault(_answer_key(outcome), []).append(who)
    total = sum(weights[who] for group in groups.values() for who in group)
    if len(groups) < 2 or total <= 0:
        return 0.0, ()
    choices = [
        Choice(
            expected=_expectation(outcomes[group[0]]),
            candidates=tuple(group),
            probability=sum(weights[who] for who in group) / total,
        )
        for group in groups.values()
    ]
    ranked = sorted(choices, key=lambda choice: (-choice.probability, choice.candidates))[:MOST_CHOICES]
    entropy = -sum(choice.probability * log2(choice.probability) for choice in ranked if choice.probability > 0)
    return entropy, tuple(ranked)


def _answer_key(outcome: Outcome) -> str:
    """Errors of every kind are one answer: a person says that it is an error."""
    return "raises" if outcome.ending is Ending.RAISED else canonical(outcome.value)


def _expectation(outcome: Outcome) -> Expectation:
    return Raises() if outcome.ending is Ending.RAISED else Returns(value=outcome.value)


def _effort(inputs: Mapping[str, Data]) -> float:
    return 1.0 + (len(canonical(dict(inputs))) / LARGE) ** 2


def _confirming(function: str, fresh: Sequence[Tried], verdict: Verdict) -> UserQuestion | None:
    chosen = verdict.chosen
    if chosen is None:
        return None
    answers = [
        (inputs, outcomes[chosen].value)
        for inputs, outcomes in fresh
        if chosen in outcomes and outcomes[chosen].ending is Ending.RETURNED
    ]
    best = max(answers, key=lambda found: (bits(found[1]) / _effort(found[0]), canonical(dict(found[0]))), default=None)
    if best is None:
        return None
    choice = Choice(expected=Returns(value=best[1]), candidates=(chosen,), probability=verdict.confidence)
    return UserQuestion(function=function, inputs=dict(best[0]), choices=(choice,))
