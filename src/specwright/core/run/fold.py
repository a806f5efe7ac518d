"""From a run's events to its state: the one reading that progress displays, listings and results share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from specwright.core.evidence.bar import Bar
from specwright.core.evidence.native import NativeReport
from specwright.core.evidence.outcome import Execution
from specwright.core.evidence.quality import Quality
from specwright.core.evidence.ruling import Verdict
from specwright.core.memory.recollection import Recollection
from specwright.core.program.candidate import Candidate
from specwright.core.program.package import Package
from specwright.core.run.events import (
    Answered,
    Audited,
    Barred,
    BehaviourCompared,
    CandidateWritten,
    ChangeRuled,
    ChangeWritten,
    CheckerDropped,
    CheckerWritten,
    Effect,
    Executed,
    Formatted,
    Graded,
    Inspected,
    Measured,
    Note,
    Optimised,
    Packaged,
    Planned,
    Probed,
    Quarantined,
    Raced,
    Recalled,
    Restored,
    Revised,
    Ruled,
    RunEnded,
    RunInterrupted,
    RunResumed,
    RunStarted,
    ScenariosTried,
    ScenariosWritten,
    Specified,
    StageEntered,
    StrategyChosen,
    Superseded,
    Tested,
    TestsSought,
    TestsWritten,
    Told,
    Unanswered,
    UserAnswered,
    Warned,
)
from specwright.core.run.result import Phase, Result, Revision, Spending
from specwright.core.value import Value
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.checker import Checker
from specwright.core.work.performance import Optimization
from specwright.core.work.scenario import FlakyTest, Scenario
from specwright.core.work.task import Specification
from specwright.core.work.testcase import TestCase, citing

PHASES: Final = {
    "specify": "specification analysis",
    "write_code": "code generation",
    "write_tests": "test generation and execution",
    "execute": "test generation and execution",
    "arbitrate": "test generation and execution",
}
REFINEMENT: Final = "refinement"
"""Every other stage, and running and ruling in every round after the first."""


class RunState(Value):
    status: str = "new"
    """`new`, `running`, `interrupted` or `ended`."""
    started: RunStarted | None = None
    stage: str = ""
    round: int = 0
    specification: Specification | None = None
    cases: tuple[TestCase, ...] = ()
    checkers: tuple[Checker, ...] = ()
    """Those in use: one for each function on which several answers may be right."""
    candidates: tuple[Candidate, ...] = ()
    executions: tuple[Execution, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    revisions: tuple[Revision, ...] = ()
    bars: tuple[Bar, ...] = ()
    warnings: tuple[str, ...] = ()
    answers: tuple[Answered, ...] = ()
    questions: tuple[UserAnswered, ...] = ()
    """What the person who knows was asked."""
    recollection: Recollection | None = None
    """What the memory gave; None if it was not asked."""
    elapsed: float = 0.0
    phases: tuple[Phase, ...] = ()
    result: Result | None = None
    # What follows is of packages alone.
    plan: Planned | None = None
    strategy: StrategyChosen | None = None
    """Of a function."""
    scenarios: tuple[Scenario, ...] = ()
    tried: ScenariosTried | None = None
    tested: tuple[Tested, ...] = ()
    inspected: tuple[Inspected, ...] = ()
    measured: tuple[Measured, ...] = ()
    audited: Audited | None = None
    """Of the package, the last time that it was held to the task's policy."""
    flaky: tuple[FlakyTest, ...] = ()
    optimizations: tuple[Optimization, ...] = ()
    packaged: Packaged | None = None
    native: NativeReport | None = None
    """The report of the whole package's tests, run as its users run them."""
    quality: Quality | None = None
    # What follows is of runs on existing code alone.
    changes: tuple[ChangeWritten, ...] = ()
    compared: tuple[BehaviourCompared, ...] = ()
    ruled: tuple[ChangeRuled, ...] = ()
    sought: tuple[TestsSought, ...] = ()

    @property
    def spending(self) -> Spending:
        return spending(self.answers, self.elapsed)

    @property
    def blueprint(self) -> Blueprint | None:
        return self.plan.blueprint if self.plan else None

    @property
    def package(self) -> Package | None:
        return self.packaged.package if self.packaged else None

    def execution_of(self, candidate_id: str) -> Execution | None:
        """Return the latest execution of a candidate; of a package the latest of each function, as one."""
        latest = {e.function: e for e in self.executions if e.candidate_id == candidate_id}
        return joined(candidate_id, latest.values()) if latest else None


