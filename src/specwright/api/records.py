"""The run store: find a recorded run, load it, list the newest."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager
from typing import Final

from specwright.app import Resources
from specwright.config import Settings
from specwright.core.errors import StoreError, UserError
from specwright.core.existing.outcome import ChangeWord
from specwright.core.run.events import Entry, RunEnded, RunInterrupted, RunStarted, UserAnswered
from specwright.core.run.fold import RunState, fold
from specwright.core.run.listing import RunFilter, first_words
from specwright.core.run.result import Word
from specwright.core.value import Value
from specwright.core.work.example import parse_example
from specwright.core.work.question import Expected
from specwright.core.work.task import Task
from specwright.pipeline.recording.event_text import read_entry
from specwright.pipeline.recording.shape import check_shape
from specwright.ports.store import RunHead, Store


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


async def is_recorded(run_id: str, settings: Settings, resources: Resources | None = None) -> bool:
    """Return whether the store has a run of exactly this id. Raise StoreError."""
    async with opened_resources(settings, resources) as opened:
        return (run_id,) == await opened.store().find(run_id)


async def load_head(run_id: str, settings: Settings, resources: Resources | None = None) -> str:
    """Return the hash of the run's last entry. Raise as `load_run` does."""
    async with opened_resources(settings, resources) as opened:
        lines = await opened.store().entries(run_id)
    if not lines:
        raise UserError(f"there is no run {run_id!r}", hint="`specwright runs` lists them")
    return lines[-1].hash


async def find_run(name: str, settings: Settings, resources: Resources | None = None) -> str:
    """Return the whole id of a run named by its beginning, its end, or `last`. Raise UserError."""
    async with opened_resources(settings, resources) as opened:
        heads = await opened.store().runs(1) if name == "last" else ()
        found = tuple(head.first.run_id for head in heads) or await opened.store().find(name)
    if len(found) == 1:
        return found[0]
    if name == "last":
        raise UserError(
            "there is no run yet", hint="start one: specwright solve 'Return the sum of a list of integers.'"
        )
    what = f"{len(found)} runs match {name!r}" if found else f"there is no run {name!r}"
    raise UserError(what, hint="`specwright runs` lists them; give enough of the id to tell them apart")


async def list_runs(settings: Settings, limit: int = 50, resources: Resources | None = None) -> tuple[RunHead, ...]:
    """Return the newest runs first. Raise StoreError."""
    async with opened_resources(settings, resources) as opened:
        return await opened.store().runs(limit)


_PAGE: Final = 500
"""Runs that a search reads at once."""


class RunSummary(Value):
    """A run in a listing."""

    run_id: str
    started_at: str
    state: str
    problem: str
    """Its first words."""
    language: str = ""
    word: Word | None = None
    """What its result may be called; None for a run that has no result."""
    change: ChangeWord | None = None
    """What a change of existing code may be called instead."""
    verified: bool | None = None
    confidence: float | None = None
    seconds: float | None = None
    usd: float | None = None
    """None for a run without a result, or with a model whose price is not known."""


def summary(head: RunHead) -> RunSummary:
    """Return what a listing shows of a run. Raise StoreError if its record cannot be read."""
    first, last = read_entry(head.first).event, read_entry(head.last).event
    task = first.task if isinstance(first, RunStarted) else None
    begun = RunSummary(
        run_id=head.first.run_id,
        started_at=head.first.at,
        state="interrupted" if isinstance(last, RunInterrupted) else "running or killed",
        problem=first_words(task.problem) if task else "",
        language=task.language if task else "",
    )
    if not isinstance(last, RunEnded):
        return begun
    result = last.result
    ended = {
        "state": result.execution_result.value,
        "word": result.word,
        "change": result.change.word if result.change else None,
        "verified": result.verified,
        "confidence": result.confidence,
        "seconds": round(result.spending.model_seconds + result.spending.own_seconds, 3),
        "usd": result.spending.usd,
    }
    return begun.model_copy(update=ended)


async def search_runs(
    settings: Settings,
    limit: int = 50,
    *,
    search: str | None = None,
    language: str | None = None,
    verified: bool | None = None,
    resources: Resources | None = None,
) -> tuple[RunSummary, ...]:
    """Return the newest runs that match, the newest first. Raise StoreError.

    `search` is a part of the id, the state or the first words of the problem, in any case.
    """
    wanted = RunFilter(search=search, language=language, verified=verified)
    async with opened_resources(settings, resources) as opened:
        found = matching_runs(opened.store(), wanted, page=min(limit, _PAGE))
        async with aclosing(found) as runs:
            return tuple([run async for run in first_of(runs, limit)])


async def matching_runs(store: Store, wanted: RunFilter, page: int = _PAGE) -> AsyncGenerator[RunSummary]:
    """Return all runs that match, the newest first, without reading more than a page of them at once."""
    before: RunHead | None = None
    while heads := await store.runs(page, before=before, wanted=wanted):
        for head in heads:
            run = summary(head)
            if _matches(run, wanted):
                yield run
        before = heads[-1]
        if len(heads) < page:
            return


def _matches(run: RunSummary, wanted: RunFilter) -> bool:
    words = f"{run.run_id} {run.state} {run.problem}".lower()
    return (
        (wanted.search is None or wanted.search.lower() in words)
        and (wanted.language is None or run.language == wanted.language)
        and (wanted.verified is None or bool(run.verified) is wanted.verified)
    )


async def first_of(runs: AsyncGenerator[RunSummary], limit: int) -> AsyncGenerator[RunSummary]:
    """Return at most so many of them."""
    count = 0
    async for run in runs:
        yield run
        count += 1
        if count == limit:
            return


async def follow_up_task(
    run_id: str, words: str, settings: Settings, *, examples: Sequence[str] = (), resources: Resources | None = None
) -> Task:
    """Return the task of an earlier run with a correction in the user's words.

    It keeps the run's examples, and what the user answered then becomes an example. Raise UserError or StoreError.
    """
    entries = await load_entries(run_id, settings, resources)
    started = fold(entry.event for entry in entries).started
    if started is None:
        raise StoreError(f"run {run_id} has no beginning", hint="start a new run")
    if not words.strip():
        raise UserError("the follow-up is empty", hint="say in a sentence what should be different")
    answers = [entry.event for entry in entries if isinstance(entry.event, UserAnswered)]
    kept = (*started.task.examples, *filter(None, map(_as_example, answers)), *examples)
    problem = f"{started.task.problem}\n\nCorrection, which overrides what is above: {words.strip()}"
    return started.task.model_copy(update={"problem": problem, "examples": tuple(dict.fromkeys(kept))})


def _as_example(answered: UserAnswered) -> str | None:
    """Return what the user answered in the form of an example; None if they named no result, or it is too long."""
    question, answer = answered.question, answered.answer
    if not isinstance(answer, Expected):
        return None
    text = f"{question.call} -> {answer.expected}"
    try:
        return text if parse_example(text).expected == answer.expected else None
    except UserError:
        return None


@asynccontextmanager
async def opened_resources(settings: Settings, resources: Resources | None) -> AsyncIterator[Resources]:
    """Yield the caller's resources, or those of the settings, which are closed again."""
    if resources is not None:
        yield resources
        return
    async with Resources(settings) as own:
        yield own
