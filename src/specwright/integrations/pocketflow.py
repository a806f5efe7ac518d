"""A coding problem becomes a tested function, as PocketFlow nodes: code runs in the sandbox, evidence decides.

    flow = code_generator_flow(client)
    shared = {"problem": "Return the sum of a list of integers.", "max_iterations": 5}
    flow.run(shared)
    shared["function_code"], shared["test_results"]

The shared store holds `problem`, `test_cases`, `function_code`, `test_results`, `iteration_count` and
`max_iterations`. `candidates` holds every program, because comparing several is how a wrong test is found.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from specwright.client.settling import Settlement
from specwright.client.synchronous import Client
from specwright.core.run.result import TestReport
from specwright.integrations import ExtraMissing

try:
    from pocketflow import BatchNode, Flow, Node
except ImportError as error:
    raise ExtraMissing("PocketFlow", "pocketflow") from error

ENTRY_POINT: Final = "run_code"
Shared = dict[str, Any]
Case = Mapping[str, Any]


def execute_python(function_code: str, input: Any, *, client: Client | None = None) -> tuple[Any, str | None]:  # noqa: A002 - the name that users of PocketFlow know
    """Call `run_code` in the sandbox; return its output and None, or None and the error in one line.

    `input` is a mapping of parameters, a list of arguments, or the only argument.
    """
    if client is None:
        with Client(model="none") as opened:
            return execute_python(function_code, input, client=opened)
    given = {"args": list(input)} if isinstance(input, list | tuple) else {"input": input}
    [done] = client.run_cases(function_code, [{**given, "expected": None}], entry_point=ENTRY_POINT)
    return (None, done.error) if done.error else (done.actual, None)


class GenerateTestCases(Node):  # type: ignore[misc]
    """Writes `test_cases`; cases that are there already are the user's, and stay."""

    def __init__(self, client: Client, **retries: Any) -> None:
        super().__init__(**retries)
        self._client = client

    def prep(self, shared: Shared) -> str:
        return str(shared["problem"])

    def exec(self, prep_res: str) -> list[dict[str, Any]]:
        return [
            {"id": case.id, **case.contract()} for case in self._client.write_tests(prep_res, entry_point=ENTRY_POINT)
        ]

    def post(self, shared: Shared, prep_res: str, exec_res: list[dict[str, Any]]) -> None:
        given = [{**case, "tier": "user"} for case in shared.get("test_cases", [])]
        shared["test_cases"] = given + exec_res


class ImplementFunction(Node):  # type: ignore[misc]
    """Writes `candidates` independently of each other; the first of them is `function_code`."""

    def __init__(self, client: Client, **retries: Any) -> None:
        super().__init__(**retries)
        self._client = client

    def prep(self, shared: Shared) -> tuple[str, list[Case]]:
        return shared["problem"], shared["test_cases"]

    def exec(self, prep_res: tuple[str, list[Case]]) -> list[str]:
        problem, cases = prep_res
        return [c.code for c in self._client.write_code(problem, cases=cases, entry_point=ENTRY_POINT)]

    def post(self, shared: Shared, prep_res: Any, exec_res: list[str]) -> None:
        shared["candidates"] = exec_res
        shared["function_code"] = exec_res[0]


