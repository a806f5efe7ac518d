"""`specwright check`: the measured quality of a project that is already there."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from specwright.cli.session import run_until_done
from specwright.client.asynchronous import AsyncClient
from specwright.client.check import ProjectReport
from specwright.config import Settings, load_settings
from specwright.core.text import printable

_MOST_FINDINGS = 20
_WIDE = 180
"""Columns if the output is no terminal."""


def check(folder: Path, language: str, flags: dict[str, dict[str, Any]], bugs: int, as_json: bool) -> int:
    """Measure the project and show it. Returns 0 when it passes every gate, else 1.

    Raises UserError and SandboxUnavailable.
    """
    done = run_until_done(_check(folder, language, load_settings(flags), bugs))
    if done.untested:
        print(f"its tests cannot be run: {done.untested}", file=sys.stderr)
    if as_json:
        print(done.measured.model_dump_json(exclude={"report": {"coverage", "output"}}, indent=2))
    else:
        _print(done)
    return 0 if done.passed else 1


async def _check(folder: Path, language: str, settings: Settings, bugs: int) -> ProjectReport:
    async with AsyncClient(settings) as client:
        return await client.check(folder, language=language, bugs=bugs)


def _print(done: ProjectReport) -> None:
    told = done.measured
    console = Console(highlight=False, soft_wrap=True, width=None if sys.stdout.isatty() else _WIDE)
    table = Table(box=None, pad_edge=False)
    for heading in ("part", "input", "measured", "tool"):
        table.add_column(heading, overflow="fold")
    table.add_column("of", justify="right")
    for each in told.quality.inputs:
        points = f"{100 * each.share * (each.value or 0):.1f} / {100 * each.share:.1f}"
        table.add_row(
            *(Text(printable(text)) for text in (each.part.value, each.name, each.measured, each.tool)), points
        )
    console.print(table)
    console.print(Text(f"\nscore {told.quality.score:.2f}\n", style="bold"))
    for gate in told.quality.gates:
        mark = {True: "✓", False: "✗", None: "?"}[gate.passed]
        console.print(Text(printable(f"{mark} {gate.name}: {gate.bar} ({gate.measured})")))
    findings = [finding for made in told.checks for finding in made.findings]
    for finding in findings[:_MOST_FINDINGS]:
        place = f"{finding.path}:{finding.line}" if finding.line else finding.path
        console.print(Text(printable(f"{place}: {finding.code} {finding.message}".replace(":  ", ": ")), style="dim"))
    if len(findings) > _MOST_FINDINGS:
        console.print(Text(f"and {len(findings) - _MOST_FINDINGS} more findings; all of them with --json", style="dim"))
