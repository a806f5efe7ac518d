from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from specwright.core.errors import ModelError, UserError
from specwright.ports.model import Question, Reply, Turn, Usage
from specwright.testing.recording import RecordingModel, ReplayModel
from specwright.testing.scripted import Rule, ScriptedModel


def question(text: str, sample: int = 0) -> Question:
    return Question(stage="s", instructions="", turns=(Turn(role="user", text=text),), sample=sample)


def record(path: Path, *texts: str) -> list[Reply]:
    async def scenario() -> list[Reply]:
        usage = Usage(input_tokens=3, output_tokens=4, usd=0.25)
        model = ScriptedModel([lambda asked: Reply(text=f"re: {asked.turns[-1].text}", model="m", usage=usage)])
        recording = RecordingModel(model, path)
        replies = [await recording.ask(question(text)) for text in texts]
        await recording.close()
        await recording.close()
        return replies

    return asyncio.run(scenario())


def test_a_recording_answers_as_the_model_did_with_its_usage(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    said = record(path, "one", "tw\udcffo ü")
    replay = ReplayModel(path)
    assert [asyncio.run(replay.ask(question(text))) for text in ("one", "tw\udcffo ü")] == said
    assert replay.priced


def test_recording_again_appends(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    record(path, "one")
    record(path, "two")
    assert len(path.read_text().splitlines()) == 2


def test_a_question_that_was_asked_twice_is_answered_in_order_and_then_with_the_last(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"

    async def scenario() -> list[str]:
        recording = RecordingModel(ScriptedModel.in_order(["first", "second"]), path)
        for _ in range(2):
            await recording.ask(question("q"))
        await recording.close()
        replay = ReplayModel(path)
        return [(await replay.ask(question("q"))).text for _ in range(3)]

    assert asyncio.run(scenario()) == ["first", "second", "second"]


def test_a_question_that_was_not_recorded_is_an_error_that_names_it(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    record(path, "one")
    with pytest.raises(ModelError) as caught:
        asyncio.run(ReplayModel(path).ask(question("one", sample=1)))
    assert "stage 's', sample 1, last turn: one" in caught.value.message
    assert caught.value.hint


def test_an_error_of_the_model_is_passed_on_and_not_recorded(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"

    async def scenario() -> None:
        recording = RecordingModel(ScriptedModel([Rule(fails="gone")]), path)
        with pytest.raises(ModelError, match="gone"):
            await recording.ask(question("q"))
        await recording.close()

    asyncio.run(scenario())
    assert path.read_text() == ""


def test_what_cannot_be_read_or_was_changed_is_a_user_error_that_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    record(path, "one")
    good = path.read_text()
    changed = json.loads(good)
    changed["question"]["stage"] = "other"
    for text, words in (("{}\n", "Line 1"), (good + "nonsense\n", "Line 2"), (json.dumps(changed) + "\n", "changed")):
        path.write_text(text)
        with pytest.raises(UserError, match=words):
            ReplayModel(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(UserError, match="not text"):
        ReplayModel(path)
    with pytest.raises(UserError, match="cannot be read"):
        ReplayModel(tmp_path / "none")


def test_a_file_that_cannot_be_written_is_a_user_error_before_anything_is_asked(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be written"):
        RecordingModel(ScriptedModel([]), tmp_path / "no" / "r.jsonl")


def test_a_full_disk_is_a_model_error_with_words() -> None:
    async def scenario() -> None:
        recording = RecordingModel(ScriptedModel([Rule(reply="x")]), Path("/dev/full"))
        with pytest.raises(ModelError, match="No space left"):
            await recording.ask(question("q"))
        await recording.close()

    asyncio.run(scenario())
