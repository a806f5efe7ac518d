"""Working through the queue: so many runs at once, each user's in turn, and none lost when the server dies."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any, Final

from specwright.api import answer_in_json
from specwright.client.asynchronous import AsyncClient
from specwright.core.errors import Interrupted, SpecwrightError, StoreError, UserError
from specwright.core.run.events import Entry, Progress
from specwright.core.run.result import Result, State
from specwright.core.value import Value
from specwright.ports.queue import QueuedRun, QueueState
from specwright.server.errors import Refused
from specwright.server.shapes import Budget, RunRequest
from specwright.server.watching.logs import LOGGER, log
from specwright.server.watching.spans import span

LOCK: Final = "+server"
"""Held by the one server that works through the queue of a store. It is no id of a run."""
_BUSY_SECONDS: Final = 10.0
_NOT_OF_PACKAGES: Final = {"problem", "story", "run_id", "entry_point", "kind"}
_NOT_OF_FUNCTIONS: Final = {"problem", "story", "run_id", "constraints", "test_requirements", "strategy"}


class QueuedWork(Value):
    """What a queued run is to do, as the queue keeps it."""

    run: RunRequest | None = None
    """None for a run that was begun elsewhere."""
    budget: Budget = Budget()
    """Given when it was resumed."""
    answers: str = ""
    """The key of the question that `answer` is for; empty if there is none."""
    answer: Any = None


OnRunEvent = Callable[[str, Entry | Progress], None]


class Worker:
    """Works on queued runs."""

    def __init__(
        self, client: AsyncClient, at_once: int, most_waiting: int, hear: OnRunEvent, ended: Callable[[str, str], None]
    ) -> None:
        """`hear` hears of everything a run does, `ended` of its id and how it ended."""
        self._client = client
        self._queue = client.queue()
        self._at_once = at_once
        self._most_waiting = most_waiting
        self._hear = hear
        self._ended = ended
        self._active: dict[str, tuple[str, asyncio.Task[None]]] = {}
        self._cancelled: set[str] = set()
        self._limits: dict[str, int] = {}
        self._news = asyncio.Event()
        self._loop: asyncio.Task[None] | None = None
        self._waiting: set[str] = set()

    @property
    def active(self) -> int:
        return len(self._active)

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def is_active(self, run_id: str) -> bool:
        """Return whether the run waits or is under way here."""
        return run_id in self._active or run_id in self._waiting

    async def start(self) -> None:
        """Take up what an earlier server left. Raise UserError if another works on this store."""
        try:
            await self._client.claim(LOCK)
        except StoreError as error:
            raise UserError(
                f"another server works on the store {self._client.settings.store.path}",
                hint="end it, or choose another store: --store PATH",
            ) from error
        for left in await self._queue.listed(states=(QueueState.RUNNING,)):
            await self._queue.put(left.model_copy(update={"state": QueueState.WAITING}))
        self._waiting = {run.run_id for run in await self._queue.listed(states=(QueueState.WAITING,))}
        self._loop = asyncio.ensure_future(self._go_on())

    async def close(self) -> None:
        """Stop. Runs under way are interrupted, and the next server goes on with them."""
        tasks = [task for _, task in self._active.values()]
        if self._loop is not None:
            tasks.append(self._loop)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def limit(self, owner: str, runs: int) -> None:
        """Let no more than that many runs of a user be under way at once."""
        self._limits[owner] = runs

    async def add(self, run: QueuedRun, most_of_owner: int) -> bool:
        """Queue a new run. Return False if its id is taken. Raise Refused if too many wait."""
        if len(self._waiting) >= self._most_waiting:
            raise Refused(
                HTTPStatus.SERVICE_UNAVAILABLE, "BUSY", f"{len(self._waiting)} runs wait already",
                hint="try again as Retry-After states", retry_after=_BUSY_SECONDS,
            )  # fmt: skip
        own = await self._queue.listed(owner=run.owner, states=(QueueState.WAITING,))
        if len(own) >= most_of_owner:
            raise Refused(
                HTTPStatus.TOO_MANY_REQUESTS, "BUSY", f"{len(own)} of your runs wait already",
                hint="wait for them or cancel some", retry_after=_BUSY_SECONDS,
            )  # fmt: skip
        if not await self._queue.add(run):
            return False
        self._begin_waiting(run.run_id)
        return True

    async def again(self, run: QueuedRun) -> None:
        """Queue a run that ended, was cancelled or failed. Raise Refused while it is active."""
        if self.is_active(run.run_id):
            raise Refused(
                HTTPStatus.CONFLICT, "ACTIVE", f"the run {run.run_id} is not over", hint="follow it, or cancel it"
            )
        waiting = run.model_copy(update={"state": QueueState.WAITING, "note": ""})
        if not await self._queue.add(waiting):
            await self._queue.put(waiting)
        self._begin_waiting(run.run_id)

    async def cancel(self, run: QueuedRun) -> None:
        """End a run that waits or is under way. It can be resumed. Raise Refused if it is over."""
        if not self.is_active(run.run_id):
            raise Refused(HTTPStatus.CONFLICT, "NOT_ACTIVE", f"the run {run.run_id} is not under way here")
        self._cancelled.add(run.run_id)
        if run.run_id in self._active:
            task = self._active[run.run_id][1]
            task.cancel()
            await asyncio.wait({task})
            return
        await self._settle(run, QueueState.CANCELLED, "")

    def _begin_waiting(self, run_id: str) -> None:
        self._cancelled.discard(run_id)
        self._waiting.add(run_id)
        self._news.set()

    async def _go_on(self) -> None:
        while True:
            self._news.clear()
            try:
                while len(self._active) < self._at_once and (run := await self._next()) is not None:
                    await self._begin(run)
            except StoreError as error:
                LOGGER.warning("the queue cannot be read: %s", error.message)
                await asyncio.sleep(1)
                continue
            await self._news.wait()

    async def _next(self) -> QueuedRun | None:
        """Return the run that begins next: of the users with the fewest runs under way, the one who asked first."""
        busy = Counter(owner for owner, _ in self._active.values())
        waiting = [
            run
            for run in await self._queue.listed(states=(QueueState.WAITING,))
            if busy[run.owner] < self._limits.get(run.owner, self._at_once) and run.run_id not in self._cancelled
        ]
        return min(waiting, key=lambda run: busy[run.owner], default=None)

    async def _begin(self, run: QueuedRun) -> None:
        running = run.model_copy(update={"state": QueueState.RUNNING})
        await self._queue.put(running)
        if run.run_id in self._cancelled:
            await self._settle(running, QueueState.CANCELLED, "")
            return
        task = asyncio.ensure_future(self._work(running))
        self._active[run.run_id] = run.owner, task
        self._waiting.discard(run.run_id)

    async def _work(self, run: QueuedRun) -> None:
        log("run begins", run=run.run_id, user=run.owner)
        state, note, spent = QueueState.FAILED, "", {}
        try:
            with span("run", run_id=run.run_id) as opened:
                result = await self._result(run)
                opened.note(word=result.word.value, state=result.execution_result.value)
            state, note = QueueState.ENDED, result.execution_result.value
            spent = _spent(result)
        except (asyncio.CancelledError, Interrupted):
            if run.run_id not in self._cancelled:
                return  # the server stops; the next one goes on with it
            state = QueueState.CANCELLED
        except SpecwrightError as error:
            note = f"{error.code}: {error.message}" + (f" (next: {error.hint})" if error.hint else "")
        except Exception:  # noqa: BLE001 - one run that fails does not end the server
            LOGGER.exception("run %s failed", run.run_id)
            note = "INTERNAL: specwright failed; the log of the server has the cause (next: resume the run)"
        finally:
            self._active.pop(run.run_id, None)
        await self._settle(run, state, note, **spent)

    async def _settle(self, run: QueuedRun, state: QueueState, note: str, **spent: Any) -> None:
        ended = {"state": state, "note": note, "ended_at": _now(), **spent}
        try:
            await self._queue.put(run.model_copy(update=ended))
        except StoreError as error:
            LOGGER.warning("the end of run %s is not kept: %s", run.run_id, error.message)
        self._waiting.discard(run.run_id)
        self._ended(run.run_id, note if state is QueueState.ENDED else state.value)
        log("run over", run=run.run_id, user=run.owner, state=state.value, note=note)
        self._news.set()

    async def _result(self, run: QueuedRun) -> Result:
        """Work on the run, from its beginning or from where its record ends. Raise as `solve` does."""
        asked = QueuedWork.model_validate_json(run.request)

        def hear(heard: Entry | Progress) -> None:
            self._hear(run.run_id, heard)

        budget = asked.budget.model_dump(exclude_none=True)
        if asked.run is None or await self._client.lines(run.run_id, limit=1):
            if asked.answers and await self._awaits(run.run_id, asked.answers):
                return await self._client.answer(run.run_id, answer_in_json(asked.answer), on_event=hear, **budget)
            return await self._client.resume(run.run_id, on_event=hear, **budget)
        package = asked.run.story == "package"
        given = asked.run.model_dump(exclude_none=True, exclude=_NOT_OF_PACKAGES if package else _NOT_OF_FUNCTIONS)
        given |= budget | {"run_id": run.run_id, "on_event": hear}
        if not package:
            return await self._client.solve(asked.run.problem, **given)
        if "max_iterations" in given:
            given["max_refinement_iterations"] = given.pop("max_iterations")
        return await self._client.generate(asked.run.problem, **given)

    async def _awaits(self, run_id: str, key: str) -> bool:
        result = await self._client.show(run_id)
        waits = result is not None and result.execution_result is State.AWAITING_ANSWER
        return waits and result is not None and result.question is not None and result.question.key == key


def _spent(result: Result) -> dict[str, Any]:
    spent = result.spending
    return {"tokens": spent.input_tokens + spent.output_tokens, "usd": spent.usd or 0.0}


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
