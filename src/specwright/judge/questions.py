"""Which input to ask the person who knows about: the one whose answer decides most, small enough for the head."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log2
from typing import Final, NamedTuple

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.evidence.ruling import Verdict
from specwright.core.program.data import Data, untag
from specwright.core.program.equality import equal
from specwright.core.value import canonical, digest
from specwright.core.work.question import ANSWERED, Choice, UserQuestion
from specwright.core.work.testcase import Expectation, Raises, Returns, TestCase
from specwright.judge.ranking.richness import MOST_BITS, bits

LARGE: Final = 60
"""Characters of an input that halve what its answer is worth: a person works it out in the head."""
OBJECTION: Final = 0.3
"""The value in bits of the richest answer if all agree: only the user can object, and rarely by chance."""
MADE_UP: Final = 0.5
"""The part of its value that a generated input keeps: it may be outside the function's domain."""
STRANGE: Final = 0.2
"""The part of its value that an input keeps if an argument has another kind than those written for this task."""
COPIED: Final = 0.4
"""The part of its richness that an answer keeps which is a copy of an argument."""
SAID: Final = 0.5
"""The same for an answer that the user gave before for another input."""
MOSTLY_ERRORS: Final = 0.3
"""What parting is worth where most candidates fail: such an input is likely outside of what the function is for."""
NEARLY_ALL: Final = 0.9
PLAIN: Final = 40
"""An input is plain if candidates with this share of the probability agree on it; so is one of this many characters."""
TRIVIAL: Final = 0.1
"""The part that a plain input keeps if its answer is nothing or a copy of an argument: it confirms little."""
LEAST: Final = 0.05
"""A question is not asked if it is worth less than this."""
MOST_CHOICES: Final = 5
_ANSWERS: Final = (Ending.RETURNED, Ending.RAISED)


class Tried(NamedTuple):
    """An input, and what each candidate did on it."""

    inputs: Mapping[str, Data]
    outcomes: Mapping[str, Outcome]
    written: bool = False
    """Whether it was written for this task."""


def next_question(
    function: str,
    tried: Sequence[Tried],
    verdict: Verdict,
    *,
    answered: Sequence[TestCase] = (),
    asked: Iterable[Mapping[str, Data]] = (),
    open_inputs: Iterable[Mapping[str, Data]] = (),
) -> UserQuestion | None:
    """Return the best question about these inputs; None if none is worth asking.

    The best input splits the candidates by their probability or, if all agree, has an answer that is hard to get
    right by chance: only the user can object then. A user who gave no example is asked about a plain input next, since
    those on which programs part are odd. The inputs of `answered`, the user's tests, and of `asked` have had
    their turn. `open_inputs` show what the words of the problem leave open, and go first.
    """
    known = {digest(dict(inputs)) for inputs in (*asked, *(case.inputs for case in answered))}
    said = {canonical(case.expected.value) for case in answered if isinstance(case.expected, Returns)}
    fresh = [one for one in tried if digest(dict(one.inputs)) not in known]
    telling = {digest(dict(inputs)) for inputs in open_inputs}
    weights = _weights(verdict)
    shown = [one for one in fresh if digest(dict(one.inputs)) in telling]
    if not shown and [case.source for case in answered] == [ANSWERED]:
        plain = _plainest(fresh, weights, verdict.chosen)
        fresh = [plain] if plain else fresh
    kinds = _kinds(tried)
    worth = [
        (_worth(one, weights, verdict.chosen, said) * (STRANGE if _is_strange(one, kinds) else 1.0), one)
        for one in shown or fresh
    ]
    best = max(worth, key=lambda found: (found[0], canonical(dict(found[1].inputs))), default=None)
    if not answered and best is not None and not shown and len(_groups(best[1].outcomes, weights)) < 2:
        # All agree and nobody who knows has confirmed anything: one answer does, so it is worth asking in any case.
        plain = _plainest(fresh, weights, verdict.chosen)
        best = (max(LEAST, best[0]), plain) if plain else best
    if best is None or (best[0] < LEAST and not shown):
        return None
    return question_about(function, best[1], verdict)


def question_about(function: str, tried: Tried, verdict: Verdict, about: tuple[str, ...] = ()) -> UserQuestion | None:
    """Return the question about this input, with the requirements that it is about; None if no candidate answers."""
    choices = _choices(tried.outcomes, _weights(verdict))
    return UserQuestion(function=function, inputs=dict(tried.inputs), choices=choices, about=about) if choices else None


def _weights(verdict: Verdict) -> dict[str, float]:
    """The probability of each candidate being the one that is right, those that behave alike sharing theirs."""
    if not verdict.clusters:
        return dict(verdict.candidates)
    shares: dict[str, float] = {}
    for cluster in verdict.clusters:
        total = sum(verdict.candidates.get(who, 0.0) for who in cluster.candidates)
        for who in cluster.candidates:
            share = verdict.candidates.get(who, 0.0) / total if total > 0 else 1 / len(cluster.candidates)
            shares[who] = cluster.probability * share
    return shares


