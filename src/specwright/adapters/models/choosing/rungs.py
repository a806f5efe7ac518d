"""The kinds of models that there are, each as a rung: providers with a key, servers on this machine, URLs, scripts."""

from __future__ import annotations

import asyncio
from pathlib import Path

from specwright.adapters.models.choosing.ladder import Looked, ModelAccess, ModelRung
from specwright.adapters.models.hosted.endpoint import Endpoint, read_url
from specwright.adapters.models.hosted.listing import Listing, list_models
from specwright.adapters.models.hosted.providers import (
    LOCAL_SERVERS,
    OLLAMA,
    PROVIDERS,
    URL_KEY,
    LocalServer,
    Provider,
    is_installed,
)
from specwright.core.errors import ModelError, UserError
from specwright.ports.model import Model
from specwright.testing.scripted import ScriptedModel


def _hosted(endpoint: Endpoint, machine: ModelAccess) -> Model:
    # pydantic-ai takes a second to import. Only runs that ask a model should pay that.
    from specwright.adapters.models.hosted.model import HostedModel  # noqa: PLC0415

    return HostedModel(endpoint, machine.patience)


def provider_rung(provider: Provider) -> ModelRung:
    async def look(machine: ModelAccess) -> tuple[Looked, ...]:
        wanted = " or ".join(provider.keys)
        key = machine.key(*provider.keys)
        if key is None:
            remedy = f"Set {provider.keys[0]}."
            return (Looked(what=provider.label, found=False, detail=f"{wanted} is not set", remedy=remedy),)
        if provider.extra and not is_installed(provider.package):
            detail = f"{key[0]} is set, but the package {provider.package} is not installed"
            return (Looked(what=provider.label, found=False, detail=detail, remedy=provider.install),)
        specification = f"{provider.name}:{provider.default_model}"
        detail = f"{key[0]} is set"
        return (Looked(what=provider.label, found=True, specification=specification, detail=detail),)

    async def open_provider(name: str, machine: ModelAccess) -> Model:
        model = name.strip() or provider.default_model
        key = machine.key(*provider.keys)
        if key is None:
            raise ModelError(
                f"{provider.name}:{model} needs a key, and {' or '.join(provider.keys)} is not set.",
                hint=f"Set it: export {provider.keys[0]}=...",
            )
        endpoint = Endpoint(
            protocol=provider.name, model=model, name=f"{provider.name}:{model}", key=key[1], key_name=key[0]
        )
        return _hosted(endpoint, machine)

    return ModelRung((provider.name,), f"{provider.name}:NAME", look, open_provider)


async def _look_for_servers(machine: ModelAccess) -> tuple[Looked, ...]:
    listings = await asyncio.gather(*(list_models(server.url, None, machine.probe_seconds) for server in LOCAL_SERVERS))
    return tuple(_looked(server, listing) for server, listing in zip(LOCAL_SERVERS, listings, strict=True))


def _looked(server: LocalServer, listing: Listing) -> Looked:
    what = f"{server.name} at {server.url}"
    if listing.best:
        specification = f"ollama:{listing.best}" if server is OLLAMA else f"{server.url}#{listing.best}"
        detail = f"{server.name} serves it on this machine"
        return Looked(what=what, found=True, specification=specification, detail=detail)
    detail = listing.problem or "it runs, but has no model yet"
    return Looked(what=what, found=False, detail=detail, remedy=server.start)


async def _open_url(text: str, machine: ModelAccess) -> Model:
    url, model = read_url(text)
    return await _open_server(url, model, machine, name=None, remedy="Start the server, or correct the URL.")


async def _open_ollama(name: str, machine: ModelAccess) -> Model:
    url = read_url(machine.keys.get("OLLAMA_BASE_URL") or OLLAMA.url)[0]
    return await _open_server(url, name.strip() or None, machine, name="ollama:", remedy=f"Get it: {OLLAMA.start}.")


async def _open_server(url: str, model: str | None, machine: ModelAccess, *, name: str | None, remedy: str) -> Model:
    key = machine.key(URL_KEY) if name is None else None
    listing = await list_models(url, key[1].get_secret_value() if key else None, max(machine.probe_seconds, 2.0))
    if not listing.reached:
        raise ModelError(f"No model server at {url}: {listing.problem}.", hint=remedy, retryable=True)
    if model is None and listing.best is None:
        problem = listing.problem or "it has none"
        raise ModelError(
            f"The server at {url} does not say which models it has: {problem}.",
            hint=f"{remedy} Or name one: {url}#MODEL",
        )
    if model and listing.models and not _is_listed(model, listing):
        raise ModelError(
            f"The server at {url} has no model '{model}'.", hint=f"It has: {', '.join(listing.models[:20])}."
        )
    chosen = model or listing.best or ""
    endpoint = Endpoint(
        protocol="compatible",
        model=chosen,
        name=f"{name}{chosen}" if name else f"{url}#{chosen}",
        url=url,
        key=key[1] if key else None,
        key_name=URL_KEY,
    )
    return _hosted(endpoint, machine)


def _is_listed(model: str, listing: Listing) -> bool:
    # Ollama lists `qwen3:latest` for what everybody calls `qwen3`.
    return model in listing.models or f"{model}:latest" in listing.models


async def _open_script(path: str, _: ModelAccess) -> Model:
    if not path:
        raise UserError("Which script? None was named.", hint="The form is scripted:PATH.")
    return ScriptedModel.load(Path(path))


async def _look_nowhere(_: ModelAccess) -> tuple[Looked, ...]:
    return ()


RUNGS: tuple[ModelRung, ...] = (
    *(provider_rung(provider) for provider in PROVIDERS),
    ModelRung(("ollama",), "ollama:NAME", _look_for_servers, _open_ollama),
    ModelRung(("http", "https"), "http://host:port/v1#NAME", _look_nowhere, _open_url),
    ModelRung(("scripted",), "scripted:PATH", _look_nowhere, _open_script),
)
"""In the order in which `auto` prefers them."""
