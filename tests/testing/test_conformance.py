"""Every Model of ours under the one suite, and the suite itself under models that break its rules."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from pydantic import SecretStr

from specwright.adapters.models.hosted.endpoint import Endpoint
from specwright.adapters.models.hosted.model import HostedModel
from specwright.adapters.models.hosted.patience import Patience
from specwright.ports.model import Heard, Question, Reply, Turn, Usage
from specwright.testing.conformance import ModelCase, ModelConformance
from specwright.testing.fault_server import FaultServer, Seen
from specwright.testing.recording import RecordingModel, ReplayModel
from specwright.testing.scripted import Rule, ScriptedModel

KEY = "sk-conformance-0123456789"


def question(text: str) -> Question:
    return Question(stage="specify", instructions="Be exact.", turns=(Turn(role="user", text=text),))


ANSWERS = tuple((question(f"ask {n}"), f"answer {n}") for n in range(3))


def scripted() -> ScriptedModel:
    return ScriptedModel(
        [
            *(Rule(contains=asked.turns[0].text, reply=text) for asked, text in ANSWERS),
            Rule(contains="slow", reply="late", delay_seconds=60),
        ]
    )


class TestScriptedModel(ModelConformance):
    @contextmanager
    def opened(self) -> Iterator[ModelCase]:
        yield ModelCase(scripted, ANSWERS, unanswerable=question("other"), slow=question("slow"))


class TestRecordingModel(ModelConformance):
    @contextmanager
    def opened(self) -> Iterator[ModelCase]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "r.jsonl"
            make = lambda: RecordingModel(scripted(), path)  # noqa: E731
            yield ModelCase(make, ANSWERS, unanswerable=question("other"), slow=question("slow"))


class TestReplayModel(ModelConformance):
    @contextmanager
    def opened(self) -> Iterator[ModelCase]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "r.jsonl"
            asyncio.run(self._record(path))
            yield ModelCase(lambda: ReplayModel(path), ANSWERS, unanswerable=question("other"))

    async def _record(self, path: Path) -> None:
        recording = RecordingModel(scripted(), path)
        for asked, _ in ANSWERS:
            await recording.ask(asked)
        await recording.close()


class TestHostedModel(ModelConformance):
    @contextmanager
    def opened(self) -> Iterator[ModelCase]:
        known = {asked.turns[0].text: text for asked, text in ANSWERS}

        def answer(seen: Seen) -> str:
            return known[seen.turns[-1].text]

        with FaultServer(answer=answer) as server:

            def make() -> HostedModel:
                endpoint = Endpoint(
                    protocol="compatible", model="m", name=f"{server.url}#m", url=server.url, key=SecretStr(KEY)
                )
                return HostedModel(endpoint, Patience(tries=1))

            yield ModelCase(make, ANSWERS, secret=KEY)


class Spoilt:
    """A scripted model with one thing wrong."""

    name = "spoilt"
    priced = True

    def __init__(self, fault: str) -> None:
        self._fault = fault
        self._model = scripted()
        self._closed = False

    async def ask(self, asked: Question, hear: Callable[[Heard], None] | None = None) -> Reply:
        if self._fault == "other error" and "other" in asked.turns[0].text:
            raise KeyError("other")
        if self._fault == "uncancellable" and "slow" in asked.turns[0].text:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                return Reply(text="never mind", model="m")
        if self._fault == "backwards" and hear:
            hear(Heard(output_chars=5))
            hear(Heard(output_chars=2))
        reply = await self._model.ask(asked)
        if self._fault == "no price":
            return reply.model_copy(update={"usage": Usage(usd=None)})
        return reply.model_copy(update={"text": "x"}) if self._fault == "wrong text" else reply

    async def close(self) -> None:
        if self._closed and self._fault == "close once":
            raise RuntimeError("closed")
        self._closed = True


@pytest.mark.parametrize(
    ("fault", "rule"),
    [
        ("other error", "test_what_cannot_be_answered_is_a_model_error_with_words"),
        ("uncancellable", "test_cancelling_ends_the_question_at_once_and_leaves_the_model_usable"),
        ("backwards", "test_progress_is_told_in_growing_numbers_that_end_at_most_at_the_whole"),
        ("no price", "test_it_answers_each_question_with_its_text"),
        ("wrong text", "test_it_answers_each_question_with_its_text"),
        ("wrong text", "test_the_same_question_can_be_asked_again"),
        ("wrong text", "test_questions_asked_at_the_same_time_get_their_own_answers"),
        ("close once", "test_closing_twice_is_harmless"),
    ],
)
def test_a_model_that_breaks_a_rule_fails_it(fault: str, rule: str) -> None:
    class Suite(ModelConformance):
        def opened(self) -> AbstractContextManager[ModelCase]:
            return self._opened()

        @contextmanager
        def _opened(self) -> Iterator[ModelCase]:
            yield ModelCase(lambda: Spoilt(fault), ANSWERS, unanswerable=question("other"), slow=question("slow"))

    with pytest.raises((AssertionError, RuntimeError)):
        getattr(Suite(), rule)()
