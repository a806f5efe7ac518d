"""What a parameter without an annotation may be, from how the function uses it, from its default and from its name."""

from __future__ import annotations

import ast
from collections import Counter
from typing import Final

from specwright.core.existing.shape import ArgumentShape
from specwright.core.program.types import Type
from specwright.languages.common.observing.names import ranked, types_by_name

_TEXT: Final = frozenset(
    """
    capitalize casefold center encode endswith find format isalnum isalpha isdecimal isdigit islower
    isnumeric isspace isupper join ljust lower lstrip partition removeprefix removesuffix replace rfind rjust
    rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill
    """.split()  # noqa: SIM905
)
_LIST: Final = frozenset(["append", "extend", "insert", "sort", "reverse", "remove"])
_MAP: Final = frozenset(["items", "keys", "values", "get", "setdefault", "popitem"])
_SET: Final = frozenset(["add", "union", "intersection", "difference", "issubset", "issuperset", "discard"])
_WHOLE: Final = frozenset(["range", "chr", "bin", "hex", "oct", "isqrt", "factorial", "gcd", "comb"])
_ITERATES: Final = frozenset(
    """
    Counter all any deque enumerate filter iter join len list map max min reversed set sorted sum tuple zip
    """.split()  # noqa: SIM905
)
_ISINSTANCE: Final = {
    "int": "int", "float": "float", "str": "str", "list": "list[int]", "dict": "map[str, int]", "bool": "bool",
    "tuple": "tuple[int, int]", "set": "set[int]", "bytes": "bytes", "complex": "float",
}  # fmt: skip
_DEEPEST: Final = 3


def guesses(function: ast.AST, name: str, default: ast.expr | None) -> tuple[ArgumentShape, ...]:
    """Return shapes that the parameter may have, the likeliest first."""
    votes = usage(function, name)
    for place, kind in enumerate(types_by_name(name)):
        votes[kind] += 3 if place == 0 else 1
    if default is not None:
        try:
            value = ast.literal_eval(default)
        except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
            value = None
        if value is not None and value not in ((), [], {}):
            votes[str(ArgumentShape.seen([value]).type)] += 6
    return ranked(votes)


def usage(function: ast.AST, name: str, depth: int = 0) -> Counter[str]:  # noqa: C901, PLR0912 - one case a node
    """Return how much speaks for each type of a variable."""
    votes: Counter[str] = Counter()
    loops: Counter[str] = Counter()
    pairs = 0
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Name(id=called)) if called == name:
                votes["function[int, int]"] += 8
            case ast.Call(func=ast.Attribute(value=ast.Name(id=of), attr=method)) if of == name:
                _method(votes, method)
            case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id=of), kinds]) if of == name:
                for found in (each.id for each in ast.walk(kinds) if isinstance(each, ast.Name)):
                    votes[_ISINSTANCE.get(found, "int")] += 4 if found in _ISINSTANCE else 0
            case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called), args=args) if any(
                isinstance(arg, ast.Name) and arg.id == name for arg in args
            ):
                _called(votes, called)
            case ast.For(target=target, iter=iterated) | ast.comprehension(target=target, iter=iterated):
                if _iterates(iterated, name):
                    if isinstance(iterated, ast.Call) and last_name(iterated) == "enumerate":
                        target = target.elts[-1] if isinstance(target, ast.Tuple) else target
                    if isinstance(target, ast.Name) and depth < _DEEPEST:
                        loops += usage(function, target.id, depth + 1)
                    pairs += isinstance(target, ast.Tuple) and not isinstance(iterated, ast.Call)
                    votes["list[int]"] += 2
            case ast.Subscript(value=ast.Name(id=of), slice=key) if of == name:
                is_text = isinstance(key, ast.Constant) and isinstance(key.value, str)
                votes["map[str, int]" if is_text else "list[int]"] += 4 if is_text else 2
                votes["str"] += 1
            case ast.BinOp(left=left, op=op, right=right):
                _operation(votes, name, (left, right), op)
            case ast.Compare(left=left, comparators=others, ops=ops):
                _comparison(votes, name, [left, *others], ops)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Name(id=of)) if of == name:
                votes["int"] += 3
    return _with_items(votes, loops, pairs)


