"""What a forked child of the guardian does until the job's program runs. Standard library only.

Both ways begin alike: a mount namespace of our own with one tmpfs, limited in bytes and in files, that will be all the
job can write to; the job's files on it; then no privilege any more. From there either bubblewrap builds the walls, or
`enter` builds the same ones with the kernel's calls.

As root it mounts as root and then becomes the user `nobody`; other users get the right to mount
from a user namespace. In both cases the last user namespace is new, because the kernel counts processes per namespace.
"""

from __future__ import annotations

import base64
import fcntl
import os
import resource
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from specwright.adapters.sandbox.host import kernel
from specwright.adapters.sandbox.host.walls import Walls

NOBODY: Final = 65534
_PLACES: Final = ("/mnt", "/media", "/srv", "/opt", "/home")
_SIGKILL: Final = 9
# Address space beyond the memory limit, which Java and node reserve and never touch.
_RESERVED: Final = 4 * 1024**3
_INODES: Final = 8192
_PARKING, _LEFT_OPEN = 100, 200
WRITABLE: Final = (("box", "/box"), ("tmp", "/tmp"), ("shm", "/dev/shm"))  # noqa: S108 - inside, and private
MARK: Final = "/.specwright"
"""In the root directory of every sandbox. Our drivers refuse to start without it: they remove files."""
DEVICES: Final = ("null", "zero", "full", "random", "urandom")
DEVICE_LINKS: Final = (("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2"))
_PENDING_SIGNALS: Final = 1024
"""The kernel keeps one count for a user: without a limit a job could leave none to the others."""


@dataclass(frozen=True)
class Start:
    """One job as the guardian receives it."""

    argv: tuple[str, ...]
    env: dict[str, str]
    files: dict[str, str]
    """Contents in base64."""
    mounts: tuple[tuple[str, str], ...]
    limits: dict[str, Any]
    walls: Walls
    technology: str
    report: bool
    loopback: bool = False
    """Whether the job may use the loopback of its own network namespace. Without one, it may not."""
    bwrap: str = ""
    """The path of bubblewrap, if that builds the walls."""

    @property
    def has_loopback(self) -> bool:
        return self.loopback and self.walls.network

    @classmethod
    def read(cls, spec: dict[str, Any]) -> Start:
        return cls(
            **{
                **spec,
                "argv": tuple(spec["argv"]),
                "mounts": tuple((source, target) for source, target in spec["mounts"]),
                "walls": Walls(**spec["walls"]),
            }
        )


@dataclass(frozen=True)
class Descriptors:
    """The child's descriptors, by their use."""

    stdin: int
    stdout: int
    stderr: int
    status: int
    """The pipe for the reason of a failure; closed by the program's start."""
    report: int | None = None
    folder: int | None = None
    """A socket over which the job's working directory goes to the collecting process."""


def is_privileged() -> bool:
    """Whether we are root with the right to mount."""
    if os.geteuid() != 0:
        return False
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("CapEff:"):
            return bool(int(line.split()[1], 16) >> 21 & 1)
    return False


def library_links() -> tuple[tuple[str, str], ...]:
    """The links of a merged /usr, such as (`usr/lib`, `/lib`)."""
    names = ("lib", "lib32", "lib64", "bin", "sbin")
    return tuple((str(Path(f"/{name}").readlink()), f"/{name}") for name in names if Path(f"/{name}").is_symlink())


def visible(start: Start) -> list[tuple[str, str, bool]]:
    """What the job sees of the host: (source, target, writable). With the wall lowered, everything."""
    needed = [(source, target, False) for source, target in start.mounts]
    if start.walls.files:
        return needed
    own = {"proc", "dev", "tmp", "box"}
    folders = [path for path in Path("/").iterdir() if path.name not in own and not path.is_symlink()]
    open_to_all = [str(path) for path in folders if path.is_dir() and path.stat().st_mode & 0o5 == 0o5]
    return [(path, path, True) for path in open_to_all] + [(source, target, True) for source, target, _ in needed]


def anchors(targets: Iterable[str]) -> list[str]:
    """Return the folders right below a private place in which one of these is to be mounted.

    Each becomes a read-only mount of its own. A job could rename a plain folder, and mounts below it would be
    gone for the calls after it.
    """
    found = set[str]()
    mounted = set(targets)
    for target in mounted:
        for _, place in WRITABLE:
            first, below, _ = target.removeprefix(f"{place}/").partition("/")
            if target.startswith(f"{place}/") and below and f"{place}/{first}" not in mounted:
                found.add(f"{place}/{first}")
    return sorted(found)


