"""`specwright generate`."""

from __future__ import annotations

import tomllib
from collections.abc import Awaitable
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from pydantic import Field, ValidationError, field_validator

from specwright import api
from specwright.cli.solve import View, read_problem, show
from specwright.config import Settings
from specwright.core.errors import UserError
from specwright.core.run.result import Result
from specwright.core.value import Value
from specwright.core.work.task import Task
from specwright.pipeline.recording.event_log import Listener

__all__ = ["Given", "TaskFile", "View", "generate"]

TASK_FILES: Final = (".toml", ".yaml", ".yml")


class TaskFile(Value):
    """A task as a file: what is demanded of the package, under the names that the result uses."""

    specification: str = Field(min_length=1)
    language: str | None = None
    constraints: tuple[str, ...] = ()
    test_requirements: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    strategy: str | None = None

    @field_validator("constraints", "test_requirements", "examples", mode="before")
    @classmethod
    def _one_text_is_a_list(cls, given: object) -> object:
        return (
            tuple(line.strip("- ") for line in given.splitlines() if line.strip()) if isinstance(given, str) else given
        )


@dataclass(frozen=True, slots=True)
class Given:
    """What stands on the command line beside the specification. It goes before what a task file says."""

    language: str | None = None
    constraints: tuple[str, ...] = ()
    test_requirements: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    strategy: str | None = None


def generate(specification: str, given: Given, flags: dict[str, dict[str, Any]], view: View) -> int:
    """Generate and show. Returns the exit status; raises SpecwrightError unless the view is JSON."""

    def work(listeners: tuple[Listener, ...], settings: Settings) -> Awaitable[Result]:
        return api.solve_task(read_task(specification, given), settings, listeners=listeners)

    return show(work, flags, view)


def read_task(argument: str, given: Given) -> Task:
    """The task: words, a file of words, or a task file, with what the command line adds. Raises UserError."""
    text = read_problem(argument)
    if not argument.lower().endswith(TASK_FILES) or text == argument:
        if text == argument and argument.lower().endswith(TASK_FILES) and " " not in argument:
            raise UserError(f"there is no file {argument}", hint="correct the path, or give the specification in words")
        return _task(text, given)
    found = read_task_file(Path(argument).suffix.lower(), text, argument)
    added = replace(
        given,
        language=given.language or found.language,
        constraints=(*found.constraints, *given.constraints),
        test_requirements=(*found.test_requirements, *given.test_requirements),
        examples=(*found.examples, *given.examples),
        strategy=given.strategy or found.strategy,
    )
    return _task(found.specification, added)


def _task(specification: str, given: Given) -> Task:
    return api.make_package_task(
        specification,
        language=given.language or "python",
        constraints=given.constraints,
        test_requirements=given.test_requirements,
        examples=given.examples,
        strategy=given.strategy,
    )


def read_task_file(kind: str, text: str, name: str) -> TaskFile:
    """The content of a task file. Raises UserError that names what is wrong."""
    fields = ", ".join(TaskFile.model_fields)
    try:
        return TaskFile.model_validate(tomllib.loads(text) if kind == ".toml" else _yaml(text, name))
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{name} is not valid TOML: {error}", hint=f"a task file has the fields {fields}") from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"])) or "the whole"
        raise UserError(
            f"the task file {name} is not valid at {place}: {first['msg']}", hint=f"its fields are {fields}"
        ) from None


def _yaml(text: str, name: str) -> Any:
    try:
        yaml = import_module("yaml")
    except ModuleNotFoundError:
        raise UserError(
            f"{name} is YAML, and PyYAML is not installed", hint="pip install 'specwright[yaml]', or write it as TOML"
        ) from None
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise UserError(f"{name} is not valid YAML: {error}", hint="correct the file, or write it as TOML") from None
