from __future__ import annotations

from pathlib import Path

import pytest
from tests import stories

from specwright import api
from specwright.core.errors import UserError
from specwright.core.program.kind import TaskKind
from specwright.core.work.outside import outside
from specwright.core.work.task import Task

REFUSED = [
    ("Build a REST API for a todo list with endpoints to add and remove items.", "service"),
    ("Create a small Flask app that returns the weather.", "service"),
    ("Write an HTTP server that echoes the request body.", "service"),
    ("Implement a chat server over TCP.", "service"),
    ("Make a website for my bakery.", "people see"),
    ("Create a React component that shows a list of users.", "people see"),
    ("Write a Discord bot that answers questions.", "people see"),
    ("Write an SQL query that finds the three best paid employees.", "language"),
    ("Create a Dockerfile for a Python project.", "language"),
    ("Scrape the news web pages and list all headlines.", "network"),
    ("Write a context manager that measures the time of its block.", "no value"),
    ("Implement a metaclass that registers all of its classes.", "no value"),
    ("Create a background thread that counts seconds.", "no value"),
    ("scrape the headlines from hacker news", "network"),
]
TAKEN = [
    "Write a function that parses an HTTP server log line.",
    "Write a function that builds the URL of a REST API call.",
    "Count the words of a text.",
    "Write a program that reads requests of a web server from standard input and prints the slowest.",
    "Implement a class RateLimiter for a web server.",
    "Given the response of a REST API as a map, return the ids.",
    "Create a function to validate a website address.",
    "Return the HTML page title from a text.",
    "Write a parser for SQL queries with SELECT and WHERE.",
    "Write a generator that yields the primes.",
    "Write a decorator that repeats a function.",
    "Write a function that sorts descriptors by name.",
    "Make change with the fewest coins.",
    "Design a data structure for a social network feed.",
    "Write a validator for Dockerfile lines.",
    "Given an HTML text, return the links that a crawler would visit.",
]


@pytest.mark.parametrize(("problem", "why"), REFUSED)
def test_what_cannot_be_tested_is_refused_with_the_nearest_thing_that_can(problem: str, why: str) -> None:
    found = outside(problem)
    assert found is not None
    assert why in found.reason
    assert "ask for" in found.nearest


@pytest.mark.parametrize("problem", TAKEN)
def test_what_only_speaks_of_such_things_is_taken(problem: str) -> None:
    assert outside(problem) is None


def test_a_task_is_refused_by_its_check_unless_the_user_insists(tmp_path: Path) -> None:
    settings = stories.settings(tmp_path)
    task = Task(problem=REFUSED[0][0])
    with pytest.raises(UserError, match="service"):
        api.check_task(task, settings)
    api.check_task(task.model_copy(update={"kind": TaskKind.FUNCTION}), settings)
    api.check_task(task.model_copy(update={"examples": ("f(1) == 2",)}), settings)
