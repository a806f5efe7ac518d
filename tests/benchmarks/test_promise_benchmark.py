"""The benchmarks of the promise: sets as a run has them, and the bar on tests that cannot fail."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

import pytest
from benchmarks import promise
from benchmarks.judge_observe import Plan
from benchmarks.judge_pools import Problem, read_pool
from benchmarks.promise_sets import ASKED, AUTHOR, Drawn, Watched, draws, one_writers_tests
from benchmarks.telling import barred
from tests.benchmarks.test_judge_benchmark import pool_file

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.judge.priors import DEFAULT


def watched(folder: Path) -> Watched:
    """Five programs as they would behave, with two tests, one hidden input and one generated one."""
    [problem] = read_pool(pool_file(folder), every_program=False, limit=None).problems
    plan = Plan()
    plan.values = {0: (plan.add([2]), 4), 1: (plan.add([5]), 10), 2: (plan.add([4]), 16)}
    example = plan.add([3]), 6
    plan.asked = len(plan.calls)
    plan.add([8])
    rows = tuple(
        tuple(Outcome(ending=Ending.RETURNED, value=_answer(at, call[0])) for call in plan.calls.values())
        for at in range(len(problem.entries))
    )
    shots = {"first": (0, 1, 3), "second": (3,)}
    strict = tuple(entry.right for entry in problem.entries)
    return Watched(problem, plan, rows, strict, shots, (example,), ((plan.add([5]), 10),))


def _answer(program: int, x: int) -> int | None:
    return 2 * x if program < 3 else x * x if program == 3 else None


def test_one_program_is_not_compared_on_generated_inputs_and_two_are(tmp_path: Path) -> None:
    seen = watched(tmp_path)
    alone = Drawn(seen, (0,), (0, 1), (AUTHOR, 1)).evidence()
    assert [column.generated for column in alone.columns] == [False, False, False]
    two = Drawn(seen, (0, 3), (0, 1), (AUTHOR, 1)).evidence()
    assert [column.generated for column in two.columns] == [False, False, False, True]
    assert [claim.holds for claim in two.claims] == [(True, True), (True, False), (True, False)]
    assert [len(column.behaviours) for column in two.columns] == [1, 2, 2, 2]
    assert len({contender.kin for contender in two.contenders}) == 2


def test_a_test_that_repeats_the_example_is_left_out(tmp_path: Path) -> None:
    seen = watched(tmp_path)
    assert one_writers_tests(seen, "first", seen.examples(AUTHOR)) == (0, 1, 2)
    assert one_writers_tests(seen, "first", seen.examples(ASKED)) == (0, 2)


def test_programs_are_drawn_from_one_model_and_never_more_than_it_wrote(tmp_path: Path) -> None:
    seen = watched(tmp_path)
    assert all(set(drawn) <= {0, 1, 3} for drawn in draws(seen, "first", 2, 5))
    assert list(draws(seen, "second", 2, 5)) == []


def test_a_wrong_program_that_its_user_refutes_is_not_accepted(tmp_path: Path) -> None:
    weighed = promise.Weighed(Drawn(watched(tmp_path), (3,), (0, 2), (AUTHOR, 1)))
    assert not weighed.passes_all
    assert not weighed.judged("", "", DEFAULT.calibration).accepted


def test_the_bounds_count_problems_and_not_sets() -> None:
    one = promise.Judged("p/1", "s", "m", 1, accepted=True, said=True, right=False, strict=False, solvable=True)
    figures = promise.figures_of([one] * 50)["accepted"]
    assert (figures["sets"], figures["wrong"], figures["problems"], figures["problems wrong"]) == (50, 50, 1, 1.0)
    assert figures["bound %"] == 100.0


def test_the_benchmark_of_the_promise_runs_and_says_which_figures_are_in_sample(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = pool_file(tmp_path)
    with gzip.open(path, "rt", encoding="utf-8") as file:
        row = json.loads(file.read())
    rows = [{**row, "task_id": f"{kind}/0"} for kind in ("One", "Two")]
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.write("".join(json.dumps(each) + "\n" for each in rows))
    monkeypatch.setattr(sys, "argv", ["promise", "--data", str(path)])
    assert promise.main() == 0
    figures = json.loads(capsys.readouterr().out.splitlines()[-1])
    divisions = [name for name in figures if name not in ("benchmark", "seconds")]
    assert [name.partition(" ")[0] for name in divisions] == ["CROSS-VALIDATED", "CROSS-VALIDATED", "IN-SAMPLE:"]
    assert figures[divisions[0]]["1 programs, 1 author's | both"]["sets"] == 10


def test_a_requirement_without_a_test_that_counts_is_barred() -> None:
    assert not barred([True, False, False], 1)
    assert not barred([True, True, False], 2)
    assert barred([True, False, True, False], 2)
    assert barred([True, True, False], 0)


def test_problems_name_their_hidden_assertions_and_the_writers_of_tests(tmp_path: Path) -> None:
    path = pool_file(tmp_path)
    with gzip.open(path, "rt", encoding="utf-8") as file:
        row = json.loads(file.read())
    row["hidden_test"] = "def check(candidate):\n    assert candidate(1) == 2\n    assert candidate(9) == 18\n"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")
    problem: Problem
    [problem] = read_pool(path, every_program=False, limit=None).problems
    assert problem.hidden == ("assert double(1) == 2", "assert double(9) == 18")
    assert problem.tests[0].writers == ("a", "b")
