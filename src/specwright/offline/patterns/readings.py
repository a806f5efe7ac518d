"""Other readings of the same words: programs that differ from a given one only at the edge of its domain.

The result if nothing is found, the effect of a shift past the end, and whether equal items count once are conventions,
and people differ. Words seldom settle it; an example does.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from copy import deepcopy
from itertools import permutations
from typing import Final

from specwright.core.value import Value

_MARKS: Final = {"None": r"\b(none|null|nil)\b", "-1": r"-\s?1\b", "[-1, -1]": r"-\s?1\b", "(-1, -1)": r"-\s?1\b"}
"""Values that stand for nothing found, being hardly ever an answer of their own; and how a problem names them."""

_PLACE: Final = re.compile(
    r"\b(index|indices|position|search\w*|locate|where)\b|\b(first|last) occurrence", re.IGNORECASE
)
"""Words that ask for the place of something."""
_ONCE: Final = re.compile(
    r"\b(distinct|uniq\w*|different|duplicat\w*|dedup\w*|once|twice|repeat\w*|repetit\w*|recur\w*|sets?|equal|same|ties?|"
    r"strictly|occur\w*|appear\w*|multipl\w*)\b",
    re.IGNORECASE,
)
"""Words that say how equal items count, or may say it."""

Rewrite = Callable[[ast.AST], ast.AST | None]


class Reading(Value):
    """A program that the same words may mean, and the difference in words."""

    code: str
    about: str
    words: tuple[str, ...] = ()
    """The words of a clause that ask for it, in their common form."""
    guard: bool = False
    """Whether it only guards against an item that is not in a list; examples rule it out if the two are not that."""


def readings(code: str, problem: str = "") -> tuple[Reading, ...]:
    """One program for each convention that this Python code keeps to, that might be another, and that the problem's
    words do not settle. Whether an example settles it is for the caller to find out."""
    named = {mark for mark, pattern in _MARKS.items() if re.search(pattern, problem, re.IGNORECASE)}
    others = {
        "a shift by more places than there are": _rewritten(code, _unwrapped) or _rewritten(code, _wrapped),
        "what is given when nothing is found": _rewritten(code, lambda node: _other_absence(node, named)),
        "what one list has more than the other": _rewritten(code, _shortest),
        "whether equal items count once": None
        if _ONCE.search(problem) or _is_yes_or_no(code)
        else _rewritten(code, _kept),
    }
    found = [Reading(code=f"{text}\n", about=about) for about, text in others.items() if text is not None]
    return (*found, *(_guarded(code) if _PLACE.search(problem) and "-1" not in named else ()))


def _guarded(code: str) -> list[Reading]:
    """For each two parameters the program that gives -1 where the one is not in the other.

    A formula may find the place of a present item and give a number for an absent one. If the two are not an item and
    its list, or an example shows the number, the examples rule this reading out.
    """
    tree = ast.parse(code)
    function = [node for node in tree.body if isinstance(node, ast.FunctionDef)][-1]
    names = [arg.arg for arg in function.args.args]
    made = []
    for item, items in permutations(names, 2):
        guard = ast.parse(f"if {item} not in {items}:\n    return -1").body
        function.body[:0] = guard
        made.append(
            Reading(code=f"{ast.unparse(tree)}\n", about=f"what is given when {item} is not in {items}", guard=True)
        )
        del function.body[0]
    return made


def _rewritten(code: str, rewrite: Rewrite) -> str | None:
    """The code with every node replaced that the rewrite replaces; None where it replaces none."""

    class Walk(ast.NodeTransformer):
        changed = False

        def visit(self, node: ast.AST) -> ast.AST:
            node = self.generic_visit(node)
            other = rewrite(node)
            self.changed |= other is not None
            return node if other is None else ast.copy_location(other, node)

    walk = Walk()
    tree = walk.visit(ast.parse(code))
    return ast.unparse(ast.fix_missing_locations(tree)) if walk.changed else None


def _unwrapped(node: ast.AST) -> ast.AST | None:
    """`min(k, len(items))` for `k % len(items)`: as far as it goes, and no further."""
    match node:
        case ast.BinOp(left=left, op=ast.Mod(), right=ast.Call(func=ast.Name(id="len")) as length):
            return ast.Call(func=ast.Name(id="min", ctx=ast.Load()), args=[left, length], keywords=[])
        case _:
            return None


def _wrapped(node: ast.AST) -> ast.AST | None:
    """`items[k:] + items[:k]` with `k % len(items)` for `k`."""
    match node:
        case ast.BinOp(
            left=ast.Subscript(value=items, slice=ast.Slice(lower=ast.expr() as k, upper=None, step=None)),
            op=ast.Add(),
            right=ast.Subscript(value=same, slice=ast.Slice(lower=None, upper=ast.expr() as end, step=None)),
        ) if _alike(items, same) and _alike(k, end) and not isinstance(k, ast.Constant):
            length = ast.Call(func=ast.Name(id="len", ctx=ast.Load()), args=[items], keywords=[])
            cut = ast.BinOp(left=k, op=ast.Mod(), right=length)
            first = ast.Subscript(value=items, slice=ast.Slice(lower=cut), ctx=ast.Load())
            second = ast.Subscript(value=items, slice=ast.Slice(upper=cut), ctx=ast.Load())
            return deepcopy(ast.BinOp(left=first, op=ast.Add(), right=second))
        case _:
            return None


def _shortest(node: ast.AST) -> ast.AST | None:
    """`zip` for `zip_longest`: it ends with the shorter of its arguments."""
    match node:
        case ast.Call(func=ast.Name(id="zip_longest"), args=args):
            return ast.Call(func=ast.Name(id="zip", ctx=ast.Load()), args=args, keywords=[])
        case _:
            return None


def _is_yes_or_no(code: str) -> bool:
    """Return whether the function that the code ends with says that it answers yes or no."""
    functions = [node for node in ast.parse(code).body if isinstance(node, ast.FunctionDef)]
    return bool(functions) and isinstance(functions[-1].returns, ast.Name) and functions[-1].returns.id == "bool"


def _kept(node: ast.AST) -> ast.AST | None:
    """A list for a set, so that equal items stay."""
    match node:
        case ast.Call(func=ast.Name(id="set" | "frozenset"), args=[items]):
            return _call("list", items)
        case ast.Call(func=ast.Attribute(value=ast.Name(id="dict"), attr="fromkeys"), args=[items]):
            return _call("list", items)
        case ast.SetComp(elt=item, generators=generators):
            return ast.ListComp(elt=item, generators=generators)
        case _:
            return None


def _call(name: str, argument: ast.expr) -> ast.Call:
    return ast.Call(func=ast.Name(id=name, ctx=ast.Load()), args=[argument], keywords=[])


def _alike(one: ast.AST, other: ast.AST) -> bool:
    return ast.dump(one) == ast.dump(other)


def _other_absence(node: ast.AST, named: set[str]) -> ast.AST | None:
    """Another mark of absence than this place gives, unless the problem names it; an error for a search's -1."""

    def other(value: ast.expr) -> ast.expr | None:
        mark = ast.unparse(value)
        if mark not in _MARKS or mark in named:
            return None
        return ast.Constant(None if mark != "None" else -1)

    match node:
        case ast.Return(value=ast.expr() as value) if instead := other(value):
            return ast.Return(value=instead)
        case ast.IfExp(test=test, body=body, orelse=value) if instead := other(value):
            return ast.IfExp(test=test, body=body, orelse=instead)
        case ast.Call(func=ast.Name(id="next") | ast.Attribute(attr="get"), args=[first, value]) if instead := other(
            value
        ):
            return ast.Call(func=node.func, args=[first, instead], keywords=[])
        case ast.keyword(arg="default", value=value) if instead := other(value):
            return ast.keyword(arg="default", value=instead)
        case ast.Attribute(value=text, attr="find" | "rfind" as name) if "-1" not in named:
            return ast.Attribute(value=text, attr=name.replace("find", "index"), ctx=ast.Load())
        case _:
            return None
