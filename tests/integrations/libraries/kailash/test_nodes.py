"""The nodes in real workflows: built, run by both runtimes, looped, exported and imported."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kailash.runtime import AsyncLocalRuntime
from kailash.runtime.local import LocalRuntime
from kailash.workflow.builder import WorkflowBuilder
from kailash.workflow.graph import Workflow

import specwright.integrations.kailash  # noqa: F401 - registers the nodes
from specwright import Client
from specwright.integrations import shared
from tests import stories


@pytest.fixture(autouse=True, scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with Client(stories.settings(tmp_path_factory.mktemp("client"))) as client:
        shared._opened[:] = [client]
        yield
    shared._opened.clear()


def generating(folder: Path, rules: Any = stories.FIRST_TRY) -> WorkflowBuilder:
    """A workflow that generates a function and runs it on a case of its own."""
    workflow = WorkflowBuilder()
    given = {"kind": "function", "model": f"scripted:{stories.script(folder, rules)}"}
    case = {"input": {"nums": [4, 9, 1], "target": 5}, "expected": [0, 2]}
    workflow.add_node("CodeGenerationNode", "generate", {**given, "examples": list(stories.EXAMPLES)})
    workflow.add_node("VerifyNode", "verify", {"cases": [case]})
    workflow.add_connection("generate", "code", "verify", "code")
    return workflow


def check(results: dict[str, Any]) -> None:
    assert (results["generate"]["word"], results["generate"]["verified"]) == ("VERIFIED", True)
    assert results["generate"]["documentation"] == "The indices of the pair that adds up to target."
    assert (results["verify"]["passed"], results["verify"]["score"]) == (True, 1.0)
    assert results["verify"]["results"][0]["actual"] == [0, 2]


def test_a_workflow_is_exported_imported_and_run_by_both_runtimes(tmp_path: Path) -> None:
    built = generating(tmp_path).build()
    exported = json.loads(built.to_json())
    assert {node["node_type"] for node in exported["nodes"].values()} == {"CodeGenerationNode", "VerifyNode"}
    given = {"generate": {"specification": stories.PROBLEM}}
    with LocalRuntime() as runtime:
        results, _ = runtime.execute(built, parameters=given)
        check(results)
        results, _ = runtime.execute(Workflow.from_dict(exported), parameters=given)
        check(results)

    async def run() -> Any:
        async with AsyncLocalRuntime() as runtime:
            return (await runtime.execute_workflow_async(generating(tmp_path).build(), inputs=given))[0]

    check(asyncio.run(run()))


def test_sandboxed_code_sets_its_result_and_loops() -> None:
    workflow = WorkflowBuilder()
    code = "print('round', n)\nresult = {'n': n + 1, 'done': n + 1 >= 3}"
    workflow.add_node("SandboxedCodeNode", "step", {"code": code, "inputs": {"n": 0}})
    built = workflow.build("counting")
    cycle = built.create_cycle("count")
    cycle.connect("step", "step", {"result": "inputs"}).max_iterations(5).converge_when("done == True").build()
    with LocalRuntime() as runtime:
        results, _ = runtime.execute(built)
    assert results["step"]["result"] == {"n": 3, "done": True}
    assert results["step"]["printed"] == "round 2\n"


def test_what_the_code_raises_fails_the_node_or_is_returned() -> None:
    def run(**config: Any) -> dict[str, Any]:
        workflow = WorkflowBuilder()
        workflow.add_node("SandboxedCodeNode", "code", {"code": "result = 1 / 0", **config})
        with LocalRuntime() as runtime:
            return dict(runtime.execute(workflow.build())[0]["code"])

    assert run(errors="return") == {
        "result": None,
        "printed": "",
        "error": "ZeroDivisionError: division by zero (line 1)",
    }
    failed = run()
    assert (failed["failed"], failed["error"]) == (
        True,
        "the code failed: ZeroDivisionError: division by zero (line 1)",
    )


def test_a_folder_is_checked_against_its_evidence(tmp_path: Path) -> None:
    def standing(directory: Path) -> tuple[bool, str]:
        workflow = WorkflowBuilder()
        workflow.add_node("VerifyNode", "verify", {"directory": str(directory)})
        with LocalRuntime() as runtime:
            found = runtime.execute(workflow.build())[0]["verify"]
        return found["passed"], found["standing"]

    out, model = tmp_path / "out", f"scripted:{stories.script(tmp_path, stories.FIRST_TRY)}"
    shared.shared_client().solve(stories.PROBLEM, examples=stories.EXAMPLES, model=model, out=out)
    assert standing(out) == (True, "holds")
    (out / "solution.py").write_text("def run_code(nums, target): return [0, 1]\n")
    assert standing(out) == (False, "differs")


def test_a_users_mistake_says_what_to_do() -> None:
    workflow = WorkflowBuilder()
    workflow.add_node("CodeGenerationNode", "generate", {"specification": "Add.", "kind": "program"})
    with LocalRuntime() as runtime:
        failed = runtime.execute(workflow.build())[0]["generate"]
    assert failed["error"] == "no 'program' is generated here (choose package or function)"
