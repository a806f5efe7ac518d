"""Threads that use a connection to a database, so that no commit and no read stops an event loop.

A `Writer` commits whatever has come in while the last commit was under way as one transaction. A caller goes on only
after its own statements are durable.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from typing import Any, Final, Generic, Protocol, TypeVar


class Closable(Protocol):
    def close(self) -> None: ...


T = TypeVar("T")
C = TypeVar("C", bound=Closable)

_MOST_IN_ONE_COMMIT: Final = 256


class Closed(ValueError):
    """The connection was closed."""


class DatabaseThread(Generic[C]):
    """A thread that does jobs with a connection, one after another. It starts with the first job."""

    def __init__(self, connect: Callable[[], C], name: str) -> None:
        self._connect = connect
        self._db: C | None = None
        self._jobs: queue.SimpleQueue[tuple[Callable[[C], Any], Future[Any]] | None]
        self._jobs = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._started = False
        self._closed = False
        self._lock = threading.Lock()

    async def do(self, job: Callable[[C], T]) -> T:
        """Do the job in the thread. Raise what it raises. A cancelled caller does not stop it."""
        found: T = await self.submit(job)
        return found

    def submit(self, job: Any) -> Awaitable[Any]:
        """Put the job in line and return what waits for its result. Raise Closed."""
        done: Future[Any] = Future()
        with self._lock:
            if self._closed:
                raise Closed("it is closed")
            self._jobs.put((job, done))
            if not self._started:
                self._started = True
                self._thread.start()
        return asyncio.shield(asyncio.wrap_future(done))

    @property
    def used(self) -> bool:
        """Return whether any job was done."""
        return self._started

    def close(self) -> None:
        """Finish all jobs and close the connection. Calling it twice is harmless."""
        with self._lock:
            first, self._closed = not self._closed, True
            if first:
                self._jobs.put(None)
        if self._started:
            self._thread.join()
        if self._db is not None:
            self._db.close()

    def _work(self) -> None:
        while self._do_waiting():
            pass

    def _do_waiting(self) -> bool:
        """Wait for a job and do all that wait then; return whether more may come. Keep none of them while waiting."""
        item = self._jobs.get()
        if item is None:
            return False
        batch, more = [item], True
        while more and len(batch) < _MOST_IN_ONE_COMMIT and not self._jobs.empty():
            following = self._jobs.get()
            if following is None:
                self._jobs.put(None)
                more = False
            else:
                batch.append(following)
        self._do_all([(job, done) for job, done in batch if done.set_running_or_notify_cancel()])
        return True

    def _do_all(self, batch: list[tuple[Callable[[C], Any], Future[Any]]]) -> None:
        for job, done in batch:
            try:
                done.set_result(job(self._connection()))
            except BaseException as error:  # noqa: BLE001 - it is raised by whoever waits
                done.set_exception(error)

    def _connection(self) -> C:
        if self._db is None:
            self._db = self._connect()
        return self._db


class Writer(DatabaseThread[sqlite3.Connection]):
    """Does all waiting jobs in one transaction. Each job executes one statement."""

    commits = 0
    """How often something was committed."""

    def _do_all(self, batch: list[tuple[Callable[[sqlite3.Connection], Any], Future[Any]]]) -> None:
        results: list[Any] = []
        try:
            db = self._connection()
            db.execute("BEGIN IMMEDIATE")
            try:
                results = [_tried(job, db) for job, _ in batch]
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise
        except BaseException as error:  # noqa: BLE001 - it is raised by whoever waits
            for _, done in batch:
                done.set_exception(error)
            return
        self.commits += 1
        for (_, done), result in zip(batch, results, strict=True):
            if isinstance(result, sqlite3.IntegrityError):
                done.set_exception(result)
            else:
                done.set_result(result)


def _tried(job: Callable[[sqlite3.Connection], Any], db: sqlite3.Connection) -> Any:
    """Return the job's result, or the constraint that it broke: that undoes its own statement and no other."""
    try:
        return job(db)
    except sqlite3.IntegrityError as error:
        if not db.in_transaction:
            raise
        return error
