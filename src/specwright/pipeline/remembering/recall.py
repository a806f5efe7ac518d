"""Ask the memory, once in a run. What it gives is recorded, so that a repeated run needs no memory."""

from __future__ import annotations

from specwright.core.memory.recollection import Cue, Recollection
from specwright.core.run.events import Recalled
from specwright.core.value import digest
from specwright.pipeline.context import RunContext


async def recalled(context: RunContext) -> Recollection:
    """Return what the memory has for the run's task; nothing if the run may not ask it. Raise StoreError."""
    if not context.limits.recalls:
        return Recollection()
    cue = Cue(problem=context.task.problem, language=context.task.language)
    key = digest(["recall", cue.model_dump(mode="json")])

    async def perform() -> Recalled:
        found = Recollection() if context.memory is None else await context.memory.recall(cue)
        return Recalled(key=key, recollection=found)

    return (await context.log.effect_once(Recalled, key, perform)).recollection
