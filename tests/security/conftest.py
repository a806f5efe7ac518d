from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest

from specwright.adapters.sandbox.bubblewrap import BubblewrapSandbox
from specwright.adapters.sandbox.namespaces import NamespacesSandbox
from specwright.adapters.sandbox.walls import Walls
from specwright.ports import Sandbox

LOCAL = {"bubblewrap": BubblewrapSandbox.open, "namespaces": NamespacesSandbox.open}


class Bench:
    """One event loop for many tests, and on it one sandbox for every kind and set of walls that is asked for."""

    def __init__(self) -> None:
        self.runner = asyncio.Runner()
        self._open: dict[tuple[str, Walls], Sandbox] = {}

    def run(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(coroutine)

    def sandbox(self, kind: str, walls: Walls) -> Sandbox:
        if (kind, walls) not in self._open:
            self._open[kind, walls] = self.run(LOCAL[kind](walls=walls))
        return self._open[kind, walls]

    def close(self) -> None:
        for sandbox in self._open.values():
            self.run(sandbox.close())
        self.runner.close()


@pytest.fixture(scope="package")
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.close()


SandboxFor = Callable[[str, Walls], Sandbox]
