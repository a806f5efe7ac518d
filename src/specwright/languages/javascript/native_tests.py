"""Cases as a file for `node --test`, written as a person would write it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from specwright.core.errors import UserError
from specwright.core.program.data import Data, untag
from specwright.core.program.digits import literal
from specwright.core.program.equality import Comparison
from specwright.core.program.package import Item, Package
from specwright.core.program.types import ANY, Type
from specwright.core.work.testcase import Raises, TestCase
from specwright.languages.common.names import camel, unreserved
from specwright.languages.common.packaging.cases import (
    mentions_float,
    provenance,
    signature_of,
    test_names,
    tuples_are_alike,
)
from specwright.languages.common.packaging.layout import BracketGroup, Layout, LayoutPiece, group, wrapped
from specwright.languages.javascript.toolchain import ERROR_KINDS, RESERVED, entry_names

LAYOUT: Final = Layout(width=80, step="  ")
_TAKEN: Final = frozenset({"assert", "describe", "test", "inspect", "isDeepStrictEqual", "matches", "result", "found"})
"""Names that a test file uses itself: a function of such a name is imported under another."""
_SAME: Final = """
/** Whether both are the same{note}. */
function matches(actual, expected) {
{clauses}  return isDeepStrictEqual(actual, expected);
}
"""
_NUMBERS: Final = """\
  if (typeof actual === "number" && typeof expected === "number") {
    const bound = TOLERANCE * Math.max(1, Math.abs(actual), Math.abs(expected));
    return Object.is(actual, expected) || Math.abs(actual - expected) <= bound;
  }
"""
_ARRAYS: Final = """\
  if (Array.isArray(actual) && Array.isArray(expected)) {
    return (
      actual.length === expected.length &&
      expected.every((item, place) => matches(actual[place], item))
    );
  }
"""
_UNORDERED: Final = """\
  if (Array.isArray(actual) && Array.isArray(expected)) {
    const remaining = [...actual];
    return (
      actual.length === expected.length &&
      expected.every((item) => {
        const place = remaining.findIndex((other) => matches(other, item));
        return place >= 0 && remaining.splice(place, 1).length === 1;
      })
    );
  }
"""
_MAPS: Final = """\
  if (actual instanceof Map && expected instanceof Map) {
    return (
      actual.size === expected.size &&
      [...expected].every(([key, item]) => matches(actual.get(key), item))
    );
  }
"""
_OBJECTS: Final = """\
  if (actual?.constructor === Object && expected?.constructor === Object) {
    const keys = Object.keys(expected);
    return (
      keys.length === Object.keys(actual).length &&
      keys.every((key) => key in actual && matches(actual[key], expected[key]))
    );
  }
