from __future__ import annotations

from pathlib import Path

import pytest

from tests.integrations.running import printed_by


def test_the_workflow_generates_verifies_and_adds_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = printed_by("kailash_workflow.py", tmp_path, monkeypatch, capsys)
    assert printed[-1] == "VERIFIED passed: True sum: 321"
