"""The log of the server: one line for each request and each run, as JSON or for people. It never holds a token."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any, Final, Literal

LOGGER: Final = logging.getLogger("specwright.server")
LogFormat = Literal["json", "text", "none"]


def log(event: str, **fields: Any) -> None:
    """Log an event with its fields."""
    LOGGER.info(event, extra={"fields": fields})


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"at": at, "level": record.levelname.lower(), "event": record.getMessage()}
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)


class _Text(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        fields = " ".join(f"{name}={json.dumps(value)}" for name, value in getattr(record, "fields", {}).items())
        trace = f"\n{self.formatException(record.exc_info)}" if record.exc_info else ""
        return f"{record.levelname.lower()}: {record.getMessage()} {fields}{trace}"


def begin_logging(form: LogFormat) -> None:
    """Write the server's log to standard error, and nothing of it anywhere else."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _Text())
    LOGGER.handlers = [handler] if form != "none" else [logging.NullHandler()]
    LOGGER.setLevel(logging.INFO)
    LOGGER.propagate = False
