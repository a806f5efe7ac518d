"""The engine of this process holds to what every engine must hold to; the others are chosen by name."""

from __future__ import annotations

import asyncio
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from specwright import AsyncClient
from specwright.batch.engines.conformance import EngineConformance, setup_in, tasks
from specwright.batch.engines.local import LocalEngine
from specwright.batch.engines.opening import BatchEngine, EngineChoice, open_engine
from specwright.batch.row import BatchRow
from specwright.batch.tasks import BatchTask
from specwright.batch.work import Batch, BatchLimits
from specwright.batch.worker import WorkerSetup
from specwright.core.errors import UserError
from specwright.ports.engine import WorkerLost
from tests import stories


class OwnClient(LocalEngine):
    """Closes its client with itself, as an engine with workers of its own does."""

    def __init__(self, setup: WorkerSetup) -> None:
        self._client = AsyncClient(setup.settings)
        super().__init__(self._client, setup, 2)

    async def close(self) -> None:
        await self._client.close()


class TestLocalEngine(EngineConformance):
    def open(self, setup: WorkerSetup) -> BatchEngine:
        return OwnClient(setup)

    async def kill_a_worker(self, engine: BatchEngine) -> bool:
        return False


class Deadly:
    """An engine whose workers die of every task, the first as often as it is told to."""

    slots = 2

    def __init__(self, deaths: int) -> None:
        self._left = deaths

    async def start(self) -> None: ...

    async def solve(self, task: BatchTask) -> BatchRow:
        if self._left:
            self._left -= 1
            raise WorkerLost("gone")
        return BatchRow(task=task.name, line=task.line, state="TESTS_PASSING")

    async def close(self) -> None: ...


@pytest.mark.parametrize(("deaths", "state"), [(2, "TESTS_PASSING"), (5, "FAILED")])
def test_a_task_is_given_out_again_but_not_for_ever(deaths: int, state: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("specwright.batch.work._PAUSE_SECONDS", 0.0)

    async def worked() -> list[BatchRow]:
        return [row async for row in Batch(Deadly(deaths), BatchLimits()).rows(tasks(1))]

    [row] = asyncio.run(worked())
    assert row.state == state
    assert (row.error is None) == (state != "FAILED")


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        (EngineChoice("spark"), "no engine 'spark'"),
        (EngineChoice("ray"), "specwright\\[ray\\]"),
        (EngineChoice("dask"), "specwright\\[dask\\]"),
        (EngineChoice("local", address="host:1"), "no address"),
    ],
)
def test_an_engine_that_cannot_be_had_is_explained(choice: EngineChoice, words: str, tmp_path: Path) -> None:
    assert find_spec("ray") is None, "the test needs an environment without it"
    with pytest.raises(UserError) as caught:
        open_engine(choice, AsyncClient(stories.settings(tmp_path)), setup_in(tmp_path))
    assert re.search(words, f"{caught.value.message} {caught.value.hint}")


def test_tables_need_their_package(tmp_path: Path) -> None:
    (tmp_path / "tasks.parquet").write_bytes(b"PAR1")

    async def use() -> None:
        async with AsyncClient(stories.settings(tmp_path)) as client:
            await client.batch(tmp_path / "tasks.parquet", tmp_path / "out")

    with pytest.raises(UserError) as caught:
        asyncio.run(use())
    assert "specwright[parquet]" in str(caught.value.hint)