def joined(candidate_id: str, executions: Iterable[Execution]) -> Execution:
    """Return the executions of one candidate on the cases of several functions, as one."""
    parts = tuple(executions)
    if len(parts) == 1:
        return parts[0]
    return Execution(
        candidate_id=candidate_id,
        results=tuple(result for part in parts for result in part.results),
        isolated=all(part.isolated for part in parts),
        seconds=sum(part.seconds for part in parts),
    )


def fold(events: Iterable[Told | Effect | Note]) -> RunState:
    """Return the state after all these events, the whole log of a run in order."""
    state = RunState()
    for event in in_force(events):
        state = step(state, event)
    return state


def in_force(events: Iterable[Told | Effect | Note]) -> tuple[Told | Effect | Note, ...]:
    """Return the events of a whole log that still count: all but those that a later note superseded."""
    log = tuple(events)
    void = superseded(log)
    return tuple(event for number, event in enumerate(log) if number not in void)


def superseded(log: Sequence[Told | Effect | Note]) -> frozenset[int]:
    """Return the numbers of the entries that no longer count."""
    notes = [(number, event) for number, event in enumerate(log) if isinstance(event, Superseded)]
    return frozenset(place for number, note in notes for place in range(note.first, min(note.last + 1, number)))


def step(state: RunState, event: Told | Effect | Note) -> RunState:
    """Return the state after one more event."""
    return state.model_copy(update=_changes(state, event))


def _changes(state: RunState, event: Told | Effect | Note) -> dict[str, object]:  # noqa: C901, PLR0912 - one case per event, and no more
    match event:
        case RunStarted():
            return {"started": event, "status": "running"}
        case StageEntered(stage=stage, round=number):
            return {"stage": stage, "round": number}
        case Specified(specification=specification):
            return {"specification": specification}
        case TestsWritten(cases=cases, cites=cites):
            return {"cases": citing(state.cases, cites) + cases}
        case CheckerWritten(checker=checker):
            return {"checkers": (*state.checkers, checker)}
        case CheckerDropped(checker=checker, why=why, cases=ids):
            return {
                "warnings": (*state.warnings, why),
                "checkers": tuple(found for found in state.checkers if found != checker),
                "cases": tuple(case for case in state.cases if case.id not in ids),
            }
        case CandidateWritten(candidate=candidate):
            return {"candidates": (*state.candidates, candidate)}
        case Executed(execution=execution):
            return {"executions": (*state.executions, execution), **_timed(state, event)}
        case Answered():
            return {"answers": (*state.answers, event), **_timed(state, event)}
        case UserAnswered():
            return {"questions": (*state.questions, event), **_timed(state, event)}
        case Recalled(recollection=recollection):
            return {"recollection": recollection, **_timed(state, event)}
        case Tested(report=report):
            final = {"native": report} if state.packaged else {}
            return {"tested": (*state.tested, event), **final, **_timed(state, event)}
        case ScenariosTried():
            return {"tried": event}
        case Inspected(scenario_id=None):
            return {"inspected": (*state.inspected, event), **_timed(state, event)}
        case Audited():
            return {"audited": event, **_timed(state, event)}
        case Measured():
            return {"measured": (*state.measured, event), **_timed(state, event)}
        case Unanswered() | Probed() | Raced() | Formatted() | Inspected():
            return _timed(state, event)
        case Planned():
            return {"plan": event}
        case StrategyChosen():
            return {"strategy": event}
        case ScenariosWritten(scenarios=scenarios):
            return {"scenarios": state.scenarios + scenarios}
        case Quarantined(tests=tests):
            return {"flaky": state.flaky + tests, **_set_aside(state, tests)}
        case Optimised(optimization=optimization):
            return {"optimizations": (*state.optimizations, optimization)}
        case Packaged():
            return {"packaged": event}
        case ChangeWritten():
            return {"changes": (*state.changes, event)}
        case BehaviourCompared():
            return {"compared": (*state.compared, event), **_timed(state, event)}
        case TestsSought():
            return {"sought": (*state.sought, event), **_timed(state, event)}
        case ChangeRuled():
            return {"ruled": (*state.ruled, event)}
        case Graded(quality=quality):
            return {"quality": quality}
        case Ruled(verdict=verdict):
            return {"verdicts": (*state.verdicts, verdict)}
        case Restored(cases=cases, scenarios=scenarios, verdict=verdict):
            return {"cases": cases, "scenarios": scenarios, "verdicts": (*state.verdicts, verdict)}
        case Barred(bars=bars):
            return {"bars": state.bars + bars}
        case Revised(revision=revision):
            return {
                "revisions": (*state.revisions, revision),
                "cases": revise_cases(state.cases, revision),
                "scenarios": revise_scenarios(state.scenarios, revision),
            }
        case Warned(text=text, passing=passing):
            return {} if passing else {"warnings": (*state.warnings, text)}
        case RunEnded(result=result):
            return {"result": result, "status": "ended"}
        case RunInterrupted():
            return {"status": "interrupted"}
        case RunResumed() | Superseded():
            return {"status": "running"}
        case _:
            assert_never(event)


