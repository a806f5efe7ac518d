"""Python: a file of a project, observed as the module that it is, beside the project's other modules."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Final

from specwright.languages.common.source import without_mark

MODULES: Final = "__specwright_modules"
_MOST_BYTES: Final = 4_000_000
_LOADER: Final = """
def __specwright_load(texts, named):
    import importlib, importlib.abc, importlib.machinery, sys

    class Project(importlib.abc.MetaPathFinder, importlib.abc.Loader):
        def find_spec(self, name, path=None, target=None):
            found = texts.get(name)
            return found and importlib.machinery.ModuleSpec(name, self, origin=found[1], is_package=found[2])

        def create_module(self, spec):
            return None

        def exec_module(self, module):
            text, origin, _ = texts[module.__name__]
            module.__file__ = origin
            exec(compile(text, origin, "exec", dont_inherit=True), module.__dict__)

    sys.meta_path.insert(0, Project())
    return vars(importlib.import_module(named))
"""
FILE: Final = "solution.py"
"""The name that the observer knows the observed text by."""


def module_name(path: str) -> str:
    """Return the name that a project's file is imported by."""
    parts = PurePosixPath(path.removeprefix("src/")).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1:] == ("__init__",) and len(parts) > 1 else parts)


def loading(code: str, texts: Mapping[str, str], path: str) -> str:
    """Return the text of a program that loads the code as the module at that path."""
    modules = _modules(texts, path)
    own = module_name(path)
    modules[own] = (without_mark(code), FILE, path.endswith("__init__.py"))
    return f"{_LOADER}\n{MODULES} = __specwright_load({modules!r}, {own!r})\n"


def imported(
    module: ast.Module, used: Sequence[ast.stmt], texts: Mapping[str, str], path: str
) -> Iterator[tuple[str, str]]:
    """Yield text and name of what these statements use of the project's other modules by its name."""
    names = {each.id for node in used for each in ast.walk(node) if isinstance(each, ast.Name)}
    known = {module_name(each): text for each, text in texts.items() if each.endswith(".py")}
    package = module_name(path).split(".")
    package = package if path.endswith("__init__.py") else package[:-1]
    for node in module.body:
        if isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            text = known.get(".".join([*start, *filter(None, [node.module])]))
            for alias in node.names:
                if text is not None and (alias.asname or alias.name) in names:
                    yield text, alias.name


def _modules(texts: Mapping[str, str], path: str) -> dict[str, tuple[str, str, bool]]:
    """Return text, file and whether it is a package, by the name of each module that the code may import."""
    found: dict[str, tuple[str, str, bool]] = {}
    room = _MOST_BYTES
    for each, text in sorted(texts.items()):
        if not each.endswith(".py") or len(text) > room:
            continue
        room -= len(text)
        told = (without_mark(text), each, each.endswith("__init__.py"))
        found.setdefault(module_name(each), told)
        if _is_beside(each, path, texts):  # a script finds what lies beside it
            found.setdefault(PurePosixPath(each).stem, told)
    for name in [*found, module_name(path)]:
        parts = name.split(".")
        for depth in range(1, len(parts)):
            found.setdefault(".".join(parts[:depth]), ("", "", True))
    return found


def _is_beside(each: str, path: str, texts: Mapping[str, str]) -> bool:
    folder = PurePosixPath(path).parent
    return PurePosixPath(each).parent == folder and str(folder / "__init__.py") not in texts
