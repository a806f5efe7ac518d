"""The tests that existing code lacks: the project is read here, and its tests are made by `improving/missing`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from specwright.adapters.machine.project import find_dependencies, read_project
from specwright.adapters.machine.runners import packaged
from specwright.adapters.machine.tools import find_tools
from specwright.app import Resources
from specwright.core.errors import UserError
from specwright.core.evidence.native import NativeEnding, NativeReport
from specwright.core.existing.calls import PartForm, TestablePart
from specwright.core.program.package import Package
from specwright.improving.missing.bugs import seeded_spots
from specwright.improving.missing.probes import TestingKit
from specwright.improving.missing.report import FileTests, MissingTestsReport
from specwright.improving.missing.write import Baseline, MissingTests, Subject, TestOptions
from specwright.languages.loading import inspection_for, packaging_for, probing_for
from specwright.ports.language import CallLimits

_NO_PARTS: Final = "it has no public function, class or method that can be called"


@dataclass(frozen=True)
class TestTarget:
    """What tests are written for: a project, a file of it, or a part of a file."""

    __test__ = False

    folder: Path
    path: str = ""
    name: str = ""


async def missing_tests(
    resources: Resources,
    target: TestTarget,
    *,
    language: str,
    options: TestOptions = TestOptions(),  # noqa: B008 - a frozen value
    dependencies: Path | None = None,
    seconds: float = 120.0,
    on_progress: Callable[[str], None] | None = None,
) -> MissingTestsReport:
    """Write the tests that are missing. Raise UserError, SandboxUnavailable or ToolchainMissing."""
    tell = on_progress or (lambda _: None)
    package = await asyncio.to_thread(read_project, target.folder, language)
    sandbox = await resources.real_sandbox()
    probing = probing_for(language)
    mounts = find_dependencies(target.folder, language, dependencies)
    packaging = await asyncio.to_thread(packaging_for, language, sandbox, packaged, mounts)
    inspection = await asyncio.to_thread(inspection_for, language, sandbox, find_tools)
    kit = TestingKit(sandbox, packaging, probing, inspection, CallLimits(seconds=seconds))
    parts, skipped = _parts(kit, package)
    subjects = _subjects(package, parts, target)
    tell("running the tests that there are")
    package, baseline = await _baseline(kit, package)
    spots = await seeded_spots(kit, package)
    files: list[FileTests] = []
    for subject in subjects:
        if not subject.targets:
            skipped[subject.path] = skipped.get(subject.path, _NO_PARTS)
            continue
        missing = MissingTests(
            kit, package, parts, subject, baseline=baseline, spots=spots, options=options, on_progress=tell
        )
        files.append(await missing.run())
    return MissingTestsReport(
        target=f"{target.path or target.folder.name}{f'::{target.name}' if target.name else ''}",
        language=language,
        sandbox=sandbox.name,
        seed=options.seed,
        files=tuple(files),
        failing=baseline.failing,
        skipped={path: why for path, why in skipped.items() if not target.path or path == target.path},
    )


def _parts(kit: TestingKit, package: Package) -> tuple[dict[str, TestablePart], dict[str, str]]:
    """Return what can be called in the sources by its id, and the files that cannot be read."""
    parts: dict[str, TestablePart] = {}
    skipped: dict[str, str] = {}
    for path in sorted(package.sources):
        try:
            parts |= {part.id: part for part in kit.probing.parts(package, path)}
        except UserError as error:
            skipped[path] = error.message
    return parts, skipped


def _subjects(package: Package, parts: dict[str, TestablePart], target: TestTarget) -> list[Subject]:
    """Return the files, or the part of one, that tests are written for. Raise UserError."""
    if target.path and target.path not in package.sources:
        raise UserError(f"{target.path} is no source of the project", hint="name a source file, and not one of tests")
    paths = [target.path] if target.path else sorted(package.sources)
    found = []
    for path in paths:
        own = [part for part in parts.values() if part.path == path]
        if not target.name:
            found.append(Subject(path, tuple(own)))
            continue
        named = [part for part in own if target.name in (part.name, part.owner, part.title)]
        if not named:
            known = ", ".join(part.title for part in own if part.form is not PartForm.METHOD)
            raise UserError(f"{path} has no {target.name} that tests can call", hint=f"it has {known or 'none'}")
        first, last = min(part.lines[0] for part in named), max(part.lines[1] for part in named)
        found.append(Subject(path, tuple(named), range(first, last + 1)))
    return found


async def _baseline(kit: TestingKit, package: Package) -> tuple[Package, Baseline]:
    """Return the package with those tests that pass, and what they reach."""
    report = await _ran(kit, package)
    failing = tuple(test.id for test in report.tests if test.ending in (NativeEnding.FAILED, NativeEnding.MISSING))
    if report.hijacked is not None or failing:
        broken = {id_.split("::", 1)[0] for id_ in failing}
        is_known = report.hijacked is None
        kept = {path: text for path, text in package.tests.items() if is_known and path not in broken}
        failing = failing or tuple(sorted(package.tests))
        package = package.model_copy(update={"tests": kept})
        report = await _ran(kit, package)
    loading = kit.probing.loading(package)
    loaded = package.model_copy(update={"tests": {**package.tests, loading.path: loading.text}})
    unsure = {test.id.split("::", 1)[0] for test in report.tests if test.ending is not NativeEnding.PASSED}
    return package, Baseline(report, await _ran(kit, loaded), failing, frozenset(unsure))


async def _ran(kit: TestingKit, package: Package) -> NativeReport:
    run = kit.packaging.test_run(package, kit.limits)
    return kit.packaging.read_tests(run, await kit.sandbox.run(run.job), package)
