"""The engine on Dask, with a real cluster on this machine."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from specwright.batch.engines import on_dask
from specwright.batch.engines.conformance import EngineConformance, setup_in
from specwright.batch.engines.on_dask import DaskEngine
from specwright.batch.engines.opening import BatchEngine, EngineChoice
from specwright.batch.worker import WorkerSetup
from specwright.ports.engine import EngineLost


class TestDaskEngine(EngineConformance):
    def open(self, setup: WorkerSetup) -> BatchEngine:
        return DaskEngine(setup, EngineChoice("dask", 2, 2))

    async def kill_a_worker(self, engine: BatchEngine) -> bool:
        assert isinstance(engine, DaskEngine)
        os.kill(engine.worker_pids()[0], signal.SIGKILL)
        return True

    test_a_task_that_fails_is_a_row_and_stops_no_other = pytest.mark.slow(
        EngineConformance.test_a_task_that_fails_is_a_row_and_stops_no_other
    )
    test_a_batch_that_is_closed_early_goes_on_another_time = pytest.mark.slow(
        EngineConformance.test_a_batch_that_is_closed_early_goes_on_another_time
    )
    test_a_worker_that_is_killed_loses_no_task = pytest.mark.slow(
        EngineConformance.test_a_worker_that_is_killed_loses_no_task
    )


def test_a_cluster_that_is_not_there_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_dask, "_START_SECONDS", 1)
    engine = DaskEngine(setup_in(tmp_path), EngineChoice("dask", 2, 2, "tcp://127.0.0.1:1"))
    with pytest.raises(EngineLost) as caught:
        asyncio.run(engine.start())
    assert caught.value.hint
