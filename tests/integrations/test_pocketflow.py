"""The flow of a coding problem as PocketFlow nodes, with the real library."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from pocketflow import Flow

from specwright import Client
from specwright.integrations.pocketflow import code_generator_flow, diagram, execute_python
from specwright.testing.scripted import Rule
from tests import stories
from tests.integrations.running import EXAMPLES, printed_by


def run(folder: Path, rules: Iterable[Rule], **given: Any) -> dict[str, Any]:
    shared = {"problem": stories.PROBLEM, **given}
    with Client(stories.settings(folder), model=stories.model(rules)) as client:
        code_generator_flow(client).run(shared)
    return shared


def test_the_flow_solves_a_problem_and_fills_the_shared_store(tmp_path: Path) -> None:
    shared = run(tmp_path, stories.FIRST_TRY)
    assert shared["iteration_count"] == 1
    assert "def run_code" in shared["function_code"]
    assert {"name", "input", "expected"} <= set(shared["test_cases"][0])
    assert all(result["passed"] for result in shared["test_results"])
    first = shared["test_results"][0]
    assert set(first) == {"test_case", "passed", "actual", "expected", "error"}
    assert first["actual"] == first["expected"] == [0, 1]


def test_a_wrong_test_is_revised_and_right_code_is_not(tmp_path: Path) -> None:
    shared = run(tmp_path, stories.WRONG_TEST)
    [revision] = shared["revisions"]
    assert list(revision) == ["reasoning", "test_cases"]
    assert [case["expected"] for case in revision["test_cases"].values()] == [[1, 2]]
    assert all(result["passed"] for result in shared["test_results"])


def test_wrong_code_is_revised_and_the_users_own_case_is_not(tmp_path: Path) -> None:
    own = {"name": "mine", "input": {"nums": [3, 3], "target": 6}, "expected": [0, 1]}
    shared = run(tmp_path, stories.BUG, test_cases=[own])
    [revision] = shared["revisions"]
    assert revision["test_cases"] == {}
    assert "marker-one" in revision["function_code"]
    assert shared["test_cases"][0] == {**own, "tier": "user"}
    assert all(result["passed"] for result in shared["test_results"])


def test_the_iterations_end_and_the_flow_says_so(tmp_path: Path) -> None:
    own = {"name": "mine", "input": {"nums": [3, 3], "target": 6}, "expected": [0, 1]}
    shared = run(tmp_path, stories.CIRCLE, test_cases=[own], max_iterations=2)
    assert shared["iteration_count"] == 2
    assert not all(result["passed"] for result in shared["test_results"])


def test_the_diagram_is_drawn_from_the_flow(tmp_path: Path) -> None:
    with Client(stories.settings(tmp_path), model="none") as client:
        flow = code_generator_flow(client)
    assert isinstance(flow, Flow)
    assert diagram(flow).splitlines() == [
        "flowchart TD",
        "    GenerateTestCases --> ImplementFunction",
        "    ImplementFunction --> RunTests",
        "    RunTests -->|failure| Revise",
        "    RunTests -->|success| Done",
        "    RunTests -->|max_iterations| Done",
        "    Revise --> RunTests",
    ]


@pytest.mark.parametrize(
    ("code", "given", "wanted"),
    [
        ("def run_code(a, b): return a + b", {"a": 1, "b": 2}, (3, None)),
        ("def run_code(a, b): return a + b", [1, 2], (3, None)),
        ("def run_code(a): return a * 2", 21, (42, None)),
        ("def run_code(a): return 1 / a", 0, (None, "ZeroDivisionError: division by zero")),
        ("def run_code(a): return (a, {a})", 1, None),
        ("def run_code(a) return a", 1, None),
    ],
)
def test_the_executor_returns_output_and_error(tmp_path: Path, code: str, given: Any, wanted: Any) -> None:
    with Client(stories.settings(tmp_path), model="none") as client:
        output, error = execute_python(code, given, client=client)
    if wanted is not None:
        assert (output, error) == wanted
    else:
        assert (output is None) is (error is not None)


def test_the_example_catches_a_wrong_test(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert printed_by("pocketflow_generator.py", tmp_path, monkeypatch, capsys) == [
        "passed: True",
        "revised tests: [7]",
        "function revised: False",
        """(None, "TypeError: unsupported operand type(s) for -: 'str' and 'str'")""",
    ]


def test_every_example_of_an_integration_is_run() -> None:
    tests = "".join(path.read_text("utf-8") for path in Path(__file__).parent.rglob("test_*.py"))
    assert [path.name for path in EXAMPLES.glob("*.py") if f'"{path.name}"' not in tests] == []
