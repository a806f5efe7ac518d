"""Literals as Python, JavaScript, Java, Go and Rust write them, read without running anything."""

from __future__ import annotations

import ast
import math
import re
import warnings
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from typing import Any, Final, NamedTuple

from specwright.core.errors import UserError
from specwright.core.program.data import Data, encode, from_json
from specwright.core.program.digits import parse_digits
from specwright.core.program.special.callback import Callback
from specwright.core.program.special.made import MadeFrame, MadeRecord
from specwright.core.program.types import Type

Arguments = tuple[tuple[Data, ...], dict[str, Data]]
"""Arguments by position and by name, as tagged data."""

_WORDS: Final[dict[str, Any]] = {
    "true": True, "false": False, "null": None, "none": None, "nil": None, "undefined": None,
    "nan": float("nan"), "NaN": float("nan"), "inf": float("inf"), "Infinity": float("inf"),
}  # fmt: skip
_SCALAR = re.compile(r"[-+]?(?:\d[\d_]*\.?\d*(?:[eE][-+]?\d+)?|\.\d+|[A-Za-z_]\w*)")
_LONGEST: Final = 20_000
"""Characters of one argument list or literal."""
_DEEPEST: Final = 100
_GOES_ON: Final = frozenset("+-*/%<>=&|^@")
_NO_LITERAL: Final = (
    SyntaxError, ValueError, TypeError, UserError, RecursionError, MemoryError, OverflowError, InvalidOperation,
)  # fmt: skip
"""What parsing and evaluating a literal raises; a set of lists is a TypeError."""
_LONG_DIGITS = re.compile(r"""'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|(?<![\w.])(\d[\d_]{4000,})(?![\w.])""", re.DOTALL)
"""More digits than Python reads at once, outside of texts."""
_RECORD = re.compile(r"[A-Z]\w*[a-z]\w*")
_CALLED = re.compile(
    r"(?:(?:datetime|decimal|dt|pd|pandas)\.)?(?:Decimal|date|datetime|[A-Z]\w*[a-z]\w*)(?=\()|(?:np|numpy)\.array(?=\()"
)
FRAME_CALLS: Final = {"array": "ndarray", "Series": "series", "DataFrame": "dataframe"}
"""What makes arrays, series and data frames in examples."""
_BYTES = re.compile(r"[bB](?=['\"])")
_THOUSANDS = re.compile(r",\d{3}(?!\d)")
_COLON = re.compile(r"(?<![\w\"'{,])\b([A-Za-z_]\w*)\s*:\s*(?=[\[({\"'\d-])")
_UNSEPARATED = re.compile(r"(?<=[\w\])}'\"])\s+(?=[A-Za-z_]\w*\s*=(?!=))")


class Literal(NamedTuple):
    value: Data
    end: int


def literal(text: str, at: int) -> Literal | None:
    """Return the literal that begins here; None if there is none, or if the expression goes on behind it."""
    while at < len(text) and text[at] in " \t\r\n`":
        at += 1
    if at >= len(text):
        return None
    end = literal_end(text, at)
    if end is None or _goes_on(text, end):
        return None
    if text[at].isdigit() and _THOUSANDS.match(text, end):
        return None  # 1,000 is one number or two; a person knows which
    try:
        return Literal(encode(_value(parsed(text[at:end].strip()))), end)
    except _NO_LITERAL:
        return None


def arguments(text: str) -> Arguments | None:
    """Literal arguments by position or by name; None for anything else."""
    stripped = text.strip().strip("`").strip()
    joined = _UNSEPARATED.sub(", ", re.sub(r",?\s+and\s+", ", ", stripped))
    for form in (stripped, joined, _UNSEPARATED.sub(", ", _COLON.sub(r"\1=", stripped))):
        try:
            call = parsed(f"f({form}\n)")
            if not isinstance(call, ast.Call) or any(keyword.arg is None for keyword in call.keywords):
                return None
            args = tuple(encode(_value(arg)) for arg in call.args)
            return args, {str(keyword.arg): encode(_value(keyword.value)) for keyword in call.keywords}
        except _NO_LITERAL:
            continue
    return None


