"""The tests of a Python project, listed and run in the sandbox; nothing of the project is loaded here."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from specwright.adapters.machine.project import find_dependencies, read_project
from specwright.adapters.machine.runners import packaged
from specwright.app import Resources
from specwright.core.evidence.finding import Finding
from specwright.core.evidence.native import NativeEnding, NativeList, NativeReport, NativeTest
from specwright.core.program.package import Package
from specwright.core.sizes import parse_size
from specwright.languages.loading import packaging_for
from specwright.languages.python.packaging import PythonPackaging
from specwright.languages.python.selecting.chosen_tests import (
    chosen_run,
    listing_job,
    may_skip,
    read_listing,
    readable,
    results_of,
)
from specwright.languages.python.selecting.listed_tests import file_of
from specwright.ports.language import CallLimits
from specwright.ports.sandbox import Sandbox

_WORST_FIRST: Final = (NativeEnding.FAILED, NativeEnding.MISSING, NativeEnding.PASSED)


class ProjectTests:
    """The tests of a project as it was when this was opened."""

    def __init__(self, sandbox: Sandbox, packaging: PythonPackaging, package: Package, limits: CallLimits) -> None:
        self._sandbox = sandbox
        self._packaging = packaging
        self._package = package
        self._limits = limits
        self._skippable: set[str] = set()

    @property
    def sandbox(self) -> str:
        """The sandbox and the walls that held."""
        return f"{self._sandbox.name}, {self._sandbox.level}"

    async def list(self, paths: Sequence[str]) -> NativeList:
        """Return the tests of these files, by their paths in the project. Raise SandboxUnavailable."""
        known = readable(self._package, paths)
        job = listing_job(self._packaging, self._package, known, self._limits)
        found = read_listing(await self._sandbox.run(job), self._package, known)
        self._skippable |= found.skippable
        unread = dict.fromkeys((path for path in paths if path not in known), "it is hidden, a link, or over 1 MB")
        return found.model_copy(update={"failed": found.failed | unread})

    async def run(self, ids: Sequence[str]) -> dict[str, NativeTest]:
        """Run these tests and no others, and return the outcome of each. Raise SandboxUnavailable.

        A test is skipped only if its text says that it may be. One that was not reported has failed. If a run cannot be
        trusted, each of its files is run by itself, and all tests of one that still cannot be have failed.
        """
        run = chosen_run(self._packaging, self._package, ids, self._limits)
        report = self._packaging.read_tests(run, await self._sandbox.run(run.job), self._package)
        by_file = [list(own) for _, own in groupby(ids, key=file_of)]
        if report.hijacked and len(by_file) > 1:
            parts = [await self.run(own) for own in by_file]
            return {id_: test for part in parts for id_, test in part.items()}
        if why := _invalid(report):
            return {id_: NativeTest(id=id_, ending=NativeEnding.FAILED, detail=why) for id_ in ids}
        return {id_: self._outcome(id_, told) for id_, told in results_of(ids, report.tests).items()}

    def _outcome(self, id_: str, told: Sequence[NativeTest]) -> NativeTest:
        trusted = [self._trusted(test) for test in told]
        worst = next((test for ending in _WORST_FIRST for test in trusted if test.ending is ending), trusted[0])
        named = "" if worst.id == id_ else f"{worst.id}\n"
        return NativeTest(id=id_, ending=worst.ending, detail=f"{named}{worst.detail}".rstrip())

    def _trusted(self, test: NativeTest) -> NativeTest:
        allowed = may_skip(test, frozenset(self._skippable))
        if test.ending is NativeEnding.SKIPPED and not allowed:
            why = f"it was skipped, and nothing in its text says that it may be\n{test.detail}"
            return test.model_copy(update={"ending": NativeEnding.FAILED, "detail": why})
        if test.ending is NativeEnding.MISSING:
            if allowed and "Skipped" in test.detail:
                return test.model_copy(update={"ending": NativeEnding.SKIPPED})
            return test.model_copy(update={"detail": f"it never came to an end\n{test.detail}".rstrip()})
        return test


def _invalid(report: NativeReport) -> str | None:
    """Return why nothing in the report counts, if so."""
    if report.compile_errors:
        return "\n".join(map(_line, report.compile_errors))
    if report.hijacked:
        return f"the run cannot be trusted: {report.hijacked}\n{report.output[-2000:]}".rstrip()
    return None


def _line(error: Finding) -> str:
    return f"{error.path}:{error.line}: {error.code}: {error.message}"


async def open_tests(
    resources: Resources, folder: Path, *, dependencies: Path | None, seconds: float, memory: str | int
) -> ProjectTests:
    """Read the project. Raise UserError, SandboxUnavailable or ToolchainMissing."""
    package = read_project(folder, "python", tests_alone=True)
    mounts = find_dependencies(folder, "python", dependencies)
    sandbox = await resources.real_sandbox()
    packaging = await asyncio.to_thread(packaging_for, "python", sandbox, packaged, mounts)
    assert isinstance(packaging, PythonPackaging)
    size = parse_size(memory) if isinstance(memory, str) else memory
    return ProjectTests(sandbox, packaging, package, CallLimits(seconds=seconds, memory_bytes=size))
