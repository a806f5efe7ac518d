from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from specwright.adapters.machine.runners import packaged
from specwright.core.evidence.native import NativeReport
from specwright.core.program.package import Package
from specwright.languages.loading import packaging_for
from specwright.ports.language import CallLimits, Packaging
from specwright.ports.sandbox import Sandbox
from specwright.sandbox import open_sandbox


class Bench:
    """A sandbox on an event loop of its own, shared by the tests of a worker."""

    def __init__(self) -> None:
        self.runner = asyncio.Runner()
        self.sandbox: Sandbox = self.runner.run(open_sandbox("auto"))

    def packaging(self, language: str) -> Packaging:
        return packaging_for(language, self.sandbox, packaged)

    def tested(self, language: str, package: Package, seconds: float = 20.0) -> NativeReport:
        """What our own run of the package's tests tells."""
        packaging = self.packaging(language)
        run = packaging.test_run(package, CallLimits(seconds=seconds))
        return packaging.read_tests(run, self.runner.run(self.sandbox.run(run.job)), package)


@pytest.fixture(scope="session")
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.runner.run(bench.sandbox.close())
    bench.runner.close()
