"""New test files for existing Go code, in the package of the code, for `go test`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, Final

from specwright.core.existing.calls import OriginOfTest, PlannedTest, TestablePart
from specwright.core.program.package import Package
from specwright.languages.go.native_tests import go_text
from specwright.languages.go.testing.texts import GoCalls, go_calls, is_scalar, told_go
from specwright.languages.go.type_syntax import parse_type
from specwright.ports.probing import TestFile

CHARACTERISATION: Final = "characterisation: what the code does today"
_CLAUSE: Final = re.compile(r"^package[ \t]+(\w+)", re.MULTILINE)
_LONG_FLOAT: Final = 8


def clause_of(package: Package, path: str) -> str:
    """Return the package clause of a source file."""
    found = _CLAUSE.search(package.sources[path])
    return found[1] if found else package.name


def new_path(package: Package, path: str) -> str:
    """Return a path beside the source file that no file has."""
    taken = {*package.tests, *package.others, *package.sources}
    stem = path.removesuffix(".go")
    for more in ("", "_more", *(f"_more{number}" for number in range(2, 99))):
        if f"{stem}{more}_test.go" not in taken:
            return f"{stem}{more}_test.go"
    return f"{stem}_specwright_test.go"


def go_test_file(
    package: Package, path: str, parts: Mapping[str, TestablePart], tests: Sequence[PlannedTest]
) -> TestFile:
    """Return the new tests of one source file."""
    imports = {"testing"}
    names = _names(package, tests)
    rows = [
        _function(test, name, go_calls(test.plan, package, parts), imports)
        for test, name in zip(tests, names, strict=True)
    ]
    folder = str(PurePosixPath(path).parent)
    head = "".join(f'\t"{name}"\n' for name in sorted(imports))
    marked = CHARACTERISATION.split(":", maxsplit=1)[0]
    title = f"// Further tests. One marked as {marked} states what the code did when it was written.\n"
    text = f"{title}package {clause_of(package, path)}\n\nimport (\n{head})\n\n" + "\n".join(rows)
    return TestFile(path=new_path(package, path), text=text, names=tuple(f"{folder}::{name}" for name in names))


def _names(package: Package, tests: Sequence[PlannedTest]) -> list[str]:
    known = set(
        re.findall(r"^func (\w+)", "\n".join([*package.tests.values(), *package.sources.values()]), re.MULTILINE)
    )
    found: list[str] = []
    for test in tests:
        words = "".join(part[:1].upper() + part[1:] for part in re.findall(r"\w+", test.plan.part))
        words += "Panics" if test.told.get("ending") == "raised" else ""
        words += "AsDocumented" if test.origin is OriginOfTest.DOCUMENTATION else ""
        options = (f"Test{words}", *(f"Test{words}{number}" for number in range(2, 999)))
        found.append(next(each for each in options if each not in known and each not in found))
    return found


def _function(test: PlannedTest, name: str, calls: GoCalls, imports: set[str]) -> str:
    why = CHARACTERISATION if test.origin is OriginOfTest.CHARACTERISATION else f"from the {test.source}"
    body = "".join(f"\t{line}\n" for line in _lines(test.told, calls, imports))
    return f"func {name}(t *testing.T) {{\n\t// {why}\n{body}}}\n"


def _lines(told: Mapping[str, Any], calls: GoCalls, imports: set[str]) -> Iterator[str]:
    yield from calls.before
    if told["ending"] == "raised":
        yield "defer func() {"
        yield "\tif recover() == nil {"
        yield f"\t\tt.Error({go_text(f'{calls.call} did not panic')})"
        yield "\t}"
        yield "}()"
        yield calls.call
        return
    values = told["values"]
    names = ["got"] if len(values) == 1 else [f"got{at}" for at in range(len(values))]
    checks = [
        list(_check(name, kind, value, calls, imports))
        for name, kind, value in zip(names, calls.results, values, strict=True)
    ]
    used = [name if check else "_" for name, check in zip(names, checks, strict=True)]
    if any(checks):
        yield f"{', '.join(used)} := {calls.call}"
    else:
        yield calls.call if not values else f"{', '.join('_' for _ in values)} = {calls.call}"
    for check in checks:
        yield from check
    if calls.receiver and told.get("state") and (told.get("changed") or not values):
        yield from _formatted(calls.receiver, told["state"], imports)


def _check(name: str, kind: str, value: Mapping[str, Any], calls: GoCalls, imports: set[str]) -> Iterator[str]:
    """Yield the statements that compare one result."""
    if kind == "error":
        failed = value.get("t") == "error"
        shown = calls.call.replace("%", "%%")
        yield f"if {name} {'==' if failed else '!='} nil {{"
        yield (
            f"\tt.Error({go_text(f'{calls.call} gave no error')})"
            if failed
            else f"\tt.Errorf({go_text(f'{shown} gave the error %v')}, {name})"
        )
        yield "}"
        return
    known = parse_type(kind)
    literal = told_go(value, known)
    if literal is None:
        if value.get("s"):
            yield from _formatted(name, value["s"], imports)
        return
    said = go_text(calls.call.replace("%", "%%") + " = %v, want %v")
    if value.get("t") == "bool" and kind == "bool":
        yield f"if {'!' if literal == 'true' else ''}{name} {{"
        yield f"\tt.Errorf({said}, {name}, {literal})"
    elif value.get("t") == "float" and len(literal) > _LONG_FLOAT:
        imports.add("math")
        yield f"if want := {literal}; math.Abs(float64({name})-want) > 1e-9*math.Max(1, math.Abs(want)) {{"
        yield f"\tt.Errorf({said}, {name}, want)"
    elif literal == "nil":
        yield f"if {name} != nil {{"
        yield f"\tt.Errorf({said}, {name}, nil)"
    elif is_scalar(known) or value.get("t") in ("int", "str", "float"):
        yield f"if {name} != {literal} {{"
        yield f"\tt.Errorf({said}, {name}, {literal})"
    else:
        imports.add("reflect")
        yield f"if want := ({literal}); !reflect.DeepEqual({name}, want) {{"
        yield f"\tt.Errorf({said}, {name}, want)"
    yield "}"


def _formatted(name: str, text: str, imports: set[str]) -> Iterator[str]:
    imports.add("fmt")
    yield f'if got, want := fmt.Sprintf("%+v", {name}), {go_text(text)}; got != want {{'
    yield f"\tt.Errorf({go_text(f'{name} is %s, want %s')}, got, want)"
    yield "}"
