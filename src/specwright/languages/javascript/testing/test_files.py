"""New test files for existing JavaScript code, in the runner and layout of the tests that the project has."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, Final

from specwright.core.existing.calls import OriginOfTest, PlannedTest, TestablePart
from specwright.core.program.package import Package
from specwright.languages.common.packaging.layout import LayoutPiece, group, wrapped
from specwright.languages.javascript.native_tests import LAYOUT
from specwright.languages.javascript.testing.parts import exports_of, is_module, module_file
from specwright.languages.javascript.testing.texts import assertions, script_calls, told_literal
from specwright.ports.probing import TestFile

CHARACTERISATION: Final = "characterisation: what the code does today"
_ENDING: Final = re.compile(r"((?:[.-_])(?:test|spec))?\.([cm]?[jt]s)$")
_OWN_ERRORS: Final = frozenset({"Error", "TypeError", "RangeError", "SyntaxError", "EvalError", "URIError"})
_MOCHA: Final = re.compile(r"^\s*(?:describe|it)\(", re.MULTILINE)
_IMPORTS_RUNNER: Final = re.compile(r"node:test|vitest|@jest/globals|from ['\"]mocha|require\(['\"]mocha")


def uses_mocha(package: Package) -> bool:
    """Return whether the project's tests have `describe` and `it` without importing them, and without `expect`."""
    texts = [text for text in package.tests.values() if _MOCHA.search(text)]
    return bool(texts) and not any(_IMPORTS_RUNNER.search(text) or "expect(" in text for text in texts)


def new_path(package: Package, path: str, extension: str) -> str:
    """Return a path for new tests of a source file, where the project keeps its tests, that no file has."""
    known = [test for test in package.tests if "zz-specwright" not in test and _ENDING.search(test)]
    folders = Counter(str(PurePosixPath(test).parent) for test in known)
    folder = folders.most_common(1)[0][0] if folders else "test"
    endings = Counter(found[1] or "" for test in known if (found := _ENDING.search(test)))
    ending = endings.most_common(1)[0][0] if endings else ".test"
    if not ending and folder not in ("test", "tests", "__tests__"):
        ending = ".test"
    taken = {*package.tests, *package.others, *package.sources}
    own = PurePosixPath(path).suffix or f".{extension}"
    for more in ("", "-more", *(f"-more-{number}" for number in range(2, 99))):
        name = f"{module_file(path)}{more}{ending}{own}"
        place = name if folder == "." else f"{folder}/{name}"
        if place not in taken:
            return place
    return f"{folder}/specwright.test{own}"


def javascript_test_file(
    package: Package, path: str, parts: Mapping[str, TestablePart], tests: Sequence[PlannedTest], extension: str = "js"
) -> TestFile:
    """Return the new tests of one source file."""
    place = new_path(package, path, extension)
    file = _NewScript(package, parts, place, is_module(package, path))
    titles = _titles(tests)
    rows = [file.test(test, title) for test, title in zip(tests, titles, strict=True)]
    suite = module_file(path)
    inside = f"{suite} > " if file.mocha else ""
    return TestFile(
        path=place, text=file.text(rows, suite), names=tuple(f"{place}::{inside}{title}" for title in titles)
    )


def _titles(tests: Sequence[PlannedTest]) -> list[str]:
    found: list[str] = []
    for test in tests:
        words = test.plan.part.replace(".", " ") + (" throws" if test.told.get("ending") == "raised" else "")
        words += " as documented" if test.origin is OriginOfTest.DOCUMENTATION else ""
        options = (words, *(f"{words} {number}" for number in range(2, 999)))
        found.append(next(each for each in options if each not in found))
    return found


