"""Models of plugins: each is used if it is named, and never chosen by `auto`."""

from __future__ import annotations

import inspect

from specwright.adapters.models.choosing.ladder import Looked, ModelAccess, ModelRung
from specwright.adapters.models.function import as_model
from specwright.core.errors import UserError
from specwright.ports.model import Model
from specwright.ports.plugins import Plugin, PluginKind, plugins


def plugin_rungs() -> tuple[ModelRung, ...]:
    """Return the kinds of model that plugins add: `NAME:REST` is opened by the function that the plugin names."""
    return tuple(map(_rung, plugins(PluginKind.MODELS)))


def _rung(plugin: Plugin) -> ModelRung:
    form = f"{plugin.name}:..."

    async def look(machine: ModelAccess) -> tuple[Looked, ...]:
        try:
            plugin.load_callable()
        except UserError as error:
            return (Looked(what=form, found=False, detail=error.message, remedy=error.hint),)
        return (Looked(what=form, found=True, detail=f"added by {plugin.package}, used if it is named"),)

    async def open_model(rest: str, machine: ModelAccess) -> Model:
        made = plugin.load_callable()(rest)
        return as_model(await made if inspect.isawaitable(made) else made)

    return ModelRung((plugin.name,), form, look, open_model)
