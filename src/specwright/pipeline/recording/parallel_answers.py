"""Questions that are asked side by side, and recorded as if they had been asked one after the other.

An answer is kept the moment it is there, but becomes an entry of the log only when no other question is on its way:
then all of them do, in the order in which they were asked. So a process killed between two entries never leaves a
question behind that was asked and not recorded, and the log does not depend on who happened to answer first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from specwright.core.run.events import Effect


@dataclass(slots=True, eq=False)
class _Asked:
    recorded: asyncio.Future[None]
    event: Effect | None = None


StoreEffect = Callable[[Effect], Awaitable[None]]


class ParallelAnswers:
    """The questions of one log that are on their way."""

    def __init__(self) -> None:
        self._asked: list[_Asked] = []

    async def add(self, perform: Callable[[], Awaitable[Effect]], keep: StoreEffect, record: StoreEffect) -> Effect:
        """Return the result of `perform` once it is recorded. Raise what `perform`, `keep` and `record` raise.

        `keep` makes an answer safe while others are on their way; `record` makes it an entry of the log.
        """
        asked = _Asked(asyncio.get_running_loop().create_future())
        self._asked.append(asked)
        try:
            event = await perform()
            if len(self._asked) > 1:
                await keep(event)
            asked.event = event
            await self._record_all(record)
            await asked.recorded
        except BaseException:
            # A question that was given up no longer holds the others back; answers are kept and can be recalled.
            if asked in self._asked:
                self._asked.remove(asked)
                await self._record_all(record)
            raise
        return event

    async def _record_all(self, record: StoreEffect) -> None:
        if any(asked.event is None for asked in self._asked):
            return
        there, self._asked = self._asked, []
        for asked in there:
            try:
                if asked.event is not None:
                    await record(asked.event)
            except BaseException as error:
                _end(there, error)
                raise
        for asked in there:
            if not asked.recorded.done():
                asked.recorded.set_result(None)


def _end(asked: list[_Asked], error: BaseException) -> None:
    for one in asked:
        if not one.recorded.done():
            one.recorded.set_exception(error)
            one.recorded.exception()  # seen, even if no one waits for it any more
