"""The strategy of a function, and the choice by outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from specwright import Client, Result, UserError
from specwright.adapters.models.choosing.absent import AbsentModel
from specwright.api.options import SolveOptions
from specwright.config import load_settings
from specwright.core.memory.recollection import StrategyRecord
from specwright.core.program.package import Item, ItemKind
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.task import Requirement
from specwright.memory.outcomes import best_by_outcomes
from specwright.pipeline.writing.strategies.registry import choose
from specwright.pipeline.writing.strategies.skeletons import SKELETONS, skeleton_for
from specwright.testing.scripted import Rule, ScriptedModel

POWERS = "Return the fourth powers of the numbers in a list."
OTHER_WORDS = "Please write a routine that gives back the fourth powers of the integers in an array."
EXAMPLES = ("f([1, 2]) == [1, 16]", "f([0]) == [0]", "f([3, -4]) == [81, 256]", "f([]) == []")
CODE = '''def f(items: list[int]) -> list[int]:
    """Return the fourth powers."""
    return [item ** 4 for item in items]
'''


def client(folder: Path, model: ScriptedModel | AbsentModel) -> Client:
    flags: dict[str, dict[str, Any]] = {
        "store": {"path": folder / "runs.db"},
        "memory": {"use": "on", "project": "/project"},
    }
    return Client(load_settings(flags, environ={}, directory=folder), model=model)


def writer() -> ScriptedModel:
    specification = {
        "summary": "The fourth powers.",
        "params": [{"name": "items", "type": "list[int]"}],
        "returns": "list[int]",
        "requirements": [{"text": POWERS}],
    }
    cases = [{"name": "two", "requirement": "R1", "input": {"items": [2, 5]}, "expected": [16, 625]}]
    return ScriptedModel([
        Rule(stage="specify", reply=specification),
        Rule(stage="write_tests", reply={"cases": cases}),
        Rule(stage="write_code", reply=f"```python\n{CODE}```"),
        Rule(stage="write_oracle", reply=f"```python\n{CODE}```"),
        Rule(stage="write_inputs", reply={"inputs": [{"items": [7]}]}),
    ])  # fmt: skip


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("taught")
    with client(folder, AbsentModel()) as mine:
        assert mine.solve(POWERS, examples=EXAMPLES, entry_point="f").verified
    return folder


def solved(folder: Path, problem: str, examples: Sequence[str] = EXAMPLES, strategy: str = "") -> tuple[Result, int]:
    """Return the result of a run with a model, and how often the model was asked."""
    model = writer()
    with client(folder, model) as mine:
        options: SolveOptions = {"examples": examples}
        if strategy:
            options["strategy"] = strategy
        result = mine.solve(problem, **options)
        assert mine.replay(result.run_id).same
    return result, len(model.questions)


def test_what_the_memory_settles_needs_no_model(taught: Path) -> None:
    result, asked = solved(taught, OTHER_WORDS)
    assert (result.verified, result.strategy, asked) == (True, "pattern-recognition", 0)
    assert "same problem" in (result.why_strategy or "")
    assert result.memory


def test_the_users_choice_and_other_words_ask_the_model(taught: Path) -> None:
    result, asked = solved(taught, OTHER_WORDS, strategy="test-driven")
    assert (result.strategy, asked > 0) == ("test-driven", True)
    result, asked = solved(taught, f"{POWERS} Leave out the zeros.")
    assert (result.strategy, asked > 0) == (None, True)
    result, asked = solved(taught, OTHER_WORDS, EXAMPLES[:2])
    assert (result.strategy, asked > 0) == (None, True)


def test_a_known_problem_is_a_template_and_what_is_none_is_handed_over(taught: Path) -> None:
    examples = ("gcd(12, 18) == 6", "gcd(7, 3) == 1", "gcd(10, 5) == 5")
    result, asked = solved(taught, "Find the greatest common divisor of two integers.", examples, "template-based")
    assert (result.verified, result.strategy, asked) == (True, "template-based", 0)
    result, asked = solved(taught, POWERS, strategy="template-based")
    assert (result.strategy, asked > 0) == ("test-driven", True)
    assert "template-based was asked for, but" in (result.why_strategy or "")


def test_a_strategy_that_there_is_not_is_a_mistake(tmp_path: Path) -> None:
    with client(tmp_path, writer()) as mine, pytest.raises(UserError, match="incremental"):
        mine.solve(POWERS, strategy="incremental")


def plan(*items: Item, summary: str = "Some functions.") -> Blueprint:
    return Blueprint(
        name="made", summary=summary, surface=items, requirements=(Requirement(id="R1", text="It works."),)
    )


PIECE = Item(kind=ItemKind.FUNCTION, name="do", summary="Do it.")


def record(strategy: str, verified: int, tokens: int, runs: int = 10, size: str = "small") -> StrategyRecord:
    return StrategyRecord(strategy=strategy, size=size, runs=runs, verified=verified, tokens=tokens)


@pytest.mark.parametrize(
    ("records", "taken"),
    [
        ((record("test-driven", 5, 900), record("incremental", 9, 9000)), "incremental"),
        ((record("test-driven", 9, 9000), record("template-based", 9, 900)), "template-based"),
        ((record("test-driven", 9, 9000), record("template-based", 8, 900)), "test-driven"),
        ((record("test-driven", 0, 900), record("incremental", 4, 900, runs=4)), None),
        ((record("test-driven", 0, 900), record("incremental", 9, 900, size="large")), None),
        ((record("test-driven", 0, 900), record("a plugin's", 9, 900)), None),
    ],
)
def test_outcomes_choose_if_enough_runs_can_be_compared(records: tuple[StrategyRecord, ...], taken: str | None) -> None:
    found = best_by_outcomes(records, "small", ("test-driven", "incremental", "template-based"))
    assert (found and found[0]) == taken
    strategy, why = choose(plan(PIECE), None, None, records)
    assert strategy.name == (taken or "test-driven")
    assert ("verified" in why) is (taken is not None)
    assert choose(plan(PIECE), "incremental", None, records)[1] == "the user asked for it"


@pytest.mark.parametrize(
    ("summary", "kind", "name"),
    [
        ("Count words.", ItemKind.COMMAND, "command"),
        ("Parse a small grammar into a tree.", ItemKind.FUNCTION, "parser"),
        ("A state machine for orders with its transitions.", ItemKind.CLASS, "state machine"),
        ("A service that answers requests about users.", ItemKind.CLASS, "service"),
        ("Aggregate rows of CSV records, grouped by month.", ItemKind.FUNCTION, "data pipeline"),
        ("Functions on texts.", ItemKind.FUNCTION, "library"),
    ],
)
def test_a_plan_has_the_skeleton_of_its_kind(summary: str, kind: ItemKind, name: str) -> None:
    piece = Item(kind=kind, name="do", summary="Do it.")
    found = skeleton_for(plan(piece, summary=summary))
    assert found.name == name
    assert found in SKELETONS
