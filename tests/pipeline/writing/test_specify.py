"""What the specification says of the function reaches prompts, tests and the result."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests import stories

from specwright import api
from specwright.core.evidence.bar import BarKind
from specwright.core.run.result import Result
from specwright.core.work.task import Category, Requirement, Specification, Task
from specwright.pipeline.writing.specify import SmallSpecificationReply, entry_point, named_in
from specwright.pipeline.writing.specify_replies import ParameterReply, left_out
from specwright.pipeline.writing.tests import list_requirements
from specwright.prompts.load import template
from specwright.testing.scripted import Rule, ScriptedModel

TASK = Task(
    problem="Write an async function scale(n, by) that multiplies. by defaults to 10.", examples=("scale(2) == 20",)
)
SPECIFICATION: dict[str, Any] = {
    "summary": "Multiply.",
    "params": [{"name": "n", "type": "int"}, {"name": "by", "type": "int", "default": "10"}],
    "returns": "int",
    "requirements": [{"text": "Return n times by."}],
    "asynchronous": True,
}
CASES = {
    "cases": [
        {
            "name": f"case {n}",
            "requirement": "R1",
            "input": {"n": n} | ({"by": by} if by else {}),
            "expected": n * (by or 10),
        }
        for n, by in [(1, 0), (7, 0), (3, 4), (-5, 6), (11, -2), (0, 3)]
    ]
}
CODE = "async def scale(n: int, by: int = {default}) -> int:\n    return n * by  # {mark}\n"


def solve(folder: Path, default: int, **said: Any) -> tuple[Result, ScriptedModel]:
    model = stories.model(
        [
            Rule(stage="specify", reply={**SPECIFICATION, **said}),
            Rule(stage="write_tests", reply=CASES),
            *stories.writers([CODE.format(default=default, mark=mark) for mark in "abc"]),
        ]
    )
    return asyncio.run(api.solve_task(TASK, stories.settings(folder), model=model)), model


def test_a_default_and_async_go_from_the_words_into_declaration_and_tests(tmp_path: Path) -> None:
    result, model = solve(tmp_path, default=10)
    assert result.execution_result.passing
    [prompt, *_] = [asked for asked in model.questions if asked.stage == "write_code"]
    assert "async def scale(n: int, by: int = 10) -> int:" in prompt.turns[0].text
    assert "n=2 -> 20" in prompt.turns[0].text
    assert "Standard library only" in prompt.instructions


def test_code_with_another_default_fails_the_test_that_leaves_it_out(tmp_path: Path) -> None:
    result, _ = solve(tmp_path, default=3)
    assert not result.execution_result.passing
    assert next(test for test in result.tests if test.id == "u1").passed is False


def test_a_library_that_is_asked_for_is_allowed_and_bars_the_word(tmp_path: Path) -> None:
    result, model = solve(
        tmp_path, default=10, libraries=["pandas"], declaration="async def scale(n: pd.Series, by=10):"
    )
    assert not result.verified
    assert BarKind.ENVIRONMENT in {bar.kind for bar in result.bars}
    [prompt, *_] = [asked for asked in model.questions if asked.stage == "write_code"]
    assert "Use pandas, as asked" in prompt.instructions
    assert "Standard library only" not in prompt.instructions
    assert "async def scale(n: pd.Series, by=10):" in prompt.turns[0].text


@pytest.mark.parametrize(
    ("kind", "given", "value"),
    [
        ("int", "10", 10),
        ("int", 10, 10),
        ("str", "asc", "asc"),
        ("str", '"asc"', "asc"),
        ("str", "10", "10"),
        ("optional[int]", "null", None),
    ],
)
def test_a_default_is_read_as_its_type(kind: str, given: object, value: object) -> None:
    read = ParameterReply.model_validate({"name": "p", "type": kind, "default": given}).parameter()
    assert read.default is not None
    assert read.default.value == value


def test_a_parameter_without_a_default_has_none() -> None:
    assert ParameterReply.model_validate({"name": "p", "type": "int", "default": None}).parameter().default is None


def test_the_test_writer_learns_what_cannot_be_tested() -> None:
    made = stories_specification(
        Requirement(id="R1", text="It is a frame.", category=Category.INTERFACE, untestable="pandas")
    )
    assert "R1 (interface): It is a frame. [untestable: pandas]" in list_requirements(made)


def stories_specification(requirement: Requirement) -> Specification:
    params = [ParameterReply.model_validate(one).parameter() for one in SPECIFICATION["params"]]
    signature = {"name": "f", "params": params, "returns": "int"}
    return Specification.model_validate({"summary": "s", "signature": signature, "requirements": [requirement]})


def test_the_question_for_a_specification_stays_short() -> None:
    found = template("specify")
    assert len(found.instructions + found.prompt) / 4 < 700  # about four characters for a token


@pytest.mark.parametrize(
    ("problem", "name"),
    [
        ("Write a function merge_intervals(intervals) that merges.", "merge_intervals"),
        ("Write a function called merge that merges lists.", "merge"),
        ("Implement the method `rotate` of a list.", "rotate"),
        ("def add(a, b): return the sum", "add"),
        ("Write a function that merges intervals.", None),
        ("Write a function f(x) and a function g(x).", None),
        ("Write a function if (x) is even.", None),
    ],
)
def test_the_name_in_the_words_is_the_functions_name(problem: str, name: str | None) -> None:
    assert named_in(problem) == name
    task = Task(problem=problem)
    assert entry_point(task, ()) == (name or "run_code")
    assert entry_point(task.model_copy(update={"entry_point": "own", "entry_point_given": True}), ()) == "own"


@pytest.mark.parametrize(
    ("problem", "said", "name"),
    [
        ("Count business days. Call it business_days(start, end).", "business_days", "business_days"),
        ("Count business days. Call it business_days(start, end).", "days", "run_code"),
        ("Count business days. Call it business_days(start, end).", None, "run_code"),
        ("Name the result `total` and nothing else.", "result", "run_code"),
        ("Call it `class`.", "class", "run_code"),
        ("A function scale(n, by) that multiplies, not add(n).", "add", "scale"),
    ],
)
def test_the_model_may_find_the_name_that_the_problem_gives_but_not_invent_one(
    tmp_path: Path, problem: str, said: str | None, name: str
) -> None:
    model = stories.model([Rule(stage="specify", reply={**SPECIFICATION, "asynchronous": False, "name": said})])
    result = asyncio.run(api.solve_task(Task(problem=problem), stories.settings(tmp_path), model=model))
    assert result.signature is not None
    assert result.signature.name == name


LEFT_OUT = Task(
    problem="Multiply n by ten. Negative numbers count as their absolute amount; a product above 500 is cut to it.",
    examples=("n=2 -> 20",),
)
HALF: dict[str, Any] = {
    "summary": "Multiply by ten.",
    "params": [{"name": "n", "type": "int"}],
    "returns": "int",
    "requirements": [{"text": "Multiply n by ten."}, {"text": "Negative numbers count as their absolute amount."}],
}
WHOLE: dict[str, Any] = {
    **HALF,
    "requirements": [*HALF["requirements"], {"text": "A product above 500 is cut to 500."}],
}


@pytest.mark.parametrize(("second", "warned"), [(WHOLE, False), (HALF, True)], ids=["mended", "left as it was"])
def test_a_specification_that_leaves_words_out_is_sent_back_once(
    tmp_path: Path, second: dict[str, Any], warned: bool
) -> None:
    again = Rule(stage="specify", attempt=1, contains="'a product above 500 is cut to it.'", reply=second)
    cases = [{"name": f"of {n}", "requirement": "R1", "input": {"n": n}, "expected": 10 * n} for n in (1, 3, 7)]
    model = stories.model(
        [
            again,
            Rule(stage="specify", attempt=0, reply=HALF),
            Rule(stage="write_tests", reply={"cases": cases}),
            *stories.writers(["def run_code(n: int) -> int:\n    return min(500, abs(n) * 10)\n"]),
        ]
    )
    result = asyncio.run(api.solve_task(LEFT_OUT, stories.settings(tmp_path), model=model))
    assert [asked.stage for asked in model.questions][:3] == ["specify", "specify", "write_tests"]
    assert [requirement.text for requirement in result.requirements] == [r["text"] for r in second["requirements"]]
    assert any("a product above 500" in text for text in result.warnings) is warned


def test_a_small_problem_is_specified_together_with_its_tests(tmp_path: Path) -> None:
    result, model = solve(tmp_path, default=10, cases=CASES["cases"])
    assert [asked.stage for asked in model.questions][:2] == ["specify", "write_code"]
    assert {test.id for test in result.tests} == {"u1", *(f"t{n}" for n in range(1, 7))}
    assert sum(test.held_out for test in result.tests) == 2


def test_a_case_that_does_not_fit_is_sent_back_with_its_specification(tmp_path: Path) -> None:
    stray = {"name": "stray", "requirement": "R1", "input": {"m": 2}, "expected": 20}
    whole = {**SPECIFICATION, "cases": CASES["cases"]}
    model = stories.model(
        [
            Rule(stage="specify", attempt=1, contains="'stray' has the inputs ['m']", reply=whole),
            Rule(stage="specify", attempt=0, reply={**whole, "cases": [stray]}),
            *stories.writers([CODE.format(default=10, mark=mark) for mark in "abc"]),
        ]
    )
    result = asyncio.run(api.solve_task(TASK, stories.settings(tmp_path), model=model))
    assert [asked.stage for asked in model.questions][:3] == ["specify", "specify", "write_code"]
    assert result.execution_result.passing


def test_the_tests_of_a_large_problem_are_asked_for_by_themselves(tmp_path: Path) -> None:
    large = TASK.model_copy(update={"problem": TASK.problem + " It is used a lot." * 100})
    model = stories.model(
        [
            Rule(stage="specify", reply={**SPECIFICATION, "cases": CASES["cases"]}),
            Rule(stage="write_tests", reply=CASES),
            *stories.writers([CODE.format(default=10, mark=mark) for mark in "abc"]),
        ]
    )
    asyncio.run(api.solve_task(large, stories.settings(tmp_path), model=model))
    assert [asked.stage for asked in model.questions][:2] == ["specify", "write_tests"]
    assert "cases" not in (model.questions[0].reply_schema or {})["properties"]


def test_code_writers_do_not_see_how_the_tests_writer_words_the_requirements(tmp_path: Path) -> None:
    told = {"requirements": [{"text": "Give the product of both."}], "assumptions": ["A missing n is an error."]}
    _, model = solve(tmp_path, default=10, cases=CASES["cases"], **told)
    [prompt, *_] = [asked.turns[0].text for asked in model.questions if asked.stage == "write_code"]
    assert "A missing n is an error." in prompt
    assert "product of both" not in prompt


def test_words_of_a_test_case_do_not_say_what_the_specification_leaves_out() -> None:
    reply = SmallSpecificationReply.model_validate(
        {**SPECIFICATION, "cases": [{"name": "the cap of five hundred applies to large products", "input": {"n": 1}}]}
    )
    problem = "Multiply both numbers. The cap of five hundred applies to large products."
    assert left_out(problem, reply) == ("The cap of five hundred applies to large products.",)
