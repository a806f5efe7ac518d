"""The person port: somebody who knows what the program should do, and may be asked."""

from __future__ import annotations

from typing import Protocol

from specwright.core.work.question import UserAnswer, UserQuestion


class Person(Protocol):
    async def answer(self, question: UserQuestion) -> UserAnswer:
        """Answer one question. Return NotSure if nobody answers; raise nothing but Interrupted."""
