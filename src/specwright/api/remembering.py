"""The memory around a run: whether it may be asked, and what it learns when the run has ended.

A run is worth more than its memory: if the memory cannot be used, that is logged and the run goes on.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Final

from specwright.app import Resources
from specwright.core.errors import StoreError
from specwright.core.memory.entry import MemoryKind
from specwright.core.run.fold import RunState
from specwright.memory.learn import learn, strategy_outcome
from specwright.memory.practices import practices_of
from specwright.ports.memory import Memory

_LOOKED_AT: Final = 500
"""Corrections, the newest, that practices are made of."""
_logger = logging.getLogger(__name__)


async def open_memory(resources: Resources) -> Memory | None:
    """Return the memory, or None if it is off or cannot be used."""
    try:
        return resources.memory()
    except StoreError as error:
        _logger.warning("the memory is not used: %s", error)
        return None


async def has_something(memory: Memory | None) -> bool:
    """Return whether a new run may ask the memory."""
    try:
        return memory is not None and not await memory.is_empty()
    except StoreError as error:
        _logger.warning("the memory is not used: %s", error)
        return False


async def _learn_practices(memory: Memory, run_id: str, at: str) -> None:
    stored = await memory.listed(MemoryKind.CORRECTION, _LOOKED_AT)
    practices = practices_of((each.entry for each in stored if not each.refused), run_id, at)
    if practices:
        await memory.learn(practices)


async def remember(memory: Memory | None, run_id: str, state: RunState) -> None:
    """Keep what the run taught, and what the entries that it used came to."""
    result = state.result
    if memory is None or result is None or not result.execution_result.final:
        return
    try:
        lessons = learn(state, run_id, datetime.now(UTC).isoformat(timespec="seconds"))
        if lessons:
            await memory.learn(lessons)
        if any(lesson.kind is MemoryKind.CORRECTION for lesson in lessons):
            await _learn_practices(memory, run_id, lessons[0].learned_at)
        if result.memory:
            await memory.note(run_id, [(use.id, use.effect) for use in result.memory])
        outcome = strategy_outcome(state, run_id)
        if outcome is not None:
            await memory.note_strategy(outcome)
    except StoreError as error:
        _logger.warning("the memory did not learn from run %s: %s", run_id, error)
