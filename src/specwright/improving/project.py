"""The project of a request, before and after a change."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping

from specwright.core.existing.change import ProjectChange
from specwright.core.program.language import Language
from specwright.core.program.package import Package
from specwright.ports.observing import Observing


def texts_of(package: Package) -> dict[str, str]:
    """Return all files of a project by their paths."""
    return {**package.others, **package.documents, **package.tests, **package.sources}


def code_of(package: Package, row: Language) -> dict[str, str]:
    """Return the files in the project's language, tests included."""
    return {path: text for path, text in texts_of(package).items() if path.endswith(row.extensions)}


def changed(package: Package, change: ProjectChange, row: Language) -> Package:
    """Return the project with the change."""
    sources, tests, documents, others = (
        dict(part) for part in (package.sources, package.tests, package.documents, package.others)
    )
    for each in change.files:
        place = next((part for part in (sources, tests, documents, others) if each.path in part), None)
        if place is None:
            is_test = re.search(row.test_files, each.path) is not None
            is_code = each.path.endswith(row.extensions)
            place = tests if is_test and is_code else sources if is_code else others
        if each.after is None:
            place.pop(each.path, None)
        else:
            place[each.path] = each.after
    update = {"sources": sources, "tests": tests, "documents": documents, "others": others}
    return package.model_copy(update=update)


def change_to(package: Package, texts: Mapping[str, str]) -> ProjectChange:
    """Return the change that gives these files these texts; others stay."""
    before = texts_of(package)
    return ProjectChange.between({path: before[path] for path in texts if path in before}, texts)


def with_region(text: str, region: tuple[int, int], new: str, imports: tuple[str, ...] = ()) -> str:
    """Return the text with other lines in place of these, and with imports that it lacks behind its own ones."""
    lines = text.splitlines(keepends=True)
    end = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
    body = [line + end for line in new.strip("\n").splitlines()]
    after = lines[region[1] :]
    if not after and body and not text.endswith("\n"):
        body[-1] = body[-1].removesuffix(end)
    missing = [line + end for line in imports if line not in {each.strip() for each in lines}]
    head = _with_imports(lines[: region[0] - 1], missing, end)
    return "".join([*head, *body, *after])


def _with_imports(head: list[str], missing: list[str], end: str) -> list[str]:
    """Return the lines before a declaration with further imports: of Python's own library in the first group."""
    own = [line for line in missing if _of_library(line)]
    other = [line for line in missing if line not in own]
    made = list(head)
    if other:
        place = _import_place(made)
        made[place:place] = other
    if own:
        first = next((at for at, line in enumerate(made) if _IMPORT.match(line) and "__future__" not in line), None)
        place = _import_place(made) if first is None else first
        gap = [end] if first is not None and not _of_library(made[first]) else []
        made[place:place] = [*own, *gap]
    return made


def _of_library(line: str) -> bool:
    """Return whether a line imports from Python's own library."""
    found = re.match(r"(?:from|import)\s+(\w+)", line)
    return found is not None and found[1] in sys.stdlib_module_names


_IMPORT = re.compile(r"(?:import|from|use)\b|(?:const|let|var)\s.*\brequire\(")
_HEAD = re.compile(r"(?:package|#!|['\"]use strict['\"])")


def _import_place(head: list[str]) -> int:
    """Return before which line a further import stands."""
    found = [at for at, line in enumerate(head) if _IMPORT.match(line)]
    if found:
        at = found[-1]
        depth = 0
        while at < len(head):  # an import of several lines
            depth += sum(sign in "({" for sign in head[at]) - sum(sign in ")}" for sign in head[at])
            at += 1
            if depth <= 0:
                return at
    docs = 0
    if head and head[0].lstrip("rRuU").startswith(('"""', "'''")):
        mark = head[0].lstrip("rRuU")[:3]
        docs = next(
            (at + 1 for at, line in enumerate(head) if mark in (line.lstrip("rRuU")[3:] if at == 0 else line)), 0
        )
    return max(docs, *(at + 1 for at, line in enumerate(head) if _HEAD.match(line)), 0)


def own_version(observing: Observing, old: str, new: str, item: str) -> str | None:
    """Return the old text with the item of the new one, its new helpers and imports; None if the new text lacks it."""
    region, place = observing.region(new, item), observing.region(old, item)
    if region is None or place is None:
        return None
    lines = new.splitlines()
    parts = []
    for name in observing.functions(new):
        own = observing.region(new, name)
        if name != item and own is not None and observing.region(old, name) is None:
            parts.append("\n".join(lines[own[0] - 1 : own[1]]))
    parts.append("\n".join(lines[region[0] - 1 : region[1]]))
    imports = tuple(line.rstrip() for line in lines if _IMPORT.match(line) and "(" not in line.split("require")[0])
    return with_region(old, place, "\n\n\n".join(parts), imports)
