"""Runs several versions of a package in one job: one sandbox and one start of the driver for all."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from specwright.core.evidence.native import NativeReport
from specwright.core.program.package import Package
from specwright.ports.language import CallLimits, NativeRun, NativeRuns
from specwright.ports.sandbox import ExecResult, Job


def work_of(runs: Sequence[Any]) -> bytes:
    """Return a driver's input: the runs to make, one after the other."""
    return json.dumps({"runs": list(runs)}).encode()


class BatchRuns(ABC):
    """A packaging whose driver makes any number of runs. They differ in their input alone, so they become one job."""

    @abstractmethod
    def test_run(self, package: Package, limits: CallLimits, *, coverage: bool = True) -> NativeRun: ...

    @abstractmethod
    def read_tests(self, run: NativeRun, result: ExecResult, package: Package) -> NativeReport: ...

    def version_run(self, package: Package, limits: CallLimits) -> NativeRun:
        """Return the run of one of several versions; it may stop at a test that fails."""
        return self.test_run(package, limits, coverage=False)

    def test_runs(self, versions: Sequence[Package], limits: CallLimits) -> NativeRuns:
        runs = tuple(self.version_run(package, limits) for package in versions)
        return NativeRuns(job=_one_job([run.job for run in runs]), runs=runs)

    def read_runs(self, runs: NativeRuns, result: ExecResult, versions: Sequence[Package]) -> tuple[NativeReport, ...]:
        lines = result.report.splitlines()
        parts = [lines[place] if place < len(lines) else b"" for place in range(len(runs.runs))]
        return tuple(
            self.read_tests(run, result.model_copy(update={"report": part}), package)
            for run, part, package in zip(runs.runs, parts, versions, strict=True)
        )


def _one_job(jobs: Sequence[Job]) -> Job:
    works = [work for job in jobs for work in json.loads(job.stdin)["runs"]]
    limits = jobs[0].limits.model_copy(update={"wall_seconds": sum(job.limits.wall_seconds for job in jobs)})
    return jobs[0].model_copy(update={"stdin": work_of(works), "limits": limits})
