from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specwright.core.evidence.outcome import Execution
from specwright.core.evidence.ruling import Blame, Ruling
from specwright.core.program.candidate import Candidate
from specwright.core.run.events import (
    Answered,
    CandidateWritten,
    Effect,
    Executed,
    Note,
    Probed,
    Revised,
    RunInterrupted,
    RunLimits,
    RunResumed,
    RunStarted,
    StageEntered,
    TestsWritten,
    Told,
    Unanswered,
    Warned,
)
from specwright.core.run.fold import RunState, fold, revise_cases, spending, step
from specwright.core.run.result import RevisedTest, Revision
from specwright.core.work.task import Task
from specwright.core.work.testcase import Returns, TestCase, Tier

STARTED = RunStarted(task=Task(problem="p"), limits=RunLimits(), model="m", sandbox="s", version="0")
RULING = Ruling(candidate_id="c1", case_id="t1", blame=Blame.TEST, probability=0.9, evidence="e")


def case(name: str, expected: int = 1) -> TestCase:
    return TestCase(id=name, name=name, inputs={"x": 1}, expected=Returns(value=expected), tier=Tier.GUESS)


def answered(start: float, end: float, usd: float | None = 0.25) -> Answered:
    return Answered(
        key="k", stage="s", prompt_digest="", question="q", reply="r", model="m", requests=2, input_tokens=10,
        output_tokens=3, usd=usd, seconds=end - start, elapsed=end,
    )  # fmt: skip


def candidate(name: str) -> CandidateWritten:
    return CandidateWritten(candidate=Candidate(id=name, code="", language="python", origin="m"))


def test_a_run_is_read_from_its_events() -> None:
    run = Execution(candidate_id="c1", results=(), isolated=False)
    again = run.model_copy(update={"isolated": True})
    state = fold(
        [
            STARTED,
            StageEntered(stage="write_tests"),
            TestsWritten(cases=(case("t1"),)),
            TestsWritten(cases=(case("t2"),)),
            candidate("c1"),
            Executed(key="k", round=1, execution=run, elapsed=2.0),
            Executed(key="k", round=1, execution=again, elapsed=1.5),
            Warned(text="careful"),
            StageEntered(stage="execute", round=3),
        ]
    )
    assert state.status == "running"
    assert (state.stage, state.round) == ("execute", 3)
    assert [found.id for found in state.cases] == ["t1", "t2"]
    assert state.execution_of("c1") == again
    assert state.execution_of("c9") is None
    assert state.elapsed == 2.0
    assert state.warnings == ("careful",)


def test_an_interrupted_run_is_running_again_once_it_is_resumed() -> None:
    state = fold([STARTED, RunInterrupted(reason="r")])
    assert state.status == "interrupted"
    assert step(state, RunResumed(model="m", sandbox="s", limits=RunLimits())).status == "running"


def test_a_revision_changes_cases_in_their_place_and_drops_what_it_drops() -> None:
    cases = (case("t1"), case("t2"), case("t3"))
    changed = RevisedTest(id="t2", before=cases[1], after=case("t2", 5), ruling=RULING)
    dropped = RevisedTest(id="t3", before=cases[2], after=None, ruling=RULING)
    revision = Revision(round=1, reasoning="r", revised_test_cases=(changed, dropped))
    assert revise_cases(cases, revision) == (cases[0], case("t2", 5))
    assert fold([TestsWritten(cases=cases), Revised(revision=revision)]).cases == (cases[0], case("t2", 5))


def test_answers_that_came_side_by_side_count_their_time_once() -> None:
    spent = spending([answered(0, 4), answered(1, 3), answered(6, 7)], elapsed=10)
    assert (spent.model_seconds, spent.own_seconds) == (5, 5)
    assert (spent.requests, spent.input_tokens, spent.output_tokens, spent.usd) == (6, 30, 9, 0.75)


def test_one_unknown_price_makes_the_sum_unknown() -> None:
    assert spending([answered(0, 1), answered(1, 2, usd=None)], elapsed=2).usd is None


@given(st.lists(st.tuples(st.floats(0, 100), st.floats(0, 100)), max_size=8))
def test_the_models_time_and_ours_make_up_the_whole(spans: list[tuple[float, float]]) -> None:
    answers = [answered(min(span), max(span)) for span in spans]
    elapsed = max((answer.elapsed for answer in answers), default=0.0)
    spent = spending(answers, elapsed)
    assert spent.model_seconds + spent.own_seconds == pytest.approx(elapsed, abs=1e-5)
    assert spent.model_seconds <= sum(answer.seconds for answer in answers) + 1e-5


def test_a_failure_counts_its_time_and_nothing_else() -> None:
    before = RunState()
    after = step(before, Unanswered(key="k", stage="s", code="c", message="m", elapsed=3.0))
    assert after.phases[0].seconds == 3.0
    assert after.phases[0].model_seconds == 0.0
    assert after == before.model_copy(update={"elapsed": 3.0, "phases": after.phases})


def test_time_belongs_to_the_phase_that_the_run_was_in_the_models_share_apart() -> None:
    state = RunState()
    steps: list[tuple[str, int, Effect]] = [
        ("specify", 0, answered(0, 2)),
        ("write_code", 0, answered(2, 5)),
        ("write_code", 0, answered(2, 6)),
        ("execute", 1, Probed(key="k", round=1, probes=(), elapsed=7)),
        ("execute", 2, Probed(key="k", round=2, probes=(), elapsed=9)),
    ]
    for stage, number, event in steps:
        state = step(step(state, StageEntered(stage=stage, round=number)), event)
    assert [(phase.name, phase.seconds, phase.model_seconds) for phase in state.phases] == [
        ("specification analysis", 2, 2),
        ("code generation", 4, 4),
        ("test generation and execution", 1, 0),
        ("refinement", 2, 0),
    ]


def test_every_event_has_a_kind_of_its_own_and_a_role() -> None:
    events = [*get_args(Told), *get_args(Effect), *get_args(Note)]
    kinds = [event.model_fields["kind"].default for event in events]
    assert len(set(kinds)) == len(events)
    assert {event.role for event in get_args(Told)} == {"told"}
    assert {event.role for event in get_args(Effect)} == {"effect"}
    assert {event.role for event in get_args(Note)} == {"note"}
