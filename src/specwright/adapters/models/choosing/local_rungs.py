"""The rungs of `auto` below keys and servers: a GGUF file by its path, and the model that is on this machine."""

from __future__ import annotations

from collections.abc import Callable

from specwright.adapters.models.choosing.absent import AbsentModel
from specwright.adapters.models.choosing.ladder import Looked, ModelAccess, ModelRung
from specwright.adapters.models.hosted.profiles import profile_of
from specwright.adapters.models.local.llama import LlamaModel, is_installed
from specwright.adapters.models.local.packaged import SMALL, Locals, PackagedModel, open_gguf
from specwright.core.errors import ModelError
from specwright.core.run.profile import Draw
from specwright.ports.model import Model


def local_rungs(places: Locals) -> tuple[ModelRung, ...]:
    """Return the kinds of model that run in this process."""

    async def look(machine: ModelAccess) -> tuple[Looked, ...]:
        return (_looked(places),)

    async def nothing(machine: ModelAccess) -> tuple[Looked, ...]:
        return ()

    async def gguf(path: str, machine: ModelAccess) -> Model:
        return _needing_runtime(lambda: open_gguf(path))

    async def local(rest: str, machine: ModelAccess) -> Model:
        own = next(iter(places.own()), None)
        return _needing_runtime(lambda: LlamaModel(own) if own else PackagedModel(places))

    return (ModelRung(("gguf",), "gguf:PATH", nothing, gguf), ModelRung(("local",), "local", look, local))


def _looked(places: Locals) -> Looked:
    """Return a model of the user's own is as good as a server's; the small one comes after what needs no model."""
    own = next(iter(places.own()), None)
    if not is_installed():
        detail, remedy = "the runtime xllamacpp is not installed", "pip install 'specwright[local]'"
        return Looked(what="in this process", found=False, detail=detail, remedy=remedy)
    if own is not None:
        return Looked(
            what="in this process", found=True, specification="local", detail=f"{own.name} is in {own.parent}"
        )
    ready = "at hand" if places.packaged() else "fetched as a package when first needed"
    detail = f"the small model ({SMALL.package}, {SMALL.licence}), {ready}; used after patterns and examples"
    return Looked(what="in this process", found=True, detail=detail)


def _needing_runtime(make: Callable[[], Model]) -> Model:
    if not is_installed():
        raise ModelError(
            "The runtime for models in this process, xllamacpp, is not installed.",
            hint="pip install 'specwright[local]'; in a checkout: scripts/setup --extras.",
        )
    return make()


def sampling_plan(model: Model) -> tuple[Draw, ...]:
    """Return the draws that a small model in this process is best asked for; none for any other model."""
    profile = model.profile if isinstance(model, LlamaModel | PackagedModel) else None
    if isinstance(model, AbsentModel) and model.name.startswith("gguf:"):
        profile = profile_of(model.name)  # its answers are recorded: they are recalled as they were drawn
    return profile.plan if profile is not None and profile.asked_by == "completion" else ()