class _NewScript:
    def __init__(self, package: Package, parts: Mapping[str, TestablePart], place: str, module: bool) -> None:
        self.package, self.parts, self.place, self.module = package, parts, place, module
        self.mocha = uses_mocha(package)
        self.names: dict[tuple[str, str], None] = {}

    @property
    def indent(self) -> str:
        return "    " if self.mocha else "  "

    def test(self, test: PlannedTest, title: str) -> str:
        told = test.told
        changed = set(told.get("changed", {}))
        first = script_calls(test.plan, self.parts)
        places = {place: name for place, name in first.given.items() if name in changed}
        calls = script_calls(test.plan, self.parts, lambda place: place in places)
        renamed = {places[place]: name for place, name in calls.given.items()}
        self.names |= dict.fromkeys(calls.names)
        waits = bool(told.get("promised"))
        why = CHARACTERISATION if test.origin is OriginOfTest.CHARACTERISATION else f"from the {test.source}"
        outer = self.indent[2:]
        head = f"{outer}{'it' if self.mocha else 'test'}({json.dumps(title)}, {'async ' if waits else ''}() => {{\n"
        body = "".join(LAYOUT.statement(piece, self.indent) for piece in self.body(told, calls, renamed, waits=waits))
        return f"{head}{self.indent}// {why}\n{body}{outer}}});\n"

    def body(
        self, told: Mapping[str, Any], calls: Any, renamed: Mapping[str, str], *, waits: bool
    ) -> Iterator[LayoutPiece]:
        yield from calls.before
        if told["ending"] == "raised":
            yield self.throwing(told["error"], calls.last, waits=waits)
        else:
            yield from assertions(told, wrapped("await ", calls.last) if waits else calls.last)
        for name, value in told.get("changed", {}).items():
            if name in renamed and value.get("t") in ("array", "object", "map", "set"):
                yield wrapped("", group("assert.deepEqual(", [renamed[name], told_literal(value)], ")"), ";")
        shown = told.get("views") or (told.get("kept") if (told.get("value") or {}).get("t") == "undefined" else None)
        for name, value in shown or ():
            yield wrapped("", group("assert.deepEqual(", [f"{calls.receiver}.{name}", told_literal(value)], ")"), ";")

    def throwing(self, error: Mapping[str, Any], call: LayoutPiece, *, waits: bool) -> LayoutPiece:
        kind = error["name"]
        wanted = [kind] if kind in _OWN_ERRORS else [f"{{ name: {json.dumps(kind)} }}"] if error.get("isError") else []
        verb = "await assert.rejects(" if waits else "assert.throws("
        return wrapped("", group(verb, [wrapped("() => ", call), *wanted], ")"), ";")

    def text(self, rows: Sequence[str], suite: str) -> str:
        marked = CHARACTERISATION.split(":")[0]
        title = f"// Further tests of {suite}. One marked as {marked} states what the code did when it was written.\n"
        head = [*self.head(), *self.imports()]
        if not self.mocha:
            return title + "\n".join(head) + "\n\n" + "\n".join(rows)
        return title + "\n".join(head) + f"\n\ndescribe({json.dumps(suite)}, () => {{\n" + "\n".join(rows) + "});\n"

    def head(self) -> Iterator[str]:
        if self.module:
            yield 'import assert from "node:assert/strict";'
            if not self.mocha:
                yield 'import { test } from "node:test";'
        else:
            yield 'const assert = require("node:assert/strict");'
            if not self.mocha:
                yield 'const { test } = require("node:test");'

    def imports(self) -> Iterator[str]:
        by_path: dict[str, list[str]] = {}
        for path, name in self.names:
            by_path.setdefault(path, []).append(name)
        for path, names in sorted(by_path.items()):
            source = os.path.relpath(path, PurePosixPath(self.place).parent)
            source = source if source.startswith(".") else f"./{source}"
            exported = exports_of(self.package.sources[path])
            named = sorted(
                exported[each].name if exported[each].name == each else self.renamed(exported[each].name, each)
                for each in names
                if exported[each].form == "named"
            )
            default = [each for each in names if exported[each].form == "default"]
            if self.module:
                parts = [*default[:1], *([f"{{ {', '.join(named)} }}"] if named else [])]
                yield f'import {", ".join(parts)} from "{source}";'
                continue
            yield from (f'const {each} = require("{source}");' for each in default)
            if named:
                yield f'const {{ {", ".join(named)} }} = require("{source}");'

    def renamed(self, shown: str, own: str) -> str:
        return f"{shown} as {own}" if self.module else f"{shown}: {own}"
