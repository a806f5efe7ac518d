from __future__ import annotations

from pathlib import Path

import dspy
import pytest

from tests.integrations.running import printed_by


def test_the_module_writes_a_function(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = printed_by("dspy_module.py", tmp_path, monkeypatch, capsys)
    dspy.configure(lm=None)
    assert printed[0] == "def run_code(text: str) -> bool:"
    assert printed[-1].startswith("TESTS_PASSING with ")


def test_the_metric_scores_and_the_interpreter_keeps_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = printed_by("dspy_metric.py", tmp_path, monkeypatch, capsys)
    assert printed == [
        "score: 75.0",
        "The code passes 1 of 2 tests that it never saw.",
        '- {"numbers": []} must give 0.0; it ends with ZeroDivisionError: division by zero',
        "total: 21",
    ]
