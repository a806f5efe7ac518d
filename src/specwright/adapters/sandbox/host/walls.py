"""The walls of a sandbox, by name. Standard library only: the guardian runs this without any package."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Walls:
    """All up, always. They can be lowered one by one only to show that a test of a wall can fail."""

    files: bool = True
    """A file system of its own: read-only, with nothing but what the language needs."""
    environment: bool = True
    processes: bool = True
    """A process namespace, and no signals to outside."""
    network: bool = True
    """A network namespace with no way out, no abstract sockets of outside."""
    users: bool = True
    """A user namespace: no user outside exists inside."""
    ipc: bool = True
    hostname: bool = True
    cgroups: bool = True
    """A cgroup namespace: the host's cgroup names are not seen."""
    system_calls: bool = True
    privileges: bool = True
    """No capabilities, and none to be gained by running a program."""
    memory: bool = True
    cpu: bool = True
    process_count: bool = True
    open_files: bool = True
    file_size: bool = True
    space: bool = True
    """Of the private file system, in bytes and in files."""
    output: bool = True
    wall_clock: bool = True
    devices: bool = True
    """No terminals, and no settings of the kernel that the job could write."""
    pending_signals: bool = True
    """How many signals may wait: the kernel counts them for all processes of a user."""
    descriptors: bool = True
    """No descriptor of ours is open in the sandbox."""
    links: bool = True
    """Only regular files are collected, found without crossing a link."""


ALL_UP = Walls()
