"""The story of a run through the real pipeline and the real sandbox; only the writers are scripted."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from tests import stories
from tests.tiers import sampled

from specwright import api
from specwright.core.errors import UserError
from specwright.core.run.events import Entry, Progress, Warned
from specwright.core.run.fold import RunState
from specwright.core.run.result import Result, State
from specwright.core.work.task import Task
from specwright.core.work.testcase import Tier
from specwright.ports.model import Question
from specwright.testing.scripted import Responder, Rule, ScriptedModel


def solve(
    folder: Path, rules: Iterable[Rule | Responder] | ScriptedModel, task: Task = stories.TASK, **sections: Any
) -> Result:
    model = rules if isinstance(rules, ScriptedModel) else stories.model(rules)
    return asyncio.run(api.solve_task(task, stories.settings(folder, **sections), model=model))


def resume(folder: Path, run_id: str, model: ScriptedModel, **sections: Any) -> Result:
    return asyncio.run(api.resume_run(run_id, stories.settings(folder, **sections), model=model))


def recorded(folder: Path, run_id: str) -> RunState:
    return asyncio.run(api.load_run(run_id, stories.settings(folder)))


def words(question: Question) -> str:
    return question.instructions + "".join(turn.text for turn in question.turns)


def test_right_code_and_right_tests_pass_at_the_first_try(tmp_path: Path) -> None:
    result = solve(tmp_path, stories.FIRST_TRY)
    assert result.execution_result is State.TESTS_PASSING
    assert result.verified
    assert result.code in {code.rstrip("\n") for code in stories.RIGHT}
    assert result.revisions == ()
    assert (result.test_results.passed, result.test_results.failed) == (9, 0)
    assert [test.tier for test in result.tests[:2]] == [Tier.USER, Tier.USER]
    assert all(test.passed for test in result.tests)
    assert result.written_by == "scripted"


def test_a_wrong_test_is_caught_and_the_right_code_is_kept(tmp_path: Path) -> None:
    model = stories.model(stories.WRONG_TEST)
    result = solve(tmp_path, model)
    assert result.execution_result is State.TESTS_PASSING_AFTER_REFINEMENT
    [change] = [change for revision in result.revisions for change in revision.revised_test_cases]
    assert change.id == stories.WRONG_ID
    assert all(revision.revised_function is None for revision in result.revisions)
    assert {test.id: test.expected for test in result.tests}.get(stories.WRONG_ID, [1, 2]) == [1, 2]
    assert not [question for question in model.questions if question.stage == "revise_code"]


def test_a_bug_that_a_users_example_shows_is_caught_and_mended(tmp_path: Path) -> None:
    model = stories.model(stories.BUG)
    result = solve(tmp_path, model)
    assert result.execution_result is State.TESTS_PASSING_AFTER_REFINEMENT
    assert result.code == stories.RIGHT[0].rstrip("\n") or result.code == stories.RIGHT[0]
    assert [revision.revised_test_cases for revision in result.revisions] == [()]
    assert result.revisions[0].revised_from in {"c1", "c2", "c3"}
    assert result.revisions[0].reasoning == "the loop met the same element twice"
    assert not [question for question in model.questions if question.stage == "revise_tests"]


def test_code_that_could_not_be_read_and_was_corrected_is_reported_as_such(tmp_path: Path) -> None:
    result = solve(tmp_path, stories.SYNTAX_ERROR, code_generation={"candidates": 1})
    assert result.execution_result is State.SYNTAX_ERROR_CORRECTED
    assert any(text.startswith("c1 does not compile or load: SyntaxError") for text in result.warnings), result.warnings
    assert result.error_details is not None
    assert "never closed" in result.error_details
    assert [revision.revised_from for revision in result.revisions] == ["c1"]


def test_a_users_example_is_never_revised_and_the_refusal_is_recorded(tmp_path: Path) -> None:
    greedy = stories.revision_of_tests({"id": "u1", "expected": [9, 9]}, stories.CORRECTION)
    result = solve(tmp_path, [*stories.WRONG_TEST[:-1], greedy])
    refused = [refusal for revision in result.revisions for refusal in revision.refused]
    assert [refusal.case_id for refusal in refused] == ["u1"]
    assert "user" in refused[0].reason
    assert result.tests[0].expected == [0, 1]
    assert result.tests[0].passed
    assert recorded(tmp_path, result.run_id).revisions == result.revisions


def test_a_test_against_which_nothing_was_ruled_cannot_be_weakened(tmp_path: Path) -> None:
    greedy = stories.revision_of_tests({"id": "t1", "expected": [5, 5]}, stories.CORRECTION)
    result = solve(tmp_path, [*stories.WRONG_TEST[:-1], greedy])
    assert [refusal.case_id for revision in result.revisions for refusal in revision.refused] == ["t1"]
    assert {test.id: test.expected for test in result.tests}["t1"] == [0, 1]


def test_contradictory_user_examples_end_in_a_conflict_that_shows_both(tmp_path: Path) -> None:
    task = Task(problem=stories.PROBLEM, examples=("nums=[3, 3], target=6 -> [0, 1]", "nums=[3,3], target=6 -> [1, 0]"))
    model = stories.model(stories.FIRST_TRY)
    result = solve(tmp_path, model, task)
    assert result.execution_result is State.SPEC_CONFLICT
    for words_of_user in task.examples:
        assert words_of_user in result.explanation
    assert not result.verified
    assert {question.stage for question in model.questions} == {"specify"}


def test_examples_in_the_problem_that_contradict_the_given_ones_are_a_conflict_too(tmp_path: Path) -> None:
    task = Task(
        problem=f"{stories.PROBLEM}\nInput: nums = [3,3], target = 6\nOutput: [1,0]\n", examples=stories.EXAMPLES
    )
    result = solve(tmp_path, stories.FIRST_TRY, task)
    assert result.execution_result is State.SPEC_CONFLICT
    assert "[0, 1]" in result.explanation
    assert "[1, 0]" in result.explanation


@pytest.mark.parametrize("story", [stories.FIRST_TRY, stories.WRONG_TEST, stories.BUG])
def test_held_out_tests_are_never_in_a_question_to_the_code_writer(tmp_path: Path, story: list[Rule]) -> None:
    model = stories.model(story)
    result = solve(tmp_path, model)
    held_out = [case for case in recorded(tmp_path, result.run_id).cases if case.held_out]
    assert held_out
    asked = [words(question) for question in model.questions if question.stage in ("write_code", "revise_code")]
    assert asked
    for case in held_out:
        assert not [text for text in asked if case.call in text or case.name in text]


def test_a_failing_held_out_test_is_told_to_the_code_writer_by_its_requirement_alone(tmp_path: Path) -> None:
    finder = stories.model(stories.FIRST_TRY)
    hidden = next(case for case in recorded(tmp_path, solve(tmp_path, finder).run_id).cases if case.held_out)
    # Programs that are right on everything but what they were never shown.
    line = f'target."""\n    if nums == {hidden.inputs["nums"]}:\n        return '
    fitted = [code.replace('target."""', f"{line}[{number}]") for number, code in enumerate(stories.RIGHT)]
    story = [
        *stories.beginning(),
        *stories.writers(fitted),
        stories.revision_of_code(stories.RIGHT[0]),
        stories.revision_of_tests({"id": hidden.id, "expected": hidden.contract()["expected"]}),
    ]
    model = stories.model(story)
    result = solve(tmp_path, model)
    assert result.execution_result is State.TESTS_PASSING_AFTER_REFINEMENT
    assert result.code is not None
    assert "if nums ==" not in result.code
    for question in model.questions:
        if question.stage in ("write_code", "revise_code"):
            assert hidden.call not in words(question)
    revised = [question for question in model.questions if question.stage == "revise_code"]
    assert revised
    assert all(f"requirement {hidden.requirement}" in words(question) for question in revised)


