"""Python: imports, the many places that declare packages, and the lock files."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from specwright.audit.ecosystems.ecosystem import Imported, ImportMatch, Manifests
from specwright.audit.ecosystems.import_names import IMPORT_NAMES
from specwright.audit.ecosystems.pypi_manifests import normalised
from specwright.audit.folder import AuditedFolder
from specwright.audit.licences.expression import spdx_name
from specwright.audit.syntax import Syntax, line_of_node
from specwright.core.evidence.audit import Component

_TOP: Final = re.compile(r"(?m)^([A-Za-z_]\w*)(?=/|\.py,|\.[\w-]+\.so,)")


def imports(folder: AuditedFolder, syntax: Syntax) -> Iterator[Imported]:
    """Yield the imports that are neither of the project nor of the standard library."""
    roots, modules = _roots(folder), _modules(folder)
    at_top = {first for path, _ in folder.sources("python") for first in _first_parts(path, roots)}
    for path, text in folder.sources("python"):
        own = at_top | _beside(path, modules)
        for name, line in _imported(path, text, folder, syntax):
            top = name.split(".")[0]
            if top not in own and top not in sys.stdlib_module_names:
                yield Imported(name, path, line)


def _roots(folder: AuditedFolder) -> tuple[str, ...]:
    """Return the folders from which modules are imported: of each project its own, and `src` and `lib` in it."""
    places = {"", *(path.rpartition("/")[0] for path in folder.texts if path.endswith(("pyproject.toml", "setup.py")))}
    return tuple(f"{place}/{inner}".strip("/") for place in places for inner in ("", "src", "lib"))


def _first_parts(path: str, roots: Iterable[str]) -> Iterator[str]:
    """Yield the names by which a source is imported from the folders that it lies in."""
    for root in roots:
        if not root or path.startswith(f"{root}/"):
            yield path.removeprefix(root).strip("/").split("/")[0].removesuffix(".py")


def _modules(folder: AuditedFolder) -> dict[str, set[str]]:
    """Return, by folder, the modules and packages that lie in it."""
    found: dict[str, set[str]] = {}
    for path, _ in folder.sources("python"):
        place = path.removesuffix(".py")
        for _ in range(2):  # a package's own folder, and the one that it is in
            place, _, name = place.rpartition("/")
            found.setdefault(place, set()).add(name)
            if not place:
                break
    return found


def _beside(path: str, modules: dict[str, set[str]]) -> set[str]:
    """Return the modules that lie beside a source, or beside the packages that it is in."""
    place = path.rpartition("/")[0]
    names = set(modules.get(place, ()))
    while place and "__init__" in modules.get(place, ()):
        place = place.rpartition("/")[0]
        names |= modules.get(place, set())
    return names


def _imported(path: str, text: str, folder: AuditedFolder, syntax: Syntax) -> Iterator[tuple[str, int]]:
    try:
        tree = None if path in folder.too_deep else ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        tree = None
    if tree is None:
        yield from _from_syntax(path, syntax)
        return
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((alias.name, node.lineno) for alias in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module, node.lineno
            case ast.Call(func=func, args=[ast.Constant(value=str(name)), *_]) if _imports_by_name(func):
                if not name.startswith("."):
                    yield name, node.lineno
            case ast.Call(func=func) if _imports_by_name(func):
                yield "", node.lineno
            case _:
                pass


def _imports_by_name(func: ast.expr) -> bool:
    return ast.unparse(func) in ("__import__", "import_module", "importlib.import_module")


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
    parts = name.split(".")
    providers = set(_installed_modules(folder).get(parts[0], ()))
    providers |= {normalised(each) for each in IMPORT_NAMES.get(parts[0], ())}
    providers |= {normalised(part) for part in ("-".join(parts[:n]) for n in range(1, min(4, len(parts)) + 1))}
    fitting = providers & known.names
    return ImportMatch(min(fitting)) if fitting else ImportMatch()


@lru_cache(maxsize=1)
def _installed_modules(folder: AuditedFolder) -> dict[str, set[str]]:
    """Return the packages that have each top-level module, by the records of what is installed."""
    found: dict[str, set[str]] = {}
    for path, content in folder.installed.items():
        if path.endswith(".dist-info/RECORD"):
            package = path.rpartition("/")[0].rpartition("/")[2].removesuffix(".dist-info").rpartition("-")[0]
            for top in set(_TOP.findall(content.decode("utf-8", "replace"))):
                found.setdefault(top, set()).add(normalised(package))
    return found


def installed(folder: AuditedFolder) -> list[Component]:
    """Return the packages whose metadata lies in a virtual environment of the folder."""
    components = []
    for path, content in folder.installed.items():
        if not path.endswith(".dist-info/METADATA"):
            continue
        head = content.decode("utf-8", "replace").split("\n\n", 1)[0]
        name, version = _field(head, "Name"), _field(head, "Version")
        if name:
            licence = _licence(head)
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
            found[normalised(_field(head, "Name"))] = {
                normalised(name) for name, rest in stated if not re.search(r";.*\bextra\b", rest)
            }
    return found


def _field(head: str, name: str) -> str:
    found = re.search(rf"(?m)^{name}: *(.+)$", head)
    return found[1].strip() if found else ""


def _licence(head: str) -> str:
    """Return what the metadata states as licence: an expression, else its classifiers, else the field's one line."""
    if expression := _field(head, "License-Expression"):
        return expression
    classified = re.findall(r"(?m)^Classifier: License ::(?: OSI Approved ::)? (.+)$", head)
    named = [each.strip() for each in classified if each.strip() != "OSI Approved"]
    if len(named) > 1:
        return " AND ".join(sorted({spdx_name(each) for each in named}))
    return named[0] if named else _field(head, "License")


def purl(name: str, version: str) -> str:
    return f"pkg:pypi/{normalised(name)}" + (f"@{version}" if version else "")