def parsed(text: str) -> ast.expr:
    """Return the expression. Raise SyntaxError, ValueError, RecursionError, MemoryError."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python's opinion of the user's backslashes is of no use to the user
        return ast.parse(_LONG_DIGITS.sub(_in_hexadecimal, text), mode="eval").body


def is_expression(text: str) -> bool:
    """Return whether the text is Python, whose strings mean what they hold: `"&lt;"` is no sign in HTML there."""
    try:
        parsed(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _in_hexadecimal(found: re.Match[str]) -> str:
    return hex(parse_digits(found[1])) if found[1] else found[0]


_BRACKETS = re.compile(r"[\[\](){}'\"]")


def closing(text: str, at: int) -> int | None:
    """Return the place after the bracket that closes the one at `at`; None if it is not closed within reason."""
    depth = 0
    limit = min(len(text), at + _LONGEST)
    while match := _BRACKETS.search(text, at, limit):
        at = match.end()
        if match[0] in "'\"":
            end = _string_end(text, match.start())
            if end is None:
                return None
            at = end
        elif match[0] in "[({":
            depth += 1
            if depth > _DEEPEST:
                return None
        else:
            depth -= 1
            if depth == 0:
                return at
    return None


def split(text: str) -> list[str]:
    """Return the parts of a text between its outermost commas."""
    parts, start, at = [], 0, 0
    while at < len(text):
        if text[at] in "'\"[({":
            at = (_string_end(text, at) if text[at] in "'\"" else closing(text, at)) or len(text)
            continue
        if text[at] == ",":
            parts.append(text[start:at])
            start = at + 1
        at += 1
    return [*parts, text[start:]]


def _goes_on(text: str, end: int) -> bool:
    """Whether an expression goes on here: an operator that is no comment, or a bracket without a gap."""
    rest = text[end : end + 100].lstrip(" \t`")
    return text[end : end + 1] in tuple("[(") or (rest[:1] in _GOES_ON and not rest.startswith("//"))


def literal_end(text: str, at: int) -> int | None:
    """Return where the literal that begins here would end."""
    if text[at] in "[({":
        return closing(text, at)
    if text[at] in "'\"":
        return _string_end(text, at)
    if called := _CALLED.match(text, at):
        return closing(text, called.end())
    if _BYTES.match(text, at):
        return _string_end(text, at + 1)
    match = _SCALAR.match(text, at)
    end = match.end() if match else None
    return end - 1 if end and text[end - 1] == "." else end


def _string_end(text: str, at: int) -> int | None:
    quote, place = text[at], at + 1
    if text.startswith(quote * 3, at):
        end = text.find(quote * 3, at + 3, at + _LONGEST)
        return end + 3 if end >= 0 else None
    while place < len(text) and text[place] != "\n":
        if text[place] == "\\":
            place += 2
            continue
        if text[place] == quote:
            return place + 1
        place += 1
    return None


def _value(node: ast.expr) -> Any:  # noqa: C901, PLR0912 - one case per kind of literal
    """Evaluate a literal, with the words that other languages use for True, False and None."""
    match node:
        case ast.Constant(value=value) if value is not ...:
            return value
        case ast.Name(id=name) if name in _WORDS:
            return _WORDS[name]
        case ast.Attribute(value=ast.Name(id="np" | "numpy" | "math"), attr="nan"):
            return math.nan
        case ast.Attribute(value=ast.Name(id="pd" | "pandas"), attr="NA" | "NaT"):
            return None
        case ast.List(elts=items):
            return [_value(item) for item in items]
        case ast.Tuple(elts=items):
            return tuple(_value(item) for item in items)
        case ast.Set(elts=items):
            return {_value(item) for item in items}
        case ast.Dict(keys=keys, values=values) if None not in keys:
            return {_key(k): _value(v) for k, v in zip(keys, values, strict=True) if k is not None}
        case ast.UnaryOp(op=ast.USub(), operand=operand) if isinstance(value := _value(operand), int | float):
            return -value
        case ast.UnaryOp(op=ast.UAdd(), operand=operand) if isinstance(value := _value(operand), int | float):
            return value
        case ast.Call(func=ast.Name(id="set"), args=[], keywords=[]):
            return set()
        case ast.Lambda():
            return Callback.of(node)
        case ast.Call(func=func, args=given, keywords=named) if (
            made := _made(_last_name(func), given, named)
        ) is not None:
            return made
        case ast.Call(func=ast.Name(id="float"), args=[ast.Constant(value=str(word))], keywords=[]):
            return float(word)
        case _:
            raise ValueError("not a literal")


def _last_name(func: ast.expr) -> str:
    """Return the name of what is called; `date` of `datetime.date`, too."""
    match func:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id="datetime" | "decimal" | "dt"), attr=name):
            return name
        case ast.Attribute(value=ast.Name(id="np" | "numpy" | "pd" | "pandas"), attr=name) if name in FRAME_CALLS:
            return name
        case _:
            return ""


def _made(name: str, given: list[ast.expr], named: list[ast.keyword]) -> Any:
    """Return what a call of a constructor makes: a decimal, a date, a time or a record; None for any other call."""
    values = [_value(item) for item in given]
    if name in FRAME_CALLS and len(values) <= 1:
        return _made_frame(FRAME_CALLS[name], values, {str(each.arg): _value(each.value) for each in named})
    if name == "Decimal" and len(values) == 1 and not named:
        return Decimal(str(values[0]))
    if name in ("date", "datetime") and not named:
        return (date if name == "date" else datetime)(*values)
    if _RECORD.fullmatch(name) and (values or named):
        pairs = dict(enumerate(values)) | {str(each.arg): _value(each.value) for each in named}
        return MadeRecord(name=name, fields=encode(pairs))
    return None


def _made_frame(kind: str, values: list[Any], named: dict[str, Any]) -> MadeFrame | None:
    """Return what `np.array(...)`, `pd.Series(...)` or `pd.DataFrame(...)` makes; None for other arguments."""
    named.pop("dtype", None)
    content = encode(
        named.pop("data") if "data" in named else values[0] if values else [] if kind != "dataframe" else {}
    )
    if kind == "dataframe" and isinstance(content, list) and set(named) >= {"columns"}:
        content = {"columns": named.pop("columns"), "data": content, **named}
    elif named and kind == "series":
        content = {"data": content, **named}
    elif named:
        return None
    return MadeFrame(data=from_json(content, Type.parse(kind)))


def _key(node: ast.expr) -> Any:
    """Return the key of a map; JavaScript leaves out its quotes."""
    return node.id if isinstance(node, ast.Name) and node.id not in _WORDS else _value(node)
