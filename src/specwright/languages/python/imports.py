"""Adds forgotten imports of Python's standard library to a source."""

from __future__ import annotations

import ast
import builtins
import sys
from typing import Final

from specwright.languages.common.source import insert_lines

_HOMES: Final = {
    "ABC": "abc", "Any": "typing", "Callable": "collections.abc", "Counter": "collections", "Decimal": "decimal",
    "Enum": "enum", "Final": "typing", "Fraction": "fractions", "Generic": "typing", "Iterable": "collections.abc",
    "Iterator": "collections.abc", "Literal": "typing", "Mapping": "collections.abc", "NamedTuple": "typing",
    "Optional": "typing", "OrderedDict": "collections", "Path": "pathlib", "Protocol": "typing",
    "Sequence": "collections.abc", "TypeVar": "typing", "Union": "typing", "abstractmethod": "abc",
    "cache": "functools",
    "chain": "itertools", "combinations": "itertools", "dataclass": "dataclasses", "defaultdict": "collections",
    "deque": "collections", "field": "dataclasses", "lru_cache": "functools", "namedtuple": "collections",
    "permutations": "itertools", "product": "itertools", "reduce": "functools", "wraps": "functools",
}  # fmt: skip
"""Names of the standard library that are used bare, and the module that each comes from."""


def add_imports(code: str) -> str:
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return code
    bound = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            bound.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            bound |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            bound.add(node.name)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - bound - set(dir(builtins))
    modules = (
        {
            node.value.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        }
        & used
        & sys.stdlib_module_names
    )
    lines = [f"import {name}" for name in sorted(modules)]
    lines += [f"from {_HOMES[name]} import {name}" for name in sorted(used - modules) if name in _HOMES]
    return insert_lines(code, lines, _import_line(tree)) if lines else code


def _import_line(tree: ast.Module) -> int:
    """Return the line before which imports go: after the docstring and imports from the future."""
    place = 0
    for node in tree.body:
        is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if is_docstring or (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
            place = node.end_lineno or 0
        else:
            break
    return place


def foreign_imports(code: str) -> tuple[str, ...]:
    """Return the imported modules that are not in the standard library; none of code that cannot be parsed."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return tuple(sorted(names - sys.stdlib_module_names))
