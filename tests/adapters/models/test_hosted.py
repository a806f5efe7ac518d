from __future__ import annotations

import asyncio
import json
import traceback
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import SecretStr

from specwright.adapters.models.hosted.endpoint import Endpoint
from specwright.adapters.models.hosted.model import THINKING_TOKENS, HostedModel
from specwright.adapters.models.hosted.patience import Patience
from specwright.core.errors import BudgetExhausted, ModelError, ReplyUnusable
from specwright.ports.model import Heard, Question, Reply, Turn
from specwright.testing.fault_server import FaultServer, Seen
from specwright.testing.faults import ServerFault

KEY = "sk-planted-0123456789abcdef"
QUICK = Patience(
    tries=3,
    total_seconds=20.0,
    first_seconds=10.0,
    idle_seconds=10.0,
    wait_seconds=0.01,
    longest_retry_after_seconds=1.5,
)
SCHEMA = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}


def patience_for(fault: ServerFault, tries: int = QUICK.tries) -> Patience:
    """Little patience with silence only where silence is what is tested: a busy machine is silent at times, too."""
    first = 0.2 if fault is ServerFault.HANG else 10.0
    idle = 0.2 if fault is ServerFault.HANG_MIDWAY else 10.0
    return QUICK.model_copy(update={"tries": tries, "first_seconds": first, "idle_seconds": idle})


def question(text: str = "hi", **more: Any) -> Question:
    return Question(stage="specify", instructions="Be exact.", turns=(Turn(role="user", text=text),), **more)


def endpoint(server: FaultServer, key: str | None = KEY) -> Endpoint:
    secret = SecretStr(key) if key else None
    return Endpoint(protocol="compatible", model="m", name=f"{server.url}#m", url=server.url, key=secret, key_name="K")


def ask(
    server: FaultServer,
    asked: Question | None = None,
    patience: Patience = QUICK,
    hear: Callable[[Heard], None] | None = None,
    times: int = 1,
) -> Reply:
    async def scenario() -> Reply:
        model = HostedModel(endpoint(server), patience, seed=1)
        try:
            for _ in range(times):
                reply = await model.ask(asked or question(), hear)
            return reply
        finally:
            await model.close()

    return asyncio.run(scenario())


def test_a_question_is_sent_whole_and_its_answer_comes_back_with_usage() -> None:
    asked = Question(
        stage="specify",
        instructions="Be exact.",
        turns=(Turn(role="user", text="one"), Turn(role="assistant", text="two"), Turn(role="user", text="three four")),
        temperature=0.2,
        max_tokens=77,
        reply_schema=SCHEMA,
    )
    with FaultServer(answer='{"a": 1} x') as server:
        reply = ask(server, asked)
        body = server.seen[0].body
    assert reply.text == '{"a": 1} x'
    assert reply.model == f"{server.url}#m"
    assert (reply.usage.input_tokens > 4, reply.usage.output_tokens, reply.usage.usd, reply.usage.requests) == (
        True,
        3,
        0.0,
        1,
    )
    assert not reply.cut
    assert server.seen[0].turns == asked.turns
    assert server.seen[0].instructions == "Be exact."
    assert (body["temperature"], body["max_tokens"]) == (0.2, 77)
    assert body["response_format"]["json_schema"]["schema"]["properties"] == SCHEMA["properties"]
    assert body["stream"] is True
    assert "tools" not in body


def test_what_the_question_does_not_ask_for_is_not_sent() -> None:
    with FaultServer() as server:
        ask(server)
    assert {"temperature", "max_tokens", "max_completion_tokens", "response_format"}.isdisjoint(server.seen[0].body)


def test_an_object_with_free_keys_stays_free_in_the_schema_that_is_sent() -> None:
    free = {"type": "object", "properties": {"input": {"type": "object", "additionalProperties": True}}}
    with FaultServer() as server:
        ask(server, question(reply_schema=free))
    sent = server.seen[0].body["response_format"]["json_schema"]["schema"]
    assert sent["properties"]["input"].get("additionalProperties") is True


