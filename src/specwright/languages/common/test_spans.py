"""The tests in a new test file by their names, as ranges of lines: for leaving some of them out."""

from __future__ import annotations

import ast
import re
from typing import Final

from specwright.languages.common.observing.blocks import blanked
from specwright.languages.common.packaging.brackets import closing

_SCRIPT: Final = re.compile(r"""^[ \t]*(?:test|it)\((["'`])(?P<name>(?:(?!\1)[^\\\n])+)\1""", re.MULTILINE)
_GO: Final = re.compile(r"^func (?P<name>Test\w+)\(", re.MULTILINE)


def spans_of(text: str, family: str) -> dict[str, tuple[int, int]]:
    """Return the first and last line of each test, with the comments before it. Raise ValueError for broken text."""
    found = _of_python(text) if family == "python" else _of_brackets(text, family)
    lines = text.splitlines()
    sign = "#" if family == "python" else "//"
    return {name: (_with_comments(lines, first, sign), last) for name, (first, last) in found.items()}


def _with_comments(lines: list[str], first: int, sign: str) -> int:
    while first > 1 and lines[first - 2].lstrip().startswith(sign):
        first -= 1
    return first


def _of_python(text: str) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    try:
        tree = ast.parse(text)
    except (SyntaxError, RecursionError) as error:
        raise ValueError(str(error)) from error
    classes = [("", tree.body)] + [
        (f"{each.name}::", each.body) for each in tree.body if isinstance(each, ast.ClassDef)
    ]
    for owner, body in classes:
        for each in body:
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) and each.name.startswith("test"):
                first = min([each.lineno, *(mark.lineno for mark in each.decorator_list)])
                found[f"{owner}{each.name}"] = (first, each.end_lineno or each.lineno)
    return found


def _of_brackets(text: str, family: str) -> dict[str, tuple[int, int]]:
    bare = blanked(text, "go" if family == "go" else "javascript")
    found: dict[str, tuple[int, int]] = {}
    for match in (_GO if family == "go" else _SCRIPT).finditer(text):
        start = match.start()
        opening = bare.index("{" if family == "go" else "(", start)
        end = closing(bare, opening)
        found[match["name"]] = (text.count("\n", 0, start) + 1, text.count("\n", 0, end) + 1)
    return found
