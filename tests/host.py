"""What of this machine no test and no benchmark may change: modes, owners, limits, settings, and what is free."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Self

PLACES = ("/", "/dev", "/dev/shm", "/tmp", "/var/tmp", "/run", str(Path.home()))
_VOLATILE = {
    *("ns_last_pid", "nr", "dentry-state", "inode-nr", "inode-state", "file-nr", "aio-nr", "entropy_avail", "uuid"),
    *("sched_domain", "nf_conntrack_count", "quota", "random", "binfmt_misc", "stable_secret", "usermodehelper"),
}
_LIMITS = [name for name in dir(resource) if name.startswith("RLIMIT_")]


@dataclass(frozen=True)
class Host:
    """The machine at one moment."""

    places: dict[str, str]
    """Mode and owner of the directories that everybody shares."""
    limits: dict[str, str]
    settings: dict[str, str]
    """The kernel's, but those that change by themselves."""
    taken: dict[str, int]
    """Of what the whole machine or the user has a fixed number: less may be taken afterwards, never more."""

    @classmethod
    def now(cls) -> Self:
        limits = {name: str(resource.getrlimit(getattr(resource, name))) for name in _LIMITS}
        return cls(places=places(), limits=limits, settings=dict(_settings()), taken=_taken())

    def changes(self, before: Self) -> list[str]:
        """What differs from before, in words."""
        found = []
        for field in fields(self)[:3]:
            old, new = getattr(before, field.name), getattr(self, field.name)
            found += [f"{key}: {old.get(key)} -> {new.get(key)}" for key in old | new if old.get(key) != new.get(key)]
        more = [key for key, count in self.taken.items() if count > before.taken.get(key, 0)]
        return found + [f"{key}: {before.taken.get(key, 0)} -> {self.taken[key]}" for key in more]


def places() -> dict[str, str]:
    """Mode and owner of the directories that everybody shares."""
    found = {}
    for place in PLACES:
        if Path(place).exists():
            status = os.stat(place)
            found[place] = f"{status.st_mode:o} {status.st_uid}:{status.st_gid}"
    return found


def _settings() -> Iterator[tuple[str, str]]:
    for folder, folders, names in os.walk("/proc/sys"):
        folders[:] = [name for name in folders if name not in _VOLATILE and not name.startswith(("veth", "docker"))]
        for name in names:
            if name not in _VOLATILE:
                try:
                    yield f"{folder}/{name}", Path(folder, name).read_text(errors="replace")
                except OSError:
                    continue  # for writing only, or for somebody else


def _taken() -> dict[str, int]:
    found = {"asynchronous contexts": int(Path("/proc/sys/fs/aio-nr").read_text()), "inotify instances": _inotify()}
    found |= {f"System V {kind}": len(_lines(f"/proc/sysvipc/{kind}")) - 1 for kind in ("shm", "sem", "msg")}
    terminals = Path("/proc/sys/kernel/pty/nr")
    return found | ({"terminals": int(terminals.read_text())} if terminals.exists() else {})


def _lines(path: str) -> list[str]:
    return Path(path).read_text().splitlines() if Path(path).exists() else [""]


def _inotify() -> int:
    """The watchers of files that are open anywhere, as far as we may look, but for those of tests beside us.

    What was left behind has no parent any more. What another test has, such as a browser, has a parent of ours.
    """
    count, ours = 0, {*_ancestors(os.getpid())}
    for folder in Path("/proc").glob("[0-9]*/fd"):
        above = {*_ancestors(int(folder.parent.name))}
        if os.getpid() not in above and above & ours:
            continue
        try:
            handles = list(folder.iterdir())
        except OSError:
            continue
        for handle in handles:
            try:
                count += "inotify" in os.readlink(handle)
            except OSError:
                continue
    return count


def _ancestors(pid: int) -> Iterator[int]:
    """Yield the process and its parents, without the first process of all."""
    while pid > 1:
        yield pid
        try:
            pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            return
