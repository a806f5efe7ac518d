"""What other systems ask of a generation and get from it: the fields of the design, by name."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator

from specwright.client.asynchronous import AsyncClient
from specwright.core.errors import UserError
from specwright.core.run.result import Result
from specwright.core.value import Value

Made = Literal["package", "function"]
KINDS: Final[tuple[Made, ...]] = ("package", "function")
OneOrMore = str | Sequence[str]
"""One a line, or a list."""


def lines_of(given: OneOrMore) -> tuple[str, ...]:
    """Return one entry for each line that says something."""
    lines = given.splitlines() if isinstance(given, str) else given
    return tuple(line.strip().removeprefix("- ") for line in lines if line.strip())


class Generation(Value):
    """What to generate: a package with tests and documentation, or one function, which takes a fraction of the time."""

    specification: str
    language: str = "python"
    constraints: Annotated[tuple[str, ...], BeforeValidator(lines_of)] = ()
    test_requirements: Annotated[tuple[str, ...], BeforeValidator(lines_of)] = ()
    examples: tuple[str, ...] = ()
    kind: Made = "package"

    @property
    def problem(self) -> str:
        """The specification with everything else that was said, as one text."""
        further = {"Constraints": self.constraints, "The tests must cover": self.test_requirements}
        parts = [f"{title}:\n" + "\n".join(f"- {line}" for line in lines) for title, lines in further.items() if lines]
        return "\n\n".join([self.specification, *parts])

    def work(self, options: Mapping[str, Any]) -> Callable[[AsyncClient], Coroutine[Any, Any, Result]]:
        """Return the work of it, for `Client.call` and `Client.wait`; options are those of `Client.generate`."""
        given: dict[str, Any] = {**options, "language": self.language, "examples": self.examples}
        if self.kind == "function":
            return lambda client: client.solve(self.problem, **given)
        given |= {"constraints": self.constraints, "test_requirements": self.test_requirements}
        return lambda client: client.generate(self.specification, **given)


def checked_kind(kind: str) -> Made:
    """Return the kind. Raise UserError for one that is not made."""
    for known in KINDS:
        if kind == known:
            return known
    raise UserError(f"no {kind!r} is generated here", hint=f"choose {' or '.join(KINDS)}")


def fields_of(result: Result) -> dict[str, Any]:
    """Return the result as JSON data. A quality that was not measured counts for nothing: 0.0.

    `tests` are the test files of a package, and the cases of a function as JSON.
    """
    package = result.package
    cases = [{"name": test.name, "input": test.input, "expected": test.expected} for test in result.tests]
    return {
        "code": result.code or "",
        "tests": _joined(package.tests) if package else json.dumps(cases),
        "documentation": result.documentation or _docstring(result),
        "execution_result": result.execution_result.value,
        "quality_score": result.quality_score or 0.0,
        "word": result.word.value,
        "confidence": result.confidence or 0.0,
        "explanation": result.explanation,
        "files": {**package.sources, **package.tests, **package.documents} if package else {},
        "run_id": result.run_id,
    }


def _docstring(result: Result) -> str:
    """Return what a Python function says of itself."""
    if result.language != "python" or not result.code:
        return ""
    try:
        nodes = ast.walk(ast.parse(result.code))
    except (SyntaxError, ValueError):
        return ""
    functions = (node for node in nodes if isinstance(node, ast.FunctionDef))
    return next((ast.get_docstring(node) or "" for node in functions if node.name == result.entry_point), "")


def _joined(files: Mapping[str, str]) -> str:
    """Return several files as one text, each under its path."""
    return "\n\n".join(f"# {path}\n{text}" for path, text in files.items())
