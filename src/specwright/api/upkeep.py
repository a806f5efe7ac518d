"""Keeping a store small, and moving runs from one store to another."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from specwright.api.records import matching_runs, opened_resources
from specwright.app import Resources, open_store
from specwright.config import Settings
from specwright.core.errors import StoreError, UserError
from specwright.core.place import read_place
from specwright.core.run.listing import RunFilter
from specwright.core.value import Value
from specwright.ports.store import Store, StoredEntry

_SHA256: Final = re.compile(r'"([0-9a-f]{64})"')
_AT_ONCE: Final = 500


class Pruned(Value):
    """What was deleted, or would be."""

    runs: int
    texts: int = 0
    """Texts that no run names any more."""
    busy: tuple[str, ...] = ()
    """Runs that are being worked on, and were left."""
    deleted: bool


class Exported(Value):
    """What was copied."""

    runs: int
    there_already: int
    entries: int
    differing: tuple[str, ...] = ()
    """Runs of which the other store has another record; they were left."""
    busy: tuple[str, ...] = ()
    """Runs that are being worked on, and were left."""


async def prune_runs(
    settings: Settings,
    wanted: RunFilter,
    *,
    before: str,
    delete: bool = False,
    resources: Resources | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Pruned:
    """Delete the runs that match and that began before a time in ISO 8601. Raise StoreError.

    Without `delete` they are only counted. Texts are swept that no run names and that are older than a day.
    """
    async with opened_resources(settings, resources) as opened:
        store = opened.store()
        gone = 0
        busy: list[str] = []
        waiting: list[str] = []
        async for run in matching_runs(store, wanted):
            if run.started_at >= before:
                continue
            waiting.append(run.run_id)
            if len(waiting) == _AT_ONCE:
                gone += await _remove(store, waiting, busy) if delete else len(waiting)
                waiting = []
                if on_progress is not None:
                    on_progress(gone)
        gone += await _remove(store, waiting, busy) if delete else len(waiting)
        texts = await store.sweep() if delete else 0
        return Pruned(runs=gone, texts=texts, busy=tuple(busy), deleted=delete)


async def _remove(store: Store, run_ids: Sequence[str], busy: list[str]) -> int:
    claimed: list[str] = []
    try:
        for run_id in run_ids:
            try:
                await store.claim(run_id)
            except StoreError:
                busy.append(run_id)
            else:
                claimed.append(run_id)
        await store.remove(claimed)
    finally:
        for run_id in claimed:
            await store.release(run_id)
    return len(claimed)


async def export_runs(
    settings: Settings,
    place: Path | str,
    wanted: RunFilter,
    *,
    resources: Resources | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Exported:
    """Copy the runs that match into another store. Started again, it goes on. Raise UserError, StoreError."""
    target_place = read_place(Path(place) if isinstance(place, Path) else place)
    target_place = Path(target_place) if isinstance(target_place, str) else target_place
    async with opened_resources(settings, resources) as opened, _opened(target_place) as target:
        if str(target_place) == str(settings.store.path):
            raise UserError("that is the store itself", hint="name another file, or another database")
        source = opened.store()
        copied = known = entries = 0
        differing: list[str] = []
        busy: list[str] = []
        async for run in matching_runs(source, wanted):
            try:
                added = await _copy(source, target, run.run_id, differing)
            except _Busy:
                busy.append(run.run_id)
                continue
            copied += added > 0
            known += added == 0
            entries += max(added, 0)
            if on_progress is not None:
                on_progress(copied + known)
        return Exported(runs=copied, there_already=known, entries=entries, differing=tuple(differing), busy=tuple(busy))


class _Busy(Exception):
    """The run is being worked on, in one of the stores."""


@asynccontextmanager
async def _opened(place: object) -> AsyncIterator[Store]:
    store = open_store(place)  # type: ignore[arg-type]
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def _held(store: Store, run_id: str) -> AsyncIterator[None]:
    try:
        await store.claim(run_id)
    except StoreError as error:
        raise _Busy from error
    try:
        yield
    finally:
        await store.release(run_id)


async def _copy(source: Store, target: Store, run_id: str, differing: list[str]) -> int:
    """Copy what the other store lacks of a run; return how many entries that are, -1 if its record differs."""
    async with _held(source, run_id), _held(target, run_id):
        lines, there = await source.entries(run_id), await target.entries(run_id)
        if lines[: len(there)] != there:
            differing.append(run_id)
            return -1
        missing = lines[len(there) :]
        kept = (await source.kept(run_id))[len(await target.kept(run_id)) :]
        for sha256 in _named(missing, kept):
            try:
                content = await source.blob(sha256)
            except StoreError as error:
                if "missing" in error.message:
                    continue  # the hash of something else than a text
                raise
            await target.put_blob(content)
        for event in kept:
            await target.keep(run_id, event)
        for line in missing:
            await target.append(line)
        return len(missing)


def _named(lines: Sequence[StoredEntry], kept: Sequence[str]) -> list[str]:
    texts = (*(line.event for line in lines), *kept)
    return list(dict.fromkeys(sha256 for text in texts for sha256 in _SHA256.findall(text)))
