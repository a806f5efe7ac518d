"""Cases as an integration test of a crate, written as a person would write it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from specwright.core.errors import UserError
from specwright.core.program.data import Data, untag
from specwright.core.program.digits import literal
from specwright.core.program.equality import Comparison
from specwright.core.program.package import Item, Package
from specwright.core.work.testcase import Raises, TestCase
from specwright.languages.common.error_kinds import PYTHON_KINDS
from specwright.languages.common.names import unreserved
from specwright.languages.common.packaging.cases import (
    mentions_float,
    mentions_nan,
    provenance,
    signature_of,
    test_names,
)
from specwright.languages.common.packaging.layout import Layout, LayoutPiece, flat, group, wrapped
from specwright.languages.rust.toolchain import RESERVED, entry_name, type_of
from specwright.languages.rust.type_syntax import RustFunction, RustType, find_function, parse_type

LAYOUT: Final = Layout(width=100, inside=60, hugging=True, short=10)
IN_MACRO: Final = replace(LAYOUT, trailing="")
_FLOATS: Final = frozenset({"f32", "f64"})
_MAPS: Final = frozenset({"BTreeMap", "HashMap"})
_SETS: Final = frozenset({"BTreeSet", "HashSet"})
_TAKEN: Final = frozenset({"close", "matches", "same_items"})
"""Names that a test file uses itself: a function of such a name is imported under another."""
_CLOSE: Final = """\
/// Whether both numbers are the same{note}.
fn close(actual: f64, expected: f64) -> bool {
    let same = actual == expected || (actual.is_nan() && expected.is_nan());
    {result}
}
"""
_SAME_ITEMS: Final = """\
/// Whether both hold the same items; their order does not count.
fn same_items<T>(actual: &[T], expected: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
    let mut remaining: Vec<&T> = actual.iter().collect();
    actual.len() == expected.len()
        && expected.iter().all(|wanted| {
            let found = remaining.iter().position(|item| same(item, wanted));
            found.map(|place| remaining.swap_remove(place)).is_some()
        })
}
"""


class _RustTestFile:
    """What one test file needs beside its tests. Types are those of the code, as far as there is code."""

    def __init__(self, package: Package, item: Item, comparison: Comparison) -> None:
        self.package = package
        self.signature = signature_of(item)
        self.comparison = comparison
        names = tuple(dict.fromkeys((entry_name(self.signature), self.signature.name)))
        found = find_function(list(package.sources.values()), names)
        self.name = found[0] if found else names[0]
        self.called = f"{self.name}_" if self.name in _TAKEN else self.name
        self.function = found[1] if found else None
        self.collections: set[str] = set()
        self.helpers: set[str] = set()

    def shape(self, cases: Sequence[TestCase]) -> RustFunction:
        """Return the function's types: the code's own, or those of the declaration where there is no code."""
        if self.function is not None and len(self.function.params) == len(self.signature.params):
            return self.function
        wide = self.signature.wide
        params = tuple(parse_type(type_of(param.type, wide)) for param in self.signature.params)
        fails = any(isinstance(case.expected, Raises) for case in cases)
        return RustFunction(params, parse_type(type_of(self.signature.returns, wide)), fails)

    def text(self, cases: Sequence[TestCase]) -> str:
        shape = self.shape(cases)
        tests = [self.test(shape, name, case) for name, case in zip(test_names(cases), cases, strict=True)]
        helpers = self.matches(shape) if "matches" in self.helpers else []
        used = ", ".join(sorted(self.collections))
        several = len(self.collections) > 1
        head = f"use std::collections::{f'{{{used}}}' if several else used};\n\n" if used else ""
        shown = self.name if self.called == self.name else f"{self.name} as {self.called}"
        return f"{head}use {self.package.name}::{shown};\n\n" + "\n".join([*helpers, *tests])

    def test(self, shape: RustFunction, name: str, case: TestCase) -> str:
        name = unreserved(name, RESERVED)
        name = f"{name}_works" if name in (self.called, *_TAKEN) else name
        given = self.signature.bound(case.inputs)
        arguments = [self.literal(value, kind) for value, kind in zip(given.values(), shape.params, strict=True)]
        call: LayoutPiece = group(f"{self.called}(", arguments, ")")
        mark = "#[test]\n"
        if isinstance(case.expected, Raises):
            if not shape.fails:
                mark += "#[should_panic]\n"
            body = self.fails(call, case.expected.error) if shape.fails else self.line(wrapped("", call, ";"))
        else:
            body = self.returns(wrapped("", call, ".unwrap()") if shape.fails else call, case.expected.value, shape)
        return f"// {provenance(case)}\n{mark}fn {name}() {{\n{body}}}\n"

    def fails(self, call: LayoutPiece, kind: str | None) -> str:
        stem = re.sub(r"(?:Error|Exception)$|^Err(?=[A-Z])", "", kind or "") or kind
        text = "\n".join(self.package.sources.values())
        own = [word for word in (kind, stem) if word and re.search(rf"\b{word}\b", text)]
        if kind is None or kind in PYTHON_KINDS or not own:
            return self.line(wrapped("assert!(", call, ".is_err());"))
        told = 'assert!(format!("{error:?}").starts_with("' + own[0] + '"));\n'
        return self.line(wrapped("let error = ", call, ".unwrap_err();")) + f"    {told}"

    def returns(self, call: LayoutPiece, expected: Data, shape: RustFunction) -> str:
        kind = shape.returns
        wanted = self.literal(expected, kind)
        inexact = mentions_float(expected) and (self.comparison.tolerance is not None or mentions_nan(expected))
        unordered = self.comparison.any_order and bool(re.search(r"\bVec\b|\[\]", kind.text))
        if inexact or unordered:
            self.helpers.add("matches")
            first = self.line(wrapped("let actual = ", call, ";"))
            second = self.line(wrapped(f"let expected: {self.named(kind)} = ", wanted, ";"))
            return f'{first}{second}    assert!(matches(&actual, &expected), "got {{actual:?}}");\n'
        if isinstance(expected, bool):
            return self.line(wrapped("assert!(" if expected else "assert!(!", call, ");"))
        if re.search(r"vec!\[\]|\bNone\b|::new\(\)|&\[\]", flat(wanted)):
            typed = self.line(wrapped(f"let expected: {self.named(kind)} = ", wanted, ";"))
            return typed + self.line(group("assert_eq!(", [call, "expected"], ");"))
        return self.line(group("assert_eq!(", [call, wanted], ");"))

    def line(self, piece: LayoutPiece) -> str:
        layout = IN_MACRO if flat(piece).startswith("assert") else LAYOUT
        return layout.statement(piece, "    ")

    def named(self, kind: RustType) -> str:
        """Return the type's text, and import its names."""
        for name in re.findall(r"\b(?:BTreeMap|BTreeSet|HashMap|HashSet|VecDeque)\b", kind.text):
            self.collections.add(name)
        return kind.text

    # --- values ---

    def literal(self, data: Data, kind: RustType) -> LayoutPiece:
        """Return the data as a value of that type. Raise UserError for data without a literal."""
        if kind.reference and kind.name == "str":
            return _text(data)
        if kind.reference and kind.name == "[]":
            return group(kind.reference + "[", [self.literal(item, kind.inner[0]) for item in _items(data)], "]")
        if kind.reference:
            return wrapped(kind.reference, self.literal(data, RustType(kind.name, kind.inner)))
        if kind.name == "Option":
            return "None" if data is None else group("Some(", [self.literal(data, kind.inner[0])], ")")
        if isinstance(data, str):
            return f"'{_text(data)[1:-1]}'" if kind.name == "char" else f"{_text(data)}.to_string()"
        if isinstance(data, bool):
            return "true" if data else "false"
        if isinstance(data, list) or (isinstance(data, dict) and untag(data)[0] in ("$tuple", "$set", "$map")):
            return self.container(data, kind)
        return self.number(data, kind)

    def container(self, data: Data, kind: RustType) -> LayoutPiece:
        if kind.name in _MAPS:
            key, value = kind.inner
            pairs = [group("(", [self.literal(k, key), self.literal(v, value)], ")") for k, v in _items(data)]
            return self.collected(kind, list(pairs))
        if kind.name in _SETS or kind.name == "VecDeque":
            return self.collected(kind, [self.literal(item, kind.inner[0]) for item in _items(data)])
        if kind.name == "" and len(kind.inner) == len(_items(data)):
            parts = [self.literal(item, inner) for item, inner in zip(_items(data), kind.inner, strict=True)]
            return group("(", parts, ")", single=",")
        if kind.name in ("Vec", "[]") and kind.inner:
            opening = "[" if kind.name == "[]" else "vec!["
            return group(opening, [self.literal(item, kind.inner[0]) for item in _items(data)], "]")
        raise UserError(f"{data!r} cannot be written as a {kind.text}")

    def collected(self, kind: RustType, items: list[LayoutPiece]) -> LayoutPiece:
        self.collections.add(kind.name)
        return group(f"{kind.name}::from([", items, "])") if items else f"{kind.name}::new()"

    def number(self, data: Data, kind: RustType) -> str:
        if isinstance(data, float):
            return repr(data)
        if isinstance(data, int):
            return f"{data}.0" if kind.name in _FLOATS else str(data)
        tag, body = untag(data) if isinstance(data, dict) else ("none", "")
        words = {"nan": "NAN", "inf": "INFINITY", "-inf": "NEG_INFINITY"}
        if tag == "$float":
            return f"{kind.name if kind.name in _FLOATS else 'f64'}::{words[body]}" if body in words else str(body)
        if tag != "$int":
            raise UserError(f"{data!r} cannot be written as a {kind.text}")
        return literal(body)

    # --- comparison ---

    def matches(self, shape: RustFunction) -> list[str]:
        """Return the function that compares two results, and those that it needs."""
        kind = self.named(shape.returns)
        body = self.equal("actual", "expected", shape.returns)
        own = f"fn matches(actual: &{kind}, expected: &{kind}) -> bool {{\n    {body}\n}}\n"
        needed = {"close": self.close(), "same_items": _SAME_ITEMS}
        return [*(text for name, text in needed.items() if name in self.helpers), own]

    def close(self) -> str:
        tolerance = self.comparison.tolerance
        if tolerance is None:
            return _CLOSE.replace("{note}", "").replace("{result}", "same")
        bound = f"(actual - expected).abs() <= {tolerance!r} * expected.abs().max(actual.abs()).max(1.0)"
        return _CLOSE.replace("{note}", ", apart from rounding").replace("{result}", f"same || {bound}")

    def equal(self, a: str, b: str, kind: RustType) -> str:
        """Return whether two references hold the same, as an expression."""
        if kind.name in _FLOATS:
            self.helpers.add("close")
            cast = " as f64" if kind.name == "f32" else ""
            return f"close(*{a}{cast}, *{b}{cast})"
        if kind.name in ("Vec", "[]") and self.comparison.any_order:
            self.helpers.add("same_items")
            return f"same_items({a}, {b}, |x, y| {self.equal('x', 'y', kind.inner[0])})"
        if not re.search(r"\bf(?:32|64)\b|\bVec\b|\[", kind.text):
            return f"{a} == {b}"
        inner = self.equal("x", "y", kind.inner[-1]) if kind.inner else ""
        if kind.name in ("Vec", "[]"):
            steps = ("", ".iter()", f".zip({b}.iter())", f".all(|(x, y)| {inner})")
            top = a == "actual"  # on lines of its own, as rustfmt would have it
            pairs = ("\n            " if top else "").join(steps)
            return f"{a}.len() == {b}.len(){f'{chr(10)}        ' if top else ' '}&& {a}{pairs}"
        if kind.name in _MAPS:
            return f"{a}.len() == {b}.len() && {a}.iter().all(|(key, x)| {b}.get(key).is_some_and(|y| {inner}))"
        if kind.name == "Option":
            absent = "(x, y) => x.is_none() && y.is_none(),"
            return f"match ({a}, {b}) {{\n        (Some(x), Some(y)) => {inner},\n        {absent}\n    }}"
        if kind.name == "":
            return " && ".join(
                self.equal(f"(&{a}.{place})", f"(&{b}.{place})", inner) for place, inner in enumerate(kind.inner)
            ).replace("*(&", "(*&")
        return f"{a} == {b}"


def render(package: Package, item: Item, cases: Sequence[TestCase], comparison: Comparison) -> str:
    """Return the test file of one function."""
    return _RustTestFile(package, item, comparison).text(cases)


def _items(data: Data) -> list[Any]:
    items = untag(data)[1] if isinstance(data, dict) else data
    if not isinstance(items, list):
        raise UserError(f"{data!r} is no list, set, map or tuple")
    return items


def _text(data: Data) -> str:
    """Return a string of Rust's."""
    if not isinstance(data, str):
        raise UserError(f"{data!r} is no text")
    known = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0"}
    shown = (known.get(char) or (char if char.isprintable() else f"\\u{{{ord(char):x}}}") for char in data)
    return f'"{"".join(shown)}"'
