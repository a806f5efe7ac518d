"""Containers of a Docker engine."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from typing import Final, Self

from specwright.adapters.sandbox.containers.image import find_image
from specwright.adapters.sandbox.containers.sandbox import ContainerSandbox
from specwright.adapters.sandbox.local.sandbox import capacity_of
from specwright.core.errors import SandboxUnavailable

_TYPICAL_MEMORY: Final = 512 * 1024 * 1024


class DockerSandbox(ContainerSandbox):
    name = "docker"

    @classmethod
    async def launch(
        cls,
        *,
        image: str | None = None,
        cpu_limit: float | None = None,
        memory_limit: int | None = None,
        at_once: int | None = None,
        engine: Sequence[str] = (),
    ) -> Self:
        """`engine` are the first arguments of `docker`, such as `("--host", "unix:///run/user/1000/docker.sock")`.

        Raise SandboxUnavailable where there is no client, no engine or no image.
        """
        program = shutil.which("docker")
        if program is None:
            raise SandboxUnavailable("docker is not installed", hint="install it: sudo apt-get install docker.io")
        command = (program, *engine)
        found = await find_image(command, image, name="docker")
        capacity = at_once or capacity_of(memory_limit or _TYPICAL_MEMORY)
        return cls(command, found, cpu_limit=cpu_limit, memory_limit=memory_limit, at_once=capacity)
