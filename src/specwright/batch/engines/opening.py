"""Opening an engine by its name."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from specwright.batch.engines.local import LocalEngine
from specwright.batch.row import BatchRow
from specwright.batch.tasks import BatchTask
from specwright.batch.worker import WorkerSetup
from specwright.core.errors import UserError
from specwright.ports.engine import TaskEngine

if TYPE_CHECKING:
    from specwright.client.asynchronous import AsyncClient

LOCAL: Final = "local"
_CLASSES: Final = {"ray": ("on_ray", "RayEngine", "ray"), "dask": ("on_dask", "DaskEngine", "distributed")}
ENGINES: Final = (LOCAL, *_CLASSES)
PER_WORKER: Final = 8


@dataclass(frozen=True, slots=True)
class EngineChoice:
    """Which engine, how many workers, and how many tasks each has at once."""

    name: str = LOCAL
    workers: int = 4
    per_worker: int = PER_WORKER
    address: str | None = None
    """Of a cluster that runs already; without it workers are started on this machine."""


BatchEngine = TaskEngine[BatchTask, BatchRow]


def open_engine(choice: EngineChoice, client: AsyncClient, setup: WorkerSetup) -> BatchEngine:
    """Return the engine, not yet started. Raise UserError if it is not known or not installed."""
    if choice.name == LOCAL:
        if choice.address is not None:
            raise UserError("the engine local has no address", hint="leave it out, or name --engine ray or dask")
        return LocalEngine(client, setup, choice.workers)
    if choice.name not in _CLASSES:
        raise UserError(f"there is no engine {choice.name!r}", hint=f"choose from {', '.join(ENGINES)}")
    module, name, package = _CLASSES[choice.name]
    try:
        found: Any = getattr(import_module(f"specwright.batch.engines.{module}"), name)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != package:
            raise
        raise UserError(
            f"the engine {choice.name} needs a package that is not installed",
            hint=f"run: pip install 'specwright[{choice.name}]'",
        ) from error
    engine: BatchEngine = found(setup, choice)
    return engine
