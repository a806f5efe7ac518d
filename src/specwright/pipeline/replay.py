"""Replay: tell a recorded run again with no model, execute everything anew, and say what no longer holds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

from specwright.core.errors import ReplayDiverged, SandboxUnavailable
from specwright.core.events import (
    Answered,
    Effect,
    Executed,
    Inspected,
    Measured,
    Note,
    Performed,
    Probed,
    RunEnded,
    Tested,
    Told,
)
from specwright.core.outcome import Execution
from specwright.core.performance import BoundVerdict
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
        if isinstance(event, Performed):
            self._hold_against(event, await perform())
        elif isinstance(event, Answered):
            self.answers += 1
        self._pass_on(entry)
        return event

    def _hold_against(self, recorded: Performed, now: Effect) -> None:
        match recorded, now:
            case Executed(), Executed():
                self._compare(recorded.execution, now.execution)
            case Probed(), Probed():
                self._compare_probes(recorded, now)
            case Tested(), Tested():
                self._compare_native(recorded, now)
            case Inspected(), Inspected():
                self._compare_checks(recorded, now)
            case Measured(), Measured():
                self._compare_bounds(recorded, now)
            case _:
                raise ReplayDiverged(f"run {self.run_id} recorded {recorded.kind!r} and now did {now.kind!r}")

    def _compare(self, recorded: Execution, now: Execution) -> None:
        self.executions += 1
        self.calls += len(now.results)
        for before, after in zip(recorded.results, now.results, strict=True):
            if (before.passed, before.outcome.behaviour) != (after.passed, after.outcome.behaviour):
                self.differences.append(
                    Difference(
                        candidate_id=recorded.candidate_id,
                        case_id=before.case_id,
                        recorded=f"{'passed' if before.passed else 'failed'}: {before.outcome}",
                        now=f"{'passed' if after.passed else 'failed'}: {after.outcome}",
                    )
                )

    def _compare_probes(self, recorded: Probed, now: Probed) -> None:
        for number, (before, after) in enumerate(zip(recorded.probes, now.probes, strict=True), 1):
            self.calls += len(after.outcomes)
            for candidate_id, outcome in before.outcomes.items():
                if outcome.behaviour != after.outcomes[candidate_id].behaviour:
                    self.differences.append(
                        Difference(
                            candidate_id=candidate_id,
                            case_id=f"probe {number}",
                            recorded=str(outcome),
                            now=str(after.outcomes[candidate_id]),
                        )
                    )

    def _compare_native(self, recorded: Tested, now: Tested) -> None:
        """Each native test by its ending; what it printed and how long it took is its own business."""
        self.executions += 1
        self.calls += len(now.report.tests)
        told, again = ({test.id: test.ending.value for test in one.report.tests} for one in (recorded, now))
        for test_id in sorted(told.keys() | again.keys()):
            self._differ(recorded.candidate_id, test_id, told.get(test_id, "not run"), again.get(test_id, "not run"))

    def _compare_checks(self, recorded: Inspected, now: Inspected) -> None:
        self.executions += 1
        told, again = (
            {check.kind.value: f"{len(check.findings)} findings of {check.tool}" for check in one.checks}
            for one in (recorded, now)
        )
        for kind in sorted(told.keys() | again.keys()):
            self._differ("package", kind, told.get(kind, "not run"), again.get(kind, "not run"))

    def _compare_bounds(self, recorded: Measured, now: Measured) -> None:
        """A bound that held and now fails, or the other way round; that it cannot be told here is no difference."""
        self.executions += 1
        for before, after in zip(recorded.results, now.results, strict=False):
            if BoundVerdict.UNKNOWN not in (before.verdict, after.verdict):
                self._differ(recorded.candidate_id, before.bound.requirement, before.verdict.value, after.verdict.value)

    def _differ(self, candidate_id: str, case_id: str, recorded: str, now: str) -> None:
        if recorded != now:
            self.differences.append(Difference(candidate_id=candidate_id, case_id=case_id, recorded=recorded, now=now))

    async def tell(self, event: Told) -> None:
        """As in any log; but that nothing could be executed is no difference, it is no replay."""
        if isinstance(event, RunEnded) and event.result.execution_result is State.SANDBOX_UNAVAILABLE:
            raise SandboxUnavailable(event.result.explanation)
        await super().tell(event)

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
        calls=log.calls,
        differences=tuple(log.differences),
        diverged=diverged,
    )
