"""`specwright doctor`: what was found on this machine, and what to do about what is missing."""

from __future__ import annotations

import asyncio
import json
import platform
from typing import Any

from rich.console import Console
from rich.text import Text

from specwright import __version__
from specwright.adapters.models.choosing.choose import RUNGS, survey
from specwright.adapters.models.choosing.local_rungs import local_rungs
from specwright.adapters.store.sqlite import SqliteStore
from specwright.app import local_places, machine
from specwright.cli.session import run_until_done
from specwright.cli.toolchain import rows
from specwright.config import Settings, load_settings
from specwright.core.errors import EXIT_STATUS, ModelError, SandboxUnavailable, StoreError
from specwright.core.text import printable
from specwright.core.value import Value
from specwright.sandbox import ladder


class Finding(Value):
    """One thing that was looked for."""

    kind: str
    what: str
    found: bool
    detail: str
    remedy: str | None = None


def doctor(flags: dict[str, dict[str, Any]], as_json: bool) -> int:
    """Look for everything and say what was found. Returns 0 when a problem could be solved here and now."""
    settings = load_settings(flags)
    findings = run_until_done(_look(settings))
    if as_json:
        print(json.dumps([finding.model_dump() for finding in findings]))
    else:
        _print(findings)
    return _status(findings)


async def _look(settings: Settings) -> tuple[Finding, ...]:
    models = [
        Finding(kind="models", what=place.what, found=place.found, detail=place.detail, remedy=place.remedy)
        for place in (await survey(machine(settings), (*RUNGS, *local_rungs(local_places(settings))))).looked
    ]
    sandboxes = [
        Finding(
            kind="sandboxes",
            what=rung.name,
            found=rung.available,
            detail=rung.level if rung.available else rung.why,
            remedy=rung.remedy,
        )
        for rung in await ladder(settings.sandbox_config.image)
    ]
    toolchains = await asyncio.to_thread(_toolchains)
    return (*models, *sandboxes, *toolchains, await _store(settings))


def _toolchains() -> list[Finding]:
    own = f"{platform.python_implementation()} {platform.python_version()}, specwright {__version__}"
    python = Finding(kind="toolchains", what="python", found=True, detail=own)
    others = [
        Finding(
            kind="toolchains",
            what=row.language,
            found=row.usable,
            detail=f"{row.version} ({row.path})" if row.usable else row.problem,
            remedy=row.remedy or None,
        )
        for row in rows()
        if row.language != "python"
    ]
    return [python, *others]


async def _store(settings: Settings) -> Finding:
    path = settings.store.path
    try:
        store = SqliteStore(path)
        runs = await store.count()
        await store.close()
    except StoreError as error:
        return Finding(kind="store", what=str(path), found=False, detail=error.message, remedy=error.hint)
    return Finding(kind="store", what=str(path), found=True, detail=f"{runs} run(s) recorded")


def _print(findings: tuple[Finding, ...]) -> None:
    console = Console(highlight=False, soft_wrap=True)
    kind = ""
    for finding in findings:
        if finding.kind != kind:
            kind = finding.kind
            console.print(Text(kind, style="bold"))
        mark = Text("  ✓ ", style="green") if finding.found else Text("  ✗ ", style="yellow")
        console.print(mark + Text(printable(f"{finding.what}: {finding.detail}")))
        if finding.remedy and not finding.found:
            console.print(Text(printable(f"      to have it: {finding.remedy}"), style="dim"))


def _status(findings: tuple[Finding, ...]) -> int:
    for kind, error in (("models", ModelError), ("sandboxes", SandboxUnavailable), ("store", StoreError)):
        if not any(finding.found for finding in findings if finding.kind == kind):
            return EXIT_STATUS[error]
    return 0
