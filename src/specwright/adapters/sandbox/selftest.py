"""Tries the walls of a sandbox before anybody trusts it."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import os
import secrets
import socket
from pathlib import Path
from typing import Final

from specwright.core.errors import SandboxUnavailable
from specwright.ports.sandbox import ExecEnding, Job, Limits, Mount, Sandbox

# One line for each wall that did not hold; runs inside.
_TRY: Final = """
import json, os, socket, sys
told, held = json.loads(sys.stdin.read()), []
def wall(name, attempt):
    try:
        broken = attempt()
    except (OSError, MemoryError):
        broken = False
    held.append([name, not broken])
def network():
    if os.readlink("/proc/self/ns/net") == told["net"]:
        return True
    with socket.create_connection(("127.0.0.1", told["port"]), 2):
        return True
def files():
    return open(told["secret"]).read() == told["word"]
def writing():
    open("/usr/lib/specwright-was-here", "w").close()
    return True
def processes():
    return open("/proc/%d/stat" % told["pid"]).read().rsplit(")", 1)[1].split()[19] == told["began"]
def memory():
    return len(bytearray(told["memory"])) > 0
def environment():
    return told["name"] in os.environ
for attempt in (network, files, writing, processes, memory, environment):
    wall(attempt.__name__, attempt)
os.write(3, json.dumps(held).encode())
"""
_MEMORY: Final = 96 * 1024 * 1024
_PREFIX: Final = "specwright-selftest-"


async def tried_walls(sandbox: Sandbox, interpreter: str, mounts: tuple[Mount, ...]) -> tuple[str, ...]:
    """Try network, files, processes, memory and environment from inside; the names of the walls that held: all.

    Raise SandboxUnavailable naming the ones that did not, or why nothing could be tried.
    """
    word, name = secrets.token_hex(8), f"WALL_TEST_{secrets.token_hex(8)}"
    folder = _open_folder()
    await asyncio.to_thread(sweep_secrets, folder)
    handle, secret = await asyncio.to_thread(_write_secret, folder, word)
    os.environ[name] = word
    try:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            told = {"port": listener.getsockname()[1], "secret": secret, "word": word, "pid": os.getpid()}
            told |= {"memory": 2 * _MEMORY, "name": name, "began": await asyncio.to_thread(_began)}
            told["net"] = await asyncio.to_thread(os.readlink, "/proc/self/ns/net")
            job = Job(
                argv=(interpreter, "-S", "-c", _TRY),
                stdin=json.dumps(told).encode(),
                mounts=mounts,
                limits=Limits(wall_seconds=20.0, memory_bytes=_MEMORY),
                report=True,
            )
            result = await sandbox.run(job)
    finally:
        del os.environ[name]
        await asyncio.to_thread(Path(secret).unlink, missing_ok=True)
        os.close(handle)
    if result.ending is not ExecEnding.EXITED or result.exit_code != 0:
        said = (result.stderr or b"").decode("utf-8", "replace").strip().splitlines()
        raise SandboxUnavailable(f"its self-test ended by {result.ending.value}{': ' + said[-1] if said else ''}")
    held = dict(json.loads(result.report))
    broken = [wall for wall, up in held.items() if not up]
    if broken:
        raise SandboxUnavailable(f"these walls do not hold: {', '.join(broken)}")
    return tuple(held)


def _open_folder() -> str:
    """Return a directory outside of any that a sandbox has of its own."""
    return next((path for path in ("/var/tmp", "/run") if os.access(path, os.W_OK)), str(Path.home()))  # noqa: S108


def _began() -> str:
    """When this process began: its number alone may mean another process inside."""
    return Path("/proc/self/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[19]


def _write_secret(folder: str, word: str) -> tuple[int, str]:
    """A file that everybody on this machine can read, locked as long as the descriptor is open. Raise OSError."""
    path, handle = f"{folder}/{_PREFIX}{secrets.token_hex(8)}", -1
    try:
        handle = os.open(folder, os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, 0o644)
        fcntl.flock(handle, fcntl.LOCK_SH)
        os.link(f"/proc/self/fd/{handle}", path, follow_symlinks=True)  # locked before anybody can see it
    except OSError:  # not every file system has files without a name
        if handle >= 0:
            os.close(handle)
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC, 0o644)
        fcntl.flock(handle, fcntl.LOCK_SH)
    os.write(handle, word.encode("ascii"))
    os.fchmod(handle, 0o644)
    return handle, path


def sweep_secrets(folder: str) -> None:
    """Remove the files that killed processes of ours left: no process holds their lock any more."""
    for path in Path(folder).glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):
            handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
            try:
                if os.fstat(handle).st_uid == os.getuid():
                    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    path.unlink()
            finally:
                os.close(handle)
