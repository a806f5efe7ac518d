"""The events of a client's runs as an iterator."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Self

from specwright.core.run.events import Entry, Progress
from specwright.pipeline.recording.event_log import Listener

__all__ = ["EventStream", "Listener"]


class EventStream:
    """Every event from its making on, until it or its client is closed. It belongs to one event loop."""

    def __init__(self, forget: Callable[[EventStream], None]) -> None:
        self._events: asyncio.Queue[Entry | Progress | None] = asyncio.Queue()
        self._forget = forget
        self._closed = False

    def hear(self, heard: Entry | Progress) -> None:
        if not self._closed:
            self._events.put_nowait(heard)

    def close(self) -> None:
        """End the iteration after the events so far."""
        if not self._closed:
            self._closed = True
            self._events.put_nowait(None)
            self._forget(self)

    async def aclose(self) -> None:
        self.close()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Entry | Progress:
        if self._closed and self._events.empty():
            raise StopAsyncIteration
        heard = await self._events.get()
        if heard is None:
            raise StopAsyncIteration
        return heard
