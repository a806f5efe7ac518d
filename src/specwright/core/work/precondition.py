"""Preconditions: which inputs are legal, as expressions that are read here and never executed as code.

    >>> condition = Precondition(text="there are two numbers or more", holds="len(nums) >= 2")
    >>> condition.allows({"nums": [1, 2]}), condition.allows({"nums": [1]})
    (True, False)

An expression is written in a small part of Python: names of parameters, constants, arithmetic, comparisons, `and`,
`or`, `not`, indexing, comprehensions inside `all`, `any` and `sum`, and the functions and methods listed below. The
work of one evaluation is bounded, so a model may write it.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from specwright.core.errors import UserError
from specwright.core.program.data import Data, decode
from specwright.core.value import Value

MOST_STEPS: Final = 20_000
"""Nodes visited in one evaluation; more means that the expression is not a simple condition."""
_MOST_BITS: Final = 4_096
_FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    function.__name__: function
    for function in (abs, all, any, bool, float, int, isinstance, len, list, max, min, set, sorted, str, sum, tuple)
}
_TYPES: Final = {"int": int, "float": float, "str": str, "bool": bool, "list": list, "tuple": tuple, "dict": dict}
_METHODS: Final = frozenset(
    {
        *("isdigit", "isalpha", "isalnum", "isupper", "islower", "isspace", "isascii", "isidentifier"),
        *("startswith", "endswith", "count", "strip", "split", "splitlines", "lower", "upper", "find", "index"),
        *("keys", "values", "items", "issubset", "isdisjoint"),
    }
)
_BINARY: Final[dict[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
}
_COMPARED: Final[dict[type[ast.cmpop], Callable[[Any, Any], bool]]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda item, items: item in items,
    ast.NotIn: lambda item, items: item not in items,
}


class Precondition(Value):
    """What callers must keep to. `holds` is empty if the condition exists in words only."""

    text: str
    holds: str = ""

    def objection(self, names: frozenset[str]) -> str | None:
        """Return why the expression cannot be used with these parameters, or None."""
        if not self.holds:
            return None
        try:
            _Reader(dict.fromkeys(names)).check(_parsed(self.holds))
        except UserError as error:
            return f"the condition {self.holds!r} cannot be used: {error.message}"
        return None

    def allows(self, inputs: Mapping[str, Data]) -> bool:
        """Return whether the condition holds; one that fails to evaluate on an input does not allow it."""
        if not self.holds:
            return True
        try:
            known = {name: decode(value) for name, value in inputs.items()}
            return bool(_Reader(known).value(_parsed(self.holds)))
        except (UserError, ArithmeticError, TypeError, ValueError, LookupError, RecursionError, AttributeError):
            return False


def legal(conditions: tuple[Precondition, ...], inputs: Mapping[str, Data]) -> bool:
    """Return whether every condition allows the input."""
    return all(condition.allows(inputs) for condition in conditions)


def _parsed(text: str) -> ast.expr:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise UserError("it is not an expression") from error


class _Reader:
    """Evaluates one expression over the parameters, step by step."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self._names = dict(names)
        self._steps = 0

    def check(self, node: ast.expr) -> None:
        """Raise UserError for anything that `value` does not read."""
        bound = {name.id for part in ast.walk(node) if isinstance(part, ast.comprehension) for name in _targets(part)}
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and part.id not in {*self._names, *bound, *_ALL, *_TYPES}:
                raise UserError(f"{part.id!r} is no parameter")
            if isinstance(part, ast.expr) and not isinstance(part, _READABLE):
                raise UserError(f"{ast.unparse(part)!r} is not part of a condition")
            if isinstance(part, ast.BinOp) and type(part.op) not in _BINARY:
                raise UserError(f"{ast.unparse(part)!r} is not part of a condition")
            if isinstance(part, ast.Call):
                _function(part)

    def value(self, node: ast.expr) -> Any:  # noqa: C901, PLR0912 - one case per kind of node, and no more
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise UserError("it takes too many steps")
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                return self._name(name)
            case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
                made = [self.value(item) for item in items]
                return made if isinstance(node, ast.List) else tuple(made)
            case ast.BoolOp(op=ast.And(), values=parts):
                return all(self.value(part) for part in parts)
            case ast.BoolOp(values=parts):
                return any(self.value(part) for part in parts)
            case ast.UnaryOp(op=ast.Not(), operand=part):
                return not self.value(part)
            case ast.UnaryOp(op=ast.USub(), operand=part):
                return -self.value(part)
            case ast.IfExp(test=test, body=body, orelse=other):
                return self.value(body if self.value(test) else other)
            case ast.BinOp(left=left, op=op, right=right):
                return self._binary(op, self.value(left), self.value(right))
            case ast.Compare():
                return self._compared(node)
            case ast.Subscript(value=body, slice=key):
                return self.value(body)[self._key(key)]
            case ast.GeneratorExp() | ast.ListComp() | ast.SetComp():
                return list(self._comprehended(node.elt, node.generators))
            case ast.Call():
                return self._called(node)
            case _:
                pass
        raise UserError(f"{ast.unparse(node)!r} is not part of a condition")

    def _name(self, name: str) -> Any:
        if name in self._names:
            return self._names[name]
        if name in _TYPES:
            return _TYPES[name]
        raise UserError(f"{name!r} is no parameter")

    def _key(self, key: ast.expr) -> Any:
        if isinstance(key, ast.Slice):
            return slice(*(None if part is None else self.value(part) for part in (key.lower, key.upper, key.step)))
        return self.value(key)

    def _binary(self, op: ast.operator, left: Any, right: Any) -> Any:
        if isinstance(op, ast.Mult) and not (isinstance(left, int | float) and isinstance(right, int | float)):
            raise UserError("only numbers are multiplied")
        if isinstance(op, ast.Mod) and isinstance(left, str):
            raise UserError("texts are not formatted")
        made = _BINARY[type(op)](left, right)
        if isinstance(made, int) and made.bit_length() > _MOST_BITS:
            raise UserError("a number grows too large")
        return made

    def _compared(self, node: ast.Compare) -> bool:
        left = self.value(node.left)
        for op, part in zip(node.ops, node.comparators, strict=True):
            right = self.value(part)
            if not _COMPARED[type(op)](left, right):
                return False
            left = right
        return True

    def _comprehended(self, item: ast.expr, loops: list[ast.comprehension]) -> Iterator[Any]:
        if not loops:
            yield self.value(item)
            return
        loop, *rest = loops
        before = dict(self._names)
        for each in self.value(loop.iter):
            targets = list(_targets(loop))
            values = [each] if isinstance(loop.target, ast.Name) else list(each)
            if len(values) != len(targets):
                raise UserError("a loop unpacks the wrong number of values")
            self._names.update({target.id: value for target, value in zip(targets, values, strict=True)})
            if all(self.value(test) for test in loop.ifs):
                yield from self._comprehended(item, rest)
        self._names = before

    def _called(self, node: ast.Call) -> Any:
        function = _function(node)
        given = [self.value(argument) for argument in node.args]
        self._steps += sum(len(value) for value in given if isinstance(value, list | str | tuple | dict | set))
        if isinstance(function, str):
            assert isinstance(node.func, ast.Attribute)
            return getattr(self.value(node.func.value), function)(*given)
        if function in (range, str, int) and any(isinstance(value, int) and abs(value) > MOST_STEPS for value in given):
            raise UserError("a number is too large here")
        return function(*given)


