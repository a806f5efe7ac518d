"""The way from a command to the first stage of a run is short enough to read."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Any

import pytest
from tests import stories
from typer.testing import CliRunner

import specwright
from specwright.cli.commands import app
from specwright.core.errors import ModelError
from specwright.pipeline.context import RunContext

OURS = str(Path(specwright.__file__).parent)
MOST = 8


@pytest.mark.parametrize("command", ["solve", "generate"])
def test_a_run_passes_few_frames_of_ours_from_the_command_to_its_first_stage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    passed: list[str] = []

    async def ask(self: RunContext, *words: Any, **more: Any) -> None:
        frames = [f for f in traceback.extract_stack() if f.filename.startswith(OURS)]
        passed.extend(f"{Path(frame.filename).name}:{frame.name}" for frame in frames)
        raise ModelError("that was far enough")

    monkeypatch.setattr(RunContext, "ask", ask)
    model = f"scripted:{stories.script(tmp_path, stories.FIRST_TRY)}"
    CliRunner().invoke(app, [command, stories.PROBLEM, "--model", model, "--store", str(tmp_path / "runs.db"), "-q"])
    assert passed[0] == f"{command}.py:{command}"
    assert passed[-1] in ("specify.py:specify", "plan.py:plan_package")
    assert len(passed) <= MOST, passed
