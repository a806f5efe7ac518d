"""The system calls that Python does not offer. Standard library only: the guardian runs this without any package."""

from __future__ import annotations

import ctypes
import fcntl
import os
import socket
import struct
from typing import Final

_libc: Final = ctypes.CDLL(None, use_errno=True)

CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC = 0x20000, 0x2000000, 0x4000000, 0x8000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000

MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT = 1, 2, 4, 8, 32
MS_BIND, MS_REC, MS_PRIVATE = 4096, 16384, 1 << 18
MNT_DETACH: Final = 2

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_CAPBSET_DROP = 1, 4, 22, 24
PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT = 36, 38, 47

_MOUNT_SETATTR, _OPENAT2 = 442, 437
_PIVOT_ROOT: Final = {"x86_64": 155, "aarch64": 41}
_CAPSET: Final = {"x86_64": 126, "aarch64": 91}
_LAST_CAP: Final = 63
RESOLVE_NO_XDEV, RESOLVE_NO_SYMLINKS, RESOLVE_BENEATH = 1, 4, 8


def _check(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def unshare(flags: int) -> None:
    _check(_libc.unshare(ctypes.c_int(flags)), "unshare")


def mount(source: str | None, target: str, kind: str | None, flags: int, data: str | None = None) -> None:
    """Raises OSError naming both."""
    result = _libc.mount(
        source.encode() if source else None,
        os.fsencode(target),
        kind.encode() if kind else None,
        ctypes.c_ulong(flags),
        data.encode() if data else None,
    )
    _check(result, f"mount {source or 'anew'} at {target}")


def unmount(target: str) -> None:
    _check(_libc.umount2(os.fsencode(target), MNT_DETACH), f"umount {target}")


def set_mount_read_only(target: str) -> None:
    """Make the mount and all below it read-only, without set-user-id files and devices."""
    attributes = (ctypes.c_uint64 * 4)(0x1 | 0x2 | 0x4, 0, 0, 0)
    at_recursive = 0x8000
    result = _libc.syscall(
        _MOUNT_SETATTR, -100, os.fsencode(target), at_recursive, ctypes.byref(attributes), ctypes.c_size_t(32)
    )
    _check(result, f"mount_setattr {target}")


def pivot_root(new: str, old: str) -> None:
    number = _PIVOT_ROOT[os.uname().machine]
    _check(_libc.syscall(number, os.fsencode(new), os.fsencode(old)), "pivot_root")


def prctl(option: int, first: int = 0, second: int = 0) -> None:
    zero = ctypes.c_ulong(0)
    _check(_libc.prctl(option, ctypes.c_ulong(first), ctypes.c_ulong(second), zero, zero), f"prctl {option}")


def rename_process(name: bytes) -> None:
    """Overwrite our command line, which shows where we are installed: a sandbox can read that of its first process."""
    with open("/proc/self/stat", encoding="utf-8") as file:  # noqa: PTH123 - pathlib is not worth its import here
        fields = file.read().rsplit(")", 1)[1].split()
    start, end = int(fields[45]), int(fields[46])
    ctypes.memmove(start, name.ljust(end - start, b"\0")[: end - start], end - start)


def drop_capabilities() -> None:
    """Give up every capability for good: ambient, bounding, effective, permitted and inheritable."""
    prctl(PR_CAP_AMBIENT, 4)
    for capability in range(_LAST_CAP + 1):
        try:
            prctl(PR_CAPBSET_DROP, capability)
        except OSError:
            break  # past the kernel's last one, or not ours to drop because we have none
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    empty = (ctypes.c_uint32 * 6)()
    number = _CAPSET[os.uname().machine]
    _check(_libc.syscall(number, ctypes.byref(header), ctypes.byref(empty)), "capset")


def install_seccomp(program: bytes) -> None:
    """Filter every system call from here on, children included. Needs no_new_privs or privilege."""
    code = ctypes.create_string_buffer(program, len(program))
    loaded = struct.pack("HP", len(program) // 8, ctypes.addressof(code))
    result = _libc.prctl(PR_SET_SECCOMP, ctypes.c_ulong(2), loaded, ctypes.c_ulong(0), ctypes.c_ulong(0))
    _check(result, "seccomp")


_SIOCSIFFLAGS, _IFF_UP_RUNNING = 0x8914, 0x41


def raise_loopback() -> None:
    """Bring up the loopback of this network namespace. Raise OSError."""
    request = struct.pack("16sH22x", b"lo", _IFF_UP_RUNNING)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        fcntl.ioctl(control, _SIOCSIFFLAGS, request)


def open_beneath(directory: int, path: str) -> int:
    """Open for reading, crossing no link, no mount and no `..`. Raises OSError."""
    how = (ctypes.c_uint64 * 3)(
        os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY,
        0,
        RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_XDEV,
    )
    result = _libc.syscall(_OPENAT2, directory, os.fsencode(path), ctypes.byref(how), ctypes.c_size_t(24))
    return _check(result, f"open {path}")


# --- Landlock ----------------------------------------------------------------------------------------------------

_LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 444, 445, 446
LANDLOCK_NETWORK_ABI, LANDLOCK_SCOPE_ABI = 4, 6


def landlock_abi() -> int:
    """The version of Landlock that the kernel speaks, 0 for none."""
    return max(0, int(_libc.syscall(_LANDLOCK_CREATE, None, ctypes.c_size_t(0), 1)))


def landlock(network: bool, processes: bool, loopback: bool = False) -> None:
    """Forbid TCP and abstract sockets, and signals and tracing, to everybody outside. No effect on older kernels.

    With `loopback` TCP stays, for a job that has a network namespace of its own.

    It names no file rights, because a domain that does may not mount anything any more.
    """
    abi = landlock_abi()
    if abi < LANDLOCK_NETWORK_ABI or not processes:
        return
    scope = 2 | (1 if network else 0)
    scoped = abi >= LANDLOCK_SCOPE_ABI
    rules = (ctypes.c_uint64 * 3)(0, 3 if network and not loopback else 0, scope if scoped else 0)
    if (not network or loopback) and not scoped:
        return
    ruleset = _check(
        _libc.syscall(_LANDLOCK_CREATE, ctypes.byref(rules), ctypes.c_size_t(24 if scoped else 16), 0),
        "landlock_create_ruleset",
    )
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    _check(_libc.syscall(_LANDLOCK_RESTRICT, ruleset, 0), "landlock_restrict_self")
    os.close(ruleset)
