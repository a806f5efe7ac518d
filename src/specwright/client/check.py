"""The measured quality of a project that is already there."""

from __future__ import annotations

import asyncio
from pathlib import Path

from specwright.adapters.machine.project import read_project
from specwright.adapters.machine.runners import packaged
from specwright.adapters.machine.tools import find_tools
from specwright.app import Resources
from specwright.config import Settings
from specwright.core.errors import ToolchainMissing, UserError
from specwright.core.value import Value
from specwright.languages.loading import inspection_for, packaging_for
from specwright.languages.registry import LANGUAGES
from specwright.pipeline.finishing.gate import MeasuredQuality, measure_quality
from specwright.ports.language import CallLimits, Packaging
from specwright.ports.sandbox import Sandbox


class ProjectReport(Value):
    """The measurements of a project."""

    measured: MeasuredQuality
    untested: str | None = None
    """Why its tests could not be run, if they could not."""

    @property
    def passed(self) -> bool:
        """Whether it passes every gate."""
        return self.measured.quality.passed


async def check_project(
    folder: Path, settings: Settings, resources: Resources, *, language: str = "python", bugs: int = 12
) -> ProjectReport:
    """Measure the project. Raise UserError or SandboxUnavailable."""
    if language not in LANGUAGES:
        raise UserError(f"projects in {language} cannot be checked", hint=f"choose one of {', '.join(LANGUAGES)}")
    package = read_project(folder, language)
    sandbox = await resources.real_sandbox()
    inspection = await asyncio.to_thread(inspection_for, language, sandbox, find_tools)
    packaging, untested = await asyncio.to_thread(_packaging, language, sandbox)
    limits = CallLimits(seconds=settings.code_generation.execution_timeout)
    metrics = settings.quality_metrics
    measured = await measure_quality(sandbox, inspection, packaging, package, limits=limits, metrics=metrics, bugs=bugs)
    return ProjectReport(measured=measured, untested=untested)


def _packaging(language: str, sandbox: Sandbox) -> tuple[Packaging | None, str | None]:
    """Return what runs the project's tests, or why nothing does: the rest is measured all the same."""
    try:
        return packaging_for(language, sandbox, packaged), None
    except ToolchainMissing as error:
        return None, f"{error.message}; {error.hint or ''}".rstrip("; ")
