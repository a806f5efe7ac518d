"""The measured quality of a project that is already there."""

from __future__ import annotations

import asyncio
from pathlib import Path

from specwright.adapters.machine.project import find_dependencies, read_project
from specwright.adapters.machine.runners import packaged
from specwright.adapters.machine.tools import find_tools
from specwright.app import Resources
from specwright.client.audit import AuditSources, audit_folder
from specwright.config import Settings
from specwright.core.errors import ToolchainMissing, UserError
from specwright.core.evidence.audit import AuditReport, AuditStanding
from specwright.core.evidence.native import LATE, NativeEnding
from specwright.core.program.package import Package
from specwright.core.value import Value
from specwright.languages.loading import inspection_for, packaging_for
from specwright.languages.registry import LANGUAGES, ROWS
from specwright.pipeline.finishing.gate import MeasuredQuality, measure_quality
from specwright.ports.language import CallLimits, Packaging
from specwright.ports.sandbox import Mount, Sandbox
from specwright.quality.evidence import QualityEvidence
from specwright.quality.failures import (
    FailureGroup,
    FindingGroup,
    early_end,
    failing_tests,
    grouped_findings,
    missing_modules,
)
from specwright.quality.score import score


class ProjectReport(Value):
    """The measurements of a project."""

    name: str = ""
    language: str = ""
    measured: MeasuredQuality
    untested: str | None = None
    """Why its tests could not be run, if they could not."""
    missing: tuple[str, ...] = ()
    """Dependencies that its tests need and the sandbox does not have."""
    unbuilt: tuple[str, ...] = ()
    """Parts of the project itself that its tests import and its folder does not have."""
    bring: str = ""
    """What the option `--deps` takes in this language; empty if it takes nothing."""
    failures: tuple[FailureGroup, ...] = ()
    findings: tuple[FindingGroup, ...] = ()
    audit: AuditReport | None = None
    """What holds of it under a policy, if one was named."""

    @property
    def passed(self) -> bool:
        """Whether it passes every gate, and keeps the policy if one was named."""
        keeps = self.audit is None or self.audit.standing is AuditStanding.HOLDS
        return self.measured.quality.passed and keeps


async def check_project(
    folder: Path,
    settings: Settings,
    resources: Resources,
    *,
    language: str = "python",
    bugs: int = 12,
    dependencies: Path | None = None,
    seconds: float = 120.0,
    policy: str | None = None,
) -> ProjectReport:
    """Measure the project; its tests may take that many `seconds`. Raise UserError or SandboxUnavailable.

    It is audited too if a policy is named, here or in the settings.
    """
    if language not in LANGUAGES:
        raise UserError(f"projects in {language} cannot be checked", hint=f"choose one of {', '.join(LANGUAGES)}")
    chosen = policy or settings.audit.policy
    report = await audit_folder(folder, AuditSources(policy=chosen)) if chosen else None
    package = read_project(folder, language)
    mounts = find_dependencies(folder, language, dependencies)
    sandbox = await resources.real_sandbox()
    inspection = await asyncio.to_thread(inspection_for, language, sandbox, find_tools)
    packaging, untested = await asyncio.to_thread(_packaging, language, sandbox, mounts)
    limits = CallLimits(seconds=seconds)
    metrics = settings.quality_metrics
    measured = await measure_quality(sandbox, inspection, packaging, package, limits=limits, metrics=metrics, bugs=bugs)
    explained = _explained(measured, untested, package, language, settings=settings, seconds=seconds)
    return explained.model_copy(update={"audit": report})


def _explained(
    measured: MeasuredQuality,
    untested: str | None,
    package: Package,
    language: str,
    *,
    settings: Settings,
    seconds: float,
) -> ProjectReport:
    report, row, metrics = measured.report, ROWS[language], settings.quality_metrics
    missing, unbuilt = missing_modules(report, row.missing_dependency, {package.name, *_own_names(package)})
    ran = report is not None and any(test.ending is NativeEnding.PASSED for test in report.tests)
    if report is not None and report.hijacked is not None and LATE in report.output:
        untested = f"they took longer than {seconds:g} s; --timeout gives them more time"
        measured = measured.model_copy(update={"quality": score(measured.checks, None, (), metrics)})
    elif (missing or unbuilt) and not ran:
        # A missing dependency, for which nothing ran, is no fault of the project.
        runners = [name for name in missing if name in row.other_runners]
        missing = tuple(name for name in missing if name not in runners)
        untested = _why_untested(missing, unbuilt)
        if runners:
            untested = f"they are written for {runners[0]}, which cannot run here"
        measured = measured.model_copy(update={"quality": score(measured.checks, None, (), metrics)})
    elif report is not None and not ran and (ended := early_end(report)):
        untested = f"the test runner ended before the first: {ended}"
        measured = measured.model_copy(update={"quality": score(measured.checks, None, (), metrics)})
    return ProjectReport(
        name=package.summary,
        language=language,
        measured=measured,
        untested=untested,
        missing=missing,
        unbuilt=unbuilt,
        bring=row.dependency_source,
        failures=() if untested else failing_tests(report),
        findings=grouped_findings(QualityEvidence.of(measured.checks, report, (), metrics)),
    )


def _why_untested(missing: tuple[str, ...], unbuilt: tuple[str, ...]) -> str:
    lacks = [f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} not in the sandbox"] if missing else []
    if unbuilt:
        lacks.append(f"{', '.join(unbuilt)} {'is' if len(unbuilt) == 1 else 'are'} not in the project's folder")
    return "; ".join(lacks)


def _own_names(package: Package) -> set[str]:
    """Return the names that its own files have when they are imported: modules, and packages of Java in full."""
    names = set()
    for path in (*package.sources, *package.tests):
        _, java, inside = path.rpartition("/java/")
        first = path.removeprefix("src/").split("/")[0].rsplit(".", 1)[0]
        names.add(inside.rpartition("/")[0].replace("/", ".") if java else first)
    return names


def _packaging(language: str, sandbox: Sandbox, dependencies: tuple[Mount, ...]) -> tuple[Packaging | None, str | None]:
    """Return what runs the project's tests, or why nothing does: the rest is measured all the same."""
    try:
        return packaging_for(language, sandbox, packaged, dependencies), None
    except ToolchainMissing as error:
        return None, f"{error.message}; {error.hint or ''}".rstrip("; ")
