"""Nodes for the Kailash SDK. Importing this module registers them for `WorkflowBuilder`.

workflow = WorkflowBuilder()
workflow.add_node("CodeGenerationNode", "code", {"kind": "function", "model": "openai:gpt-5"})
results, run_id = LocalRuntime().execute(workflow.build(), parameters={"code": {"specification": "..."}})
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, ClassVar

from specwright.core.errors import SpecwrightError
from specwright.integrations import ExtraMissing
from specwright.integrations.generation import Generation, checked_kind, fields_of
from specwright.integrations.interpreter import Interpreter
from specwright.integrations.shared import shared_client

try:
    from kailash.nodes.base import NodeParameter, register_node
    from kailash.nodes.base_async import AsyncNode
    from kailash.sdk_exceptions import NodeExecutionError
except ImportError as error:
    raise ExtraMissing("Kailash", "kailash") from error

Parameters = dict[str, NodeParameter]


def _parameter(name: str, kind: Any, description: str, default: Any = None, *, required: bool = False) -> NodeParameter:
    return NodeParameter(name=name, type=kind, required=required, default=default, description=description)


def _declared(*parameters: NodeParameter) -> Parameters:
    return {parameter.name: parameter for parameter in parameters}


class SpecwrightNode(AsyncNode):  # type: ignore[misc]
    """A node on the process's own client, so that workflows hold nothing but data and can be exported.

    An error of ours becomes a NodeExecutionError that says what to do.
    """

    PARAMETERS: ClassVar[Parameters] = {}
    OUTPUTS: ClassVar[Parameters] = {}

    def get_parameters(self) -> Parameters:
        return dict(self.PARAMETERS)

    def get_output_schema(self) -> Parameters:
        return dict(self.OUTPUTS)

    async def async_run(self, **kwargs: Any) -> dict[str, Any]:
        """Return the outputs. Raise NodeExecutionError."""
        try:
            return await self.work(kwargs)
        except SpecwrightError as error:
            hint = f" ({error.hint})" if error.hint else ""
            raise NodeExecutionError(f"{error.message}{hint}") from error

    async def work(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the outputs. Raise SpecwrightError."""
        raise NotImplementedError


@register_node()
class CodeGenerationNode(SpecwrightNode):
    """Turns a specification into code whose tests ran in a sandbox."""

    PARAMETERS = _declared(
        _parameter("specification", str, "what the code must do", required=True),
        _parameter("language", str, "python, javascript, typescript, java, go or rust", "python"),
        _parameter("constraints", str, "what the code must keep to, one constraint a line", ""),
        _parameter("test_requirements", str, "what the tests must cover, one requirement a line", ""),
        _parameter("examples", list, "calls with their results, such as `fib(10) == 55`", []),
        _parameter("kind", str, "package or function", "package"),
        _parameter("model", str, "such as openai:gpt-5; by default the one of the settings", ""),
        _parameter("options", dict, "further options of Client.generate, such as candidates", {}),
    )
    OUTPUTS = _declared(
        _parameter("code", str, "the program"),
        _parameter("tests", str, "its tests"),
        _parameter("documentation", str, "how to use it"),
        _parameter("execution_result", str, "how the run ended"),
        _parameter("quality_score", float, "measured quality, from 0.0 to 1.0"),
        _parameter("verified", bool, "whether the result is called VERIFIED"),
        _parameter("word", str, "VERIFIED, UNCONFIRMED or NOT VERIFIED"),
        _parameter("confidence", float, "how likely the code is right, measured"),
        _parameter("explanation", str, "why"),
        _parameter("files", dict, "the files of a package by path"),
        _parameter("run_id", str, "the recorded run"),
    )

    async def work(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Run a generation. A run that came to nothing says so in `execution_result`."""
        generation = Generation(
            specification=given["specification"],
            language=given["language"],
            constraints=given["constraints"],
            test_requirements=given["test_requirements"],
            examples=tuple(given["examples"]),
            kind=checked_kind(given["kind"]),
        )
        options = {**given["options"], **({"model": given["model"]} if given["model"] else {})}
        fields = fields_of(await shared_client().wait(generation.work(options)))
        return {**fields, "verified": fields["word"] == "VERIFIED"}


@register_node()
class SandboxedCodeNode(SpecwrightNode):
    """Runs Python as Kailash's own `PythonCodeNode` does, but in a sandbox: the code leaves its outcome in `result`."""

    PARAMETERS = _declared(
        _parameter("code", str, "Python code that sets `result`", required=True),
        _parameter("inputs", dict, "variables of the code; values of JSON", {}),
        _parameter("seconds", float, "how long it may run", 30.0),
        _parameter("memory", str, "how much memory it may use", "512m"),
        _parameter("errors", str, "raise, or return them as data", "raise"),
    )
    OUTPUTS = _declared(
        _parameter("result", Any, "the value of `result`"),
        _parameter("printed", str, "what the code printed"),
        _parameter("error", str, "what the code raised, in one line; empty if nothing"),
    )

    async def work(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Run the code. Raise NodeExecutionError for what it raises, unless errors are returned."""
        return await asyncio.to_thread(self._run, given)

    def _run(self, given: Mapping[str, Any]) -> dict[str, Any]:
        variables = {"result": None, **given["inputs"]}
        with Interpreter(shared_client(), seconds=given["seconds"], memory=given["memory"]) as interpreter:
            done = interpreter.execute(given["code"], variables)
            if done.error and given["errors"] != "return":
                raise NodeExecutionError(f"the code failed: {done.error}")
            result = None if done.error else interpreter.execute("result").value
        return {"result": result, "printed": done.printed, "error": done.error or ""}


@register_node()
class VerifyNode(SpecwrightNode):
    """Checks code on cases in the sandbox, or the folder of a result against its evidence."""

    PARAMETERS = _declared(
        _parameter("code", str, "the program", ""),
        _parameter("cases", list, "maps of `input` or `args`, and `expected` or `raises`", []),
        _parameter("entry_point", str, "the function that is called", "run_code"),
        _parameter("language", str, "the language of the code", "python"),
        _parameter("directory", str, "a folder that specwright handed over; instead of code and cases", ""),
    )
    OUTPUTS = _declared(
        _parameter("passed", bool, "whether everything holds"),
        _parameter("score", float, "the share of the cases that pass; 1.0 or 0.0 for a folder"),
        _parameter("results", list, "each case with `name`, `passed`, `actual`, `expected` and `error`"),
        _parameter("standing", str, "what became of the evidence of a folder"),
    )

    async def work(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Check one of the two. Raise SpecwrightError for cases or a folder that cannot be read."""
        if given["directory"]:
            found = await shared_client().wait(lambda client: client.verify(given["directory"]))
            return _of_folder(found.standing.value)
        reports = await shared_client().wait(
            lambda client: client.run_cases(
                given["code"], given["cases"], entry_point=given["entry_point"], language=given["language"]
            )
        )
        fields = {"name", "input", "passed", "actual", "expected", "error"}
        results = [report.model_dump(mode="json", include=fields) for report in reports]
        passed = [bool(report.passed) for report in reports]
        return {"passed": all(passed), "score": sum(passed) / len(passed), "results": results, "standing": ""}


def _of_folder(standing: str) -> dict[str, Any]:
    holds = standing == "holds"
    return {"passed": holds, "score": float(holds), "results": [], "standing": standing}
