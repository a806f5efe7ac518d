"""The engine on Ray, with a real cluster on this machine."""

from __future__ import annotations

import os
import signal

import pytest

from specwright.batch.engines.conformance import EngineConformance
from specwright.batch.engines.on_ray import RayEngine
from specwright.batch.engines.opening import BatchEngine, EngineChoice
from specwright.batch.worker import WorkerSetup


class TestRayEngine(EngineConformance):
    def open(self, setup: WorkerSetup) -> BatchEngine:
        return RayEngine(setup, EngineChoice("ray", 2, 2))

    async def kill_a_worker(self, engine: BatchEngine) -> bool:
        assert isinstance(engine, RayEngine)
        os.kill((await engine.worker_pids())[0], signal.SIGKILL)
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
