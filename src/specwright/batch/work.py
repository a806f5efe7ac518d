"""Working on a batch: a window of tasks side by side, each in a run whose id follows from its content."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Collection, Iterable
from typing import TYPE_CHECKING, Any, Final

from specwright.batch.row import FAILED, REFUSED, BatchRow, row_of
from specwright.batch.tasks import BadLine, BatchTask
from specwright.config import Settings
from specwright.core.errors import SpecwrightError
from specwright.core.run.result import Result, State
from specwright.core.value import Value, digest

if TYPE_CHECKING:
    from specwright.client.asynchronous import AsyncClient

OURS: Final = frozenset({State.MODEL_UNAVAILABLE, State.SANDBOX_UNAVAILABLE})
"""States in which a run stopped for a reason outside of it. Such a run is taken up again."""
_PAUSE_SECONDS: Final = 1.0


class BatchLimits(Value):
    """What a batch may use. A budget is for all tasks: once it is used up none is begun, and those under way end."""

    workers: int = 4
    tries: int = 3
    tokens: int | None = None
    usd: float | None = None


class Batch:
    """The work on the tasks of one file."""

    def __init__(self, client: AsyncClient, limits: BatchLimits, model: str) -> None:
        """`model` names who answers: another model means other runs."""
        self._client = client
        self._model = model
        self._limits = limits
        self.tokens = 0
        self.usd: float | None = 0.0

    @property
    def exhausted(self) -> bool:
        """Return whether a budget of the batch is used up."""
        limits = self._limits
        return (limits.tokens is not None and self.tokens >= limits.tokens) or (
            limits.usd is not None and (self.usd or 0.0) >= limits.usd
        )

    async def rows(
        self, tasks: Iterable[BatchTask | BadLine], done: Collection[str] = ()
    ) -> AsyncGenerator[BatchRow, None]:
        """Return the row of each task as soon as it is known. Tasks named in `done` are passed over.

        At most `workers` tasks are under way or read ahead. If the iteration is closed, runs under way are cancelled;
        the same batch goes on with them another time.
        """
        waiting: set[asyncio.Task[BatchRow]] = set()
        try:
            for task in tasks:
                if task.name in done:
                    continue
                if isinstance(task, BadLine):
                    yield BatchRow(task=task.name, line=task.line, state=REFUSED, error=task.error)
                    continue
                while len(waiting) >= self._limits.workers:
                    waiting, ended = await self._ended(waiting)
                    for row in ended:
                        yield row
                if self.exhausted:
                    break
                waiting.add(asyncio.ensure_future(self._solve(task)))
            while waiting:
                waiting, ended = await self._ended(waiting)
                for row in ended:
                    yield row
        finally:
            for task_under_way in waiting:
                task_under_way.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)

    async def _ended(self, waiting: set[asyncio.Task[BatchRow]]) -> tuple[set[asyncio.Task[BatchRow]], list[BatchRow]]:
        ended, rest = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        rows = [task.result() for task in ended]
        for row in rows:
            self.tokens += row.tokens
            self.usd = None if self.usd is None or row.usd is None else self.usd + row.usd
        return rest, rows

    async def _solve(self, given: BatchTask) -> BatchRow:
        run = run_id_of(given, self._client.settings, self._model)
        base: dict[str, Any] = {"task": given.name, "line": given.line, "category": given.category}
        try:
            result = await self._tried(given, run)
            head = await self._client.head(run)
        except SpecwrightError as error:
            state = REFUSED if error.code == "USER_ERROR" else FAILED
            return BatchRow(**base, state=state, error=f"{error.code}: {error.message}")
        return row_of(given.name, given.line, given.category, result, head)

    async def _tried(self, given: BatchTask, run: str) -> Result:
        """Solve the task, again if what stopped it was outside of it. Raise as `solve` does."""
        for attempt in range(1, self._limits.tries + 1):
            result = await self._client.work_on(given.task, run_id=run)
            if result.execution_result not in OURS or attempt == self._limits.tries:
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
