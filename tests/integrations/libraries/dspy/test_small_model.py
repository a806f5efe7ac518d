"""The small real model behind DSPy's interface. Its code may be wrong, and is then called so."""

from __future__ import annotations

import asyncio
from typing import Any

import dspy
import pytest

from specwright import Client, load_settings
from specwright.adapters.models.local.packaged import Locals, PackagedModel
from specwright.integrations.dspy import CodeGeneration, CodeMetric
from specwright.ports.model import Question, Turn

CASES = [{"input": {"a": a, "b": b}, "expected": a + b} for a, b in ((1, 2), (-3, 3), (10, 20))]


class SmallEngine:
    """Answers with the model of this machine, a few words at a time."""

    def __init__(self) -> None:
        self.model = PackagedModel(Locals(load_settings().llm_config.models_path))

    async def complete(self, request: dspy.lm15.Request) -> dspy.lm15.Response:
        turns = tuple(Turn(role="user", text=str(message.text)) for message in request.messages)
        question = Question(stage="", instructions=str(request.system or ""), turns=turns, max_tokens=120)
        reply = await self.model.ask(question)
        message = dspy.lm15.Message.assistant(reply.text or " ")
        usage = dspy.lm15.Usage(input_tokens=reply.usage.input_tokens, output_tokens=reply.usage.output_tokens)
        return dspy.lm15.Response(id=None, model=request.model, message=message, finish_reason="stop", usage=usage)


class Never:
    def complete(self, request: dspy.lm15.Request) -> dspy.lm15.Response:
        raise NotImplementedError


@pytest.mark.slow
def test_a_run_on_the_small_model_ends_with_an_honest_word(client: Client) -> None:
    engine = SmallEngine()
    lm: Any = dspy.LM("gguf/smollm2", engine=Never(), async_engine=engine, cache=False)
    with dspy.context(lm=lm, track_usage=True):
        said = CodeGeneration(client, kind="function", candidates=1, max_iterations=1)(
            specification="Return the sum of two integers a and b.",
            examples=["run_code(2, 5) == 7", "run_code(0, 0) == 0"],
        )
    score = float(CodeMetric(client)(dspy.Example(cases=CASES), said))
    assert lm.history
    assert said.word != "VERIFIED" or score == 1.0
    assert said.word == "VERIFIED" or said.explanation
    asyncio.run(engine.model.close())
