"""New test files for existing Python code, in the framework and layout of the tests that the project has."""

from __future__ import annotations

import ast
import builtins
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import PurePosixPath
from typing import Any, Final

from specwright.core.existing.calls import OriginOfTest, PlannedTest, TestablePart
from specwright.core.program.equality import EXACT, Comparison
from specwright.core.program.package import Package
from specwright.languages.common.packaging.cases import mentions_float
from specwright.languages.common.packaging.layout import LayoutPiece, flat, wrapped
from specwright.languages.python.selecting.listed_tests import is_test_file
from specwright.languages.python.testing.call_text import CallText, call_text, module_path
from specwright.languages.python.testing.literals import LAYOUT, PythonLiterals, text_literal
from specwright.languages.python.testing.stated import NOTHING, literal_of
from specwright.ports.probing import TestFile

CHARACTERISATION: Final = "characterisation: what the code does today"
_SHORT_FLOAT: Final = 6
_MOST_ITEMS: Final = 10


class PythonStyle(StrEnum):
    """How a project writes its tests."""

    FUNCTIONS = "functions"
    CLASSES = "classes"
    UNITTEST = "unittest"


def style_of(package: Package) -> PythonStyle:
    """Return how most of the project's tests are written."""
    counts: Counter[PythonStyle] = Counter()
    for path, text in package.tests.items():
        if is_test_file(path):
            counts[PythonStyle.UNITTEST] += len(re.findall(r"^class \w+\((?:\w+\.)?TestCase\)", text, re.MULTILINE)) * 4
            counts[PythonStyle.CLASSES] += len(re.findall(r"^class Test\w*(?:\(\))?:", text, re.MULTILINE)) * 4
            counts[PythonStyle.FUNCTIONS] += len(re.findall(r"^def test_", text, re.MULTILINE))
    return counts.most_common(1)[0][0] if counts and counts.total() else PythonStyle.FUNCTIONS


def new_path(package: Package, path: str) -> str:
    """Return a path for new tests of a source file, where the project keeps its tests, that no file has."""
    known = [test for test in package.tests if is_test_file(test) and not test.startswith("tests/test_zz_")]
    folders = Counter(str(PurePosixPath(test).parent) for test in known)
    folder = folders.most_common(1)[0][0] if folders else "tests"
    behind = sum(PurePosixPath(test).stem.endswith("_test") for test in known) * 2 > len(known)
    part = PurePosixPath(path).stem
    part = PurePosixPath(path).parent.name or package.name if part == "__init__" else part.strip("_")
    taken = {*package.tests, *package.others, *package.sources}
    for more in ("", "_more", *(f"_more_{number}" for number in range(2, 99))):
        name = f"{part}{more}_test.py" if behind else f"test_{part}{more}.py"
        found = name if folder == "." else f"{folder}/{name}"
        same = any(PurePosixPath(test).name == name for test in taken)  # two modules of one name clash in pytest
        if found not in taken and not same:
            return found
    return f"{folder}/test_{part}_specwright.py"


def python_test_file(
    package: Package, path: str, parts: Mapping[str, TestablePart], tests: Sequence[PlannedTest]
) -> TestFile:
    """Return the new tests of one source file."""
    style = style_of(package)
    file = _NewTests(package, parts, style)
    names = _names(tests)
    rows = [file.test(test, name) for test, name in zip(tests, names, strict=True)]
    place = new_path(package, path)
    text = file.text(rows, module_path(package, path))
    if style is not PythonStyle.FUNCTIONS:
        names = [f"{file.title(module_path(package, path))}::{name}" for name in names]
    return TestFile(path=place, text=text, names=tuple(f"{place}::{name}" for name in names))


def _names(tests: Sequence[PlannedTest]) -> list[str]:
    found: list[str] = []
    for test in tests:
        subject = re.sub(r"\W+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", test.plan.part)).lower().strip("_")
        subject = re.sub(r"_+", "_", subject)
        told = test.told
        raised = told.get("ending") == "raised"
        word = "_raises" if raised else ""
        if test.origin is OriginOfTest.DOCUMENTATION:
            word = f"{word}_as_documented"
        name = f"test_{subject}{word}"
        options = (name, *(f"{name}_{number}" for number in range(2, 999)))
        found.append(next(option for option in options if option not in found))
    return found