PASSING = [
    ServerFault.RATE_LIMIT,
    ServerFault.RATE_LIMIT_DATE,
    ServerFault.SERVER_ERROR,
    ServerFault.UNAVAILABLE,
    ServerFault.HANG,
    ServerFault.HANG_MIDWAY,
    ServerFault.DROP,
    ServerFault.DROP_MIDWAY,
    ServerFault.MALFORMED_BODY,
    ServerFault.TRUNCATED,
    ServerFault.NO_CHOICES,
    ServerFault.ERROR_MIDWAY,
]
FINAL = [
    ServerFault.QUOTA,
    ServerFault.UNAUTHORIZED,
    ServerFault.FORBIDDEN,
    ServerFault.UNKNOWN_MODEL,
    ServerFault.CONTEXT_LENGTH,
    ServerFault.BAD_REQUEST,
    ServerFault.RATE_LIMIT_LONG,
]
LEARNED = [
    ServerFault.NO_TEMPERATURE,
    ServerFault.NO_RESPONSE_FORMAT,
    ServerFault.NO_STREAMING,
    ServerFault.STREAM_IGNORED,
]
ANSWERED = [
    ServerFault.NONE,
    ServerFault.MALFORMED_JSON,
    ServerFault.WRONG_SCHEMA,
    ServerFault.FENCED_JSON,
    ServerFault.REFUSAL,
    ServerFault.REFUSAL_FIELD,
    ServerFault.EMPTY_TEXT,
    ServerFault.RUBBISH,
    ServerFault.LONG_CODE,
]
CUT = [ServerFault.CUT_OFF, ServerFault.CONTENT_FILTER]


def test_every_fault_of_the_server_has_its_test_here() -> None:
    assert sorted([*PASSING, *FINAL, *LEARNED, *ANSWERED, *CUT]) == sorted(ServerFault)


@pytest.mark.parametrize("fault", PASSING)
def test_a_fault_that_passes_is_tried_again_and_the_wait_is_heard(fault: ServerFault) -> None:
    heard: list[Heard] = []
    with FaultServer([fault], answer="good", plant=KEY, retry_after_seconds=0.1) as server:
        reply = ask(server, patience=patience_for(fault, tries=20), hear=heard.append)
    assert reply.text == "good"
    assert reply.usage.requests >= 2
    waits = [told for told in heard if told.reason]
    assert len(waits) == reply.usage.requests - 1
    assert KEY not in repr(waits)


@pytest.mark.parametrize("fault", PASSING)
def test_a_fault_that_stays_ends_in_an_explained_error_after_the_tries(fault: ServerFault) -> None:
    with (
        FaultServer(then=fault, plant=KEY, retry_after_seconds=0.1) as server,
        pytest.raises(ModelError) as caught,
    ):
        ask(server, patience=patience_for(fault, tries=2))
    assert len(server.seen) == 2
    assert "2 tries" in caught.value.message
    assert caught.value.retryable
    assert caught.value.hint
    unreadable = fault in (ServerFault.MALFORMED_BODY, ServerFault.TRUNCATED, ServerFault.NO_CHOICES)
    assert isinstance(caught.value, ReplyUnusable) is unreadable


@pytest.mark.parametrize("fault", FINAL)
def test_a_fault_that_cannot_pass_is_not_tried_again(fault: ServerFault) -> None:
    with FaultServer(then=fault, plant=KEY) as server, pytest.raises(ModelError) as caught:
        ask(server)
    assert len(server.seen) == 1
    assert caught.value.code == "MODEL_UNAVAILABLE"
    assert caught.value.retryable is (fault is ServerFault.RATE_LIMIT_LONG)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (ServerFault.QUOTA, "no quota left"),
        (ServerFault.UNAUTHORIZED, "refused the key"),
        (ServerFault.UNKNOWN_MODEL, "is not known"),
        (ServerFault.CONTEXT_LENGTH, "too long"),
        (ServerFault.RATE_LIMIT_LONG, "asks to wait 900 s"),
        (ServerFault.BAD_REQUEST, "The request is not valid"),
        (ServerFault.HANG, "did not begin to answer within 0.2 s"),
        (ServerFault.HANG_MIDWAY, "stopped in the middle"),
        (ServerFault.SERVER_ERROR, "HTTP 500"),
    ],
)
def test_the_error_says_what_happened(fault: ServerFault, words: str) -> None:
    with FaultServer(then=fault) as server, pytest.raises(ModelError) as caught:
        ask(server, patience=patience_for(fault, tries=1))
    assert words in caught.value.message


@pytest.mark.parametrize("fault", sorted(ServerFault))
def test_a_key_that_the_server_repeats_comes_out_nowhere(fault: ServerFault) -> None:
    patience = patience_for(fault, tries=1)
    heard: list[Heard] = []
    asked = question(temperature=0.1, reply_schema=SCHEMA)
    with FaultServer(then=fault, plant=f"{KEY} Bearer {KEY}", answer="{}") as server:
        try:
            shown = ask(server, asked, patience, heard.append).model_dump_json()
        except ModelError as error:
            shown = f"{''.join(traceback.format_exception(error))} {error.hint} {error.__context__!r} {vars(error)}"
    assert server.seen
    assert KEY not in shown
    assert "0123456789abcdef" not in shown
    assert KEY not in repr(heard)


