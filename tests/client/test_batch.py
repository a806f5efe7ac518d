"""Many tasks in one go: what is read, what is written, and that nothing is done twice."""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from specwright import AsyncClient
from specwright.batch.results import ROWS, SUMMARY, Results
from specwright.batch.row import BatchRow
from specwright.batch.summary import Rate, Summary, summarise
from specwright.batch.tasks import BadLine, BatchTask, TaskFile
from specwright.core.errors import OutputError, UserError
from specwright.testing.scripted import ScriptedModel
from tests import stories
from tests.e2e.command import Home


def task(number: int, **more: Any) -> dict[str, Any]:
    problem = f"{stories.PROBLEM} This is task {number}."
    return {"id": f"t{number}", "problem": problem, "examples": list(stories.EXAMPLES), **more}


def tasks_file(folder: Path, *lines: dict[str, Any] | str, name: str = "tasks.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines))
    return path


def worked(
    folder: Path, tasks: Path, model: ScriptedModel, on_row: Callable[[BatchRow], None] | None = None, **options: Any
) -> Summary:
    async def main() -> Summary:
        async with AsyncClient(stories.settings(folder), model=model) as client:
            return await client.batch(tasks, folder / "out", on_row=on_row, **options)

    return asyncio.run(main())


def rows(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "out" / ROWS).read_text().splitlines()]


def test_every_line_is_read_or_refused_by_its_number(tmp_path: Path) -> None:
    path = tasks_file(
        tmp_path,
        task(1, category="sums", difficulty="easy"),
        "{broken",
        "",
        '["no object"]',
        {"id": "t2"},
        {"problem": "Add.", "examples": "add(1, 2) == 3\nadd(0, 0) == 0"},
        {"problem": 5},
        {"problem": "Add.", "examples": [1]},
        {"problem": "Add.", "kind": "opera"},
        task(1),
        "[" * 100_000,
    )
    file = TaskFile(path)
    found = list(file)
    good = [each for each in found if isinstance(each, BatchTask)]
    bad = {each.line: each.error for each in found if isinstance(each, BadLine)}
    assert [(each.line, each.name, each.category) for each in good] == [(1, "t1", "sums"), (6, "6", "")]
    assert good[1].task.examples == ("add(1, 2) == 3", "add(0, 0) == 0")
    assert set(bad) == {2, 4, 5, 7, 8, 9, 10, 11}
    assert "not JSON" in bad[2]
    assert "list, not an object" in bad[4]
    assert bad[5] == "it has no `problem`"
    assert "earlier line" in bad[10]
    assert file.unused == {"difficulty"}
    assert len(found) == 10


def test_a_table_is_read_like_lines_of_json(tmp_path: Path) -> None:
    path = tmp_path / "tasks.csv"
    path.write_text('id,problem,examples,language\na,"Add, please.","add(1, 2) == 3\nadd(0, 0) == 0",\nb,Add.,,go\n')
    [first, second] = TaskFile(path, language="rust")
    assert isinstance(first, BatchTask)
    assert isinstance(second, BatchTask)
    assert (first.task.problem, first.task.language, len(first.task.examples)) == ("Add, please.", "rust", 2)
    assert (second.name, second.task.language) == ("b", "go")


@pytest.mark.parametrize("name", ["absent.jsonl", "tasks.txt"])
def test_a_file_that_is_none_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UserError) as caught:
        TaskFile(tmp_path / name)
    assert caught.value.hint


