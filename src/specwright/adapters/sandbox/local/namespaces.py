"""Walls made by ourselves, for machines without bubblewrap that allow user namespaces."""

from __future__ import annotations

import os
from typing import Final, Self

from specwright.adapters.sandbox.host.seccomp import ARCHITECTURES
from specwright.adapters.sandbox.host.walls import ALL_UP, Walls
from specwright.adapters.sandbox.local.channel import GuardianChannel
from specwright.adapters.sandbox.local.sandbox import LocalSandbox, capacity_of
from specwright.core.errors import SandboxUnavailable

_TYPICAL_MEMORY: Final = 512 * 1024 * 1024


class NamespacesSandbox(LocalSandbox):
    name = "namespaces"

    @classmethod
    async def launch(
        cls,
        *,
        cpu_limit: float | None = None,
        memory_limit: int | None = None,
        at_once: int | None = None,
        walls: Walls = ALL_UP,
    ) -> Self:
        """Raise SandboxUnavailable on anything but Linux on a known kind of processor."""
        uname = os.uname()
        if uname.sysname != "Linux" or uname.machine not in ARCHITECTURES:
            raise SandboxUnavailable(f"there is no sandbox for {uname.sysname} on {uname.machine}")
        channel = await GuardianChannel.open(cpu_limit)
        return cls(channel, walls, at_once or capacity_of(memory_limit or _TYPICAL_MEMORY), memory_limit)
