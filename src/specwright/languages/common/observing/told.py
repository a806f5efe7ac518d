"""What an observed call tells, read on the host: every language's observer tells it in the same order."""

from __future__ import annotations

from typing import Any, Final

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.data import Data
from specwright.ports.observing import SeenCall

ENTRY: Final = "specwright_observed"
MOST_MARKS: Final = 1 << 33
_LEFT: Final = {
    Ending.TIMEOUT: "time", Ending.OUT_OF_MEMORY: "memory", Ending.OUTPUT_LIMIT: "output",
    Ending.PROCESS_LIMIT: "processes",
}  # fmt: skip
_STACK: Final = ("stack overflow", "RecursionError", "StackOverflowError", "Maximum call stack", "stack exceeds")


def told_seen(outcome: Outcome) -> SeenCall:
    """Return what a call did, from [ending, value, error, message, after, shared, marks]."""
    told = items_of(outcome.value)
    if outcome.ending is not Ending.RETURNED or len(told) != 7 or not isinstance(told[0], str):
        return ended(outcome)
    ending, value, error, message, after, shared, marks = told
    if any(sign in f"{error} {message}" for sign in _STACK):
        ending, error = "unfinished", "depth"
    return SeenCall(
        ending=ending if ending in ("returned", "raised", "unfinished") else "raised",
        value=value,
        error=str(error or ""),
        message=str(message or ""),
        after=tuple(items_of(after)),
        shared=tuple(items_of(shared)),
        printed=outcome.stdout,
        marks=tuple(mark for mark in items_of(marks) if isinstance(mark, int) and 0 <= mark < MOST_MARKS),
        seconds=outcome.own_seconds,
    )


def ended(outcome: Outcome) -> SeenCall:
    """Return what is known of a call whose observer told nothing."""
    text = f"{outcome.error or ''} {outcome.detail}"
    if outcome.ending is Ending.NOT_LOADED:
        fits = "argument" in text and "fit" in text
        return SeenCall(ending="refused" if fits else "not loaded", error=outcome.error or "", message=outcome.detail)
    if outcome.ending in _LEFT or any(sign in text for sign in _STACK):
        return SeenCall(ending="unfinished", error=_LEFT.get(outcome.ending, "depth"), printed="")
    if outcome.ending is Ending.RAISED:
        return SeenCall(
            ending="raised", error=outcome.error or "", message=outcome.detail[:300], printed=outcome.stdout
        )
    return SeenCall(ending="raised", error=outcome.error or outcome.ending.value, message=outcome.detail[:300])


def items_of(data: Data) -> list[Any]:
    """Return the items of a list or a tuple; nothing of anything else."""
    if isinstance(data, dict):
        data = data.get("$tuple")
    return list(data) if isinstance(data, list) else []
