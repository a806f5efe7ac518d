"""The part of a client that works on many tasks or runs at once."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import aclosing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, cast

from specwright import api
from specwright.app import Resources
from specwright.config import Settings
from specwright.core.errors import UserError
from specwright.core.run.listing import RunFilter
from specwright.ports.model import Model

if TYPE_CHECKING:
    from specwright.batch.row import BatchRow
    from specwright.batch.summary import Summary
    from specwright.client.asynchronous import AsyncClient


class Many(ABC):
    """Batches of tasks, and runs deleted or copied."""

    settings: Settings
    _model: Model | None

    @abstractmethod
    def _open(self) -> Resources:
        """Return the open resources. Raise UserError if the client is closed."""

    async def batch(
        self,
        tasks: Path | str,
        out: Path | str,
        *,
        workers: int = 4,
        tries: int = 3,
        budget_tokens: int | None = None,
        budget_usd: float | None = None,
        language: str = "python",
        engine: str = "local",
        per_worker: int | None = None,
        address: str | None = None,
        parquet: bool = False,
        on_row: Callable[[BatchRow], None] | None = None,
    ) -> Summary:
        """Solve every task of a file; rows and a summary go to the folder `out`.

        Started again, it goes on where it was cut off: no question is asked twice. Budgets are for the whole batch:
        once one is used up no task is begun, and those under way come to their end.

        `workers` is how many tasks are under way at once. With the engine `ray` or `dask` it is how many processes
        there are, each with `per_worker` tasks at once, in a cluster at `address` or on this machine. `parquet` writes
        the rows as a table too. Raise UserError, OutputError, or EngineLost for an engine that is gone.
        """
        from specwright.batch.engines.opening import PER_WORKER, EngineChoice, open_engine  # noqa: PLC0415
        from specwright.batch.results import Results  # noqa: PLC0415 - not needed to solve
        from specwright.batch.tasks import TaskFile  # noqa: PLC0415
        from specwright.batch.work import Batch, BatchLimits  # noqa: PLC0415
        from specwright.batch.worker import WorkerSetup  # noqa: PLC0415

        choice = EngineChoice(engine, workers, per_worker or PER_WORKER, address)
        model = self.settings.llm_config.specification if self._model is None else self._model.name
        setup = WorkerSetup(settings=self.settings, model=model, tries=tries)
        opened = open_engine(choice, cast("AsyncClient", self), setup)
        if engine != "local" and self._model is not None:
            raise UserError(
                f"a model that is an object cannot be sent to the workers of {engine}",
                hint="name it in words: AsyncClient(model='openai:NAME'), or use the engine local",
            )
        with Results(Path(out)) as results:
            if parquet:
                results.check_tables()
            file = TaskFile(Path(tasks), language=language)
            try:
                await opened.start()
                rows = Batch(opened, BatchLimits(tokens=budget_tokens, usd=budget_usd)).rows(file, results.done())
                async with aclosing(rows):
                    async for row in rows:
                        results.append(row)
                        if on_row is not None:
                            on_row(row)
            finally:
                await asyncio.shield(opened.close())
            if parquet:
                await asyncio.to_thread(results.write_tables)
            return results.summarise()

    async def prune(
        self,
        before: datetime,
        *,
        search: str | None = None,
        language: str | None = None,
        verified: bool | None = None,
        delete: bool = False,
        on_progress: Callable[[int], None] | None = None,
    ) -> api.Pruned:
        """Delete the runs that match and began before this time; without `delete` they are only counted.

        Runs that are being worked on stay. Raise StoreError.
        """
        moment = before.astimezone(UTC).isoformat()
        wanted = RunFilter(search=search, language=language, verified=verified)
        return await api.prune_runs(
            self.settings, wanted, before=moment, delete=delete, resources=self._open(), on_progress=on_progress
        )

    async def export(
        self,
        place: Path | str,
        *,
        search: str | None = None,
        language: str | None = None,
        verified: bool | None = None,
        on_progress: Callable[[int], None] | None = None,
    ) -> api.Exported:
        """Copy the runs that match into another store, a file or a server. Raise UserError, StoreError."""
        wanted = RunFilter(search=search, language=language, verified=verified)
        return await api.export_runs(self.settings, place, wanted, resources=self._open(), on_progress=on_progress)
