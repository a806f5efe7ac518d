"""Pipes to and from a job: bounded reading, and writing to somebody who may not listen."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable


class Intake(asyncio.Protocol):
    """Keeps the first `limit` bytes of a pipe, counts the rest, and says when it is far too much."""

    def __init__(self, limit: int | None, flood: int | None, on_flood: Callable[[], None]) -> None:
        self._limit = limit
        self._flood = flood
        self._on_flood = on_flood
        self._kept = bytearray()
        self.seen = 0
        self.ended = asyncio.Event()

    def data_received(self, data: bytes) -> None:
        self.seen += len(data)
        if self._limit is None:
            self._kept += data
        elif len(self._kept) < self._limit:
            self._kept += data[: self._limit - len(self._kept)]
        if self._flood is not None and self.seen > self._flood:
            self._on_flood()

    def connection_lost(self, exc: Exception | None) -> None:
        self.ended.set()

    @property
    def kept(self) -> bytes:
        return bytes(self._kept)

    @property
    def cut(self) -> int:
        """How many bytes were not kept."""
        return self.seen - len(self._kept)


async def read_into(handle: int, intake: Intake) -> asyncio.ReadTransport:
    loop = asyncio.get_running_loop()
    transport, _ = await loop.connect_read_pipe(lambda: intake, os.fdopen(handle, "rb", 0))
    return transport


class _Outlet(asyncio.BaseProtocol):
    def __init__(self) -> None:
        self.ended = asyncio.Event()

    def connection_lost(self, exc: Exception | None) -> None:
        self.ended.set()


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
