"""A thread with a connection to a PostgreSQL server, which comes back if the server does.

What waits is committed together. A connection that is lost is made anew for as long as `PATIENCE` lasts, and what was
not answered is sent again: every statement may be sent twice. Claims belong to the connection, so each of them is taken
again before anything is sent.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from typing import Any, Final, NamedTuple

import psycopg

from specwright.adapters.store.postgres import schema
from specwright.adapters.store.threads import DatabaseThread
from specwright.core.errors import StoreError
from specwright.core.place import DatabaseAddress

PATIENCE: Final = 30.0
"""Seconds for which a lost connection is tried again."""
_PAUSE: Final = 0.2
_CONNECT_SECONDS: Final = 10
_KEEP_ALIVE: Final = {
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 4,
    "tcp_user_timeout": 40_000,
}


class Statement(NamedTuple):
    """One statement and its values. `run_id` is the run whose claim it needs."""

    query: str
    values: Sequence[Any] = ()
    run_id: str | None = None


class StatementResult(NamedTuple):
    """How many rows a statement changed, and the rows that it found."""

    changed: int
    rows: list[tuple[Any, ...]]


Database = psycopg.Connection[tuple[Any, ...]]


@contextmanager
def explained(address: DatabaseAddress, what: str) -> Iterator[None]:
    """Raise StoreError, in which no password stands, for whatever the database raises."""
    try:
        yield
    except (psycopg.Error, OSError, ValueError, OverflowError, TypeError) as error:
        why = address.without_passwords(" ".join(str(error).split()))
        raise StoreError(f"cannot {what} the run store {address}: {why}", hint=_hint(error, why)) from None


class ClaimLost(StoreError):
    """Another process took the run while the connection was lost."""


class DatabaseSession:
    """The statements and the claims of one store, on one connection."""

    def __init__(self, address: DatabaseAddress, name: str) -> None:
        self._address = address
        self._name = f"{name}-{secrets.token_hex(6)}"
        self._claims: dict[str, int] = {}
        self._lost: set[str] = set()
        self._backend: int | None = None
        self.commits = 0
        self._thread = _Commits(self)

    async def do(self, *statements: Statement) -> list[StatementResult]:
        """Execute the statements in one transaction and return their answers. Raise what psycopg raises."""
        answers: list[StatementResult] = await self._thread.submit(statements)
        return answers

    @property
    def used(self) -> bool:
        """Return whether anything was sent."""
        return self._thread.used

    async def claim(self, run_id: str) -> bool:
        """Take the run's lock and return whether it was free."""
        [answer] = await self.do(Statement(schema.CLAIM, [lock_of(run_id)]))
        taken = bool(answer.rows[0][0])
        if taken:
            self._claims[run_id] = lock_of(run_id)
            self._lost.discard(run_id)
        return taken

    async def release(self, run_id: str) -> None:
        if self._claims.pop(run_id, None) is not None:
            await self.do(Statement(schema.RELEASE, [lock_of(run_id)]))

    def abandon(self, run_id: str) -> None:
        """Release a run whose claim may be under way; whoever wanted it was cancelled."""
        self._claims.pop(run_id, None)
        with suppress(ValueError):
            waiting = asyncio.ensure_future(self._thread.submit([Statement(schema.RELEASE, [lock_of(run_id)])]))
            waiting.add_done_callback(lambda done: done.cancelled() or done.exception())

    def has_claim(self, run_id: str) -> bool:
        return run_id in self._claims

    def close(self) -> None:
        self._thread.close()

    def connect(self) -> Database:
        """Return a new connection that has the tables and this session's claims. Raise psycopg.Error, StoreError."""
        db = psycopg.connect(
            self._address.address.get_secret_value(),
            autocommit=True,
            application_name=self._name,
            connect_timeout=_CONNECT_SECONDS,
            client_encoding="utf8",
            **_KEEP_ALIVE,  # type: ignore[arg-type]
        )
        try:
            db.execute("SET lock_timeout = '15s'")
            _prepare(db)
            self._take_claims_again(db)
        except BaseException:
            db.close()
            raise
        self._backend = db.info.backend_pid
        return db

    def _take_claims_again(self, db: Database) -> None:
        if not self._claims:
            return
        if self._backend is not None:  # the server may not know yet that the connection was lost
            db.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = %s AND application_name = %s",
                (self._backend, self._name),
            )
        for run_id, lock in tuple(self._claims.items()):
            until = time.monotonic() + 2.0
            while not (taken := bool(db.execute(schema.CLAIM, (lock,)).fetchall()[0][0])) and time.monotonic() < until:
                time.sleep(_PAUSE)
            if not taken:
                self._claims.pop(run_id, None)
                self._lost.add(run_id)

    def check(self, statements: Sequence[Statement]) -> None:
        """Raise ClaimLost if a statement is for a run that another process has taken."""
        for statement in statements:
            if statement.run_id in self._lost:
                raise ClaimLost(
                    f"another process has taken run {statement.run_id} while the database could not be reached",
                    hint="wait for that process to end, then resume the run",
                )


