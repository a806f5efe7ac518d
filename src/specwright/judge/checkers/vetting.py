"""Whether a checker may be used: judged, like everything else, before anything is judged by it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from specwright.core.value import Value

MOST_ACCEPTED: Final = 0.5
"""A checker that accepts a larger share of mutated answers is too lenient."""
MOST_REJECTED: Final = 0.5
"""A checker that rejects the answers of all others on a larger share of the inputs reads the task in its own way."""

SURELY_WRONG: Final = ("changed number", "changed text", "negated", "wrong type")
"""A checker that accepts every answer changed in one of these ways does not look at the values."""
_FEWEST: Final = 3
"""Number of trials of one kind that are informative by themselves."""


class Trial(Value):
    """One answer that the checker was tried on, and its decision."""

    call: str
    """The input and the answer, as a person writes them."""
    said: bool | None
    """None if it raised, did not end, or returned neither True nor False."""
    trusted: bool = False
    """The answer is one of the user's or the problem's own examples."""
    mutated: str = ""
    """The kind of change by which a known answer became this one; empty for a known answer."""
    only: bool = False
    """The input has only one right answer, so a mutated one is surely wrong."""


def lenient_or_wrong(trials: Sequence[Trial]) -> str | None:
    """Return why the checker may not be used, as a predicate such as `raises on ...`; None if it may."""
    for trial in trials:
        if trial.trusted and trial.said is not True:
            return f"{'rejects' if trial.said is False else 'fails on'} an example that is right: {trial.call}"
    silent = next((trial for trial in trials if trial.said is None), None)
    if silent is not None:
        return f"says neither True nor False of {silent.call}"
    known = [trial for trial in trials if not trial.mutated and not trial.trusted]
    rejected = [trial for trial in known if not trial.said]
    if len(rejected) > len(known) * MOST_REJECTED:
        return f"rejects {len(rejected)} of {len(known)} answers that the test writer holds to be right"
    return _lenience([trial for trial in trials if trial.mutated])


def _lenience(mutated: Sequence[Trial]) -> str | None:
    accepted = [trial for trial in mutated if trial.said]
    if not mutated:
        return "could be tried on no mutated answer"
    if len(accepted) > len(mutated) * MOST_ACCEPTED:
        return f"is too lenient: it accepts {len(accepted)} of {len(mutated)} mutated answers"
    for kind in never_rejected(mutated):
        if kind in SURELY_WRONG:
            return f"is too lenient: it accepts every answer that was mutated in one way ({kind})"
    for kind, found in _by_kind([trial for trial in mutated if trial.only]).items():
        let_through = [trial for trial in found if trial.said]
        if len(found) > 1 and len(let_through) > len(found) * MOST_ACCEPTED:
            example = let_through[0].call
            return f"is too lenient: where only one answer is right it accepts another ({kind}): {example}"
    return None


def never_rejected(trials: Sequence[Trial]) -> tuple[str, ...]:
    """Return the kinds of change that the checker accepted each time, of those that were tried a few times."""
    changed = _by_kind([trial for trial in trials if trial.mutated])
    return tuple(
        kind for kind, found in changed.items() if len(found) >= _FEWEST and all(trial.said for trial in found)
    )


def unseen_lenience(trials: Sequence[Trial]) -> tuple[str, ...]:
    """Return the kinds of change for which no trial shows that the checker would reject a wrong answer.

    They may all be right answers. Only inputs with one right answer could show it, and no test claims to have one.
    """
    return () if any(trial.only for trial in trials) else never_rejected(trials)


def _by_kind(trials: Sequence[Trial]) -> dict[str, list[Trial]]:
    found: dict[str, list[Trial]] = defaultdict(list)
    for trial in trials:
        found[trial.mutated].append(trial)
    return found


def lone_reading(accepted: Sequence[Sequence[bool | None]]) -> str | None:
    """Return why a checker is not trusted, given its decision on every candidate's answer for each input.

    A checker is one more reading of the task: if it rejects every candidate on most inputs, it is outvoted.
    """
    heard = [[said for said in answers if said is not None] for answers in accepted]
    told = [answers for answers in heard if answers]
    alone = sum(not any(answers) for answers in told)
    if alone > len(told) * MOST_REJECTED:
        return f"rejects the answers of every candidate on {alone} of {len(told)} inputs"
    silent = sum(not answers for answers in heard)
    if silent > len(heard) * MOST_REJECTED:
        return f"says neither True nor False on {silent} of {len(heard)} inputs"
    return None