def _worth(tried: Tried, weights: Mapping[str, float], chosen: str | None, said: set[str]) -> float:
    """The information in an answer, in bits: between the candidates, and against all of them."""
    groups = _groups(tried.outcomes, weights)
    total = sum(groups.values())
    if total <= 0 or chosen is None or chosen not in tried.outcomes:
        return 0.0
    parting = -sum(weight * log2(weight / total) for weight in groups.values() if weight > 0)
    if groups.get(_ERROR, 0.0) > total / 2:
        parting *= MOSTLY_ERRORS
    objection = OBJECTION * _richness(tried.inputs, tried.outcomes[chosen], said)
    return (parting + objection) / _effort(tried.inputs) * (1.0 if tried.written else MADE_UP)


def _kinds(tried: Sequence[Tried]) -> dict[str, set[str]]:
    """The kinds of values that were written for each parameter."""
    kinds: dict[str, set[str]] = {}
    for one in tried:
        for name, value in one.inputs.items() if one.written else ():
            kinds.setdefault(name, set()).add(_kind(value))
    return kinds


def _is_strange(one: Tried, kinds: Mapping[str, set[str]]) -> bool:
    return any(value != [] and name in kinds and _kind(value) not in kinds[name] for name, value in one.inputs.items())


def _kind(value: Data) -> str:
    """Return `number`, `str`, the tag of other data, or `list` with the kinds of its items."""
    if isinstance(value, dict):
        return untag(value)[0]
    if isinstance(value, list):
        return f"list of {', '.join(sorted({_kind(item) for item in value}))}"
    return "number" if isinstance(value, int | float) and not isinstance(value, bool) else type(value).__name__


def _plainest(tried: Sequence[Tried], weights: Mapping[str, float], chosen: str | None) -> Tried | None:
    """Return the input with the richest answer of those on which nearly all agree; None if there is none."""

    def rank(one: Tried) -> float:
        groups = _groups(one.outcomes, weights)
        outcome = one.outcomes.get(chosen or "")
        if outcome is None or groups.get(_answer_key(outcome), 0.0) <= NEARLY_ALL * sum(groups.values()):
            return 0.0
        size = len(canonical(dict(one.inputs)))
        worth = _richness(one.inputs, outcome, set()) + 0.1 * min(1.0, size / PLAIN)
        if _is_trivial(one.inputs, outcome):
            worth *= TRIVIAL
        return worth / _effort(one.inputs) * (1.0 if one.written else MADE_UP)

    best = max(tried, key=lambda one: (rank(one), canonical(dict(one.inputs))), default=None)
    return best if best is not None and rank(best) > 0 else None


def _is_trivial(inputs: Mapping[str, Data], outcome: Outcome) -> bool:
    """Return whether the answer is empty, zero or an argument."""
    value = outcome.value
    empty = value is None or value in ("", []) or (value == 0 and not isinstance(value, bool))
    return empty or any(equal(value, given) for given in inputs.values())


def _effort(inputs: Mapping[str, Data]) -> float:
    return 1.0 + (len(canonical(dict(inputs))) / LARGE) ** 2


def _richness(inputs: Mapping[str, Data], outcome: Outcome, said: set[str]) -> float:
    """How hard the answer is to get right by chance, from 0 to 1."""
    if outcome.ending is not Ending.RETURNED:
        return 0.0
    rich = bits(outcome.value) / MOST_BITS
    if any(equal(outcome.value, value) for value in inputs.values()):
        rich *= COPIED
    return rich * SAID if canonical(outcome.value) in said else rich


_ERROR: Final = "raises"


def _groups(outcomes: Mapping[str, Outcome], weights: Mapping[str, float]) -> dict[str, float]:
    """The weight of each answer. Errors of every kind are one answer: a person answers that it is an error."""
    groups: dict[str, float] = {}
    for who, outcome in sorted(outcomes.items()):
        if outcome.ending in _ANSWERS and who in weights:
            key = _answer_key(outcome)
            groups[key] = groups.get(key, 0.0) + weights[who]
    return groups


def _choices(outcomes: Mapping[str, Outcome], weights: Mapping[str, float]) -> tuple[Choice, ...]:
    """The answers of the candidates, the likeliest first."""
    groups = _groups(outcomes, weights)
    total = sum(groups.values())
    members: dict[str, list[str]] = {key: [] for key in groups}
    for who, outcome in sorted(outcomes.items()):
        if outcome.ending in _ANSWERS and who in weights:
            members[_answer_key(outcome)].append(who)
    choices = [
        Choice(
            expected=_expectation(outcomes[members[key][0]]),
            candidates=tuple(members[key]),
            probability=weight / total,
        )
        for key, weight in groups.items()
    ]
    return tuple(sorted(choices, key=lambda choice: (-choice.probability, choice.candidates))[:MOST_CHOICES])


def _answer_key(outcome: Outcome) -> str:
    return _ERROR if outcome.ending is Ending.RAISED else canonical(outcome.value)


def _expectation(outcome: Outcome) -> Expectation:
    return Raises() if outcome.ending is Ending.RAISED else Returns(value=outcome.value)