def test_a_batch_that_was_cut_off_goes_on_and_asks_nothing_twice(tmp_path: Path) -> None:
    ledger = tmp_path / "asked.jsonl"
    path = tasks_file(tmp_path, task(1), task(2), "{broken", task(3))

    def stop(row: BatchRow) -> None:
        if row.run is not None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        worked(tmp_path, path, stories.model(stories.FIRST_TRY * 3, ledger), stop, workers=2)
    assert [row["state"] for row in rows(tmp_path)] == ["REFUSED", "TESTS_PASSING"]
    # The row was lost in the writing, the run was not.
    written = (tmp_path / "out" / ROWS).read_text()
    (tmp_path / "out" / ROWS).write_text(written[:40])

    summary = worked(tmp_path, path, stories.model(stories.FIRST_TRY * 3, ledger), workers=2)
    assert set(Counter(json.loads(line)["key"] for line in ledger.read_text().splitlines()).values()) == {1}
    assert (summary.tasks, summary.verified.count) == (4, 3)
    assert summary.states == {"TESTS_PASSING": 3, "REFUSED": 1}

    again = worked(tmp_path, path, stories.model([], ledger))
    assert again == summary
    assert json.loads((tmp_path / "out" / SUMMARY).read_text())["verified"]["count"] == 3
    row = next(row for row in Results(tmp_path / "out") if row.task == "t1")
    assert row.code is not None
    assert row.code.startswith("def run_code")
    assert row.head is not None


def test_a_budget_is_for_all_tasks_and_the_rest_waits(tmp_path: Path) -> None:
    path = tasks_file(tmp_path, task(1), task(2), task(3))
    cut = worked(tmp_path, path, stories.model(stories.FIRST_TRY * 3), workers=1, budget_tokens=1)
    assert cut.tasks == 1
    whole = worked(tmp_path, path, stories.model(stories.FIRST_TRY * 3), workers=1)
    assert (whole.tasks, whole.verified.count) == (3, 3)


def test_one_batch_at_a_time_writes_to_a_folder(tmp_path: Path) -> None:
    with Results(tmp_path / "out"), pytest.raises(UserError, match="another batch"):
        Results(tmp_path / "out")
    with pytest.raises(OutputError):
        Results(Path("/proc/none"))


def test_a_row_that_is_no_unicode_is_written_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "tasks.csv"
    path.write_bytes(b"id,category,problem\ncaf\xe9,\xff,half \xed\xa0\x80\n")
    summary = worked(tmp_path, path, stories.model([]))
    assert (summary.tasks, summary.states) == (1, {"REFUSED": 1})
    assert rows(tmp_path)[0]["task"] == "caf\\udce9"
    with Results(tmp_path / "out") as found:
        assert [row.task for row in found] == ["caf\\udce9"]
        found.append(BatchRow(task="t", line=1, category="\udcff", state="REFUSED"))
        assert found.summarise().tasks == 2
    assert json.loads((tmp_path / "out" / "summary.json").read_text())["states"] == {"REFUSED": 2}


def test_results_that_are_no_file_are_refused(tmp_path: Path) -> None:
    """Reading a pipe would wait for ever."""
    (tmp_path / "out").mkdir()
    os.mkfifo(tmp_path / "out" / ROWS)
    with pytest.raises(OutputError, match="not a file"):
        Results(tmp_path / "out")


def test_rates_have_intervals_and_reasons_are_counted() -> None:
    given = [
        BatchRow(task="a", line=1, state="TESTS_PASSING", verified=True, category="x"),
        BatchRow(task="b", line=2, state="TESTS_PASSING", bars=("open point", "open point"), category="x"),
        BatchRow(task="c", line=3, state="TESTS_FAILING", category="y", usd=None),
    ]
    summary = summarise(given)
    assert summary.by_category["x"] == Rate.from_counts(1, 2)
    assert summary.reasons == {"open point": 1, "TESTS_FAILING": 1}
    assert summary.usd is None
    rate = Rate.from_counts(1, 2)
    assert (round(rate.low, 3), round(rate.high, 3)) == (0.095, 0.905)


def test_the_command_tells_how_many_were_verified_and_which_line_is_no_task(home: Home) -> None:
    path = tasks_file(home.folder, task(1, exmaples=["lost"]), "{broken")
    script = stories.script(home.folder, stories.FIRST_TRY)
    done = home.run("batch", str(path), "--out", str(home.folder / "out"), "--model", f"scripted:{script}")
    assert done.status == 1
    assert "line 2: it is not JSON" in done.err
    assert "not used: exmaples" in done.err
    assert "2 tasks: 1 of 2 (50.0%, 95 % interval 9.5% to 90.5%) verified" in done.out
    again = home.run("batch", str(path), "--out", str(home.folder / "out"), "--model", f"scripted:{script}", "--json")
    assert again.document["verified"]["count"] == 1
