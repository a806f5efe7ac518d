"""smolagents' agent runs its code in the sandbox: variables last, tools run outside, and nothing else is reached."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from smolagents.local_python_executor import InterpreterError

from specwright import Client
from specwright.integrations.smolagents import SandboxExecutor
from tests.integrations.running import printed_by


@pytest.fixture(scope="module")
def executor() -> Iterator[SandboxExecutor]:
    with Client(model="none") as client:
        opened = SandboxExecutor(client, seconds=3)
        yield opened
        opened.cleanup()


def test_the_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed_by("smolagents_agent.py", tmp_path, monkeypatch, capsys)
    assert lines[-3:] == ["answer: 307001", "first step: so far 134001", "second step: FileNotFoundError"]


def test_state_lasts_until_a_step_ends_the_session(executor: SandboxExecutor, tmp_path: Path) -> None:
    executor.send_tools({"double": lambda value: 2 * value, "final_answer": lambda answer: answer})
    executor.send_variables({"start": 20})
    first = executor("import math\nprint('hello')\nmath.floor(double(start) + 0.5)")
    assert (first.output, first.logs, first.is_final_answer) == (40, "hello\n", False)
    (tmp_path / "secret").write_text("x")
    for code, words in (
        (f"open({str(tmp_path / 'secret')!r})", "FileNotFoundError"),
        ("import socket; socket.create_connection(('127.0.0.1', 22), 1)", "Error"),
        ("1 +", "SyntaxError"),
        ("while True: pass", "ran too long"),
    ):
        with pytest.raises(InterpreterError, match=words):
            executor(code)
    assert executor("final_answer(start + 1)").is_final_answer
    with pytest.raises(InterpreterError, match="variables are gone"):
        executor("import os; os._exit(0)")
    with pytest.raises(InterpreterError, match="NameError"):
        executor("start")
