from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from specwright.adapters.store.sqlite import SqliteStore
from specwright.core.errors import ModelError, ReplayDiverged, ReplyUnusable, StoreError
from specwright.core.evidence.outcome import Execution
from specwright.core.run.events import (
    Answered,
    Entry,
    Executed,
    Progress,
    RunLimits,
    RunResumed,
    StageEntered,
    Unanswered,
    Warned,
)
from specwright.pipeline.recording.event_log import Log
from specwright.pipeline.recording.event_text import read_entry
from specwright.pipeline.recording.parallel_answers import ParallelAnswers
from specwright.ports.model import Question, Reply, Turn
from specwright.ports.store import StoredEntry
from specwright.testing.scripted import Rule, ScriptedModel

T = TypeVar("T")
EXECUTION = Execution(candidate_id="c1", results=(), isolated=True)


def question(text: str, sample: int = 0) -> Question:
    return Question(stage="s", instructions="", turns=(Turn(role="user", text=text),), sample=sample)


def with_log(folder: Path, body: Callable[[Log], Awaitable[T]], *listeners: Callable[[Entry | Progress], None]) -> T:
    """Do something with the log of the one run in this folder, as one process would."""

    async def go() -> T:
        store = SqliteStore(folder / "runs.db")
        try:
            return await body(await Log.open(store, "run", listeners))
        finally:
            await store.close()

    return asyncio.run(go())


def kinds(folder: Path) -> list[str]:
    async def read(log: Log) -> list[str]:
        return [read_entry(line).event.kind for line in await log._store.entries("run")]

    return with_log(folder, read)