def lock_of(run_id: str) -> int:
    """Return the number that an advisory lock of the run has."""
    return int.from_bytes(hashlib.sha256(f"specwright {run_id}".encode()).digest()[:8], "big", signed=True)


class _Commits(DatabaseThread[Database]):
    """Commits what waits as one transaction, and each part by itself if that fails."""

    def __init__(self, session: DatabaseSession) -> None:
        super().__init__(session.connect, "specwright-store-postgres")
        self._session = session

    def _do_all(self, batch: list[tuple[Any, Future[Any]]]) -> None:
        if len(batch) > 1:
            try:
                found = self._patiently([statements for statements, _ in batch])
            except psycopg.OperationalError as error:
                for _, done in batch:
                    done.set_exception(error)
                return
            except Exception:  # noqa: BLE001 - one of them is at fault, and is found below
                found = []
            if found:
                for (_, done), answers in zip(batch, found, strict=True):
                    done.set_result(answers)
                return
        for statements, done in batch:
            try:
                done.set_result(self._patiently([statements])[0])
            except BaseException as error:  # noqa: BLE001 - it is raised by whoever waits
                done.set_exception(error)

    def _patiently(self, groups: list[Sequence[Statement]]) -> list[list[StatementResult]]:
        began, first = time.monotonic(), self._db is None
        while True:
            try:
                return self._committed(groups)
            except psycopg.OperationalError:
                lost = self._db is None or self._db.broken or self._db.closed
                self._forget()
                if not lost or first or self._closed or time.monotonic() - began > PATIENCE:
                    raise
                time.sleep(_PAUSE)

    def _committed(self, groups: list[Sequence[Statement]]) -> list[list[StatementResult]]:
        db = self._connection()
        for statements in groups:
            self._session.check(statements)
        try:
            with db.pipeline(), db.transaction():
                cursors = [[db.execute(each.query, each.values) for each in statements] for statements in groups]
            self._session.commits += 1
            return [[_answer(cursor) for cursor in those] for those in cursors]
        except psycopg.OperationalError:
            raise
        except BaseException:
            if db.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
                self._forget()
            raise

    def _forget(self) -> None:
        db, self._db = self._db, None
        if db is not None:
            db.close()


def _answer(cursor: psycopg.Cursor[tuple[Any, ...]]) -> StatementResult:
    return StatementResult(cursor.rowcount, cursor.fetchall() if cursor.description else [])


def _prepare(db: Database) -> None:
    """Make the tables if they are missing. Raise StoreError for those of another version."""
    if not db.execute(schema.HAS_TABLES).fetchall()[0][0]:
        with db.transaction():
            db.execute("SELECT pg_advisory_xact_lock(%s)", (schema.SETTING_UP,))
            if not db.execute(schema.HAS_TABLES).fetchall()[0][0]:
                for statement in filter(str.strip, schema.TABLES.split(";")):
                    db.execute(statement)
    versions = db.execute(schema.VERSION).fetchall()
    if versions != [(schema.SCHEMA_VERSION,)]:
        found = versions[0][0] if versions else "no number"
        raise StoreError(
            f"the run store has schema {found}, and this version reads {schema.SCHEMA_VERSION}",
            hint="upgrade specwright, or choose another store with --store or SPECWRIGHT_STORE__PATH",
        )


def _hint(error: Exception, why: str) -> str:
    if "No space" in why or "disk" in why:
        return "free some space on the database server; recorded steps are safe"
    if isinstance(error, psycopg.OperationalError):
        return (
            "check that the server runs and takes this user, or choose another store with --store; a password may stand"
            " in PGPASSWORD, and @ or / in it are written as %40 and %2F"
        )
    return "check the rights of this user in the database, or choose another store with --store"
