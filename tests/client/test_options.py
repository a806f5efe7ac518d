"""Every option of a command is an option of the API too."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pytest
import typer

from specwright import api
from specwright.api import options
from specwright.cli.commands import app
from specwright.client.asynchronous import AsyncClient
from specwright.client.synchronous import Client

NAMES = {
    "deps": "dependencies",
    "example": "examples",
    "file": "code",
    "folder": "directory",
    "lang": "language",
    "max_refinements": "max_refinement_iterations",
    "spec": "specification",
    "tests": "test_requirements",
}
"""Options that the API names otherwise."""
PRESENTATION = {"as_json", "code", "config", "events", "quiet", "verbose", "why", "junit", "sarif"}
"""Forms of the output: a program has the values."""
TERMINAL = {"ask_later", "interactive"}
"""Ways to ask a person: a program has `questions` and `on_question`."""
METHODS = {"answer": "answer", "follow_up": "follow_up"}
"""Options that are methods of the client."""
VERBS = ("solve", "generate", "resume", "replay", "verify", "runs", "show", "exec", "check", "doctor", "models")


def accepted(verb: Any) -> set[str]:
    """The parameters of a method or function, those of its `**options` included."""
    parameters = inspect.signature(verb).parameters
    names = set(parameters)
    if "options" in parameters and (typed := re.search(r"Unpack\[(\w+)\]", str(parameters["options"].annotation))):
        names |= getattr(options, typed[1]).__optional_keys__
    return names


def given_to(verb: str) -> set[str]:
    """The options of the command that are no matter of the terminal, under the names that the API has."""
    command = typer.main.get_group(app).commands[verb]
    given = {str(param.name).strip("_") for param in command.params} - PRESENTATION - TERMINAL - {"help"}
    return {NAMES.get(name, name) for name in given}


def missing(client: type[Any], verb: str) -> set[str]:
    """Options of the command that neither the client nor its method takes."""
    lacking = given_to(verb) - accepted(getattr(client, verb)) - options.ClientOptions.__optional_keys__
    return {name for name in lacking if not hasattr(client, METHODS.get(name, "no such method"))}


@pytest.mark.parametrize("verb", VERBS)
def test_the_client_has_every_option_of_a_command(verb: str) -> None:
    assert missing(AsyncClient, verb) == set()


@pytest.mark.parametrize("verb", ["solve", "generate", "resume", "replay", "verify"])
def test_the_function_has_every_option_of_a_command(verb: str) -> None:
    command = given_to(verb) - {"run", "follow_up"}  # the run is `name` there; a correction is for a client
    assert command <= accepted(getattr(api, verb)), command - accepted(getattr(api, verb))
    assert accepted(getattr(api, verb)) - {"problem", "specification"} == accepted(getattr(api, f"a{verb}")) - {
        "problem",
        "specification",
    }


def test_an_option_that_the_client_lacks_is_found() -> None:
    class Poor:
        async def solve(self, problem: str, examples: str) -> None: ...

        async def runs(self, limit: int) -> None: ...

    assert {"language", "entry_point"} <= missing(Poor, "solve")
    assert missing(Poor, "runs") == {"search", "language", "verified"}


def test_the_client_without_await_has_the_same_methods() -> None:
    def public(client: type[Any]) -> set[str]:
        return {name for name in dir(client) if not name.startswith("_")}

    for_an_event_loop = {"sandbox", "open_program", "queue"}
    assert public(AsyncClient) - public(Client) == for_an_event_loop
