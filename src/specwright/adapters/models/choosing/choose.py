"""Turn the user's word for a model into a model, and `auto` into the first that the machine offers.

    anthropic:NAME  openai:NAME  google:NAME    a provider, with its key (NAME may be left out)
    ollama:NAME  http://host:port/v1#NAME       a server that speaks OpenAI's protocol (NAME may be left out)
    scripted:PATH                               answers from a file
    auto                                        the first that is there, in the order of RUNGS

A kind of model is a Rung. Another kind is one more entry of the tuple that `choose` and `survey` are given.
"""

from __future__ import annotations

import asyncio

from specwright.adapters.models.choosing.ladder import Looked, ModelAccess, ModelChoice, ModelRung, Survey
from specwright.adapters.models.choosing.rungs import RUNGS
from specwright.adapters.models.hosted.providers import LOCAL_SERVERS, OLLAMA, PROVIDERS
from specwright.core.errors import ModelError, UserError
from specwright.ports.model import Model

__all__ = ["RUNGS", "Looked", "ModelAccess", "ModelChoice", "ModelRung", "Survey", "choose", "no_model", "survey"]


async def survey(machine: ModelAccess, rungs: tuple[ModelRung, ...] = RUNGS) -> Survey:
    """Look for every kind of model at once."""
    found = await asyncio.gather(*(rung.look(machine) for rung in rungs))
    return Survey(looked=tuple(place for places in found for place in places))


async def choose(specification: str, machine: ModelAccess, rungs: tuple[ModelRung, ...] = RUNGS) -> ModelChoice:
    """Open the model that the user named, or the best there is for `auto`.

    Raise UserError when the words make no sense, and ModelError when there is no such model to be had.
    """
    specification = specification.strip()
    if specification != "auto":
        model = await _open(specification, machine, rungs)
        return ModelChoice(model, f"{model.name}, as you asked")
    for rung in rungs:
        # One after another: if a key is set, nothing else of the machine needs to be looked at.
        chosen = Survey(looked=await rung.look(machine)).chosen
        if chosen and chosen.specification:
            model = await _open(chosen.specification, machine, rungs)
            return ModelChoice(model, f"{model.name}, because {chosen.detail}")
    raise no_model()


def no_model() -> ModelError:
    """Return the error of a machine without any model, with the three easiest ways to get one."""
    looked = ", ".join([name for provider in PROVIDERS for name in provider.keys])
    servers = ", ".join(f"{server.name} ({server.port})" for server in LOCAL_SERVERS)
    return ModelError(
        f"There is no model on this machine: none of the keys {looked} is set, and no server answers on {servers}.",
        hint="The three easiest ways to get one:\n"
        "  1. Set a key: export ANTHROPIC_API_KEY=... (or OPENAI_API_KEY, or GEMINI_API_KEY).\n"
        f"  2. Run one here: install Ollama, then {OLLAMA.start}.\n"
        "  3. Name a server that you have: --model http://host:port/v1#MODEL.",
    )


async def _open(specification: str, machine: ModelAccess, rungs: tuple[ModelRung, ...]) -> Model:
    word, colon, rest = specification.partition(":")
    for rung in rungs:
        if word.lower() in rung.words:
            is_url = word.lower() in ("http", "https")
            return await rung.open(specification if is_url else rest, machine)
    forms = ", ".join(["auto", *(rung.form for rung in rungs)])
    guess = "" if colon or not word else f" Did you mean openai:{word} or ollama:{word}?"
    raise UserError(f"There is no model '{specification}'.", hint=f"A model is one of: {forms}.{guess}")
