"""Tasks: make them from the user's words, and check them before anything is spent."""

from __future__ import annotations

import keyword
from collections.abc import Sequence

from specwright.config import Settings
from specwright.core.errors import UserError
from specwright.core.program.kind import TaskKind
from specwright.core.program.signature import is_identifier
from specwright.core.work.example import parse_example
from specwright.core.work.outside import outside
from specwright.core.work.recognise import kind_of
from specwright.core.work.task import MAX_PROBLEM, Story, Task
from specwright.languages.registry import LANGUAGES
from specwright.pipeline.writing.specify import read_examples
from specwright.pipeline.writing.strategies.names import OF_FUNCTIONS

_NAMES = {Story.FUNCTION: "problem", Story.PACKAGE: "specification", Story.CHANGE: "project or its goal"}


def make_task(
    problem: str,
    *,
    examples: Sequence[str] = (),
    entry_point: str | None = None,
    language: str = "python",
    kind: str | None = None,
    require: Sequence[str] = (),
    strategy: str | None = None,
) -> Task:
    """Return the task in the user's words. Raise UserError for a kind or a strategy that there is not."""
    strategy = strategy.replace("_", "-") if strategy else None
    if strategy is not None and strategy not in OF_FUNCTIONS:
        raise UserError(
            f"there is no strategy {strategy!r} for a function", hint=f"the strategies are {', '.join(OF_FUNCTIONS)}"
        )
    if kind is not None and kind not in list(TaskKind):
        raise UserError(f"there is no kind of task {kind!r}", hint=f"the kinds are {', '.join(TaskKind)}")
    return Task(
        problem=problem,
        examples=tuple(examples),
        entry_point="run_code" if entry_point is None else entry_point,
        entry_point_given=entry_point is not None,
        language=language,
        kind=None if kind is None else TaskKind(kind),
        strategy=strategy,
        require=tuple(require),
    )


def make_package_task(
    specification: str,
    *,
    language: str = "python",
    constraints: Sequence[str] = (),
    test_requirements: Sequence[str] = (),
    examples: Sequence[str] = (),
    strategy: str | None = None,
    require: Sequence[str] = (),
    several_files: bool | None = None,
) -> Task:
    """Return the task of a package in the user's words."""
    return Task(
        problem=specification,
        examples=tuple(examples),
        language=language,
        story=Story.PACKAGE,
        constraints=tuple(constraints),
        test_requirements=tuple(test_requirements),
        strategy=strategy.replace("_", "-") if strategy else None,
        require=tuple(require),
        several_files=several_files,
    )


def check_task(task: Task, settings: Settings) -> None:
    """Raise UserError for a task that cannot be worked on, before anything is spent on it."""
    what = _NAMES[task.story]
    _check_words(task, what)
    if not is_identifier(task.entry_point) or keyword.iskeyword(task.entry_point):
        raise UserError(
            f"{task.entry_point!r} cannot name a function",
            hint="use letters, digits and underscores, beginning with a letter: two_sum",
        )
    code = settings.code_generation
    languages = code.supported_languages if "supported_languages" in code.model_fields_set else tuple(LANGUAGES)
    if task.language not in languages:
        known = ", ".join(languages)
        raise UserError(
            f"the language {task.language!r} is not among the supported ones: {known}",
            hint="choose one of them, or add it to code_generation.supported_languages",
        )
    for name, secret in settings.secrets.items():
        project = task.change.package if task.change else None
        texts = {**project.sources, **project.tests, **project.others} if project else {}
        if secret in task.statement or any(secret in text for text in (*task.examples, *texts.values())):
            raise UserError(
                f"the {what} contains the value of {name}, which would be sent to the model and kept in the record",
                hint=f"take the key out of the {what}, and renew it if it was seen by anybody",
            )
    if task.story is Story.FUNCTION:
        examples = read_examples(task)
        _check_called(task)
        open_kind = task.kind is None and kind_of(task) is not TaskKind.SERVICE
        found = outside(task.problem) if open_kind and not examples else None
        if found is not None:
            raise UserError(found.reason, hint=f"{found.nearest}; --kind says that you mean it as it stands")
    elif task.story is Story.PACKAGE:
        check_package_task(task)


def _check_words(task: Task, what: str) -> None:
    """Raise UserError if the words are none, or more than are read."""
    if not task.problem.strip():
        raise UserError(f"the {what} is empty", hint=f"say in a sentence or two what the {task.story} must do")
    if len(task.statement) > MAX_PROBLEM:
        raise UserError(
            f"the {what} has {len(task.statement):,} characters; the limit is {MAX_PROBLEM:,}",
            hint=f"give the statement of one {task.story}, without data or code around it",
        )
    if task.is_too_long:
        raise UserError(f"the examples have more than {MAX_PROBLEM:,} characters", hint="give fewer or smaller ones")
    if any(not _is_text(char) for char in task.statement):
        raise UserError(f"the {what} contains binary data", hint="give it as plain UTF-8 text")


def _check_called(task: Task) -> None:
    """Raise UserError if the examples that were given as such call several functions."""
    if kind_of(task) is not TaskKind.FUNCTION:
        return
    found = [parse_example(text).called for text in task.examples]
    called = list(dict.fromkeys(name for name in found if name))
    if len(called) > 1:
        raise UserError(
            f"the examples call {len(called)} functions: {', '.join(called[:5])}",
            hint="ask for one function at a time, or use `specwright generate` for a package of several",
        )


def check_package_task(task: Task) -> None:
    """Raise UserError for mistakes that only the task of a package can have."""
    from specwright.pipeline.writing.plan import package_examples  # noqa: PLC0415 - heavy, and not needed to solve
    from specwright.pipeline.writing.strategies.registry import strategy_names  # noqa: PLC0415

    package_examples(task)
    if task.strategy is not None and task.strategy not in (known := strategy_names()):
        raise UserError(f"there is no strategy {task.strategy!r}", hint=f"the strategies are {', '.join(known)}")


def _is_text(char: str) -> bool:
    return (char >= " " or char in "\t\n\r\f") and not "\ud800" <= char <= "\udfff" and char != "\x7f"
