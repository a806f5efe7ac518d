"""The person port: a person who knows the right behaviour and may be asked."""

from __future__ import annotations

from typing import Protocol

from specwright.core.work.question import NotSure, UserAnswer, UserQuestion


class AnswerAwaited(Exception):
    """No answer is to be had now. The run ends with the question, and an answer resumes it."""

    def __init__(self, question: UserQuestion) -> None:
        super().__init__(question.call)
        self.question = question


class Person(Protocol):
    async def answer(self, question: UserQuestion) -> UserAnswer:
        """Answer one question. Return NotSure if no answer comes; raise AnswerAwaited, Interrupted, and no more."""


class Nobody:
    """Nobody is there to be asked; answers that were recorded are recalled all the same."""

    async def answer(self, question: UserQuestion) -> UserAnswer:
        return NotSure()


class AskedLater:
    """Somebody who answers later: the run ends as awaiting, and is resumed with the answer."""

    async def answer(self, question: UserQuestion) -> UserAnswer:
        raise AnswerAwaited(question)


class Answering:
    """Answers the one question that a run awaits. Every other question goes to `then`."""

    def __init__(self, question: UserQuestion, answer: UserAnswer, then: Person) -> None:
        self._key, self._answer, self._then = question.key, answer, then

    async def answer(self, question: UserQuestion) -> UserAnswer:
        return self._answer if question.key == self._key else await self._then.answer(question)
