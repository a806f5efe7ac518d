"""`specwright doctor` and `specwright models`: what this machine has, and how to get the rest."""

from __future__ import annotations

import json
from typing import Any

from rich.text import Text

from specwright.cli.screens.terminal import mark, open_console, print_item
from specwright.cli.session import run_until_done
from specwright.client.asynchronous import AsyncClient
from specwright.client.doctor import Capability
from specwright.config import Settings, load_settings
from specwright.core.errors import EXIT_STATUS, ModelError, SandboxUnavailable, StoreError
from specwright.core.text import printable


def doctor(flags: dict[str, dict[str, Any]], as_json: bool) -> int:
    """Look for everything and print it. Return 0 if a problem could be solved here and now."""
    settings = load_settings(flags)
    findings = run_until_done(_examine(settings))
    if as_json:
        print(json.dumps([finding.model_dump() for finding in findings]))
    else:
        _print(findings)
    return _status(findings)


async def _examine(settings: Settings) -> tuple[Capability, ...]:
    async with AsyncClient(settings) as client:
        return await client.doctor()


def models(flags: dict[str, dict[str, Any]], as_json: bool) -> int:
    """List the models that can be used here and how to get the others. Returns 0 if there is any, else 4."""
    settings = load_settings(flags)
    findings = run_until_done(_examine_models(settings))
    if as_json:
        print(json.dumps([finding.model_dump() for finding in findings]))
    else:
        _print_models(findings)
    return 0 if any(finding.found for finding in findings) else EXIT_STATUS[ModelError]


async def _examine_models(settings: Settings) -> tuple[Capability, ...]:
    async with AsyncClient(settings) as client:
        return await client.models()


def _print_models(findings: tuple[Capability, ...]) -> None:
    console = open_console()
    usable = [finding for finding in findings if finding.found]
    chosen = next((finding for finding in usable if finding.model), None)
    for finding in usable:
        used = "  (used by default)" if finding is chosen else ""
        print_item(console, f"{finding.what}: {finding.detail}{used}", lead=mark(True) + " ")
        if finding.model:
            print_item(console, f"--model {finding.model}", 6)
    if chosen is None:
        print_item(console, "No large model found: solve knows common problems, and searches from your examples.")
    missing = [finding for finding in findings if not finding.found]
    if missing:
        console.print()
        print_item(console, "Not found here, and how to get it:")
    for finding in missing:
        print_item(console, f"{finding.what}: {finding.remedy or finding.detail}", 2)


def _print(findings: tuple[Capability, ...]) -> None:
    console = open_console()
    kind = ""
    for finding in findings:
        if finding.kind != kind:
            kind = finding.kind
            console.print(Text(kind, style="bold"))
        print_item(console, f"{finding.what}: {finding.detail}", 2, mark(finding.found) + " ")
        if finding.remedy and not finding.found:
            print_item(console, Text(printable(f"to get it: {finding.remedy}"), style="dim"), 6)


def _status(findings: tuple[Capability, ...]) -> int:
    for kind, error in (("models", ModelError), ("sandboxes", SandboxUnavailable), ("store", StoreError)):
        if not any(finding.found for finding in findings if finding.kind == kind):
            return EXIT_STATUS[error]
    return 0
