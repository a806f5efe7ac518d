"""Docstrings of Python code that no model wrote: its purpose, and examples that can be run."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any, Final

_WIDTH: Final = 79
"""Columns. A narrow terminal has 80."""
_MOST_EXAMPLES: Final = 3


def documented(code: str, function: str, purpose: str, examples: Sequence[tuple[Mapping[str, Any], Any]]) -> str:
    """The code with a docstring for the module, and with examples, inputs and value, in that of the function.

    A docstring's text stays, in lines that are not too long. Examples that cannot be shown on one line, or whose
    value may be written in several ways, are left out.
    """
    tree = ast.parse(code)
    lines = code.rstrip("\n").split("\n")
    node = next(one for one in tree.body if isinstance(one, ast.FunctionDef) and one.name == function)
    said = ast.get_docstring(node)
    shown = [line for example in examples if (line := _example(function, *example))][:_MOST_EXAMPLES]
    first = node.body[0]
    if not lines[first.lineno - 1][: first.col_offset].strip():
        replaced = first.end_lineno if said else first.lineno - 1
        lines[first.lineno - 1 : replaced] = _docstring(said or purpose, shown, " " * first.col_offset)
    if ast.get_docstring(tree) is None:
        space = [""] if isinstance(tree.body[0], ast.Import | ast.ImportFrom) else ["", ""]
        lines = [*_docstring(purpose, [], ""), *space, *lines]
    return "\n".join(lines) + "\n"


def undocumented(code: str, function: str) -> str:
    """Return the code without the docstrings of its module and of the function, which do not hold for changed code."""
    tree = ast.parse(code)
    node = next(one for one in tree.body if isinstance(one, ast.FunctionDef) and one.name == function)
    for place in (tree, node):
        if ast.get_docstring(place) is not None and len(place.body) > 1:
            del place.body[0]
    return f"{ast.unparse(tree)}\n"


def _example(function: str, inputs: Mapping[str, Any], value: Any) -> str | None:
    call = f">>> {function}({', '.join(map(repr, inputs.values()))})"
    text = f"{call}\n{value!r}"
    plain = all(_is_plain(one) for one in (*inputs.values(), value))
    fits = all(len(line) <= _WIDTH - 4 and line.isprintable() for line in text.splitlines())
    return text if plain and value is not None and fits and "\\" not in text and '"' not in text else None


def _is_plain(value: Any) -> bool:
    """Whether there is one way to write it: of a number that is not whole, of a set and of a map there are several."""
    if isinstance(value, list):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, bool | int | str)


def _docstring(text: str, examples: Sequence[str], indent: str) -> list[str]:
    text = "".join(char if char.isprintable() or char == "\n" else " " for char in text.replace('"""', "'''"))
    raw = "r" if "\\" in text else ""
    room = _WIDTH - len(indent)
    paragraphs = [_wrapped(part, room, first=place == 0) for place, part in enumerate(text.split("\n\n"))]
    body = "\n\n".join([*paragraphs, *(["\n".join(examples)] if examples else [])])
    if "\n" not in body and len(body) + 6 + len(raw) <= room and not body.endswith(('"', "\\")):
        return [f'{indent}{raw}"""{body}"""']
    whole = f'{raw}"""{body}\n"""'
    return [f"{indent}{line}" if line else "" for line in whole.split("\n")]


def _wrapped(paragraph: str, room: int, *, first: bool) -> str:
    taken = len('r"""') if first else 0
    if all(len(line) + taken <= room for line in paragraph.split("\n")):
        return paragraph
    return textwrap.fill(" " * taken + " ".join(paragraph.split()), room, break_on_hyphens=False).lstrip()
