"""The tests of the new version: do they pass, what do they reach of the changes, which bugs in them do they notice?"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from specwright.adapters.machine.files import write_files
from specwright.adapters.machine.project import read_project
from specwright.adapters.machine.runners import packaged
from specwright.adapters.machine.tools import find_tools
from specwright.app import Resources
from specwright.core.errors import SandboxUnavailable, ToolchainMissing, UserError
from specwright.core.evidence.finding import Spot
from specwright.core.evidence.native import NativeEnding, NativeReport
from specwright.core.evidence.review import TestsOfChange, TriedBug
from specwright.core.program.package import Package
from specwright.languages.loading import inspection_for, packaging_for
from specwright.pipeline.finishing.gate import inspect
from specwright.ports.language import CallLimits, Packaging
from specwright.ports.sandbox import Mount, Sandbox
from specwright.quality.mutation import chosen, noticed, ran, seeded

_SHOWN: Final = 5


async def try_tests(
    files: Mapping[str, bytes],
    lines: Mapping[str, set[int]],
    language: str,
    resources: Resources,
    *,
    bugs: int,
    seconds: float,
    dependencies: tuple[Mount, ...] = (),
) -> TestsOfChange:
    """Run the tests of these files, and again with bugs in the changed `lines`."""
    try:
        package = await asyncio.to_thread(_package, files, language)
        sandbox = await resources.real_sandbox()
        packaging = await asyncio.to_thread(packaging_for, language, sandbox, packaged, dependencies)
        limits = CallLimits(seconds=seconds)
        native = packaging.test_run(package, limits)
        report = packaging.read_tests(native, await sandbox.run(native.job), package)
    except (ToolchainMissing, SandboxUnavailable, UserError) as error:
        return TestsOfChange(language=language, not_run=error.message)
    told = _told(report, lines, language)
    if told.not_run or told.failed or not bugs:
        return told
    spots = await _spots(sandbox, package, language, lines, report)
    tried = await _try_bugs(sandbox, packaging, package, chosen(spots, ran(report), bugs, 0), limits)
    return told.model_copy(update={"bugs": tried})


def _package(files: Mapping[str, bytes], language: str) -> Package:
    with tempfile.TemporaryDirectory(prefix="specwright-review-") as folder:
        write_files(Path(folder), dict(files))
        return read_project(Path(folder), language)


def _told(report: NativeReport, lines: Mapping[str, set[int]], language: str) -> TestsOfChange:
    if report.hijacked is not None or report.compile_errors or not report.tests:
        why = report.hijacked or (report.compile_errors[0].message if report.compile_errors else "there are no tests")
        return TestsOfChange(language=language, not_run=why)
    failed = tuple(test.id for test in report.tests if test.ending is not NativeEnding.PASSED)
    uncovered = {
        file.path: missed
        for file in (report.coverage.files if report.coverage else ())
        if (missed := tuple(sorted(n for n, hits in file.lines.items() if not hits and n in lines.get(file.path, ()))))
    }
    return TestsOfChange(language=language, passed=len(report.tests) - len(failed), failed=failed, uncovered=uncovered)


async def _spots(
    sandbox: Sandbox, package: Package, language: str, lines: Mapping[str, set[int]], report: NativeReport
) -> list[Spot]:
    """Return the places for bugs in changed lines that the tests reach: elsewhere no test can notice one."""
    inspection = await asyncio.to_thread(inspection_for, language, sandbox, find_tools)
    found = await inspect(sandbox, inspection, package, [look for look in inspection.runs(package) if look.spots])
    reached = ran(report)
    return [spot for spot in found.spots if spot.line in lines.get(spot.path, ()) and reached(spot)]


async def _try_bugs(
    sandbox: Sandbox, packaging: Packaging, package: Package, bugs: tuple[Spot, ...], limits: CallLimits
) -> tuple[TriedBug, ...]:
    """Return what the tests make of each bug; those that do not compile are left out. Raise SandboxUnavailable."""
    if not bugs:
        return ()
    versions = [package, *(seeded(package, spot) for spot in bugs)]
    runs = packaging.test_runs(versions, limits)
    control, *reports = packaging.read_runs(runs, await sandbox.run(runs.job), versions)
    if not control.all_passed:
        return ()
    return tuple(_bug(spot, told) for spot, told in zip(bugs, reports, strict=True) if noticed(told) is not None)


def _bug(spot: Spot, report: NativeReport) -> TriedBug:
    failed = [test.id for test in report.tests if test.ending is NativeEnding.FAILED]
    return TriedBug(
        path=spot.path,
        line=spot.line,
        old=spot.old,
        new=spot.new,
        noticed_by=tuple(failed[:_SHOWN]),
        noticed=bool(noticed(report)),
    )
