"""The scripted model behind DSPy's own interface for engines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

import dspy
from dspy import lm15

from specwright.ports.model import Question, Turn
from specwright.prompts.load import template
from specwright.testing.scripted import Responder, Rule, ScriptedModel

STAGES = [path.name.removesuffix(".md") for path in files("specwright.prompts").iterdir() if path.name.endswith(".md")]


def stage_of(instructions: str) -> str:
    """Return the stage whose template these instructions were made from; "" if there is none."""
    for stage in STAGES:
        opening = re.escape(template(stage).instructions[:200])
        if re.search(re.sub(r"\\\{\\\{\w+\\\}\\\}", ".*", opening).rsplit(r"\{\{", 1)[0], instructions):
            return stage
    return ""


class Engine:
    """Answers requests from rules."""

    def __init__(self, rules: Iterable[Rule | Responder]) -> None:
        self.scripted = ScriptedModel(rules)
        self.requests: list[lm15.Request] = []

    def answer(self, request: lm15.Request) -> lm15.Response:
        self.requests.append(request)
        words = "\n".join([_text(request.system), *(message.text or "" for message in request.messages)])
        turns = tuple(
            Turn(role="assistant" if message.role == "assistant" else "user", text=message.text or "")
            for message in request.messages
        )
        stage = stage_of(words)
        question = Question(stage=stage, instructions="", turns=turns, sample=self._sample(stage, turns))
        reply = self.scripted.answer(question)
        text = reply.text
        if "[[ ## reply ## ]]" in words:  # a predictor asks in DSPy's own form
            text = f"[[ ## reply ## ]]\n{text}\n\n[[ ## completed ## ]]"
        usage = lm15.Usage(input_tokens=reply.usage.input_tokens, output_tokens=reply.usage.output_tokens)
        message = lm15.Message.assistant(text)
        return lm15.Response(id=None, model=request.model, message=message, finish_reason="stop", usage=usage)

    def _sample(self, stage: str, turns: tuple[Turn, ...]) -> int:
        """Return how often the stage was asked before: a request does not say which sample it is."""
        return sum(question.stage == stage for question in self.scripted.questions)


class SyncEngine:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def complete(self, request: lm15.Request) -> lm15.Response:
        return self._engine.answer(request)


class AsyncEngine:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def complete(self, request: lm15.Request) -> lm15.Response:
        return self._engine.answer(request)


def scripted_lm(rules: Iterable[Rule | Responder], **options: Any) -> tuple[dspy.LM, Engine]:
    """Return a language model of DSPy's that answers from rules, and its engine."""
    engine = Engine(rules)
    lm = dspy.LM("scripted/model", engine=SyncEngine(engine), async_engine=AsyncEngine(engine), **options)
    return lm, engine


def _text(system: Any) -> str:
    if system is None or isinstance(system, str):
        return system or ""
    return "\n".join(getattr(part, "text", "") for part in system)
