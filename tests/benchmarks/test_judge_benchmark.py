from __future__ import annotations

import dataclasses
import gzip
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from benchmarks.judge_agreement import Agreed, agreed_sets, choose, validate_sets
from benchmarks.judge_baselines import b4, codet, fuzzy, majority, most_tests, srank
from benchmarks.judge_observe import plan, stored
from benchmarks.judge_pools import find_pools, is_first_shot, read_pool, signature_of
from benchmarks.judge_score import balanced, bootstrap
from benchmarks.judge_subsets import only

from specwright.core.errors import UserError

ROOT = Path(__file__).resolve().parents[2]
PROMPT = 'def double(x: int) -> int:\n    """Twice x.\n    >>> double(3)\n    6\n    """\n'
RIGHT, WRONG, LAZY = "    return 2 * x\n", "    return x * x\n", "    pass\n"


def pool_file(folder: Path) -> Path:
    """Three right programs, one wrong and one that does nothing; of five tests one is wrong and one unreadable."""
    programs = [(RIGHT, "PPAPN"), ("    return x + x\n", "PPAPN"), ("    return x << 1\n", "PPAPN")]
    rows = [(*program, True) for program in programs] + [(WRONG, "PAPAN", False), (LAZY, "AAAAN", False)]
    row: dict[str, Any] = {
        "task_id": "Made/0",
        "entry_point": "double",
        "prompt": PROMPT,
        "canonical_solution": RIGHT,
        "tests": [
            {"t": "assert double(2) == 4", "src": ["a", "b"], "valid": True},
            {"t": "assert double(5) == 10", "src": ["a"], "valid": True},
            {"t": "assert double(4) == 16", "src": ["a"], "valid": False},
            {"t": "assert abs(double(7) - 14) < 1", "src": ["a"], "valid": True},
            {"t": "assert ____ == double(9)", "src": ["a"], "valid": False},
        ],
        "cands": [
            {"code": code, "src": [f"ldb/seed-{at}"], "hidden_pass": right, "res": letters}
            for at, (code, letters, right) in enumerate(rows)
        ]
        + [{"code": WRONG + "\n", "src": ["ldb/debug-x"], "hidden_pass": False, "res": "PAPAN"}],
    }
    path = folder / "made_pool.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")
    return path


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "benchmarks" / "judge.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)


@pytest.mark.parametrize("mode", [[], ["--stored-outcomes"]])
def test_the_benchmark_runs_and_ends_with_its_figures_as_json(tmp_path: Path, mode: list[str]) -> None:
    done = run("--data", str(pool_file(tmp_path)), "--quick", *mode)
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout.splitlines()[-1])
    made = figures["in-sample"]["made_pool"]
    assert made["selection"]["judge"] == 100.0
    assert made["selection"]["random"] == 60.0
    assert made["blame"]["judge"] == 100.0
    if not mode:
        assert figures["executions"] > 5 * 50


