"""How often somebody may ask, and how much is done at once."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Final

from specwright.server.errors import Refused

_MOST_KNOWN: Final = 10_000


class RequestRate:
    """So many requests a minute for each name, with as many at once in the beginning."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str, per_minute: int) -> None:
        """Count a request. Raise Refused if there were too many."""
        now = self._now()
        left, at = self._left.pop(name, (float(per_minute), now))
        left = min(per_minute, left + (now - at) * per_minute / 60)
        self._left[name] = max(0.0, left - 1), now
        while len(self._left) > _MOST_KNOWN:
            self._left.popitem(last=False)
        if left < 1:
            raise Refused(
                HTTPStatus.TOO_MANY_REQUESTS,
                "TOO_MANY_REQUESTS",
                f"more than {per_minute} requests a minute",
                hint="wait as long as Retry-After states",
                retry_after=(1 - left) * 60 / per_minute,
            )


class SandboxTurns:
    """Work in the sandbox takes turns: so much at once, so much waiting, and no more."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._at_once = at_once
        self._most = waiting
        self._turns = asyncio.Semaphore(at_once)
        self._usual_seconds = 0.2
        self.waiting = 0
        self.working = 0

    @asynccontextmanager
    async def turn(self, full: HTTPStatus = HTTPStatus.SERVICE_UNAVAILABLE) -> AsyncIterator[None]:
        """Wait for a turn. Raise Refused with that status if too many wait already."""
        if self.waiting >= self._most:
            raise Refused(
                full,
                "BUSY",
                f"{self.waiting} requests wait for the sandbox already",
                hint="try again as Retry-After states",
                retry_after=self._usual_seconds * self.waiting / self._at_once,
            )
        self.waiting += 1
        try:
            await self._turns.acquire()
        finally:
            self.waiting -= 1
        began = time.monotonic()
        self.working += 1
        try:
            yield
        finally:
            self.working -= 1
            self._turns.release()
            self._usual_seconds += 0.1 * (time.monotonic() - began - self._usual_seconds)
