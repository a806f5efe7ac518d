"""Go: probes of a package's functions and methods, and the tests that are made of what they showed."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import PurePosixPath
from typing import Any, Final

from specwright.core.errors import UserError
from specwright.core.evidence.native import FileCoverage
from specwright.core.existing.calls import (
    CallPlan,
    CallStep,
    GivenArgument,
    Mark,
    PartForm,
    PlannedTest,
    PlanOutcome,
    StatedPlan,
    TestablePart,
)
from specwright.core.program.data import Data
from specwright.core.program.package import Package
from specwright.languages.common.observing.blocks import blanked, marked
from specwright.languages.common.probing import pattern_constants, probe_lines, stated_in_comments
from specwright.languages.common.test_spans import spans_of
from specwright.languages.drivers import driver_file
from specwright.languages.go.observing import GoObserving
from specwright.languages.go.testing.parts import folder_of, go_parts, package_code
from specwright.languages.go.testing.test_files import clause_of, go_test_file, new_path
from specwright.languages.go.testing.texts import go_calls, go_literal, part_results, told_go
from specwright.languages.go.type_syntax import parse_type
from specwright.ports.language import NativeRun
from specwright.ports.probing import ProbeFile, TestFile

_PATTERN: Final = re.compile(r"MustCompile\((?:`([^`]*)`|\"((?:\\.|[^\"\\])*)\")\)")


_BEGINS: Final = re.compile(r"\s*(?!case\b|default\b|else\b)[A-Za-z_]")
"""A line that begins a statement."""


class GoProbing:
    """See the port `Probing`."""

    measures = False

    def parts(self, package: Package, path: str) -> tuple[TestablePart, ...]:
        return tuple(go_parts(package, path))

    def constants(self, package: Package, part: TestablePart) -> tuple[Data, ...]:
        code = package_code(package, part.path)
        own = GoObserving().constants(code, part.declared)
        return (*own, *pattern_constants([plain or quoted for plain, quoted in _PATTERN.findall(code)]))

    def stated(self, package: Package, path: str, parts: Sequence[TestablePart]) -> tuple[StatedPlan, ...]:
        functions = [part for part in parts if part.form is PartForm.FUNCTION]
        code = package_code(package, path)
        found = []
        for part, example, line in stated_in_comments(package.sources[path], functions):
            results = [parse_type(kind) for kind in part_results(part) if kind != "error"]
            step = CallStep(part=part.id, given=tuple(GivenArgument(value=value) for value in example.args))
            if len(results) != 1:
                continue
            try:
                wanted = "an error" if example.raises else go_literal(example.value, results[0], code)
            except UserError:
                continue
            plan = CallPlan(path=path, part=part.title, steps=(step,))
            source = f"comment on {part.name}, line {line}"
            found.append(StatedPlan(plan=plan, source=source, wanted=wanted, is_error=example.raises, line=line))
        return tuple(found)

    def places(self, package: Package, file: FileCoverage) -> frozenset[Mark]:
        text = package.sources[file.path]
        lines = text.split("\n")
        found = set()
        for number, line in enumerate(go_marked(text, 0)[1]):
            # The statement behind the brace, or the first one on the lines below.
            own = next(
                (at for at in range(line, min(line + 4, len(lines)) + 1) if at in file.lines and at > line), line
            )
            if not file.lines.get(own, file.lines.get(line, 1)):
                found.add((file.path, line, number))
        return frozenset(found)

    def loading(self, package: Package) -> ProbeFile:
        nonce = secrets.token_hex(8)
        path = next((path for path in sorted(package.sources) if path.endswith(".go")), "main.go")
        text = f'package {clause_of(package, path)}\n\nimport "testing"\n\nfunc TestZz{nonce}(t *testing.T) {{}}\n'
        return ProbeFile(path=self._beside(path, nonce), text=text, nonce=nonce)

    def probe(
        self,
        package: Package,
        parts: Mapping[str, TestablePart],
        plans: Sequence[CallPlan],
        *,
        whole: bool = False,
        later: bool = False,
    ) -> ProbeFile:
        nonce = secrets.token_hex(8)
        path = plans[0].path if plans else next(iter(package.sources))
        marks: list[Mark] = []
        sources: dict[str, str] = {}
        files = self._files(package)
        for each in files:
            if folder_of(each) == folder_of(path):
                text, lines = go_marked(package.sources[each], len(marks))
                marks += [(each, line, number) for number, line in enumerate(lines)]
                sources[each] = text
        body = driver_file("project_probe.txt", "go").decode()
        for name, value in {
            "SPECWRIGHT_MARKS": str(max(1, len(marks))),
            "SPECWRIGHT_NONCE": nonce,
            "SPECWRIGHT_NAME": f"Zz{nonce}",
            "SPECWRIGHT_WHOLE": "true" if whole else "false",
            "SPECWRIGHT_FIRST": "0",
        }.items():
            body = body.replace(name, value)
        places = ", ".join(f"{{{files.index(each)}, {line}, {number}}}" for each, line, number in marks)
        head = f"package {clause_of(package, path)}\n\n{body}\nvar specwrightPlaces = [][]int{{{places}}}\n\n"
        head += "var specwrightPlans = []specwrightPlan{\n"
        rows = "".join(f"{self._plan(plan, package, parts)},\n" for plan in plans)
        return ProbeFile(
            path=self._beside(path, nonce),
            text=f"{head}{rows}}}\n",
            nonce=nonce,
            sources=sources,
            first_line=head.count("\n") + 1,
        )

    def told(self, output: str, probe: ProbeFile, count: int, package: Package) -> tuple[PlanOutcome | None, ...]:
        return probe_lines(output, probe.nonce, count, self._files(package))

    def stirred(self, run: NativeRun) -> NativeRun:
        return run  # Go stirs the order of its maps by itself

    def agrees(self, stated: StatedPlan, outcome: PlanOutcome) -> bool | None:
        told = outcome.told
        if told is None or not outcome.has_ended:
            return None
        values = told.get("values") or []
        failed = outcome.ending == "raised" or any(value.get("t") == "error" for value in values)
        if stated.is_error or failed:
            return stated.is_error and failed
        first = values[0] if values else None
        kinds = ("[]string", "string") if stated.wanted.startswith("[]") else ("string",)
        kind = stated.wanted.partition("{")[0] if "{" in stated.wanted else kinds[-1]
        shown = told_go(first, parse_type(kind))
        return None if shown is None else shown == stated.wanted

    def shown(self, package: Package, parts: Mapping[str, TestablePart], plan: CallPlan) -> str:
        return go_calls(plan, package, parts).call

    def is_testable(self, outcome: PlanOutcome) -> bool:
        told = outcome.told
        if told is None:
            return False
        if outcome.ending == "raised":
            return True
        values: list[Any] = told.get("values") or []
        shows = any(value.get("t") != "opaque" or value.get("s") for value in values)
        return shows or bool(told.get("state") and told.get("changed"))

    def spans(self, text: str) -> dict[str, tuple[int, int]]:
        return spans_of(text, "go")

    def new_path(self, package: Package, path: str) -> str:
        return new_path(package, path)

    def test_form(self, package: Package, path: str) -> str:
        return f"One file of the package `{clause_of(package, path)}` itself, with one function for each test."

    def written(
        self, package: Package, path: str, parts: Mapping[str, TestablePart], tests: Sequence[PlannedTest]
    ) -> TestFile:
        return go_test_file(package, path, parts, tests)

    def _files(self, package: Package) -> list[str]:
        return sorted(path for path in package.sources if path.endswith(".go"))

    def _beside(self, path: str, nonce: str) -> str:
        return str(PurePosixPath(path).parent / f"zz_specwright_{nonce}_test.go")

    def _plan(self, plan: CallPlan, package: Package, parts: Mapping[str, TestablePart]) -> str:
        """Return a plan as a function on one line."""
        try:
            calls = go_calls(plan, package, parts)
        except (UserError, KeyError, AttributeError):
            return "func(mark func(any)) []any { panic(specwrightNo) }".replace("specwrightNo", '"no"')
        names = [f"r{at}" for at in range(len(calls.results))]
        called = f"{', '.join(names)} := {calls.call}" if names else calls.call
        lines = [*calls.before, f"mark({calls.receiver or 'nil'})", called, f"return []any{{{', '.join(names)}}}"]
        return f"func(mark func(any)) []any {{ {'; '.join(lines)} }}"


def go_marked(code: str, start: int) -> tuple[str, list[int]]:
    """Return the code with a mark at the start of each block and behind each, and the lines of the marks."""
    made = marked(code, "go", partial(_mark, start))
    places = [line for line, _ in made.places]
    bare = blanked(code, "go").split("\n")
    lines = made.text.split("\n")
    depth = 0
    for at, line in enumerate(bare[:-1]):
        depth += line.count("{") - line.count("}")
        if line.strip() == "}" and depth > 0 and _BEGINS.match(bare[at + 1]):
            lines[at + 1] = _mark(start, len(places)) + lines[at + 1]
            places.append(at + 2)
    return "\n".join(lines), places


def _mark(start: int, number: int) -> str:
    return f"specwrightMarks[{start + number}]=true;"
