"""Divide: a large package, or one whose words ask for it, becomes several files with a graph of imports."""

from __future__ import annotations

import re
from typing import Final

from pydantic import BaseModel, Field

from specwright.core.errors import ReplyUnusable, UserError
from specwright.core.modules import Module, ordered
from specwright.core.program.package import ItemKind
from specwright.core.run.events import Warned
from specwright.core.text import counted
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.task import Task
from specwright.pipeline.asking.describe import list_demands, list_surface
from specwright.pipeline.context import RunContext
from specwright.pipeline.writing.sizes import expected_lines

MOST_FILES: Final = 16
CHARACTERS_PER_LINE: Final = 40
_ASKED: Final = re.compile(
    r"\b(?:several|multiple|separate|different|two|three|four|five|six|seven|eight|nine|ten|[2-9]|1[0-9])\s+"
    r"(?:source\s+|python\s+|internal\s+)?(?:files|modules|sub-?packages|sub-?modules)\b"
    r"|\b(?:divided?|split|organi[sz]ed|structured)\s+(?:it\s+|up\s+|the\s+\w+\s+)?(?:into|in|as)\s+"
    r"(?:source\s+)?(?:files|modules|sub-?packages)\b|\bsub-?packages?\b|\binternal\s+modules?\b",
    re.IGNORECASE,
)
"""Words that ask for several source files."""


class ModuleReply(BaseModel):
    path: str
    summary: str = Field(min_length=3, max_length=2000)
    items: list[str] = []
    uses: list[str] = []


class DivisionReply(BaseModel):
    modules: list[ModuleReply] = Field(min_length=1, max_length=MOST_FILES)


def why_divided(task: Task, blueprint: Blueprint, limit: int) -> str:
    """Return why the package becomes several files; empty if it stays one. A file may have `limit` characters."""
    if task.several_files is not None:
        return "the user asked for several files" if task.several_files else ""
    if _ASKED.search(task.statement):
        return "the specification speaks of several files"
    lines = expected_lines(blueprint, blueprint.surface)
    if len(blueprint.surface) > 1 and lines * CHARACTERS_PER_LINE > limit:
        return f"about {counted(lines, 'line')} do not fit into one file of {limit} characters"
    return ""


async def divide(context: RunContext, blueprint: Blueprint) -> Blueprint:
    """Return the plan with its files, if it is to have several. Raise ModelError or BudgetExhausted.

    If no usable division comes, the package stays one file.
    """
    why = why_divided(context.task, blueprint, context.limits.max_code_length)
    if not why:
        return blueprint

    def objection(reply: DivisionReply) -> str | None:
        try:
            _modules(context, blueprint, reply)
        except (UserError, ValueError) as error:
            return f"{error}."
        return None

    forms = context.project.several
    try:
        reply = await context.ask(
            "divide_package",
            DivisionReply,
            objection,
            language=context.task.language,
            specification=context.task.statement,
            package=blueprint.name,
            surface=list_surface(context, blueprint, blueprint.surface),
            requirements=list_demands(blueprint),
            most=str(MOST_FILES),
            note=forms.note(blueprint.name),
            data="" if forms.data else "There are no files of data here: data stands in code.",
        )
    except ReplyUnusable as error:
        await context.log.emit(Warned(text=f"the package stays one file: {error.message}"))
        return blueprint
    modules = _modules(context, blueprint, reply)
    await context.log.emit(Warned(text=f"{counted(len(modules), 'file')}, because {why}", passing=True))
    return blueprint.model_copy(update={"modules": modules})


def _modules(context: RunContext, blueprint: Blueprint, reply: DivisionReply) -> tuple[Module, ...]:
    """Return the files in order. Raise UserError where the reply contradicts itself."""
    made = [
        Module(path=each.path, summary=" ".join(each.summary.split()), items=tuple(each.items), uses=tuple(each.uses))
        for each in reply.modules
    ]
    modules = ordered(made, [item.name for item in blueprint.surface])
    classes = {item.name for item in blueprint.surface if item.kind is ItemKind.CLASS}
    if misfit := context.project.several.division(modules, classes):
        raise UserError(misfit)
    commands = {item.name for item in blueprint.surface if item.kind is ItemKind.COMMAND}
    for module in modules:
        if module.is_data and not context.project.several.data:
            raise UserError(f"{module.path} is a file of data, which a package in {context.task.language} cannot have")
        if commands & set(module.items) and len(module.items) > 1:
            raise UserError(f"{module.path} has a command and other items: a command stands in a file of its own")
    return modules
