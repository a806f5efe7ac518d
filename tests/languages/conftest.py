from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from specwright.adapters.machine.toolchains import ready
from specwright.languages.loading import toolchain_for
from specwright.languages.registry import LANGUAGES
from specwright.ports.language import Toolchain
from specwright.ports.sandbox import Sandbox
from specwright.sandbox import open_sandbox


class Bench:
    """A sandbox on an event loop of its own, shared by the tests of a worker."""

    def __init__(self) -> None:
        self.runner = asyncio.Runner()
        self.sandbox: Sandbox = self.runner.run(open_sandbox("auto"))

    def toolchain(self, language: str) -> Toolchain:
        return toolchain_for(language, self.sandbox, ready)


@pytest.fixture(scope="session")
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.runner.run(bench.sandbox.close())
    bench.runner.close()


@pytest.fixture(params=LANGUAGES)
def toolchain(request: pytest.FixtureRequest, bench: Bench) -> Toolchain:
    return bench.toolchain(request.param)
