"""The strategy of a function: by the user's word, or by a pattern of the memory that leaves nothing open.

    test-driven          tests first, then code, then as many rounds of refinement as help: the run's own writers
    template-based       a verified classic that the words name
    pattern-recognition  a program that a verified run of this project taught

A strategy that finds nothing hands over to test-driven, with what it learned as a note.
"""

from __future__ import annotations

from dataclasses import replace

from specwright.core.run.events import StrategyChosen
from specwright.core.work.example import Example
from specwright.pipeline.context import RunContext
from specwright.pipeline.remembering.recall import recalled
from specwright.pipeline.writing.strategies.names import RECOGNITION, TEST_FIRST
from specwright.pipeline.writing.writers import OFFLINE


async def choose_way(context: RunContext, examples: tuple[Example, ...]) -> RunContext:
    """Return the context with the writers of the strategy, emitted if there was a choice. Raise SandboxUnavailable."""
    asked, shortcut = context.task.strategy, context.shortcut
    if asked == TEST_FIRST or (asked is not None and shortcut is None):
        await context.log.emit(StrategyChosen(strategy=TEST_FIRST, why="the user asked for it"))
        return context
    if shortcut is None or (asked is None and context.writers.name == OFFLINE):
        return context
    if asked is None and not (await recalled(context)).patterns:
        return context
    name = asked or RECOGNITION
    found = await shortcut(name, context, examples, asked is None)
    if isinstance(found, str):
        if asked is not None:
            why = f"{name} was asked for, but {found}"
            await context.log.emit(StrategyChosen(strategy=TEST_FIRST, why=why))
        return context
    why = "the user asked for it" if asked else "a verified run of this project solved the same problem"
    await context.log.emit(StrategyChosen(strategy=name, why=why))
    return replace(context, writers=found)
