"""Examples as people write them, read without a model.

    nums=[3,3], target=6 -> [0,1]          two_sum([3, 3], 6) == [0, 1]          >>> two_sum([3, 3], 6)
    Input: nums = [3,3], target = 6        root(-1) raises ValueError            [0, 1]
    Output: [0,1]

What has one of these forms is taken verbatim; anything less clear is left to the specification stage.
"""

from __future__ import annotations

import ast
import builtins
import re
import warnings
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final, NamedTuple

from specwright.core.errors import UserError
from specwright.core.program.data import Data, encode, shape
from specwright.core.program.digits import parse_digits
from specwright.core.program.signature import Signature
from specwright.core.value import Value, digest
from specwright.core.work.testcase import Expectation, Raises, Returns

_WORDS: Final[dict[str, Any]] = {
    "true": True, "false": False, "null": None, "none": None, "nil": None, "undefined": None,
    "nan": float("nan"), "NaN": float("nan"), "inf": float("inf"), "Infinity": float("inf"),
}  # fmt: skip
_CALL = re.compile(r"(?<![\w.])([A-Za-z_]\w*)\s*\(")
_SEPARATOR = re.compile(r"\s*(?:->|=>|→|⇒|➞|==|returns?\b|gives\b|should return\b|outputs?\b|is\b(?=\s*[\[\"'\d-]))\s*")
_RAISES = re.compile(r"\s*(?:->|=>|→|:|should)?\s*(?:raises?|throws?)\s+(?:an?\s+)?`?([A-Z]\w*)?`?")
_INPUT = re.compile(r"\binputs?\b[*`_ ]*(:|=(?!=))[*`_ ]*\s*", re.IGNORECASE)
_OUTPUT = re.compile(r"\b(?:expected\s+)?outputs?\b[*`_ ]*(?::|=(?!=))[*`_ ]*\s*", re.IGNORECASE)
_DOCTEST = re.compile(r"^[ \t]*>>>[ \t]*(?P<call>.+)\n(?P<wanted>[ \t]*\S.*)$", re.MULTILINE)
_HEADING: Final = r"(?:(?:for\s+)?examples?\s*\d*\s*:|e\.g\.,?)\s*"
_BULLET = re.compile(rf"^\s*(?:[-*•]\s+|\d+[.)]\s+)?(?:{_HEADING})?", re.IGNORECASE)
_IN_PROSE = re.compile(rf"\b{_HEADING}|(?:[.:;]\s+|\()(?=`?[A-Za-z_]\w*\s*=[^=])", re.IGNORECASE)
"""Where an example may begin within a line: behind a word that announces one, or with a named argument."""
_AND_ANOTHER = re.compile(r"\s*`?\s*(?:;|,?\s+and\b)\s*")
_SCALAR = re.compile(r"[-+]?(?:\d[\d_]*\.?\d*(?:[eE][-+]?\d+)?|\.\d+|[A-Za-z_]\w*)")
_GOES_ON: Final = frozenset("+-*/%<>=&|^@[(")
_NO_LITERAL: Final = (SyntaxError, ValueError, TypeError, UserError, RecursionError, MemoryError)
"""What parsing and evaluating a literal raises; a set of lists is a TypeError."""
_LONG_DIGITS = re.compile(r"""'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|(?<![\w.])(\d[\d_]{4000,})(?![\w.])""", re.DOTALL)
"""More digits than Python reads at once, outside of texts."""
_MOST: Final = 300
"""Places of one form that are looked at. A text with more of them is no problem statement, and reading it must end."""
_MOST_ARROWS: Final = 8
_LONGEST_INPUT: Final = 4000
_LONGEST_LINE: Final = 20_000


class Example(Value):
    """One example: arguments by position or by name, what is expected, and the words it was read from."""

    args: tuple[Data, ...] = ()
    kwargs: dict[str, Data] = {}  # noqa: RUF012 - pydantic copies defaults
    expected: Expectation
    source: str
    called: str | None = None
    """The function's name, where the example has the form of a call."""

    @property
    def identity(self) -> str:
        """What it says, whatever the words it says it in."""
        return digest(self.model_dump(mode="json", exclude={"source", "called"}))

    def bind(self, signature: Signature) -> dict[str, Data]:
        """The inputs by parameter name. Raises UserError when the example does not fit the signature."""
        names = [param.name for param in signature.params]
        given = dict(zip(names, self.args, strict=False)) | dict(self.kwargs)
        if len(self.args) > len(names) or set(given) != set(names) or len(given) != len(self.args) + len(self.kwargs):
            raise UserError(f"the example {self.source!r} does not fit the signature {signature}")
        return {param.name: shape(given[param.name], param.type) for param in signature.params}

    def expectation(self, signature: Signature) -> Expectation:
        """What is expected, read as the declared return type."""
        if isinstance(self.expected, Returns):
            return Returns(value=shape(self.expected.value, signature.returns))
        return self.expected


class _Literal(NamedTuple):
    value: Data
    end: int


