"""Runs as views: what the queue knows of them and what the store does."""

from __future__ import annotations

from specwright.api import RunSummary
from specwright.ports.queue import QueuedRun, QueueState
from specwright.server.guard.users import User
from specwright.server.service import RECORDED, Service, recorded_run
from specwright.server.shapes import RunRequest, RunsQuery, RunView
from specwright.server.work import QueuedWork


async def view_of(service: Service, run: QueuedRun) -> RunView:
    """Return one run."""
    before = None
    if run.state is QueueState.WAITING:
        waiting = await service.client.queue().listed(states=(QueueState.WAITING,))
        before = sum(other.added_at < run.added_at for other in waiting)
    return _view(run, await service.client.summary(run.run_id), before)


async def list_views(service: Service, user: User, query: RunsQuery) -> tuple[RunView, ...]:
    """Return the runs that the user may see and that match, the newest first."""
    queue = service.client.queue()
    queued = (await queue.listed(owner=None if user.admin else user.name))[::-1]
    if user.admin:
        by_id = {run.run_id: run for run in queued}
        recorded = await service.client.runs(
            query.limit, search=query.search, language=query.language, verified=query.verified
        )
        views = [
            _view(by_id.get(one.run_id) or recorded_run(one.run_id, one.started_at, user), one) for one in recorded
        ]
        known = {one.run_id for one in recorded}
        # What is waiting or never began is not recorded.
        further = [run for run in queued[: query.limit] if run.run_id not in known]
    else:
        views, further = [], list(queued)
    for run in further:
        summary = await service.client.summary(run.run_id)
        if (summary is None or not user.admin) and _matches(run, summary, query):
            views.append(_view(run, summary))
        if len(views) >= query.limit and not user.admin:
            break
    views.sort(key=lambda view: view.added_at, reverse=True)
    return tuple(views[: query.limit])


def _matches(run: QueuedRun, summary: RunSummary | None, query: RunsQuery) -> bool:
    asked = QueuedWork.model_validate_json(run.request).run
    problem, language = (asked.problem, asked.language) if asked else ("", "")
    words = f"{run.run_id} {run.note} {run.state} {problem}".lower()
    return (
        (query.search is None or query.search.lower() in words)
        and (query.language is None or query.language == language)
        and (query.verified is None or bool(summary and summary.verified) is query.verified)
    )


def _view(run: QueuedRun, summary: RunSummary | None, before: int | None = None) -> RunView:
    asked: RunRequest | None = QueuedWork.model_validate_json(run.request).run
    return RunView(
        run_id=run.run_id,
        owner=run.owner,
        state="recorded" if run.note == RECORDED else run.state,
        added_at=summary.started_at if summary else run.added_at,
        note="" if run.note == RECORDED else run.note,
        waiting_before=before,
        summary=summary,
        request=asked,
    )
