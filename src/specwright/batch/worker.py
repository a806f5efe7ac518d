"""A worker of a batch: solves one task after another, or several at once, on one client."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from specwright.batch.row import FAILED, REFUSED, BatchRow, row_of
from specwright.batch.tasks import BatchTask
from specwright.config import Settings
from specwright.core.errors import ModelError, SandboxUnavailable, SpecwrightError, StoreError, UserError
from specwright.core.run.result import Result, State
from specwright.core.value import Value, digest

if TYPE_CHECKING:
    from specwright.client.asynchronous import AsyncClient

OURS: Final = frozenset({State.MODEL_UNAVAILABLE, State.SANDBOX_UNAVAILABLE})
"""States in which a run stopped for a reason outside of it. Such a run is taken up again."""
_PASSING: Final = (StoreError, SandboxUnavailable)
"""Errors that another try may not meet."""
_PAUSE_SECONDS: Final = 1.0


class WorkerSetup(Value):
    """All that a worker needs to know; it is sent to other machines."""

    settings: Settings
    model: str
    """Who answers: another model means other runs."""
    tries: int = 3


class BatchWorker:
    """Solves tasks on a client."""

    def __init__(self, client: AsyncClient, setup: WorkerSetup) -> None:
        self._client = client
        self._setup = setup

    async def solve(self, given: BatchTask) -> BatchRow:
        """Return the row of a task, whatever happens to it but a cancellation."""
        run = run_id_of(given, self._setup.settings, self._setup.model)
        base: dict[str, Any] = {"task": given.name, "line": given.line, "category": given.category}
        try:
            result = await self._tried(given, run)
            head = await self._client.head(run)
        except SpecwrightError as error:
            state = REFUSED if isinstance(error, UserError) else FAILED
            return BatchRow(**base, run=run, state=state, error=f"{error.code}: {error.message}")
        except Exception as error:  # noqa: BLE001 - a defect of ours must not stop the other tasks
            return BatchRow(**base, run=run, state=FAILED, error=f"INTERNAL: {type(error).__name__}: {error}")
        return row_of(given.name, given.line, given.category, result, head)

    async def _tried(self, given: BatchTask, run: str) -> Result:
        """Solve the task, again if what stopped it was outside of it. Raise as `solve` does."""
        for attempt in range(1, self._setup.tries + 1):
            last = attempt == self._setup.tries
            try:
                result = await self._client.work_on(given.task, run_id=run)
            except (StoreError, SandboxUnavailable, ModelError) as error:
                if last or not (isinstance(error, _PASSING) or getattr(error, "retryable", False)):
                    raise
            else:
                if last or result.execution_result not in OURS:
                    return result
            await asyncio.sleep(_PAUSE_SECONDS * 2**attempt)
        raise AssertionError("there is at least one try")


def run_id_of(given: BatchTask, settings: Settings, model: str) -> str:
    """Return the id of the task's run: the same for the same task, name and settings, whenever and wherever it runs."""
    asked = settings.llm_config
    content = [
        given.name,
        given.task.model_dump(mode="json"),
        settings.code_generation.model_dump(mode="json"),
        [model, asked.temperature, asked.max_tokens],
    ]
    return f"batch-{digest(content)[:24]}"
