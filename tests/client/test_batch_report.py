"""What a batch came to: figures that hold against other ways to reach them, and pages that hold foreign text."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from specwright.batch.report.compare import compare_batches
from specwright.batch.report.figures import figures_of
from specwright.batch.report.page import batch_page
from specwright.batch.results import ROWS, Results, as_text, read_rows
from specwright.batch.row import BatchRow
from specwright.core.errors import UserError
from tests.e2e.command import Home

HOSTILE = "<script>alert(1)</script>\u202e"


def row(name: str, *, verified: bool = False, **more: object) -> BatchRow:
    return BatchRow.model_validate(
        {"task": name, "line": 1, "state": "TESTS_PASSING", "verified": verified, "run": f"batch-{name}", **more}
    )


def batch(folder: Path, rows: Sequence[BatchRow]) -> Path:
    folder.mkdir()
    (folder / ROWS).write_text("".join(as_text(each) + "\n" for each in rows))
    return folder


def test_figures_are_those_of_the_last_row_of_each_task(tmp_path: Path) -> None:
    place = batch(tmp_path / "b", [row("a"), row("b", verified=True, input_tokens=5), row("a", verified=True)])
    with (place / ROWS).open("a") as file:
        file.write('{"task": "torn')
    figures = figures_of(tuple(read_rows(place)))
    assert (figures.summary.tasks, figures.summary.verified.count) == (2, 2)
    with Results(place) as results:
        assert results.done() == {"a", "b"}


def test_distributions_causes_and_probabilities_are_counted() -> None:
    rows = [row(f"v{n}", verified=True, confidence=0.99, own_seconds=float(n + 1)) for n in range(99)]
    rows += [row("slow", confidence=0.6, own_seconds=1000.0, bars=("open point", "untested"))]
    rows += [row("down", state="MODEL_UNAVAILABLE", error="no answer", run=None)]
    truth = {each.task: each.task != "v3" for each in rows}
    figures = figures_of(rows, truth)
    [seconds] = figures.distributions
    assert seconds.total == sum(range(1, 100)) + 1000
    assert seconds.quantiles["100%"] == 1000
    assert seconds.quantiles["50%"] == 50
    assert sum(count for _, _, count in seconds.bars) == len(rows)
    assert {cause.name: cause.count for cause in figures.causes} == {
        "open point": 1, "untested": 1, "MODEL_UNAVAILABLE": 1,
    }  # fmt: skip
    assert figures.causes[-1].tasks or figures.causes[0].tasks
    high = figures.reliability[-1]
    assert (high.right.count, high.right.of, round(high.stated, 2)) == (98, 99, 0.99)
    assert figures.verified_right is not None
    assert figures.verified_right.count == 98
    assert figures_of(rows).reliability == ()
    assert figures_of([]).distributions == ()


def test_a_page_holds_foreign_text_as_text() -> None:
    rows = [row(HOSTILE, category=HOSTILE, error=HOSTILE, bars=(HOSTILE,), confidence=0.4, own_seconds=1.0)]
    for server in ("", "http://localhost:1"):
        page = batch_page(figures_of(rows, {HOSTILE: True}), HOSTILE, server)
        assert "<script>alert" not in page
        assert "\u202e" not in page
        assert "%3Cscript%3E" in page or not server
        assert "Probability and truth" in page


def test_an_interval_of_paired_shares_covers_the_truth_as_often_as_it_says() -> None:
    """Simulated: of 95 % intervals about 95 in 100 hold the difference that the tasks were drawn with."""
    draw = random.Random(5)
    inside = 0
    for _ in range(400):
        pairs = [(draw.random(), draw.random()) for _ in range(60)]
        # The second solves what the first does in 3 of 4 cases, and 1 of 5 of the rest: 0.6 and 0.53.
        first = [u < 0.6 for u, _ in pairs]
        second = [v < (0.75 if a else 0.2) for a, (_, v) in zip(first, pairs, strict=True)]
        found = compare_batches(
            [row(str(n), verified=a) for n, a in enumerate(first)],
            [row(str(n), verified=b) for n, b in enumerate(second)],
        ).verified
        inside += found.low <= 0.53 - 0.6 <= found.high
    assert 0.92 <= inside / 400 <= 0.985, inside


def test_tasks_that_differ_decide_and_the_same_batch_does_not_differ() -> None:
    first = [row(str(n), verified=n < 20) for n in range(50)]
    second = [row(str(n), verified=n < 20 or n >= 44) for n in range(50)]
    found = compare_batches(first, second)
    assert (found.verified.pairs, len(found.gained), len(found.lost)) == (50, 6, 0)
    assert math.isclose(found.verified.difference, 0.12)
    assert found.verified.low > 0.02
    assert found.verified.decided
    assert math.isclose(found.chance, 2 / 2**6)
    same = compare_batches(first, first)
    assert same.chance == 1.0
    assert same.verified.low <= 0 <= same.verified.high


def test_only_tasks_that_both_have_are_compared() -> None:
    found = compare_batches([row("a", input_tokens=10), row("b")], [row("b"), row("c"), row("a", input_tokens=4)])
    assert (found.tasks, found.only_first, found.only_second) == (2, 0, 1)
    [tokens] = found.means
    assert (tokens.first, tokens.second, tokens.difference) == (5.0, 2.0, -3.0)


def test_the_commands_show_and_compare(home: Home) -> None:
    rows = [row("a", verified=True, category="x", own_seconds=2.0, confidence=0.97), row("b", bars=("open point",))]
    one, two = batch(home.folder / "one", rows), batch(home.folder / "two", [rows[0], row("b", verified=True)])
    (home.folder / "truth.jsonl").write_text('{"id": "a", "correct": true}\n')
    shown = home.run("batch", "report", "one", "--page", "report.html", "--truth", "truth.jsonl")
    assert shown.status == 0, shown.err
    assert "2 tasks: 1 of 2" in shown.out
    assert "open point" in shown.out
    assert (home.folder / "report.html").read_text().startswith("<!doctype html>")
    compared = home.run("batch", "compare", "one", "two")
    assert "gained: b" in compared.out
    assert home.run("batch", "compare", "one", "two", "--json").document["gained"] == ["b"]
    (home.folder / "truth.jsonl").write_text("nonsense\n")
    for wrong in (
        ("batch", "report", "none"), ("batch", "report", "one", "--truth", "truth.jsonl"),
        ("batch", "report", "one", "--server", "javascript:1"), ("batch", "report", "one", "--page", "no/where.html"),
        ("batch", "compare", "one", "none"),
    ):  # fmt: skip
        assert home.run(*wrong).explained(), wrong
    assert one != two


def test_a_batch_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no batch"):
        read_rows(tmp_path)
    assert json.loads(as_text(row("a")))["task"] == "a"
