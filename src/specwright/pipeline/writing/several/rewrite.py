"""Rewrite files: ask for those files of a package that have to change, and leave all others as they are."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from specwright.core.modules import needed
from specwright.core.program.candidate import Candidate
from specwright.core.run.package_state import PackageState
from specwright.pipeline.asking.ask import Complaint
from specwright.pipeline.asking.reply import labelled_fences
from specwright.pipeline.context import RunContext
from specwright.pipeline.judging.mend import mended
from specwright.pipeline.writing.several.files import (
    list_files,
    list_layout,
    objection_to,
    path_of,
    with_end,
    with_files,
    written_paths,
)

_NAMED: Final = re.compile(r"[\w./-]+")


class Rewritten(NamedTuple):
    """A candidate with other files, and the paths of these."""

    candidate: Candidate
    files: tuple[str, ...]


def read_files(text: str, known: Collection[str]) -> dict[str, str]:
    """Return the files in the fenced blocks of a reply, each named beside its tag, above it or in its first line.

    Raise Complaint if a block names none of the `known` files, or two have one.
    """
    found: dict[str, str] = {}
    for label, block in labelled_fences(text):
        if not block.text.strip():
            continue
        first = block.text.split("\n", 1)[0]
        path = _path_in(label, known) or _path_in(first, known)
        if path is None:
            raise Complaint(
                "A code block does not say which file it is. Write the path behind the tag, such as "
                f"```{block.tag or 'text'} {min(known)}. The files are {', '.join(sorted(known))}."
            )
        if path in found:
            raise Complaint(f"Two code blocks are {path}. Write each file once, complete.")
        found[path] = with_end(block.text)
    return found


def _path_in(words: str, known: Collection[str]) -> str | None:
    named = [word.strip("./-") for word in _NAMED.findall(words)]
    exact = [path for path in known if path in named]
    alike = [path for path in known for name in named if "/" in name and path.endswith(f"/{name}")]
    # A name without its folders is enough where only one file has it.
    last = [path for path in known for name in named if path.rsplit("/", 1)[-1] == name]
    for paths in (exact, list(dict.fromkeys(alike)), list(dict.fromkeys(last))):
        if len(paths) == 1:
            return paths[0]
    return None


def checked_files(
    context: RunContext, state: PackageState, candidate: Candidate, found: Mapping[str, str]
) -> dict[str, str]:
    """Return those of the files that differ from the candidate's. Raise Complaint if one cannot be in the package."""
    limit = context.limits.max_code_length
    for path, text in found.items():
        if len(text) > limit:
            raise Complaint(f"{path} has {len(text)} characters; the limit of a file is {limit}. Write it shorter.")
        if objection := objection_to(context, state.blueprint, path, text):
            raise Complaint(objection)
    return {path: text for path, text in found.items() if text.strip() != candidate.files.get(path, "").strip()}


def words_of_files(
    context: RunContext, state: PackageState, candidate: Candidate, blamed: Collection[str]
) -> dict[str, str]:
    """Return what a prompt says of the files: all in a line each, and those that the failures may come from."""
    paths = suspected(context, state, blamed)
    return {
        "layout": list_layout(context, state.blueprint, written_paths(context, state)),
        "files": list_files({path: text for path, text in candidate.files.items() if path in paths}),
        "tag": context.task.language,
        "sample": min(paths),
        "note": context.project.several.note(state.blueprint.name),
    }


def suspected(context: RunContext, state: PackageState, blamed: Collection[str]) -> frozenset[str]:
    """Return the paths of the files that these tests can reach: those of their items, and what these use."""
    items = {case.function for case in state.cases if case.id in blamed}
    scenarios = [scenario for scenario in state.scenarios if scenario.id in blamed]
    items |= {None if scenario.kind == "integration" else scenario.item for scenario in scenarios}
    names = {name for name in items if name is not None}
    whole = None in items or not names
    modules = needed(state.blueprint.modules, state.items if whole else names)
    return frozenset(path_of(context, state.blueprint, module) for module in modules)


def rewritten(
    context: RunContext, state: PackageState, candidate: Candidate, new: Candidate, changed: Mapping[str, str]
) -> Rewritten:
    """Return the new candidate with the old one's files, but for those that were changed."""
    made = with_files(context, state, new, {**candidate.files, **changed})
    return Rewritten(made, tuple(sorted(changed)))


def mended_files(context: RunContext, state: PackageState, candidate: Candidate) -> dict[str, str]:
    """Return the files that text alone can mend, mended."""
    endings = context.toolchain.facts.extensions
    paths = [path for path in written_paths(context, state) if path.endswith(endings)]
    texts = {path: mended(candidate.files[path], context.toolchain) for path in paths if path in candidate.files}
    return {path: text for path, text in texts.items() if text.strip() != candidate.files[path].strip()}
