"""The equipment of this machine: models, sandboxes, toolchains and the store."""

from __future__ import annotations

import asyncio
import platform
from collections.abc import Callable
from typing import Final

from specwright import __version__
from specwright.adapters.models.choosing.choose import survey
from specwright.app import Resources, machine, model_rungs
from specwright.client.toolchains import languages_here
from specwright.config import Settings
from specwright.core.errors import StoreError, UserError
from specwright.core.program.language import Language
from specwright.core.text import counted
from specwright.core.value import Value
from specwright.languages.registry import ROWS
from specwright.pipeline.writing.strategies.strategy import Strategy
from specwright.ports.plugins import Plugin, PluginKind, plugins
from specwright.sandbox import ladder


class Capability(Value):
    """One thing that was looked for."""

    kind: str
    """`models`, `sandboxes`, `toolchains`, `store` or `plugins`."""
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
    return (*models, *sandboxes, *toolchains, await _store(settings), *_plugins())


async def examine_models(settings: Settings) -> tuple[Capability, ...]:
    """Look for models and return them in the order in which `auto` prefers them."""
    places = await survey(machine(settings), model_rungs(settings))
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


def _row_of(plugin: Plugin) -> Language:
    row = plugin.load(Language)
    if row.name != plugin.name:
        raise UserError(f"its row is that of {row.name!r}", hint=f"name the entry point {row.name}")
    if plugin.name not in ROWS:
        raise UserError(
            "its row could not be read while the languages were listed",
            hint=f"let {plugin.module} import the class of the row and nothing else of specwright",
        )
    return row


_LOADED: Final[dict[PluginKind, Callable[[Plugin], object]]] = {
    PluginKind.MODELS: Plugin.load_callable,
    PluginKind.SANDBOXES: Plugin.load_callable,
    PluginKind.LANGUAGES: _row_of,
    PluginKind.STRATEGIES: lambda plugin: plugin.load(Strategy),
    PluginKind.STORES: Plugin.load_callable,
}


def _plugins() -> list[Capability]:
    """Return everything that other packages add, and what is wrong with it."""
    return [_loaded(plugin, load) for kind, load in _LOADED.items() for plugin in plugins(kind)]


def _loaded(plugin: Plugin, load: Callable[[Plugin], object]) -> Capability:
    what = f"{plugin.kind.value}: {plugin.name}"
    try:
        load(plugin)
    except UserError as error:
        return Capability(kind="plugins", what=what, found=False, detail=error.message, remedy=error.hint)
    return Capability(kind="plugins", what=what, found=True, detail=plugin.package)
