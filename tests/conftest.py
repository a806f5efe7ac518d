from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.command import Home
from tests.sandboxes import Bench, Engines


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


@pytest.fixture(scope="session")
def engines() -> Iterator[Engines]:
    engines = Engines()
    yield engines
    engines.close()


@pytest.fixture(scope="session")
def bench(engines: Engines) -> Iterator[Bench]:
    bench = Bench(engines)
    yield bench
    bench.close()
