"""Inspect AI: real evaluations with its mock model, scored by cases and with tools in the sandbox."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from inspect_ai.util import SandboxUnavailableError, SandboxUserUnsupportedError

from specwright.integrations.inspect_ai import SpecwrightSandbox
from tests.integrations.running import printed_by


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_the_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    # Inspect leaves streams to the garbage collector
    assert printed_by("inspect_eval.py", tmp_path, monkeypatch, capsys) == [
        "scores: [0.5, 1.0]",
        "tool: ['ABC']",
        "success",
    ]


def within(rule: Any) -> None:
    async def go() -> None:
        await SpecwrightSandbox.task_init("task", None)
        boxes = await SpecwrightSandbox.sample_init("task", None, {})
        try:
            await rule(boxes["default"])
        finally:
            await SpecwrightSandbox.sample_cleanup("task", None, boxes, False)
            await SpecwrightSandbox.task_cleanup("task", None, True)

    work: Coroutine[Any, Any, None] = go()
    asyncio.run(work)


def test_the_environment_keeps_to_inspects_contract() -> None:
    async def rule(box: SpecwrightSandbox) -> None:
        await box.write_file("deep/er/data.bin", b"\x00\xff\r\n")
        assert await box.read_file("deep/er/data.bin", text=False) == b"\x00\xff\r\n"
        for wrong, error in (("none", FileNotFoundError), ("deep", IsADirectoryError)):
            with pytest.raises(error):
                await box.read_file(wrong)
        with pytest.raises(UnicodeDecodeError):
            await box.read_file("deep/er/data.bin")
        done = await box.exec(["sh", "-c", "echo $X; pwd; cat; exit 3"], input="in", cwd="deep", env={"X": "y"})
        assert (done.success, done.returncode, done.stdout) == (False, 3, "y\n/box/deep\nin")
        assert (await box.exec(["no-such-command"])).returncode == 127
        with pytest.raises(TimeoutError):
            await box.exec(["sleep", "20"], timeout=1)
        both = await asyncio.gather(*(box.exec(["sh", "-c", f"sleep 0.1; echo {n}"]) for n in range(4)))
        assert [each.stdout for each in both] == ["0\n", "1\n", "2\n", "3\n"]
        connect = "import socket; socket.create_connection(('127.0.0.1', 22), 1)"
        assert not (await box.exec(["python3", "-c", connect])).success
        with pytest.raises(SandboxUserUnsupportedError):
            await box.exec(["id"], user="root")
        with pytest.raises(SandboxUnavailableError):
            await box.exec(["sh", "-c", "kill -9 -1"])
        with pytest.raises(SandboxUnavailableError):
            await box.exec(["true"])

    within(rule)
