"""A package on a third-party one: its project names it, and tests, examples and checks have it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests import stories
from tests.libraries import write_wheel

from specwright import api
from specwright.core.evidence.native import NativeEnding
from specwright.core.work.task import Story, Task
from specwright.testing.scripted import Rule

TASK = Task(
    problem="A text kit with wordkit. loud(text) returns the text shouted by wordkit. "
    "quiet(text) returns it in lower case. loud('a') == 'A!'. quiet('AB') == 'ab'.",
    story=Story.PACKAGE,
    require=("wordkit",),
)
CODE = '''"""A text kit."""

import wordkit


def loud(text: str) -> str:
    """Return the text shouted.

    >>> loud("b")
    'B!'
    """
    return wordkit.shout(text)


def quiet(text: str) -> str:
    """Return the text in lower case."""
    return text.lower()
'''
EXAMPLE = "from text_kit import loud\n\n\ndef test_example():\n    assert loud('hi') == 'HI!'\n"
PLAN: dict[str, Any] = {
    "name": "text_kit",
    "summary": "A text kit.",
    "items": [
        {
            "kind": "function",
            "name": name,
            "summary": name,
            "params": [{"name": "text", "type": "str"}],
            "returns": "str",
        }
        for name in ("loud", "quiet")
    ],
    "requirements": [
        {"text": "loud(text) returns the text shouted by wordkit.", "about": ["loud"]},
        {"text": "quiet(text) returns it in lower case.", "about": ["quiet"]},
    ],
    "libraries": ["wordkit"],
}


def cases(requirement: str, pairs: list[tuple[str, str]]) -> dict[str, Any]:
    return {
        "cases": [
            {"name": f"case {text}", "requirement": requirement, "input": {"text": text}, "expected": expected}
            for text, expected in pairs
        ]
    }


def test_the_project_of_a_package_has_what_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    write_wheel(tmp_path, {"wordkit.py": "def shout(text):\n    return text.upper() + '!'\n"}, name="wordkit")
    rules = [
        Rule(stage="plan_package", reply=PLAN),
        Rule(stage="write_tests", contains="loud(", reply=cases("R1", [("x", "X!"), ("", "!"), ("ab", "AB!")])),
        Rule(stage="write_tests", reply=cases("R2", [("X", "x"), ("", ""), ("aB", "ab")])),
        Rule(stage="write_package", reply=stories.fenced(CODE)),
        Rule(stage="write_scenarios", reply={"scenarios": [], "declined": []}),
        Rule(stage="document_package", reply={"overview": "It shouts, and it whispers.", "example": EXAMPLE}),
    ]
    settings = stories.settings(tmp_path, packages={"source": tmp_path}, code_generation={"candidates": 1})
    result = asyncio.run(api.solve_task(TASK, settings, model=stories.model(rules, delay_seconds=0.001)))
    assert result.package is not None, (result.explanation, result.warnings)
    assert result.test_results.failed == 0, [test for test in result.tests if not test.passed]
    assert result.package.dependencies == {"wordkit": "1.0"}
    assert not [bar for bar in result.bars if "could not be read" in bar.text], "both examples were read"
    assert result.native is not None
    assert result.native.tests
    assert all(test.ending is NativeEnding.PASSED for test in result.native.tests), result.native
    asyncio.run(api.write_out(result.run_id, tmp_path / "out", settings))
    assert 'dependencies = ["wordkit>=1.0"]' in (tmp_path / "out" / "pyproject.toml").read_text()
    assert (tmp_path / "out" / "requirements.lock").is_file()
    if result.quality is not None:
        examples = [each for each in result.quality.inputs if each.name == "examples"]
        assert all("ModuleNotFoundError" not in each.measured for each in examples)
        assert [each.value for each in examples] in ([1.0], [None], []), examples
