"""The equipment of this machine: models, sandboxes, toolchains and the store."""

from __future__ import annotations

import asyncio
import platform

from specwright import __version__
from specwright.adapters.models.choosing.choose import RUNGS, survey
from specwright.adapters.models.choosing.local_rungs import local_rungs
from specwright.app import Resources, local_places, machine
from specwright.client.toolchains import languages_here
from specwright.config import Settings
from specwright.core.errors import StoreError
from specwright.core.text import counted
from specwright.core.value import Value
from specwright.sandbox import ladder


class Capability(Value):
    """One thing that was looked for."""

    kind: str
    """`models`, `sandboxes`, `toolchains` or `store`."""
    what: str
    found: bool
    detail: str
    remedy: str | None = None
    """The command or the step that would add it."""
    model: str | None = None
    """Of a model: what to give as `--model`."""


async def examine(settings: Settings) -> tuple[Capability, ...]:
    """Look for everything and return a list of it."""
    models = await examine_models(settings)
    sandboxes = [
        Capability(
            kind="sandboxes",
            what=rung.name,
            found=rung.available,
            detail=rung.level if rung.available else rung.why,
            remedy=rung.remedy,
        )
        for rung in await ladder(settings.sandbox_config.image)
    ]
    toolchains = await asyncio.to_thread(_toolchains)
    return (*models, *sandboxes, *toolchains, await _store(settings))


async def examine_models(settings: Settings) -> tuple[Capability, ...]:
    """Look for models and return them in the order in which `auto` prefers them."""
    places = await survey(machine(settings), (*RUNGS, *local_rungs(local_places(settings))))
    return tuple(
        Capability(
            kind="models",
            what=place.what,
            found=place.found,
            detail=place.detail,
            remedy=place.remedy,
            model=place.specification,
        )
        for place in places.looked
    )


def _toolchains() -> list[Capability]:
    own = f"{platform.python_implementation()} {platform.python_version()}, specwright {__version__}"
    python = Capability(kind="toolchains", what="python", found=True, detail=own)
    others = [
        Capability(
            kind="toolchains",
            what=row.language,
            found=row.usable,
            detail=f"{row.version} ({row.path})" if row.usable else row.problem,
            remedy=row.remedy or None,
        )
        for row in languages_here()
        if row.language != "python"
    ]
    return [python, *others]


async def _store(settings: Settings) -> Capability:
    path = settings.store.path
    try:
        async with Resources(settings) as resources:
            runs = await resources.store().count()
    except StoreError as error:
        return Capability(kind="store", what=str(path), found=False, detail=error.message, remedy=error.hint)
    return Capability(kind="store", what=str(path), found=True, detail=f"{counted(runs, 'run')} recorded")
