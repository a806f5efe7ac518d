"""Our end of the guardian: starts it, hands it jobs, hears of their ends."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import specwright
from specwright.adapters.sandbox.host.cgroup import Spent, group_of
from specwright.adapters.sandbox.streams import wait_for
from specwright.core.errors import SandboxUnavailable

_PACKAGE: Final = str(Path(specwright.__file__).parent)
# The guardian needs nothing but its own files, so the package around them is not imported: it starts in a few ms.
_PROGRAM: Final = """
import sys, types
package = types.ModuleType("specwright"); package.__path__ = [sys.argv[1]]; sys.modules["specwright"] = package
from specwright.adapters.sandbox.host.guardian import main
main()
"""
_READY_SECONDS: Final = 20.0
_MESSAGE: Final = 65536


def _start_guardian(theirs: socket.socket, cpus: float | None, errors: int) -> subprocess.Popen[bytes]:
    interpreter = str(Path(sys.executable).resolve())
    return subprocess.Popen(
        [interpreter, "-I", "-S", "-c", _PROGRAM, _PACKAGE, str(theirs.fileno()), str(cpus or 0)],
        pass_fds=[theirs.fileno()],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=errors,
        env={},
        cwd="/",
        start_new_session=True,
    )


class GuardianChannel:
    """One guardian process. Lives on the event loop that opened it."""

    def __init__(self, process: subprocess.Popen[bytes], sock: socket.socket, errors: int) -> None:
        self._process = process
        self._socket = sock
        self._errors = errors
        self._ids = itertools.count(1)
        self._ends: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._ready: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.closed = False
        asyncio.get_running_loop().add_reader(sock, self._hear)

    @classmethod
    async def open(cls, cpus: float | None) -> GuardianChannel:
        """Start a guardian. Raise SandboxUnavailable."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        errors = os.memfd_create("guardian")
        with theirs:
            process = _start_guardian(theirs, cpus, errors)
        channel = cls(process, ours, errors)
        try:
            async with asyncio.timeout(_READY_SECONDS):
                await asyncio.shield(channel._ready)
        except TimeoutError:
            await channel.close()
            raise SandboxUnavailable("the sandbox's guardian process did not start in time") from None
        except asyncio.CancelledError:
            await asyncio.shield(channel.close())
            raise
        return channel

    def start(self, spec: bytes, handles: list[int]) -> tuple[int, asyncio.Future[dict[str, Any]]]:
        """Have the job of this JSON text started, and return its number and its end. Raise SandboxUnavailable.

        The end raises SandboxUnavailable if the guardian is gone before it.
        """
        if self.closed:
            raise self._gone()
        id_ = next(self._ids)
        end: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        content = os.memfd_create("job")
        try:
            with open(content, "wb", closefd=False) as file:
                file.write(spec)
            socket.send_fds(self._socket, [json.dumps({"start": id_}).encode()], [content, *handles])
        except ConnectionError:
            self._lost()  # at once: the event loop may not have heard of it
            raise self._gone() from None
        except OSError as error:
            raise SandboxUnavailable(f"a job could not be handed to the sandbox's guardian process: {error}") from error
        finally:
            os.close(content)
        self._ends[id_] = end
        return id_, end

    def spent(self, id_: int) -> Spent:
        """The use of a running job so far, if it is counted."""
        home = {controller: Path(folder) for controller, folder in self.ready["cgroups"].items()}
        return group_of(home, self.ready["ready"], id_).spent()

    def kill(self, id_: int) -> None:
        if id_ in self._ends and not self.closed:
            with contextlib.suppress(OSError):
                self._socket.send(json.dumps({"kill": id_}).encode())

    def _hear(self) -> None:
        try:
            data = self._socket.recv(_MESSAGE, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._lost()
            return
        message = json.loads(data)
        if "ready" in message:
            self._ready.set_result(message)
        elif (end := self._ends.pop(message["id"], None)) is not None and not end.done():
            end.set_result(message)

    def _lost(self) -> None:
        self._let_go()
        for end in (self._ready, *self._ends.values()):
            if not end.done():
                end.set_exception(self._gone())
                end.exception()  # perhaps no caller waits
        self._ends.clear()

    def _gone(self) -> SandboxUnavailable:
        said = os.pread(self._errors, 4000, 0).decode("utf-8", "replace").strip() if self._errors >= 0 else ""
        why = f": {said.splitlines()[-1]}" if said else ""
        return SandboxUnavailable(f"the sandbox's guardian process is gone{why}")

    def _let_go(self) -> None:
        if not self.closed:
            self.closed = True
            asyncio.get_running_loop().remove_reader(self._socket)
            self._socket.close()

    @property
    def ready(self) -> dict[str, Any]:
        """The guardian's report on itself: `cgroups`, the places of its groups by usable controller."""
        return self._ready.result()

    async def close(self) -> None:
        """End every job and the guardian."""
        self._let_go()
        await wait_for(self._process)
        self._lost_quietly()
        if self._errors >= 0:
            os.close(self._errors)
            self._errors = -1

    def _lost_quietly(self) -> None:
        for end in self._ends.values():
            if not end.done():
                end.set_exception(SandboxUnavailable("the sandbox was closed"))
                end.exception()
        self._ends.clear()
