"""`specwright check`: the measured quality of a project that is already there."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from specwright.adapters.machine.project import read_project
from specwright.adapters.machine.runners import packaged
from specwright.adapters.machine.tools import find_tools
from specwright.cli.session import run_until_done
from specwright.config import Settings, load_settings
from specwright.core.errors import ToolchainMissing, UserError
from specwright.core.program.package import Package
from specwright.core.text import printable
from specwright.languages.loading import inspection_for, packaging_for
from specwright.languages.registry import LANGUAGES
from specwright.pipeline.finishing.gate import Measured, measure_quality
from specwright.ports.language import CallLimits, Packaging
from specwright.ports.sandbox import Sandbox
from specwright.sandbox import open_sandbox

_MOST_FINDINGS = 20
_WIDE = 180
"""Columns, where nobody looks at a terminal."""


def check(folder: Path, language: str, flags: dict[str, dict[str, Any]], bugs: int, as_json: bool) -> int:
    """Measure the project and show it. Returns 0 when it passes every gate, else 1.

    Raises UserError and SandboxUnavailable.
    """
    if language not in LANGUAGES:
        raise UserError(f"projects in {language} cannot be checked", hint=f"choose one of {', '.join(LANGUAGES)}")
    package = read_project(folder, language)
    told = run_until_done(_measure(package, language, load_settings(flags), bugs))
    if as_json:
        print(told.model_dump_json(exclude={"report": {"coverage", "output"}}, indent=2))
    else:
        _print(told)
    return 0 if told.quality.passed else 1


async def _measure(package: Package, language: str, settings: Settings, bugs: int) -> Measured:
    asked = settings.sandbox_config
    sandbox = await open_sandbox(asked.type, image=asked.image, cpu_limit=asked.cpu_limit)
    try:
        inspection = await asyncio.to_thread(inspection_for, language, sandbox, find_tools)
        packaging = await asyncio.to_thread(_packaging, language, sandbox)
        limits = CallLimits(seconds=settings.code_generation.execution_timeout)
        metrics = settings.quality_metrics
        return await measure_quality(sandbox, inspection, packaging, package, limits=limits, metrics=metrics, bugs=bugs)
    finally:
        await sandbox.close()


def _packaging(language: str, sandbox: Sandbox) -> Packaging | None:
    """What runs the project's tests; without it the rest is still measured, and that is said."""
    try:
        return packaging_for(language, sandbox, packaged)
    except ToolchainMissing as error:
        print(f"its tests cannot be run: {error.message}; {error.hint or ''}".rstrip("; "), file=sys.stderr)
        return None


def _print(told: Measured) -> None:
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
