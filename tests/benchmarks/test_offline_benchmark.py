"""What the offline benchmark reads out of asserts, and how it divides and draws its tasks."""

from __future__ import annotations

import ast
import gzip
import json
from pathlib import Path

import pytest
from benchmarks.offline import _asserted, _is_fair, mbpp_cases


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