def prepare(start: Start, handed: Descriptors) -> str:
    """A private mount namespace with the job's own file system in it; returns where that is. Raises OSError."""
    privileged = is_privileged()
    owner = os.getuid(), os.getgid()
    kernel.unshare(kernel.CLONE_NEWNS | (0 if privileged else kernel.CLONE_NEWUSER))
    if not privileged:
        map_user(owner, owner)
    kernel.mount(None, "/", None, kernel.MS_REC | kernel.MS_PRIVATE)
    if not start.walls.descriptors:
        os.dup2(os.open("/", os.O_RDONLY), _LEFT_OPEN, inheritable=True)
    place = _free_place(start)
    limit = int(start.limits["file_bytes"])
    size = f"size={limit},nr_inodes={_INODES}," if start.walls.space else ""
    kernel.mount("tmpfs", place, "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, f"{size}mode=755")
    for name, _ in WRITABLE:
        Path(place, name).mkdir(mode=0o700)
    _write_files(start, Path(place, "box"))
    if privileged:
        _give_away(place)
    if handed.folder is not None:
        folder = os.open(f"{place}/box", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        with socket.socket(fileno=handed.folder) as channel:
            socket.send_fds(channel, [b"box"], [folder])
        os.close(folder)
    return place


def _free_place(start: Start) -> str:
    """A directory that every system has and that is never mounted."""
    for place in _PLACES:
        taken = any(source == place or source.startswith(f"{place}/") for source, _ in start.mounts)
        if Path(place).is_dir() and not taken:
            return place
    raise OSError("no directory is free to hold the sandbox's files")


def _write_files(start: Start, box: Path) -> None:
    for name, content in start.files.items():
        path = box / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(content))
        path.chmod(0o700)


def _give_away(place: str) -> None:
    """Everything in the job's file system belongs to the user that the job runs as."""
    for folder, _, names in os.walk(place):
        if folder != place:
            os.chown(folder, NOBODY, NOBODY)
        for name in names:
            os.chown(f"{folder}/{name}", NOBODY, NOBODY)


def map_user(inside: tuple[int, int], outside: tuple[int, int]) -> None:
    """In a user namespace just made: this one user, and no other."""
    Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
    Path("/proc/self/uid_map").write_text(f"{inside[0]} {outside[0]} 1", encoding="ascii")
    Path("/proc/self/gid_map").write_text(f"{inside[1]} {outside[1]} 1", encoding="ascii")


def become_nobody() -> None:
    """Give up root for good; no effect for anybody else."""
    if os.getuid() == 0 and is_privileged():
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
        kernel.prctl(kernel.PR_SET_DUMPABLE, 1)  # else our own files in /proc are not ours any more
        kernel.prctl(kernel.PR_SET_PDEATHSIG, _SIGKILL)  # forgotten by the change of user


def limit_resources(start: Start) -> None:
    """The limits that the kernel keeps for every process by itself."""
    limits, walls = start.limits, start.walls
    memory, cpu = int(limits["memory_bytes"]), int(limits["cpu_seconds"]) + 1
    wanted: list[tuple[int, int, bool]] = [
        (resource.RLIMIT_CORE, 0, True),
        (resource.RLIMIT_MEMLOCK, 64 * 1024, True),
        (resource.RLIMIT_MSGQUEUE, 0, True),
        (resource.RLIMIT_RTPRIO, 0, True),
        (resource.RLIMIT_SIGPENDING, _PENDING_SIGNALS, walls.pending_signals),
        (resource.RLIMIT_DATA, memory, walls.memory),
        (resource.RLIMIT_AS, memory + _RESERVED, walls.memory),
        (resource.RLIMIT_CPU, cpu, walls.cpu),
        # A little above the control group's limit, which counts how often it had to refuse.
        (resource.RLIMIT_NPROC, int(limits["processes"]) + 4, walls.process_count),
        (resource.RLIMIT_FSIZE, int(limits["file_bytes"]), walls.file_size),
    ]
    for kind, most, up in wanted:
        if up:
            hard = resource.getrlimit(kind)[1]
            value = most if hard == resource.RLIM_INFINITY else min(most, hard)
            # The first limit of CPU time warns the program and the second ends it.
            soft = max(1, value - 1) if kind == resource.RLIMIT_CPU else value
            resource.setrlimit(kind, (soft, value))


def limit_open_files(start: Start) -> None:
    """The last of the limits, because `hand_over` needs numbers above it."""
    if start.walls.open_files:
        most = min(int(start.limits["open_files"]), resource.getrlimit(resource.RLIMIT_NOFILE)[1])
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def hand_over(places: dict[int, int], close_others: bool) -> None:
    """Put each descriptor (value) in its place (key), open for the program, and close every other."""
    parked = {place: fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, _PARKING) for place, fd in places.items()}
    os.closerange(0, _PARKING)
    for place, fd in parked.items():
        os.dup2(fd, place, inheritable=True)
    os.closerange(_PARKING, _LEFT_OPEN if not close_others else 65536)
