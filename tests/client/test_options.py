"""Every option of a command is an option of the API too."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from specwright import api
from specwright.api import options
from specwright.cli.commands import app
from specwright.client.asynchronous import AsyncClient
from specwright.client.memory import ProjectMemory
from specwright.client.synchronous import Client

NAMES = {
    "deps": ("dependencies",),
    "entries": ("names",),
    "entry": ("name",),
    "example": ("examples",),
    "file": ("code", "path"),
    "folder": ("directory",),
    "lang": ("language",),
    "max_refinements": ("max_refinement_iterations",),
    "spec": ("specification", "goal"),
    "tests": ("test_requirements",),
}
"""Options that the API names otherwise."""
PRESENTATION = {
    "as_json",
    "code",
    "config",
    "events",
    "quiet",
    "verbose",
    "why",
    "junit",
    "sarif",
    "scores",
    "form",
    "summary",
}
"""Forms of the output: a program has the values."""
TERMINAL = {"ask_later", "interactive", "yes", "dry_run"}
"""Ways to ask a person, and to look first: a program has `questions` and `on_question`, and need not be sure."""
METHODS = {"answer": "answer", "branch": "commit", "commit": "verify_commit", "follow_up": "follow_up"}
"""Options that are methods of the client."""
COMMANDS = typer.main.get_group(app).commands
MACHINE = {"config", "mcp", "sandbox", "serve", "toolchain"}
"""Commands that set up a machine, or serve the client to others: no verbs of it."""
ON_FILES = {"batch compare", "batch report", "corpus add"}
"""Commands that read and write files alone, without a client."""
HOMES: dict[str, type[Any]] = {"memory": ProjectMemory}
"""What has the verbs of a group of commands, if it is not the client."""
OTHERWISE = {"import": "import_bundle"}
"""Verbs that are no name in Python."""


def verbs() -> Iterator[str]:
    """Yield every verb of the command line; that of a group has two words, unless it is the group's own."""
    for name in sorted(set(COMMANDS) - MACHINE):
        for inner in getattr(COMMANDS[name], "commands", {"run": None}):
            yield name if inner == "run" else f"{name} {inner}"


VERBS = tuple(verb for verb in verbs() if verb not in ON_FILES)


def accepted(verb: Any) -> set[str]:
    """The parameters of a method or function, those of its `**options` included."""
    parameters = inspect.signature(verb).parameters
    names = set(parameters)
    if "options" in parameters and (typed := re.search(r"Unpack\[(\w+)\]", str(parameters["options"].annotation))):
        names |= getattr(options, typed[1]).__optional_keys__
    return names


def given_to(verb: str) -> set[str]:
    """The options of the command that are no matter of the terminal."""
    name, _, inner = verb.partition(" ")
    command = getattr(COMMANDS[name], "commands", {}).get(inner or "run", COMMANDS[name])
    return {str(param.name).strip("_") for param in command.params} - PRESENTATION - TERMINAL - {"help"}


def called(client: type[Any], verb: str) -> Any:
    """Return the method of a verb."""
    name, _, inner = verb.partition(" ")
    return getattr(HOMES.get(name, client), OTHERWISE.get(inner or name, inner or name))


def missing(client: type[Any], verb: str) -> set[str]:
    """Options of the command that neither the client nor its method takes."""
    taken = accepted(called(client, verb)) | options.ClientOptions.__optional_keys__
    lacking = {name for name in given_to(verb) if not taken & {name, *NAMES.get(name, ())}}
    return {name for name in lacking if not hasattr(client, METHODS.get(name, "no such method"))}


@pytest.mark.parametrize("verb", VERBS)
def test_the_client_has_every_option_of_a_command(verb: str) -> None:
    assert missing(AsyncClient, verb) == set()


@pytest.mark.parametrize("verb", ["solve", "generate", "resume", "replay", "verify"])
def test_the_function_has_every_option_of_a_command(verb: str) -> None:
    function, awaited = accepted(getattr(api, verb)), accepted(getattr(api, f"a{verb}"))
    others = {"run", "follow_up", "commit"}  # the run is `name` there; the others are functions or the client's
    assert {name for name in given_to(verb) - others if not function & {name, *NAMES.get(name, ())}} == set()
    assert function ^ awaited <= {"problem", "specification"}


def test_an_option_that_the_client_lacks_is_found() -> None:
    class Poor:
        async def solve(self, problem: str, examples: str) -> None: ...

        async def runs(self, limit: int) -> None: ...

    assert {"lang", "entry_point"} <= missing(Poor, "solve")
    assert missing(Poor, "runs") == {"search", "lang", "verified"}


def test_the_client_without_await_has_the_same_methods() -> None:
    def public(client: type[Any]) -> set[str]:
        return {name for name in dir(client) if not name.startswith("_")}

    for_an_event_loop = {"memory", "sandbox", "open_program", "open_tests", "queue"}
    assert public(AsyncClient) - public(Client) == for_an_event_loop
