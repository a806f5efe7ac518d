"""A DSPy language model as a model of ours, so that its cache, history, usage and callbacks see every question."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

import dspy

from specwright.core.errors import ModelError
from specwright.ports.model import Heard, Question, Reply, Usage


class LMModel:
    """Asks a `dspy.LM`, with the LM's own settings where `settings_of` says so.

    The LM's price is not known beforehand, so a run on it cannot have a limit in dollars.
    """

    priced = False

    def __init__(self, lm: dspy.LM) -> None:
        self._lm = lm
        self.name = f"dspy:{lm.model}"

    async def ask(self, question: Question, hear: Callable[[Heard], None] | None = None) -> Reply:
        """Answer one question. Raise ModelError for whatever DSPy raises."""
        began = time.monotonic()
        try:
            response = await self._answer(question)
        except Exception as error:
            raise model_error(self.name, error) from error
        if hear:
            hear(Heard(output_chars=len(response.text or "")))
        return Reply(
            text=response.text or "",
            model=response.model or self.name,
            cut=response.finish_reason == "length",
            usage=Usage(
                input_tokens=response.usage.input_tokens or 0,
                output_tokens=response.usage.output_tokens or 0,
                usd=None,
            ),
            seconds=time.monotonic() - began,
        )

    async def _answer(self, question: Question) -> Any:
        speak = {"user": dspy.lm15.Message.user, "assistant": dspy.lm15.Message.assistant}
        settings = settings_of(self._lm, question)
        apart = {"rollout_id": settings.pop("rollout_id")} if "rollout_id" in settings else {}
        request = dspy.lm15.Request(
            model=self._lm.model,
            system=instructions_of(question),
            messages=tuple(speak[turn.role](turn.text) for turn in question.turns),
            config=dspy.lm15.Config(**settings),
        )
        # Tokens of single questions are no field of the program: a stream of its output must not get them.
        with dspy.context(send_stream=None):
            try:
                return await self._lm.acall(request, **apart)
            except dspy.LMUnsupportedFeatureError:
                # An engine of the user's own may come without an asynchronous counterpart.
                return await asyncio.to_thread(self._lm, request, **apart)

    async def close(self) -> None:
        """The LM stays its owner's to close."""


def settings_of(lm: dspy.LM, question: Question) -> dict[str, Any]:
    """Return the temperature, the length and the rollout of one question; what is not known is left out.

    The LM's own temperature and length count where they are higher: later samples are drawn more freely, and a reply
    that was cut off is asked for again with more room.
    """
    own = lm.kwargs
    longest = max(own.get("max_tokens") or own.get("max_completion_tokens") or 0, question.max_tokens or 0)
    temperatures = [t for t in (own.get("temperature"), question.temperature) if t is not None]
    # A reasoning model takes no temperature but its own.
    temperature = own.get("temperature") if lm.supports_reasoning else max(temperatures, default=None)
    # Keeps apart the samples of a question, and the tries of an optimiser, in DSPy's cache.
    rollout = (own.get("rollout_id") or 0) * 1000 + question.sample if temperature != 0 else 0
    known = {"temperature": temperature, "max_tokens": longest or None, "rollout_id": rollout or None}
    return {name: value for name, value in known.items() if value is not None}


def instructions_of(question: Question) -> str:
    """Return the instructions, with the schema of the reply."""
    if question.reply_schema is None:
        return question.instructions
    schema = json.dumps(question.reply_schema)
    return f"{question.instructions}\n\nReply with JSON alone that follows this schema:\n{schema}"


def model_error(name: str, error: Exception) -> ModelError:
    """Return what went wrong in our words."""
    retryable = isinstance(error, dspy.LMTimeoutError | dspy.LMRateLimitError | dspy.LMServerError)
    message = getattr(error, "message", "") or str(error)
    return ModelError(
        f"{name} failed: {type(error).__name__}: {message}",
        hint="try the LM by itself: dspy.settings.lm('hello')",
        retryable=retryable,
    )
