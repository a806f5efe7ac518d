"""Python: imports, the many places that declare packages, and the lock files."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from specwright.audit.ecosystems.ecosystem import Imported, ImportMatch, Manifests
from specwright.audit.ecosystems.import_names import IMPORT_NAMES
from specwright.audit.ecosystems.pypi_requirements import normalised
from specwright.audit.folder import AuditedFolder
from specwright.audit.licences.metadata import licence_of_metadata, metadata_field
from specwright.audit.rules.names import loaded, may_load
from specwright.audit.syntax import Syntax, line_of_node
from specwright.core.evidence.audit import Component

_CODE: Final = re.compile(r"\.(?:py|pyd|[\w-]*\.?so)$")
_STANDARD: Final = sys.stdlib_module_names | {"annotationlib", "compression", "_typeshed"}
"""With modules of later Pythons, and one that only type checkers know."""
_SHARED_WORDS: Final = (
    "azure azure.ai azure.mgmt backports google google.cloud jaraco opentelemetry ruamel sphinxcontrib zope"
)
_SHARED: Final = frozenset(_SHARED_WORDS.split())
"""Packages of packages: of `from google.cloud import storage` only the last word tells what is imported."""


class _Modules:
    """The project's own modules by the folders that they lie in."""

    def __init__(self, folder: AuditedFolder) -> None:
        self._inside: dict[str, set[str]] = {}
        for path, _ in folder.sources("python"):
            place, _, name = path.rpartition("/")
            self._inside.setdefault(place, set()).add(name.removesuffix(".py"))
            while place:
                place = place.rpartition("/")[0]
                self._inside.setdefault(place, set())
        projects = (path.rpartition("/")[0] for path in folder.texts if path.endswith(("pyproject.toml", "setup.py")))
        places = dict.fromkeys(["", *projects])
        self._roots = [f"{place}/{inner}".strip("/") for place in places for inner in ("", "src", "lib")]

    def has(self, path: str, module: str, names: tuple[str, ...]) -> bool:
        """Return whether what a source imports lies in the project, as seen from there."""
        parts = tuple(module.split("."))
        return any(self._has(root, parts, names) for root in dict.fromkeys([*self._roots, *self._beside(path)]))

    def _beside(self, path: str) -> Iterator[str]:
        """Yield the folder of a source, and those that the packages lie in that it is part of."""
        place = path.rpartition("/")[0]
        yield place
        while place and "__init__" in self._inside.get(place, ()):
            place = place.rpartition("/")[0]
            yield place

    def _has(self, place: str, parts: tuple[str, ...], names: tuple[str, ...]) -> bool:
        for part in parts:
            if part in self._inside.get(place, ()):
                return True
            place = f"{place}/{part}".strip("/")
            if "__init__" in self._inside.get(place, ()):
                return True
            if place not in self._inside:
                return False
        if len(parts) > 1 and not names:
            return True
        # A folder without `__init__.py` gives way to a package of its name that is installed.
        return bool(names) and all(
            name in self._inside[place] or f"{place}/{name}" in self._inside for name in names if name != "*"
        )


def imports(folder: AuditedFolder, syntax: Syntax) -> Iterator[Imported]:
    """Yield the imports that are neither of the project nor of the standard library."""
    own = _Modules(folder)
    for path, text in folder.sources("python"):
        for module, names, line in _imported(path, text, folder, syntax):
            top = module.split(".")[0]
            if top in _STANDARD or (module and own.has(path, module, names)):
                continue
            shared = module in _SHARED and names and names != ("*",)
            for name in (f"{module}.{name}" for name in names) if shared else (module,):
                if not shared or not own.has(path, name, ()):
                    yield Imported(name, path, line)


