"""A model made of a function: text in, text out."""

from __future__ import annotations

import asyncio
import inspect
import json
import time
from collections.abc import Awaitable, Callable
from typing import TypeAlias, cast

from specwright.core.errors import ModelError
from specwright.ports.model import Heard, Model, Question, Reply, Usage

ModelFunction: TypeAlias = Callable[[str], "str | Reply | Awaitable[str | Reply]"]
"""Takes everything that is asked as one text and returns the answer. It may be async, and it may raise."""
AnyModel: TypeAlias = "str | Model | ModelFunction"


class FunctionModel:
    """Asks a function. One that is not async runs in a thread; its price is not known."""

    priced = False

    def __init__(self, function: ModelFunction, name: str | None = None) -> None:
        self._function = function
        self.name = name or f"function:{getattr(function, '__name__', type(function).__name__)}"

    async def ask(self, question: Question, hear: Callable[[Heard], None] | None = None) -> Reply:
        """Answer one question. Raise ModelError for whatever the function raises."""
        began = time.monotonic()
        try:
            answer = await self._call(prompt_of(question))
        except ModelError:
            raise
        except Exception as error:
            raise ModelError(f"{self.name} failed: {type(error).__name__}: {error}") from error
        if not isinstance(answer, str | Reply):
            raise ModelError(f"{self.name} returned {type(answer).__name__} instead of text")
        if isinstance(answer, Reply):
            return answer
        if hear:
            hear(Heard(output_chars=len(answer)))
        return Reply(text=answer, model=self.name, usage=Usage(usd=None), seconds=time.monotonic() - began)

    async def _call(self, prompt: str) -> str | Reply:
        function = self._function
        is_async = inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(
            getattr(function, "__call__", None)  # noqa: B004 - an object whose __call__ is async
        )
        answer = function(prompt) if is_async else await asyncio.to_thread(function, prompt)
        return await answer if inspect.isawaitable(answer) else answer

    async def close(self) -> None:
        """There is nothing to let go of."""


def prompt_of(question: Question) -> str:
    """Return all that is asked as one text."""
    parts = [question.instructions]
    several = len(question.turns) > 1
    for turn in question.turns:
        speaker = {"user": "User:\n", "assistant": "Assistant:\n"}[turn.role] if several else ""
        parts.append(f"{speaker}{turn.text}")
    if question.reply_schema is not None:
        parts.append(f"Reply with JSON alone that follows this schema:\n{json.dumps(question.reply_schema)}")
    return "\n\n".join(part for part in parts if part)


def as_model(model: Model | ModelFunction) -> Model:
    """Return the model itself, or a model made of the function."""
    return cast("Model", model) if hasattr(model, "ask") else FunctionModel(model)
