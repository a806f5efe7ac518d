"""Running something asynchronous under a terminal: Ctrl-C and SIGTERM end it in order, and leave nothing behind."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from typing import Any, TypeVar

from specwright.api import Interruption

T = TypeVar("T")


def run_until_done(work: Coroutine[Any, Any, T], interruption: Interruption | None = None) -> T:
    """Run to the end. The first SIGINT or SIGTERM cancels the work, which cleans up; the second ends it.

    Raise what the work raises, and Interrupted when it was cancelled. `interruption` has heard which run that was.
    """

    async def main() -> T:
        task = asyncio.ensure_future(work)
        loop = asyncio.get_running_loop()

        def stop() -> None:
            task.cancel()
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)

        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop)
        return await task

    try:
        return asyncio.run(main())
    except asyncio.CancelledError:
        raise (interruption or Interruption()).error() from None
