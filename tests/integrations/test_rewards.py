"""Rewards for completions: right, in order, and the same whoever is scored beside them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Iterator

import pytest

from specwright import UserError
from specwright.integrations.rewards import Rewards

CASES = [{"input": {"x": x}, "expected": x + 1} for x in range(4)]
OTHERS = [{"input": {"x": x}, "expected": -x} for x in range(4)]
RIGHT = "Here you are:\n```python\ndef f(x):\n    return x + 1\n```\nIt adds one."
HALF = "```python\ndef f(x):\n    return x + 1 if x < 2 else 0\n```"
NOTHING = "I cannot do that."


@pytest.fixture(scope="module")
def rewards() -> Iterator[Rewards]:
    opened = Rewards(entry_point="f", seconds=5)
    yield opened
    opened.close()


def test_a_reward_is_the_share_of_the_cases_that_pass(rewards: Rewards) -> None:
    assert rewards([RIGHT, HALF, NOTHING, ""], CASES) == [1.0, 0.5, 0.0, 0.0]


def test_every_completion_may_have_cases_of_its_own(rewards: Rewards) -> None:
    assert rewards([RIGHT, RIGHT, HALF], [CASES, OTHERS, CASES]) == [1.0, 0.0, 0.5]


def test_trl_passes_conversations_and_columns(rewards: Rewards) -> None:
    reward = rewards.for_trl("tests")
    completions = [[{"role": "assistant", "content": RIGHT}], [{"role": "assistant", "content": HALF}]]
    assert reward(completions, tests=[CASES, json.dumps(CASES)], prompts=["", ""]) == [1.0, 0.5]
    with pytest.raises(UserError, match="no column 'tests'"):
        reward(completions, cases=[CASES, CASES])


def test_verl_and_verifiers_get_one_number(rewards: Rewards) -> None:
    assert rewards.for_verl()("mine", HALF, json.dumps(CASES), {}) == 0.5
    said = [{"role": "assistant", "content": RIGHT}]
    passes_cases = rewards.for_verifiers()
    assert asyncio.run(_awaited(passes_cases(completion=said, answer=CASES, prompt=""))) == 1.0


async def _awaited(reward: Awaitable[float]) -> float:
    return await reward


def test_strict_rewards_are_all_or_nothing(rewards: Rewards) -> None:
    strict = Rewards(entry_point="f", strict=True, client=rewards._client())
    assert strict([RIGHT, HALF], CASES) == [1.0, 0.0]


def test_cases_that_cannot_be_read_are_an_error_and_no_reward(rewards: Rewards) -> None:
    with pytest.raises(UserError, match="2 completions have 1 lists"):
        rewards([RIGHT, HALF], [CASES])
    with pytest.raises(UserError, match="no JSON"):
        rewards.for_verl()("mine", RIGHT, "{", {})


def test_no_completion_is_no_work(rewards: Rewards) -> None:
    assert rewards([], CASES) == []
