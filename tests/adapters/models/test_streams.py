"""The streams of Anthropic and Google as their SDKs read them: text, usage, the end and the price."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from pydantic import SecretStr

from specwright.adapters.models.hosted.endpoint import Endpoint
from specwright.adapters.models.hosted.model import HostedModel
from specwright.adapters.models.hosted.patience import Patience
from specwright.adapters.models.hosted.providers import Protocol
from specwright.core.errors import ModelError
from specwright.ports.model import Question, Reply, Turn

QUESTION = Question(stage="s", instructions="Be exact.", turns=(Turn(role="user", text="hi"),))
MODELS: dict[str, str] = {"anthropic": "claude-sonnet-5-5", "google": "gemini-2.5-flash"}


def anthropic(*texts: str, stop: str | None = "end_turn") -> bytes:
    message = {"id": "m1", "type": "message", "role": "assistant", "content": [], "model": MODELS["anthropic"]}
    usage = {"input_tokens": 1_000_000, "output_tokens": 1}
    start = {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": {**message, "stop_reason": None, "stop_sequence": None, "usage": usage}},
        start,
        *({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": t}} for t in texts),
    ]
    if stop:
        events += [
            {"type": "content_block_stop", "index": 0},
            {
                "type": "message_delta",
                "delta": {"stop_reason": stop, "stop_sequence": None},
                "usage": {"output_tokens": 1_000_000},
            },
            {"type": "message_stop"},
        ]
    return b"".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode() for event in events)


def google(*texts: str, stop: str | None = "STOP") -> bytes:
    chunks: list[dict[str, Any]] = [
        {"candidates": [{"content": {"role": "model", "parts": [{"text": text}]}}], "modelVersion": MODELS["google"]}
        for text in texts
    ]
    if stop:
        chunks[-1]["candidates"][0]["finishReason"] = stop
        chunks[-1]["usageMetadata"] = {
            "promptTokenCount": 1_000_000,
            "candidatesTokenCount": 1_000_000,
            "totalTokenCount": 2_000_000,
        }
    return b"".join(f"data: {json.dumps(chunk)}\r\n\r\n".encode() for chunk in chunks)


def ask(protocol: Protocol, body: bytes) -> Reply:
    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        await reader.readexactly(length)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n" + body)
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    async def scenario() -> Reply:
        async with await asyncio.start_server(handle, "127.0.0.1", 0) as server:
            url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            model = MODELS[protocol]
            endpoint = Endpoint(protocol=protocol, model=model, name=f"{protocol}:{model}", url=url, key=SecretStr("k"))
            hosted = HostedModel(endpoint, Patience(tries=1))
            try:
                return await hosted.ask(QUESTION)
            finally:
                await hosted.close()

    return asyncio.run(scenario())


@pytest.mark.parametrize(("protocol", "stream"), [("anthropic", anthropic), ("google", google)])
def test_a_whole_answer_is_read_with_its_usage_and_the_name_of_who_answered(protocol: Protocol, stream: Any) -> None:
    reply = ask(protocol, stream("one ", "two"))
    assert reply.text == "one two"
    assert reply.model == f"{protocol}:{MODELS[protocol]}"
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (1_000_000, 1_000_000)
    assert not reply.cut


@pytest.mark.parametrize(
    ("protocol", "stream", "stop"),
    [("anthropic", anthropic, "max_tokens"), ("google", google, "MAX_TOKENS"), ("google", google, "SAFETY")],
)
def test_an_answer_that_was_stopped_is_marked(protocol: Protocol, stream: Any, stop: str) -> None:
    assert ask(protocol, stream("one ", "two", stop=stop)).cut


@pytest.mark.parametrize(("protocol", "stream"), [("anthropic", anthropic), ("google", google)])
def test_a_stream_that_breaks_off_is_no_answer(protocol: Protocol, stream: Any) -> None:
    with pytest.raises(ModelError):
        ask(protocol, stream("one ", "two", stop=None))