class RunTests(BatchNode):  # type: ignore[misc]
    """Runs every candidate on all test cases, each candidate as one job, and writes `test_results`.

    The candidate that passes most becomes `function_code`. The action is `success`, `failure` or `max_iterations`.
    """

    def __init__(self, client: Client, **retries: Any) -> None:
        super().__init__(**retries)
        self._client = client

    def prep(self, shared: Shared) -> list[tuple[str, list[Case]]]:
        codes = [shared["function_code"], *shared.get("candidates", ())]
        return [(code, shared["test_cases"]) for code in dict.fromkeys(codes)]

    def exec(self, prep_res: tuple[str, list[Case]]) -> list[dict[str, Any]]:
        code, cases = prep_res
        done = self._client.run_cases(code, cases, entry_point=ENTRY_POINT)
        return [_result(case, report) for case, report in zip(cases, done, strict=True)]

    def post(self, shared: Shared, prep_res: list[tuple[str, list[Case]]], exec_res: list[list[dict[str, Any]]]) -> str:
        ranked = sorted(range(len(exec_res)), key=lambda n: -sum(result["passed"] for result in exec_res[n]))
        best = ranked[0]
        shared["function_code"], shared["test_results"] = prep_res[best][0], exec_res[best]
        shared["iteration_count"] = shared.get("iteration_count", 0) + 1
        if all(result["passed"] for result in exec_res[best]):
            return "success"
        return "max_iterations" if shared["iteration_count"] >= shared.get("max_iterations", 5) else "failure"


class Revise(Node):  # type: ignore[misc]
    """Revises only the side that the evidence speaks against, and writes why into `revisions`.

    Each entry has `reasoning`, `test_cases` (by their number from 1 on; None for one that is dropped) and
    `function_code` if it changed.
    """

    def __init__(self, client: Client, **retries: Any) -> None:
        super().__init__(**retries)
        self._client = client

    def prep(self, shared: Shared) -> tuple[str, list[str], list[Case]]:
        codes = dict.fromkeys([shared["function_code"], *shared.get("candidates", ())])
        return shared["problem"], list(codes), shared["test_cases"]

    def exec(self, prep_res: tuple[str, list[str], list[Case]]) -> Settlement:
        problem, codes, cases = prep_res
        return self._client.settle(codes, cases, problem, entry_point=ENTRY_POINT)

    def post(self, shared: Shared, prep_res: tuple[str, list[str], list[Case]], exec_res: Settlement) -> None:
        changed = {
            n: {"id": case.id, **case.contract()} if case else None for n, case in exec_res.revised_cases.items()
        }
        entry: dict[str, Any] = {"reasoning": exec_res.reasoning, "test_cases": changed}
        kept = [{**case, **(changed.get(n) or {})} for n, case in enumerate(prep_res[2], 1) if changed.get(n, case)]
        shared["test_cases"] = kept
        if exec_res.revised_code:
            entry["function_code"] = exec_res.code
            shared["candidates"] = [*shared.get("candidates", ()), exec_res.code]
        shared["function_code"] = exec_res.code
        shared.setdefault("revisions", []).append(entry)


class Done(Node):  # type: ignore[misc]
    """The end of the flow."""


def code_generator_flow(client: Client) -> Flow:
    """Return the whole flow: test cases, code, tests, and revisions until all pass or the iterations are used up."""
    write_tests, implement = GenerateTestCases(client), ImplementFunction(client)
    run_tests, revise, done = RunTests(client), Revise(client), Done()
    write_tests >> implement >> run_tests
    run_tests - "failure" >> revise
    run_tests - "success" >> done
    run_tests - "max_iterations" >> done
    revise >> run_tests
    return Flow(start=write_tests)


def diagram(flow: Flow) -> str:
    """Return the flow as a Mermaid diagram, drawn from its real nodes."""
    lines, queue, seen = ["flowchart TD"], [flow.start_node], set()
    while queue:
        node = queue.pop(0)
        if id(node) in seen:
            continue
        seen.add(id(node))
        for action, successor in node.successors.items():
            label = "" if action == "default" else f"|{action}|"
            lines.append(f"    {type(node).__name__} -->{label} {type(successor).__name__}")
            queue.append(successor)
    return "\n".join(lines)


def _result(case: Case, report: TestReport) -> dict[str, Any]:
    expected = case.get("expected")
    wrong = None if report.passed else f"Expected {expected}, got {report.actual}"
    return {
        "test_case": dict(case),
        "passed": bool(report.passed),
        "actual": report.actual,
        "expected": expected,
        "error": report.error or wrong,
    }