def parse_example(text: str) -> Example:
    """Read one example that the user gave as such. Raises UserError when it has no form we know."""
    words = text.strip()
    for found in (*_blocks(words), *_doctests(words), *_calls(words)):
        return found.model_copy(update={"source": words})
    lines = list(_line(words))
    if len(lines) > 1:
        raise UserError(
            f"{words[:200]!r} are {len(lines)} examples",
            hint="give each an --example (or an item of the list) of its own",
        )
    if not lines:
        raise UserError(
            f"cannot read the example {text.strip()[:200]!r}",
            hint="write it like  nums=[3,3], target=6 -> [0,1]  or  two_sum([3,3], 6) == [0,1]  "
            "or  root(-1) raises ValueError",
        )
    return lines[0].model_copy(update={"source": words})


def lift_examples(text: str, entry_point: str | None = None) -> tuple[Example, ...]:
    """The examples that stand in a problem text in a clear form, each once, in the order they stand there."""
    found: list[Example] = [*_blocks(text), *_doctests(text)]
    taken = {example.identity for example in found}
    for example in (*_calls(text), *_lines(text)):
        if example.identity not in taken:
            taken.add(example.identity)
            found.append(example)
    return _of_one_function(found, entry_point)


def lift_every_example(text: str) -> tuple[Example, ...]:
    """The same for a text that speaks of several functions: no call is left out."""
    found: dict[tuple[str | None, str], Example] = {}
    for example in (*_blocks(text), *_doctests(text), *_calls(text), *_lines(text)):
        found.setdefault((example.called, example.identity), example)
    named = {identity for called, identity in found if called}
    return tuple(one for (called, identity), one in found.items() if called or identity not in named)


def _lines(text: str) -> Iterator[Example]:
    for line in text.splitlines():
        yield from _line(line)


def _of_one_function(examples: list[Example], entry_point: str | None) -> tuple[Example, ...]:
    """Leave out calls of other functions: the entry point wins, else the name called most."""
    names = Counter(example.called for example in examples if example.called)
    wanted = entry_point if entry_point in names or not names else names.most_common(1)[0][0]
    return tuple(example for example in examples if example.called in (None, wanted))


def _blocks(text: str) -> Iterator[Example]:
    """`Input: ... Output: ...`, as on the problem sites."""
    at = 0
    for output in islice(_OUTPUT.finditer(text), _MOST):
        inputs = list(_INPUT.finditer(text, max(at, output.start() - _LONGEST_INPUT), output.start()))
        at = output.end()
        if not inputs:
            continue
        # `Input: input = [1, 2]` has two of them, and the one with the colon is the heading.
        heading = next((found for found in reversed(inputs) if found[1] == ":"), inputs[0])
        given = text[heading.end() : output.start()].strip().strip("`*,;").strip()
        arguments = _arguments(given.replace("\n", " "))
        wanted = _literal(text, at)
        if arguments is not None and wanted is not None:
            source = text[inputs[0].start() : wanted.end].strip()
            yield _example(arguments, Returns(value=wanted.value), source)


def _doctests(text: str) -> Iterator[Example]:
    for match in islice(_DOCTEST.finditer(text), _MOST):
        call = match["call"].strip()
        wanted_at = match.start("wanted") + len(match["wanted"]) - len(match["wanted"].lstrip())
        head = _CALL.match(call)
        if head is None or (end := _closing(call, head.end() - 1)) != len(call):
            continue
        arguments = _arguments(call[head.end() : end - 1])
        wanted = _literal(text, wanted_at)
        if arguments is not None and wanted is not None and not text[wanted.end :].split("\n", 1)[0].strip():
            yield _example(arguments, Returns(value=wanted.value), match.group().strip(), head[1])


def _calls(text: str) -> Iterator[Example]:
    """`f(x) == y`, `f(x) -> y`, `f(x) raises Kind`, anywhere in the text."""
    for head in islice(_CALL.finditer(text), _MOST):
        if hasattr(builtins, head[1]) or text[: head.start()].rstrip().endswith((">>>", "def")):
            continue
        end = _closing(text, head.end() - 1)
        arguments = _arguments(text[head.end() : end - 1]) if end else None
        if end is None or arguments is None:
            continue
        expected = _expected(text, _skip_marks(text, end))
        if expected is not None:
            yield _example(arguments, expected[0], text[head.start() : expected[1]], head[1])


def _line(line: str) -> Iterator[Example]:
    """`arguments -> value`, one or several to a line: as the whole of it, or announced in its prose."""
    if len(line) > _LONGEST_LINE:
        return
    places = [_BULLET.match(line), *islice(_IN_PROSE.finditer(line), _MOST_ARROWS)]
    done = 0
    for place in places:
        at: int | None = place.end() if place else 0
        while at is not None and at >= done and (found := _arrow(line, at)) is not None:
            example, done = found
            yield example
            more = _AND_ANOTHER.match(line, done)
            at = more.end() if more else None


