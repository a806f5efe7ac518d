"""Rewards for completions: right, in order, and the same whoever is scored beside them."""

from __future__ import annotations

import asyncio
import json
import math
import pickle
from collections.abc import Awaitable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from specwright import Client, SandboxUnavailable, Score, UserError
from specwright.client.scoring import Submission
from specwright.integrations.rewards import Rewards
from tests.integrations.running import printed_by

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


def test_problems_of_different_functions_and_programs_are_scored_together(rewards: Rewards) -> None:
    big = {"fn_name": "g", "inputs": ["[9007199254740993]\n2"], "outputs": ["[18014398509481986]"]}
    wrapped = {"fn_name": "g", "inputs": [[[1, 2], 3]], "outputs": [[[3, 6]]]}
    stdin = {"inputs": ["1 2\n", "3 4\n"], "outputs": ["3\n", "8\n"]}
    scale = "```python\ndef g(items, k):\n    return [k * item for item in items]\n```"
    adding = "```python\nprint(sum(map(int, input().split())))\n```"
    problems = [CASES, big, wrapped, json.dumps(stdin), [{"stdin": "5 6", "expected": "11"}]]
    assert rewards([HALF, scale, scale, adding, adding], problems) == [0.5, 1.0, 1.0, 0.5, 1.0]


def test_single_rewards_that_are_awaited_together_are_scored_together(rewards: Rewards) -> None:
    asked: list[int] = []
    score = rewards._gathering._work

    def counting(items: Sequence[Any]) -> Sequence[Score]:
        asked.append(len(items))
        return score(items)

    rewards._gathering._work = counting

    async def all_of_them() -> list[float]:
        compute_score = rewards.for_verl_loop()
        return list(
            await asyncio.gather(*(compute_score("mine", text, CASES, {}) for text in [RIGHT, HALF, NOTHING] * 4))
        )

    try:
        assert asyncio.run(all_of_them()) == [1.0, 0.5, 0.0] * 4
    finally:
        rewards._gathering._work = score
    assert sum(asked) == 12
    assert len(asked) <= 3
    batch = rewards.for_verl_batch()
    assert batch(data_sources=["mine"] * 2, solution_strs=[RIGHT, HALF], ground_truths=[CASES] * 2, extra_infos=[]) == [
        1.0,
        0.5,
    ]


def test_a_sandbox_that_fails_is_no_reward(rewards: Rewards) -> None:
    class Failing:
        def __init__(self, failures: int) -> None:
            self.failures = failures

        def score_each(self, submissions: Iterable[Submission], **options: Any) -> Iterator[Score]:
            if self.failures:
                self.failures -= 1
                raise SandboxUnavailable("the sandbox is gone")
            return rewards._client().score_each(submissions, **options)

    def failing(failures: int) -> Rewards:
        return Rewards(entry_point="f", client=cast("Client", Failing(failures)))

    assert failing(1)([RIGHT, HALF], CASES) == [1.0, 0.5], "it is tried again"
    with pytest.raises(SandboxUnavailable):
        failing(2)([RIGHT], CASES)
    assert failing(2).for_trl(skip_failures=True)([RIGHT, HALF], cases=[CASES, CASES]) == [None, None]
    assert math.isnan(asyncio.run(_awaited(failing(2).for_verifiers()(RIGHT, CASES))))


def test_rewards_are_pickled_without_what_is_open(rewards: Rewards) -> None:
    other = pickle.loads(pickle.dumps(Rewards(entry_point="f", strict=True)))
    assert other._own is None
    with pytest.raises(TypeError, match="stay in its process"):
        pickle.dumps(Rewards(client=rewards._client()))


def test_cases_that_cannot_be_read_are_an_error_and_no_reward(rewards: Rewards) -> None:
    with pytest.raises(UserError, match="2 completions have 1 lists"):
        rewards([RIGHT, HALF], [CASES])
    with pytest.raises(UserError, match="no JSON"):
        rewards.for_verl()("mine", RIGHT, "{", {})


def test_no_completion_is_no_work(rewards: Rewards) -> None:
    assert rewards([], CASES) == []


def test_the_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed_by("rewards_for_trainers.py", tmp_path, monkeypatch, capsys)
    assert lines == ["TRL: [1.0, 0.67, 0.0]", "verl: 0.67", "verifiers: [1.0, 0.67, 0.0]"]
