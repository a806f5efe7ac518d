"""The API as a Python program uses it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import specwright
from specwright import api
from specwright.app import limits_from
from specwright.core.errors import UserError
from specwright.core.run.events import Entry, Progress
from specwright.core.work.task import Story, Task
from tests import stories


def check(task: Task, folder: Path) -> None:
    api.check_task(task, stories.settings(folder))


@pytest.mark.parametrize(
    "name", ["two sum", "2sum", "class", "summe-über", "", "a" * 100, "x;import os", "None", "x\n"]
)
def test_an_entry_point_that_is_no_identifier_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UserError, match="cannot name a function"):
        check(api.make_task("Add one.", entry_point=name), tmp_path)


@pytest.mark.parametrize(
    "example",
    ["garbage", "x=1 ->", "-> 2", "x=open('f') -> 1", "[" * 5000 + " -> 1", "x=1 -> \x00", ""],
)
def test_an_example_that_cannot_be_read_is_refused(tmp_path: Path, example: str) -> None:
    with pytest.raises(UserError, match="cannot read the example") as caught:
        check(api.make_task("Add one.", examples=[example]), tmp_path)
    assert caught.value.hint


@pytest.mark.parametrize("problem", ["", " \n", "x" * 100_001, "Add\x00one", "Add \x1b[31mone", "half \ud800", "\x7f"])
def test_a_problem_that_is_no_text_of_a_reasonable_length_is_refused(tmp_path: Path, problem: str) -> None:
    with pytest.raises(UserError, match="the problem"):
        check(api.make_task(problem), tmp_path)


@pytest.mark.parametrize(
    "problem", ["x", "x" * 100_000, "加一。", "tabs\tand\r\nlines", "[" * 50_000, "Input: " * 10_000]
)
def test_any_other_text_can_be_worked_on(tmp_path: Path, problem: str) -> None:
    check(api.make_task(problem), tmp_path)


def test_a_language_that_is_not_supported_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cobol"):
        check(api.make_task("Add one.", language="cobol"), tmp_path)


def test_solve_returns_a_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    heard: list[Entry | Progress] = []
    result = specwright.solve(
        stories.PROBLEM,
        examples=stories.EXAMPLES,
        entry_point="two_sum",
        model=stories.model([rule.model_copy(update={"reply": renamed(rule.reply)}) for rule in stories.FIRST_TRY]),
        candidates=2,
        store=tmp_path / "runs.db",
        out=tmp_path / "out",
        on_event=heard.append,
    )
    assert isinstance(result, specwright.Result)
    assert result.execution_result is specwright.State.TESTS_PASSING
    assert result.entry_point == "two_sum"
    assert heard
    (tmp_path / "runs.db").unlink()
    found = specwright.verify(tmp_path / "out")
    assert isinstance(found, specwright.Verification)
    assert (found.run_id, found.standing.value) == (result.run_id, "holds")


def renamed(reply: object) -> object:
    return reply.replace("run_code", "two_sum") if isinstance(reply, str) else reply


def test_solve_works_inside_a_running_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    async def notebook() -> tuple[specwright.Result, str]:
        result = specwright.solve(
            stories.PROBLEM, examples=stories.EXAMPLES, model=stories.model(stories.FIRST_TRY), store=tmp_path / "r.db"
        )
        with pytest.raises(UserError):
            specwright.solve("", store=tmp_path / "r.db")
        return result, result._repr_html_()

    result, shown = asyncio.run(notebook())
    assert result.verified
    assert "VERIFIED" in shown


def test_solve_takes_a_model_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = stories.script(tmp_path, stories.FIRST_TRY)
    result = asyncio.run(specwright.asolve(stories.PROBLEM, model=f"scripted:{path}", store=tmp_path / "runs.db"))
    assert result.execution_result is specwright.State.TESTS_PASSING


def test_errors_are_exceptions_of_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(specwright.UserError):
        specwright.solve("", store=tmp_path / "runs.db", model=stories.model(stories.FIRST_TRY))


def test_run_ids_sort_by_time_and_differ() -> None:
    ids = [api.new_run_id() for _ in range(50)]
    assert len(set(ids)) == 50
    assert [run_id[:15] for run_id in ids] == sorted(run_id[:15] for run_id in ids)


def test_an_answer_about_a_package_may_be_longer_unless_the_user_says_otherwise(tmp_path: Path) -> None:
    plain = stories.settings(tmp_path)
    assert limits_from(plain).max_tokens == 2000
    assert limits_from(plain, Story.PACKAGE).max_tokens == 8000
    chosen = stories.settings(tmp_path, llm_config={"max_tokens": 1000})
    assert limits_from(chosen, Story.PACKAGE).max_tokens == 1000


def test_refinements_are_counted_after_the_first_round_of_a_package(tmp_path: Path) -> None:
    settings = stories.settings(tmp_path, code_generation={"max_refinement_iterations": 2})
    assert limits_from(settings, Story.PACKAGE).max_iterations == 3
    assert limits_from(settings).max_iterations == 5
