"""The runs that the server has under way: each is started by one call and looked at by others."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from specwright.client.asynchronous import AsyncClient
from specwright.core.errors import Interrupted, UserError
from specwright.core.run.events import Entry, Progress, StageEntered
from specwright.core.run.result import Result
from specwright.mcp.sampling import Sampling
from specwright.mcp.turns import Turns

LONGEST_WAIT: Final = 45.0
"""Seconds. Clients give a call a minute."""
OnProgress = Callable[[Entry | Progress], None]
Begin = Callable[[OnProgress], Awaitable[Result]]


@dataclass(eq=False)
class ActiveRun:
    """One run under way. `turns` is its model if the caller is."""

    turns: Turns | None
    run_id: asyncio.Future[str]
    task: asyncio.Task[Result] = field(init=False)
    stage: str = "start"
    round: int = 0
    entries: int = 0
    sampling: Sampling = field(default_factory=Sampling)

    def hear(self, heard: Entry | Progress) -> None:
        if not isinstance(heard, Entry):
            return
        if not self.run_id.done():
            self.run_id.set_result(heard.run_id)
        self.entries = heard.seq + 1
        if isinstance(heard.event, StageEntered):
            self.stage, self.round = heard.event.stage, heard.event.round or self.round

    async def wait(self, seconds: float) -> None:
        """Return when the run has ended or has questions for the caller, at the latest after these seconds."""
        awaited: set[asyncio.Future[Any]] = {self.task}
        asked = asyncio.ensure_future(self.turns.asked()) if self.turns else None
        if asked is not None:
            awaited.add(asked)
        try:
            await asyncio.wait(
                awaited, timeout=min(max(seconds, 0.0), LONGEST_WAIT), return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            if asked is not None:
                asked.cancel()


class ActiveRuns:
    """Starts runs and finds them again, also those of an earlier server by the store."""

    def __init__(self, client: AsyncClient, at_once: int) -> None:
        self.client = client
        self._at_once = at_once
        self._runs: dict[str, ActiveRun] = {}

    async def start(self, begin: Begin, turns: Turns | None = None) -> ActiveRun:
        """Begin a run and return it once it has an id. Raise what ends it before that, UserError if too many run."""
        running = [run_id for run_id, active in self._runs.items() if not active.task.done()]
        if len(running) >= self._at_once:
            raise UserError(
                f"{len(running)} runs are under way, which is the limit of this server",
                hint=f"wait for one of them or cancel it: {', '.join(running)}",
            )
        active = ActiveRun(turns=turns, run_id=asyncio.get_running_loop().create_future())
        active.task = asyncio.ensure_future(begin(active.hear))
        first: set[asyncio.Future[Any]] = {active.task, active.run_id}
        await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
        if not active.run_id.done():
            active.run_id.cancel()
            active.task.result()  # raises why there is no run
            raise UserError("the run ended before it began", hint="try it again")
        self._runs[active.run_id.result()] = active
        return active

    def find(self, run: str) -> ActiveRun | None:
        """Return the run that this server has under way or has ended; None for one of the store."""
        return self._runs.get(run)

    async def cancel(self, run: str) -> None:
        """End a run. It can be resumed. Raise UserError if it is not under way here."""
        active = self.find(run)
        if active is None or active.task.done():
            raise UserError(f"the run {run} is not under way here", hint="`result` shows the state of a recorded run")
        active.task.cancel()
        with suppress(asyncio.CancelledError, Interrupted):
            await active.task

    async def close(self) -> None:
        """End every run that is under way. Each can be resumed by another server."""
        for run, active in tuple(self._runs.items()):
            active.sampling.close()
            if not active.task.done():
                await self.cancel(run)
