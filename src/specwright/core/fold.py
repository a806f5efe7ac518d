"""From a run's events to its state: the one reading that progress displays, listings and results share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from specwright.core.candidate import Candidate
from specwright.core.events import (
    Answered,
    CandidateWritten,
    Effect,
    Executed,
    Note,
    Probed,
    Revised,
    Ruled,
    RunEnded,
    RunInterrupted,
    RunResumed,
    RunStarted,
    Specified,
    StageEntered,
    TestsWritten,
    Told,
    Unanswered,
    Warned,
)
from specwright.core.outcome import Execution
from specwright.core.result import Result, Revision, Spending
from specwright.core.ruling import Verdict
from specwright.core.task import Specification
from specwright.core.testcase import TestCase
from specwright.core.value import Value


class RunState(Value):
    status: str = "new"
    """`new`, `running`, `interrupted` or `ended`."""
    started: RunStarted | None = None
    stage: str = ""
    round: int = 0
    specification: Specification | None = None
    cases: tuple[TestCase, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    executions: tuple[Execution, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    revisions: tuple[Revision, ...] = ()
    warnings: tuple[str, ...] = ()
    answers: tuple[Answered, ...] = ()
    elapsed: float = 0.0
    result: Result | None = None

    @property
    def spending(self) -> Spending:
        return spending(self.answers, self.elapsed)

    def execution_of(self, candidate_id: str) -> Execution | None:
        """The latest execution of a candidate."""
        return next((e for e in reversed(self.executions) if e.candidate_id == candidate_id), None)


def fold(events: Iterable[Told | Effect | Note]) -> RunState:
    """The state after all these events."""
    state = RunState()
    for event in events:
        state = step(state, event)
    return state


def step(state: RunState, event: Told | Effect | Note) -> RunState:
    """The state after one more event."""
    return state.model_copy(update=_changes(state, event))


def _changes(state: RunState, event: Told | Effect | Note) -> dict[str, object]:  # noqa: C901, PLR0912 - one case per event, and no more
    match event:
        case RunStarted():
            return {"started": event, "status": "running"}
        case StageEntered(stage=stage, round=number):
            return {"stage": stage, "round": number}
        case Specified(specification=specification):
            return {"specification": specification}
        case TestsWritten(cases=cases):
            return {"cases": state.cases + cases}
        case CandidateWritten(candidate=candidate):
            return {"candidates": (*state.candidates, candidate)}
        case Executed(execution=execution, elapsed=elapsed):
            return {"executions": (*state.executions, execution), "elapsed": max(state.elapsed, elapsed)}
        case Answered(elapsed=elapsed):
            return {"answers": (*state.answers, event), "elapsed": max(state.elapsed, elapsed)}
        case Unanswered(elapsed=elapsed) | Probed(elapsed=elapsed):
            return {"elapsed": max(state.elapsed, elapsed)}
        case Ruled(verdict=verdict):
            return {"verdicts": (*state.verdicts, verdict)}
        case Revised(revision=revision):
            return {"revisions": (*state.revisions, revision), "cases": revise_cases(state.cases, revision)}
        case Warned(text=text):
            return {"warnings": (*state.warnings, text)}
        case RunEnded(result=result):
            return {"result": result, "status": "ended"}
        case RunInterrupted():
            return {"status": "interrupted"}
        case RunResumed():
            return {"status": "running"}
        case _:
            assert_never(event)


def revise_cases(cases: tuple[TestCase, ...], revision: Revision) -> tuple[TestCase, ...]:
    """The tests after a revision: changed in their place, dropped where it says so."""
    changed = {change.id: change.after for change in revision.revised_test_cases}
    kept = (changed.get(case.id, case) for case in cases)
    return tuple(case for case in kept if case is not None)


def spending(answers: Iterable[Answered], elapsed: float) -> Spending:
    """What the answers cost. Answers that came side by side count their time once."""
    answers = tuple(answers)
    prices = [answer.usd for answer in answers]
    waiting = _covered([(answer.elapsed - answer.seconds, answer.elapsed) for answer in answers])
    return Spending(
        requests=sum(answer.requests for answer in answers),
        input_tokens=sum(answer.input_tokens for answer in answers),
        output_tokens=sum(answer.output_tokens for answer in answers),
        usd=None if any(price is None for price in prices) else sum(price or 0.0 for price in prices),
        model_seconds=round(waiting, 6),
        own_seconds=round(max(0.0, elapsed - waiting), 6),
    )


def _covered(spans: list[tuple[float, float]]) -> float:
    """The length of the union of these spans."""
    total, reached = 0.0, float("-inf")
    for start, end in sorted(spans):
        total += max(0.0, end - max(start, reached))
        reached = max(reached, end)
    return total
