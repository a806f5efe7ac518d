"""Runs untrusted programs, by itself as useful as with the rest: see docs/sandbox.md.

sandbox = await open_sandbox()
result = await sandbox.run(Job(argv=("/usr/bin/true",), mounts=(Mount(source="/usr/bin"),)))
await sandbox.close()
"""

from __future__ import annotations

from typing import TypeAlias

from specwright.adapters.sandbox.ladder import (
    Rung,
    SandboxSettings,
    climb,
    open_strongest,
    open_tested,
)
from specwright.core.errors import SandboxUnavailable, UserError
from specwright.core.sizes import parse_size
from specwright.core.text import printable
from specwright.languages.loading import python_for
from specwright.languages.python.toolchain import PythonToolchain
from specwright.ports.language import CallLimits
from specwright.ports.sandbox import ExecEnding, ExecResult, Job, Limits, Mount, Sandbox

SandboxType: TypeAlias = str
"""`auto`, `bubblewrap`, `namespaces`, `docker`, `podman`, or the name of a plugin's."""


async def open_sandbox(
    type: SandboxType = "auto",  # noqa: A002 - the name that the configuration has
    *,
    image: str | None = None,
    memory_limit: str | int | None = None,
    cpu_limit: float | None = 1.0,
    network_mode: str = "none",
    at_once: int | None = None,
) -> Sandbox:
    """Open a sandbox whose walls have been tried on this machine just now.

    `auto` takes the strongest there is; a kind that is named is opened or refused, never replaced by another. It
    belongs to the running event loop. Raise SandboxUnavailable with what to do, and UserError for senseless values.
    """
    if network_mode != "none":
        raise UserError(
            f"the sandbox has no network mode {network_mode!r}",
            hint="untrusted code gets no network: network_mode is none",
        )
    settings = SandboxSettings(
        image=image,
        memory_bytes=parse_size(memory_limit) if isinstance(memory_limit, str) else memory_limit,
        cpu_limit=cpu_limit,
        at_once=at_once,
    )
    return await (open_strongest(settings, _probe) if type == "auto" else open_tested(type, settings, _probe))


async def ladder(image: str | None = None) -> tuple[Rung, ...]:
    """Every kind of sandbox, the strongest first: whether it is to be had here, and what would add it."""
    return await climb(SandboxSettings(image=image), _probe)


def toolchain_for(sandbox: Sandbox) -> PythonToolchain:
    """Return the Python toolchain that fits: this machine's interpreter, or the image's own."""
    return python_for(sandbox)


def _probe(sandbox: Sandbox) -> tuple[str, tuple[Mount, ...]]:
    toolchain = toolchain_for(sandbox)
    return toolchain.interpreter, toolchain.mounts


__all__ = [
    "CallLimits",
    "ExecEnding",
    "ExecResult",
    "Job",
    "Limits",
    "Mount",
    "Rung",
    "Sandbox",
    "SandboxSettings",
    "SandboxType",
    "SandboxUnavailable",
    "UserError",
    "ladder",
    "open_sandbox",
    "parse_size",
    "printable",
    "toolchain_for",
]
