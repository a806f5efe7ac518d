"""Runs an example of `examples/integrations` as its reader would, and returns what it prints."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from specwright.integrations import shared

EXAMPLES = Path(__file__).parents[2] / "examples" / "integrations"


def printed_by(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> list[str]:
    for place in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(place, str(folder))
    for key in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.delenv(key, raising=False)
    monkeypatch.chdir(folder)
    monkeypatch.setattr(shared, "_opened", [])
    try:
        runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    finally:
        for client in shared._opened:
            client.close()
    return capsys.readouterr().out.splitlines()
