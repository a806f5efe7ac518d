"""A Python interpreter in the sandbox: its variables last, its tools run here, and its code can do no harm."""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from specwright import Client, UserError
from specwright.integrations.interpreter import Evaluated, HandedOver, Interpreter, InterpreterEnded


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with Client(model="none") as client:
        yield client


def test_variables_last_and_the_last_line_is_the_value(client: Client) -> None:
    with Interpreter(client) as interpreter:
        assert interpreter.execute("x = base * 2\nprint('set')", {"base": 10}) == Evaluated(printed="set\n")
        assert interpreter.execute("import os; os.system('echo from a process')\nx + 1").value == 21
        assert interpreter.execute("{1: {x}}").value == "{1: {20}}"
        assert interpreter.execute("1 / 0").error == "ZeroDivisionError: division by zero (line 1)"
        assert interpreter.execute("1 +").syntax
        assert interpreter.execute("import sys; sys.exit(1)").error == "SystemExit: 1 (line 1)"
        assert interpreter.execute("open('/etc/shadow')").error is not None
        assert interpreter.execute("x").value == 20


def test_tools_run_in_the_calling_thread_and_their_errors_reach_the_code(client: Client) -> None:
    place = contextvars.ContextVar("place", default="elsewhere")
    place.set("here")

    async def later(value: int) -> int:
        return value + 1

    def fail() -> None:
        raise LookupError("no such thing")

    tools: dict[str, Any] = {
        "where": lambda: [place.get(), threading.current_thread().name],
        "later": later,
        "fail": fail,
        "strange": lambda: {1, 2},
    }
    with Interpreter(client) as interpreter:
        assert interpreter.execute("where()", tools=tools).value == ["here", threading.current_thread().name]
        assert interpreter.execute("later(value=1) + later(2)", tools=tools).value == 5
        many = "from concurrent.futures import ThreadPoolExecutor\nlist(ThreadPoolExecutor(4).map(later, range(9)))"
        assert interpreter.execute(many, tools=tools).value == list(range(1, 10))
        assert "LookupError: no such thing" in str(interpreter.execute("fail()", tools=tools).error)
        assert "JSON cannot hold" in str(interpreter.execute("strange()", tools=tools).error)


def test_a_result_can_be_handed_over(client: Client) -> None:
    with Interpreter(client) as interpreter:
        done = interpreter.execute("try:\n    SUBMIT(1, b={2})\nexcept Exception:\n    pass", finals=["SUBMIT"])
        assert done.final == HandedOver(args=(1,), kwargs={"b": "{2}"})


def test_code_that_runs_too_long_is_stopped_and_its_variables_stay(client: Client) -> None:
    with Interpreter(client, seconds=0.5) as interpreter:
        assert "TimeoutError" in str(interpreter.execute("x = 1\nwhile True: pass").error)
        assert interpreter.execute("x").value == 1


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import os; os._exit(0)", "ended the interpreter"),
        ("import os\nfor n in range(3, 20):\n    try: os.write(n, b'[1]\\n')\n    except OSError: pass", "channel"),
        (
            "import signal, time; signal.signal(signal.SIGALRM, signal.SIG_IGN)\nwhile True: time.sleep(9)",
            "longer than",
        ),
    ],
)
def test_a_session_that_the_code_broke_is_over(
    client: Client, code: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("specwright.integrations.interpreter.GRACE", 0.2)
    with Interpreter(client, seconds=0.5) as interpreter:
        with pytest.raises(InterpreterEnded, match=reason):
            interpreter.execute(code)
        with pytest.raises(InterpreterEnded, match=reason):
            interpreter.execute("1")


def test_variables_that_json_cannot_hold_are_an_error_that_names_them(client: Client) -> None:
    with Interpreter(client) as interpreter, pytest.raises(UserError, match="things: JSON cannot hold this"):
        interpreter.execute("1", {"things": {1, 2}})
