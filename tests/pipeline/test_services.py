"""Services, from the words to the verdict: recognised, specified, run, repaired, handed over and verified again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests import stories
from tests.languages.kinds.services import SERVICES
from tests.stories import fenced, revision_of_code

from specwright import api
from specwright.core.errors import UserError
from specwright.core.program.kind import TaskKind
from specwright.core.program.process.requests import normal_reply, read_request
from specwright.core.run.result import Result, State
from specwright.core.work.recognise import kind_of
from specwright.core.work.task import Task
from specwright.core.work.testcase import Tier
from specwright.delivery.claims import Standing
from specwright.pipeline.writing.specify import read_examples
from specwright.pipeline.writing.specify_service import check_loopback
from specwright.testing.scripted import Rule

PROBLEM = """A small HTTP service that keeps items in memory.

POST /items with {"name": NAME} makes an item and answers 201 with its id, counted from 1, and its name. GET /items
answers 200 with all of them. GET /items/ID answers 200 with that item, or 404 with {"error": "no item"}.

GET /items -> 200 []

POST /items {"name": "a"} -> 201 {"id": 1, "name": "a"}
GET /items/1 -> 200 {"name": "a", "id": 1}
GET /items/2 -> 404 {"error": "no item"}
"""
TASK = Task(problem=PROBLEM)
SPECIFICATION: dict[str, Any] = {
    "summary": "Items over HTTP.",
    "requirements": [
        {"text": "POST /items makes an item and answers 201 with its id, counted from 1, and its name."},
        {"text": "GET /items answers 200 with all of them."},
        {"text": 'GET /items/ID answers 200 with that item, or 404 with {"error": "no item"}.'},
    ],
}


def case(name: str, pairs: list[tuple[str, str]], requirement: str = "R1") -> dict[str, Any]:
    requests, replies = zip(*pairs, strict=True)
    return {
        "name": name,
        "requirement": requirement,
        "input": {"requests": list(requests)},
        "expected": list(replies),
    }


X = ('POST /items {"name": "x"}', '201 {"id": 1, "name": "x"}')
Y = ('POST /items {"name": "y"}', '201 {"id": 2, "name": "y"}')
TESTS = {
    "cases": [
        case("two items", [X, Y]),
        case("listed", [X, ("GET /items", '200 [{"id": 1, "name": "x"}]')], "R2"),
        case("the second", [X, Y, ("GET /items/2", '200 {"id":2,"name":"y"}')], "R3"),
        case("none yet", [("GET /items/1", '404 {"error": "no item"}')], "R3"),
    ]
}
RIGHT = (
    SERVICES["python"],
    SERVICES["python"]
    .replace("ITEMS", "_items")
    .replace("found", "item")
    .replace("import os\n", "import os  # other\n"),
    SERVICES["python"].replace("ITEMS", "store").replace("number", "which"),
)


def solve(folder: Path, codes: tuple[str, ...], *rules: Rule, **settled: int) -> Result:
    settings = stories.settings(folder, code_generation={"max_iterations": 2, **settled})
    told = [
        Rule(stage="specify_service", reply=SPECIFICATION),
        Rule(stage="write_tests", reply=TESTS),
        *(Rule(stage="write_code", sample=at, reply=fenced(code)) for at, code in enumerate(codes)),
        *rules,
    ]
    return asyncio.run(api.solve_task(TASK, settings, model=stories.model(told)))


def test_a_service_is_solved_handed_over_and_verified_again(tmp_path: Path) -> None:
    result = solve(tmp_path, RIGHT)
    assert result.execution_result is State.TESTS_PASSING, result.explanation
    assert result.signature is not None
    assert result.signature.kind is TaskKind.SERVICE
    users = [test for test in result.tests if test.tier is Tier.USER]
    assert [len(test.input["requests"]) for test in users] == [1, 3]
    assert users[1].expected[1] == '200 {"id": 1, "name": "a"}', "a body of JSON has one form"
    asyncio.run(api.write_out(result.run_id, tmp_path / "out", stories.settings(tmp_path)))
    assert (tmp_path / "out" / "main.py").is_file()
    checked = asyncio.run(api.verify_folder(tmp_path / "out", stories.settings(tmp_path)))
    assert checked.standing is Standing.HOLDS, checked


def test_a_service_with_a_wrong_status_is_repaired(tmp_path: Path) -> None:
    wrong = SERVICES["python"].replace("404", "400")
    result = solve(tmp_path, (wrong,) * 3, revision_of_code(RIGHT[1], "it is 404"), candidates=1)
    assert all(test.passed for test in result.tests)
    assert "404" in (result.code or "")


@pytest.mark.parametrize(
    ("problem", "kind"),
    [
        (PROBLEM, TaskKind.SERVICE),
        ("Write a REST service. `GET /health` answers 200 with ok.", TaskKind.SERVICE),
        ("Write a function parse_request that reads 'GET /items HTTP/1.1' of an HTTP server.", TaskKind.FUNCTION),
        ("Write a function route(path) for a web service: route('GET /x') == 'x'", TaskKind.FUNCTION),
    ],
)
def test_a_service_is_recognised_by_its_requests(problem: str, kind: TaskKind) -> None:
    assert kind_of(Task(problem=problem)) is kind


def test_requests_and_replies_are_read_with_headers_and_bodies() -> None:
    assert read_request("GET /a?b=1 [Accept: text/plain; X-Id: 5] [1, 2]") == (
        "GET",
        "/a?b=1",
        {"Accept": "text/plain", "X-Id": "5"},
        "[1, 2]",
    )
    assert read_request("PUT /a [1, 2]").body == "[1, 2]"
    assert normal_reply('200   {"b": 1.0, "a": [2]} ') == '200 {"a": [2], "b": 1}'
    assert normal_reply("302 [Location: /new]") == "302 [Location: /new]"
    for wrong in ("FETCH /a", "GET items", "hello"):
        with pytest.raises(UserError):
            read_request(wrong)


@pytest.mark.parametrize(
    "example",
    ["GET /items -> 200 []", 'requests=["GET /items"] -> ["200 []"]', "GET /items -> 200 []; GET /items -> 200 []"],
)
def test_an_example_may_be_given_as_an_option(example: str) -> None:
    task = Task(problem="A service.", kind=TaskKind.SERVICE, examples=(example,))
    [found] = read_examples(task)
    assert found.expected is not None


def test_a_sandbox_whose_jobs_have_no_loopback_is_refused_with_the_reason() -> None:
    class Without:
        name = "docker"

    with pytest.raises(Exception, match="which the sandbox docker does not give its jobs"):
        check_loopback(Without())  # type: ignore[arg-type]
