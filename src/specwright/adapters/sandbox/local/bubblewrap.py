"""The default on Linux: bubblewrap builds the walls, without root and without a daemon."""

from __future__ import annotations

import shutil
from typing import Final, Self

from specwright.adapters.sandbox.host.walls import ALL_UP, Walls
from specwright.adapters.sandbox.local.channel import GuardianChannel
from specwright.adapters.sandbox.local.sandbox import LocalSandbox, capacity_of
from specwright.core.errors import SandboxUnavailable

_TYPICAL_MEMORY: Final = 512 * 1024 * 1024


class BubblewrapSandbox(LocalSandbox):
    name = "bubblewrap"

    @classmethod
    async def launch(
        cls,
        *,
        cpu_limit: float | None = None,
        memory_limit: int | None = None,
        at_once: int | None = None,
        walls: Walls = ALL_UP,
    ) -> Self:
        """Raise SandboxUnavailable where bubblewrap is not installed."""
        program = shutil.which("bwrap")
        if program is None:
            raise SandboxUnavailable("bubblewrap is not installed", hint="install it: sudo apt-get install bubblewrap")
        channel = await GuardianChannel.open(cpu_limit)
        return cls(channel, walls, at_once or capacity_of(memory_limit or _TYPICAL_MEMORY), memory_limit, bwrap=program)
