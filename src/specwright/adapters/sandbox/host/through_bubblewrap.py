"""The walls as bubblewrap builds them. Standard library only: this runs in a forked child of the guardian."""

from __future__ import annotations

import os

from specwright.adapters.sandbox.host import kernel
from specwright.adapters.sandbox.host.seccomp import seccomp_filter
from specwright.adapters.sandbox.host.start import (
    DEVICE_LINKS,
    DEVICES,
    MARK,
    NOBODY,
    WRITABLE,
    Descriptors,
    Start,
    anchors,
    become_nobody,
    hand_over,
    is_privileged,
    library_links,
    limit_open_files,
    limit_resources,
    map_user,
    prepare,
    visible,
)

_STATUS, _ARGUMENTS, _SECCOMP = 10, 11, 12


def exec_bubblewrap(start: Start, handed: Descriptors) -> None:
    """Become bubblewrap, which becomes the program. Raises OSError where that cannot be."""
    place = prepare(start, handed)
    sources = _reachable(start, place)
    become_nobody()
    # The limit on processes counts per user namespace and user: in one of our own it counts this job alone.
    user = os.getuid(), os.getgid()
    kernel.unshare(kernel.CLONE_NEWUSER)
    map_user(user, user)
    limit_resources(start)
    kernel.landlock(start.walls.network, start.walls.processes, start.has_loopback)
    places = {0: handed.stdin, 1: handed.stdout, 2: handed.stderr, _STATUS: handed.status}
    places[_ARGUMENTS] = _memory_file("\0".join(_arguments(start, place, sources)).encode() + b"\0")
    if handed.report is not None:
        places[3] = handed.report
    if start.walls.system_calls:
        places[_SECCOMP] = _memory_file(seccomp_filter(os.uname().machine, loopback=start.has_loopback))
    hand_over(places, start.walls.descriptors)
    limit_open_files(start)
    # The walls go by descriptor and the environment is empty: both can be read in the sandbox's /proc/1.
    environment = {} if start.walls.environment else start.env
    os.execve(start.bwrap, ["bwrap", "--args", str(_ARGUMENTS), "--", *start.argv], environment)  # noqa: S606 - no shell is meant


def _memory_file(content: bytes) -> int:
    handle = os.memfd_create("specwright", 0)
    os.write(handle, content)
    os.lseek(handle, 0, os.SEEK_SET)
    return handle


def _reachable(start: Start, place: str) -> list[tuple[str, str, bool]]:
    """The job's view, also of places that the user `nobody` cannot reach: root's toolchain may be in a closed home."""
    if not is_privileged():
        return visible(start)
    reachable = []
    for number, (source, target, writable) in enumerate(visible(start)):
        stand_in = f"{place}/source{number}"
        if os.path.isdir(source):  # noqa: PTH112 - cheaper in a fork
            os.mkdir(stand_in)  # noqa: PTH102
        else:
            os.close(os.open(stand_in, os.O_CREAT | os.O_WRONLY))
        kernel.mount(source, stand_in, None, kernel.MS_BIND | kernel.MS_REC)
        reachable.append((stand_in, target, writable))
    return reachable


def _arguments(start: Start, place: str, sources: list[tuple[str, str, bool]]) -> list[str]:
    walls = start.walls
    arguments = ["--unshare-user", "--uid", str(NOBODY), "--gid", str(NOBODY), "--die-with-parent", "--new-session"]
    for flag, up in (
        ("--unshare-pid", walls.processes),
        ("--unshare-net", walls.network),
        ("--unshare-ipc", walls.ipc),
        ("--unshare-uts", walls.hostname),
        ("--unshare-cgroup-try", walls.cgroups),
    ):
        arguments += [flag] if up else []
    arguments += ["--hostname", "box"] if walls.hostname else []
    arguments += ["--cap-drop", "ALL"] if walls.privileges else ["--cap-add", "ALL"]
    arguments += _environment(start) + _files(start, place, sources)
    arguments += ["--json-status-fd", str(_STATUS), "--chdir", "/box"]
    arguments += ["--seccomp", str(_SECCOMP)] if walls.system_calls else []
    return arguments


def _environment(start: Start) -> list[str]:
    return ["--clearenv", *(word for name, value in start.env.items() for word in ("--setenv", name, value))]


def _devices() -> list[str]:
    """Not `--dev`: it adds terminals, which are counted host-wide, and makes the job own its namespaces' settings."""
    arguments = ["--perms", "0755", "--tmpfs", "/dev"]
    arguments += [word for name in DEVICES for word in ("--dev-bind", f"/dev/{name}", f"/dev/{name}")]
    return arguments + [
        word for name, at in DEVICE_LINKS for word in ("--symlink", f"/proc/self/fd{at}", f"/dev/{name}")
    ]


def _files(start: Start, place: str, sources: list[tuple[str, str, bool]]) -> list[str]:
    arguments = ["--symlink", "/", MARK]
    arguments += [word for link, target in library_links() for word in ("--symlink", link, target)]
    arguments += ["--proc", "/proc"] if start.walls.processes else ["--ro-bind", "/proc", "/proc"]
    if start.walls.devices and start.walls.processes:
        # bubblewrap leaves these as they are, because the folders cannot be written to; some of their files can.
        arguments += [word for path in ("/proc/sys", "/proc/pressure") for word in ("--ro-bind-try", path, path)]
    arguments += _devices() if start.walls.devices else ["--dev", "/dev"]
    arguments += [word for name, target in WRITABLE for word in ("--bind", f"{place}/{name}", target)]
    # After the private places, because one would hide mounts below it: a toolchain under /tmp, for example.
    held = anchors(target for _, target, _ in sources)
    arguments += [word for folder in held for word in ("--perms", "0755", "--tmpfs", folder)]
    for source, target, writable in sources:
        arguments += ["--bind" if writable else "--ro-bind", source, target]
    return [*arguments, *(word for path in (*held, "/dev", "/") for word in ("--remount-ro", path))]