class _NewTests:
    def __init__(self, package: Package, parts: Mapping[str, TestablePart], style: PythonStyle) -> None:
        self.package, self.parts, self.style = package, parts, style
        self.literals = PythonLiterals(EXACT)
        self.names: dict[tuple[str, str], None] = {}
        self.plain_imports: set[str] = set()

    @property
    def indent(self) -> str:
        return "    " if self.style is PythonStyle.FUNCTIONS else "        "

    def test(self, test: PlannedTest, name: str) -> str:
        told = test.told
        changed = set(told.get("changed", {}))
        literals = self.literals
        first = call_text(test.plan, self.package, self.parts, PythonLiterals(EXACT))
        by_place = {place: given for place, given in first.given.items() if given in changed}
        text = call_text(test.plan, self.package, self.parts, literals, lambda place: place in by_place)
        renamed = {by_place[place]: name for place, name in text.given.items() if place in by_place}
        self.names |= dict.fromkeys(text.imports)
        needs_output = bool(told.get("printed"))
        body = list(self.body(test, text, renamed))
        given = {PythonStyle.FUNCTIONS: "", PythonStyle.CLASSES: "self", PythonStyle.UNITTEST: "self"}[self.style]
        if needs_output and self.style is not PythonStyle.UNITTEST:
            given = f"{given}, capsys".strip(", ")
        why = CHARACTERISATION if test.origin is OriginOfTest.CHARACTERISATION else f"from the {test.source}"
        outer = self.indent[4:]
        return f"{outer}def {name}({given}):\n{self.indent}# {why}\n" + "".join(body)

    def body(self, test: PlannedTest, text: CallText, renamed: Mapping[str, str]) -> Iterator[str]:
        told = test.told
        for statement in text.before:
            yield self.line(statement)
        if told["ending"] == "raised":
            yield from self.raising(told["error"], text)
            return
        yield from self.returning(test, text)
        for name, value in told.get("changed", {}).items():
            if value[0] == "data" and name in renamed:
                yield self.equal(renamed[name], value[1])
        if text.receiver and not (told.get("value") and told["value"][0] in ("data", "items") and not told["receiver"]):
            value = told.get("value")
            shown = told["receiver"] or (told["kept"] if value in (None, ["data", None]) else [])
            for template, answer in shown:
                yield self.equal(template.format(text.receiver), answer)
        if told.get("printed") and self.style is not PythonStyle.UNITTEST:
            yield self.equal("capsys.readouterr().out", told["printed"])

    def raising(self, error: Mapping[str, str], text: CallText) -> Iterator[str]:
        kind = error["name"]
        found = getattr(builtins, kind, None)
        if not (isinstance(found, type) and error["module"] == "builtins"):
            self.names[error["module"], kind] = None
        if self.style is PythonStyle.UNITTEST:
            yield f"{self.indent}with self.assertRaises({kind}):\n"
        else:
            self.literals.imports.add("pytest")
            yield f"{self.indent}with pytest.raises({kind}):\n"
        yield LAYOUT.statement(text.last, f"{self.indent}    ")

    def returning(self, test: PlannedTest, text: CallText) -> Iterator[str]:
        told, value = test.told, test.told.get("value")
        if test.stated is not None and not told.get("printed"):
            wanted = literal_of(test.stated)
            if wanted is not NOTHING and value and value[0] == "data":
                yield from self.data(text.last, value[1])
            else:
                yield self.same(wrapped("repr(", text.last, ")"), text_literal(told["text"]))
            return
        if not text.is_value or value is None:
            yield self.line(text.last)
        elif value[0] == "data":
            is_nothing = value[1] is None
            has_more = bool(told.get("changed") or told.get("receiver") or told.get("kept") or told.get("printed"))
            yield from [self.line(text.last)] if is_nothing and has_more else self.data(text.last, value[1])
        elif value[0] == "items":
            yield from self.items(text.last, value)
        elif value[0] == "text":
            yield self.same(wrapped("repr(", text.last, ")"), text_literal(value[2]))
        elif value[0] == "object":
            yield from self.object(text.last, value)
        elif value[0] == "long":
            yield self.same(wrapped("len(", text.last, ")"), str(value[2]))
        else:
            yield self.line(text.last)

    def items(self, last: LayoutPiece, value: Sequence[Any]) -> Iterator[str]:
        data = value[1]["data"]
        if value[2]:
            yield from self.data(wrapped("list(", last, ")"), data)
            return
        self.literals.imports.add("itertools")
        yield from self.data(wrapped("list(itertools.islice(", last, f", {_MOST_ITEMS}))"), data[:_MOST_ITEMS])

    def object(self, last: LayoutPiece, value: Sequence[Any]) -> Iterator[str]:
        yield self.line(wrapped("result = ", last))
        for template, answer in value[3]:
            yield self.equal(template.format("result"), answer)

    def data(self, last: LayoutPiece, data: Any) -> Iterator[str]:
        last = last if _is_primary(flat(last)) else wrapped("(", last, ")")
        if data is None or isinstance(data, bool):
            one = wrapped("assert ", last, f" is {data}")
            if self.style is PythonStyle.UNITTEST:
                yield self.line(wrapped("self.assertIs(", last, f", {data})"))
            elif LAYOUT.fits(one, self.indent):
                yield self.line(one)
            else:
                yield self.line(wrapped("result = ", last))
                yield f"{self.indent}assert result is {data}\n"
            return
        if data == {"$float": "nan"}:
            self.literals.imports.add("math")
            yield self.line(wrapped("assert math.isnan(", last, ")"))
            return
        wanted = self.wanted(data)
        one = wrapped("assert ", last, f" == {flat(wanted)}")
        if self.style is PythonStyle.UNITTEST or LAYOUT.fits(one, self.indent):
            yield self.same(last, flat(wanted))
        else:
            yield self.line(wrapped("result = ", last))
            yield self.line(wrapped("assert result == ", wanted))

    def wanted(self, data: Any) -> LayoutPiece:
        """Return the literal; floats with many digits, which may differ on another machine, are approximate."""
        if mentions_float(data) and _has_long_float(data) and self.style is not PythonStyle.UNITTEST:
            self.literals.imports.add("pytest")
            self.literals.comparison = Comparison(tolerance=1e-9)
            found = self.literals.approximately(data)
            self.literals.comparison = EXACT
            return found
        return self.literals.literal(data)

    def equal(self, what: str, data: Any) -> str:
        return "".join(self.data(what, data))

    def same(self, what: LayoutPiece, wanted: str) -> str:
        if self.style is PythonStyle.UNITTEST:
            return self.line(wrapped("self.assertEqual(", what, f", {wanted})"))
        return self.line(wrapped("assert ", what, f" == {wanted}"))

    def line(self, piece: LayoutPiece) -> str:
        if isinstance(piece, str):
            return "".join(f"{self.indent}{line}\n" for line in piece.splitlines())
        return LAYOUT.statement(piece, self.indent)

    def title(self, module: str) -> str:
        return "Test" + "".join(word.capitalize() for word in re.split(r"[._]+", module) if word)

    def text(self, rows: Sequence[str], module: str) -> str:
        imports = self.literals.imports | ({"unittest"} if self.style is PythonStyle.UNITTEST else set())
        head = "".join(f"import {name}\n" for name in sorted(imports - {"pytest"}))
        third = "import pytest\n" if "pytest" in imports else ""
        by_module: dict[str, list[str]] = {}
        for where, name in self.names:
            by_module.setdefault(where, []).append(name)
        own = "".join(
            LAYOUT.statement(_import_line(where, sorted(set(names))), "") for where, names in sorted(by_module.items())
        )
        marked = CHARACTERISATION.split(":")[0]
        title = (
            f'"""Further tests of {module}.\n\nA test marked as {marked} states what the code did when it was written, '
            'not\nwhat is right.\n"""\n'
        )
        parts = [part for part in (head, third, own) if part]
        begin = f"{title}\n" + "\n".join(parts)
        if self.style is PythonStyle.FUNCTIONS:
            return begin + "".join(f"\n\n{row}" for row in rows)
        base = "(unittest.TestCase)" if self.style is PythonStyle.UNITTEST else ""
        return f"{begin}\n\nclass {self.title(module)}{base}:\n" + "\n".join(rows)


def _is_primary(text: str) -> bool:
    """Return whether an expression can stand beside a comparison without brackets."""
    plain = ast.Name | ast.Attribute | ast.Subscript | ast.Call | ast.Constant
    return isinstance(ast.parse(text, mode="eval").body, plain)


def _import_line(module: str, names: Sequence[str]) -> LayoutPiece:
    line = f"from {module} import {', '.join(names)}"
    if len(line) <= LAYOUT.width:
        return line
    inner = "".join(f"    {name},\n" for name in names)
    return f"from {module} import (\n{inner})"


def _has_long_float(data: Any) -> bool:
    if isinstance(data, float):
        return len(repr(data)) > _SHORT_FLOAT
    if isinstance(data, list):
        return any(map(_has_long_float, data))
    return isinstance(data, dict) and any(map(_has_long_float, data.values()))
