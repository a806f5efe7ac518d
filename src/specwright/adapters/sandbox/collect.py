"""Brings files out of a job's working directory without being led astray by what the job made of it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from specwright.adapters.sandbox.host import kernel


def collect(folder: int, names: tuple[str, ...], limit: int, careful: bool = True) -> dict[str, bytes]:
    """Return the named regular files below the directory, no more than `limit` bytes in all.

    Whatever is reached through a link or another mount, is no regular file, has a second name, or is too large is left
    out, as is what does not exist. Nothing must be running in the directory any more.
    """
    found: dict[str, bytes] = {}
    room = limit
    for name in names:
        content = _read(folder, name, room) if careful else _read_carelessly(folder, name)
        if content is not None:
            found[name] = content
            room -= len(content)
    return found


def _read(folder: int, name: str, room: int) -> bytes | None:
    try:
        handle = kernel.open_beneath(folder, name)
    except (OSError, ValueError):
        return None
    with os.fdopen(handle, "rb") as file:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode) or status.st_nlink != 1 or status.st_size > room:
            return None
        return file.read(room + 1)[:room]


def _read_carelessly(folder: int, name: str) -> bytes | None:
    """With the wall lowered, to show that it is one."""
    try:
        return (Path(f"/proc/self/fd/{folder}") / name).read_bytes()
    except OSError:
        return None