def test_a_broken_listener_cannot_fail_a_run(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    heard: list[Entry | Progress] = []

    def broken(_: Entry | Progress) -> None:
        raise RuntimeError("no")

    async def body(log: Log) -> None:
        await log.emit(StageEntered(stage="specify"))
        await log.exchange(ScriptedModel([Rule(reply="yes")]), question("?"))

    with caplog.at_level(logging.CRITICAL):
        with_log(tmp_path, body, broken, heard.append)
    assert kinds(tmp_path) == ["stage_entered", "answered"]
    assert len(heard) == 3


def test_an_event_is_kept_before_anybody_hears_of_it(tmp_path: Path) -> None:
    async def body(log: Log) -> None:
        seen: list[int] = []
        log._listeners = (lambda heard: seen.append(heard.seq) if isinstance(heard, Entry) else None,)

        async def refuse(entry: StoredEntry) -> None:
            raise StoreError("full")

        log._store.append = refuse  # type: ignore[method-assign]
        with pytest.raises(StoreError):
            await log.emit(StageEntered(stage="specify"))
        assert seen == []
        assert log.state.stage == ""

    with_log(tmp_path, body)


def test_a_run_told_again_recalls_what_it_asked_and_executed(tmp_path: Path) -> None:
    performed = []

    async def perform() -> Executed:
        performed.append(1)
        return Executed(key="key", round=1, execution=EXECUTION)

    async def body(log: Log) -> tuple[str, Execution]:
        await log.emit(StageEntered(stage="specify"))
        reply = await log.exchange(model, question("?"))
        return reply.text, (await log.effect(Executed, "key", perform)).execution

    model = ScriptedModel([Rule(reply="yes", usd=0.5)])
    assert with_log(tmp_path, body) == ("yes", EXECUTION)
    assert with_log(tmp_path, body) == ("yes", EXECUTION)
    assert (len(model.questions), len(performed)) == (1, 1)
    assert kinds(tmp_path) == ["stage_entered", "answered", "executed"]


def test_a_recorded_step_is_known_until_the_run_has_come_to_it(tmp_path: Path) -> None:
    async def body(log: Log) -> tuple[bool, bool]:
        before = log.recorded(StageEntered(stage="specify"))
        await log.emit(StageEntered(stage="specify"))
        return before, log.recorded(StageEntered(stage="specify"))

    assert with_log(tmp_path, body) == (False, False)
    assert with_log(tmp_path, body) == (True, False)


def test_a_step_that_differs_from_the_record_is_noticed(tmp_path: Path) -> None:
    async def first(log: Log) -> None:
        await log.emit(StageEntered(stage="specify"))
        await log.emit(Warned(text="one"))

    async def second(log: Log) -> None:
        await log.emit(StageEntered(stage="specify"))
        await log.emit(Warned(text="two"))

    with_log(tmp_path, first)
    with pytest.raises(ReplayDiverged, match="entry 1") as caught:
        with_log(tmp_path, second)
    assert caught.value.hint
    assert kinds(tmp_path) == ["stage_entered", "warned"]


def test_a_question_without_an_answer_is_asked_again_unless_the_run_went_on_from_there(tmp_path: Path) -> None:
    async def ask(log: Log, *then: Warned) -> None:
        await log.emit(StageEntered(stage="s"))
        with pytest.raises(ModelError):
            await log.exchange(ScriptedModel([Rule(fails="down")]), question("?"))
        for step in then:
            await log.emit(step)

    async def ask_again(log: Log) -> str:
        await log.emit(StageEntered(stage="s"))
        return (await log.exchange(ScriptedModel([Rule(reply="up")]), question("?"))).text

    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    with_log(tmp_path / "a", ask)
    assert with_log(tmp_path / "a", ask_again) == "up"
    with_log(tmp_path / "b", lambda log: ask(log, Warned(text="go on without")))
    with pytest.raises(ModelError, match="down"):
        with_log(tmp_path / "b", ask_again)


def test_a_failure_that_was_overcome_is_not_recalled_when_the_run_is_told_a_third_time(tmp_path: Path) -> None:
    async def fail(log: Log) -> None:
        with pytest.raises(ModelError):
            await log.exchange(ScriptedModel([Rule(fails="down")]), question("?"))

    async def succeed(log: Log) -> str:
        await log.note(RunResumed(model="m", sandbox="s", limits=RunLimits()))
        text = (await log.exchange(ScriptedModel([Rule(reply="up", times=1)]), question("?"))).text
        await log.emit(Warned(text="went on"))
        return text

    with_log(tmp_path, fail)
    assert with_log(tmp_path, succeed) == "up"
    assert with_log(tmp_path, succeed) == "up"


def test_an_unusable_reply_is_told_apart_from_a_model_that_is_down(tmp_path: Path) -> None:
    class Refusing(ScriptedModel):
        async def ask(self, *_: object) -> Reply:
            raise ReplyUnusable("nothing in it", hint="try another")

    async def body(log: Log) -> None:
        for _ in range(2):
            with pytest.raises(ReplyUnusable, match="nothing in it") as caught:
                await log.exchange(Refusing([]), question("?"))
            assert caught.value.hint == "try another"
            await log.emit(Warned(text="w"))

    with_log(tmp_path, body)


def test_answers_asked_for_side_by_side_are_recorded_in_the_order_of_asking(tmp_path: Path) -> None:
    rules = [Rule(sample=0, reply="slow", delay_seconds=0.05), Rule(sample=1, reply="quick")]
    alone = question("alone", sample=1)

    async def body(log: Log) -> list[str]:
        model = ScriptedModel(rules)
        replies = await asyncio.gather(*(log.exchange(model, question("?", sample)) for sample in (0, 1)))
        await log.exchange(model, alone)
        return [reply.text for reply in replies]

    assert with_log(tmp_path, body) == ["slow", "quick"]

    async def order(log: Log) -> list[str]:
        lines = [read_entry(line).event for line in await log._store.entries("run")]
        return [event.key for event in lines if isinstance(event, Answered)]

    assert with_log(tmp_path, order) == [question("?", 0).key, question("?", 1).key, alone.key]


def test_an_answer_that_waits_for_others_is_kept_and_recalled(tmp_path: Path) -> None:
    async def refuse(entry: StoredEntry) -> None:
        raise StoreError("full")

    async def cancelled(log: Log) -> None:
        log._store.append = refuse  # type: ignore[method-assign]
        model = ScriptedModel([Rule(sample=0, reply="never", delay_seconds=600), Rule(sample=1, reply="there")])
        both = asyncio.gather(*(log.exchange(model, question("?", sample)) for sample in (0, 1)))
        while not await log._store.kept(log.run_id):  # noqa: ASYNC110 - the store has no event to wait for
            await asyncio.sleep(0.01)
        both.cancel()
        with pytest.raises((asyncio.CancelledError, StoreError)):
            await both

    with_log(tmp_path, cancelled)
    assert kinds(tmp_path) == []

    async def again(log: Log) -> list[str]:
        model = ScriptedModel([Rule(sample=0, reply="now")])  # it has no answer to the other one
        replies = await asyncio.gather(*(log.exchange(model, question("?", sample)) for sample in (0, 1)))
        return [reply.text for reply in replies]

    assert with_log(tmp_path, again) == ["now", "there"]
    assert with_log(tmp_path, again) == ["now", "there"]
    assert kinds(tmp_path) == ["answered", "answered"]


def test_whoever_gives_up_does_not_hold_the_others_back(tmp_path: Path) -> None:
    async def body(log: Log) -> list[object]:
        model = ScriptedModel(
            [Rule(sample=0, reply="late", delay_seconds=600), Rule(reply="there", delay_seconds=0.01)]
        )
        asked = (log.exchange(model, question("?", sample), within=0.1) for sample in (0, 1))
        return list(await asyncio.gather(*asked, return_exceptions=True))

    late, there = with_log(tmp_path, body)
    assert isinstance(late, TimeoutError)
    assert isinstance(there, Reply)
    assert kinds(tmp_path) == ["answered"]


def test_a_store_that_fails_fails_everybody_who_waits_for_it() -> None:
    async def body() -> list[object]:
        async def keep(_: object) -> None:
            return None

        async def refuse(_: object) -> None:
            raise StoreError("full")

        async def failing() -> Unanswered:
            await asyncio.sleep(0)
            return Unanswered(key="k", stage="s", code="c", message="m", elapsed=0)

        parallel_answers = ParallelAnswers()
        return list(
            await asyncio.gather(
                *(parallel_answers.add(failing, keep, refuse) for _ in range(2)), return_exceptions=True
            )
        )

    assert [type(error) for error in asyncio.run(body())] == [StoreError, StoreError]


def test_text_that_is_no_unicode_can_be_kept(tmp_path: Path) -> None:
    async def body(log: Log) -> str:
        return (await log.exchange(ScriptedModel([Rule(reply="a\ud800b")]), question("?"))).text

    assert with_log(tmp_path, body) == "a\ud800b"
    assert with_log(tmp_path, body) == "a\ud800b"


def test_an_entry_of_another_version_is_explained() -> None:
    line = StoredEntry(run_id="r", seq=7, at="", prev_hash="", event='{"kind": "from_the_future"}')
    with pytest.raises(StoreError, match="entry 7 of run r") as caught:
        read_entry(line)
    assert "version" in str(caught.value.hint)