def revise_cases(cases: tuple[TestCase, ...], revision: Revision) -> tuple[TestCase, ...]:
    """Return the tests after a revision: changed in place, or dropped."""
    changed = {change.id: change.after for change in revision.revised_test_cases}
    kept = (changed.get(case.id, case) for case in cases)
    return tuple(case for case in kept if case is not None)


def revise_scenarios(scenarios: tuple[Scenario, ...], revision: Revision) -> tuple[Scenario, ...]:
    """Return the native tests after a revision."""
    changed = {change.id: change.after for change in revision.revised_scenarios}
    kept = (changed.get(scenario.id, scenario) for scenario in scenarios)
    return tuple(scenario for scenario in kept if scenario is not None)


def _set_aside(state: RunState, tests: tuple[FlakyTest, ...]) -> dict[str, object]:
    ids = {test.id for test in tests}
    return {
        "cases": tuple(case for case in state.cases if case.id not in ids),
        "scenarios": tuple(scenario for scenario in state.scenarios if scenario.id not in ids),
    }


def _timed(state: RunState, event: Effect) -> dict[str, object]:
    """Return the clock after an effect: the time since the one before belongs to the phase that the run is in."""
    passed = max(0.0, event.elapsed - state.elapsed)
    model = min(passed, event.seconds) if isinstance(event, Answered) else 0.0
    again = state.round > 1 and state.stage in ("execute", "arbitrate")
    name = REFINEMENT if again else PHASES.get(state.stage, REFINEMENT)
    spent = {phase.name: phase for phase in state.phases}
    before = spent.get(name, Phase(name=name, seconds=0.0, model_seconds=0.0))
    spent[name] = Phase(
        name=name,
        seconds=round(before.seconds + passed, 6),
        model_seconds=round(before.model_seconds + model, 6),
    )
    return {"elapsed": max(state.elapsed, event.elapsed), "phases": tuple(spent.values())}


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
    """Return the length of the union of these spans."""
    total, reached = 0.0, float("-inf")
    for start, end in sorted(spans):
        total += max(0.0, end - max(start, reached))
        reached = max(reached, end)
    return total
