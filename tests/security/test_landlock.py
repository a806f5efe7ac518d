"""Landlock is a wall of its own: a call reaches no file of outside even where the mounts let it."""

from __future__ import annotations

import json

import pytest

from specwright.adapters.machine.toolchains import ready
from specwright.adapters.sandbox.host.kernel import LANDLOCK_SCOPE_ABI, landlock_abi
from specwright.adapters.sandbox.host.walls import Walls
from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.languages.loading import toolchain_for
from specwright.languages.python.toolchain import PythonToolchain
from specwright.pipeline.running.execute import call
from specwright.ports.language import CallLimits, Program
from specwright.ports.sandbox import Job
from tests.sandboxes import LOCAL, Bench
from tests.security.scene import Scene, set_scene

OPEN = Walls(files=False)
TEXT = Type.parse("str")
SIGNATURE = Signature(
    name="reach", params=(Parameter(name="how", type=TEXT), Parameter(name="path", type=TEXT)), returns=TEXT
)
PYTHON = """
import os, subprocess, sys
def reach(how, path):
    if how == "read": return open(path).read()
    if how == "list": return str(os.listdir(path))
    if how == "write": open(path, "a").write("more"); return "written"
    if how == "make": open(path + "/marked", "w").close(); return "made"
    if how == "run": return subprocess.run([path], capture_output=True, text=True).stdout
    if how == "link": os.symlink(path, "/tmp/link"); return open("/tmp/link").read()
    if how == "signal": os.kill(os.getppid(), 0); return "signalled"
    if how == "own": open("/tmp/own", "w").write("mine"); import sqlite3; return open("/tmp/own").read()
    if how == "python": return subprocess.run([sys.executable, "-c", "print(7)"], capture_output=True, text=True).stdout
"""
GO = """package solution

import "os"

func Reach(how string, path string) (string, error) {
	if how == "write" {
		file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err == nil {
			file.WriteString("more")
		}
		return "written", err
	}
	if how == "own" {
		path = "/tmp/own"
		os.WriteFile(path, []byte("mine"), 0o600)
	}
	content, err := os.ReadFile(path)
	return string(content), err
}
"""


@pytest.fixture(params=LOCAL)
def backend(request: pytest.FixtureRequest) -> str:
    if landlock_abi() < LANDLOCK_SCOPE_ABI:
        pytest.skip("this kernel has no Landlock, or an old one")
    return str(request.param)


def reached(bench: Bench, backend: str, language: str, code: str, inputs: list[tuple[str, str]]) -> list[Outcome]:
    sandbox = bench.sandbox(backend, OPEN)
    given = [{"how": how, "path": path} for how, path in inputs]
    program = Program(code=code, signature=SIGNATURE)
    toolchain = toolchain_for(language, sandbox, ready)
    return list(bench.run(call(sandbox, toolchain, program, given, limits=CallLimits(seconds=20.0))))


def attempts(scene: Scene) -> list[tuple[str, str]]:
    told = scene.told
    reading = [
        ("read", told["secret"]),
        ("read", "/etc/passwd"),
        ("list", told["open_folder"]),
        ("link", told["secret"]),
    ]
    return [
        *reading,
        ("write", told["open_file"]),
        ("make", told["open_folder"]),
        ("run", "/usr/bin/id"),
        ("signal", ""),
    ]


def test_a_call_reaches_nothing_outside_where_the_mounts_are_open(bench: Bench, backend: str) -> None:
    with set_scene() as scene:
        told = reached(bench, backend, "python", PYTHON, [*attempts(scene), ("own", ""), ("python", "")])
        assert [(outcome.ending, outcome.error) for outcome in told[:-2]] == [(Ending.RAISED, "PermissionError")] * 8
        assert [outcome.value for outcome in told[-2:]] == ["mine", "7\n"]
        assert not scene.marked()
        assert scene.open_file.read_text() == "content"


def test_the_mounts_are_open_indeed(bench: Bench, backend: str) -> None:
    toolchain = PythonToolchain()
    code = "import json, sys\ntold = json.loads(sys.stdin.read())\nprint(open(told['secret']).read())"
    with set_scene() as scene:
        job = Job(
            argv=(toolchain.interpreter, "-S", "main.py"),
            files={"main.py": code.encode()},
            stdin=json.dumps(scene.told).encode(),
            mounts=toolchain.mounts,
        )
        assert bench.run(bench.sandbox(backend, OPEN).run(job)).stdout.decode().strip() == scene.word


def test_the_same_holds_for_a_language_with_a_runtime_of_its_own(bench: Bench, backend: str) -> None:
    with set_scene() as scene:
        inputs = [("read", scene.told["secret"]), ("write", scene.told["open_file"]), ("own", "")]
        told = reached(bench, backend, "go", GO, inputs)
        assert [outcome.ending for outcome in told] == [Ending.RAISED, Ending.RAISED, Ending.RETURNED], told
        assert "permission denied" in told[0].detail
        assert scene.open_file.read_text() == "content"
