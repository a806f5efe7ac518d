"""The run store: find a recorded run, load it, list the newest."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from specwright.app import Resources
from specwright.config import Settings
from specwright.core.errors import UserError
from specwright.core.run.events import Entry, RunEnded, RunInterrupted, RunStarted
from specwright.core.run.fold import RunState, fold
from specwright.core.value import Value
from specwright.pipeline.recording.event_log import read_entry
from specwright.pipeline.recording.shape import check_shape
from specwright.ports.store import RunHead


async def load_run(run_id: str, settings: Settings, resources: Resources | None = None) -> RunState:
    """Return the state of a recorded run. Raise UserError when there is none of that name, StoreError."""
    return fold(entry.event for entry in await load_entries(run_id, settings, resources))


async def load_entries(run_id: str, settings: Settings, resources: Resources | None = None) -> tuple[Entry, ...]:
    """Return the log of a recorded run. Raise as `load_run` does."""
    async with opened_resources(settings, resources) as opened:
        lines = await opened.store().entries(run_id)
    if not lines:
        raise UserError(f"there is no run {run_id!r}", hint="`specwright runs` lists them")
    entries = tuple(map(read_entry, lines))
    check_shape(run_id, entries)
    return entries


async def find_run(name: str, settings: Settings, resources: Resources | None = None) -> str:
    """Return the whole id of a run named by its beginning, its end, or `last`. Raise UserError."""
    async with opened_resources(settings, resources) as opened:
        heads = await opened.store().runs(1) if name == "last" else ()
        found = tuple(head.first.run_id for head in heads) or await opened.store().find(name)
    if len(found) == 1:
        return found[0]
    what = f"{len(found)} runs match {name!r}" if found else f"there is no run {name!r}"
    raise UserError(what, hint="`specwright runs` lists them; give enough of the id to tell them apart")


async def list_runs(settings: Settings, limit: int = 50, resources: Resources | None = None) -> tuple[RunHead, ...]:
    """Return the newest runs first. Raise StoreError."""
    async with opened_resources(settings, resources) as opened:
        return await opened.store().runs(limit)


class RunSummary(Value):
    """A run in a listing."""

    run_id: str
    started_at: str
    state: str
    problem: str
    """Its first words."""


def summary(head: RunHead) -> RunSummary:
    """Return what a listing shows of a run. Raise StoreError if its record cannot be read."""
    first, last = read_entry(head.first).event, read_entry(head.last).event
    match last:
        case RunEnded(result=result):
            state = result.execution_result.value
        case RunInterrupted():
            state = "interrupted"
        case _:
            state = "running or killed"
    problem = " ".join(first.task.problem.split())[:100] if isinstance(first, RunStarted) else ""
    return RunSummary(run_id=head.first.run_id, started_at=head.first.at, state=state, problem=problem)


@asynccontextmanager
async def opened_resources(settings: Settings, resources: Resources | None) -> AsyncIterator[Resources]:
    """Yield the caller's resources, or those of the settings, which are closed again."""
    if resources is not None:
        yield resources
        return
    async with Resources(settings) as own:
        yield own
