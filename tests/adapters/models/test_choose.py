from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from specwright.adapters.models.choosing import rungs as rungs_module
from specwright.adapters.models.choosing.choose import (
    RUNGS,
    Looked,
    ModelAccess,
    ModelChoice,
    ModelRung,
    choose,
    survey,
)
from specwright.adapters.models.hosted.listing import list_models
from specwright.adapters.models.hosted.providers import LOCAL_SERVERS, PROVIDERS, URL_KEY, LocalServer, Provider
from specwright.core.errors import ModelError, UserError
from specwright.ports.model import Model, Question, Turn
from specwright.testing.fault_server import FaultServer
from specwright.testing.scripted import Rule, ScriptedModel

QUESTION = Question(stage="s", instructions="", turns=(Turn(role="user", text="hi"),))


@pytest.fixture
def nothing_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ports of this machine are no part of the tests: what stands there in their place is nothing."""
    with FaultServer() as server:
        port = int(server.url.split(":")[2].split("/")[0])
    closed = tuple(LocalServer(name=known.name, port=port, start=known.start) for known in LOCAL_SERVERS)
    monkeypatch.setattr(rungs_module, "LOCAL_SERVERS", closed)


def opened(specification: str, machine: ModelAccess | None = None, ask: bool = False) -> tuple[ModelChoice, str]:
    async def scenario() -> tuple[ModelChoice, str]:
        choice = await choose(specification, machine or ModelAccess())
        text = (await choice.model.ask(QUESTION)).text if ask else ""
        await choice.model.close()
        return choice, text

    return asyncio.run(scenario())


@pytest.mark.parametrize("provider", PROVIDERS, ids=lambda provider: provider.name)
def test_a_provider_is_opened_with_its_key_and_its_default_model(provider: Provider) -> None:
    machine = ModelAccess(keys={provider.keys[0]: "sk-x"})
    assert opened(provider.name, machine)[0].model.name == f"{provider.name}:{provider.default_model}"
    assert opened(f"{provider.name}:other", machine)[0].model.name == f"{provider.name}:other"


def test_a_provider_without_its_key_says_which_to_set() -> None:
    with pytest.raises(ModelError) as caught:
        opened("openai:gpt-6", ModelAccess(keys={"ANTHROPIC_API_KEY": "sk-x", "OPENAI_API_KEY": "  "}))
    assert "OPENAI_API_KEY is not set" in caught.value.message
    assert "export OPENAI_API_KEY" in (caught.value.hint or "")


def test_every_default_model_is_known_to_the_library_and_has_a_price() -> None:
    from pydantic_ai.models import KnownModelName

    from specwright.adapters.models.hosted.endpoint import Endpoint
    from specwright.adapters.models.hosted.prices import is_priced

    known = set(KnownModelName.__value__.__args__)
    for provider in PROVIDERS:
        name = f"{provider.name}:{provider.default_model}"
        assert name in known
        assert is_priced(Endpoint(protocol=provider.name, model=provider.default_model, name=name))


def test_auto_prefers_keys_in_the_order_of_the_table() -> None:
    keys = {provider.keys[0]: "sk-x" for provider in PROVIDERS}
    assert opened("auto", ModelAccess(keys=keys))[0].reason == (
        f"anthropic:{PROVIDERS[0].default_model}, because ANTHROPIC_API_KEY is set"
    )
    del keys["ANTHROPIC_API_KEY"]
    assert opened("auto", ModelAccess(keys=keys))[0].model.name.startswith("openai:")
    assert opened("auto", ModelAccess(keys={"GOOGLE_API_KEY": "x"}))[0].reason.endswith("GOOGLE_API_KEY is set")


def test_auto_takes_a_server_of_this_machine_when_there_is_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    with FaultServer(models=["nomic-embed-text", "llama3", "qwen3-coder"], answer="from here") as server:
        port = int(server.url.split(":")[2].split("/")[0])
        served = (LocalServer(name="Mine", port=port, start="start it"),)
        monkeypatch.setattr(rungs_module, "LOCAL_SERVERS", served)
        choice, text = opened("auto", ask=True)
    assert choice.model.name == f"{server.url}#qwen3-coder"
    assert choice.reason.endswith("because Mine serves it on this machine")
    assert choice.model.priced
    assert text == "from here"
    assert server.seen[0].body["model"] == "qwen3-coder"


@pytest.mark.usefixtures("nothing_listens")
def test_a_machine_without_a_model_gets_the_three_easiest_ways() -> None:
    with pytest.raises(ModelError) as caught:
        opened("auto")
    assert caught.value.code == "MODEL_UNAVAILABLE"
    assert all(way in (caught.value.hint or "") for way in ("1. Set a key", "2. Run one here", "3. Name a server"))
    assert all(server.name in caught.value.message for server in LOCAL_SERVERS)


@pytest.mark.usefixtures("nothing_listens")
def test_the_survey_tells_of_every_place_what_was_found_and_what_to_do() -> None:
    found = asyncio.run(survey(ModelAccess(keys={"OPENAI_API_KEY": "sk-secret-secret"})))
    assert [place.what.split(" at ")[0] for place in found.looked] == [
        *(provider.label for provider in PROVIDERS),
        *(server.name for server in LOCAL_SERVERS),
    ]
    assert [place.what for place in found.looked if place.found] == ["OpenAI"]
    assert found.chosen is not None
    assert (found.chosen.specification or "").startswith("openai:")
    assert all(place.remedy for place in found.looked if not place.found)
    assert "sk-secret" not in found.model_dump_json()


def test_a_key_whose_package_is_missing_is_not_taken_and_the_command_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rungs_module, "is_installed", lambda package: package != "anthropic")
    machine = ModelAccess(keys={"ANTHROPIC_API_KEY": "a", "OPENAI_API_KEY": "b"})
    assert opened("auto", machine)[0].model.name.startswith("openai:")
    place = asyncio.run(survey(machine)).looked[0]
    assert not place.found
    assert place.remedy == "pip install 'specwright[anthropic]'"


def test_a_provider_whose_package_is_missing_is_an_error_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    from specwright.adapters.models.hosted import backend

    monkeypatch.setattr(backend, "is_installed", lambda package: package != "google.genai")
    with pytest.raises(UserError) as caught:
        opened("google", ModelAccess(keys={"GEMINI_API_KEY": "x"}))
    assert "pip install 'specwright[google]'" in (caught.value.hint or "")


def test_a_url_is_opened_with_the_model_it_names_or_the_one_it_has() -> None:
    with FaultServer(models=["one", "two"], answer="yes") as server:
        assert opened(f"{server.url}#two", ask=True)[0].model.name == f"{server.url}#two"
        assert opened(server.url)[0].model.name == f"{server.url}#one"
        assert opened(server.url.removesuffix("/v1") + "/")[0].model.name == f"{server.url}#one"
        with pytest.raises(ModelError) as caught:
            opened(f"{server.url}#three")
    assert "It has: one, two" in (caught.value.hint or "")


def test_only_its_own_key_is_sent_to_a_url() -> None:
    keys = {"OPENAI_API_KEY": "sk-openai", URL_KEY: "mine"}
    with FaultServer(models=["m"]) as server:
        opened(server.url, ModelAccess(keys=keys), ask=True)
        assert server.seen[0].headers["authorization"] == "Bearer mine"
        opened(server.url, ModelAccess(keys={"OPENAI_API_KEY": "sk-openai"}), ask=True)
        assert "sk-openai" not in json.dumps(server.seen[1].headers)


def test_ollama_is_found_where_the_user_says_and_short_names_are_understood() -> None:
    with FaultServer(models=["qwen3:latest", "phi4:14b"], answer="yes") as server:
        machine = ModelAccess(keys={"OLLAMA_BASE_URL": server.url})
        assert opened("ollama:qwen3", machine, ask=True)[0].model.name == "ollama:qwen3"
        assert opened("ollama:phi4:14b", machine, ask=True)[0].model.name == "ollama:phi4:14b"
        assert opened("ollama", machine)[0].model.name == "ollama:qwen3:latest"
        assert [seen.body["model"] for seen in server.seen] == ["qwen3", "phi4:14b"]


def test_a_server_that_is_not_there_is_an_error_at_once() -> None:
    with FaultServer() as server:
        pass
    with pytest.raises(ModelError) as caught:
        opened(f"{server.url}#m")
    assert "nothing listens there" in caught.value.message
    assert caught.value.hint


def test_a_server_without_any_model_says_so() -> None:
    with FaultServer(models=[]) as server, pytest.raises(ModelError) as caught:
        opened(server.url)
    assert "it has none" in caught.value.message


@pytest.mark.parametrize(
    "text",
    [
        "http://",
        "http://user:pass@host/v1#m",
        "http://host/v1?api_key=sk-1#m",
        "http://host:99999/v1",
        "http://[::1/v1",
    ],
)
def test_a_url_that_makes_no_sense_or_holds_a_secret_is_refused_without_repeating_the_secret(text: str) -> None:
    with pytest.raises(UserError) as caught:
        opened(text)
    assert "http://host:port/v1#MODEL" in (caught.value.hint or "")
    assert not any(secret in f"{caught.value.message}{caught.value.hint}" for secret in ("pass@", "sk-1", "user:"))


@pytest.mark.parametrize("text", ["", "gpt-6", "mistral:large", "gguf:model.gguf", "scripted:", "local"])
def test_words_that_name_no_model_are_a_user_error_with_the_forms(text: str) -> None:
    with pytest.raises(UserError) as caught:
        opened(text)
    assert "scripted:PATH" in (caught.value.hint or "")
    if text == "gpt-6":
        assert "openai:gpt-6" in (caught.value.hint or "")


def test_a_script_is_a_model_too(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    path.write_text('[{"reply": "scripted answer"}]')
    assert opened(f"scripted:{path}", ask=True)[1] == "scripted answer"


def test_another_kind_of_model_is_one_more_rung() -> None:
    async def look(_: ModelAccess) -> tuple[Looked, ...]:
        return (Looked(what="Local", found=True, specification="local:x", detail="it came along"),)

    async def open_local(rest: str, _: ModelAccess) -> Model:
        return ScriptedModel([Rule(reply="local answer")], name=f"local:{rest}")

    rung = ModelRung(("local",), "local:NAME", look, open_local)
    choice = asyncio.run(choose("auto", ModelAccess(), (rung, *RUNGS)))
    assert choice.reason == "local:x, because it came along"


@pytest.mark.parametrize("body", [b"not json", b"[]", b'{"data": 7}', b'"x"'])
def test_something_else_on_the_port_is_no_model_server(body: bytes) -> None:
    async def scenario() -> None:
        async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.0 200 OK\r\n\r\n" + body)
            await writer.drain()
            writer.close()
            await writer.wait_closed()

        server = await asyncio.start_server(handle, "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            listing = await list_models(f"http://127.0.0.1:{port}/v1")
        assert listing.reached
        assert listing.models == ()
        assert listing.problem == "it sent no list of models"

    asyncio.run(scenario())


def test_looking_for_models_imports_no_client_library() -> None:
    code = (
        "import sys, asyncio\n"
        "import specwright.adapters.models\n"
        "from specwright.adapters.models.choosing.choose import ModelAccess, survey\n"
        "asyncio.run(survey(ModelAccess(keys={'OPENAI_API_KEY': 'x'}, probe_seconds=0.2)))\n"
        "heavy = {'pydantic_ai', 'openai', 'httpx', 'httpx2', 'anthropic', 'genai_prices'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_proxy_of_the_environment_is_not_asked_for_what_is_local(monkeypatch: pytest.MonkeyPatch) -> None:
    with FaultServer() as gone:
        pass
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, gone.url.removesuffix("/v1"))
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    with FaultServer(models=["m"], answer="direct") as server:
        assert opened(server.url, ask=True)[1] == "direct"
