"""Questions from Python: a function answers them, or the run ends with its question and an answer goes on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from specwright import AsyncClient, Result, State, UserError, api
from specwright.core.program.data import decode
from specwright.core.run.events import UserAnswered
from specwright.core.work.question import Expected, Indifferent, NotSure, UserQuestion
from specwright.core.work.testcase import Raises, Returns, Tier
from tests import stories

PROBLEM = "Return the indices of the two numbers that add up to the target."
RULES = stories.FIRST_TRY


def right(question: UserQuestion) -> list[int]:
    nums, target = (decode(question.inputs[name]) for name in ("nums", "target"))
    places = [(i, j) for j in range(len(nums)) for i in range(j)]
    return next(([i, j] for i, j in places if nums[i] + nums[j] == target), [])


async def right_later(question: UserQuestion) -> list[int]:
    await asyncio.sleep(0)
    return right(question)


def client(folder: Path, **options: Any) -> AsyncClient:
    return AsyncClient(stories.settings(folder), model=stories.model(RULES), **options)


def users(result: Result) -> int:
    return sum(test.tier is Tier.USER for test in result.tests)


@pytest.mark.parametrize("on_question", [right, right_later], ids=["sync", "async"])
def test_a_function_is_asked_and_its_answer_is_an_example(tmp_path: Path, on_question: Any) -> None:
    async def scenario() -> Result:
        async with client(tmp_path, on_question=on_question) as open_client:
            return await open_client.solve(PROBLEM, questions=1)

    result = asyncio.run(scenario())
    assert users(result) == 1
    assert result.execution_result.passing


def test_a_function_that_fails_is_an_error_of_the_user(tmp_path: Path) -> None:
    def broken(question: UserQuestion) -> object:
        raise KeyError(question.function)

    async def scenario() -> None:
        async with client(tmp_path) as open_client:
            await open_client.solve(PROBLEM, on_question=broken)

    with pytest.raises(UserError, match="on_question failed: KeyError"):
        asyncio.run(scenario())


def test_a_run_awaits_an_answer_and_goes_on_with_it_in_another_process(tmp_path: Path) -> None:
    """Each client stands for a process of its own: they share the store and nothing else."""

    async def scenario() -> tuple[Result, Result, Result, bool, str]:
        async with client(tmp_path) as first:
            waiting = await first.solve(PROBLEM, questions=1)
        async with client(tmp_path) as second:
            still = await second.resume(waiting.run_id)
            replayed = await second.replay(waiting.run_id)
        async with client(tmp_path) as third:
            assert waiting.question is not None
            done = await third.answer(waiting.run_id, right(waiting.question), out=tmp_path / "made")
            same = replayed.same and (await third.replay(waiting.run_id)).same
            verified = await third.verify(tmp_path / "made")
        return waiting, still, done, same, verified.standing.value

    waiting, still, done, same, standing = asyncio.run(scenario())
    assert waiting.execution_result is State.AWAITING_ANSWER
    assert not waiting.verified
    assert (still.execution_result, still.question) == (State.AWAITING_ANSWER, waiting.question)
    assert done.execution_result.passing
    assert done.question is None
    assert users(done) == 1
    assert (same, standing) == (True, "holds")


def test_an_answer_that_nobody_awaits_is_refused(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with client(tmp_path) as open_client:
            done = await open_client.solve(PROBLEM)
            await open_client.answer(done.run_id, [0, 1])

    with pytest.raises(UserError, match="does not wait for an answer"):
        asyncio.run(scenario())


def test_nobody_is_asked_unless_questions_are_allowed(tmp_path: Path) -> None:
    async def scenario() -> int:
        async with client(tmp_path, questions=0, on_question=right) as open_client:
            done = await open_client.solve(PROBLEM)
            entries = await api.load_entries(done.run_id, open_client.settings)
        return sum(isinstance(entry.event, UserAnswered) for entry in entries)

    assert asyncio.run(scenario()) == 0


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (3, Expected(expected=Returns(value=3))),
        ((1, 2), Expected(expected=Returns(value={"$tuple": [1, 2]}))),
        (ValueError, Expected(expected=Raises(error="ValueError"))),
        (Exception, Expected(expected=Raises())),
        (None, NotSure()),
        (Indifferent(), Indifferent()),
    ],
)
def test_a_python_value_is_an_answer(said: object, meant: object) -> None:
    assert api.as_answer(said) == meant


def test_a_value_that_no_test_can_hold_is_refused() -> None:
    with pytest.raises(UserError):
        api.as_answer(object())
