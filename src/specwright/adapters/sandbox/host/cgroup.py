"""Control groups, if we may make them: the only limit on the memory of a whole tree. Standard library only.

Version 2 with its controllers delegated, or version 1 as root. Each job gets a group of its own, named after the
guardian that made it, so that a guardian finds and removes what a killed one has left.
"""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path("/sys/fs/cgroup")
PREFIX: Final = "specwright-"
_V1: Final = ("memory", "pids", "cpu", "cpuacct")


@dataclass(frozen=True)
class Spent:
    """What a group has seen."""

    oom_kills: int = 0
    refused_processes: int = 0
    peak_memory: int | None = None
    cpu_seconds: float | None = None


@dataclass(frozen=True)
class Group:
    """One job's group: a directory for each controller (version 1) or a single one."""

    folders: dict[str, Path]

    def join(self) -> None:
        """Put the calling process in. Raises OSError."""
        for folder in set(self.folders.values()):
            (folder / "cgroup.procs").write_text("0", encoding="ascii")

    def spent(self) -> Spent:
        cpu = _number(self._file("cpuacct", "cpuacct.usage"))
        # Version 2 reports the time of every group, whether or not it can be limited.
        usec = _field(self._file("memory", "cpu.stat"), "usage_usec")
        oom = self._file("memory", "memory.events"), self._file("memory", "memory.oom_control")
        peak = self._file("memory", "memory.peak"), self._file("memory", "memory.max_usage_in_bytes")
        return Spent(
            oom_kills=max(_field(path, "oom_kill") or 0 for path in oom),
            refused_processes=_field(self._file("pids", "pids.events"), "max") or 0,
            peak_memory=next((found for path in peak if (found := _number(path)) is not None), None),
            cpu_seconds=cpu / 1e9 if cpu is not None else usec / 1e6 if usec is not None else None,
        )

    def _file(self, controller: str, name: str) -> str | None:
        folder = self.folders.get(controller)
        return None if folder is None else f"{folder}/{name}"

    def kill(self) -> None:
        """End every process in the group, however often it forks. Needs version 2."""
        for folder in set(self.folders.values()):
            # Somebody else may be removing it just now, or it is of version 1.
            with contextlib.suppress(OSError):
                handle = os.open(folder / "cgroup.kill", os.O_WRONLY)
                try:
                    os.write(handle, b"1")
                finally:
                    os.close(handle)

    def remove(self) -> bool:
        """Whether nothing of it is left; as long as processes in it are still dying, something is."""
        gone = True
        for folder in set(self.folders.values()):
            try:
                folder.rmdir()
            except FileNotFoundError:
                continue
            except OSError:
                gone = False
        return gone


def _number(path: str | None) -> int | None:
    try:
        return int(_content(path))
    except ValueError:
        return None


def _field(path: str | None, name: str) -> int | None:
    words = _content(path).split()
    return int(words[words.index(name) + 1]) if name in words[::2] else None


def _content(path: str | None) -> str:
    """Nothing if it is not there. Read in as few steps as possible: a caller waits."""
    try:
        handle = os.open(path or "", os.O_RDONLY)
    except OSError:
        return ""
    try:
        return os.read(handle, 4096).decode("ascii")
    except OSError:
        return ""
    finally:
        os.close(handle)


def homes() -> dict[str, Path]:
    """For each controller the directory in which we can make groups; empty where we can make none that limit."""
    unified = ROOT / "cgroup.controllers"
    if unified.exists():
        return _unified_homes()
    found = {}
    for name in _V1:
        folder = ROOT / name
        if (folder / "cgroup.procs").exists() and os.access(folder, os.W_OK):
            found[name] = folder
    if not {"memory", "pids"} <= found.keys():
        return {}
    tree = ROOT / "unified"
    if (tree / "cgroup.procs").exists() and os.access(tree, os.W_OK):
        found["tree"] = tree
    return found


def _unified_homes() -> dict[str, Path]:
    """The root of the hierarchy, or the place where our own group stands, if its controllers reach its children."""
    for home in (ROOT, (ROOT / _own_group().lstrip("/")).parent):
        try:
            offered = set((home / "cgroup.subtree_control").read_text(encoding="ascii").split())
        except OSError:
            continue
        if {"memory", "pids"} <= offered and os.access(home, os.W_OK):
            return dict.fromkeys(sorted(offered & {"memory", "pids", "cpu"}), home)
    return {}


def _own_group() -> str:
    """Our place in the hierarchy of version 2."""
    lines = Path("/proc/self/cgroup").read_text(encoding="utf-8").splitlines()
    return next((line.removeprefix("0::") for line in lines if line.startswith("0::")), "/")


def group_of(home: dict[str, Path], guardian: int, job: int) -> Group:
    """The group of a guardian's job."""
    return Group({controller: folder / f"{PREFIX}{guardian}-{job}" for controller, folder in home.items()})


def make_group(group: Group, memory: int | None, processes: int | None, cpus: float | None) -> None:
    """Raises OSError; nothing is left then."""
    try:
        for folder in set(group.folders.values()):
            folder.mkdir()
        _limit(group, memory, processes, cpus)
    except OSError:
        group.remove()
        raise


def _limit(group: Group, memory: int | None, processes: int | None, cpus: float | None) -> None:
    if memory is not None:
        folder = group.folders["memory"]
        _set_either(folder, ("memory.max", "memory.limit_in_bytes"), str(memory))
        _set_if_there(folder, "memory.swap.max", "0")
        _set_if_there(folder, "memory.memsw.limit_in_bytes", str(memory))
    if processes is not None:
        _set_either(group.folders["pids"], ("pids.max",), str(processes))
    if cpus is not None and "cpu" in group.folders:
        quota = str(int(cpus * 100_000))
        folder = group.folders["cpu"]
        _set_if_there(folder, "cpu.max", f"{quota} 100000")
        _set_if_there(folder, "cpu.cfs_quota_us", quota)


def _set_either(folder: Path, names: tuple[str, ...], value: str) -> None:
    name = next((name for name in names if (folder / name).exists()), None)
    if name is None:
        raise FileNotFoundError(f"{folder} has no {names[0]}: its controller is not there")
    (folder / name).write_text(value, encoding="ascii")


def _set_if_there(folder: Path, name: str, value: str) -> None:
    if (folder / name).exists():
        (folder / name).write_text(value, encoding="ascii")


def _runs(pid: str) -> bool:
    """Whether there is such a process; one that was killed and not yet taken leave of is none."""
    try:
        state = Path("/proc", pid, "stat").read_text(encoding="utf-8", errors="replace").rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state not in "ZX"


def left_by_others(home: dict[str, Path]) -> list[Group]:
    """The groups of guardians that are no more, with everything that still ran in them ended."""
    found = []
    names = {path.name for folder in home.values() for path in folder.glob(f"{PREFIX}*")}
    for name in names:
        owner = name.removeprefix(PREFIX).split("-", 1)[0]
        if owner.isdigit() and not _runs(owner):
            group = Group({controller: folder / name for controller, folder in home.items()})
            group.kill()
            found.append(group)
    return found
