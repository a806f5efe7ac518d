"""Which entries of the memory a run used, and what each changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from specwright.core.memory.entry import MemoryEffect, MemoryEntry, Practice
from specwright.core.memory.recollection import MemoryUse
from specwright.core.run.fold import RunState
from specwright.pipeline.judging.categorise import kind_of

_WRITING: Final = ("write_code", "write_package")
ORIGIN: Final = "memory:"
"""How the origin of a program from the memory begins; the id of its entry follows."""


def uses(state: RunState, handed_over: str | None, verified: bool) -> tuple[MemoryUse, ...]:
    """Return the uses of a run that hands over the candidate of that id."""
    if state.recollection is None:
        return ()
    return (
        *_patterns(state, handed_over, verified),
        *_corrections(state, verified),
        *_practices(state, verified),
    )


def _patterns(state: RunState, handed_over: str | None, verified: bool) -> Iterator[MemoryUse]:
    by_origin = {candidate.origin: candidate for candidate in reversed(state.candidates)}
    for entry in state.recollection.patterns if state.recollection else ():
        candidate = by_origin.get(f"{ORIGIN}{entry.id}")
        if candidate is None:
            continue
        execution = state.execution_of(candidate.id)
        failed = execution is not None and not execution.all_passed
        if candidate.id == handed_over:
            what = "its program is handed over"
            effect = MemoryEffect.HELPED if verified else MemoryEffect.HARMED if failed else MemoryEffect.IDLE
        else:
            what = "its program was tried and another one is handed over"
            effect = MemoryEffect.HARMED if failed else MemoryEffect.IDLE
        yield use_of(entry, what, effect)


def _corrections(state: RunState, verified: bool) -> Iterator[MemoryUse]:
    by_id = {entry.id: entry for entry in state.recollection.corrections} if state.recollection else {}
    for revision in state.revisions:
        if revision.memory in by_id:
            what = f"it mended {revision.revised_from}, and no model was asked"
            yield use_of(by_id[revision.memory], what, MemoryEffect.HELPED if verified else MemoryEffect.IDLE)


def _practices(state: RunState, verified: bool) -> Iterator[MemoryUse]:
    """Yield the practices that a writer of code was shown. One harmed if its own kind of failure came nevertheless."""
    if not state.recollection or not any(answer.stage in _WRITING for answer in state.answers):
        return
    failed = {
        kind_of(result.outcome) for execution in state.executions for result in execution.results if not result.passed
    }
    for entry in state.recollection.practices:
        if isinstance(entry.lesson, Practice):
            came = entry.lesson.failure in failed
            effect = MemoryEffect.HARMED if came else MemoryEffect.HELPED if verified else MemoryEffect.IDLE
            yield use_of(entry, "the code's writer was shown it", effect)


def use_of(entry: MemoryEntry, what: str, effect: MemoryEffect) -> MemoryUse:
    """Return the use of an entry."""
    return MemoryUse(id=entry.id, run_id=entry.run_id, what=what, effect=effect, source=entry.source)
