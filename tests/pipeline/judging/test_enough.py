"""Candidates are drawn as doubt calls for them, and no more."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests import stories

from specwright import api
from specwright.core.run.result import Result, State, Word
from specwright.core.work.question import Expected, UserAnswer, UserQuestion
from specwright.core.work.task import Task
from specwright.testing.scripted import Rule, ScriptedModel

MANY = tuple(
    stories.case(f"pair {n}", [n + 100, 1, n, 2000 + n], n + 1, [1, 2], "R1" if n % 2 else "R2") for n in range(2, 7)
)
TESTS = {"cases": [*stories.RIGHT_CASES, *MANY]}


def solve(folder: Path, rules: list[Rule], task: Task = stories.TASK, **code: Any) -> tuple[Result, Counter[str]]:
    model = ScriptedModel(rules)
    settings = stories.settings(folder, code_generation={"candidates": "auto", **code})
    result = asyncio.run(api.solve_task(task, settings, model=model))
    return result, Counter(question.stage for question in model.questions)


def test_one_candidate_is_enough_if_it_passes_the_users_examples_and_many_tests(tmp_path: Path) -> None:
    result, asked = solve(tmp_path, [*stories.beginning(TESTS), *stories.writers(stories.ALIKE)])
    assert result.verified, (result.confidence, result.bars)
    assert asked == {"specify": 1, "write_tests": 1, "write_code": 1}


def test_without_an_example_as_many_are_drawn_as_the_rule_asks_for(tmp_path: Path) -> None:
    task = Task(problem=stories.PROBLEM)
    result, asked = solve(tmp_path, [*stories.beginning(TESTS), *stories.writers(stories.ALIKE)], task)
    assert result.word is Word.UNCONFIRMED, (result.confidence, result.bars)
    assert asked["write_code"] == 4
    assert not asked["write_oracle"]


def test_a_person_who_can_be_asked_confirms_before_further_programs_are_drawn(tmp_path: Path) -> None:
    class Person:
        async def answer(self, question: UserQuestion) -> UserAnswer:
            return Expected(expected=question.choices[0].expected)

    model = ScriptedModel([*stories.beginning(TESTS), *stories.writers(stories.ALIKE)])
    settings = stories.settings(tmp_path, code_generation={"candidates": "auto", "questions": 2})
    task = Task(problem=stories.PROBLEM)
    result = asyncio.run(api.solve_task(task, settings, model=model, person=Person()))
    assert result.verified, (result.confidence, result.bars)
    assert sum(question.stage == "write_code" for question in model.questions) == 2, "four without an answer"
    assert asyncio.run(api.replay_run(result.run_id, settings)).same


def test_code_that_fails_a_test_is_compared_with_others_before_anything_is_revised(tmp_path: Path) -> None:
    rules = [*stories.beginning(TESTS), *stories.writers([stories.BUGGY[0], *stories.ALIKE])]
    result, asked = solve(tmp_path, rules)
    assert result.execution_result is State.TESTS_PASSING
    assert asked["write_code"] == 3
    assert not asked["revise_code"]
    assert not asked["revise_tests"]


def test_a_number_of_candidates_is_written_at_once(tmp_path: Path) -> None:
    _, asked = solve(tmp_path, [*stories.beginning(TESTS), *stories.writers(stories.ALIKE)], candidates=2)
    assert asked["write_code"] == 2


def test_a_run_by_doubt_replays_and_resumes_as_it_was(tmp_path: Path) -> None:
    rules = [*stories.beginning(TESTS), *stories.writers(stories.ALIKE)]
    result, _ = solve(tmp_path, rules, Task(problem=stories.PROBLEM))
    settings = stories.settings(tmp_path)
    assert asyncio.run(api.replay_run(result.run_id, settings)).same
    again = ScriptedModel([])
    assert asyncio.run(api.resume_run(result.run_id, settings, model=again)).code == result.code
    assert again.questions == []


def test_no_candidate_is_drawn_that_could_not_change_the_verdict(tmp_path: Path) -> None:
    """With a single test no number of agreeing programs is accepted, so other evidence is looked for first."""
    few = {"cases": [stories.RIGHT_CASES[0], stories.RIGHT_CASES[5]]}
    result, asked = solve(
        tmp_path,
        [*stories.beginning(few), *stories.writers(stories.ALIKE)],
        Task(problem=stories.PROBLEM),
        max_iterations=1,
    )
    assert not result.verified
    assert asked["write_code"] == 1


@pytest.mark.parametrize("error", ["overloaded", "gone"])
def test_a_further_candidate_that_cannot_be_written_leaves_the_first(tmp_path: Path, error: str) -> None:
    rules = [
        *stories.beginning(TESTS),
        Rule(stage="write_code", sample=0, reply=stories.fenced(stories.RIGHT[0])),
        Rule(stage="write_code", fails=error),
        *stories.EVIDENCE,
    ]
    result, _ = solve(tmp_path, rules, Task(problem=stories.PROBLEM), max_iterations=1)
    assert result.code is not None
    assert not result.verified
    assert any("no further program could be written" in text for text in result.warnings)


def test_no_repair_is_asked_for_if_a_library_that_the_task_names_is_missing(tmp_path: Path) -> None:
    specification = {**stories.SPECIFICATION, "libraries": ["nosuchlib"]}
    code = "import nosuchlib\n\n" + stories.RIGHT[0]
    rules = [
        Rule(stage="specify", reply=specification),
        Rule(stage="write_tests", reply=TESTS),
        Rule(stage="write_code", reply=stories.fenced(code)),
    ]
    result, asked = solve(tmp_path, rules)
    assert not result.verified
    assert asked == {"specify": 1, "write_tests": 1, "write_code": 1}
    assert any("which no revision can mend" in text for text in result.warnings)
    assert result.code is not None
