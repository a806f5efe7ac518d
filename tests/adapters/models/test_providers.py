"""The hosted providers' own SDKs, pointed at loopback: the same faults, the same errors, one request each."""

from __future__ import annotations

import asyncio
import json

import pytest
from pydantic import SecretStr
from pydantic_ai.usage import RequestUsage

from specwright.adapters.models.hosted.endpoint import Endpoint, is_local
from specwright.adapters.models.hosted.model import THINKING_TOKENS, HostedModel
from specwright.adapters.models.hosted.patience import Patience
from specwright.adapters.models.hosted.prices import is_priced, price
from specwright.adapters.models.hosted.providers import PROVIDERS, Protocol
from specwright.core.errors import ModelError
from specwright.ports.model import Question, Turn
from specwright.testing.fault_server import FaultServer
from specwright.testing.faults import ServerFault

KEY = "sk-ant-planted-0123456789"
QUESTION = Question(stage="s", instructions="", turns=(Turn(role="user", text="hi"),), max_tokens=50, temperature=0.5)


def fails(protocol: Protocol, server: FaultServer, tries: int, asked: Question = QUESTION) -> ModelError:
    async def scenario() -> None:
        model = next(provider.default_model for provider in PROVIDERS if provider.name == protocol)
        url = server.url if protocol == "openai" else server.url.removesuffix("/v1")
        endpoint = Endpoint(protocol=protocol, model=model, name=f"{protocol}:{model}", url=url, key=SecretStr(KEY))
        hosted = HostedModel(endpoint, Patience(tries=tries, wait_seconds=0.01, total_seconds=20))
        try:
            await hosted.ask(asked)
        finally:
            await hosted.close()

    with pytest.raises(ModelError) as caught:
        asyncio.run(scenario())
    return caught.value


@pytest.mark.parametrize("protocol", ["openai", "anthropic", "google"])
@pytest.mark.parametrize(
    ("fault", "retryable"),
    [
        (ServerFault.UNAUTHORIZED, False),
        (ServerFault.UNKNOWN_MODEL, False),
        (ServerFault.RATE_LIMIT_LONG, True),
        (ServerFault.SERVER_ERROR, True),
        (ServerFault.DROP, True),
    ],
)
def test_no_sdk_retries_by_itself_and_each_fault_is_read_the_same(
    protocol: Protocol, fault: ServerFault, retryable: bool
) -> None:
    with FaultServer(then=fault, plant=KEY) as server:
        error = fails(protocol, server, tries=1)
    assert len(server.seen) == 1
    assert error.retryable is retryable
    assert KEY not in f"{error.message}{error.hint}"
    assert error.retry_after == (900 if fault is ServerFault.RATE_LIMIT_LONG else None)


@pytest.mark.parametrize("protocol", ["openai", "anthropic", "google"])
def test_our_own_tries_are_counted_for_every_provider(protocol: Protocol) -> None:
    with FaultServer(then=ServerFault.UNAVAILABLE) as server:
        fails(protocol, server, tries=3)
    assert len(server.seen) == 3


def usage(input_tokens: int = 0, output_tokens: int = 0) -> RequestUsage:
    return RequestUsage(input_tokens=input_tokens, output_tokens=output_tokens)


def test_the_price_of_a_hosted_answer_comes_from_the_list() -> None:
    endpoint = Endpoint(protocol="openai", model="gpt-4o", name="openai:gpt-4o")
    assert is_priced(endpoint)
    cost = price(endpoint, "gpt-4o-2024-08-06", usage(input_tokens=1_000_000, output_tokens=1_000_000))
    assert cost == pytest.approx(2.5 + 10.0)
    assert price(endpoint, "a-name-nobody-knows", usage(input_tokens=1_000_000)) == pytest.approx(2.5)


def test_an_unknown_price_is_none_and_never_zero() -> None:
    endpoint = Endpoint(protocol="openai", model="not-a-model", name="openai:not-a-model")
    assert not is_priced(endpoint)
    assert price(endpoint, "not-a-model", usage(input_tokens=1)) is None
    known = Endpoint(protocol="openai", model="gpt-4o", name="openai:gpt-4o")
    assert price(known, "gpt-4o", usage()) is None
    elsewhere = Endpoint(protocol="compatible", model="gpt-4o", name="x", url="https://models.example.com/v1")
    assert not is_priced(elsewhere)
    assert price(elsewhere, "gpt-4o", usage(input_tokens=1)) is None


def test_a_local_answer_costs_nothing() -> None:
    endpoint = Endpoint(protocol="compatible", model="gpt-4o", name="x", url="http://127.0.0.1:1/v1")
    assert is_priced(endpoint)
    assert price(endpoint, "gpt-4o", usage()) == 0.0


@pytest.mark.parametrize(
    ("url", "local"),
    [
        ("http://localhost:1/v1", True),
        ("http://127.0.0.1/v1", True),
        ("http://[::1]:80/v1", True),
        ("http://192.168.1.5/v1", True),
        ("http://ollama:11434/v1", True),
        ("http://box.local/v1", True),
        ("https://api.openai.com/v1", False),
        ("http://8.8.8.8/v1", False),
    ],
)
def test_what_is_in_this_network_is_local(url: str, local: bool) -> None:
    assert is_local(url) is local


OPEN = {
    "type": "object",
    "properties": {"input": {"type": "object", "additionalProperties": True}},
    "required": ["input"],
}
CLOSED = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"], "additionalProperties": False}


@pytest.mark.parametrize(
    ("protocol", "schema", "held"),
    [
        ("openai", OPEN, True),
        ("openai", CLOSED, True),
        ("anthropic", OPEN, False),
        ("anthropic", CLOSED, True),
        ("google", OPEN, False),
        ("google", CLOSED, True),
    ],
)
def test_a_schema_with_free_keys_is_said_in_words_where_the_strict_mode_would_close_it(
    protocol: Protocol, schema: dict[str, object], held: bool
) -> None:
    with FaultServer(then=ServerFault.UNAUTHORIZED) as server:
        fails(protocol, server, tries=1, asked=QUESTION.model_copy(update={"reply_schema": schema}))
    sent = json.dumps(server.seen[0].body)
    assert any(word in sent for word in ("response_format", "output_config", "responseJsonSchema")) is held
    assert ("follows this JSON Schema" in sent) is not held
    assert "tools" not in server.seen[0].body


@pytest.mark.parametrize("protocol", ["openai", "anthropic"])
def test_a_model_that_thinks_gets_room_for_it_and_no_temperature(protocol: Protocol) -> None:
    with FaultServer(then=ServerFault.UNAUTHORIZED) as server:
        fails(protocol, server, tries=1)
    body = server.seen[0].body
    assert body.get("max_completion_tokens", body.get("max_tokens")) == 50 + THINKING_TOKENS
    assert "temperature" not in json.dumps(body)
