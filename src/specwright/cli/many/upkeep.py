"""`specwright runs prune` and `export`."""

from __future__ import annotations

import json
import re
import sys
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from specwright.cli.session import run_until_done
from specwright.client.asynchronous import AsyncClient
from specwright.config import load_settings
from specwright.core.errors import UserError
from specwright.core.run.listing import RunFilter
from specwright.core.text import counted, printable

_DAYS: Final = re.compile(r"(\d{1,5})d")


def prune(before: str, wanted: RunFilter, delete: bool, flags: dict[str, dict[str, Any]], as_json: bool) -> int:
    """Delete old runs, or count them."""
    moment = _moment(before)

    async def work() -> Any:
        async with AsyncClient(load_settings(flags)) as client:
            return await client.prune(
                moment, **wanted.model_dump(), delete=delete, on_progress=_progress("runs deleted")
            )

    found = run_until_done(work())
    if as_json:
        print(json.dumps(found.model_dump(mode="json")))
        return 0
    if not delete:
        again = "; add --yes to delete them" if found.runs else ""
        print(f"{counted(found.runs, 'run')} began before {moment:%Y-%m-%d %H:%M}{again}")
        return 0
    print(f"deleted {counted(found.runs, 'run')} and {counted(found.texts, 'text')} that no other run names")
    for run in found.busy:
        print(f"  {printable(run)} is being worked on, and stays")
    return 0


def export(place: str, wanted: RunFilter, flags: dict[str, dict[str, Any]], as_json: bool) -> int:
    """Copy runs into another store. Return 1 if some were left."""

    async def work() -> Any:
        async with AsyncClient(load_settings(flags)) as client:
            return await client.export(place, **wanted.model_dump(), on_progress=_progress("runs copied"))

    found = run_until_done(work())
    if as_json:
        print(json.dumps(found.model_dump(mode="json")))
    else:
        print(f"copied {counted(found.runs, 'run')}; {found.there_already} were there already")
        for run in found.differing:
            print(f"  {printable(run)} has another record there, and was left")
        for run in found.busy:
            print(f"  {printable(run)} is being worked on, and was left")
    return 1 if found.differing or found.busy else 0


def _progress(what: str) -> Any:
    live = sys.stderr.isatty()

    def hear(count: int) -> None:
        if live and count % 10 == 0:
            print(f"\r\x1b[K{count:,} {what}", end="", file=sys.stderr, flush=True)

    return hear


def _moment(text: str) -> datetime:
    if days := _DAYS.fullmatch(text):
        return datetime.now(UTC) - timedelta(days=int(days[1]))
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise UserError(
            f"{text!r} is no date", hint="write --before 2026-01-31, or --before 90d for 90 days ago"
        ) from None
    return found if found.tzinfo else found.astimezone()
