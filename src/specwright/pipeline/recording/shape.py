"""The shape of a log: rules that every honest log keeps, whatever happened in the run.

run_started                                  once, first
steps, answers, executions, interruptions
run_resumed, superseded                      another version resumed the run and goes its own way
run_ended                                    last; or the run stopped early and run_resumed follows
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

from specwright.core.errors import StoreError
from specwright.core.run.events import (
    Answered,
    Entry,
    RunEnded,
    RunInterrupted,
    RunResumed,
    RunStarted,
    Superseded,
    Unanswered,
)


class Flaw(NamedTuple):
    seq: int
    text: str


def flaws(entries: Sequence[Entry]) -> Iterator[Flaw]:
    """Yield what no honest log has. An unfinished run has no flaw."""
    if entries and not isinstance(entries[0].event, RunStarted):
        yield Flaw(0, "the log does not begin with run_started")
    for entry in entries[1:]:
        if isinstance(entry.event, RunStarted):
            yield Flaw(entry.seq, "the run started a second time")
    yield from _ends(entries)
    yield from _limits(entries)
    yield from _superseding(entries)
    yield from _asked_again(entries)
    for entry in entries:
        if isinstance(entry.event, Answered) and entry.event.key != entry.event.question:
            yield Flaw(entry.seq, "the key of the answer is not that of its question")
        if not _is_a_time(entry.at):
            yield Flaw(entry.seq, "its time is not written as a time")


def check_shape(run_id: str, entries: Sequence[Entry]) -> None:
    """Raise StoreError for a log that no honest run leaves behind."""
    for seq, text in flaws(entries):
        raise StoreError(
            f"the log of run {run_id} is damaged at entry {seq}: {text}",
            hint="something other than specwright changed the record; restore it from a copy, or start a new run",
        )


def has_ended(entries: Iterable[Entry]) -> bool:
    """Return whether the run came to an end and was not resumed since."""
    last = [entry.event for entry in entries if isinstance(entry.event, RunEnded | RunResumed)][-1:]
    return any(isinstance(event, RunEnded) for event in last)


def _ends(entries: Sequence[Entry]) -> Iterator[Flaw]:
    """After its end a run does nothing but be resumed, and that only if something outside had stopped it."""
    ended: RunEnded | None = None
    for entry in entries:
        match entry.event:
            case RunInterrupted():
                continue
            case RunResumed() if ended is not None and not ended.result.execution_result.final:
                ended = None
            case event:
                if ended is not None:
                    yield Flaw(entry.seq, f"{event.kind} follows the end of the run")
                    return
                ended = event if isinstance(event, RunEnded) else None


def _limits(entries: Sequence[Entry]) -> Iterator[Flaw]:
    """A resumed run keeps its limits; only the budgets may have been raised."""
    stated = [(e.seq, e.event.limits) for e in entries if isinstance(e.event, RunStarted | RunResumed)]
    budgets = dict.fromkeys(("budget_usd", "budget_tokens", "budget_seconds"))
    for seq, limits in stated[1:]:
        if limits.model_copy(update=budgets) != stated[0][1].model_copy(update=budgets):
            yield Flaw(seq, "the run was resumed under other limits than its own")


def _superseding(entries: Sequence[Entry]) -> Iterator[Flaw]:
    """Another version that resumes a run may set aside the end of the record before it, and nothing else.

    Else a forger could write anything into a log and have it count for nothing when it is checked.
    """
    version = ""
    for before, entry in pairwise(entries):
        if isinstance(before.event, RunStarted):
            version = before.event.version
        if isinstance(entry.event, Superseded):
            note = entry.event
            is_resumed = isinstance(before.event, RunResumed)
            if not (is_resumed and note.first <= note.last == before.seq - 1 and note.version != version):
                yield Flaw(entry.seq, "it sets aside what no other version of specwright would have set aside")
            version = note.version


def _asked_again(entries: Sequence[Entry]) -> Iterator[Flaw]:
    """A question without an answer that was asked again later, and answered, is the same question both times."""
    stages = {entry.event.key: entry.event.stage for entry in entries if isinstance(entry.event, Answered)}
    for entry in entries:
        event = entry.event
        if isinstance(event, Unanswered) and stages.get(event.key, event.stage) != event.stage:
            yield Flaw(entry.seq, "the question has another stage than when it was answered")


def _is_a_time(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).isoformat(timespec="milliseconds") == text
    except ValueError:
        return False