@pytest.mark.parametrize("story", [stories.WRONG_TEST, stories.BUG])
def test_code_is_never_in_a_question_to_the_test_writer(tmp_path: Path, story: list[Rule]) -> None:
    model = stories.model(story)
    solve(tmp_path, model)
    asked = [words(question) for question in model.questions if question.stage in ("write_tests", "revise_tests")]
    assert asked
    assert not [text for text in asked if "marker-" in text or "buggy-" in text or "enumerate" in text]


def test_one_writer_that_fails_leaves_a_gap_and_the_others_go_on(tmp_path: Path) -> None:
    story = [
        *stories.beginning(),
        Rule(stage="write_code", sample=1, fails="overloaded"),
        *stories.writers(stories.RIGHT),
    ]
    result = solve(tmp_path, story)
    assert result.execution_result is State.TESTS_PASSING
    assert [text for text in result.warnings if "c2" in text and "overloaded" in text]
    assert [candidate.id for candidate in recorded(tmp_path, result.run_id).candidates] == ["c1", "c3"]


def test_a_revision_that_goes_in_circles_is_ended(tmp_path: Path) -> None:
    model = stories.model(stories.CIRCLE)
    result = solve(tmp_path, model, code_generation={"max_iterations": 20})
    assert result.execution_result is State.TESTS_FAILING
    assert not result.verified
    assert result.iterations_required < 10


