"""Distinguishes crashes: out of memory, stack overflow, or another kind."""

from __future__ import annotations

from collections.abc import Sequence

from specwright.core.evidence.outcome import Ending, Outcome


def exhausted(
    outcomes: tuple[Outcome, ...], memory: Sequence[str] = (), stack: Sequence[str] = ()
) -> tuple[Outcome, ...]:
    """Return the same outcomes; a crash with one of these last words gets its own ending.

    The words are the program's own and could be a lie; but then it has crashed all the same.
    """
    return tuple(_named(outcome, memory, stack) for outcome in outcomes)


def _named(outcome: Outcome, memory: Sequence[str], stack: Sequence[str]) -> Outcome:
    said = f"{outcome.detail}\n{outcome.stdout}"
    words = next((line.strip() for line in said.splitlines() if any(sign in line for sign in memory)), None)
    if outcome.ending in (Ending.CRASHED, Ending.RAISED) and words is not None:
        word = Ending.OUT_OF_MEMORY.value
        return outcome.model_copy(update={"ending": Ending.OUT_OF_MEMORY, "error": word, "detail": words[:500]})
    if outcome.ending is Ending.CRASHED and any(sign in said for sign in stack):
        return outcome.model_copy(update={"error": "stack overflow", "detail": said[:2000].strip()})
    return outcome if outcome.detail or outcome.ending is not Ending.CRASHED else _with_words(outcome)


def _with_words(outcome: Outcome) -> Outcome:
    return outcome.model_copy(update={"detail": outcome.stdout[-2000:].strip()})
