"""smolagents runs its agents' code in our sandbox: `CodeAgent(..., executor=SandboxExecutor())`.

    agent = CodeAgent(tools=[search], model=model, executor=SandboxExecutor())
    agent.run("How many seconds are in a leap year?")

The code has no network and no file of yours. Its variables last from step to step, and the tools run out here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from specwright.client.synchronous import Client
from specwright.core.errors import SpecwrightError
from specwright.integrations import ExtraMissing
from specwright.integrations.interpreter import Interpreter
from specwright.integrations.shared import shared_client

try:
    from smolagents.local_python_executor import CodeOutput, InterpreterError, PythonExecutor
except ImportError as error:
    raise ExtraMissing("smolagents", "smolagents") from error

_FINAL: Final = "final_answer"


class SandboxExecutor(PythonExecutor):  # type: ignore[misc]
    """smolagents' `PythonExecutor` on a live session of the sandbox.

    `seconds` is for one step, without the time of its tools. Any module of the standard library can be imported:
    the sandbox is the wall, so the agent's list of authorized imports restricts nothing here.
    """

    def __init__(self, client: Client | None = None, *, seconds: float = 30.0, memory: str | int = "512m") -> None:
        self._client = client
        self._limits: dict[str, Any] = {"seconds": seconds, "memory": memory}
        self._interpreter: Interpreter | None = None
        self._tools: dict[str, Any] = {}
        self._variables: dict[str, Any] = {}
        self.state: dict[str, Any] = {}
        """What the agent shows of a step that failed."""

    def send_tools(self, tools: Mapping[str, Any]) -> None:
        """Let the code call these; each runs outside the sandbox."""
        self._tools = dict(tools)

    def send_variables(self, variables: Mapping[str, Any]) -> None:
        """Give the next code these variables. What JSON cannot hold is refused when it runs."""
        self._variables.update(variables)

    def __call__(self, code_action: str) -> CodeOutput:
        """Run one step. Raise InterpreterError, which the agent shows to its model."""
        tools = {name: tool for name, tool in self._tools.items() if name != _FINAL}
        variables, self._variables = self._variables, {}
        try:
            done = self._started().execute(code_action, variables, tools=tools, finals=[_FINAL])
        except SpecwrightError as error:
            self.cleanup()  # the next step begins in a fresh session
            raise InterpreterError(f"{error.message}; {error.hint}" if error.hint else error.message) from error
        self.state["_print_outputs"] = done.printed
        if done.error is not None:
            raise InterpreterError(f"Code execution failed: {done.error}")
        if done.final is None:
            return CodeOutput(output=done.value, logs=done.printed, is_final_answer=False)
        answer = self._tools[_FINAL](*done.final.args, **done.final.kwargs)
        return CodeOutput(output=answer, logs=done.printed, is_final_answer=True)

    def cleanup(self) -> None:
        """End the session; the agent calls it at its end. Another step begins another session."""
        interpreter, self._interpreter = self._interpreter, None
        if interpreter is not None:
            interpreter.close()

    def _started(self) -> Interpreter:
        if self._interpreter is None:
            self._interpreter = Interpreter(self._client or shared_client(), **self._limits)
        return self._interpreter
