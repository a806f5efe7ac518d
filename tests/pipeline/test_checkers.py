"""Tasks on which several answers are right, through the real pipeline and the real sandbox."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from tests import stories
from tests.stories import checker_stories
from tests.stories.checker_stories import CHECKER, RIGHT, TASK, WRONG, story

from specwright import api
from specwright.adapters.sandbox.absent import AbsentSandbox
from specwright.adapters.store.memory import MemoryStore
from specwright.app import limits_from, open_context
from specwright.core.errors import SandboxUnavailable
from specwright.core.evidence.bar import BarKind
from specwright.core.run.result import Result, State
from specwright.core.work.task import Task
from specwright.pipeline.recording.event_log import Log
from specwright.pipeline.run import run
from specwright.testing.scripted import Rule, ScriptedModel

SHOWN = TASK.model_copy(
    update={
        "examples": (
            *TASK.examples,
            "n=4, edges=[[0, 1], [2, 3], [3, 2]] -> []",
            "n=4, edges=[[0, 2], [1, 2], [2, 3]] -> [1, 0, 2, 3]",
        )
    }
)
ONE_ANSWER = ("chain", "reversed chain", "one node", "cycle", "cycle apart")


def solve(folder: Path, rules: list[Rule] | ScriptedModel, rounds: int = 1, task: Task = TASK) -> Result:
    model = rules if isinstance(rules, ScriptedModel) else stories.model(rules)
    settings = stories.settings(folder, code_generation={"max_iterations": rounds})
    return asyncio.run(api.solve_task(task, settings, model=model))


def kinds(result: Result) -> set[BarKind]:
    return {bar.kind for bar in result.bars}


def test_three_right_candidates_that_answer_differently_are_verified(tmp_path: Path) -> None:
    model = stories.model(story(*RIGHT))
    result = solve(tmp_path, model, task=SHOWN)
    assert result.verified, (result.confidence, result.explanation, result.bars)
    assert result.execution_result is State.TESTS_PASSING
    [checker] = result.checkers
    assert checker.code.strip() == CHECKER.strip()
    assert checker.accepted == len(result.tests)
    assert checker.rejected > checker.mutated / 2
    assert all(test.passed for test in result.tests)
    other = [test for test in result.tests if test.by_checker]
    assert other, "some right answer is another one than expected, and the result says so"
    assert all(test.actual != test.expected for test in other)
    [asked] = [question for question in model.questions if question.stage == "write_checker"]
    assert "nodes without a path between them" in asked.turns[-1].text
    assert "[1, 2, 0]" in asked.turns[-1].text
    replayed = asyncio.run(api.replay_run(result.run_id, stories.settings(tmp_path)))
    assert replayed.same, replayed


def test_a_wrong_candidate_among_right_ones_fails(tmp_path: Path) -> None:
    result = solve(tmp_path, story(WRONG, RIGHT[0], RIGHT[1]))
    state = asyncio.run(api.load_run(result.run_id, stories.settings(tmp_path)))
    wrong = next(candidate for candidate in state.candidates if "by degree" in candidate.code)
    execution = state.execution_of(wrong.id)
    assert execution is not None
    assert not execution.all_passed
    assert result.code is not None
    assert "by degree" not in result.code


@pytest.mark.parametrize(
    ("checker", "why"),
    [
        (checker_stories.ACCEPTS_ALL, "too lenient"),
        (checker_stories.PINS_THE_SMALLEST, "rejects an example that is right"),
    ],
    ids=["accepts everything", "rejects the user's example"],
)
def test_a_checker_that_does_not_pass_its_vetting_is_not_used(tmp_path: Path, checker: str, why: str) -> None:
    model = stories.model(story(*RIGHT, checker=checker))
    result = solve(tmp_path, model)
    assert [why in text for text in result.warnings if text.startswith("the checker")] == [True, True]
    asked = [question for question in model.questions if question.stage == "write_checker"]
    assert "An earlier checker was refused" in asked[1].turns[-1].text
    assert not result.checkers
    assert not result.verified
    assert BarKind.SEVERAL_ANSWERS in kinds(result)
    assert {test.name for test in result.tests} == {"example 1", *ONE_ANSWER}
    assert not any("reference" in test.name for test in result.tests)


def test_a_checker_that_rejects_every_candidate_is_dropped_with_its_tests(tmp_path: Path) -> None:
    result = solve(tmp_path, story(*checker_stories.BACKWARDS))
    assert any("rejects the answers of every candidate" in text for text in result.warnings)
    assert not result.checkers
    assert not result.verified
    assert BarKind.SEVERAL_ANSWERS in kinds(result)
    assert {test.name for test in result.tests} <= {"example 1", *ONE_ANSWER}
    assert asyncio.run(api.replay_run(result.run_id, stories.settings(tmp_path))).same


def test_without_a_sandbox_the_code_is_written_all_the_same(tmp_path: Path) -> None:
    settings = stories.settings(tmp_path)
    model = stories.model(story(*RIGHT))

    async def work() -> Result:
        open_log = partial(Log.open, MemoryStore(), "a-run")
        async with open_context(settings, TASK, limits_from(settings), open_log, model=model) as opened:
            absent = AbsentSandbox(SandboxUnavailable("there is none here"))
            return await run(replace(opened, sandbox=absent))

    result = asyncio.run(work())
    assert result.execution_result is State.SANDBOX_UNAVAILABLE
    assert result.code is not None


def test_a_run_that_stopped_before_its_checker_is_resumed_and_verified(tmp_path: Path) -> None:
    stopped = solve(tmp_path, [rule for rule in story(*RIGHT) if rule.stage != "write_checker"], task=SHOWN)
    assert stopped.execution_result is State.MODEL_UNAVAILABLE
    settings = stories.settings(tmp_path)
    result = asyncio.run(api.resume_run(stopped.run_id, settings, model=stories.model(story(*RIGHT))))
    assert result.verified, result.explanation
    assert result.checkers
    assert asyncio.run(api.replay_run(result.run_id, settings)).same