"""


class _ScriptTestFile:
    """What one test file needs beside its tests."""

    def __init__(self, package: Package, item: Item, comparison: Comparison, extension: str) -> None:
        self.package = package
        self.extension = extension
        self.signature = signature_of(item)
        self.comparison = comparison
        names = [name for name in entry_names(self.signature) if _exported(package, name)]
        self.name = names[0] if names else unreserved(camel(self.signature.name), RESERVED)
        self.called = f"{self.name}_" if self.name in _TAKEN else self.name
        self.imports = {self.name if self.called == self.name else f"{self.name} as {self.called}"}
        self.helper = False

    def test(self, name: str, case: TestCase) -> str:
        types = {param.name: param.type for param in self.signature.params}
        given = self.signature.bound(case.inputs, omits=True)
        arguments = [self.literal(value, types[param]) for param, value in given.items()]
        waits = self.signature.asynchronous
        rejects = waits and isinstance(case.expected, Raises)
        call = group(f"{'await ' if waits and not rejects else ''}{self.called}(", arguments, ")")
        body_of = "async () =>" if waits else "() =>"
        head = f"  // {provenance(case)}\n  test({json.dumps(name.replace('_', ' '))}, {body_of} {{\n"
        if isinstance(case.expected, Raises):
            body = self.throws(call, case.expected.error)
        else:
            body = self.returns(call, case.expected.value)
        return f"{head}{body}  }});\n"

    def throws(self, call: BracketGroup, kind: str | None) -> str:
        checked = [self.error_check(kind)] if kind is not None else []
        verb = "await assert.rejects(" if self.signature.asynchronous else "assert.throws("
        return self.statement(group(verb, [wrapped("() => ", call), *checked], ");"))

    def error_check(self, kind: str) -> str:
        if kind in ERROR_KINDS:
            return "Error" if len(ERROR_KINDS[kind]) > 1 else next(iter(ERROR_KINDS[kind]))
        for text in self.package.sources.values():
            for name in (kind, f"{kind}Error", kind.removesuffix("Error")):
                if re.search(rf"^export class {re.escape(name)}\b", text, re.MULTILINE):
                    self.imports.add(name)
                    return name
        return f'{{ name: "{kind}" }}'

    def returns(self, call: BracketGroup, expected: Data) -> str:
        wanted = self.literal(expected, self.signature.returns)
        inexact = self.comparison.tolerance is not None and mentions_float(expected)
        unordered = self.comparison.any_order and isinstance(expected, list | dict)
        if inexact or unordered:
            self.helper = True
            first = self.statement(wrapped("const result = ", call, ";"))
            check = self.statement(group("const found = matches(", ["result", wanted], ");"))
            return first + check + "    assert.ok(found, `got ${inspect(result)}`);\n"
        method = "deepEqual" if isinstance(expected, list | dict) and not isinstance(wanted, str) else "equal"
        return self.statement(group(f"assert.{method}(", [call, wanted], ");"))

    def statement(self, piece: LayoutPiece) -> str:
        return LAYOUT.statement(piece, "    ")

    def literal(self, data: Data, wanted: Type) -> LayoutPiece:
        """Return the data as JavaScript writes it. Raise UserError for data without a literal."""
        if wanted.kind == "optional":
            return "null" if data is None else self.literal(data, wanted.args[0])
        if isinstance(data, list):
            item = wanted.args[0] if wanted.kind == "list" else ANY
            return group("[", [self.literal(inner, item) for inner in data], "]")
        if isinstance(data, dict):
            return self.tagged(*untag(data), wanted)
        if isinstance(data, str):
            return text_literal(data)
        if isinstance(data, int) and not isinstance(data, bool):
            return f"{data}n" if self.signature.wide and wanted.kind == "int" else str(data)
        return "null" if data is None else json.dumps(data)

    def tagged(self, tag: str, body: Any, wanted: Type) -> LayoutPiece:
        match tag:
            case "$int":
                return f"{literal(body)}n" if self.signature.wide else literal(body)
            case "$float":
                return {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}.get(body, str(body))
            case "$tuple":
                fits = wanted.kind == "tuple" and len(wanted.args) == len(body)
                types = wanted.args if fits else (ANY,) * len(body)
                return group("[", [self.literal(inner, kind) for inner, kind in zip(body, types, strict=True)], "]")
            case "$set":
                item = wanted.args[0] if wanted.kind == "set" else ANY
                items = [self.literal(inner, item) for inner in body]
                return group("new Set([", items, "])") if items else "new Set()"
            case "$map":
                return self.map(body, wanted)
            case _:
                raise UserError(f"a value tagged {tag} cannot be written in a native test")

    def map(self, pairs: list[Any], wanted: Type) -> LayoutPiece:
        """Return a map from texts is an object and any other map a Map."""
        key, value = wanted.args if wanted.kind == "map" else (ANY, ANY)
        if all(isinstance(k, str) for k, _ in pairs) and key.kind in ("str", "any"):
            entries = [wrapped(f"{_property(k)}: ", self.literal(v, value)) for k, v in pairs]
            return group("{ ", entries, " }") if entries else "{}"
        entries = [group("[", [self.literal(k, key), self.literal(v, value)], "]") for k, v in pairs]
        return group("new Map([", entries, "])") if entries else "new Map()"

    def text(self, tests: Sequence[str]) -> str:
        source = _module(self.package, self.name, self.extension)
        head = 'import assert from "node:assert/strict";\nimport { describe, test } from "node:test";\n'
        if self.helper:
            head += 'import { inspect, isDeepStrictEqual } from "node:util";\n'
        own = LAYOUT.statement(group("import { ", sorted(self.imports), f' }} from "{source}";'), "")
        title = json.dumps(self.name)
        return f"{head}\n{own}{self.matches() if self.helper else ''}\ndescribe({title}, () => {{\n" + (
            "\n".join(tests) + "});\n"
        )

    def matches(self) -> str:
        tolerance, any_order = self.comparison.tolerance, self.comparison.any_order
        notes = [", apart from rounding"] * (tolerance is not None) + ["; order does not count"] * any_order
        unordered = any_order and tuples_are_alike(self.signature.returns)
        clauses = [_NUMBERS] * (tolerance is not None) + [_UNORDERED if unordered else _ARRAYS, _MAPS, _OBJECTS]
        bound = f"\nconst TOLERANCE = {json.dumps(tolerance)};\n" if tolerance is not None else ""
        return bound + _SAME.replace("{note}", "".join(notes)).replace("{clauses}", "".join(clauses))


def render(
    package: Package, item: Item, cases: Sequence[TestCase], comparison: Comparison, extension: str = "js"
) -> str:
    """Return the test file of one function."""
    file = _ScriptTestFile(package, item, comparison, extension)
    return file.text([file.test(name, case) for name, case in zip(test_names(cases), cases, strict=True)])


def _exported(package: Package, name: str) -> bool:
    return any(re.search(rf"(?<![\w$.]){re.escape(name)}(?![\w$])", text) for text in package.sources.values())


def _module(package: Package, name: str, extension: str) -> str:
    """Return what the function is imported from: the package by its name, unless only another module has it."""
    main = f"src/index.{extension}"
    having = [path for path, text in sorted(package.sources.items()) if re.search(rf"(?<![\w$.]){name}(?![\w$])", text)]
    return public_name(package.name) if main in having or not having else f"../{having[0]}"


def public_name(name: str) -> str:
    """Return the package as its users import it."""
    return name.replace("_", "-")


def _property(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z_$][\w$]*", key) and key != "__proto__" else text_literal(key)


def text_literal(text: str) -> str:
    """Return a JavaScript string: JSON's, with two line ends escaped that old readers reject."""
    return (
        json.dumps(text, ensure_ascii=False)
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029")
        .replace("\x7f", "\\x7f")
    )
