"""Runs and the queue of a server in a PostgreSQL database, which many machines share (docs/scale.md)."""

from specwright.adapters.store.postgres.queue import PostgresQueue
from specwright.adapters.store.postgres.store import PostgresStore

__all__ = ["PostgresQueue", "PostgresStore"]
