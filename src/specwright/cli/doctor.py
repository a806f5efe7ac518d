"""`specwright doctor`: what was found on this machine, and what to do about what is missing."""

from __future__ import annotations

import json
from typing import Any

from rich.console import Console
from rich.text import Text

from specwright.cli.session import run_until_done
from specwright.client.asynchronous import AsyncClient
from specwright.client.doctor import Finding
from specwright.config import Settings, load_settings
from specwright.core.errors import EXIT_STATUS, ModelError, SandboxUnavailable, StoreError
from specwright.core.text import printable


def doctor(flags: dict[str, dict[str, Any]], as_json: bool) -> int:
    """Look for everything and say what was found. Returns 0 when a problem could be solved here and now."""
    settings = load_settings(flags)
    findings = run_until_done(_examine(settings))
    if as_json:
        print(json.dumps([finding.model_dump() for finding in findings]))
    else:
        _print(findings)
    return _status(findings)


async def _examine(settings: Settings) -> tuple[Finding, ...]:
    async with AsyncClient(settings) as client:
        return await client.doctor()


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
