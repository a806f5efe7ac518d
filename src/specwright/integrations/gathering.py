"""Gathers single questions that are asked at the same time into one."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Gathering(Generic[T, R]):
    """Does work on items that come one by one, from any thread: all that came while it was busy are done together."""

    def __init__(self, work: Callable[[Sequence[T]], Sequence[R]]) -> None:
        self._work = work
        self._lock = threading.Lock()
        self._waiting: list[tuple[T, Future[R]]] = []
        self._busy = False

    def submit(self, item: T) -> Future[R]:
        """Return the result to come. If the work fails, it fails for all that were done together."""
        future: Future[R] = Future()
        with self._lock:
            self._waiting.append((item, future))
            begins, self._busy = not self._busy, True
        if begins:
            threading.Thread(target=self._run, name="specwright-rewards", daemon=True).start()
        return future

    def _run(self) -> None:
        while True:
            with self._lock:
                asked, self._waiting = self._waiting, []
                self._busy = bool(asked)
            if not asked:
                return
            wanted = [(item, future) for item, future in asked if future.set_running_or_notify_cancel()]
            try:
                results = self._work([item for item, _ in wanted])
            except BaseException as error:  # noqa: BLE001 - it is raised where the results are waited for
                for _, future in wanted:
                    future.set_exception(error)
                continue
            for (_, future), result in zip(wanted, results, strict=True):
                future.set_result(result)
