"""A Python interpreter in the sandbox whose variables last, and whose code can call tools of the host.

    with Interpreter(client) as interpreter:
        interpreter.execute("x = 20")
        interpreter.execute("x + add(1, b=1)", tools={"add": lambda a, b: a + b}).value  # 22

Agents' interpreters are made of it: `dspy.CodeInterpreter` and others.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import time
from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from importlib.resources import files
from typing import Any, Final, Self

from pydantic import Field

from specwright.client.synchronous import Client
from specwright.core.errors import SpecwrightError, UserError
from specwright.core.program.untrusted import UNREADABLE, parse_untrusted
from specwright.core.value import Value
from specwright.ports.sandbox import Session

LIFETIME: Final = 6 * 3600.0
"""So many seconds a session lasts at most."""
LONGEST_LINE: Final = 16 * 1024 * 1024
GRACE: Final = 3.0
"""So many seconds code may go on after it was stopped from inside; then its session is over."""
Tools = Mapping[str, Callable[..., Any]]


class InterpreterEnded(SpecwrightError):
    """The session is over, and its variables are gone: the code ended it, or ran into a limit."""

    code = "INTERPRETER_ENDED"


class HandedOver(Value):
    """The arguments of the call that handed over a result."""

    args: tuple[Any, ...] = ()
    kwargs: dict[str, Any] = Field(default_factory=dict)


class Evaluated(Value):
    """What came of one piece of code."""

    value: Any = None
    """The value of its last line if that is an expression; as it is printed if JSON cannot hold it."""
    printed: str = ""
    final: HandedOver | None = None
    error: str | None = None
    """The exception in one line, with the line of the code."""
    syntax: bool = False
    """Whether the error is one of syntax, so that nothing ran."""


class Interpreter:
    """An interpreter in a sandbox of its own. It starts with the first code, and ends with `close`.

    `seconds` is for one piece of code, without the time that tools take; after that it gets a TimeoutError. Without a
    client the interpreter has one of its own.
    """

    def __init__(self, client: Client | None = None, *, seconds: float = 30.0, memory: str | int = "512m") -> None:
        self._given = client
        self._seconds = seconds
        self._memory = memory
        self._session: Session | None = None
        self._ended = ""
        self._left = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @cached_property
    def _client(self) -> Client:
        return self._given or Client(model="none")

    def start(self) -> None:
        """Start the session. Raise SandboxUnavailable, and InterpreterEnded if it is over."""
        if self._ended:
            raise InterpreterEnded(self._ended, hint="make another interpreter")
        if self._session is None:
            program = files(__package__).joinpath("inside.py").read_text("utf-8")
            self._session = self._client.call(lambda c: c.open_program(program, seconds=LIFETIME, memory=self._memory))

    def execute(
        self,
        code: str,
        variables: Mapping[str, Any] | None = None,
        *,
        tools: Tools | None = None,
        finals: Collection[str] = (),
    ) -> Evaluated:
        """Execute code; `variables` and `tools` are its globals, and a call of one of `finals` ends it with a result.

        Tools run in the calling thread. Raise UserError for variables that JSON cannot hold, InterpreterEnded if the
        session is over, and SandboxUnavailable.
        """
        self.start()
        tools = tools or {}
        message = {
            "variables": _known(dict(variables or {})),
            "tools": sorted(tools),
            "finals": sorted(finals),
            "seconds": self._seconds,
            "code": code,
        }
        self._send(message)
        left = self._seconds + GRACE
        while True:
            began = time.monotonic()
            said = self._receive(left)
            left -= time.monotonic() - began
            if said.get("type") == "call":
                self._send(_answer(tools, said))
            else:
                return self._read(said)

    def close(self) -> None:
        """End the session. Calling it twice is harmless."""
        self._end("the interpreter is closed")
        if self._given is None and "_client" in self.__dict__:
            self._client.close()

    def _send(self, message: Mapping[str, Any]) -> None:
        session = self._session
        assert session is not None
        line = json.dumps(message).encode("utf-8", "surrogateescape") + b"\n"
        self._client.call(lambda _: session.send(line))

    def _receive(self, seconds: float) -> dict[str, Any]:
        """Return the next message. Its writer is untrusted."""
        session = self._session
        assert session is not None

        async def more() -> bytes:
            async with asyncio.timeout(max(seconds, 0.001)):
                return await session.receive()

        while b"\n" not in self._left:
            try:
                data = self._client.call(lambda _: more())
            except TimeoutError:
                raise self._over(f"the code ran longer than {self._seconds:g} s") from None
            self._left += data
            if not data:
                raise self._over("the code ended the interpreter or reached a limit")
            if len(self._left) > LONGEST_LINE:
                raise self._over("a result is too large")
        line, _, self._left = self._left.partition(b"\n")
        try:
            return dict(parse_untrusted(line))
        except UNREADABLE:
            raise self._over("the code wrote into the interpreter's channel") from None

    def _read(self, said: dict[str, Any]) -> Evaluated:
        said.pop("type", None)
        try:
            return Evaluated(**said)
        except UNREADABLE:  # pydantic's error is a ValueError
            raise self._over("the code wrote into the interpreter's channel") from None

    def _over(self, reason: str) -> InterpreterEnded:
        ending = self._end(reason)
        return InterpreterEnded(f"{reason}{ending}; its variables are gone", hint="make another interpreter")

    def _end(self, reason: str) -> str:
        """End the session and return how it ended, if that says more than the reason."""
        self._ended = self._ended or reason
        session, self._session = self._session, None
        if session is None:
            return ""
        result = self._client.call(lambda _: session.kill())
        return "" if result.ending in ("exited", "signalled") else f" ({result.ending})"


def _answer(tools: Tools, said: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a tool gives, or why it failed."""
    name = str(said.get("name"))
    try:
        given = tools[name](*said.get("args", ()), **said.get("kwargs", {}))
        value = asyncio.run(_awaited(given)) if inspect.isawaitable(given) else given
        return _known({"value": value})
    except Exception as error:  # noqa: BLE001 - the code inside is told
        return {"error": f"{type(error).__name__}: {error}"}


async def _awaited(given: Any) -> Any:
    return await given


def _known(values: dict[str, Any]) -> dict[str, Any]:
    """Return values that JSON can hold. Raise UserError."""
    try:
        json.dumps(values, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        names = ", ".join(values)
        raise UserError(f"{names}: JSON cannot hold this: {error}", hint="pass text, numbers, lists and maps") from None
    return values
