"""What a reopened log recalls of its record, and whether a step is the recorded one."""

from __future__ import annotations

import json
from collections import defaultdict, deque
from collections.abc import Iterable
from typing import Final

from specwright.core.errors import StoreError
from specwright.core.run.events import (
    Answered,
    Effect,
    Entry,
    Note,
    Performed,
    RunEnded,
    RunResumed,
    RunStarted,
    Superseded,
    Supplied,
    Told,
    Unanswered,
)
from specwright.core.run.result import State
from specwright.pipeline.recording.event_text import read_event
from specwright.ports.store import StoredEntry

Effects = dict[str, deque[tuple[Entry, Effect]]]
"""Recorded effects by their key, each key's in the order they came."""

_OF_THE_MACHINE: Final = ("model", "why_model", "sandbox", "version")


def recall(entries: list[Entry]) -> tuple[deque[Entry], Effects]:
    """Return the steps and effects to repeat. Effects that the run gave up on are tried again, not recalled."""
    told: deque[Entry] = deque()
    effects: Effects = defaultdict(deque)
    since_step: list[tuple[Entry, Answered | Unanswered]] = []
    for entry in entries:
        event = entry.event
        if isinstance(event, Performed | Supplied):
            effects[event.key].append((entry, event))
        elif isinstance(event, Answered | Unanswered):
            since_step.append((entry, event))
        elif isinstance(event, RunResumed) or _gave_up(entry):
            since_step = _worth_recalling(since_step, event)
        elif event.role == "told":
            told.append(entry)
            for found in since_step:
                effects[found[1].key].append(found)
            since_step = []
    for found in _worth_recalling(since_step, None):
        effects[found[1].key].append(found)
    return told, effects


def _worth_recalling(
    found: list[tuple[Entry, Answered | Unanswered]], given_up: object
) -> list[tuple[Entry, Answered | Unanswered]]:
    """Return the answers, except where the run gave up because none of them could be used."""
    answered = [(entry, event) for entry, event in found if isinstance(event, Answered)]
    unusable = (
        isinstance(given_up, RunEnded)
        and given_up.result.execution_result is State.MODEL_UNAVAILABLE
        and len(answered) == len(found)
    )
    return [] if unusable else list(answered)


def unrecorded(kept: Iterable[str], lines: tuple[StoredEntry, ...]) -> dict[str, Effect]:
    """Answers that came while others were on their way, and had not become entries when the process ended."""
    recorded = {line.event for line in lines}
    try:
        events = [read_event(text) for text in kept if text not in recorded]
    except ValueError as error:
        raise StoreError(
            "an answer kept beside the log cannot be read",
            hint="something other than specwright changed the store; restore it from a copy",
        ) from error
    return {event.key: event for event in events if isinstance(event, Answered)}


def latest_version(entries: list[Entry]) -> str:
    """Return the version that last decided anything in the run; empty for a new run."""
    versions = [event.version for event in (e.event for e in entries) if isinstance(event, RunStarted | Superseded)]
    return versions[-1] if versions else ""


def _gave_up(entry: Entry) -> bool:
    return isinstance(entry.event, RunEnded) and not entry.event.result.execution_result.final


def elapsed_at(entry: Entry) -> float:
    """Return the run's time at the end of an effect; 0 for a step."""
    return entry.event.elapsed if isinstance(entry.event, Effect) else 0.0


def same_step(recorded: Told | Effect | Note, now: Told) -> bool:
    """Return whether two tellings of a step agree. Compared as text: to Python, 1, 1.0 and True are equal."""
    return _essence(recorded) == _essence(now)


def _essence(event: Told | Effect | Note) -> str:
    """Return a step without the machine, the model at hand, the budgets and the times."""
    match event:
        case RunStarted(limits=limits):
            unlimited = limits.model_copy(update={"budget_usd": None, "budget_tokens": None, "budget_seconds": None})
            event = event.model_copy(update={"limits": unlimited, "tools": {}, **dict.fromkeys(_OF_THE_MACHINE, "")})
        case RunEnded(result=result):
            timeless = result.spending.model_copy(update={"model_seconds": 0.0, "own_seconds": 0.0})
            changes = {"spending": timeless, "phases": (), "model": "", "sandbox": ""}
            event = RunEnded(result=result.model_copy(update=changes))
        case _:
            pass
    return json.dumps(event.model_dump(mode="json"), sort_keys=True)
