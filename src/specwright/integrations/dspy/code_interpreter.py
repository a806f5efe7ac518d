"""The sandbox as the interpreter of modules that run code: `dspy.RLM(..., interpreter_factory=SandboxInterpreter)`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dspy.primitives.code_interpreter import CodeExecutionError, CodeInterpreterError, FinalOutput

from specwright.client.synchronous import Client
from specwright.core.errors import SpecwrightError
from specwright.integrations.interpreter import Evaluated, HandedOver, Interpreter
from specwright.integrations.shared import shared_client


class SandboxInterpreter:
    """DSPy's protocol `CodeInterpreter`. State persists, host tools can be called from inside, and nothing else can.

    `seconds` is for one execution, without the time of its tools.
    """

    execution_instructions = (
        "Code runs as Python in a sandbox without network and without files of the host. Variables, imports and "
        "functions persist for this session. Host tools and SUBMIT are available as global functions; values that "
        "cross the boundary are those of JSON."
    )

    def __init__(
        self,
        tools: Mapping[str, Callable[..., Any]] | None = None,
        output_fields: list[dict[str, Any]] | None = None,
        *,
        client: Client | None = None,
        seconds: float = 30.0,
        memory: str | int = "512m",
    ) -> None:
        self.tools = dict(tools or {})
        self.output_fields = output_fields
        self._client = client
        self._limits: dict[str, Any] = {"seconds": seconds, "memory": memory}
        self._interpreter: Interpreter | None = None

    def __call__(self, code: str, variables: Mapping[str, Any] | None = None) -> Any:
        return self.execute(code, variables)

    def start(self) -> None:
        """Start the session. Raise CodeInterpreterError."""
        if self._interpreter is None:
            self._interpreter = Interpreter(self._client or shared_client(), **self._limits)
        try:
            self._interpreter.start()
        except SpecwrightError as error:
            raise CodeInterpreterError(error.message) from error

    def execute(self, code: str, variables: Mapping[str, Any] | None = None) -> Any:
        """Return what the code prints and the value of its last line, or what it submits.

        Raise SyntaxError or CodeExecutionError for what the code's writer can mend, otherwise CodeInterpreterError.
        """
        self.start()
        assert self._interpreter is not None
        try:
            done = self._interpreter.execute(code, variables, tools=self.tools, finals=["SUBMIT"])
        except SpecwrightError as error:
            raise CodeInterpreterError(error.message) from error
        if done.error is not None:
            raise SyntaxError(done.error) if done.syntax else CodeExecutionError(done.error)
        return self._output(done) if done.final is None else FinalOutput(self._submitted(done.final))

    def shutdown(self) -> None:
        """End the session. It can be used no more."""
        if self._interpreter is not None:
            self._interpreter.close()

    @staticmethod
    def _output(done: Evaluated) -> Any:
        if done.value is None:
            return done.printed or None
        return f"{done.printed}{done.value}" if done.printed else done.value

    def _submitted(self, final: HandedOver) -> dict[str, Any]:
        """Return the submitted values by their fields. Raise CodeExecutionError if they are others."""
        fields = ["output"] if self.output_fields is None else [str(field["name"]) for field in self.output_fields]
        values = {**dict(zip(fields, final.args, strict=False)), **final.kwargs}
        if len(final.args) > len(fields) or set(values) != set(fields):
            raise CodeExecutionError(
                f"SUBMIT takes {', '.join(fields)}; it was given {len(final.args)} values and "
                f"the names {', '.join(final.kwargs) or 'none'}"
            )
        return values
