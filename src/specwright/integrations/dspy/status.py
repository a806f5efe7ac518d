"""Progress of a run as status messages of `dspy.streamify`."""

from __future__ import annotations

import asyncio
import concurrent.futures
from collections.abc import Callable
from typing import Any

import anyio.from_thread
import dspy
from dspy.streaming import StatusMessage

from specwright.core.run.events import Entry, Progress, StageEntered

Watching = Callable[[Entry | Progress], None]


class Status:
    """Sends a message for each stage to the stream that a program runs in; does nothing outside of one.

    It may be made in the event loop of the stream, or in a thread that this loop started, and hears from any thread.
    """

    def __init__(self) -> None:
        self._stream = dspy.settings.send_stream
        self._loop = _loop() if self._stream is not None else None
        self._sending: list[concurrent.futures.Future[Any]] = []

    def __call__(self, heard: Entry | Progress) -> None:
        """Hear an event of the run."""
        if self._loop is None or self._stream is None or not isinstance(heard, Entry):
            return
        if isinstance(heard.event, StageEntered):
            number = f", round {heard.event.round}" if heard.event.round else ""
            message = StatusMessage(f"specwright: {heard.event.stage.replace('_', ' ')}{number}")
            self._sending.append(asyncio.run_coroutine_threadsafe(self._stream.send(message), self._loop))

    def wait(self) -> None:
        """Wait until all of it is sent, from a thread."""
        concurrent.futures.wait(self._sending, timeout=10)

    async def sent(self) -> None:
        """Wait until all of it is sent, in the event loop."""
        if self._sending:
            await asyncio.wait([asyncio.wrap_future(each) for each in self._sending], timeout=10)


def _loop() -> asyncio.AbstractEventLoop:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return anyio.from_thread.run_sync(asyncio.get_running_loop)
