"""What every engine must hold to, for engines of ours and of anybody else.

    class TestMyEngine(EngineConformance):
        def open(self, setup: WorkerSetup) -> BatchEngine:
            return MyEngine(setup)

        async def kill_a_worker(self, engine: BatchEngine) -> None:
            os.kill(await engine.some_pid(), signal.SIGKILL)

Run it with pytest, which gives each method an empty folder as `tmp_path`. The workers must see this folder.
"""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable
from contextlib import aclosing
from pathlib import Path
from typing import Any, Final

from specwright import api
from specwright.batch.engines.opening import BatchEngine
from specwright.batch.row import BatchRow
from specwright.batch.tasks import BadLine, BatchTask
from specwright.batch.work import Batch, BatchLimits
from specwright.batch.worker import WorkerSetup
from specwright.config import load_settings

_CODE: Final = 'def double(x: int) -> int:\n    """Return twice the number."""\n    return 2 * x\n'
_SPECIFICATION: Final = {
    "summary": "Return twice the number.",
    "params": [{"name": "x", "type": "int"}],
    "returns": "int",
    "requirements": [{"text": "Return twice the number."}],
}
_CASES: Final = [
    {"name": f"case {x}", "requirement": "R1", "input": {"x": x}, "expected": 2 * x} for x in (0, 1, 7, -3, 1000)
]
SCRIPT: Final[list[dict[str, Any]]] = [
    {"stage": "specify", "reply": _SPECIFICATION},
    {"stage": "write_tests", "reply": {"cases": _CASES}},
    {"stage": "write_code", "reply": f"```python\n{_CODE}```"},
]
"""What a scripted model answers to the tasks of this suite."""


def tasks(count: int) -> list[BatchTask]:
    """Return tasks that the script solves."""
    return [
        BatchTask(
            line=number,
            name=f"t{number}",
            task=api.make_task(
                f"Return twice the number. This is task {number}.", examples=["double(4) == 8"], entry_point="double"
            ),
        )
        for number in range(1, count + 1)
    ]


def setup_in(folder: Path, *, delay_seconds: float = 0.0) -> WorkerSetup:
    """Return a set-up with a scripted model, a store and a ledger of its questions in this folder."""
    script = {"rules": SCRIPT, "delay_seconds": delay_seconds, "ledger": str(folder / "asked.jsonl")}
    (folder / "script.json").write_text(json.dumps(script), "utf-8")
    model = f"scripted:{folder / 'script.json'}"
    flags: dict[str, dict[str, Any]] = {"llm_config": {"model": model}, "store": {"path": folder / "runs.db"}}
    return WorkerSetup(settings=load_settings(flags, environ={}, directory=folder), model=model)


def asked(folder: Path) -> Counter[str]:
    """Return how often each question was asked."""
    lines = (folder / "asked.jsonl").read_text("utf-8").splitlines()
    return Counter(json.loads(line)["key"] for line in lines)


class EngineConformance(ABC):
    """One rule per method. A subclass opens its engine in `open`."""

    @abstractmethod
    def open(self, setup: WorkerSetup) -> BatchEngine:
        """Return an engine of two workers, not yet started."""

    @abstractmethod
    async def kill_a_worker(self, engine: BatchEngine) -> bool:
        """End one worker as `kill -9` does. Return False if it has none of its own."""

    def test_every_task_comes_to_an_end_once_and_asks_nothing_another_time(self, tmp_path: Path) -> None:
        given: list[BatchTask | BadLine] = [*tasks(4), BadLine(line=9, name="bad", error="it is no task")]
        setup = setup_in(tmp_path)

        async def twice() -> list[list[BatchRow]]:
            engine = self.open(setup)
            try:
                await engine.start()
                return [[row async for row in Batch(engine, BatchLimits()).rows(given)] for _ in range(2)]
            finally:
                await engine.close()

        rows, again = asyncio.run(twice())
        assert Counter(row.task for row in rows) == Counter(["t1", "t2", "t3", "t4", "bad"])
        assert all(_is_solved(row) for row in rows if row.task != "bad"), [row.error for row in rows]
        assert {(row.task, row.head) for row in again} == {(row.task, row.head) for row in rows}
        assert set(asked(tmp_path).values()) == {1}

    def test_a_task_that_fails_is_a_row_and_stops_no_other(self, tmp_path: Path) -> None:
        [good, bad] = tasks(2)
        bad = bad.model_copy(update={"task": bad.task.model_copy(update={"language": "cobol"})})
        rows = {row.task: row for row in asyncio.run(self._worked(setup_in(tmp_path), [bad, good]))}
        assert _is_solved(rows["t1"])
        assert rows["t2"].state in ("REFUSED", "FAILED")
        assert "cobol" in str(rows["t2"].error)

    def test_a_batch_that_is_closed_early_goes_on_another_time(self, tmp_path: Path) -> None:
        setup = setup_in(tmp_path, delay_seconds=0.2)

        async def first_row() -> Any:
            async for row in self._rows(setup, tasks(4)):
                return row
            raise AssertionError("there is a row")

        first = asyncio.run(first_row())
        rows = asyncio.run(self._worked(setup, tasks(4)))
        assert {row.task: row.head for row in rows}[first.task] == first.head
        assert sum(map(_is_solved, rows)) == 4

    def test_a_worker_that_is_killed_loses_no_task(self, tmp_path: Path) -> None:
        setup = setup_in(tmp_path, delay_seconds=0.3)

        async def worked() -> list[BatchRow]:
            engine = self.open(setup)
            try:
                await engine.start()
                rows: list[BatchRow] = []
                async with aclosing(Batch(engine, BatchLimits()).rows(tasks(8))) as coming:
                    async for row in coming:
                        rows.append(row)
                        if len(rows) in (1, 3):
                            await self.kill_a_worker(engine)
                return rows
            finally:
                await engine.close()

        rows = asyncio.run(worked())
        assert Counter(row.task for row in rows) == Counter(f"t{number}" for number in range(1, 9))
        assert all(map(_is_solved, rows)), [row.error for row in rows]

    async def _worked(self, setup: WorkerSetup, given: Iterable[BatchTask | BadLine]) -> list[BatchRow]:
        return [row async for row in self._rows(setup, given)]

    async def _rows(self, setup: WorkerSetup, given: Iterable[BatchTask | BadLine]) -> Any:
        engine = self.open(setup)
        try:
            await engine.start()
            async with aclosing(Batch(engine, BatchLimits()).rows(given)) as rows:
                async for row in rows:
                    yield row
        finally:
            await engine.close()


def _is_solved(row: BatchRow) -> bool:
    return row.state == "TESTS_PASSING" and row.code is not None and row.head is not None
