"""Scoring many programs on the same cases: right scores for all, whatever one of them does."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from specwright import Client, Score, UserError
from specwright.languages.python.toolchain import PythonToolchain
from specwright.pipeline.running.observe import observe_many
from specwright.ports.language import Program
from specwright.ports.sandbox import ExecEnding, ExecResult, Job
from specwright.sandbox import open_sandbox
from tests.pipeline.running.test_observe import LIMITS, Counting, F, inputs_of

CASES = [{"input": {"x": x}, "expected": x * x} for x in range(5)]
RIGHT = "def f(x):\n    return x * x\n"


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with Client(model="none") as opened:
        yield opened


def test_every_program_gets_its_score_in_the_order_given(client: Client) -> None:
    programs = {
        "right": RIGHT,
        "wrong": "def f(x):\n    return x\n",
        "half": "def f(x):\n    return x * x if x < 2 else 1 / 0\n",
        "no program": "def f(x) return",
        "other name": "def g(x):\n    return x * x\n",
        "endless": "def f(x):\n    while x == 3: pass\n    return x * x\n",
        "gone": "import os\ndef f(x):\n    if x == 2: os._exit(0)\n    return x * x\n",
    }
    heard: list[str] = []
    scores = client.score(
        programs, CASES, entry_point="f", seconds=0.5, on_score=lambda score: heard.append(score.name)
    )
    assert [score.name for score in scores] == list(programs)
    assert sorted(heard) == sorted(programs)
    assert [sum(score.passed) for score in scores] == [5, 2, 2, 0, 0, 4, 4]
    by_name = {score.name: score for score in scores}
    assert by_name["right"].all_passed
    assert by_name["wrong"].share == 0.4
    assert by_name["half"].errors[4] == "ZeroDivisionError: division by zero"
    assert "SyntaxError" in str(by_name["no program"].errors[0])
    assert by_name["endless"].errors[3] == "timeout"


def test_a_program_that_ends_the_shared_sandbox_harms_no_other_score(client: Client) -> None:
    killer = "import os, signal\ndef f(x):\n    for pid in range(1, 400):\n        try: os.kill(pid, 9)\n"
    killer += "        except OSError: pass\n    return x * x\n"
    programs = [killer if place % 5 == 0 else RIGHT for place in range(20)]
    scores = client.score(programs, CASES, entry_point="f")
    assert all(score.all_passed for place, score in enumerate(scores) if place % 5)


def test_the_order_of_the_first_programs_parameters_is_its_own_concern(client: Client) -> None:
    cases = [{"input": {"a": x, "b": 1}, "expected": x - 1} for x in range(4)]
    codes = ["def f(b, a):\n    return a - b\n", "def f(a, b):\n    return a - b\n", "def f(x, y):\n    return x - y\n"]
    assert [score.share for score in client.score(codes, cases, entry_point="f")] == [1.0, 1.0, 1.0]


def test_programs_that_lost_their_turn_share_a_sandbox_again() -> None:
    class Failing(Counting):
        """Ends the first shared job before any program had its turn."""

        async def run(self, job: Job) -> ExecResult:
            result = await super().run(job)
            if self.jobs == 1:
                return ExecResult(ending=ExecEnding.SIGNALLED, signal=9)
            return result

    async def go() -> tuple[list[object], int]:
        sandbox = Failing(await open_sandbox())
        try:
            programs = [Program(code=RIGHT, signature=F)] * 8
            rows = await observe_many(sandbox, PythonToolchain(), programs, inputs_of(3), limits=LIMITS, together=8)
            return [outcome.value for row in rows for outcome in row], sandbox.jobs
        finally:
            await sandbox.close()

    values, jobs = asyncio.run(go())
    assert values == [0, 1, 4] * 8
    assert jobs <= 6


def test_scores_are_json_data(client: Client) -> None:
    [score] = client.score([RIGHT], CASES, entry_point="f")
    assert isinstance(score, Score)
    assert score.to_dict() == {
        "name": "c1",
        "score": 1.0,
        "all_passed": True,
        "passed": [True] * 5,
        "errors": [None] * 5,
    }


def test_no_program_and_no_case_are_mistakes_of_the_caller(client: Client) -> None:
    with pytest.raises(UserError, match="no candidate"):
        client.score([], CASES)
    with pytest.raises(UserError, match="no case"):
        client.score([RIGHT], [])
