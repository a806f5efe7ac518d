"""Following runs: entries of a log as server-sent events, read from the store once for all who follow a run."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from typing import Final

from specwright.client.asynchronous import AsyncClient
from specwright.core.errors import StoreError
from specwright.core.run.events import Entry, Progress
from specwright.ports.queue import QueueState
from specwright.ports.store import StoredEntry
from specwright.server.errors import Refused

POLL_SECONDS: Final = 0.5
"""A run of another process wakes nobody here."""
PING_SECONDS: Final = 15.0
_WINDOW: Final = 256
"""Entries that are kept for followers who are up to date. Others read the store."""
_PAGE: Final = 128
_PROGRESS: Final = 64
IsActive = Callable[[str], bool]
_OVER: Final = frozenset({"run_ended", "run_interrupted"})
"""Kinds of the last entry of a run on which nobody works."""


def frame(line: StoredEntry) -> bytes:
    """Return an entry as a server-sent event. The event of the log stands in it as it is stored."""
    head = json.dumps({"seq": line.seq, "at": line.at})[:-1]
    return f'id: {line.seq}\nevent: entry\ndata: {head}, "event": {line.event}}}\n\n'.encode()


class Feed:
    """One run that is followed. It reads the log as long as somebody follows."""

    def __init__(self, client: AsyncClient, run_id: str, is_active: IsActive) -> None:
        self._client = client
        self._run_id = run_id
        self._is_active = is_active
        self._read = -1
        self._ended = False
        self._closing = False
        self._frames: deque[tuple[int, bytes]] = deque(maxlen=_WINDOW)
        self._progress: deque[tuple[int, bytes]] = deque(maxlen=_PROGRESS)
        self._heard = 0
        self._wake = asyncio.Event()
        self._news: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._reading = asyncio.ensure_future(self._go_on())
        self.followers = 0

    def hear(self, heard: Entry | Progress) -> None:
        """Hear of a run of this process: an entry is read from the store, progress is passed on."""
        if isinstance(heard, Entry):
            self._wake.set()
            return
        self._heard += 1
        self._progress.append((self._heard, f"event: progress\ndata: {heard.model_dump_json()}\n\n".encode()))
        self._tell()

    def wake(self) -> None:
        """Look at once whether there is more, or whether the run has ended."""
        self._wake.set()

    def close(self) -> None:
        """End all who follow."""
        self._closing = True
        self._reading.cancel()
        self._tell()

    async def follow(self, after: int) -> AsyncIterator[bytes]:
        """Yield every entry after that number as it comes, and progress between them, until the run ends."""
        reached, heard = after, self._heard
        while True:
            news = self._news
            while pending := await self._after(reached):
                reached = pending[-1][0]
                yield b"".join(data for _, data in pending)
            if fresh := [data for number, data in self._progress if number > heard]:
                yield b"".join(fresh)
            heard = self._heard
            if self._closing or (self._ended and reached >= self._read):
                yield b"event: end\ndata: {}\n\n" if self._ended else b": the server stops\n\n"
                return
            try:
                async with asyncio.timeout(PING_SECONDS):
                    await asyncio.shield(news)
            except TimeoutError:
                yield b": ping\n\n"

    async def _after(self, seq: int) -> list[tuple[int, bytes]]:
        if seq >= self._read:
            return []
        if self._frames[0][0] <= seq + 1:
            return [pair for pair in self._frames if pair[0] > seq]
        return [(line.seq, frame(line)) for line in await self._client.lines(self._run_id, seq, _PAGE)]

    async def _go_on(self) -> None:
        last = ""
        while True:
            self._wake.clear()
            active = self._is_active(self._run_id)
            lines: tuple[StoredEntry, ...] = ()
            with suppress(StoreError):  # a store that is busy is asked again
                lines = await self._client.lines(self._run_id, self._read, _PAGE)
            if lines:
                self._frames.extend((line.seq, frame(line)) for line in lines)
                self._read, last = lines[-1].seq, json.loads(lines[-1].event)["kind"]
            ended = not active and len(lines) < _PAGE and (last in _OVER or await self._was_given_up())
            if lines or ended != self._ended:
                self._ended = ended
                self._tell()
            if len(lines) == _PAGE:
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self._wake.wait()

    async def _was_given_up(self) -> bool:
        """Return whether the run failed or was cancelled, in which case its log may have no end."""
        with suppress(StoreError):
            found = await self._client.queue().get(self._run_id)
            return found is not None and found.state in (QueueState.FAILED, QueueState.CANCELLED)
        return False

    def _tell(self) -> None:
        news, self._news = self._news, asyncio.get_running_loop().create_future()
        news.set_result(None)


class Feeds:
    """The runs that are followed now."""

    def __init__(self, client: AsyncClient, is_active: IsActive, most: int = 2000) -> None:
        self._client = client
        self._is_active = is_active
        self._most = most
        self._feeds: dict[str, Feed] = {}
        self._closed = False

    @property
    def followers(self) -> int:
        return sum(feed.followers for feed in self._feeds.values())

    def hear(self, run_id: str, heard: Entry | Progress) -> None:
        """Pass on what a run of this process does."""
        if feed := self._feeds.get(run_id):
            feed.hear(heard)

    def wake(self, run_id: str) -> None:
        """Have those who follow look whether the run has ended."""
        if feed := self._feeds.get(run_id):
            feed.wake()

    @asynccontextmanager
    async def feed(self, run_id: str) -> AsyncIterator[Feed]:
        """Yield the feed of a run for one follower. Raise Refused if there are too many."""
        if self._closed or self.followers >= self._most:
            raise Refused(
                HTTPStatus.SERVICE_UNAVAILABLE, "BUSY", f"{self.followers} followers are here already",
                hint="try again as Retry-After states", retry_after=5,
            )  # fmt: skip
        feed = self._feeds.get(run_id)
        if feed is None:
            feed = self._feeds[run_id] = Feed(self._client, run_id, self._is_active)
        feed.followers += 1
        try:
            yield feed
        finally:
            feed.followers -= 1
            if not feed.followers:
                feed.close()
                if self._feeds.get(run_id) is feed:
                    del self._feeds[run_id]

    def close(self) -> None:
        """End all who follow; their clients come back with the number of their last entry."""
        self._closed = True
        for feed in self._feeds.values():
            feed.close()
