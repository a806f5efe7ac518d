"""A recorded run by itself: its log and the texts that it names. Everything that is handed over is made from these."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from specwright.core.errors import StoreError, UserError
from specwright.core.run.events import Answered, Entry, RunResumed, RunStarted, Superseded
from specwright.core.run.fold import RunState, fold, superseded
from specwright.core.run.listing import RunFilter
from specwright.core.run.result import Result
from specwright.pipeline.recording.event_text import read_entry
from specwright.pipeline.recording.shape import check_shape, has_ended
from specwright.ports.store import RunHead, Store, StoredEntry

_UNCHANGED: Final = "something changed the record; make the bundle again from the run store"


@dataclass(frozen=True)
class Record:
    """One run: the lines of its log in order, and by sha256 the questions and replies that they name."""

    lines: tuple[StoredEntry, ...]
    blobs: Mapping[str, bytes]

    @property
    def run_id(self) -> str:
        return self.lines[0].run_id

    @property
    def head(self) -> str:
        """The hash of the last line, which stands for all of them."""
        return self.lines[-1].hash

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """Raise StoreError for a line that this version cannot read."""
        return tuple(map(read_entry, self.lines))

    @cached_property
    def in_force(self) -> tuple[Entry, ...]:
        """The entries that count: all but those that another version of specwright set aside when it went on."""
        void = superseded([entry.event for entry in self.entries])
        return tuple(entry for number, entry in enumerate(self.entries) if number not in void)

    @cached_property
    def state(self) -> RunState:
        return fold(entry.event for entry in self.entries)

    @property
    def started(self) -> RunStarted:
        """Raise StoreError."""
        if self.state.started is None:
            raise StoreError(f"run {self.run_id} has no beginning", hint=_UNCHANGED)
        return self.state.started

    @property
    def result(self) -> Result:
        """Raise UserError for a run that has not ended, or was resumed since."""
        if self.state.result is None or not has_ended(self.entries):
            raise UserError(
                f"run {self.run_id} has not ended: {self.state.status}, at {self.state.stage or 'its beginning'}",
                hint=f"continue it with `specwright resume {self.run_id}`, or see its record with --why or --events",
            )
        return self.state.result

    @property
    def version(self) -> str:
        """The version of specwright that decided the run: the last one that went its own way."""
        notes = [entry.event for entry in self.entries if isinstance(entry.event, Superseded)]
        return notes[-1].version if notes else self.started.version

    @property
    def tools(self) -> dict[str, str]:
        """The tools of the process that worked on it last, with their versions."""
        tools = self.started.tools
        for entry in self.in_force:
            if isinstance(entry.event, RunResumed) and entry.event.tools:
                tools = entry.event.tools
        return tools


def named_blobs(entries: Iterable[Entry]) -> tuple[str, ...]:
    """Return the texts that a log names, each once, in the order they came."""
    answers = [entry.event for entry in entries if isinstance(entry.event, Answered)]
    return tuple(dict.fromkeys(sha256 for answer in answers for sha256 in (answer.question, answer.reply)))


async def load_record(store: Store, run_id: str) -> Record:
    """The record of a run that the store holds. Raise StoreError, and UserError when there is none of that id."""
    lines = await store.entries(run_id)
    if not lines:
        raise UserError(f"there is no run {run_id!r}", hint="`specwright runs` lists them")
    entries = tuple(map(read_entry, lines))
    check_shape(run_id, entries)
    named = named_blobs(entries)
    return Record(lines, {sha256: await store.blob(sha256) for sha256 in named})


class RecordStore:
    """A record as a read-only store, from which the run can be replayed."""

    def __init__(self, record: Record) -> None:
        self._record = record

    async def entries(self, run_id: str) -> tuple[StoredEntry, ...]:
        """Return the lines as they are; whether their chain holds was checked where they were read."""
        return self._record.lines if run_id == self._record.run_id else ()

    async def entries_after(self, run_id: str, seq: int, limit: int = 256) -> tuple[StoredEntry, ...]:
        return tuple(line for line in await self.entries(run_id) if line.seq > seq)[:limit]

    async def blob(self, sha256: str) -> bytes:
        if sha256 not in self._record.blobs:
            raise StoreError(f"the text {sha256[:12]} is missing from the evidence", hint=_UNCHANGED)
        return self._record.blobs[sha256]

    async def append(self, entry: StoredEntry) -> None:
        raise _read_only()

    async def keep(self, run_id: str, event: str) -> None:
        raise _read_only()

    async def kept(self, run_id: str) -> tuple[str, ...]:
        return ()

    async def put_blob(self, content: bytes) -> str:
        raise _read_only()

    async def runs(
        self, limit: int = 50, *, before: RunHead | None = None, wanted: RunFilter | None = None
    ) -> tuple[()]:
        return ()

    async def remove(self, run_ids: Sequence[str]) -> None:
        raise _read_only()

    async def sweep(self) -> int:
        raise _read_only()

    async def head(self, run_id: str) -> RunHead | None:
        lines = await self.entries(run_id)
        return RunHead(first=lines[0], last=lines[-1]) if lines else None

    async def count(self) -> int:
        return 1

    async def find(self, name: str) -> tuple[str, ...]:
        return (self._record.run_id,) if name == self._record.run_id else ()

    async def claim(self, run_id: str) -> None:
        raise _read_only()

    async def release(self, run_id: str) -> None:
        return None

    async def close(self) -> None:
        return None


def _read_only() -> StoreError:
    return StoreError("a record that is handed over is only read", hint="go on with the run where it was made")
