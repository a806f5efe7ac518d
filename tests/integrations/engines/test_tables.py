"""Parquet files and folders of datasets in, shards of Parquet out."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import ipc, parquet

from specwright import AsyncClient
from specwright.batch import tables
from specwright.batch.engines.conformance import setup_in, tasks
from specwright.batch.row import BatchRow
from specwright.batch.tables import write_shards
from specwright.batch.tasks import BadLine, BatchTask, TaskFile
from specwright.core.errors import UserError

ROWS = [
    {"id": f"t{number}", "problem": each.task.problem, "examples": list(each.task.examples), "entry_point": "double"}
    for number, each in enumerate(tasks(5), 1)
]


def as_hub(folder: Path) -> Path:
    (folder / "data").mkdir(parents=True)
    for part in (0, 1):
        name = f"train-{part:05}-of-00002.parquet"
        parquet.write_table(pa.Table.from_pylist(ROWS[3 * part : 3 * part + 3]), folder / "data" / name)
    return folder


def as_saved(folder: Path) -> Path:
    """As `Dataset.save_to_disk` writes it: a stream of Arrow beside two files of JSON."""
    folder.mkdir(parents=True)
    table = pa.Table.from_pylist(ROWS)
    with pa.OSFile(str(folder / "data-00000-of-00001.arrow"), "wb") as sink, ipc.new_stream(sink, table.schema) as out:
        out.write_table(table)
    (folder / "state.json").write_text(json.dumps({"_data_files": [{"filename": "data-00000-of-00001.arrow"}]}))
    (folder / "dataset_info.json").write_text("{}")
    return folder


def as_file(folder: Path) -> Path:
    folder.mkdir()
    parquet.write_table(pa.Table.from_pylist([*ROWS[:4], {"id": "bad"}, ROWS[4]]), folder / "tasks.parquet")
    return folder / "tasks.parquet"


@pytest.mark.parametrize("make", [as_hub, as_saved, as_file])
def test_tasks_are_read_in_order_from(make: object, tmp_path: Path) -> None:
    assert callable(make)
    found = list(TaskFile(make(tmp_path / "x")))
    good = [each for each in found if isinstance(each, BatchTask)]
    assert [each.name for each in good] == [f"t{number}" for number in range(1, 6)]
    assert good[0].task.examples == ("double(4) == 8",)
    assert [each.line for each in found if isinstance(each, BadLine)] == ([5] if make is as_file else [])


def test_a_table_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken.parquet").write_bytes(b"PAR1 and nothing")
    as_hub(tmp_path / "splits")
    parquet.write_table(pa.Table.from_pylist(ROWS), tmp_path / "splits" / "data" / "test-00000-of-00001.parquet")
    for name in ("empty", "broken.parquet", "splits"):
        with pytest.raises(UserError) as caught:
            list(TaskFile(tmp_path / name))
        assert caught.value.hint


def test_a_batch_writes_its_rows_as_a_table(tmp_path: Path) -> None:
    setup = setup_in(tmp_path)

    async def use() -> None:
        async with AsyncClient(setup.settings) as client:
            await client.batch(as_file(tmp_path / "x"), tmp_path / "out", parquet=True)

    asyncio.run(use())
    table = parquet.read_table(tmp_path / "out" / "parquet")
    rows = {row["task"]: row for row in table.to_pylist()}
    assert set(rows) == {"t1", "t2", "t3", "t4", "t5", "bad"}
    assert rows["bad"]["state"] == "REFUSED"
    assert "def double" in rows["t1"]["code"]


def test_shards_are_whole_and_old_ones_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "_ROWS_OF_A_SHARD", 10)
    rows = [BatchRow(task=f"t{n}\udcff", line=n, state="REFUSED", bars=("x",)) for n in range(25)]
    assert write_shards(iter(rows), tmp_path / "p") == 3
    assert write_shards(iter(rows[:12]), tmp_path / "p") == 2
    assert sorted(path.name for path in (tmp_path / "p").iterdir()) == ["part-00000.parquet", "part-00001.parquet"]
    assert parquet.read_table(tmp_path / "p").num_rows == 12
