"""Write a package of several files: each by itself, after those that it uses, and all of them as one candidate."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from typing import Final

from specwright.core.modules import Module, levels, needed
from specwright.core.program.candidate import Candidate
from specwright.core.program.package import ItemKind
from specwright.core.run.package_state import PackageState
from specwright.core.work.blueprint import Blueprint
from specwright.languages.registry import ROWS
from specwright.pipeline.asking.describe import list_demands, list_package_cases, list_scenarios, list_surface
from specwright.pipeline.context import Draft, RunContext

_SHOWN_DATA: Final = 2000


async def write_files(context: RunContext, state: PackageState, number: int, approach: str) -> Candidate:
    """Return a candidate whose files are written one by one, those that use nothing of each other side by side.

    Files that an earlier piece was accepted with stay. Raise ModelError, ReplyUnusable or BudgetExhausted.
    """
    modules = needed(state.blueprint.modules, state.items)
    files, author = dict(state.frozen_files), context.model.name
    for level in levels(modules):
        new = [module for module in level if path_of(context, state.blueprint, module) not in files]
        drafts = await asyncio.gather(
            *(_file(context, state, module, files, (number, approach)) for module in new), return_exceptions=True
        )
        for module, draft in zip(new, drafts, strict=True):
            if isinstance(draft, BaseException):
                raise draft
            files[path_of(context, state.blueprint, module)] = with_end(draft.code)
            author = draft.author
    made = Candidate(id=f"c{number}", code="", language=context.task.language, origin=author, round=state.round)
    return with_files(context, state, made, files)


def with_files(context: RunContext, state: PackageState, candidate: Candidate, written: Mapping[str, str]) -> Candidate:
    """Return the candidate with these written files, those made from them, and all of them as one."""
    blueprint = state.blueprint
    modules = needed(blueprint.modules, state.items)
    known = {path_of(context, blueprint, module) for module in modules}
    files = {path: text for path, text in written.items() if path in known}
    forms = context.project.several
    files |= forms.made(blueprint.name, blueprint.summary, modules, commands_of(blueprint), files)
    files = dict(sorted(files.items()))
    return candidate.model_copy(update={"files": files, "code": forms.joined(blueprint.name, files)})


def written_paths(context: RunContext, state: PackageState) -> dict[str, Module]:
    """Return the files that have a writer, by path."""
    return {
        path_of(context, state.blueprint, module): module for module in needed(state.blueprint.modules, state.items)
    }


def path_of(context: RunContext, blueprint: Blueprint, module: Module) -> str:
    """Return the path of a file in the project."""
    return context.project.several.path(blueprint.name, module)


def commands_of(blueprint: Blueprint) -> frozenset[str]:
    return frozenset(item.name for item in blueprint.surface if item.kind is ItemKind.COMMAND)


def objection_to(context: RunContext, blueprint: Blueprint, path: str, text: str) -> str | None:
    """Return why the text cannot be that file; None if it can."""
    known = {path_of(context, blueprint, module) for module in blueprint.modules}
    return context.project.several.objection(path, text, known)


async def _file(
    context: RunContext, state: PackageState, module: Module, files: Mapping[str, str], chosen: tuple[int, str]
) -> Draft:
    """Ask for one file. `chosen` are the candidate's number and its approach."""
    blueprint = state.blueprint
    path = path_of(context, blueprint, module)
    items = tuple(blueprint.item(name) for name in module.items)
    own = [case for case in state.cases if case.function in module.items]
    about = tuple(one for one in state.scenarios if one.item in module.items or (module.items and one.item is None))
    number, approach = chosen
    return await context.ask_file(
        "write_module",
        sample=number - 1,
        check=lambda text: objection_to(context, blueprint, path, text),
        language=context.task.language,
        specification=context.task.statement,
        path=path,
        purpose=module.summary,
        note=context.project.several.note(blueprint.name),
        layout=list_layout(context, blueprint),
        used=list_files(used_files(context, blueprint, module, files)) or "(none)",
        surface=list_surface(context, blueprint, items) or "(nothing: it is internal)",
        requirements=list_demands(blueprint),
        examples=list_package_cases(tuple(own)),
        tests=list_scenarios(about),
        approach=approach,
    )


def used_files(context: RunContext, blueprint: Blueprint, module: Module, files: Mapping[str, str]) -> dict[str, str]:
    """Return the files that this one uses, as they were written."""
    paths = [path_of(context, blueprint, used) for used in blueprint.modules if used.path in module.uses]
    return {path: files[path] for path in paths if path in files}


def list_layout(context: RunContext, blueprint: Blueprint, only: Collection[str] | None = None) -> str:
    """Return the files of the plan in words, each with its path, its items and what it uses."""
    lines = []
    for module in blueprint.modules:
        path = path_of(context, blueprint, module)
        if only is not None and path not in only:
            continue
        offers = f" Offers {', '.join(module.items)}." if module.items else " Internal."
        uses = [path_of(context, blueprint, used) for used in blueprint.modules if used.path in module.uses]
        using = f" Uses {', '.join(uses)}." if uses else ""
        lines.append(f"- {path}: {module.summary}{'' if module.is_data else offers}{using}")
    return "\n".join(lines)


def list_files(files: Mapping[str, str]) -> str:
    """Return files with their paths, as a prompt shows them. Of one that is no code only the beginning is shown."""
    shown = []
    for path, text in files.items():
        is_data = not path.endswith(_CODE)
        cut = is_data and len(text) > _SHOWN_DATA
        body = text[:_SHOWN_DATA] + "\n(and more)" if cut else text.rstrip("\n")
        shown.append(f"{path}\n```\n{body}\n```")
    return "\n\n".join(shown)


def with_end(text: str) -> str:
    return text if text.endswith("\n") else f"{text}\n"


_CODE: Final = tuple(ending for row in ROWS.values() for ending in row.extensions)
