"""Which sandboxes this machine offers, the strongest first, and why a rung is missing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from specwright.adapters.sandbox.containers.docker import DockerSandbox
from specwright.adapters.sandbox.containers.podman import PodmanSandbox
from specwright.adapters.sandbox.local.bubblewrap import BubblewrapSandbox
from specwright.adapters.sandbox.local.namespaces import NamespacesSandbox
from specwright.adapters.sandbox.selftest import tried_walls
from specwright.core.errors import SandboxUnavailable, UserError
from specwright.core.value import Value
from specwright.ports.plugins import PluginKind, plugin, plugins
from specwright.ports.sandbox import Mount, Sandbox


class SandboxSettings(Value):
    """How jobs are confined beyond the limits that each brings along."""

    image: str | None = None
    """For docker and podman: the image to run in; None for the one that `specwright sandbox build` makes."""
    engine: tuple[str, ...] = ()
    """For docker and podman: the program's first arguments, such as `--host`."""
    memory_bytes: int | None = None
    """No job gets more than this."""
    cpu_limit: float | None = 1.0
    """How many processors one job may keep busy."""
    at_once: int | None = None
    """How many jobs run at the same time; None for as many as cores and memory allow."""


class Rung(Value):
    """One kind of sandbox as this machine has it."""

    name: str
    available: bool
    level: str = ""
    """The walls that were tried and held."""
    why: str = ""
    """Why it is missing."""
    remedy: str = ""
    """The command or the step that would add it."""


ChooseInterpreter = Callable[[Sandbox], tuple[str, tuple[Mount, ...]]]
"""The Python interpreter that tries the walls of that sandbox, and its mounts."""
Open = Callable[[SandboxSettings], Awaitable[Sandbox]]


async def _bubblewrap(settings: SandboxSettings) -> Sandbox:
    return await BubblewrapSandbox.launch(
        cpu_limit=settings.cpu_limit, at_once=settings.at_once, memory_limit=settings.memory_bytes
    )


async def _namespaces(settings: SandboxSettings) -> Sandbox:
    return await NamespacesSandbox.launch(
        cpu_limit=settings.cpu_limit, at_once=settings.at_once, memory_limit=settings.memory_bytes
    )


async def _docker(settings: SandboxSettings) -> Sandbox:
    return await DockerSandbox.launch(
        image=settings.image,
        cpu_limit=settings.cpu_limit,
        at_once=settings.at_once,
        memory_limit=settings.memory_bytes,
        engine=settings.engine,
    )


async def _podman(settings: SandboxSettings) -> Sandbox:
    return await PodmanSandbox.launch(
        image=settings.image,
        cpu_limit=settings.cpu_limit,
        at_once=settings.at_once,
        memory_limit=settings.memory_bytes,
        engine=settings.engine or None,
    )


RUNGS: Final[dict[str, tuple[Open, str]]] = {
    "bubblewrap": (_bubblewrap, "sudo apt-get install bubblewrap"),
    "namespaces": (_namespaces, "sudo sysctl kernel.unprivileged_userns_clone=1 user.max_user_namespaces=15000"),
    "docker": (_docker, "sudo apt-get install docker.io && specwright sandbox build --engine docker"),
    "podman": (_podman, "sudo apt-get install podman && specwright sandbox build --engine podman"),
}
"""The strongest first: how each is opened, and what adds it."""


def names() -> tuple[str, ...]:
    """Return all kinds: those of ours, and behind them those of plugins, which `auto` never takes."""
    return tuple(dict.fromkeys((*RUNGS, *(each.name for each in plugins(PluginKind.SANDBOXES)))))


def _rung(name: str) -> tuple[Open, str]:
    """Return how a kind is opened, and what adds it. Raise UserError if there is none, or its plugin is broken."""
    if name in RUNGS:
        return RUNGS[name]
    found = plugin(PluginKind.SANDBOXES, name)
    if found is None:
        raise UserError(f"there is no sandbox named {name!r}", hint=f"choose one of: auto, {', '.join(names())}")
    return found.load_callable(), f"see {found.package}"


async def open_tested(name: str, settings: SandboxSettings, probe: ChooseInterpreter) -> Sandbox:
    """Return the sandbox of that name, its walls tried. Raise SandboxUnavailable, and UserError for an unknown name."""
    open_it, remedy = _rung(name)
    try:
        sandbox = await open_it(settings)
    except SandboxUnavailable as error:
        raise SandboxUnavailable(error.message, hint=error.hint or remedy) from error
    try:
        await tried_walls(sandbox, *probe(sandbox))
    except SandboxUnavailable as error:
        await sandbox.close()
        raise SandboxUnavailable(f"{name}: {error.message}", hint=error.hint or remedy) from error
    except BaseException:
        await asyncio.shield(sandbox.close())  # its caller has gone
        raise
    return sandbox


async def open_strongest(settings: SandboxSettings, probe: ChooseInterpreter) -> Sandbox:
    """Return the strongest sandbox whose walls hold; see its `level`. Raise SandboxUnavailable."""
    missing: list[str] = []
    for name in RUNGS:
        try:
            return await open_tested(name, settings, probe)
        except SandboxUnavailable as error:
            missing.append(error.message)
    raise SandboxUnavailable(
        f"this machine has no usable sandbox ({'; '.join(missing)})",
        hint="`specwright doctor` shows what is missing and how to add it",
    )


async def climb(settings: SandboxSettings, probe: ChooseInterpreter) -> tuple[Rung, ...]:
    """Every rung, tried for real. Raises nothing."""
    rungs = []
    for name in names():
        try:
            sandbox = await open_tested(name, settings, probe)
        except (SandboxUnavailable, UserError) as error:
            rungs.append(Rung(name=name, available=False, why=error.message, remedy=error.hint or ""))
        else:
            rungs.append(Rung(name=name, available=True, level=sandbox.level))
            await sandbox.close()
    return tuple(rungs)
