"""Variants of a program: what a changed clause may ask for instead.

Each variant keeps the program and changes its input, its output, one bound, or its answer to an empty input. It
carries the words that ask for it, so that a clause which nothing covers can be met with the variants it may mean.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from specwright.core.program.data import Data
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.offline.patterns.readings import Reading
from specwright.offline.patterns.rename import rename
from specwright.offline.patterns.stems import common


class _Change(NamedTuple):
    """An expression with a hole, its subject, and the words that ask for it."""

    template: str
    about: str
    words: str

    @property
    def asked_by(self) -> frozenset[str]:
        """The words that ask for it, in their common form."""
        return frozenset(map(common, self.words.split()))

    @property
    def stems(self) -> frozenset[str]:
        """Those words, and the ones by which a clause leaves something out of account."""
        return self.asked_by | {common(word) for word in _LEFT_OUT}


_INNER: Final = "_unchanged"
_LEFT_OUT: Final = ("ignore", "ignoring", "ignored", "disregard", "disregarding", "regardless")
_TEXT: Final = (
    _Change(
        "{}.lower()", "upper and lower case", "case upper lower capital uppercase lowercase capitals fold sensitive"
    ),
    _Change("{}.replace(' ', '')", "spaces", "space spaces whitespace blank"),
    _Change(
        "''.join(c for c in {} if c.isalnum())", "punctuation", "punctuation symbol hyphen apostrophe comma letter"
    ),
    _Change("''.join(c for c in {} if not c.isdigit())", "digits", "digit digits numeral"),
    _Change("{}.replace('-', ' ')", "hyphens", "hyphen hyphenated dash"),
)
_NUMBERS: Final = (
    _Change("[x for x in {} if x >= 0]", "negative numbers", "negative below minus positive"),
    _Change("[x for x in {} if x != 0]", "zeroes", "zero zeroes"),
    _Change("[x for x in {} if x is not None]", "None among the items", "none null missing"),
    _Change("[abs(x) for x in {}]", "the sign of numbers", "absolute sign magnitude"),
    _Change("sorted({})", "the order of the items", "order sorted unsorted"),
    _Change("{}[:-1]", "the last item", "last final skip exclude except"),
    _Change("{}[1:]", "the first item", "first leading skip exclude except"),
)
_ITEMS: Final = (
    _Change(
        "list(dict.fromkeys({}))", "equal items", "equal duplicate same twice once repeated distinct tie separately"
    ),
)
_OUT: Final[dict[str, tuple[_Change, ...]]] = {
    "str": (
        _Change("{}.upper()", "the case of the answer", "case upper uppercase capital"),
        _Change("{}.lower()", "the case of the answer", "case lower lowercase"),
        _Change("{}[::-1]", "the order of the answer", "reverse order backward"),
    ),
    "list": (
        _Change("sorted({}, reverse=True)", "the order of the answer", "descending decreasing largest order sort last"),
        _Change("sorted({})", "the order of the answer", "ascending increasing smallest order sort"),
        _Change("{}[::-1]", "the order of the answer", "reverse order backward last"),
        _Change("list(dict.fromkeys({}))", "equal items of the answer", "duplicate distinct once repeated equal"),
        _Change("{}[:-1]", "the last item of the answer", "last final incomplete drop exclusive"),
        _Change("{}[1:]", "the first item of the answer", "first empty drop"),
    ),
    "int": (
        _Change("abs({})", "the sign of the answer", "absolute sign negative"),
        _Change("max(0, {})", "an answer below zero", "negative below zero empty least"),
    ),
    "float": (
        _Change("round({})", "rounding", "round whole nearest integer"),
        _Change("round({}, 2)", "rounding", "round decimal place two"),
        _Change("int({})", "rounding", "truncate integer whole floor"),
    ),
    "bool": (),
}  # fmt: skip
_MOST: Final = 6
_MOST_BOUNDS: Final = 3


def variants(code: str, signature: Signature, words: Iterable[str]) -> tuple[Reading, ...]:
    """Variants of this Python program: those that the words ask for first, then those with one bound changed."""
    if signature.is_special:
        return tuple(_bounds(code))
    asked = {common(word) for word in words}
    made = [*_wrapped(code, signature, asked), *_guarded(code, signature, asked)]
    return (*made[:_MOST], *_bounds(code))


def _wrapped(code: str, signature: Signature, asked: set[str]) -> Iterator[Reading]:
    for place, param in enumerate(signature.params):
        wanted = [change for change in _changes(param.type) if asked & change.asked_by]
        for changes in (wanted, *([change] for change in wanted)) if len(wanted) > 1 else [wanted] * bool(wanted):
            args = [p.name for p in signature.params]
            for change in changes:
                args[place] = change.template.format(args[place])
            yield _reading(_outer(code, signature, f"{_INNER}({', '.join(args)})"), changes)
    call = f"{_INNER}({', '.join(param.name for param in signature.params)})"
    for change in _OUT.get(signature.returns.kind, ()):
        if asked & change.asked_by:
            yield _reading(_outer(code, signature, change.template.format(call)), [change])


def _reading(code: str, changes: Sequence[_Change]) -> Reading:
    words = frozenset[str]().union(*(change.stems for change in changes))
    return Reading(code=code, about=" and ".join(change.about for change in changes), words=tuple(sorted(words)))


def _changes(kind: Type) -> tuple[_Change, ...]:
    if kind.kind == "str":
        return _TEXT
    if kind.kind != "list" or not kind.args:
        return ()
    item = kind.args[0].kind
    lowered = tuple(
        change._replace(template=f"[{change.template.format('one')} for one in {{}}]") for change in _TEXT[:3]
    )
    return (*(_NUMBERS if item in ("int", "float", "any") else lowered if item == "str" else ()), *_ITEMS)


def _guarded(code: str, signature: Signature, asked: set[str]) -> Iterator[Reading]:
    """Programs that give a value of their own for an empty or a negative input."""
    call = f"{_INNER}({', '.join(param.name for param in signature.params)})"
    values = [value for value in ("0", "-1", "None", "[]", "''", "False") if value.lower().strip("'[]") in asked] or [
        {"list": "[]", "str": "''", "bool": "False"}.get(signature.returns.kind, "0")
    ]
    for param in signature.params:
        tests = _tests(param, asked)
        for test, about in tests:
            for value in values:
                yield Reading(code=_outer(code, signature, f"{value} if {test} else {call}"), about=about)


def _tests(param: Parameter, asked: set[str]) -> list[tuple[str, str]]:
    found = []
    if param.type.kind in ("list", "str", "tuple", "map") and "empty" in asked:
        found.append((f"not {param.name}", f"an empty {param.name}"))
    if param.type.kind in ("int", "float"):
        if "negativ" in asked:
            found.append((f"{param.name} < 0", f"a negative {param.name}"))
        found += [
            (f"{param.name} == {number}", f"{param.name} = {number}")
            for number in sorted(asked)
            if number.isdecimal() and number.isascii() and len(number) < 6
        ]
    return found


def _outer(code: str, signature: Signature, expression: str) -> str:
    params = ", ".join(param.name for param in signature.params)
    inner = rename(code, {signature.name: _INNER})
    return f"{inner}\n\ndef {signature.name}({params}):\n    return {expression}\n"


_FLIPPED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
}  # fmt: skip


def _bounds(code: str) -> Iterator[Reading]:
    """The program with one comparison made strict or not strict."""
    places = [
        node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Compare) and type(node.ops[0]) in _FLIPPED
    ]
    for number in range(min(len(places), _MOST_BOUNDS)):
        tree = ast.parse(code)
        node = [n for n in ast.walk(tree) if isinstance(n, ast.Compare) and type(n.ops[0]) in _FLIPPED][number]
        shown = ast.unparse(node)
        node.ops[0] = _FLIPPED[type(node.ops[0])]()
        yield Reading(code=ast.unparse(tree) + "\n", about=f"the bound {shown}")


_SIGNS: Final = {
    " ": "space spaces whitespace",
    "-": "hyphen hyphenated dash",
    ",": "punctuation comma symbol",
    "1": "digit digits",
}


def telling(call: Mapping[str, Data], signature: Signature, words: Iterable[str]) -> dict[str, Data]:
    """The call changed so that a clause of these words may apply to it: the example that would settle the clause."""
    said = list(words)
    return {param.name: _told(call[param.name], param.type, said) for param in signature.params}


def _told(value: Data, kind: Type, words: Sequence[str]) -> Data:
    asked = {common(word) for word in words}
    number = next((int(word) for word in sorted(asked) if word.lstrip("-").isdecimal() and len(word) < 6), None)
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int | float):
        return number if number is not None else -value if "negativ" in asked else value
    if isinstance(value, str):
        return _told_text(value, asked, words)
    if isinstance(value, list) and value and isinstance(value[0], int):
        extra = number if number is not None else -value[0] if "negativ" in asked else value[0]
        return [*value, extra]
    if isinstance(value, list) and value and isinstance(value[0], str):
        return [*value, _told_text(value[0], asked, words)]
    return value


def _told_text(value: str, asked: set[str], words: Sequence[str]) -> str:
    letter = next((word for word in words if len(word) == 1 and word.isalpha()), "")
    if letter:
        return value + letter
    mark = next((mark for mark, names in _SIGNS.items() if asked & {common(name) for name in names.split()}), "")
    if mark:
        return value[:2] + mark + value[2:]
    return value[:1].swapcase() + value[1:]
