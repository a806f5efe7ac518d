"""Renames a pattern's function and parameters by its syntax tree, never by its text."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections.abc import Mapping


def identifiers(code: str) -> frozenset[str]:
    """Every name that the code uses in any way: variables, parameters, functions, imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Name(id=name) | ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.alias(name=name):
                found.add(name)
            case _:
                pass
    return frozenset(found)


def fits(code: str, names: Mapping[str, str]) -> bool:
    """Whether the renaming keeps the meaning: no new name is a keyword, a builtin, or already in use otherwise."""
    others = identifiers(code) - set(names)
    new = list(names.values())
    return len(set(new)) == len(new) and not any(
        name in others or keyword.iskeyword(name) or hasattr(builtins, name) for name in new
    )


def rename(code: str, names: Mapping[str, str]) -> str:
    """The code with these names exchanged everywhere, in one pass, so that two names can also be swapped.

    Names in backquotes inside docstrings follow. The caller has asked `fits` first. Comments and layout are kept,
    except where a renamed variable stands inside an f-string: there the syntax tree has no positions to trust.
    """
    changed = {old: new for old, new in names.items() if old != new}
    tree = ast.parse(code)
    if any(_inside_f_string(tree, old) for old in changed):
        code = ast.unparse(_Renamer(changed).visit(tree)) + "\n"
    else:
        code = _edited(code, tree, changed)
    return re.sub(r"`(\w+)`", lambda match: f"`{changed.get(match.group(1), match.group(1))}`", code)


def _inside_f_string(tree: ast.AST, name: str) -> bool:
    return any(
        isinstance(inner, ast.Name) and inner.id == name
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for inner in ast.walk(node)
    )


class _Renamer(ast.NodeTransformer):
    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self.names.get(node.id, node.id)
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.arg = self.names.get(node.arg, node.arg)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.name = self.names.get(node.name, node.name)
        self.generic_visit(node)
        return node


def _edited(code: str, tree: ast.AST, names: Mapping[str, str]) -> str:
    lines = [line.encode() for line in code.splitlines(keepends=True)]
    places: list[tuple[int, int, str]] = []
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.arg(arg=name) if name in names:
                places.append((node.lineno, node.col_offset, name))
            case ast.FunctionDef(name=name) if name in names:
                places.append((node.lineno, node.col_offset + len("def "), name))
            case _:
                pass
    for line, column, old in sorted(places, reverse=True):
        text = lines[line - 1]
        lines[line - 1] = text[:column] + names[old].encode() + text[column + len(old) :]
    return b"".join(lines).decode()