def test_the_key_goes_to_the_server_and_not_into_any_representation() -> None:
    with FaultServer() as server:
        ask(server)
        assert server.seen[0].headers["authorization"] == f"Bearer {KEY}"
        assert KEY not in repr(endpoint(server)) + endpoint(server).model_dump_json()


@pytest.mark.parametrize(
    ("fault", "parameter"),
    [
        (ServerFault.NO_TEMPERATURE, "temperature"),
        (ServerFault.NO_RESPONSE_FORMAT, "response_format"),
        (ServerFault.NO_STREAMING, "stream"),
    ],
)
def test_a_parameter_that_the_server_refuses_is_left_out_once_and_for_all(fault: ServerFault, parameter: str) -> None:
    asked = question(temperature=0.1, reply_schema=SCHEMA)
    with FaultServer(then=fault, answer='{"a": 1}') as server:
        assert ask(server, asked, times=2).text == '{"a": 1}'
    assert [bool(seen.body.get(parameter)) for seen in server.seen] == [True, False, False]
    in_words = json.dumps(SCHEMA) in server.seen[-1].instructions
    assert in_words == (parameter == "response_format")


def test_two_refused_parameters_are_both_left_out() -> None:
    asked = question(temperature=0.1, reply_schema=SCHEMA)
    with FaultServer([ServerFault.NO_TEMPERATURE, ServerFault.NO_RESPONSE_FORMAT], answer="x") as server:
        assert ask(server, asked, QUICK.model_copy(update={"tries": 1})).usage.requests == 3


def test_a_refusal_that_names_a_parameter_not_sent_is_final() -> None:
    with FaultServer([ServerFault.NO_TEMPERATURE]) as server:
        assert ask(server).text == "hello"  # the fault strikes only requests with a temperature
    with FaultServer([ServerFault.BAD_REQUEST]) as server, pytest.raises(ModelError):
        ask(server, question(temperature=0.1))


def test_a_server_that_answers_in_one_piece_although_asked_for_a_stream_is_understood() -> None:
    with FaultServer(then=ServerFault.STREAM_IGNORED, answer="whole") as server:
        assert ask(server, times=2).text == "whole"
    assert [seen.body.get("stream") for seen in server.seen] == [True, False, False]


@pytest.mark.parametrize(
    "fault", [ServerFault.NO_CHOICES, ServerFault.MALFORMED_BODY, ServerFault.ERROR_MIDWAY, ServerFault.HANG_MIDWAY]
)
def test_faults_of_an_answer_in_one_piece_are_explained_too(fault: ServerFault) -> None:
    patience = QUICK.model_copy(update={"tries": 1, "total_seconds": 1.0 if fault is ServerFault.HANG_MIDWAY else 20.0})
    with FaultServer([ServerFault.NO_STREAMING], then=fault, plant=KEY) as server, pytest.raises(ModelError) as caught:
        ask(server, patience=patience)
    assert len(server.seen) == 2
    assert KEY not in caught.value.message


@pytest.mark.parametrize("fault", ANSWERED)
def test_a_whole_answer_is_handed_on_whatever_it_says(fault: ServerFault) -> None:
    with FaultServer([fault], answer='{"a": 1}') as server:
        reply = ask(server)
    assert reply.usage.requests == 1
    assert not reply.cut
    expected = {
        ServerFault.NONE: '{"a": 1}',
        ServerFault.REFUSAL_FIELD: "I'm sorry, but I can't help with that request.",
        ServerFault.EMPTY_TEXT: "",
    }
    if fault in expected:
        assert reply.text == expected[fault]
    if fault is ServerFault.RUBBISH:
        assert len(reply.text) == 50_000


@pytest.mark.parametrize("fault", CUT)
def test_an_answer_that_was_stopped_is_marked_and_its_usage_kept(fault: ServerFault) -> None:
    with FaultServer([fault], answer="one two three four five six") as server:
        reply = ask(server)
    assert reply.cut
    assert reply.usage.output_tokens > 0


