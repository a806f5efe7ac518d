"""Runs of the pipeline: start one, resume one, replay one."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import AsyncIterator, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

from specwright.adapters.models.choosing.absent import AbsentModel
from specwright.api.company import with_company_rules
from specwright.api.packages import locked
from specwright.api.records import load_run, opened_resources
from specwright.api.remembering import has_something, open_memory, remember
from specwright.api.tasks import check_task
from specwright.app import Resources, limits_from, open_context
from specwright.config import Settings
from specwright.core.errors import StoreError, UserError
from specwright.core.run.events import RunInterrupted, RunLimits, RunResumed, RunStarted
from specwright.core.run.fold import RunState
from specwright.core.run.result import Result
from specwright.core.work.question import UserAnswer
from specwright.core.work.task import Task
from specwright.pipeline.context import RunContext
from specwright.pipeline.recording.event_log import Listener, Log
from specwright.pipeline.recording.replay import ReplayLog, ReplayReport, told_from_its_record
from specwright.pipeline.recording.replay import replay as replay_log
from specwright.pipeline.run import run
from specwright.pipeline.running.matrix import call_limits, native_limits
from specwright.pipeline.writing.writers import OFFLINE
from specwright.ports.model import Model
from specwright.ports.person import Answering, AskedLater, Nobody, Person
from specwright.ports.store import Store

READY: Final = 2
"""Sandboxes kept ready ahead of time."""
_RUN_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


async def solve_task(
    task: Task,
    settings: Settings,
    *,
    model: Model | None = None,
    listeners: Iterable[Listener] = (),
    resources: Resources | None = None,
    person: Person | None = None,
    out: Path | str | None = None,
    run_id: str | None = None,
) -> Result:
    """Work on a task in a new run; the settings limit the questions to `person`. Raise as `solve` does.

    With `AskedLater` as the person, a question ends the run as AWAITING_ANSWER, and `resume_run` goes on with it.
    `out` is recorded for `resume`; `write_out` writes the folder. `run_id` is the id of the run, which must be new.
    """
    check_task(task, settings)
    task = await locked(with_company_rules(task, settings), settings)
    if run_id is not None and not _RUN_ID.fullmatch(run_id):
        raise UserError(f"{run_id!r} cannot name a run", hint="use at most 100 letters, digits, dots and hyphens")
    limits = limits_from(settings, task.story).model_copy(update={"out": str(out or "")})
    if person is None:
        limits = limits.model_copy(update={"questions": 0})
    async with (
        opened_resources(settings, resources) as opened,
        _claimed(opened.store(), run_id or new_run_id()) as claimed,
    ):
        open_log = partial(Log.open, opened.store(), claimed, listeners)
        memory = await open_memory(opened)
        limits = limits.model_copy(update={"recalls": await has_something(memory)})
        async with open_context(
            settings, task, limits, open_log, model=model, resources=opened, person=person, memory=memory
        ) as context:
            _check_prices(context)
            async with _at_work(context):
                result = await run(context)
            await remember(memory, claimed, context.log.state)
            return result


async def resume_run(
    run_id: str,
    settings: Settings,
    *,
    model: Model | None = None,
    listeners: Iterable[Listener] = (),
    resources: Resources | None = None,
    person: Person | None = None,
    answer: UserAnswer | None = None,
) -> Result:
    """Go on with a run where its record ends; a run that came to its own end gives its result again.

    `answer` is for the question that the run awaits; without it, or for a further question, `person` is asked. If there
    is no one to ask, the run awaits an answer again. Raise UserError if there is an answer and no question.
    """
    state = await load_run(run_id, settings, resources)
    waits_for = state.result.question if state.result else None
    if answer is not None and waits_for is None:
        raise UserError(
            f"run {run_id} does not wait for an answer", hint=f"see how it ended with: specwright show {run_id}"
        )
    if state.result is not None and state.result.execution_result.final:
        return state.result
    person = person or (AskedLater() if waits_for else Nobody())
    if answer is not None and waits_for is not None:
        person = Answering(waits_for, answer, person)
    started = _started(run_id, state)
    settings = _with_its_model(settings, started)
    limits = _raised(started.limits, settings)
    async with opened_resources(settings, resources) as opened, _claimed(opened.store(), run_id):
        open_log = partial(Log.open, opened.store(), run_id, listeners)
        memory = await open_memory(opened)
        async with open_context(
            settings,
            started.task,
            limits,
            open_log,
            model=model,
            author=started.author,
            resources=opened,
            person=person,
            memory=memory,
        ) as context:
            _check_prices(context)
            await context.log.note(
                RunResumed(
                    model=context.model.name, sandbox=context.sandbox.name, limits=limits, tools=dict(context.tools)
                )
            )
            async with _at_work(context):
                with told_from_its_record(context.log):
                    result = await run(context)
            await remember(memory, run_id, context.log.state)
            return result


async def recorded_out(run_id: str, settings: Settings, resources: Resources | None = None) -> Path | None:
    """Return the folder that the user named when the run began, or None. Raise StoreError."""
    out = _started(run_id, await load_run(run_id, settings, resources)).limits.out
    return Path(out) if out else None


def _with_its_model(settings: Settings, started: RunStarted) -> Settings:
    """Return the settings with the model that began the run, unless the user names another.

    A run without a key began with whatever the machine has, and goes on with it: the small model may not be here yet.
    """
    asked = settings.llm_config
    if asked.specification != "auto" or ":" not in started.model or started.author == OFFLINE:
        return settings
    return settings.model_copy(update={"llm_config": asked.model_copy(update={"model": started.model})})


async def replay_run(
    run_id: str, settings: Settings, *, listeners: Iterable[Listener] = (), resources: Resources | None = None
) -> ReplayReport:
    """Execute a recorded run again without a model. Raise UserError, StoreError or SandboxUnavailable."""
    async with opened_resources(settings, resources) as opened:
        return await _replay(run_id, settings, listeners, opened)


async def _replay(run_id: str, settings: Settings, listeners: Iterable[Listener], resources: Resources) -> ReplayReport:
    started = _started(run_id, await load_run(run_id, settings, resources))
    unlimited = {"budget_usd": None, "budget_tokens": None, "budget_seconds": None}
    limits = started.limits.model_copy(update=unlimited)
    store = resources.store()
    log = ReplayLog(store, run_id, await store.entries(run_id), listeners)
    async with open_for_replay(settings, started, limits, log, resources) as context:
        return await replay_log(log, lambda: run(context))


def open_for_replay(
    settings: Settings,
    started: RunStarted,
    limits: RunLimits,
    log: ReplayLog,
    resources: Resources | None,
    *,
    verifying: bool = False,
) -> AbstractAsyncContextManager[RunContext]:
    """Open the context of a recorded run that is executed again: without a model, and with no person to ask."""
    return open_context(
        settings,
        started.task,
        limits,
        log.opened,
        model=AbsentModel(started.model),
        author=started.author,
        resources=resources,
        person=Nobody(),
        verifying=verifying,
    )


def new_run_id() -> str:
    """Return a new id. Ids sort by time; 64 random bits keep those of one second distinct."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(8)}"


