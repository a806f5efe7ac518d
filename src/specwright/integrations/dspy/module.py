"""Code generation as a DSPy module, on the LM that DSPy is configured with."""

from __future__ import annotations

import ast
import asyncio
import json
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import dspy

from specwright.client.asynchronous import AsyncClient
from specwright.client.synchronous import Client
from specwright.core.errors import UserError
from specwright.core.run.result import Result
from specwright.integrations.dspy.model import LMModel
from specwright.integrations.dspy.signature import CodeGenerationSignature
from specwright.integrations.dspy.status import Status
from specwright.integrations.shared import SharedClient
from specwright.ports.model import Model

Kind = Literal["package", "function"]
Lines = str | Sequence[str]
"""One a line, or a list."""


class _Given(NamedTuple):
    specification: str
    language: str
    constraints: tuple[str, ...]
    test_requirements: tuple[str, ...]
    examples: tuple[str, ...]

    @property
    def problem(self) -> str:
        """The specification with everything else that was said, as one text."""
        further = {"Constraints": self.constraints, "The tests must cover": self.test_requirements}
        parts = [f"{title}:\n" + "\n".join(f"- {line}" for line in lines) for title, lines in further.items() if lines]
        return "\n\n".join([self.specification, *parts])


class CodeGeneration(dspy.Module):  # type: ignore[misc]
    """Turns a specification into code whose tests ran in a sandbox. Its signature is `CodeGenerationSignature`.

    `kind` is what it makes: a package with tests and documentation, or one function, which takes a fraction of the
    time. Options are those of `Client.generate` and `Client.solve`. It has no predictors; `TunableCodeGeneration` has.
    """

    signature = CodeGenerationSignature

    def __init__(self, client: Client | None = None, *, kind: Kind = "package", **options: Any) -> None:
        super().__init__()
        if kind not in ("package", "function"):
            raise UserError(f"CodeGeneration makes no {kind!r}", hint="choose package or function")
        self.kind = kind
        self.options = options
        self._client = SharedClient(client)

    def forward(
        self,
        specification: str,
        language: str = "python",
        constraints: Lines = "",
        test_requirements: Lines = "",
        examples: Sequence[str] = (),
    ) -> dspy.Prediction:
        """Return the fields of the signature, and `word`, `confidence`, `explanation`, `files` and `run_id`.

        `examples` are calls with their results, such as `fib(10) == 55`: they are right, and never revised. A run that
        came to nothing says so in `execution_result`. Raise UserError for what cannot be read.
        """
        status = Status()
        given = _Given(specification, language, _lines(constraints), _lines(test_requirements), tuple(examples))
        result = self._client().call(self._work(given, status))
        status.wait()
        return prediction_of(result)

    async def aforward(
        self,
        specification: str,
        language: str = "python",
        constraints: Lines = "",
        test_requirements: Lines = "",
        examples: Sequence[str] = (),
    ) -> dspy.Prediction:
        """Do the same; cancelling it cancels the run."""
        status = Status()
        given = _Given(specification, language, _lines(constraints), _lines(test_requirements), tuple(examples))
        client = await asyncio.to_thread(self._client)
        result = await client.wait(self._work(given, status))
        await status.sent()
        return prediction_of(result)

    def model(self) -> Model:
        """Return the configured LM as a model. Raise LMNotConfiguredError if there is none."""
        if dspy.settings.lm is None:
            raise dspy.LMNotConfiguredError("No LM is configured: call dspy.configure(lm=dspy.LM(...)) first.")
        return LMModel(dspy.settings.lm)

    def _work(self, given: _Given, status: Status) -> Callable[[AsyncClient], Coroutine[Any, Any, Result]]:
        options = {"on_event": status, **self.options, "language": given.language, "examples": given.examples}
        options["model"] = self.model()
        if self.kind == "function":
            return lambda client: client.solve(given.problem, **options)
        return lambda client: client.generate(
            given.specification,
            constraints=given.constraints,
            test_requirements=given.test_requirements,
            **options,
        )


def prediction_of(result: Result) -> dspy.Prediction:
    """Return the result as a prediction. A quality that was not measured counts for nothing: 0.0."""
    package = result.package
    tests = package.tests if package else {}
    cases = [{"name": test.name, "input": test.input, "expected": test.expected} for test in result.tests]
    return dspy.Prediction(
        code=result.code or "",
        tests=_joined(tests) if package else json.dumps(cases),
        documentation=result.documentation or _docstring(result),
        execution_result=result.execution_result.value,
        quality_score=result.quality_score or 0.0,
        word=result.word.value,
        confidence=result.confidence or 0.0,
        explanation=result.explanation,
        files={**package.sources, **package.tests, **package.documents} if package else {},
        run_id=result.run_id,
    )


def _docstring(result: Result) -> str:
    """Return what a Python function says of itself."""
    if result.language != "python" or not result.code:
        return ""
    functions = (node for node in ast.walk(ast.parse(result.code)) if isinstance(node, ast.FunctionDef))
    return next((ast.get_docstring(node) or "" for node in functions if node.name == result.entry_point), "")


def _joined(files: Mapping[str, str]) -> str:
    """Return several files as one text, each under its path."""
    return "\n\n".join(f"# {path}\n{text}" for path, text in files.items())


def _lines(given: Lines) -> tuple[str, ...]:
    lines = given.splitlines() if isinstance(given, str) else given
    return tuple(line.strip().removeprefix("- ") for line in lines if line.strip())
