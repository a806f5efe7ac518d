"""Replay: re-execute a recorded run without a model, and report what no longer holds.

A replay must account for the whole record. It *diverges* if the run takes another step, if it needs an answer or an
execution that the record lacks, or if it ends while the record still holds something. Swallowing any of these would
let a forged record pass: one without executions has nothing left that could differ.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import NoReturn

from pydantic import Field

from specwright import __version__
from specwright.core.errors import (
    BudgetExhausted,
    ReplayDiverged,
    SandboxUnavailable,
    SpecwrightError,
    ToolchainMissing,
)
from specwright.core.run.events import (
    Answered,
    Effect,
    Entry,
    Executed,
    Note,
    Performed,
    RunEnded,
    RunResumed,
    RunStarted,
    Told,
    UserAnswered,
)
from specwright.core.run.result import Result, State
from specwright.core.value import Value, canonical
from specwright.core.work.question import UserQuestion
from specwright.pipeline.recording.compare import Difference, Subject, compare
from specwright.pipeline.recording.event_log import Listener, Log, Perform, RecordEffect
from specwright.pipeline.recording.recall import Effects, recall, same_step
from specwright.ports.person import AnswerAwaited
from specwright.ports.store import Store, StoredEntry

_SHOWN = 3
"""How many entries a message names."""


class ReplayReport(Value):
    run_id: str
    recorded_state: State | None
    """None for a run that never ended."""
    same: bool
    answers: int
    executions: int
    calls: int
    cases: int = 0
    """How many outcomes of test cases were produced again."""
    compared: dict[Subject, int] = Field(default_factory=dict)
    """How much of each kind was compared with the record."""
    differences: tuple[Difference, ...] = ()
    diverged: str | None = None
    """Where the run took another way than its record; None if it did not."""


class EndOfRecord(Exception):
    """The record of a run that never ended stops here."""


class ReplayLog(Log):
    """A read-only log: answers are recalled, executions are repeated and compared.

    `execute=False` recalls executions too; it only checks that the record's steps follow from one another.
    """

    def __init__(
        self,
        store: Store,
        run_id: str,
        recorded: Iterable[StoredEntry],
        listeners: Iterable[Listener] = (),
        *,
        execute: bool = True,
    ) -> None:
        lines = tuple(recorded)
        super().__init__(store, run_id, lines, listeners)
        entries = self._entries
        self._told, self._effects = last_telling(entries)
        self._end = _stated_end(entries)
        self._processes = [e.event for e in entries if isinstance(e.event, RunStarted | RunResumed)]
        self._sandboxes = {process.sandbox for process in self._processes}
        self._execute = execute
        self._stopped = False
        self._last_step = -1
        self.differences: list[Difference] = []
        self.compared: Counter[Subject] = Counter()
        self.answers = self.executions = self.cases = 0
        self.recorded_state = self._end.execution_result if self._end else None
        self.diverged: str | None = None

    async def emit(self, event: Told) -> None:
        """Compare a step with the record. Raise ReplayDiverged if it is another one."""
        if isinstance(event, RunEnded) and not self._stopped:
            self._refuse_to_end_for_want_of_a_sandbox(event.result)
        if not self._told:
            self._lacks(f"the step {event.kind!r}")
        if self._only_the_end_is_left and not isinstance(event, RunEnded):
            self._stop_as_recorded()
        entry = self._told[0]
        if not (same_step(entry.event, event) and self._adds_up(entry.event, event)):
            self._diverge(
                f"entry {entry.seq} of run {self.run_id} was recorded as {entry.event.kind!r}, "
                f"but the run now comes to {event.kind!r} with other content"
            )
        self._told.popleft()
        self._last_step = entry.seq
        self._pass_on(entry)

    async def opened(self) -> Log:
        """Return this log instead of opening one: everything it needs was read when it was made."""
        return self

    async def _effect(self, key: str, perform: Perform, record: RecordEffect | None = None) -> Effect:
        recorded = self._effects.get(key)
        if not recorded:
            if self._only_the_end_is_left:
                self._stop_as_recorded(key)
            self._lacks("an answer or an execution")
        entry, event = recorded.popleft()
        self._check_place(entry)
        if isinstance(event, Performed):
            if self._execute:
                await self._repeat(event, perform)
        elif isinstance(event, Answered):
            self.answers += 1
        elif isinstance(event, UserAnswered):
            await self._check_question(entry, event, perform)
        self._pass_on(entry)
        return event

    async def _check_question(self, entry: Entry, recorded: UserAnswered, perform: Perform) -> None:
        """A person's answer counts only for the question that the run asks here, word for word."""
        now = await perform()
        # Compared as text: to Python, 1, 1.0 and True are equal.
        if not isinstance(now, UserAnswered) or _text(now.question) != _text(recorded.question):
            self._diverge(f"entry {entry.seq} of run {self.run_id} answers another question than the run asks")

    def _adds_up(self, recorded: object, now: Told) -> bool:
        """Return whether the times and names in a recorded result follow from the rest of the record."""
        if not (isinstance(recorded, RunEnded) and isinstance(now, RunEnded)):
            return True
        was, computed = recorded.result, now.result
        times = (was.spending, was.phases) == (computed.spending, computed.phases)
        models = {computed.model} if self.state.answers else {process.model for process in self._processes}
        return times and was.model in models and was.sandbox.partition(":")[0] in self._sandboxes

    async def _append(self, event: Told | Effect | Note) -> None:
        self._lacks(f"{event.kind!r}")

    async def _repeat(self, recorded: Performed, perform: Perform) -> None:
        self.executions += 1
        try:
            now = await perform()
        except ToolchainMissing as error:
            missing = Difference(
                subject=Subject.of(recorded),
                candidate_id="",
                case_id="everything",
                recorded="measured",
                now="not measured",
                excuse=f"{error.message}; {error.hint}" if error.hint else error.message,
            )
            self.differences.append(missing)
            return
        if isinstance(now, Executed):
            self.cases += len(now.execution.results)
        found = compare(recorded, now)
        self.compared += found.compared
        self.differences += found.differences

    @property
    def _only_the_end_is_left(self) -> bool:
        """Whether all that is left of the record is the statement that something outside stopped the run."""
        return len(self._told) == 1 and isinstance(self._told[0].event, RunEnded) and _gave_up(self._told[0].event)

    def _stop_as_recorded(self, asked: str = "") -> NoReturn:
        """Raise the error that stopped the recorded run here, so that its result is computed again and compared.

        `asked` is the key of the effect that the record lacks.
        """
        end = self._told[0].event
        assert isinstance(end, RunEnded)
        self._stopped = True
        match end.result.execution_result:
            case State.BUDGET_EXHAUSTED:
                raise BudgetExhausted(end.result.explanation)
            case State.SANDBOX_UNAVAILABLE:
                raise SandboxUnavailable(end.result.explanation)
            case State.AWAITING_ANSWER if end.result.question and end.result.question.key == asked:
                raise AnswerAwaited(end.result.question)
            case _:
                self._lacks("an answer, or the failure to get one,")

    def _refuse_to_end_for_want_of_a_sandbox(self, result: Result) -> None:
        """A sandbox that fails here proves nothing about the record."""
        if result.execution_result is State.SANDBOX_UNAVAILABLE and self.recorded_state is not result.execution_result:
            raise SandboxUnavailable(result.explanation)

    def _check_place(self, entry: Entry) -> None:
        """An effect stands in the log between the two steps between which the run asks for it."""
        following = self._told[0].seq if self._told else entry.seq + 1
        if not self._last_step < entry.seq < following:
            self._diverge(f"entry {entry.seq} of run {self.run_id} stands in another place than where it was needed")

    def _lacks(self, what: str) -> NoReturn:
        if self._end is None and not self._told:
            raise EndOfRecord
        self._diverge(f"the run needs {what} that its record lacks")

    def _diverge(self, message: str) -> NoReturn:
        self.diverged = self.diverged or message
        raise ReplayDiverged(message, hint="the record was changed, or another version of specwright made it")

    def check_all_was_used(self) -> None:
        """Raise ReplayDiverged if the run came to its end and the record holds more."""
        effects = [entry for queue in self._effects.values() for entry, _ in queue]
        unused = sorted((*self._told, *effects), key=lambda entry: entry.seq)
        if unused:
            named = ", ".join(f"{entry.seq} ({entry.event.kind})" for entry in unused[:_SHOWN])
            more = f" and {len(unused) - _SHOWN} more" if len(unused) > _SHOWN else ""
            self._diverge(f"the run comes to its end without using the whole record: entries {named}{more} are left")