@asynccontextmanager
async def _claimed(store: Store, run_id: str) -> AsyncIterator[str]:
    """Claim the run, so that no other process works on it, and release it. Raise StoreError."""
    await store.claim(run_id)
    try:
        yield run_id
    finally:
        await store.release(run_id)


@asynccontextmanager
async def _at_work(context: RunContext) -> AsyncIterator[None]:
    """Get sandboxes ready for a run, and record it if the run is interrupted."""
    # While the first words are written, the sandboxes for the first code get ready.
    limits = call_limits(context)
    native = context.packaging.idle(native_limits(context)) if context.packaging else None
    for idle in (context.toolchain.idle_build(), context.toolchain.idle(limits), native):
        if idle is not None:
            await context.sandbox.warm(idle, min(READY, context.limits.candidates))
    try:
        yield
    except asyncio.CancelledError:
        await context.log.note(RunInterrupted(reason="interrupted by the user"))
        raise


def _started(run_id: str, state: RunState) -> RunStarted:
    if state.started is None:
        raise StoreError(f"run {run_id} has no beginning", hint="start a new run")
    return state.started


def _raised(limits: RunLimits, settings: Settings) -> RunLimits:
    """Return the run's own limits, with the budgets that the user now gives."""
    budget = settings.budget
    given = {"budget_usd": budget.usd, "budget_tokens": budget.tokens, "budget_seconds": budget.seconds}
    return limits.model_copy(update={name: value for name, value in given.items() if value is not None})


def _check_prices(context: RunContext) -> None:
    if context.limits.budget_usd is not None and not context.model.priced:
        raise UserError(
            f"the price of {context.model.name} is not known, so a budget in dollars cannot be kept",
            hint="limit the run with --budget-tokens or --budget-seconds instead",
        )
