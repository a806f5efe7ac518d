"""File locks: one process at a time writes to a run. A lock dies with the process that holds it."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import stat
from pathlib import Path

from specwright.core.errors import StoreError


def refuse_what_is_no_file(path: Path) -> None:
    """Raise OSError unless the path is a file or nothing: opening a pipe would wait for its other end."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is not a file", str(path))


class RunLocks:
    """The locks that one store holds, each on a file beside the store."""

    def __init__(self, store: Path) -> None:
        self._store = store
        self._held: dict[str, int] = {}

    def hold(self, run_id: str) -> None:
        """Hold the run's lock. Raise StoreError if it is held already, OSError if it cannot be made."""
        if run_id in self._held:
            raise StoreError(f"run {run_id} is being worked on already", hint="wait for it to end")
        self._held[run_id] = _lock(self._path(run_id), run_id)

    def free(self, run_id: str) -> None:
        """Give up the run's lock, if it is held."""
        descriptor = self._held.pop(run_id, None)
        if descriptor is not None:
            with contextlib.suppress(OSError):  # the lock ends with its descriptor; the file is swept later
                self._path(run_id).unlink(missing_ok=True)
            os.close(descriptor)

    def free_all(self) -> None:
        for run_id in tuple(self._held):
            self.free(run_id)

    def _path(self, run_id: str) -> Path:
        return self._store.with_name(f"{self._store.name}.{run_id}.lock")


def _lock(path: Path, run_id: str) -> int:
    while True:
        refuse_what_is_no_file(path)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            raise StoreError(
                f"another process is working on run {run_id}", hint="wait for it to end, or end it, then resume"
            ) from None
        with contextlib.suppress(FileNotFoundError):
            if path.stat().st_ino == os.fstat(descriptor).st_ino:
                return descriptor
        os.close(descriptor)  # its last holder removed the file between our open and our lock