def _with_items(votes: Counter[str], loops: Counter[str], pairs: int) -> Counter[str]:
    """Return the votes with what is known of the items of a list."""
    if pairs:
        votes["list[tuple[int, int]]"] += votes.pop("list[int]", 0) + 2 * pairs
    best = next((kind for kind, count in loops.most_common(1) if count > 1), None)
    if best == "str":
        votes["str"] += 1  # the letters of a text
    if best is not None and best != "int" and "list[int]" in votes:
        try:
            inner = f"list[{Type.parse(best)}]"
            votes[inner] += votes.pop("list[int]") + 3
        except Exception:  # noqa: BLE001 - a type that is no type of an item
            return votes
    return votes


def _iterates(node: ast.expr, name: str) -> bool:
    if isinstance(node, ast.Name):
        return node.id == name
    if isinstance(node, ast.Subscript):
        return _iterates(node.value, name)
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _ITERATES
    return is_call and any(_iterates(arg, name) for arg in node.args[:1])  # type: ignore[attr-defined]


def last_name(node: ast.expr) -> str:
    """Return the name of a class or a function, without its module and the arguments of its call."""
    called = node.func if isinstance(node, ast.Call) else node
    return called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""


def _method(votes: Counter[str], method: str) -> None:
    for methods, kind in ((_TEXT, "str"), (_LIST, "list[int]"), (_MAP, "map[str, int]"), (_SET, "set[int]")):
        if method in methods:
            votes[kind] += 6


def _called(votes: Counter[str], called: str) -> None:
    if called in _WHOLE:
        votes["int"] += 5
    elif called in _ITERATES:
        votes["list[int]"] += 2
        votes["str"] += called in ("len", "Counter", "reversed", "set", "list")
    elif called == "ord":
        votes["str"] += 4
    elif called in ("abs", "round", "sqrt", "floor", "ceil", "log"):
        votes["float" if called != "abs" else "int"] += 3


def _operation(votes: Counter[str], name: str, sides: tuple[ast.expr, ast.expr], op: ast.operator) -> None:
    left, right = sides
    if isinstance(left, ast.Name) and left.id == name:
        other = right
    elif isinstance(right, ast.Name) and right.id == name:
        other = left
    else:
        return
    if isinstance(op, ast.Mod) and isinstance(left, ast.Constant | ast.JoinedStr):
        return
    constant = other.value if isinstance(other, ast.Constant) else None
    if isinstance(constant, str):
        votes["str"] += 4
    elif isinstance(constant, float):
        votes["float"] += 4
    elif not isinstance(op, ast.Add) or isinstance(constant, int):
        votes["int"] += 3
    elif isinstance(other, ast.List | ast.ListComp):
        votes["list[int]"] += 4
    else:
        votes["int"] += 1


def _comparison(votes: Counter[str], name: str, parts: list[ast.expr], ops: list[ast.cmpop]) -> None:
    if not any(isinstance(part, ast.Name) and part.id == name for part in parts):
        return
    in_it = isinstance(ops[0], ast.In | ast.NotIn)
    if in_it and isinstance(parts[-1], ast.Name) and parts[-1].id == name:
        votes["list[int]"] += 1
        votes["map[str, int]"] += 1
        votes["set[int]"] += 1
        return
    for part in parts:
        if isinstance(part, ast.Constant) and not isinstance(part.value, bool):
            if isinstance(part.value, str):
                votes["str"] += 4
            elif isinstance(part.value, float):
                votes["float"] += 4
            elif isinstance(part.value, int):
                votes["int"] += 3
        elif isinstance(part, ast.Name) and part.id != name:
            votes["int"] += 1
