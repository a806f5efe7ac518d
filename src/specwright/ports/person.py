"""The person port: a person who knows the right behaviour and may be asked."""

from __future__ import annotations

from typing import Protocol

from specwright.core.work.question import NotSure, UserAnswer, UserQuestion


class Person(Protocol):
    async def answer(self, question: UserQuestion) -> UserAnswer:
        """Answer one question. Return NotSure if no answer comes; raise nothing but Interrupted."""


class Nobody:
    """Nobody is there to be asked; answers that were recorded are recalled all the same."""

    async def answer(self, question: UserQuestion) -> UserAnswer:
        return NotSure()
