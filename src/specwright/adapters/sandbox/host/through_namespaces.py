"""The same walls made by the kernel's calls alone, for machines without bubblewrap. Standard library only.

Three processes: the one that the guardian forked waits; its child is the first process of the new process namespace,
builds the file system, gives up every privilege, reaps orphans and reports how the program ended; that one's child
becomes the program. When the second ends, the kernel ends everything in the namespace.
"""

from __future__ import annotations

import json
import os
import signal
import socket
from pathlib import Path
from typing import Final, NoReturn

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
    library_links,
    limit_open_files,
    limit_resources,
    map_user,
    prepare,
    visible,
)

_STATUS: Final = 10
_PROC_READ_ONLY: Final = ("sys", "sysrq-trigger", "irq", "bus", "fs", "pressure")
_BIND: Final = kernel.MS_BIND | kernel.MS_REC


def exec_in_namespaces(start: Start, handed: Descriptors) -> NoReturn:
    """Become the waiting process. Raises OSError where the walls cannot be built."""
    place = prepare(start, handed)
    walls = start.walls
    kernel.unshare(
        (kernel.CLONE_NEWPID if walls.processes else 0)
        | (kernel.CLONE_NEWNET if walls.network else 0)
        | (kernel.CLONE_NEWIPC if walls.ipc else 0)
        | (kernel.CLONE_NEWUTS if walls.hostname else 0)
        | (kernel.CLONE_NEWCGROUP if walls.cgroups else 0)
    )
    first = os.fork()
    if first == 0:
        _as_first(start, handed, place)
    hand_over({}, close_others=True)
    _, status = os.waitpid(first, 0)
    os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


def _as_first(start: Start, handed: Descriptors, place: str) -> NoReturn:
    try:
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() == (1 if not start.walls.processes else -1):
            os._exit(1)  # the parent died before it could be watched
        if start.walls.hostname:
            socket.sethostname("box")
        if start.has_loopback:
            kernel.raise_loopback()
        build_files(start, place)
        _give_up_privileges(start)
        program = os.fork()
        if program == 0:
            _become_program(start, handed)
        hand_over({_STATUS: handed.status}, close_others=True)
        _reap_until(program)
    except BaseException as error:  # noqa: BLE001 - whatever it was, it is told
        _tell(handed.status, {"failed": str(error)})
    finally:
        os._exit(1)


def _give_up_privileges(start: Start) -> None:
    become_nobody()
    outside = os.getuid(), os.getgid()
    if start.walls.users:
        # The namespaces belong to the user namespace above this one: no capability in here has power over them.
        kernel.unshare(kernel.CLONE_NEWUSER)
        map_user((NOBODY, NOBODY), outside)
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    limit_resources(start)
    if start.walls.privileges:
        kernel.drop_capabilities()
        kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    kernel.landlock(start.walls.network, start.walls.processes, start.has_loopback)


def _become_program(start: Start, handed: Descriptors) -> NoReturn:
    try:
        places = {0: handed.stdin, 1: handed.stdout, 2: handed.stderr, _STATUS: handed.status}
        if handed.report is not None:
            places[3] = handed.report
        hand_over(places, start.walls.descriptors)
        limit_open_files(start)
        os.set_inheritable(_STATUS, False)
        os.chdir("/box")
        for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        if start.walls.system_calls:
            kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
            kernel.install_seccomp(seccomp_filter(os.uname().machine, loopback=start.has_loopback))
        os.execve(start.argv[0], start.argv, start.env)  # noqa: S606 - no shell is meant
    except BaseException as error:  # noqa: BLE001 - whatever it was, it is told
        _tell(_STATUS, {"failed": f"{start.argv[0]}: {error}"})
    finally:
        os._exit(126)


def _reap_until(program: int) -> None:
    while True:
        pid, status = os.waitpid(-1, 0)
        if pid == program:
            code = os.waitstatus_to_exitcode(status)
            _tell(_STATUS, {"exit-code": code} if code >= 0 else {"signal": -code})
            os._exit(0)


def _tell(handle: int, message: dict[str, object]) -> None:
    os.write(handle, json.dumps(message).encode() + b"\n")


# --- the file system ---------------------------------------------------------------------------------------------


def build_files(start: Start, place: str) -> None:
    """Make the sandbox's file system and enter it, with no way back. Raises OSError."""
    root = f"{place}/root"
    Path(root).mkdir(mode=0o755)
    kernel.mount(root, root, None, kernel.MS_BIND)
    Path(root + MARK).symlink_to("/")
    for link, target in library_links():
        if start.walls.files or not Path(root + target).exists():
            Path(root + target).symlink_to(link)
    _mount_proc(root, own=start.walls.processes)
    _make_dev(root)
    for name, target in WRITABLE:
        _bind(f"{place}/{name}", root + target)
    # After the private places, because one would hide mounts below it: a toolchain under /tmp, for example.
    seen = visible(start)
    held = anchors(target for _, target, _ in seen)
    for folder in held:
        Path(root + folder).mkdir()
        kernel.mount("tmpfs", root + folder, "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, "nr_inodes=1k,mode=755")
    for source, target, writable in seen:
        _bind(source, root + target)
        if not writable:
            kernel.set_mount_read_only(root + target)
    for folder in held:
        kernel.set_mount_read_only(root + folder)
    old = f"{root}/.old"
    Path(old).mkdir()
    kernel.pivot_root(root, old)
    os.chdir("/")
    kernel.unmount("/.old")
    Path("/.old").rmdir()
    flags = kernel.MS_REMOUNT | kernel.MS_BIND | kernel.MS_RDONLY | kernel.MS_NOSUID | kernel.MS_NODEV
    kernel.mount(None, "/", None, flags)
    kernel.mount(None, "/dev", None, flags | kernel.MS_NOEXEC)


def _bind(source: str, target: str) -> None:
    path = Path(target)
    if Path(source).is_dir():
        path.mkdir(parents=True, exist_ok=True)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    kernel.mount(source, target, None, _BIND)


def _mount_proc(root: str, *, own: bool) -> None:
    proc = Path(root, "proc")
    proc.mkdir()
    if not own:
        kernel.mount("/proc", str(proc), None, _BIND)
        return
    kernel.mount("proc", str(proc), "proc", kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC)
    for name in _PROC_READ_ONLY:
        path = str(proc / name)
        if Path(path).exists():
            kernel.mount(path, path, None, _BIND)
            kernel.set_mount_read_only(path)


def _make_dev(root: str) -> None:
    dev = Path(root, "dev")
    dev.mkdir()
    kernel.mount("tmpfs", str(dev), "tmpfs", kernel.MS_NOSUID, "size=64k,nr_inodes=64,mode=755")
    for name in DEVICES:
        _bind(f"/dev/{name}", str(dev / name))
    for name, target in DEVICE_LINKS:
        (dev / name).symlink_to(f"/proc/self/fd{target}")
    (dev / "shm").mkdir()
