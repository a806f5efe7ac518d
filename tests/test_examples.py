"""Every file of `examples/` runs on a machine without a key, and prints the outcome that it promises."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
PRINTED = {
    "hand_over.py": ["as handed over: holds", "after a change: differs"],
    "judge.py": ["chosen: counting", "counting fails u3: test"],
    "live_session.py": ["total so far: 1", "total so far: 21", "total so far: 321", "ended: "],
    "many_at_once.py": ["verified Return the sum", "verified Return the factorial", "events seen: True"],
    "own_model.py": ["def run_code(text: str) -> bool:", "TESTS_PASSING: "],
    "run_cases.py": ["passed two numbers 1.5", "FAILED no number ZeroDivisionError"],
    "solve.py": ["def two_sum(", "TESTS_PASSING, verified: True"],
}
ELSEWHERE = {"cheating_programs.py": "e2e/test_demo.py"}
"""Examples with a test of their own."""


def test_every_example_is_run() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == {*PRINTED, *ELSEWHERE}
    for name, test in ELSEWHERE.items():
        assert name in (Path(__file__).parent / test).read_text("utf-8")


@pytest.mark.parametrize("name", PRINTED)
def test_an_example_prints_what_it_promises(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for place in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(place, str(tmp_path))
    for key in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.delenv(key, raising=False)
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    printed = capsys.readouterr().out
    assert [words for words in PRINTED[name] if words not in printed] == []
