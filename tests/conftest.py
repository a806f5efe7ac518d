from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.sandboxes import Bench, Engines


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
