"""Functions as values of a test case: one expression of their parameters, such as `lambda x: x * 2 + 1`.

A callback is the same in every language. Here its expression becomes a short program of a stack machine, and each
language has that machine (`SpecialForm`). An instruction is one text:

    $0                a parameter      i5  f0.5  btrue  tword     a constant
    + - * / // % neg  arithmetic, as in Python       < <= > >= == !=  comparison
    not in len abs str upper lower min max get      jump:9  jump-false:9  keep-false:9  keep-true:9
"""

from __future__ import annotations

import ast
from typing import Final

from specwright.core.errors import UserError
from specwright.core.value import Value

_BINARY: Final[dict[type[ast.operator], str]] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%",
}  # fmt: skip
_COMPARED: Final[dict[type[ast.cmpop], str]] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=", ast.In: "in",
}  # fmt: skip
_FUNCTIONS: Final = {"len": 1, "abs": 1, "str": 1, "min": 2, "max": 2}
_METHODS: Final = ("upper", "lower")
_LARGEST: Final = 2**53
_LONGEST: Final = 500
HINT: Final = (
    "write it like lambda x: x * 2, with + - * / // %, comparisons, and, or, not, if-else, len, abs, min, max, str, "
    "x.upper(), x.lower(), x[0] and texts and numbers"
)


class Callback(Value):
    """A function of one expression. Make it with `read`, which checks it."""

    params: tuple[str, ...]
    body: str

    @classmethod
    def read(cls, text: str) -> Callback:
        """Return the function that `lambda x: ...` states. Raise UserError if it is none, or does too much."""
        try:
            node = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            node = None
        if not isinstance(node, ast.Lambda) or len(text) > _LONGEST:
            raise UserError(f"{text[:100]!r} is no function of one expression", hint=HINT)
        return cls.of(node)

    @classmethod
    def of(cls, node: ast.Lambda) -> Callback:
        """Return the function of a parsed lambda. Raise UserError."""
        given = node.args
        if given.vararg or given.kwarg or given.kwonlyargs or given.defaults or given.posonlyargs:
            raise UserError("a callback takes plain parameters without defaults", hint=HINT)
        made = cls(params=tuple(arg.arg for arg in given.args), body=ast.unparse(node.body))
        made.program()
        return made

    def program(self) -> tuple[str, ...]:
        """Return its instructions. Raise UserError for an expression that the machine has not."""
        code: list[str] = []
        _compile(ast.parse(self.body, mode="eval").body, self.params, code)
        return tuple(code)

    def __str__(self) -> str:
        return f"lambda {', '.join(self.params)}: {self.body}" if self.params else f"lambda: {self.body}"


def _compile(node: ast.expr, params: tuple[str, ...], code: list[str]) -> None:  # noqa: C901, PLR0912 - one case a node
    match node:
        case ast.Name(id=name) if name in params:
            code.append(f"${params.index(name)}")
        case ast.Constant(value=value):
            code.append(_constant(value))
        case ast.UnaryOp(op=ast.USub() | ast.Not() as op, operand=part):
            _compile(part, params, code)
            code.append("neg" if isinstance(op, ast.USub) else "not")
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
            _compile(left, params, code)
            _compile(right, params, code)
            code.append(_BINARY[type(op)])
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARED:
            _compile(left, params, code)
            _compile(right, params, code)
            code.append(_COMPARED[type(op)])
        case ast.Compare(left=left, ops=[first, *ops], comparators=[middle, *others]) if ops:
            rest = ast.Compare(left=middle, ops=ops, comparators=others)
            pair = ast.Compare(left=left, ops=[first], comparators=[middle])
            _compile(ast.BoolOp(op=ast.And(), values=[pair, rest]), params, code)
        case ast.BoolOp(op=op, values=values):
            _either(isinstance(op, ast.And), values, params, code)
        case ast.IfExp(test=test, body=body, orelse=other):
            _branch(test, body, other, params, code)
        case ast.Subscript(value=value, slice=ast.expr() as key) if not isinstance(key, ast.Slice):
            _compile(value, params, code)
            _compile(key, params, code)
            code.append("get")
        case ast.Call(func=ast.Name(id=name), args=given, keywords=[]) if _FUNCTIONS.get(name) == len(given):
            for part in given:
                _compile(part, params, code)
            code.append(name)
        case ast.Call(func=ast.Attribute(value=value, attr=name), args=[], keywords=[]) if name in _METHODS:
            _compile(value, params, code)
            code.append(name)
        case _:
            raise UserError(f"a callback cannot do {ast.unparse(node)[:100]!r}", hint=HINT)


def _constant(value: object) -> str:
    match value:
        case bool():
            return f"b{str(value).lower()}"
        case int() if abs(value) < _LARGEST:
            return f"i{value}"
        case float() if abs(value) < _LARGEST:
            return f"f{value!r}"
        case str():
            return f"t{value}"
        case _:
            pass
    raise UserError(f"a callback cannot use {value!r}", hint=HINT)


def _either(is_and: bool, values: list[ast.expr], params: tuple[str, ...], code: list[str]) -> None:
    """`and` keeps the first false value, and `or` the first true one, without looking at the rest."""
    jumps = []
    for part in values[:-1]:
        _compile(part, params, code)
        jumps.append(len(code))
        code.append("")
    _compile(values[-1], params, code)
    for place in jumps:
        code[place] = f"{'keep-false' if is_and else 'keep-true'}:{len(code)}"


def _branch(test: ast.expr, body: ast.expr, other: ast.expr, params: tuple[str, ...], code: list[str]) -> None:
    _compile(test, params, code)
    to_other = len(code)
    code.append("")
    _compile(body, params, code)
    to_end = len(code)
    code.append("")
    code[to_other] = f"jump-false:{len(code)}"
    _compile(other, params, code)
    code[to_end] = f"jump:{len(code)}"
