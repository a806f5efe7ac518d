"""The log of one run: an event is stored first and passed to listeners second.

A run can be repeated. Reopened, the log holds the record; the pipeline starts from the top, and as long as it
takes the same steps and asks for the same effects, they are answered from the record. At its end the run
goes on. That is all there is to resuming. `replay.py` repeats a run to check it. Questions asked side by
side are recorded by `parallel_answers.py`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime
from typing import TypeVar

from specwright import __version__
from specwright.core.errors import ModelError, ReplayDiverged, ReplyUnusable
from specwright.core.run.events import (
    AnswerComing,
    Answered,
    CandidateWritten,
    Effect,
    Entry,
    Note,
    Performed,
    Progress,
    Superseded,
    Supplied,
    Told,
    Unanswered,
    Warned,
)
from specwright.core.run.fold import RunState, step, superseded
from specwright.core.value import canonical
from specwright.pipeline.recording.event_text import read_entry, write_event
from specwright.pipeline.recording.parallel_answers import ParallelAnswers
from specwright.pipeline.recording.recall import elapsed_at, latest_version, recall, same_step, unrecorded
from specwright.ports.model import Heard, Model, Question, Reply, Usage
from specwright.ports.store import Store, StoredEntry

Listener = Callable[[Entry | Progress], None]
Perform = Callable[[], Awaitable[Effect]]
RecordEffect = Callable[[Perform], Awaitable[Effect]]
P = TypeVar("P", bound=Performed | Supplied)

_logger = logging.getLogger(__name__)


class Log:
    """One run's log. Make it with `Log.open`."""

    def __init__(
        self,
        store: Store,
        run_id: str,
        recorded: Iterable[StoredEntry] = (),
        listeners: Iterable[Listener] = (),
        kept: Iterable[str] = (),
    ) -> None:
        self._store = store
        self.run_id = run_id
        self._listeners = tuple(listeners)
        lines = tuple(recorded)
        entries = [read_entry(line) for line in lines]
        void = superseded([entry.event for entry in entries])
        self._entries = [entry for at, entry in enumerate(entries) if at not in void]
        self._told, self._effects = recall(self._entries)
        self.recorded_version = latest_version(entries)
        """The version that last decided anything in the record; empty for a new run."""
        self._once: dict[str, Effect] = {}
        self._recorded = len(lines)
        self._last_recalled = 0
        self._kept = unrecorded(kept, lines)
        self._questions = ParallelAnswers()
        self._next_seq, self._head = len(lines), lines[-1].hash if lines else ""
        self._appending = asyncio.Lock()
        self._started = time.monotonic() - max((elapsed_at(entry) for entry in entries), default=0.0)
        self.state = RunState()
        """The state up to this point of the run; behind the record while the run is repeated."""

    @classmethod
    async def open(cls, store: Store, run_id: str, listeners: Iterable[Listener] = ()) -> Log:
        """Return the run's log, new or as far as it was recorded. Raise StoreError."""
        return cls(store, run_id, await store.entries(run_id), listeners, await store.kept(run_id))

    def elapsed(self) -> float:
        """Seconds this run has been at work, over all processes that worked on it."""
        return time.monotonic() - self._started

    def recorded(self, event: Told) -> bool:
        """Return whether this step is recorded and still lies ahead of the run."""
        return any(entry.event == event for entry in self._told)

    async def emit(self, event: Told) -> None:
        """A step of the story. Raise ReplayDiverged when the record has another step here."""
        if not self._told:
            await self._append(event)
            return
        entry = self._told.popleft()
        if not same_step(entry.event, event):
            if self._goes_on_in_another_version:
                await self._supersede(entry.seq)
                await self._append(event)
                return
            raise ReplayDiverged(
                f"entry {entry.seq} of run {self.run_id} was recorded as {entry.event.kind!r}, "
                f"but the run now comes to {event.kind!r} with other content",
                hint="it was recorded by another version of specwright, or changed since; start a new run",
            )
        self._last_recalled = entry.seq
        self._pass_on(entry)

    @property
    def _goes_on_in_another_version(self) -> bool:
        """Whether the record was made by a version that may decide differently."""
        return self.recorded_version not in ("", __version__)

    async def _supersede(self, first: int) -> None:
        """Let the record from that entry on count no longer: the run goes its own way from here."""
        unused = [entry.seq for queue in self._effects.values() for entry, _ in queue]
        first = min([first, *(seq for seq in unused if seq > self._last_recalled)])
        self._told.clear()
        self._effects.clear()
        await self._append(Superseded(first=first, last=self._recorded - 1, version=__version__))

    async def note(self, event: Note) -> None:
        """Something about the run that is no step of it."""
        await self._append(event)

    def progress(self, progress: Progress) -> None:
        """Show something that is not kept."""
        self._tell_listeners(progress)

    def has_answer(self, question: Question) -> bool:
        """Return whether the record holds an answer to the question that is not yet recalled."""
        return question.key in self._kept or bool(self._effects.get(question.key))

    async def exchange(
        self, model: Model, question: Question, within: float | None = None, room: int | None = None
    ) -> Reply:
        """Ask the model, or recall the recorded answer.

        `room` is the most tokens that the reply may have; the question is recorded without it. Raises what `Model.ask`
        raises, and TimeoutError when the answer takes longer than `within` seconds.
        """

        def hear(heard: Heard) -> None:
            self.progress(AnswerComing(stage=question.stage, **heard.model_dump()))

        async def perform() -> Effect:
            kept = self._kept.pop(question.key, None)
            if kept is not None:
                return kept
            try:
                async with asyncio.timeout(within):
                    reply = await model.ask(_with_room(question, room), hear)
            except ModelError as error:
                return self._unanswered(question, error)
            return await self._safe_answer(question, reply)

        async def record(perform: Perform) -> Effect:
            return await self._questions.add(perform, self._keep, self._append)

        event = await self._effect(question.key, perform, record)
        match event:
            case Answered(stage=stage) | Unanswered(stage=stage) if stage != question.stage:
                raise ReplayDiverged(f"run {self.run_id} recorded a question of the stage {stage!r} as another")
            case Answered():
                return await self._reply(event)
            case Unanswered(code=ReplyUnusable.code):
                raise ReplyUnusable(event.message, hint=event.hint)
            case Unanswered():
                raise ModelError(event.message, hint=event.hint)
            case _:
                raise ReplayDiverged(f"run {self.run_id} recorded no answer where the model was asked")

    async def effect(self, kind: type[P], key: str, perform: Callable[[], Awaitable[P]]) -> P:
        """Return the recorded event of this key, or perform it and record it. Raise what `perform` raises.

        The log stamps the event with the run's time. Raise ReplayDiverged if the record holds an event of another kind.
        """
        event = await self._effect(key, perform)
        if not isinstance(event, kind):
            raise ReplayDiverged(f"run {self.run_id} recorded {event.kind!r} where {kind.__name__!r} was to come")
        return event

    async def effect_once(self, kind: type[P], key: str, perform: Callable[[], Awaitable[P]]) -> P:
        """Return the event of this key that the run has come to before, else as `effect` does."""
        event = self._once.get(key)
        if not isinstance(event, kind):
            event = self._once[key] = await self.effect(kind, key, perform)
        return event

    async def _effect(self, key: str, perform: Perform, record: RecordEffect | None = None) -> Effect:
        recorded = self._effects.get(key)
        if recorded:
            entry, event = recorded.popleft()
            self._pass_on(entry)
            return event
        if self._told and self._goes_on_in_another_version:
            await self._supersede(self._told[0].seq)
        elif not all(isinstance(entry.event, CandidateWritten | Warned) for entry in self._told):
            # Of answers asked for side by side, the latest may be missing where a run was stopped. Nothing else may.
            raise ReplayDiverged(
                f"run {self.run_id} needs an answer or an execution that its record lacks before entry "
                f"{self._told[0].seq}",
                hint="the record was changed; start a new run",
            )
        if record is not None:
            return await record(perform)
        event = (await perform()).model_copy(update={"elapsed": round(self.elapsed(), 6)})
        await self._append(event)
        return event

    async def _keep(self, event: Effect) -> None:
        await self._store.keep(self.run_id, write_event(event))

    async def _safe_answer(self, question: Question, reply: Reply) -> Answered:
        """Return the answer as an event. A cancellation does not lose an answer that came: it is kept."""
        answered = asyncio.ensure_future(self._answered(question, reply))
        try:
            return await asyncio.shield(answered)
        except asyncio.CancelledError:
            await self._keep(await answered)
            raise

    async def _answered(self, question: Question, reply: Reply) -> Answered:
        asked, answered = await asyncio.gather(  # one commit keeps both
            self._store.put_blob(canonical(question.model_dump(mode="json")).encode()),
            self._store.put_blob(reply.text.encode("utf-8", "surrogatepass")),
        )
        return Answered(
            key=question.key,
            stage=question.stage,
            prompt_digest=question.prompt_digest,
            question=asked,
            reply=answered,
            model=reply.model,
            requests=reply.usage.requests,
            input_tokens=reply.usage.input_tokens,
            output_tokens=reply.usage.output_tokens,
            usd=reply.usage.usd,
            cut=reply.cut,
            seconds=reply.seconds,
            elapsed=round(self.elapsed(), 6),
        )

    def _unanswered(self, question: Question, error: ModelError) -> Unanswered:
        return Unanswered(
            key=question.key,
            stage=question.stage,
            code=error.code,
            message=error.message,
            hint=error.hint,
            elapsed=round(self.elapsed(), 6),
        )

    async def _reply(self, event: Answered) -> Reply:
        usage = Usage(
            input_tokens=event.input_tokens,
            output_tokens=event.output_tokens,
            usd=event.usd,
            requests=event.requests,
        )
        text = (await self._store.blob(event.reply)).decode("utf-8", "surrogatepass")
        return Reply(text=text, model=event.model, usage=usage, cut=event.cut, seconds=event.seconds)

    async def _append(self, event: Told | Effect | Note) -> None:
        """Append the event. A cancellation does not part the entry that is stored from our count of entries."""
        await asyncio.shield(self._append_whole(event))

    async def _append_whole(self, event: Told | Effect | Note) -> None:
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
                _logger.exception("a listener failed")  # and cannot fail the run


def _with_room(question: Question, room: int | None) -> Question:
    """Return the question with at most that much room for the reply."""
    if room is None or (question.max_tokens is not None and question.max_tokens <= room):
        return question
    return question.model_copy(update={"max_tokens": room})
