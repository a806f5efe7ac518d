"""What the offline benchmark reads out of asserts, and how it divides and draws its tasks."""

from __future__ import annotations

import ast
import asyncio
import gzip
import json
from pathlib import Path

import pytest
from benchmarks.offline import Measurement
from benchmarks.offline_cases import Case, _asserted, _is_fair, humaneval_cases, mbpp_cases
from benchmarks.offline_run import Bench, NoModel
from benchmarks.offline_score import Outcome, Score, bars, factor, interval


@pytest.mark.parametrize(
    ("line", "value", "any_order"),
    [
        ("assert f(1, 2) == 3", "3", False),
        ("assert f(1) is None", "None", False),
        ("assert f([])", "True", False),
        ("assert not f([])", "False", False),
        ("assert math.isclose(f(10), 2.5, rel_tol=0.001)", "2.5", False),
        ("assert set(f([1], [2])) == set((1, 2))", "(1, 2)", True),
    ],
)
def test_an_assert_is_read_as_an_example(line: str, value: str, any_order: bool) -> None:
    said = _asserted(line, {"f"})
    assert said is not None
    assert said.value is not None
    assert ast.unparse(said.value) == value
    assert said.any_order is any_order


def test_an_assert_of_another_form_gives_inputs_only() -> None:
    said = _asserted("assert len(f(3)) == 2", {"f"})
    assert said is not None
    assert said.value is None
    assert _asserted("assert 1 == 1", {"f"}) is None


def test_inputs_keep_what_all_shown_ones_have_in_common() -> None:
    shown = (([1, 2, 3], 3), ([2, 5, 9, 9], 4), ([0, 1, 7], 3))
    assert _is_fair(([4, 5], 2), shown)
    assert not _is_fair(([5, 4], 2), shown), "a list that is always sorted"
    assert not _is_fair(([4, 5], 3), shown), "a length that is passed along"


def test_a_docstring_is_given_as_it_stands_and_its_tests_are_hidden(tmp_path: Path) -> None:
    row = {
        "task_id": "Python/7",
        "entry_point": "double",
        "docstring": "Double it.\n>>> double(2)\n4",
        "prompt": "def double(n):\n",
        "canonical_solution": "    return 2 * n\n",
        "test": "def check(double):\n    assert double(0) == 0\n    assert double(3) == 6\n"
        "    assert double([1]) == [1, 1]\n    for n in range(9):\n        assert double(n) == 2 * n\ncheck(double)",
    }
    vague = {**row, "task_id": "Python/8", "test": "def check(double):\n    assert double(0) == 0"}
    with gzip.open(tmp_path / "humanevalpack_python.jsonl.gz", "wt") as file:
        file.write("\n".join(map(json.dumps, [row, vague])))
    [case] = humaneval_cases(tmp_path)
    assert (case.name, case.task.problem, case.task.examples) == ("humaneval/7", row["docstring"], ())
    assert case.hidden == ((0,), (3,), ([1],))
    assert case.reference == "def double(n):\n    return 2 * n\n"


def test_the_halves_divide_all_tasks_and_a_smaller_sample_begins_a_larger_one(tmp_path: Path) -> None:
    rows = [
        {
            "task_id": number,
            "prompt": "Write a function to double a number.",
            "code": "def double(n):\n    return 2 * n",
            "test_list": ["assert double(2) == 4", "assert double(0) == 0", "assert double(5) == 10"],
        }
        for number in range(60)
    ]
    with gzip.open(tmp_path / "mbpp_sanitized.jsonl.gz", "wt") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    names = {half: {case.name for case in mbpp_cases(tmp_path, half)} for half in ("developed", "untouched", "both")}
    assert names["developed"] | names["untouched"] == names["both"]
    assert not names["developed"] & names["untouched"]
    assert min(len(names["developed"]), len(names["untouched"])) > 15
    larger = [case.name for case in mbpp_cases(tmp_path, sample=20)]
    assert [case.name for case in mbpp_cases(tmp_path, sample=10)] == larger[:10]


def test_the_interval_of_a_share_is_exact() -> None:
    """Against the closed forms: none of n, and all of n; and a value from the tables."""
    assert interval(0, 50) == pytest.approx((0.0, 1 - 0.025 ** (1 / 50)))
    assert interval(50, 50) == pytest.approx((0.025 ** (1 / 50), 1.0))
    assert interval(2, 10) == pytest.approx((0.0252, 0.5561), abs=1e-4)
    assert interval(0, 0) == (0.0, 1.0)


def _scored(**counts: int) -> Score:
    outcomes = [outcome for outcome, count in counts.items() for _ in range(count)]
    return Score({f"task{place}": Outcome(outcome) for place, outcome in enumerate(outcomes)})


def test_false_accepts_are_read_in_both_ways_and_the_bars_by_the_stricter_one() -> None:
    score = _scored(solved=47, wrong=1, abstained=52)
    figures = score.figures()
    assert figures["wrong_of_tasks"]["share"] == 0.01
    assert figures["wrong_of_claims"]["share"] == pytest.approx(1 / 48, abs=1e-4)
    assert bars({"mbpp": {"all together": score}}, {})["false accepts at most 2%, mbpp"].startswith("missed")


def test_a_bar_that_was_not_measured_in_full_stays_open() -> None:
    assert bars({"own": {"without model": _scored(solved=2)}}, {})["45 of our own 60"] == "open: 2 of 2"
    both = {"all together": _scored(solved=3), "without model": _scored(solved=46, abstained=14)}
    assert bars({"own": both}, {})["45 of our own 60"] == "met: 46 of 60"
    measured = bars({"own": {"all together": _scored(solved=44, abstained=16)}}, {"with": 1300})
    assert measured["45 of our own 60"] == "missed: 44 of 60"
    assert measured["under 1200 MB with the model"] == "missed: 1300 MB"


def test_the_factor_counts_only_tasks_that_both_rows_have() -> None:
    rows = {"all together": _scored(solved=6, abstained=4), "asked once": _scored(solved=2, wrong=3)}
    assert factor(rows) == {"tasks": 5, "all_together": 5, "asked_once": 2, "factor": 2.5}


def _measurement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, outcomes: dict[str, str]
) -> tuple[Measurement, list[str]]:
    made: list[str] = []

    async def attempt(bench: Bench, case: Case, row: str) -> Outcome:
        made.append(row)
        return Outcome(outcomes[row], row)

    monkeypatch.setattr("benchmarks.offline.attempt", attempt)
    bench = Bench(None, None, None, NoModel())  # type: ignore[arg-type]
    case = Case("task", None, None, None, (), ())  # type: ignore[arg-type]
    return Measurement(bench, {"own": [case]}, list(outcomes), tmp_path / "kept.jsonl", False), made


def test_a_run_that_ends_at_a_rung_is_made_once_for_all_rows_that_begin_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcomes = {"patterns": "abstained", "without model": "solved", "all together": "abstained"}
    work, made = _measurement(tmp_path, monkeypatch, outcomes)
    asyncio.run(work.measure(work.rows, "with", float("inf")))
    assert made == ["patterns", "without model"]
    assert work.scores["own"]["all together"].count("solved") == 1
    again, made = _measurement(tmp_path, monkeypatch, outcomes)
    asyncio.run(again.measure(again.rows, "with", float("inf")))
    assert made == [], "what was kept is not measured again"
    assert again.scores == work.scores


def test_no_task_is_begun_when_the_time_is_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work, made = _measurement(tmp_path, monkeypatch, {"patterns": "solved"})
    asyncio.run(work.measure(work.rows, "without", float("-inf")))
    assert made == []
    assert work.report()["own"] == {}
