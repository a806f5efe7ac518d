"""Every fault of a model server through the real client and the asking above it: an answer or an explained error."""

from __future__ import annotations

import asyncio

import pytest
from pydantic import SecretStr
from tests.faults import FAULTS, FINAL, HARMLESS

from specwright.adapters.models.hosted.endpoint import Endpoint
from specwright.adapters.models.hosted.model import HostedModel
from specwright.adapters.models.hosted.patience import Patience
from specwright.core.errors import ModelError, ReplyUnusable
from specwright.core.value import Value
from specwright.pipeline.asking.ask import ask, ask_text
from specwright.ports.model import Question, Turn
from specwright.testing.fault_server import FaultServer
from specwright.testing.faults import ServerFault

KEY = "sk-planted-0123456789abcdef"


class Sum(Value):
    total: int


def model(server: FaultServer, fault: ServerFault) -> HostedModel:
    patience = Patience(
        tries=4,
        wait_seconds=0.01,
        first_seconds=0.2 if fault is ServerFault.HANG else 10,
        idle_seconds=0.2 if fault is ServerFault.HANG_MIDWAY else 10,
    )
    endpoint = Endpoint(protocol="compatible", model="m", name="local", url=server.url, key=SecretStr(KEY))
    return HostedModel(endpoint, patience)


def asked(server: FaultServer, fault: ServerFault) -> Sum:
    question = Question(stage="specify", instructions="", turns=(Turn(role="user", text="2 + 3"),), temperature=0.2)

    async def scenario() -> Sum:
        opened = model(server, fault)
        try:
            return await ask(opened.ask, question, Sum)
        finally:
            await opened.close()

    return asyncio.run(scenario())


@pytest.mark.parametrize("fault", sorted(set(ServerFault) - FINAL))
def test_a_fault_that_strikes_once_does_not_keep_the_answer_away(fault: ServerFault) -> None:
    with FaultServer([fault], answer='{"total": 5}', plant=KEY, retry_after_seconds=0.1) as server:
        assert asked(server, fault) == Sum(total=5)


@pytest.mark.parametrize("fault", sorted(set(FAULTS) - HARMLESS))
def test_a_fault_that_stays_ends_in_an_error_that_explains_itself(fault: ServerFault) -> None:
    with (
        FaultServer(then=fault, answer='{"total": 5}', plant=KEY, retry_after_seconds=0.1) as server,
        pytest.raises(ModelError) as caught,
    ):
        asked(server, fault)
    assert caught.value.message
    assert len(caught.value.message) < 2_000
    assert caught.value.hint
    assert KEY not in f"{caught.value.message} {caught.value.hint}"
    assert len(server.seen) <= 4


def test_code_over_the_limit_is_asked_again_and_then_given_up() -> None:
    question = Question(stage="write_code", instructions="", turns=(Turn(role="user", text="code"),))

    async def scenario(server: FaultServer) -> str:
        opened = model(server, ServerFault.NONE)
        try:
            return await ask_text(opened.ask, question, frozenset({"python"}), max_length=10_000)
        finally:
            await opened.close()

    with FaultServer([ServerFault.LONG_CODE], answer="def run_code(): ...") as server:
        assert asyncio.run(scenario(server)) == "def run_code(): ..."
    with FaultServer(then=ServerFault.LONG_CODE) as server, pytest.raises(ReplyUnusable, match="the limit is 10000"):
        asyncio.run(scenario(server))