def test_a_local_model_that_is_seen_thinking_gets_room_for_it_from_then_on() -> None:
    with FaultServer([ServerFault.CUT_OFF], answer="<think>hm hm hm hm hm</think>done") as server:
        reply = ask(server, question(max_tokens=50), times=2)
    assert reply.text.endswith("done")
    assert [seen.body["max_tokens"] for seen in server.seen] == [50, 50 + THINKING_TOKENS]


def test_an_answer_without_end_is_broken_off_and_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("specwright.adapters.models.hosted.model.LONGEST_REPLY", 1_000)
    with FaultServer(answer="x" * 10_000) as server:
        reply = ask(server)
    assert reply.cut
    assert 1_000 < len(reply.text) < 10_000


def test_the_wait_that_the_server_asks_for_is_kept() -> None:
    heard: list[Heard] = []
    with FaultServer([ServerFault.RATE_LIMIT]) as server:
        reply = ask(server, hear=heard.append)
    assert reply.seconds >= 1.0
    assert heard[0].waiting_seconds >= 1.0


def test_progress_is_heard_while_the_answer_comes() -> None:
    heard: list[Heard] = []
    with FaultServer(answer="x" * 100) as server:
        ask(server, hear=heard.append)
    assert heard
    assert all(0 < told.output_chars <= 100 for told in heard)


def test_an_error_of_our_own_from_the_listener_ends_the_question() -> None:
    def hear(told: Heard) -> None:
        if told.output_chars:
            raise BudgetExhausted("enough")

    with FaultServer(answer="x" * 100) as server, pytest.raises(BudgetExhausted):
        ask(server, hear=hear)
    assert len(server.seen) == 1


@pytest.mark.parametrize("fault", [ServerFault.HANG, ServerFault.HANG_MIDWAY])
def test_cancelling_hangs_up_at_once(fault: ServerFault) -> None:
    async def scenario(server: FaultServer) -> None:
        model = HostedModel(endpoint(server), Patience())
        task = asyncio.create_task(model.ask(question()))
        assert await asyncio.to_thread(server.waiting.wait, 10)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await asyncio.to_thread(server.abandoned.wait, 5)
        await model.close()

    with FaultServer(then=fault) as server:
        asyncio.run(scenario(server))


def test_total_patience_bounds_all_tries_together() -> None:
    patience = Patience(tries=100, total_seconds=0.4, first_seconds=0.15, wait_seconds=0.01)
    with FaultServer(then=ServerFault.HANG) as server, pytest.raises(ModelError) as caught:
        ask(server, patience=patience)
    assert caught.value.retryable
    assert len(server.seen) <= 4


def test_an_answer_that_trickles_for_ever_ends_with_the_total_patience() -> None:
    patience = QUICK.model_copy(update={"tries": 1, "total_seconds": 0.2, "idle_seconds": 60, "first_seconds": 60})
    with (
        FaultServer(then=ServerFault.HANG_MIDWAY) as server,
        pytest.raises(ModelError, match="did not finish its answer"),
    ):
        ask(server, patience=patience)


def test_a_slow_answer_is_waited_for_as_long_as_it_goes_on() -> None:
    patience = QUICK.model_copy(update={"first_seconds": 0.8})
    with FaultServer(answer="x" * 80, piece_seconds=0.1) as server:
        reply = ask(server, patience=patience)
    assert len(reply.text) == 80
    assert reply.seconds > 0.8


def test_nobody_listening_is_an_explained_error() -> None:
    with FaultServer() as server:
        pass
    with pytest.raises(ModelError) as caught:
        ask(server, patience=QUICK.model_copy(update={"tries": 1}))
    assert "The connection to" in caught.value.message
    assert "running" in (caught.value.hint or "")


def test_text_that_cannot_be_encoded_is_replaced_and_not_fatal() -> None:
    with FaultServer(answer="ok \ud800") as server:
        reply = ask(server, question("hi \udcff"))
    assert server.seen[0].turns[0].text == "hi ?"
    assert reply.text == "ok ?"


def test_questions_asked_at_the_same_time_do_not_mix() -> None:
    async def scenario(server: FaultServer) -> list[Reply]:
        model = HostedModel(endpoint(server), QUICK)
        replies = await asyncio.gather(*(model.ask(question(f"number {n}")) for n in range(8)))
        await model.close()
        await model.close()
        return replies

    def echo(seen: Seen) -> str:
        return seen.turns[-1].text

    with FaultServer(answer=echo) as server:
        replies = asyncio.run(scenario(server))
    assert [reply.text for reply in replies] == [f"number {n}" for n in range(8)]
