"""Operations on runs: start, list, look, follow, cancel, resume, answer."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import Any

from starlette.responses import JSONResponse, Response, StreamingResponse

from specwright.api import new_run_id
from specwright.core.errors import UserError
from specwright.core.run.result import State
from specwright.ports.queue import QueuedRun, QueueState, Used
from specwright.server.errors import Refused
from specwright.server.guard.users import User
from specwright.server.handlers.listing import list_views, view_of
from specwright.server.operations import OperationCall
from specwright.server.service import Service, midnight
from specwright.server.shapes import Budget, RunAnswer, RunList, RunRequest, RunView
from specwright.server.work import QueuedWork


async def start_run(call: OperationCall) -> RunView:
    """Queue a run and return at once."""
    service, user, asked = call.service, call.user, call.body
    assert isinstance(asked, RunRequest)
    run_id = _id_for(user, asked.run_id)
    asked = asked.model_copy(update={"run_id": run_id, "model": _model_for(service, user, asked.model)})
    run = await _with_budget(service, user, run_id, QueuedWork(run=asked))
    if not await service.worker.add(run, user.limits.waiting):
        known = await service.run_of(user, run_id)
        if QueuedWork.model_validate_json(known.request).run != QueuedWork.model_validate_json(run.request).run:
            raise Refused(
                HTTPStatus.CONFLICT, "TAKEN", f"the id {run_id} belongs to a run that was asked for in other words",
                hint="choose another run_id",
            )  # fmt: skip
        run = known
    return await view_of(service, run)


async def list_runs(call: OperationCall) -> RunList:
    """List runs, the newest first."""
    return RunList(runs=await list_views(call.service, call.user, call.query))


async def get_run(call: OperationCall) -> RunView:
    """Return the state of a run."""
    return await view_of(call.service, await call.service.run_of(call.user, call.run_id))


async def get_result(call: OperationCall) -> Response:
    """Return all that is known of how a run ended; 409 while it has no result."""
    run = await call.service.run_of(call.user, call.run_id)
    if not await call.service.client.lines(run.run_id, limit=1):
        raise _no_result(run)
    result = await call.service.client.show(run.run_id)
    if result is None:
        raise _no_result(run)
    return JSONResponse(result.document())


async def follow_run(call: OperationCall) -> Response:
    """Stream the events of a run, from the beginning or after Last-Event-ID, until it ends."""
    run = await call.service.run_of(call.user, call.run_id)
    stated = call.request.headers.get("last-event-id", "")
    after = int(stated) if stated.isdecimal() and len(stated) < 10 else call.query.after

    async def events() -> AsyncIterator[bytes]:
        async with call.service.feeds.feed(run.run_id) as feed:
            async for data in feed.follow(after):
                yield data

    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(events(), media_type="text/event-stream", headers=headers)


async def cancel_run(call: OperationCall) -> RunView:
    """End a run that waits or is under way. It can be resumed."""
    run = await call.service.run_of(call.user, call.run_id)
    await call.service.worker.cancel(run)
    return await view_of(call.service, await call.service.run_of(call.user, run.run_id))


async def resume_run(call: OperationCall) -> RunView:
    """Go on with a run that has no end of its own yet."""
    return await _again(call, budget=call.body)


async def answer_run(call: OperationCall) -> RunView:
    """Answer the question of a run, which goes on with it."""
    assert isinstance(call.body, RunAnswer)
    run = await call.service.run_of(call.user, call.run_id)
    recorded = await call.service.client.lines(run.run_id, limit=1)
    result = await call.service.client.show(run.run_id) if recorded else None
    if result is None or result.execution_result is not State.AWAITING_ANSWER or result.question is None:
        raise Refused(HTTPStatus.CONFLICT, "NO_QUESTION", f"the run {run.run_id} asks nothing", hint="follow it")
    return await _again(call, answers=result.question.key, answer=call.body.answer)


async def _again(call: OperationCall, **changes: Any) -> RunView:
    service, user = call.service, call.user
    run = await service.run_of(user, call.run_id)
    owner = service.identity.users.by_name.get(run.owner, user)
    changes = {"budget": Budget(), "answers": "", "answer": None, **changes}
    asked = QueuedWork.model_validate_json(run.request).model_copy(update=changes)
    renewed = await _with_budget(service, owner, run.run_id, asked)
    await service.worker.again(run.model_copy(update={"request": renewed.request}))
    return await view_of(service, await service.run_of(user, run.run_id))


def _no_result(run: QueuedRun) -> Refused:
    return Refused(
        HTTPStatus.CONFLICT, "NO_RESULT", f"the run {run.run_id} has no result: {run.note or run.state.value}",
        hint="follow it until it ends, or resume it",
    )  # fmt: skip


def _id_for(user: User, given: str | None) -> str:
    """Return the id of a new run. Ids of users begin with their names, so that none can find another's by trying."""
    if user.admin:
        return given or new_run_id()
    if given is not None and not given.startswith(f"{user.name}-"):
        raise UserError(f"the id {given!r} is not yours", hint=f"begin it with {user.name}-")
    return given or f"{user.name}-{new_run_id()}"


def _model_for(service: Service, user: User, given: str | None) -> str | None:
    if given is None or given == service.models_of(user)[0]:
        return None
    if given not in service.models_of(user):
        raise UserError(
            f"the model {given!r} is not offered", hint=f"choose one of {', '.join(service.models_of(user))}"
        )
    return given


async def _with_budget(service: Service, user: User, run_id: str, asked: QueuedWork) -> QueuedRun:
    """Return the run with budgets that keep to the user's limits. Raise Refused if the day's is used up."""
    limits, now = user.limits, datetime.now(UTC)
    used = await _used_or_promised(service, user)
    given = asked.run if asked.run is not None and asked.budget == Budget() else asked.budget
    tokens = _least(given.budget_tokens, limits.tokens_per_run, _left(limits.tokens_per_day, used.tokens))
    usd = _least(given.budget_usd, limits.usd_per_run, _left(limits.usd_per_day, used.usd))
    if (tokens is not None and tokens <= 0) or (usd is not None and usd <= 0):
        raise Refused(
            HTTPStatus.TOO_MANY_REQUESTS, "BUDGET_EXHAUSTED", "your budget of today is used up or promised to runs",
            hint="go on tomorrow, or have the limit raised",
            retry_after=(midnight() + timedelta(days=1) - now).total_seconds(),
        )  # fmt: skip
    budget = Budget(
        budget_tokens=None if tokens is None else int(tokens), budget_usd=usd, budget_seconds=given.budget_seconds
    )
    request = asked.model_copy(update={"budget": budget}).model_dump_json()
    return QueuedRun(run_id=run_id, owner=user.name, request=request, added_at=now.isoformat(timespec="milliseconds"))


async def _used_or_promised(service: Service, user: User) -> Used:
    """Return what the user's runs of today have cost, with all that those may use which are not over."""
    used = await service.used_today(user)
    active = await service.client.queue().listed(owner=user.name, states=(QueueState.WAITING, QueueState.RUNNING))
    promised = [QueuedWork.model_validate_json(run.request).budget for run in active]
    return Used(
        tokens=used.tokens + sum(budget.budget_tokens or 0 for budget in promised),
        usd=used.usd + sum(budget.budget_usd or 0.0 for budget in promised),
    )


def _least(*limits: float | None) -> float | None:
    return min((limit for limit in limits if limit is not None), default=None)


def _left(limit: float | None, used: float) -> float | None:
    return None if limit is None else limit - used