_READABLE: Final = (
    ast.Constant,
    ast.Name,
    ast.List,
    ast.Tuple,
    ast.Set,
    ast.BoolOp,
    ast.UnaryOp,
    ast.IfExp,
    ast.BinOp,
    ast.Compare,
    ast.Subscript,
    ast.Slice,
    ast.GeneratorExp,
    ast.ListComp,
    ast.SetComp,
    ast.Call,
    ast.Attribute,
)
_ALL: Final[dict[str, Callable[..., Any]]] = {**_FUNCTIONS, "range": range, "zip": zip, "enumerate": enumerate}


def _function(node: ast.Call) -> Callable[..., Any] | str:
    """Return the function that a call names, or the name of a method. Raise UserError for any other."""
    if node.keywords:
        raise UserError("a call has keyword arguments")
    match node.func:
        case ast.Name(id=name) if name in _ALL:
            return _ALL[name]
        case ast.Attribute(attr=name) if name in _METHODS:
            return name
    raise UserError(f"{ast.unparse(node.func)!r} cannot be called in a condition")


def _targets(loop: ast.comprehension) -> Iterator[ast.Name]:
    parts = loop.target.elts if isinstance(loop.target, ast.Tuple) else [loop.target]
    for part in parts:
        if not isinstance(part, ast.Name):
            raise UserError("a loop binds something else than names")
        yield part
