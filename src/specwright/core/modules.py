"""The files that a package is divided into, and the graph of their imports."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from pydantic import Field

from specwright.core.errors import UserError
from specwright.core.value import Value

MOST_MODULES: Final = 40
_PART: Final = re.compile(r"[a-z][a-z0-9_]{0,49}")
_DATA: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,49}(?:\.[A-Za-z0-9]{1,10})+")
_TAKEN: Final = frozenset(["index", "init", "lib", "mod", "main", "py", "setup", "test", "tests", "command_start"])


class Module(Value):
    """One file of a package: code, or data that the code reads."""

    path: str = Field(min_length=1, max_length=120)
    """Below the package's folder, with slashes: `stores/memory` is code, `data/words.txt` a file of data."""
    summary: str
    items: tuple[str, ...] = ()
    """What it has of all that the package offers; empty for an internal file."""
    uses: tuple[str, ...] = ()
    """The paths of those that it imports or reads."""

    @property
    def is_data(self) -> bool:
        return "." in self.path.rsplit("/", 1)[-1]


def ordered(modules: Sequence[Module], names: Collection[str]) -> tuple[Module, ...]:
    """Return the modules, each after those that it uses.

    `names` are all that the package offers. Raise UserError if this cannot be a package.
    """
    if not 1 < len(modules) <= MOST_MODULES:
        raise UserError(f"A package of several files has 2 to {MOST_MODULES} of them, and this has {len(modules)}")
    _check_paths([module.path for module in modules])
    _check_items(modules, names)
    known = {module.path: module for module in modules}
    for module in modules:
        for used in module.uses:
            if used not in known:
                raise UserError(f"{module.path} uses {used!r}, which is none of the files")
    found: dict[str, Module] = {}
    while len(found) < len(modules):
        ready = [each for each in modules if each.path not in found and set(each.uses) <= found.keys()]
        if not ready:
            round_trip = ", ".join(each.path for each in modules if each.path not in found)
            raise UserError(f"The files use each other in a circle: {round_trip}")
        found |= {each.path: each for each in ready}
    return tuple(found.values())


def _check_paths(paths: Sequence[str]) -> None:
    for path in paths:
        *folders, last = path.split("/")
        if not all(map(_PART.fullmatch, folders)) or not (_PART.fullmatch(last) or _DATA.fullmatch(last)):
            raise UserError(
                f"{path!r} is no path of a file: write it in snake case without an ending, such as stores/memory, or "
                "with its ending for data, such as data/words.txt"
            )
        if {*folders, last} & _TAKEN:
            raise UserError(f"{path!r} has a name that files of the language or the project have already")
    # Some file systems take letters of both cases for one, and some languages write `a_b` and `ab` alike.
    by_name: dict[str, str] = {}
    for path in paths:
        name = path.lower().replace("_", "")
        if name in by_name:
            raise UserError(f"Two files have one name: {by_name[name]!r} and {path!r}")
        by_name[name] = path
    for path in paths:
        if any(other.startswith(f"{path}/") for other in paths):
            raise UserError(f"{path!r} is the name of a file and of a folder")


def _check_items(modules: Sequence[Module], names: Collection[str]) -> None:
    homes: dict[str, str] = {}
    for module in modules:
        if module.is_data and (module.items or module.uses):
            raise UserError(f"{module.path} is a file of data: it offers nothing and uses nothing")
        for item in module.items:
            if item not in names:
                raise UserError(f"{module.path} has {item!r}, which is none of the items")
            if item in homes:
                raise UserError(f"{item!r} is in two files: {homes[item]} and {module.path}")
            homes[item] = module.path
    if missing := [name for name in names if name not in homes]:
        raise UserError(f"No file has {', '.join(missing)}")


def needed(modules: Sequence[Module], items: Collection[str]) -> tuple[Module, ...]:
    """Return the modules that offer these items, and those that they use in turn, in their order."""
    wanted = {module.path for module in modules if set(module.items) & set(items)}
    for module in reversed(modules):
        if module.path in wanted:
            wanted |= set(module.uses)
    return tuple(module for module in modules if module.path in wanted)


def levels(modules: Iterable[Module]) -> tuple[tuple[Module, ...], ...]:
    """Return ordered modules in groups: what a module uses is in an earlier group."""
    depth: dict[str, int] = {}
    for module in modules:
        depth[module.path] = 1 + max((depth.get(used, 0) for used in module.uses), default=0)
    known = {module.path: module for module in modules}
    return tuple(
        tuple(known[path] for path, found in depth.items() if found == level) for level in sorted(set(depth.values()))
    )