def test_a_folder_without_pools_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no recorded pools"):
        find_pools(tmp_path)
    done = run("--data", str(tmp_path))
    assert done.returncode == 2
    assert "no recorded pools" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_interrupted_benchmark_says_so_and_shows_no_error(tmp_path: Path) -> None:
    path = pool_file(tmp_path)
    with gzip.open(path, "rt", encoding="utf-8") as file:
        row = json.loads(file.read())
    row["cands"] = [{**cand, "code": "    while True: pass\n"} for cand in row["cands"]]
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")
    command = [sys.executable, str(ROOT / "benchmarks" / "judge.py"), "--data", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert "reading" in running.stdout.readline()
        children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
        while running.poll() is None and not children.read_text("ascii"):  # until the programs run
            time.sleep(0.01)
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "stopped" in said
    assert "Traceback" not in said


def test_only_first_shots_are_taken_unless_all_are_asked_for(tmp_path: Path) -> None:
    path = pool_file(tmp_path)
    assert len(read_pool(path, every_program=False, limit=None).problems[0].entries) == 5
    assert len(read_pool(path, every_program=True, limit=None).problems[0].entries) == 6
    assert is_first_shot("mgdebugger/seed-codestral")
    assert not is_first_shot("ldb/debug-gpt-4-seed")


def test_the_plan_reads_plain_asserts_and_the_users_examples(tmp_path: Path) -> None:
    [problem] = read_pool(pool_file(tmp_path), every_program=False, limit=None).problems
    made = plan(problem)
    assert [made.values[at] for at in (0, 1, 2)] == [("[2]", 4), ("[5]", 10), ("[4]", 16)]
    assert made.examples == [("[3]", 6)]
    assert list(made.opaque) == [3, 4]
    assert made.asked == 6
    assert len(made.calls) > 40


def test_a_prompt_without_types_still_has_a_signature() -> None:
    assert str(signature_of("def f(a, b: List[int]):\n", "f")) == "f(a: any, b: list[int]) -> any"


def test_the_baselines_are_what_their_names_say(tmp_path: Path) -> None:
    [problem] = read_pool(pool_file(tmp_path), every_program=False, limit=None).problems
    observed = stored(problem)
    assert most_tests(observed) == majority(observed) == codet(observed) == 1.0
    assert b4(observed) == srank(observed) == fuzzy(observed) == 1.0


def test_graded_agreement_prefers_the_program_that_most_others_nearly_match(tmp_path: Path) -> None:
    [problem] = read_pool(pool_file(tmp_path), every_program=False, limit=None).problems
    entries = [dataclasses.replace(problem.entries[0], letters=letters) for letters in ("PPPPN", "PPPAN", "PPAPN")]
    twins = [dataclasses.replace(problem.entries[3], letters="AAAAN")] * 2
    observed = stored(dataclasses.replace(problem, entries=(*entries, *twins)))
    assert (majority(observed), srank(observed), fuzzy(observed)) == (0.0, 1.0, 1.0)


def test_examples_in_words_are_bound_to_the_parameters(tmp_path: Path) -> None:
    [problem] = read_pool(pool_file(tmp_path), every_program=False, limit=None).problems
    prompt = 'def double(x: int) -> int:\n    """Twice x.\n    For x = 3 the output should be 6\n    """\n'
    assert plan(dataclasses.replace(problem, prompt=prompt)).examples == [("[3]", 6)]


def test_balanced_accuracy_counts_both_sides_alike() -> None:
    assert balanced([(True, True)] * 9 + [(False, True)]) == 50.0
    assert balanced([(True, True), (False, False)]) == 100.0


def test_the_bootstrap_interval_holds_the_mean() -> None:
    low, high = bootstrap([0.0, 1.0] * 50)
    assert 0.3 < low < 0.5 < high < 0.7


def agreed(collection: str, at: int, alike: int, agreement: float, right: bool) -> Agreed:
    return Agreed(f"{collection}/{at}", "all programs", alike, agreement, right)


def test_the_rule_without_examples_is_chosen_on_other_problems_than_it_is_measured_on() -> None:
    clear = [agreed("Clear", at, 4, 0.9, True) for at in range(40)]
    murky = [agreed("Murky", at, 4, 0.9, at % 2 == 0) for at in range(40)]
    assert choose(clear) == (4, 0.9)
    assert choose(murky) is None
    assert choose([*clear, *(agreed("Clear", at, 3, 0.999, False) for at in range(40))]) == (4, 0.9)
    found = validate_sets([*clear, *murky])
    assert found["collections"]["Murky"]["all programs"]["wrong of accepted"] == 50.0
    assert found["collections"]["Clear"]["all programs"]["accepted"] == 0
    assert validate_sets(clear)["halves"]["all programs"]["wrong"] == 0


def test_sets_are_judged_as_if_no_example_had_been_given(tmp_path: Path) -> None:
    [problem] = read_pool(pool_file(tmp_path), every_program=False, limit=None).problems
    found = agreed_sets([stored(problem)])
    assert {one.kind for one in found} == {"all programs", "3 at random", "4 at random", "6 at random"}
    whole = found[0]
    assert (whole.alike, whole.agreement, whole.right) == (3, 0.0, True)  # a test fails


def test_a_subset_is_the_problem_with_fewer_programs(tmp_path: Path) -> None:
    [problem] = read_pool(pool_file(tmp_path), every_program=False, limit=None).problems
    part = only(stored(problem), [0, 3])
    assert [contender.id for contender in part.evidence.contenders] == ["p000", "p003"]
    assert [entry.right for entry in part.problem.entries] == [True, False]
    assert codet(part) == 1.0
