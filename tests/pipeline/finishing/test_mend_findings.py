"""Findings of the language's tools go back to the code's writer once, and the better version stays."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests import stories
from tests.stories import fenced
from tests.stories import package_stories as told

from specwright import api
from specwright.core.run.result import Result, State
from specwright.testing.scripted import Rule, ScriptedModel

LONG = "the title of anything at all, however long it may be, in any language that is written with letters"
UNTIDY = told.RIGHT.replace("text: The title.", f"text: {LONG}.").replace("import re\n", "import os\nimport re\n")


def made(folder: Path, *rules: Rule) -> tuple[Result, ScriptedModel]:
    model = stories.model([*told.beginning(), *told.writers(UNTIDY), *told.ENDING, *rules])
    settings = stories.settings(folder, code_generation={"candidates": 1})
    return asyncio.run(api.solve_task(told.TASK, settings, model=model)), model


def test_a_repair_with_fewer_findings_takes_the_place_of_the_code(tmp_path: Path) -> None:
    result, model = made(tmp_path, Rule(stage="mend_findings", reply=fenced(told.RIGHT)))
    assert result.execution_result is State.TESTS_PASSING, "nothing was wrong"
    assert result.code == told.RIGHT
    [revision] = result.revisions
    named = [(one.path, one.code) for one in revision.findings]
    assert ("src/text_kit/__init__.py", "F401") in named
    assert ("src/text_kit/__init__.py", "E501") in named
    [question] = [question for question in model.questions if question.stage == "mend_findings"]
    assert "`os` imported but unused" in question.turns[-1].text
    assert result.quality is not None
    assert all(gate.passed for gate in result.quality.gates)


def test_a_repair_that_fails_a_test_is_not_kept_and_every_finding_is_named(tmp_path: Path) -> None:
    result, _ = made(tmp_path, Rule(stage="mend_findings", reply=fenced(told.WRONG_SLUG)))
    assert result.execution_result is State.TESTS_PASSING
    assert "import os" in (result.code or "")
    [revision] = result.revisions
    assert revision.revised_function is None
    assert "fails a test or is not accepted" in revision.reasoning
    assert {"F401", "E501"} <= {one.code for one in revision.findings}