def _imported(
    path: str, text: str, folder: AuditedFolder, syntax: Syntax
) -> Iterator[tuple[str, tuple[str, ...], int]]:
    """Yield each module that a source imports, what it takes of it, and the line."""
    root = syntax.root(path) if may_load("python", text) else None
    for name, line in dict.fromkeys(loaded("python", root)) if root is not None else ():
        if not name.startswith("."):
            yield name.partition(":")[0], (), line
    try:
        tree = None if path in folder.too_deep else ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        tree = None
    if tree is None:
        yield from ((name, (), line) for name, line in _from_syntax(path, syntax))
        return
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((alias.name, (), node.lineno) for alias in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module, tuple(alias.name for alias in node.names), node.lineno
            case _:
                pass


def _from_syntax(path: str, syntax: Syntax) -> Iterator[tuple[str, int]]:
    """Yield the imports of a source that Python cannot read, as far as tree-sitter can."""
    root = syntax.root(path)
    if root is None:
        return
    syntax.unread.setdefault(path, "it is no Python of this version")
    for node in root.find_all(kind="import_statement"):
        for name in re.findall(r"(?:import|,)\s+([\w.]+)", node.text()):
            yield name, line_of_node(node)
    for node in root.find_all(kind="import_from_statement"):
        if found := re.match(r"from\s+(\w[\w.]*)", node.text()):
            yield found[1], line_of_node(node)


def match(name: str, known: Manifests, folder: AuditedFolder) -> ImportMatch:
    """Return which declared package a module is of: by installed metadata, by known names, by its own name."""
    parts = re.sub(r"_v\d\w*$", "", name).split(".")
    prefixes = [".".join(parts[:n]) for n in range(1, min(6, len(parts)) + 1)]
    installed_by = _installed_modules(folder)
    providers = {each for prefix in prefixes for each in installed_by.get(prefix, ())}
    providers |= {normalised(each) for prefix in prefixes for each in IMPORT_NAMES.get(prefix, ())}
    providers |= {normalised(prefix) for prefix in prefixes}
    fitting = providers & known.names
    return ImportMatch(min(fitting)) if fitting else ImportMatch()


@lru_cache(maxsize=1)
def _installed_modules(folder: AuditedFolder) -> dict[str, set[str]]:
    """Return the packages that have each module, by the records of what is installed."""
    found: dict[str, set[str]] = {}
    for path, content in folder.installed.items():
        if path.endswith(".dist-info/RECORD"):
            package = path.rpartition("/")[0].rpartition("/")[2].removesuffix(".dist-info").rpartition("-")[0]
            files = [line.split(",")[0] for line in content.decode("utf-8", "replace").splitlines()]
            packages = {each.removesuffix("/__init__.py") for each in files if each.endswith("/__init__.py")}
            for each in filter(_CODE.search, files):
                found.setdefault(_module_of(each, packages), set()).add(normalised(package))
    return found


def _module_of(path: str, packages: set[str]) -> str:
    """Return the module of a file, or the outermost package with an `__init__.py` that it is in."""
    parts = path.split("/")
    inside = ("/".join(parts[:n]) for n in range(1, len(parts)) if "/".join(parts[:n]) in packages)
    return next(inside, _CODE.sub("", path)).replace("/", ".")


def installed(folder: AuditedFolder) -> list[Component]:
    """Return the packages whose metadata lies in a virtual environment of the folder."""
    components = []
    for path, content in folder.installed.items():
        if not path.endswith(".dist-info/METADATA"):
            continue
        head = content.decode("utf-8", "replace").split("\n\n", 1)[0]
        name, version = metadata_field(head, "Name"), metadata_field(head, "Version")
        if name:
            licence = licence_of_metadata(head)
            components.append(
                Component(ecosystem="PyPI", name=normalised(name), version=version, licence=licence, path=path)
            )
    return components


def needs(folder: AuditedFolder) -> dict[str, set[str]]:
    """Return what each installed package needs in every environment, and in this one."""
    found: dict[str, set[str]] = {}
    for path, content in folder.installed.items():
        if path.endswith(".dist-info/METADATA"):
            head = content.decode("utf-8", "replace").split("\n\n", 1)[0]
            stated = re.findall(r"(?m)^Requires-Dist: *([\w.-]+)([^\n]*)", head)
            found[normalised(metadata_field(head, "Name"))] = {
                normalised(name) for name, rest in stated if not re.search(r";.*\bextra\b", rest)
            }
    return found


def purl(name: str, version: str) -> str:
    return f"pkg:pypi/{normalised(name)}" + (f"@{version}" if version else "")
