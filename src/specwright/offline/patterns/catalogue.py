"""Reads the pattern library: facts from the decorators, code from the source, ports from `ports/LANGUAGE/`."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from specwright.core.program.data import encode
from specwright.core.program.equality import Comparison
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.work.testcase import Raises, Returns
from specwright.languages.registry import ROWS
from specwright.offline.patterns import topics
from specwright.offline.patterns.declare import MARK, Facts, KnownAnswer
from specwright.offline.patterns.pattern import Pattern, PatternTest

PORTS: Final = Path(__file__).parent / "ports"
"""The folder of ports, each at `LANGUAGE/PATTERN.EXTENSION`. The pattern's tests are the port's tests."""


@lru_cache(maxsize=1)
def catalogue() -> tuple[Pattern, ...]:
    """All patterns, in the order of topics and then of their files."""
    modules = sorted(info.name for info in pkgutil.iter_modules(topics.__path__))
    return tuple(
        pattern for name in modules for pattern in _topic(importlib.import_module(f"{topics.__name__}.{name}"))
    )


def named(name: str) -> Pattern:
    """The pattern of that name. Raises KeyError where there is none."""
    return {pattern.name: pattern for pattern in catalogue()}[name]


def _topic(module: ModuleType) -> list[Pattern]:
    source = inspect.getsource(module)
    tree = ast.parse(source)
    imports, lines = _imports(tree), source.split("\n")
    return [
        _pattern(node, getattr(vars(module)[node.name], MARK), lines, imports, module.__name__.rpartition(".")[2])
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and hasattr(vars(module)[node.name], MARK)
    ]


def _imports(tree: ast.Module) -> dict[str, str]:
    """Each name that the module imports, with the line that imports it alone."""
    lines: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.Import):
            lines.update((alias.name, f"import {alias.name}") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module != "__future__":
            lines.update((alias.name, f"from {node.module} import {alias.name}") for alias in node.names)
    return lines


def _pattern(node: ast.FunctionDef, facts: Facts, lines: list[str], imports: dict[str, str], topic: str) -> Pattern:
    description = (ast.get_docstring(node) or "").split("\n")[0]
    code = {"python": _python(node, lines, imports), **_ports(node.name)}
    return Pattern(
        name=node.name,
        topic=topic,
        description=description,
        wordings=facts.wordings,
        signature=_signature(node),
        tests=tuple(map(_test, facts.tests)),
        time=facts.time,
        space=facts.space,
        comparison=Comparison(tolerance=facts.tolerance, any_order=facts.any_order),
        code=code,
    )


def _python(node: ast.FunctionDef, lines: list[str], imports: dict[str, str]) -> str:
    used = {name.id for name in ast.walk(node) if isinstance(name, ast.Name)} - {"pattern", "given"}
    needed = sorted(line for name, line in imports.items() if name in used)
    body = "\n".join(lines[node.lineno - 1 : node.end_lineno])  # ast.get_source_segment splits all of it every time
    return "\n".join([*needed, "", "", body, ""]) if needed else f"{body}\n"


def _ports(name: str) -> dict[str, str]:
    files = {row.name: PORTS / row.name / f"{name}.{row.extension}" for row in ROWS.values()}
    return {language: path.read_text("utf-8") for language, path in files.items() if path.is_file()}


def _signature(node: ast.FunctionDef) -> Signature:
    params = tuple(Parameter(name=arg.arg, type=_type(arg.annotation)) for arg in node.args.args)
    return Signature(name=node.name, params=params, returns=_type(node.returns))


def _type(annotation: ast.expr | None) -> Type:
    """The type algebra's reading of a Python annotation."""
    match annotation:
        case ast.BinOp(left=left, op=ast.BitOr(), right=ast.Constant(value=None)):
            return Type("optional", _type(left))
        case ast.Subscript(value=ast.Name(id=container), slice=inner):
            args = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            kind: Any = {"dict": "map"}.get(container, container)
            return Type(kind, *map(_type, args))
        case ast.Name(id=name):
            return Type.parse(name)
        case _:
            raise ValueError("every parameter and the result of a pattern must have a type")


def _test(check: KnownAnswer) -> PatternTest:
    expected = Raises(error=check.error) if check.error else Returns(value=encode(check.value))
    return PatternTest(args=tuple(map(encode, check.args)), expected=expected)
