"""Expressions as Python that reads well."""

from __future__ import annotations

import math
import re
from typing import Final

from specwright.offline.synthesis.nodes import Call, Constant, IfElse, Loop, Name, Node, Outer, is_constant, walk

_HOLE = re.compile(r"\{(\d)(:i)?\}")
_FLIPPED: Final = {
    "{0} < {1}": "{1} > {0}",
    "{0} <= {1}": "{1} >= {0}",
    "{0} == {1}": "{1} == {0}",
    "{0} != {1}": "{1} != {0}",
}
_LIST = re.compile(r"list\((?P<inside>.*)\)")
_COMPARISON: Final = 40
_CHOICE: Final = 10


def expression(node: Node) -> str:
    """The Python text of an expression."""
    return _text(node)[0]


def imports(node: Node) -> list[str]:
    """The import lines that the expression needs."""
    needed = {part.block.imports for part in walk(node) if isinstance(part, Call) and part.block.imports}
    if any(isinstance(part, Constant) and part.value == math.pi for part in walk(node)):
        needed.add("math")
    lines = [line if line.startswith("from ") else f"import {line}" for line in needed]
    return sorted(lines, key=lambda line: (line.startswith("from "), line))


def _text(node: Node) -> tuple[str, int]:
    """The text and how strongly it binds."""
    match node:
        case Name(name=name, cast=cast):
            return f"list({name})" if cast else name, 100
        case Constant(value=math.pi):
            return "math.pi", 100
        case Constant(value=value):
            return repr(value), 80 if isinstance(value, int | float) and value < 0 else 100
        case Outer(inside=inside):
            return _text(inside)
        case Call():
            return _call(node)
        case IfElse(test=test, yes=yes, no=no):
            parts = [_within(yes, _CHOICE + 1), _within(test, _CHOICE + 1), _within(no, _CHOICE)]
            return f"{parts[0]} if {parts[1]} else {parts[2]}", _CHOICE
        case Loop():
            return _loop(node), 100
        case _:
            raise TypeError(f"{type(node).__name__} has no text")


def _call(node: Call) -> tuple[str, int]:
    text, args = node.block.text, node.args
    if text in _FLIPPED and is_constant(args[0]) and not is_constant(args[1]):
        text = _FLIPPED[text]

    def filled(hole: re.Match[str]) -> str:
        arg = args[int(hole.group(1))]
        if hole.group(2):
            alone = text[hole.start() - 1] == "(" and text[hole.end()] == ")"
            return _iterated(arg) if alone or not isinstance(arg, Loop) else expression(arg)
        return _within(arg, _needed(text, hole, node.block.rank))

    return _HOLE.sub(filled, text).replace("{{", "{").replace("}}", "}"), node.block.rank


def _needed(text: str, hole: re.Match[str], rank: int) -> int:
    """How strongly an argument must bind to stand in this place without parentheses."""
    after, before = text[hole.end() : hole.end() + 1], text[max(hole.start() - 1, 0) : hole.start()]
    if after in (".", "[") and after:
        return 100
    if rank == 100 or before in ("[", "("):
        return 0
    first = hole.start() == 0
    return rank if first and rank != _COMPARISON and "**" not in text else rank + 1


def _within(node: Node, needed: int) -> str:
    text, rank = _text(node)
    return text if rank >= needed else f"({text})"


def _iterated(node: Node) -> str:
    """The text of something that is only gone through: a list made just for that is left out."""
    if isinstance(node, Outer):
        return _iterated(node.inside)
    if isinstance(node, Loop) and node.form in ("map", "filter", "filtered map"):
        return _comprehension(node)
    if isinstance(node, Name):
        return node.name
    text = expression(node)
    if isinstance(node, Call) and node.block.text.startswith("list("):
        inside = _LIST.fullmatch(text)
        if inside is not None and _balanced(inside["inside"]):
            return inside["inside"]
    return text


def _balanced(text: str) -> bool:
    depth = 0
    for char in text:
        depth += (char == "(") - (char == ")")
        if depth < 0:
            return False
    return depth == 0


def _comprehension(node: Loop) -> str:
    names = ", ".join(node.names)
    element = names if len(node.names) == 1 else f"({names})"
    head = f"for {names} in {_iterated(node.source)}"
    if node.form == "filter":
        return f"{element} {head} if {_within(node.body, _CHOICE + 1)}"
    test = f" if {_within(node.test, _CHOICE + 1)}" if node.test is not None else ""
    return f"{expression(node.body)} {head}{test}"


def _loop(node: Loop) -> str:
    source, body = _iterated(node.source), expression(node.body)
    names = ", ".join(node.names)
    if node.form in ("map", "filter", "filtered map"):
        return f"[{_comprehension(node)}]"
    if node.form in ("count", "sum"):
        return f"sum({body} for {names} in {source})"
    if node.form == "text":
        return f"''.join({body} for {names} in {source})"
    if node.form == "kept text":
        return f"''.join({names} for {names} in {source} if {_within(node.body, _CHOICE + 1)})"
    if node.form in ("all", "any"):
        return f"{node.form}({body} for {names} in {source})"
    if node.form == "dict":
        return f"{{{names}: {body} for {names} in {source}}}"
    key = f"lambda {names}: {body}" if len(node.names) == 1 else _pair_key(node, body)
    if node.form in ("sorted", "sorted down"):
        return f"sorted({source}, key={key}{', reverse=True' if node.form == 'sorted down' else ''})"
    return f"{node.form}({source}, key={key})"


def _pair_key(node: Loop, body: str) -> str:
    """A key takes one argument: the names of a pair become its two places."""
    for place, name in enumerate(node.names):
        body = re.sub(rf"\b{name}\b", f"pair[{place}]", body)
    return f"lambda pair: {body}"
