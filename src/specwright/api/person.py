"""The person who knows, from Python: a function that answers questions, or an answer that comes later."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from specwright.config import Settings, override
from specwright.core.errors import SpecwrightError, UserError
from specwright.core.program.data import encode
from specwright.core.work.question import Expected, Indifferent, NotSure, UserAnswer, UserQuestion
from specwright.core.work.testcase import Raises, Returns
from specwright.ports.person import AnswerAwaited, AskedLater, Person

OnQuestion: TypeAlias = Callable[[UserQuestion], Any]
"""Takes a question and returns the right result of its call. It may be async."""
USUAL_QUESTIONS: Final = 5
"""How often a person may be asked by default."""


class FunctionPerson:
    """Asks a function. One that is not async runs in a thread."""

    def __init__(self, function: OnQuestion) -> None:
        self._function = function

    async def answer(self, question: UserQuestion) -> UserAnswer:
        """Answer one question. Raise UserError for whatever the function raises."""
        function = self._function
        try:
            if inspect.iscoroutinefunction(function):
                found = function(question)
            else:
                found = await asyncio.to_thread(function, question)
            return as_answer(await found if inspect.isawaitable(found) else found)
        except (SpecwrightError, AnswerAwaited):
            raise
        except Exception as error:
            raise UserError(
                f"on_question failed: {type(error).__name__}: {error}", hint="mend the function and resume the run"
            ) from error


def as_answer(value: Any) -> UserAnswer:
    """Return what a person means: a Python value is the right result, an error class that the call must raise.

    None means "not sure"; if None is the right result, pass `Expected(expected=Returns(value=None))`. Raise UserError
    for a value that no test can hold.
    """
    match value:
        case None:
            return NotSure()
        case Expected() | Indifferent() | NotSure():
            return value
        case type() if issubclass(value, BaseException):
            return Expected(expected=Raises(error=None if value in (Exception, BaseException) else value.__name__))
        case _:
            return Expected(expected=Returns(value=encode(value)))


def answer_in_json(value: Any) -> UserAnswer:
    """Return the answer that a JSON value means. Raise UserError for a value that no test can hold.

    A value is the right result, `{"raises": "ValueError"}` an error, `{"indifferent": true}` says that it does not
    matter, and null that nobody knows.
    """
    match value:
        case None:
            return NotSure()
        case {"indifferent": True, **rest} if not rest:
            return Indifferent()
        case {"raises": str() | None as error, **rest} if not rest:
            return Expected(expected=Raises(error=error))
        case _:
            return Expected(expected=Returns(value=encode(value)))


def person_for(settings: Settings, on_question: OnQuestion | None) -> tuple[Settings, Person | None]:
    """Return who may be asked, and the settings with how often.

    With a function it is asked, by default five times. Without one, questions that the settings allow end
    the run as awaiting an answer.
    """
    asked = settings.code_generation.questions
    if on_question is not None:
        stated = "questions" in settings.code_generation.model_fields_set
        count = asked if stated else USUAL_QUESTIONS
        return override(settings, {"code_generation": {"questions": count}}), FunctionPerson(on_question)
    return settings, AskedLater() if asked else None
