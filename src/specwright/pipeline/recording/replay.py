"""Replay: tell a recorded run again with no model, execute everything anew, and say what no longer holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable

from pydantic import Field

from specwright.core.errors import ReplayDiverged, SandboxUnavailable, ToolchainMissing
from specwright.core.run.events import Answered, Effect, Note, Performed, RunEnded, Told
from specwright.core.run.result import State
from specwright.core.value import Value
from specwright.pipeline.recording.compare import Difference, Subject, compare
from specwright.pipeline.recording.event_log import Listener, Log, Perform, Record, read_entry
from specwright.ports.store import Store, StoredEntry


class ReplayReport(Value):
    run_id: str
    recorded_state: State | None
    """None for a run that never ended."""
    same: bool
    answers: int
    executions: int
    calls: int
    compared: dict[Subject, int] = Field(default_factory=dict)
    """How much of each kind was held against the record."""
    differences: tuple[Difference, ...] = ()
    diverged: str | None = None
    """Where the story itself went another way."""


class EndOfRecord(Exception):
    """The replay has come to where the record ends."""


class ReplayLog(Log):
    """A log that is only read: answers are recalled, executions are made anew and compared."""

    def __init__(
        self, store: Store, run_id: str, recorded: Iterable[StoredEntry], listeners: Iterable[Listener]
    ) -> None:
        lines = tuple(recorded)
        super().__init__(store, run_id, lines, listeners)
        self.differences: list[Difference] = []
        self.compared: Counter[Subject] = Counter()
        self.answers = self.executions = 0
        events = [read_entry(line).event for line in lines]
        ends = [event.result.execution_result for event in events if isinstance(event, RunEnded)]
        self.recorded_state = ends[-1] if ends else None

    async def opened(self) -> Log:
        """Return this log, where one is to be opened: everything it needs was read when it was made."""
        return self

    async def _effect(self, key: str, perform: Perform, record: Record | None = None) -> Effect:
        recorded = self._effects.get(key)
        if not recorded:
            raise EndOfRecord
        entry, event = recorded.popleft()
        if isinstance(event, Performed):
            await self._hold_against(event, perform)
        elif isinstance(event, Answered):
            self.answers += 1
        self._pass_on(entry)
        return event

    async def _hold_against(self, recorded: Performed, perform: Perform) -> None:
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
        found = compare(recorded, now)
        self.compared += found.compared
        self.differences += found.differences

    async def emit(self, event: Told) -> None:
        """As in any log; but that nothing could be executed is no difference, it is no replay."""
        if isinstance(event, RunEnded) and event.result.execution_result is State.SANDBOX_UNAVAILABLE:
            raise SandboxUnavailable(event.result.explanation)
        await super().emit(event)

    async def _append(self, event: Told | Effect | Note) -> None:
        raise EndOfRecord


async def replay(log: ReplayLog, tell_again: Callable[[], Awaitable[object]]) -> ReplayReport:
    """Tell the run again by `tell_again`, which works on this log. Raises SandboxUnavailable, StoreError."""
    diverged = None
    try:
        await tell_again()
    except EndOfRecord:
        pass
    except ReplayDiverged as error:
        diverged = error.message
    return ReplayReport(
        run_id=log.run_id,
        recorded_state=log.recorded_state,
        same=diverged is None and not log.differences,
        answers=log.answers,
        executions=log.executions,
        calls=log.compared[Subject.CALL] + log.compared[Subject.NATIVE],
        compared=dict(log.compared),
        differences=tuple(log.differences),
        diverged=diverged,
    )
