"""Code generation as a DSPy module: the configured LM is asked, and DSPy sees every question."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import dspy
import pytest

from specwright import Client, UserError
from specwright.integrations.dspy import CodeGeneration, CodeGenerationSignature
from specwright.integrations.dspy.model import LMModel
from specwright.ports.model import Question, Turn
from specwright.testing.scripted import Rule
from tests import stories
from tests.integrations.scripted_engine import scripted_lm
from tests.stories import package_stories

TASK: dict[str, Any] = {"specification": stories.PROBLEM, "examples": stories.EXAMPLES}


def test_a_run_is_seen_by_dspys_history_usage_and_cache(client: Client) -> None:
    lm, engine = scripted_lm(stories.FIRST_TRY, temperature=1.0)
    module = CodeGeneration(client, kind="function")
    with dspy.context(lm=lm, track_usage=True):
        first = module(**TASK)
        asked = len(engine.requests)
        again = module(**TASK)
    assert (first.execution_result, first.word) == ("TESTS_PASSING", "VERIFIED")
    assert set(CodeGenerationSignature.output_fields) <= set(first.keys())
    assert "def run_code" in first.code
    assert first.documentation == "The indices of the pair that adds up to target."
    assert json.loads(first.tests)[0] == {
        "name": "example 1",
        "input": {"nums": [3, 3], "target": 6},
        "expected": [0, 1],
    }
    assert asked == len(set(engine.scripted.asked)) == 5, "three samples of the code are three questions"
    assert len(lm.history) == len(module.history) == 2 * asked
    assert first.get_lm_usage()["scripted/model"]["completion_tokens"] > 0
    assert (again.code, len(engine.requests)) == (first.code, asked), "the second run came from DSPy's cache"


def test_samples_of_one_temperature_are_kept_apart_in_the_cache() -> None:
    lm, engine = scripted_lm([Rule(reply="a reply")], temperature=1.0)
    model = LMModel(lm)
    for sample in (0, 1, 1, 0):
        asyncio.run(
            model.ask(Question(stage="s", instructions="i", turns=(Turn(role="user", text="t"),), sample=sample))
        )
    assert len(engine.requests) == 2


def test_the_lms_own_settings_count_where_they_are_higher(client: Client) -> None:
    lm, engine = scripted_lm(stories.FIRST_TRY, temperature=0.4, max_tokens=5000, cache=False)
    with dspy.context(lm=lm):
        CodeGeneration(client, kind="function")(**TASK)
    assert {request.config.max_tokens for request in engine.requests} == {5000}
    assert [request.config.temperature for request in engine.requests] == [0.4, 0.4, 0.4, 0.5, 0.8]


def test_progress_streams_as_status_messages_from_sync_and_async_programs(client: Client) -> None:
    lm, _ = scripted_lm(stories.FIRST_TRY)
    module = CodeGeneration(client, kind="function")

    async def messages(is_async: bool) -> list[str]:
        streamed = dspy.streamify(module, is_async_program=is_async)
        return [getattr(each, "message", type(each).__name__) async for each in streamed(**TASK)]

    with dspy.context(lm=lm):
        for is_async in (False, True):
            heard = asyncio.run(messages(is_async))
            assert heard[:2] == ["specwright: specify", "specwright: write tests"]
            assert heard[-2:] == ["specwright: arbitrate, round 1", "Prediction"]


def test_cancelling_a_call_cancels_its_run(client: Client) -> None:
    class Stuck:
        cancelled = False

        def complete(self, request: dspy.lm15.Request) -> dspy.lm15.Response:
            raise NotImplementedError

    class AlsoStuck:
        async def complete(self, request: dspy.lm15.Request) -> dspy.lm15.Response:
            try:
                await asyncio.sleep(600)
            except asyncio.CancelledError:
                Stuck.cancelled = True
                raise
            raise NotImplementedError

    async def impatient() -> None:
        async with asyncio.timeout(1):
            await CodeGeneration(client, kind="function").acall(**TASK)

    with dspy.context(lm=dspy.LM("stuck/model", engine=Stuck(), async_engine=AlsoStuck())), pytest.raises(TimeoutError):
        asyncio.run(impatient())
    assert client.call(lambda c: asyncio.sleep(0, Stuck.cancelled))


def test_a_model_that_fails_is_a_result_that_says_so(client: Client) -> None:
    lm, _ = scripted_lm([Rule(stage="specify", fails="out of order")], num_retries=0, cache=False)
    with dspy.context(lm=lm):
        said = CodeGeneration(client, kind="function")(**TASK)
    assert (said.execution_result, said.code) == ("MODEL_UNAVAILABLE", "")
    assert "dspy:scripted/model failed" in said.explanation
    assert "out of order" in said.explanation


def test_an_engine_without_async_is_asked_all_the_same(client: Client) -> None:
    whole, _ = scripted_lm(stories.FIRST_TRY)
    with dspy.context(lm=dspy.LM("scripted/model", engine=whole.engine, cache=False)):
        assert CodeGeneration(client, kind="function")(**TASK).word == "VERIFIED"


def test_a_package_fills_every_field_of_the_signature(client: Client) -> None:
    lm, _ = scripted_lm(package_stories.FIRST_TRY)
    with dspy.context(lm=lm):
        said = CodeGeneration(client, candidates=1)(
            specification=package_stories.SPECIFICATION,
            language="python",
            constraints="standard library only",
            test_requirements="- empty input\n",
        )
    assert said.execution_result.startswith("TESTS_PASSING")
    assert "def slug" in said.code
    assert said.tests.startswith("# tests/test_")
    assert said.documentation.startswith("# ")
    assert 0.5 < said.quality_score <= 1.0
    assert "src/text_kit/__init__.py" in said.files


def test_without_an_lm_and_with_an_unknown_kind_the_error_says_what_to_do(client: Client) -> None:
    with dspy.context(lm=None), pytest.raises(dspy.LMNotConfiguredError, match=r"dspy\.configure"):
        CodeGeneration(client)(specification="Add two numbers.")
    with pytest.raises(UserError, match="no 'class' is generated"):
        CodeGeneration(client, kind="class")  # type: ignore[arg-type]
