"""A sandbox as a user gets it, for cheats that need no particular backend."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from specwright.ports.sandbox import Sandbox
from specwright.sandbox import open_sandbox


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as opened:
        yield opened


@pytest.fixture(scope="module")
def sandbox(runner: asyncio.Runner) -> Iterator[Sandbox]:
    opened = runner.run(open_sandbox("auto"))
    yield opened
    runner.run(opened.close())
