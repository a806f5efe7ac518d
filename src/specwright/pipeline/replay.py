"""Replay: tell a recorded run again with no model, execute everything anew, and say what no longer holds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping

from specwright.core.errors import ReplayDiverged, SandboxUnavailable
from specwright.core.events import Answered, Effect, Executed, Note, Probed, RunEnded, Told, Unanswered
from specwright.core.outcome import Ending, Execution, Outcome
from specwright.core.probe import Probe
from specwright.core.result import State
from specwright.core.value import Value
from specwright.pipeline.log import Listener, Log, Perform, read_entry
from specwright.ports import Store, StoredEntry


class Difference(Value):
    """A cell of the matrix that came out differently this time."""

    candidate_id: str
    case_id: str
    recorded: str
    now: str
    only_in_time: bool = False
    """Whether a call took longer than its limit here or then, and only in one of the two."""


class ReplayReport(Value):
    run_id: str
    recorded_state: State | None
    """None for a run that never ended."""
    same: bool
    answers: int
    executions: int
    calls: int
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
        self.answers = self.executions = self.calls = 0
        events = [read_entry(line).event for line in lines]
        ends = [event.result.execution_result for event in events if isinstance(event, RunEnded)]
        self.recorded_state = ends[-1] if ends else None

    async def _effect(self, key: str, perform: Perform, record: Callable[[Perform], Awaitable[Effect]]) -> Effect:
        recorded = self._effects.get(key)
        if not recorded:
            raise EndOfRecord
        entry, event = recorded.popleft()
        match event:
            case Executed():
                again = await perform()
                if isinstance(again, Executed):
                    self._compare(event.execution, again.execution)
            case Probed():
                again = await perform()
                if isinstance(again, Probed):
                    self._compare_probes(event, again)
            case Answered():
                self.answers += 1
            case Unanswered():
                pass
        self._pass_on(entry)
        return event

    def _compare(self, recorded: Execution, now: Execution) -> None:
        self.executions += 1
        self.calls += len(now.results)
        if [result.case_id for result in recorded.results] != [result.case_id for result in now.results]:
            counts = [f"{len(results)} cases" for results in (recorded.results, now.results)]
            self.differences.append(
                Difference(candidate_id=recorded.candidate_id, case_id="all", recorded=counts[0], now=counts[1])
            )
            return
        for before, after in zip(recorded.results, now.results, strict=False):
            if (before.passed, before.outcome.behaviour) != (after.passed, after.outcome.behaviour):
                self.differences.append(
                    Difference(
                        candidate_id=recorded.candidate_id,
                        case_id=before.case_id,
                        recorded=f"{'passed' if before.passed else 'failed'}: {before.outcome}",
                        now=f"{'passed' if after.passed else 'failed'}: {after.outcome}",
                        only_in_time=_only_in_time(before.outcome, after.outcome),
                    )
                )

    def _compare_probes(self, recorded: Probed, now: Probed) -> None:
        for number in range(1, max(len(recorded.probes), len(now.probes)) + 1):
            before, after = (_outcomes(probes, number) for probes in (recorded.probes, now.probes))
            self.calls += len(after)
            for candidate_id in sorted({*before, *after}):
                then, again = before.get(candidate_id), after.get(candidate_id)
                if then is None or again is None or then.behaviour != again.behaviour:
                    self.differences.append(
                        Difference(
                            candidate_id=candidate_id,
                            case_id=f"probe {number}",
                            recorded="not tried" if then is None else str(then),
                            now="not tried" if again is None else str(again),
                            only_in_time=_only_in_time(then, again),
                        )
                    )

    async def tell(self, event: Told) -> None:
        """As in any log; but that nothing could be executed is no difference, it is no replay."""
        if isinstance(event, RunEnded) and event.result.execution_result is State.SANDBOX_UNAVAILABLE:
            raise SandboxUnavailable(event.result.explanation)
        await super().tell(event)

    async def _append(self, event: Told | Effect | Note) -> None:
        raise EndOfRecord


def _outcomes(probes: tuple[Probe, ...], number: int) -> Mapping[str, Outcome]:
    return probes[number - 1].outcomes if number <= len(probes) else {}


def _only_in_time(before: Outcome | None, after: Outcome | None) -> bool:
    if before is None or after is None:
        return False
    return (before.ending is Ending.TIMEOUT) != (after.ending is Ending.TIMEOUT)


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
        calls=log.calls,
        differences=tuple(log.differences),
        diverged=diverged,
    )
