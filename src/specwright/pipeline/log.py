"""The log of one run: an event is kept first and told to listeners second.

A run can be told again. Reopened, the log holds what was recorded; the pipeline starts from the top, and as long as it
tells the same steps and asks for the same effects, they are answered from the record. Where the record ends, the run
goes on. That is all there is to resuming, and to replaying with no model.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime
from typing import TypeVar

from specwright.core.errors import ModelError, ReplayDiverged, StoreError
from specwright.core.events import (
    EVENT,
    AnswerComing,
    Answered,
    Effect,
    Entry,
    Executed,
    ModelFailed,
    Note,
    Progress,
    RunEnded,
    Told,
)
from specwright.core.fold import RunState, step
from specwright.core.outcome import Execution
from specwright.core.value import canonical
from specwright.ports import Heard, Model, Question, Reply, Store, StoredEntry, Usage

Listener = Callable[[Entry | Progress], None]
E = TypeVar("E", Answered, Executed)

_logger = logging.getLogger(__name__)


class Log:
    """One run's log. Make it with `Log.open`."""

    def __init__(
        self, store: Store, run_id: str, recorded: Iterable[StoredEntry], listeners: Iterable[Listener]
    ) -> None:
        self._store = store
        self.run_id = run_id
        self._listeners = tuple(listeners)
        self._told: deque[Entry] = deque()
        self._effects: dict[str, deque[Entry]] = defaultdict(deque)
        self._next_seq, self._head = 0, ""
        self._appending = asyncio.Lock()
        self.state = RunState()
        """What has happened up to this point of the telling; behind the record while it is being told again."""
        before = 0.0
        for line in recorded:
            entry = read_entry(line)
            self._next_seq, self._head = line.seq + 1, line.hash
            if entry.event.role == "told":
                self._told.append(entry)
            elif isinstance(entry.event, Answered | Executed):
                self._effects[entry.event.key].append(entry)
                before = max(before, entry.event.elapsed)
        self._started = time.monotonic() - before

    @classmethod
    async def open(cls, store: Store, run_id: str, listeners: Iterable[Listener] = ()) -> Log:
        """The run's log, new or as far as it was recorded. Raises StoreError."""
        return cls(store, run_id, await store.entries(run_id), listeners)

    @property
    def retelling(self) -> bool:
        """Whether recorded steps are still ahead."""
        return bool(self._told)

    def elapsed(self) -> float:
        """Seconds this run has been at work, over all processes that worked on it."""
        return time.monotonic() - self._started

    async def tell(self, event: Told) -> None:
        """A step of the story. Raises ReplayDiverged when the record has another step here."""
        if not self._told:
            await self._append(event)
            return
        entry = self._told.popleft()
        if entry.event != event and not _both_end(entry.event, event):
            raise ReplayDiverged(
                f"run {self.run_id} was recorded with {entry.event.kind!r} at entry {entry.seq}, "
                f"but now comes to {event.kind!r} with other content",
                hint="it was recorded by another version of specwright, or changed since; start a new run",
            )
        self._pass_on(entry)

    async def note(self, event: Note) -> None:
        """Something about the run that is no step of it."""
        await self._append(event)

    def progress(self, progress: Progress) -> None:
        """Show something that is not kept."""
        self._tell_listeners(progress)

    async def exchange(self, model: Model, question: Question) -> Reply:
        """Ask the model, or recall its recorded answer. Raises what `Model.ask` raises, recorded as a note."""

        def hear(heard: Heard) -> None:
            self.progress(AnswerComing(stage=question.stage, **heard.model_dump()))

        async def perform() -> Answered:
            try:
                reply = await model.ask(question, hear)
            except ModelError as error:
                await self.note(ModelFailed(stage=question.stage, code=error.code, message=error.message))
                raise
            return await self._answered(question, reply)

        event = await self._effect(Answered, question.key, perform)
        return Reply(
            text=(await self._store.blob(event.reply)).decode("utf-8", "surrogatepass"),
            model=event.model,
            usage=Usage(
                input_tokens=event.input_tokens,
                output_tokens=event.output_tokens,
                usd=event.usd,
                requests=event.requests,
            ),
            seconds=event.seconds,
        )

    async def _answered(self, question: Question, reply: Reply) -> Answered:
        return Answered(
            key=question.key,
            stage=question.stage,
            prompt_digest=question.prompt_digest,
            question=await self._store.put_blob(canonical(question.model_dump(mode="json")).encode()),
            reply=await self._store.put_blob(reply.text.encode("utf-8", "surrogatepass")),
            model=reply.model,
            requests=reply.usage.requests,
            input_tokens=reply.usage.input_tokens,
            output_tokens=reply.usage.output_tokens,
            usd=reply.usage.usd,
            seconds=reply.seconds,
            elapsed=round(self.elapsed(), 6),
        )

    async def execution(self, key: str, round_number: int, perform: Callable[[], Awaitable[Execution]]) -> Execution:
        """Execute, or recall the recorded execution of the same key."""

        async def executed() -> Executed:
            execution = await perform()
            return Executed(key=key, round=round_number, execution=execution, elapsed=round(self.elapsed(), 6))

        return (await self._effect(Executed, key, executed)).execution

    async def _effect(self, kind: type[E], key: str, perform: Callable[[], Awaitable[E]]) -> E:
        recorded = self._effects.get(key)
        if recorded:
            entry = recorded.popleft()
            if not isinstance(entry.event, kind):
                raise ReplayDiverged(f"entry {entry.seq} of run {self.run_id} is no {kind.__name__}")
            self._pass_on(entry)
            return entry.event
        event = await perform()
        await self._append(event)
        return event

    async def _append(self, event: Told | Effect | Note) -> None:
        async with self._appending:
            line = StoredEntry(
                run_id=self.run_id,
                seq=self._next_seq,
                at=datetime.now(UTC).isoformat(timespec="milliseconds"),
                prev_hash=self._head,
                event=write_event(event),
            )
            await self._store.append(line)
            self._next_seq, self._head = line.seq + 1, line.hash
        self._pass_on(Entry(run_id=line.run_id, seq=line.seq, at=line.at, event=event))

    def _pass_on(self, entry: Entry) -> None:
        self.state = step(self.state, entry.event)
        self._tell_listeners(entry)

    def _tell_listeners(self, heard: Entry | Progress) -> None:
        for listener in self._listeners:
            try:
                listener(heard)
            except Exception:
                _logger.exception("a listener failed")


def _both_end(recorded: Told | Effect | Note, told: Told) -> bool:
    """Two endings agree when all but the measured times do."""
    if not isinstance(recorded, RunEnded) or not isinstance(told, RunEnded):
        return False
    update = {"spending": told.result.spending}
    return recorded.result.model_copy(update=update) == told.result


def write_event(event: Told | Effect | Note) -> str:
    """The event as JSON text, ASCII only so that any string a model produced can be kept."""
    return json.dumps(event.model_dump(mode="json"), separators=(",", ":"))


def read_entry(line: StoredEntry) -> Entry:
    """The entry of a stored line. Raises StoreError when it was written by something else."""
    try:
        event = EVENT.validate_python(json.loads(line.event))
    except ValueError as error:
        raise StoreError(
            f"entry {line.seq} of run {line.run_id} cannot be read",
            hint="it was written by another version of specwright; use that version to read it",
        ) from error
    return Entry(run_id=line.run_id, seq=line.seq, at=line.at, event=event)
