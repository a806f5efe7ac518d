"""What every Model adapter must hold to, for adapters of ours and of anybody else.

    class TestMyModel(ModelConformance):
        @contextmanager
        def opened(self) -> Iterator[ModelCase]:
            yield ModelCase(model=lambda: MyModel(...), answers={question: "the text it must give", ...})

Run it with pytest, which this module does not need. Each method is one rule and can be called on its own.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from typing import TypeVar

from specwright.core.errors import ModelError
from specwright.ports.model import Heard, Model, Question, Reply

T = TypeVar("T")


@dataclass(frozen=True)
class ModelCase:
    """A model to be put to the test, and what to ask it."""

    model: Callable[[], Model]
    """Makes a fresh one, inside a running event loop."""
    answers: tuple[tuple[Question, str], ...]
    """Questions that it answers, with the text of the reply; two at least, and they must differ."""
    unanswerable: Question | None = None
    """A question that fails; None when there is no such question."""
    slow: Question | None = None
    """A question that takes over ten seconds; None when there is no such question."""
    secret: str | None = None
    """What must be seen nowhere, such as the key."""


class ModelConformance(ABC):
    """One rule per method. A subclass opens its model in `opened`."""

    @abstractmethod
    def opened(self) -> AbstractContextManager[ModelCase]:
        """Return a context that opens the model, and its expected answer."""

    def test_it_has_a_name_and_says_whether_its_price_is_known(self) -> None:
        async def rule(model: Model, case: ModelCase) -> None:
            assert model.name
            assert model.name == model.name.strip()
            assert isinstance(model.priced, bool)
            assert case.secret is None or case.secret not in f"{model.name}{model!r}{vars(model)!r}"

        self._hold(rule)

    def test_it_answers_each_question_with_its_text(self) -> None:
        async def rule(model: Model, case: ModelCase) -> None:
            for question, text in case.answers:
                _check_reply(await model.ask(question), text, model)

        self._hold(rule)

    def test_the_same_question_can_be_asked_again(self) -> None:
        async def rule(model: Model, case: ModelCase) -> None:
            question, text = case.answers[0]
            assert [(await model.ask(question)).text, (await model.ask(question)).text] == [text, text]

        self._hold(rule)

    def test_questions_asked_at_the_same_time_get_their_own_answers(self) -> None:
        async def rule(model: Model, case: ModelCase) -> None:
            assert len({text for _, text in case.answers}) > 1, "the case must have two different answers"
            replies = await asyncio.gather(*(model.ask(question) for question, _ in case.answers * 3))
            assert [reply.text for reply in replies] == [text for _, text in case.answers * 3]

        self._hold(rule)

    def test_progress_is_told_in_growing_numbers_that_end_at_most_at_the_whole(self) -> None:
        async def rule(model: Model, case: ModelCase) -> None:
            for question, text in case.answers:
                heard: list[Heard] = []
                await model.ask(question, heard.append)
                chars = [told.output_chars for told in heard if told.output_chars]
                assert chars == sorted(chars)
                assert not chars or (text and chars[0] > 0)

        self._hold(rule)

    def test_what_cannot_be_answered_is_a_model_error_with_words(self) -> None:
        async def rule(model: Model, case: ModelCase) -> None:
            if case.unanswerable is None:
                return
            error = await _error_of(model.ask(case.unanswerable))
            assert isinstance(error, ModelError), f"raised {error!r} instead of a ModelError"
            assert error.message.strip()
            assert case.secret is None or case.secret not in f"{error} {error.hint} {error.__context__!r}"
            question, text = case.answers[0]
            _check_reply(await model.ask(question), text, model)

        self._hold(rule)

    def test_cancelling_ends_the_question_at_once_and_leaves_the_model_usable(self) -> None:
        async def rule(model: Model, case: ModelCase) -> None:
            if case.slow is None:
                return
            task = asyncio.ensure_future(model.ask(case.slow))
            await asyncio.sleep(0.05)
            assert not task.done(), "the slow question was answered at once"
            task.cancel()
            done, _ = await asyncio.wait([task], timeout=5)
            assert done, "cancellation was not obeyed"
            assert task.cancelled(), "cancellation was turned into something else"
            question, text = case.answers[0]
            _check_reply(await model.ask(question), text, model)

        self._hold(rule)

    def test_closing_twice_is_harmless(self) -> None:
        async def rule(model: Model, case: ModelCase) -> None:
            await model.ask(case.answers[0][0])
            await model.close()
            await model.close()

        self._hold(rule)

    def _hold(self, rule: Callable[[Model, ModelCase], Awaitable[None]]) -> None:
        with self.opened() as case:

            async def scenario() -> None:
                model = case.model()
                try:
                    await rule(model, case)
                finally:
                    with suppress(ModelError):
                        await model.close()

            asyncio.run(scenario())


def _check_reply(reply: Reply, text: str, model: Model) -> None:
    assert reply.text == text
    assert reply.model
    assert reply.seconds >= 0
    usage = reply.usage
    assert min(usage.input_tokens, usage.output_tokens) >= 0
    assert usage.requests >= 1
    assert usage.usd is not None or not model.priced, "a priced model must say what an answer cost"
    assert usage.usd is None or usage.usd >= 0


async def _error_of(asked: Awaitable[Reply]) -> BaseException | None:
    try:
        await asked
    except Exception as error:  # noqa: BLE001 - any error is looked at, none is swallowed
        return error
    return None