def _arrow(line: str, at: int) -> tuple[Example, int] | None:
    """The `arguments -> value` that begins at this place, and where it ends."""
    for arrow in islice(re.compile(r"->|=>|→|⇒|➞|==|\braises\b").finditer(line, at), _MOST_ARROWS):
        arguments = _arguments(line[at : arrow.start()].strip().strip("`"))
        if arguments is None or not (arguments[0] or arguments[1]):
            continue
        expected = _expected(line, arrow.start())
        if expected is not None and not re.match(r"\s*(?!and\b)\w", line[expected[1] :]):
            return _example(arguments, expected[0], line[at : expected[1]].strip()), expected[1]
    return None


def _expected(text: str, at: int) -> tuple[Expectation, int] | None:
    if match := _RAISES.match(text, at):
        return Raises(error=match[1]), match.end()
    separator = _SEPARATOR.match(text, at)
    if separator is None:
        return None
    if match := _RAISES.match(text, separator.end()):
        return Raises(error=match[1]), match.end()
    wanted = _literal(text, _skip_marks(text, separator.end()))
    return (Returns(value=wanted.value), wanted.end) if wanted else None


def _skip_marks(text: str, at: int) -> int:
    while at < len(text) and text[at] == "`":
        at += 1
    return at


def _example(
    arguments: tuple[tuple[Data, ...], dict[str, Data]], expected: Expectation, source: str, called: str | None = None
) -> Example:
    return Example(args=arguments[0], kwargs=arguments[1], expected=expected, source=source, called=called)


def _arguments(text: str) -> tuple[tuple[Data, ...], dict[str, Data]] | None:
    """Literal arguments, by position or by name; None when it is anything else."""
    try:
        call = _parsed(f"f({text}\n)")
        if not isinstance(call, ast.Call) or any(keyword.arg is None for keyword in call.keywords):
            return None
        args = tuple(encode(_value(arg)) for arg in call.args)
        return args, {str(keyword.arg): encode(_value(keyword.value)) for keyword in call.keywords}
    except _NO_LITERAL:
        return None


def _literal(text: str, at: int) -> _Literal | None:
    """The literal that stands at this place, if one does and nothing shows that the expression goes on."""
    while at < len(text) and text[at] in " \t\r\n`":
        at += 1
    if at >= len(text):
        return None
    if text[at] in "[({":
        end = _closing(text, at)
    elif text[at] in "'\"":
        end = _string_end(text, at)
    else:
        match = _SCALAR.match(text, at)
        end = match.end() if match else None
        if end and text[end - 1] == ".":
            end -= 1
    if end is None or text[end:].lstrip(" \t`")[:1] in _GOES_ON:
        return None
    try:
        return _Literal(encode(_value(_parsed(text[at:end].strip()))), end)
    except _NO_LITERAL:
        return None


def _parsed(text: str) -> ast.expr:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what Python thinks of the user's backslashes is of no use to the user
        return ast.parse(_LONG_DIGITS.sub(_in_hexadecimal, text), mode="eval").body


def _in_hexadecimal(found: re.Match[str]) -> str:
    return hex(parse_digits(found[1])) if found[1] else found[0]


def _value(node: ast.expr) -> Any:  # noqa: C901 - one case per kind of literal
    """Evaluate a literal, with the words other languages use for True, False and None."""
    match node:
        case ast.Constant(value=value) if value is not ...:
            return value
        case ast.Name(id=name) if name in _WORDS:
            return _WORDS[name]
        case ast.List(elts=items):
            return [_value(item) for item in items]
        case ast.Tuple(elts=items):
            return tuple(_value(item) for item in items)
        case ast.Set(elts=items):
            return {_value(item) for item in items}
        case ast.Dict(keys=keys, values=values) if None not in keys:
            return {_value(k): _value(v) for k, v in zip(keys, values, strict=True) if k is not None}
        case ast.UnaryOp(op=ast.USub(), operand=operand) if isinstance(value := _value(operand), int | float):
            return -value
        case ast.UnaryOp(op=ast.UAdd(), operand=operand) if isinstance(value := _value(operand), int | float):
            return value
        case ast.Call(func=ast.Name(id="set"), args=[], keywords=[]):
            return set()
        case ast.Call(func=ast.Name(id="float"), args=[ast.Constant(value=str(word))], keywords=[]):
            return float(word)
        case _:
            raise ValueError("not a literal")


def _closing(text: str, at: int) -> int | None:
    """The place after the bracket that closes the one at `at`; None when it is not closed within reason."""
    depth = 0
    limit = min(len(text), at + 20_000)
    while at < limit:
        char = text[at]
        if char in "'\"":
            end = _string_end(text, at)
            if end is None:
                return None
            at = end
            continue
        if char in "[({":
            depth += 1
        elif char in "])}":
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    return None


def _string_end(text: str, at: int) -> int | None:
    quote, place = text[at], at + 1
    while place < len(text) and text[place] != "\n":
        if text[place] == "\\":
            place += 2
            continue
        if text[place] == quote:
            return place + 1
        place += 1
    return None
