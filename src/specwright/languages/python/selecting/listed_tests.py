"""The tests that a Python test file shows without being loaded, and which of them it allows to skip."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

_WHOLE_SUITES: Final = ("test.py", "tests.py")
_SKIPPING: Final = frozenset(
    {
        *("skip", "skipif", "xfail", "importorskip"),
        *("skipIf", "skipUnless", "skipTest", "SkipTest", "expectedFailure"),
    }
)
"""What a test or its decorators name if it may be skipped or fail on purpose."""


def file_of(id_: str) -> str:
    """Return the path of the test's file."""
    return id_.split("::", 1)[0]


def base_of(id_: str) -> str:
    """Return the test's id without its parameters."""
    return id_.split("[", 1)[0]


def is_test_file(path: str) -> bool:
    name = Path(path).name
    return (name.startswith("test_") and name.endswith(".py")) or name.endswith("_test.py") or name in _WHOLE_SUITES


def shown_tests(path: str, text: str) -> list[str]:
    """Return the tests that the text shows, by id without parameters: each must be reported, whatever the code does."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    found = []
    for node in tree.body:
        if _is_test(node):
            found.append(f"{path}::{node.name}")  # type: ignore[attr-defined]
        elif isinstance(node, ast.ClassDef) and _is_test_class(node):
            found += [f"{path}::{node.name}::{name}" for name in _methods(node, classes)]
    return list(dict.fromkeys(found))


def _methods(node: ast.ClassDef, classes: Mapping[str, ast.ClassDef]) -> list[str]:
    """Return the tests of a class: its own, and those that it inherits from classes of the same file."""
    own = [inner.name for inner in node.body if _is_test(inner)]  # type: ignore[attr-defined]
    replaced = {
        target.id
        for inner in node.body
        if isinstance(inner, ast.Assign)
        for target in inner.targets
        if isinstance(target, ast.Name)
    }
    above = {name: base for name, base in classes.items() if base is not node}
    bases = [above[base.id] for base in node.bases if isinstance(base, ast.Name) and base.id in above]
    inherited = [name for base in bases for name in _methods(base, above)]
    return [*own, *(name for name in inherited if name not in replaced)]


def _is_test(node: ast.AST) -> bool:
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or not node.name.startswith("test"):
        return False
    return not any("fixture" in ast.unparse(decorator) for decorator in node.decorator_list)


def _is_test_class(node: ast.ClassDef) -> bool:
    if any("TestCase" in ast.unparse(base) for base in node.bases):
        return True
    return node.name.startswith("Test") and not any(
        isinstance(inner, ast.FunctionDef) and inner.name in ("__init__", "__new__") for inner in node.body
    )


def skippable_in(path: str, text: str) -> tuple[str, ...]:
    """Return what may be skipped because the text says so: ids of tests and classes, or the file's own path.

    Code under test can skip a test too, by raising what `pytest.skip` raises. The text does not say so then.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    names = set(_SKIPPING)
    for node in tree.body:
        names |= _aliases(node, names)
    return tuple(_skippable(path, tree.body, names))


def _skippable(path: str, body: list[ast.stmt], names: set[str]) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if _mentions(node, names):
                yield f"{path}::{node.name}"
        elif isinstance(node, ast.ClassDef):
            if any(_mentions(decorator, names) for decorator in node.decorator_list):
                yield f"{path}::{node.name}"
            yield from _skippable(f"{path}::{node.name}", node.body, names)
        elif _mentions(node, names) and not _aliases(node, names):
            yield path


def _aliases(node: ast.stmt, names: set[str]) -> set[str]:
    """Return the names that a statement gives to a mark, such as `on_linux = pytest.mark.skipif(...)`."""
    if not isinstance(node, ast.Assign) or not _mentions(node.value, names - {"importorskip"}):
        return set()
    return {target.id for target in node.targets if isinstance(target, ast.Name)} - {"pytestmark"}


def _mentions(node: ast.AST, names: set[str]) -> bool:
    return any(
        (isinstance(inner, ast.Name) and inner.id in names)
        or (isinstance(inner, ast.Attribute) and inner.attr in names)
        for inner in ast.walk(node)
    )