@pytest.mark.parametrize("limit", sampled([1, 2, 3], 0, keep=[2]))
def test_the_limit_of_iterations_is_kept(tmp_path: Path, limit: int) -> None:
    model = stories.model(stories.never_mended())
    result = solve(tmp_path, model, code_generation={"max_iterations": limit})
    assert result.execution_result is State.TESTS_FAILING
    assert result.iterations_required == limit
    assert len([question for question in model.questions if question.stage == "revise_code"]) == limit - 1
    assert "fail" in result.explanation


def tokens_before(folder: Path, run_id: str, stage: str) -> int:
    answers = recorded(folder, run_id).answers
    first = next(i for i, answer in enumerate(answers) if answer.stage == stage)
    return sum(answer.input_tokens + answer.output_tokens for answer in answers[:first])


def test_a_token_budget_ends_the_run_with_the_best_so_far_and_a_larger_one_resumes_it(tmp_path: Path) -> None:
    whole = solve(tmp_path, stories.BUG)
    budget = tokens_before(tmp_path, whole.run_id, "revise_code") + 200  # too little for one more question
    ledger = tmp_path / "asked.jsonl"
    stopped = solve(tmp_path, stories.model(stories.BUG, ledger), budget={"tokens": budget})
    assert stopped.execution_result is State.BUDGET_EXHAUSTED
    assert str(budget) in stopped.explanation
    assert stopped.code is not None
    assert not stopped.verified
    assert stopped.test_results.passed > 0
    assert [test.passed for test in stopped.tests].count(False) > 0
    done = resume(tmp_path, stopped.run_id, stories.model(stories.BUG, ledger), budget={"tokens": budget * 10})
    assert done.execution_result is State.TESTS_PASSING_AFTER_REFINEMENT
    assert done.spending.input_tokens == whole.spending.input_tokens
    questions = stories.asked(ledger)
    assert len(questions) == len(set(questions)) == done.spending.requests


def test_a_resumed_run_knows_the_model_and_the_folder_that_it_began_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # the record names a script by its file alone
    script = stories.script(tmp_path, stories.BUG)
    settings = stories.settings(tmp_path, llm_config={"model": f"scripted:{script}"}, budget={"tokens": 10})
    stopped = asyncio.run(api.solve_task(stories.TASK, settings, out=tmp_path / "made"))
    assert stopped.execution_result is State.BUDGET_EXHAUSTED
    later = stories.settings(tmp_path, budget={"tokens": 4_000})  # no model is named
    resumed = asyncio.run(api.resume_run(stopped.run_id, later))
    assert stories.asked(tmp_path / "asked.jsonl")
    assert resumed.spending.requests > 0
    assert asyncio.run(api.recorded_out(stopped.run_id, later)) == tmp_path / "made"


def test_a_run_resumed_with_the_budget_it_had_ends_as_before_and_asks_nothing(tmp_path: Path) -> None:
    stopped = solve(tmp_path, stories.BUG, budget={"tokens": 10})
    again = stories.model(stories.BUG)
    result = resume(tmp_path, stopped.run_id, again)
    assert result.execution_result is State.BUDGET_EXHAUSTED
    assert again.questions == []


def test_a_budget_in_dollars_is_kept(tmp_path: Path) -> None:
    story = [*stories.beginning(usd=0.5), *stories.writers(stories.RIGHT, usd=0.5)]
    result = solve(tmp_path, story, budget={"usd": 1.0})
    assert result.execution_result is State.BUDGET_EXHAUSTED
    assert result.spending.usd == pytest.approx(1.0)
    assert "$1" in result.explanation
    done = resume(tmp_path, result.run_id, stories.model(story), budget={"usd": 9.0})
    assert done.execution_result is State.TESTS_PASSING
    assert done.spending.usd == pytest.approx(2.5)


def test_questions_asked_at_once_overrun_a_budget_in_dollars_by_one_at_most(tmp_path: Path) -> None:
    story = [*stories.beginning(usd=0.5), *stories.writers(stories.RIGHT, usd=0.5)]
    model = stories.model(story)
    result = solve(tmp_path, model, budget={"usd": 1.4})
    assert result.execution_result is State.BUDGET_EXHAUSTED
    assert result.spending.usd == pytest.approx(1.5)
    assert [question.stage for question in model.questions].count("write_code") == 1
    assert result.code is not None
    done = resume(tmp_path, result.run_id, stories.model(story), budget={"usd": 9.0})
    assert done.execution_result is State.TESTS_PASSING
    assert done.spending.usd == pytest.approx(2.5)


