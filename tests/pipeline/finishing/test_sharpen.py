"""Seeded bugs that no test notices lead to tests that do, through the real pipeline, tools and sandbox."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests import stories

from specwright import api
from specwright.api import make_package_task
from specwright.config import Settings
from specwright.core.evidence.finding import CheckKind
from specwright.core.run.events import Inspected
from specwright.core.run.result import Result, State
from specwright.testing.scripted import Rule, ScriptedModel

TASK = make_package_task(
    "The function verdict(points) tells 'pass' from 50 points on and 'fail' below. "
    "verdict(90) == 'pass' and verdict(10) == 'fail'."
)
PLAN: dict[str, Any] = {
    "name": "exam",
    "summary": "Who has passed.",
    "items": [
        {
            "name": "verdict",
            "summary": "Tell whether so many points are enough.",
            "params": [{"name": "points", "type": "int"}],
            "returns": "str",
        }
    ],
    "requirements": [{"text": "From 50 points on it is a pass, below a fail."}],
}
CASES = [
    {"name": f"{points} points", "requirement": "R1", "input": {"points": points}, "expected": expected}
    for points, expected in [(100, "pass"), (80, "pass"), (70, "pass"), (0, "fail"), (20, "fail"), (30, "fail")]
]
CODE = '''"""Who has passed."""


def verdict(points: int) -> str:
    """Tell whether so many points are enough.

    Args:
        points: What was reached.

    Returns:
        The word for it.
    """
    return "pass" if points >= 50 else "fail"
'''
TEST = "from exam import verdict\n\n\ndef test_{name}():\n    assert verdict({points}) == {expected!r}\n"


def scenario(name: str, points: int, expected: str) -> dict[str, Any]:
    text = TEST.format(name=name, points=points, expected=expected)
    return {"name": name, "item": "verdict", "requirements": ["R1"], "text": text}


def model(*scenarios: dict[str, Any], declined: list[str] | None = None) -> ScriptedModel:
    return stories.model(
        [
            Rule(stage="plan_package", reply=PLAN),
            Rule(stage="write_tests", reply={"cases": CASES}),
            Rule(stage="write_package", reply=stories.fenced(CODE)),
            Rule(stage="write_oracle", reply=stories.fenced(CODE)),
            Rule(stage="document_package", reply={"overview": "Tells who has passed.", "example": TEST.format(
                name="use", points=60, expected="pass")}),
            *([Rule(stage="write_scenarios", reply={"scenarios": list(scenarios)})] if scenarios else []),
            *([Rule(stage="write_scenarios", reply={"declined": declined})] if declined else []),
        ]
    )  # fmt: skip


class Run(NamedTuple):
    folder: Path
    writer: ScriptedModel
    result: Result
    looked: list[Inspected]


def settings(folder: Path) -> Settings:
    return stories.settings(folder, code_generation={"candidates": 1})


def generated(folder: Path, writer: ScriptedModel) -> Run:
    result = asyncio.run(api.solve_task(TASK, settings(folder), model=writer))
    entries = asyncio.run(api.load_entries(result.run_id, settings(folder)))
    looked = [entry.event for entry in entries if isinstance(entry.event, Inspected)]
    return Run(folder, writer, result, [one for one in looked if _seeds_bugs(one)])


def _seeds_bugs(looked: Inspected) -> bool:
    return any(check.kind is CheckKind.MUTATION for check in looked.checks)


@pytest.fixture(scope="module")
def sharpened(tmp_path_factory: pytest.TempPathFactory) -> Run:
    writer = model(scenario("known", 90, "pass"), scenario("wrong", 50, "fail"), scenario("border", 50, "pass"))
    return generated(tmp_path_factory.mktemp("sharpened"), writer)


def noticed(told: Inspected) -> tuple[float, float]:
    [check] = [check for check in told.checks if check.kind is CheckKind.MUTATION]
    return check.measured["noticed"], check.measured["mutants"]


def test_only_a_test_that_passes_and_notices_a_bug_is_kept(sharpened: Run) -> None:
    result = sharpened.result
    assert result.execution_result is State.TESTS_PASSING
    assert result.package is not None
    assert "tests/test_border.py" in result.package.tests
    assert not {"tests/test_known.py", "tests/test_wrong.py"} & set(result.package.tests)
    assert {one.name for one in result.scenarios} == {"border", "readme_example"}
    assert all(one.passed for one in result.scenarios)
    left_out = [text for text in result.warnings if "was left out" in text]
    assert ["known" in text for text in left_out] == [True, False]
    assert "without any seeded bug the tests do not pass" in left_out[1]

    whole = [told for told in sharpened.looked if told.scenario_id is None]
    before, after = noticed(whole[0]), noticed(whole[-1])
    assert before[0] < after[0] == after[1], (before, after)
    asked = sharpened.writer.questions[-1]
    assert asked.stage == "write_scenarios"
    assert "`return" in asked.turns[0].text
    assert "points > 50" in asked.turns[0].text


def test_the_run_comes_to_the_same_end_when_it_is_told_again(sharpened: Run) -> None:
    again = asyncio.run(api.replay_run(sharpened.result.run_id, settings(sharpened.folder)))
    assert (again.same, again.diverged, again.differences) == (True, None, ())


def test_a_test_writer_who_has_nothing_to_say_leaves_the_package_as_it_is(tmp_path: Path) -> None:
    _, _, result, looked = generated(tmp_path, model())
    assert result.execution_result is State.TESTS_PASSING
    assert result.quality_score is not None
    assert [told.scenario_id for told in looked] == [None]
    assert any("stay unnoticed" in text for text in result.warnings), result.warnings


def test_a_test_writer_may_decline_a_change_that_nobody_can_notice(tmp_path: Path) -> None:
    _, writer, result, looked = generated(tmp_path, model(declined=["Integers between 49 and 50 do not exist."]))
    assert [asked.stage for asked in writer.questions].count("write_scenarios") == 1
    assert [told.scenario_id for told in looked] == [None]
    assert any("declines a test: Integers between" in text for text in result.warnings), result.warnings