def _text(question: UserQuestion) -> str:
    return canonical(question.model_dump(mode="json"))


def last_telling(entries: list[Entry]) -> tuple[deque[Entry], Effects]:
    """The steps and effects of the process that worked on the run last, with all that it recalled.

    Unlike a run that goes on, a replay keeps that process's own failures: they are how it came to its end.
    """
    resumed = max((n for n, entry in enumerate(entries) if isinstance(entry.event, RunResumed)), default=0)
    told, effects = recall(entries[:resumed])
    for entry in entries[resumed:]:
        if entry.event.role == "told":
            told.append(entry)
        elif isinstance(entry.event, Effect):
            effects[entry.event.key].append((entry, entry.event))
    return told, effects


def _stated_end(entries: list[Entry]) -> Result | None:
    """Return the result of a run that has ended and was not resumed since."""
    for entry in reversed(entries):
        if isinstance(entry.event, RunEnded):
            return entry.event.result
        if isinstance(entry.event, RunResumed):
            return None
    return None


def _gave_up(event: RunEnded) -> bool:
    return not event.result.execution_result.final


@contextmanager
def told_from_its_record(log: Log) -> Iterator[None]:
    """Turn what a contradictory record makes of a resumed run into ReplayDiverged."""
    try:
        yield
    except SpecwrightError:
        raise
    except Exception as error:
        raise ReplayDiverged(
            f"run {log.run_id} cannot go on from its record: {_contradiction(error)}",
            hint="something other than specwright changed the record; start a new run",
        ) from error


def _contradiction(error: Exception) -> str:
    return f"the record contradicts itself ({type(error).__name__}: {error})"[:500]


async def replay(log: ReplayLog, replay_record: Callable[[], Awaitable[object]]) -> ReplayReport:
    """Run again by `replay_record`, which works on this log. Raise SandboxUnavailable, StoreError."""
    try:
        await replay_record()
        log.check_all_was_used()
    except (EndOfRecord, ReplayDiverged) as stopped:
        log.diverged = log.diverged or (str(stopped) if isinstance(stopped, ReplayDiverged) else None)
    except SpecwrightError:
        raise
    except Exception as error:  # noqa: BLE001 - a forged record can contradict itself in any way
        log.diverged = log.diverged or _contradiction(error)
    if log.diverged is not None and log.recorded_version != __version__:
        log.diverged += f"; it was recorded by specwright {log.recorded_version}, which may decide otherwise"
    return ReplayReport(
        run_id=log.run_id,
        recorded_state=log.recorded_state,
        same=log.diverged is None and not log.differences,
        answers=log.answers,
        executions=log.executions,
        calls=log.compared[Subject.CALL] + log.compared[Subject.NATIVE],
        cases=log.cases,
        compared=dict(log.compared),
        differences=tuple(log.differences),
        diverged=log.diverged,
    )
