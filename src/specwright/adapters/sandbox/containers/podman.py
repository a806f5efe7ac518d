"""Containers of Podman, which needs no engine to be running."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Self

from specwright.adapters.sandbox.containers.image import find_image
from specwright.adapters.sandbox.containers.sandbox import INODES, ContainerSandbox
from specwright.adapters.sandbox.local.sandbox import capacity_of
from specwright.core.errors import SandboxUnavailable
from specwright.ports.sandbox import Job

_TYPICAL_MEMORY: Final = 512 * 1024 * 1024


def engine_arguments() -> tuple[str, ...]:
    """The first arguments of podman if no service manager runs for us."""
    managed = Path("/run/systemd/system").exists()
    if managed or os.geteuid() != 0:
        return ()
    runtime = ("--runtime", "runc") if shutil.which("runc") else ()
    return (*runtime, "--cgroup-manager", "cgroupfs")


class PodmanSandbox(ContainerSandbox):
    name = "podman"
    # Its monitor leaves a file named `oom` where it was started when memory runs out. Here no process can make a file.
    started_in = "/proc" if Path("/proc/self").exists() else "/"

    @classmethod
    async def launch(
        cls,
        *,
        image: str | None = None,
        cpu_limit: float | None = None,
        memory_limit: int | None = None,
        at_once: int | None = None,
        engine: Sequence[str] | None = None,
    ) -> Self:
        """`engine` are the first arguments of `podman`; None for those that this machine needs.

        Raise SandboxUnavailable where podman or the image is missing.
        """
        program = shutil.which("podman")
        if program is None:
            raise SandboxUnavailable("podman is not installed", hint="install it: sudo apt-get install podman")
        command = (program, *(engine_arguments() if engine is None else engine))
        found = await find_image(command, image, name="podman")
        capacity = at_once or capacity_of(memory_limit or _TYPICAL_MEMORY)
        return cls(command, found, cpu_limit=cpu_limit, memory_limit=memory_limit, at_once=capacity)

    @property
    def level(self) -> str:
        """Without root and with control groups of version 1 podman takes its limits and drops them silently."""
        if os.geteuid() != 0 and not Path("/sys/fs/cgroup/cgroup.controllers").exists():
            return "limited: container with own files, network and processes, but memory by process only"
        return super().level

    def hide(self, paths: Sequence[str]) -> list[str]:
        """Unlike docker it can hide places in /proc too."""
        return ["--security-opt", f"mask={':'.join((*paths, '/proc/pressure'))}"]

    def tmpfs_options(self, size: int) -> str:
        """It knows no limit on the number of files: the keeper sees to that. `U` gives the place to the user."""
        return f"rw,exec,nosuid,nodev,size={size},mode=0700,U"

    def told_keeper(self, job: Job) -> list[str]:
        return [str(job.limits.file_bytes), str(INODES)]

    def run_arguments(self, job: Job) -> list[str]:
        words = super().run_arguments(job)
        # For the keeper, which gives both up before any job begins.
        words += ["--cap-add", "SYS_ADMIN", "--cap-add", "SETPCAP"]
        # Its own defaults are more than root without CAP_SYS_RESOURCE may ask for.
        return [*words, "--ulimit", "nofile=1024:1024", "--ulimit", "nproc=4096:4096"]