def test_a_budget_in_seconds_ends_a_wait_for_the_model(tmp_path: Path) -> None:
    slow = [*stories.beginning(), *stories.writers(stories.RIGHT, delay_seconds=60.0)]
    result = solve(tmp_path, slow, budget={"seconds": 0.5})
    assert result.execution_result is State.BUDGET_EXHAUSTED
    assert "0.5 s" in result.explanation
    assert result.spending.own_seconds + result.spending.model_seconds < 20
    done = resume(tmp_path, result.run_id, stories.model(stories.FIRST_TRY), budget={"seconds": 600})
    assert done.execution_result is State.TESTS_PASSING


def test_what_was_written_before_the_time_ran_out_is_handed_over(tmp_path: Path) -> None:
    story = [*stories.beginning(), *stories.writers(stories.RIGHT[:1])]
    story.insert(2, Rule(stage="write_code", sample=2, reply=stories.fenced(stories.RIGHT[2]), delay_seconds=60.0))
    result = solve(tmp_path, story, budget={"seconds": 4.0})
    assert result.execution_result is State.BUDGET_EXHAUSTED
    assert result.code is not None
    again = stories.model(stories.FIRST_TRY)
    done = resume(tmp_path, result.run_id, again, budget={"seconds": 600})
    assert done.execution_result is State.TESTS_PASSING
    assert [(question.stage, question.sample) for question in again.questions] == [("write_code", 2)]


def test_a_budget_in_dollars_with_a_model_of_unknown_price_is_refused(tmp_path: Path) -> None:
    class Unpriced(ScriptedModel):
        @property
        def priced(self) -> bool:
            return False

    model = Unpriced(stories.FIRST_TRY, name="mystery")
    with pytest.raises(UserError, match="mystery") as caught:
        solve(tmp_path, model, budget={"usd": 1.0})
    assert "--budget-tokens" in str(caught.value.hint)
    assert model.questions == []


@pytest.mark.parametrize(
    "stage", sampled(["specify", "write_tests", "write_code", "revise_code"], 0, keep=["specify", "revise_code"])
)
def test_a_model_that_gives_out_ends_the_run_and_a_later_one_resumes_it(tmp_path: Path, stage: str) -> None:
    ledger = tmp_path / "asked.jsonl"
    broken = [Rule(stage=stage, fails="the service is down"), *stories.BUG]
    stopped = solve(tmp_path, broken)
    assert stopped.execution_result is State.MODEL_UNAVAILABLE
    assert "the service is down" in stopped.explanation
    done = resume(tmp_path, stopped.run_id, stories.model(stories.BUG, ledger))
    assert done.execution_result is State.TESTS_PASSING_AFTER_REFINEMENT
    questions = stories.asked(ledger)
    assert len(questions) == len(set(questions))
    assert len(questions) + stopped.spending.requests == done.spending.requests


def test_a_run_that_gave_up_twice_resumes_a_third_time(tmp_path: Path) -> None:
    down = Rule(stage="specify", fails="down")
    first = solve(tmp_path, [down, *stories.BUG])
    second = resume(tmp_path, first.run_id, stories.model([Rule(stage="revise_code", fails="down"), *stories.BUG]))
    assert second.execution_result is State.MODEL_UNAVAILABLE
    third = resume(tmp_path, first.run_id, stories.model(stories.BUG))
    assert third.execution_result is State.TESTS_PASSING_AFTER_REFINEMENT


def test_a_finished_run_gives_its_result_again_without_asking(tmp_path: Path) -> None:
    result = solve(tmp_path, stories.FIRST_TRY)
    assert resume(tmp_path, result.run_id, stories.model([Rule(fails="nobody should ask")])) == result


def test_listeners_hear_of_every_step_as_it_is_recorded(tmp_path: Path) -> None:
    heard: list[Entry | Progress] = []
    story = [*stories.beginning(), Rule(stage="write_code", sample=0, fails="down"), *stories.writers(stories.RIGHT)]
    settings = stories.settings(tmp_path)
    result = asyncio.run(api.solve_task(stories.TASK, settings, model=stories.model(story), listeners=[heard.append]))
    entries = asyncio.run(api.load_entries(result.run_id, settings))
    assert [entry for entry in heard if isinstance(entry, Entry)] == list(entries)
    assert any(isinstance(entry.event, Warned) for entry in entries)
    assert {progress.kind for progress in heard if not isinstance(progress, Entry)} == {
        "case_finished",
        "answer_coming",
    }
