"""Killing a process at a chosen moment of a run."""

from __future__ import annotations

import json
import os
import signal
import warnings
from collections.abc import Callable, Collection
from typing import Any

from specwright.adapters.store.sqlite import SqliteStore
from specwright.ports.store import StoredEntry


def in_a_process(work: Callable[[], object]) -> int:
    """Do it in a process of its own and return how that ended, as `os.waitpid` tells it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of forking beside threads, none of which we use
        child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    return os.waitpid(child, 0)[1]


def die_after(count: int, method: str = "append") -> None:
    """Be killed right after this method of the store has returned so many times. For a process of its own."""
    real, left = getattr(SqliteStore, method), [count]

    async def fatal(store: SqliteStore, *what: StoredEntry | str) -> None:
        await real(store, *what)
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    setattr(SqliteStore, method, fatal)


def die_at(kinds: Collection[str], store_class: type[Any] = SqliteStore) -> None:
    """Be killed right after an entry of one of these kinds was stored. For a process of its own."""
    real = store_class.append

    async def fatal(store: Any, entry: StoredEntry) -> None:
        await real(store, entry)
        if json.loads(entry.event)["kind"] in kinds:
            os.kill(os.getpid(), signal.SIGKILL)

    store_class.append = fatal
