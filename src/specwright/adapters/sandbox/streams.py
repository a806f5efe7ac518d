"""Pipes to and from a job: bounded reading, and writing to a program that may not read."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
from collections.abc import Callable


class Intake(asyncio.Protocol):
    """Keeps the first `limit` bytes of a pipe, counts the rest, and calls back if it is far too much."""

    def __init__(self, limit: int | None, flood: int | None, on_flood: Callable[[], None]) -> None:
        self._limit = limit
        self._flood = flood
        self._on_flood = on_flood
        self._kept = bytearray()
        self.seen = 0
        self.ended = asyncio.Event()
        self._arrived = asyncio.Event()

    def data_received(self, data: bytes) -> None:
        self.seen += len(data)
        if self._limit is None:
            self._kept += data
        elif len(self._kept) < self._limit:
            self._kept += data[: self._limit - len(self._kept)]
        if self._flood is not None and self.seen > self._flood:
            self._on_flood()
        self._arrived.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self._on_flood = _ignore  # it leads back to the job, which would then wait for the garbage collector
        self.ended.set()
        self._arrived.set()

    def lose_nothing(self) -> None:
        """Report an excess at the limit, instead of discarding the rest."""
        self._flood = self._limit

    async def take(self) -> bytes:
        """Wait for bytes and return those that are kept, which makes room for others; b"" at the end."""
        while not self._kept and not self.ended.is_set():
            self._arrived.clear()
            await self._arrived.wait()
        taken = self.kept
        self._kept.clear()
        self.seen -= len(taken)
        return taken

    @property
    def kept(self) -> bytes:
        return bytes(self._kept)

    @property
    def cut(self) -> int:
        """How many bytes were not kept."""
        return self.seen - len(self._kept)


def _ignore() -> None:
    """A closed pipe floods no more."""


async def read_into(handle: int, intake: Intake) -> asyncio.ReadTransport:
    loop = asyncio.get_running_loop()
    transport, _ = await loop.connect_read_pipe(lambda: intake, os.fdopen(handle, "rb", 0))
    return transport


class _Outlet(asyncio.BaseProtocol):
    def __init__(self) -> None:
        self.ended = asyncio.Event()

    def connection_lost(self, exc: Exception | None) -> None:
        self.ended.set()


async def wait_for(process: subprocess.Popen[bytes]) -> None:
    """Wait for the end of a child without a thread: when the interpreter ends, none can be started any more."""
    ended = asyncio.Event()
    handle = os.pidfd_open(process.pid) if process.poll() is None else -1
    if handle < 0:
        return
    loop = asyncio.get_running_loop()
    loop.add_reader(handle, ended.set)
    try:
        await ended.wait()
    finally:
        loop.remove_reader(handle)
        os.close(handle)
    process.wait()


async def write_some(handle: int, data: bytes) -> None:
    """Write all of it and leave the pipe open. A reader that goes away before the end is no error."""
    os.set_blocking(handle, False)
    loop, rest = asyncio.get_running_loop(), memoryview(data)
    while rest:
        try:
            rest = rest[os.write(handle, rest) :]
        except BlockingIOError:
            writable = asyncio.Event()
            loop.add_writer(handle, writable.set)
            try:
                await writable.wait()
            finally:
                loop.remove_writer(handle)
        except BrokenPipeError:
            return


async def write_all(handle: int, data: bytes) -> None:
    """Write and close. A reader that goes away before the end is no error."""
    with contextlib.suppress(BrokenPipeError, BlockingIOError):
        os.set_blocking(handle, False)
        data = data[os.write(handle, data) :] if data else data
    if not data:
        os.close(handle)
        return
    outlet = _Outlet()
    transport, _ = await asyncio.get_running_loop().connect_write_pipe(lambda: outlet, os.fdopen(handle, "wb", 0))
    try:
        transport.write(data)
        transport.write_eof()
        await outlet.ended.wait()
    finally:
        if not outlet.ended.is_set():
            transport.abort()
