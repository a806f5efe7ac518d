"""`specwright generate`."""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from pydantic import Field, ValidationError, field_validator

from specwright import api
from specwright.cli.options import project_language
from specwright.cli.solve import ResultPlaces, View, Work, read_problem, show
from specwright.client.events import Listener
from specwright.config import Settings
from specwright.core.documents import parse_toml, parse_yaml
from specwright.core.errors import UserError
from specwright.core.run.result import Result
from specwright.core.text import nearest, shortened
from specwright.core.value import Value
from specwright.core.work.task import Task
from specwright.ports.person import Person

__all__ = ["GenerateArguments", "PackageTaskFile", "ResultPlaces", "View", "generate", "show"]

TASK_FILES: Final = (".toml", ".yaml", ".yml")


class PackageTaskFile(Value):
    """A task as a file: the demands on the package, under the names that the result uses."""

    specification: str = Field(min_length=1)
    language: str | None = None
    constraints: tuple[str, ...] = ()
    test_requirements: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    strategy: str | None = None
    require: tuple[str, ...] = ()
    several_files: bool | None = None

    @field_validator("constraints", "test_requirements", "examples", "require", mode="before")
    @classmethod
    def _one_text_is_a_list(cls, given: object) -> object:
        return (
            tuple(line.strip("- ") for line in given.splitlines() if line.strip()) if isinstance(given, str) else given
        )


_FIELDS: Final = f"a task file has the fields {', '.join(PackageTaskFile.model_fields)}"


@dataclass(frozen=True, slots=True)
class GenerateArguments:
    """The options on the command line. They override a task file."""

    language: str | None = None
    constraints: tuple[str, ...] = ()
    test_requirements: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    strategy: str | None = None
    require: tuple[str, ...] = ()
    several_files: bool | None = None


def generate(specification: str, given: GenerateArguments, out: Path | None = None) -> Work:
    """Return the work of making the package."""

    def work(listeners: tuple[Listener, ...], settings: Settings, person: Person | None) -> Coroutine[Any, Any, Result]:
        task = read_task(specification, given)
        return api.solve_task(task, settings, listeners=listeners, person=person, out=out)

    return work


def read_task(argument: str, given: GenerateArguments) -> Task:
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
        require=(*found.require, *given.require),
        several_files=found.several_files if given.several_files is None else given.several_files,
    )
    return _task(found.specification, added)


def _task(specification: str, given: GenerateArguments) -> Task:
    return api.make_package_task(
        specification,
        language=given.language or project_language(),
        constraints=given.constraints,
        test_requirements=given.test_requirements,
        examples=given.examples,
        strategy=given.strategy,
        require=given.require,
        several_files=given.several_files,
    )


def read_task_file(kind: str, text: str, name: str) -> PackageTaskFile:
    """The content of a task file. Raise UserError that names the mistake."""
    try:
        return PackageTaskFile.model_validate(parse_toml(text) if kind == ".toml" else parse_yaml(text))
    except ModuleNotFoundError:
        raise UserError(
            f"{name} is YAML, and PyYAML is not installed", hint="pip install 'specwright[yaml]', or write it as TOML"
        ) from None
    except ValidationError as error:
        raise _misfit(error, name) from None
    except ValueError as error:
        form = "TOML" if kind == ".toml" else "YAML"
        raise UserError(f"{name} is not valid {form}: {error}", hint=_FIELDS) from None


def _misfit(error: ValidationError, name: str) -> UserError:
    """Explain the first fault. A misspelt field comes before the field that is missing because of it."""
    faults = error.errors(include_url=False, include_input=False)
    first = min(faults, key=lambda fault: fault["type"] != "extra_forbidden")
    place = ".".join(map(str, first["loc"]))
    if not place:
        return UserError(f"the task file {name} is no list of fields and values", hint=_FIELDS)
    if first["type"] == "extra_forbidden":
        meant = nearest(place, PackageTaskFile.model_fields)
        hint = f"did you mean {meant}? {_FIELDS}" if meant else _FIELDS
        return UserError(f"the task file {name} has a field {shortened(place)!r}, which does not exist", hint=hint)
    if first["type"] == "missing":
        return UserError(f"the task file {name} has no field {shortened(place)!r}", hint=_FIELDS)
    return UserError(f"the task file {name} is not valid at {shortened(place)}: {first['msg']}", hint=_FIELDS)
