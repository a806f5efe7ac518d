"""JavaScript: probes of a project's functions and classes, and the tests that are made of what they showed."""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Mapping, Sequence
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
from specwright.languages.common.observing.blocks import blanked
from specwright.languages.common.packaging.driven import PROJECT
from specwright.languages.common.packaging.layout import flat
from specwright.languages.common.probing import pattern_constants, probe_lines, stated_in_comments
from specwright.languages.common.test_spans import spans_of
from specwright.languages.drivers import driver_file
from specwright.languages.javascript.observing import JavaScriptObserving
from specwright.languages.javascript.testing.parts import exports_of, is_module, javascript_parts
from specwright.languages.javascript.testing.test_files import javascript_test_file, new_path, uses_mocha
from specwright.languages.javascript.testing.texts import data_literal, script_calls, told_literal
from specwright.ports.language import NativeRun
from specwright.ports.probing import ProbeFile, TestFile

_POINT: Final = re.compile(r"[{}?:;]|=>|&&|\|\||\breturn\b|\bcase\b|\belse\b|\)\s*(?=\w)")
_REGEXP: Final = re.compile(r"(?<=[(,=:\[!&|?+;\s])/(?![/*\s])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+)/[a-z]*")
_WEAK: Final = ("opaque", "bare", "regexp")


class JavaScriptProbing:
    """See the port `Probing`."""

    measures = False
    extension = "js"

    def parts(self, package: Package, path: str) -> tuple[TestablePart, ...]:
        return tuple(javascript_parts(package, path))

    def constants(self, package: Package, part: TestablePart) -> tuple[Data, ...]:
        code = package.sources[part.path]
        own = JavaScriptObserving().constants(code, part.declared)
        return (*own, *pattern_constants(_REGEXP.findall(code)))

    def stated(self, package: Package, path: str, parts: Sequence[TestablePart]) -> tuple[StatedPlan, ...]:
        functions = [part for part in parts if part.form is PartForm.FUNCTION]
        found = []
        for part, example, line in stated_in_comments(package.sources[path], functions):
            step = CallStep(part=part.id, given=tuple(GivenArgument(value=value) for value in example.args))
            try:
                wanted = "" if example.raises else flat(data_literal(example.value))
            except UserError:
                continue
            plan = CallPlan(path=path, part=part.title, steps=(step,))
            source = f"comment on {part.name}, line {line}"
            found.append(
                StatedPlan(plan=plan, source=source, wanted=wanted or "an error", is_error=example.raises, line=line)
            )
        return tuple(found)

    def places(self, package: Package, file: FileCoverage) -> frozenset[Mark]:
        uncovered = {line for line, hits in file.lines.items() if not hits} | {line for line, _ in file.untaken}
        points = self._points(package.sources[file.path])
        return frozenset((file.path, line, offset) for line, offset in points if line in uncovered)

    def loading(self, package: Package) -> ProbeFile:
        nonce = secrets.token_hex(8)
        names = json.dumps([f"{PROJECT}/{path}" for path in self._files(package)])
        text = (
            f'import {{ test }} from "node:test";\ntest("zz {nonce}", async () => {{\n'
            f"  for (const path of {names}) await import(path).catch(() => {{}});\n}});\n"
        )
        return ProbeFile(path=self._probe_path(package, nonce), text=text, nonce=nonce)

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
        files = self._files(package)
        written = [self._plan(plan, parts) for plan in plans]
        modules = {
            f"{path}::{name}": {"path": path, "form": found.form, "exported": found.name}
            for path in files
            for name, found in exports_of(package.sources[path]).items()
        }
        used = {name for each in written for name in each["modules"]}
        work = {
            "nonce": nonce,
            "root": PROJECT,
            "files": files,
            "points": [self._points(package.sources[path]) for path in files],
            "modules": {name.rsplit("::", 1)[-1]: found for name, found in modules.items() if name in used},
            "plans": [{key: value for key, value in each.items() if key != "modules"} for each in written],
            "whole": whole,
            "later": later,
        }
        probe = driver_file("project_probe.cjs", "javascript").decode()
        text = (
            'import { test } from "node:test";\nimport { createRequire } from "node:module";\n'
            f"const WORK = {json.dumps(work)};\nconst PROBE = {json.dumps(probe)};\n"
            f'test("zz {nonce}", async () => {{\n  const module = {{ exports: {{}} }};\n'
            '  new Function("module", "require", PROBE)(module, createRequire(import.meta.url));\n'
            "  await module.exports.watch(WORK, PROBE);\n});\n"
        )
        return ProbeFile(path=self._probe_path(package, nonce), text=text, nonce=nonce)

    def told(self, output: str, probe: ProbeFile, count: int, package: Package) -> tuple[PlanOutcome | None, ...]:
        return probe_lines(output, probe.nonce, count, self._files(package))

    def stirred(self, run: NativeRun) -> NativeRun:
        return run

    def agrees(self, stated: StatedPlan, outcome: PlanOutcome) -> bool | None:
        told = outcome.told
        if told is None or not outcome.has_ended:
            return None
        if stated.is_error or outcome.ending == "raised":
            return stated.is_error and outcome.ending == "raised"
        try:
            return flat(told_literal(told["value"])) == stated.wanted
        except (UserError, KeyError):
            return None

    def shown(self, package: Package, parts: Mapping[str, TestablePart], plan: CallPlan) -> str:
        return flat(script_calls(plan, parts, lambda _: False).last)

    def is_testable(self, outcome: PlanOutcome) -> bool:
        told = outcome.told
        if told is None:
            return False
        if outcome.ending == "raised":
            return bool(told["error"]["isError"])
        value: Any = told.get("value") or {}
        has_more = bool(told.get("views") or told.get("changed") or told.get("kept"))
        if value.get("t") in _WEAK or (value.get("t") == "instance" and not value["v"]):
            return has_more and value.get("t") != "opaque"
        return True

    def spans(self, text: str) -> dict[str, tuple[int, int]]:
        return spans_of(text, "javascript")

    def new_path(self, package: Package, path: str) -> str:
        return new_path(package, path, self.extension)

    def test_form(self, package: Package, path: str) -> str:
        place = self.new_path(package, path)
        source = os.path.relpath(path, PurePosixPath(place).parent)
        runner = "`describe` and `it` as mocha gives them" if uses_mocha(package) else "`test` of node:test, not nested"
        loads = "`import`" if is_module(package, path) else "`require`"
        return (
            f"One file at {place} with {runner}, and node:assert/strict. The code is loaded by {loads} from `{source}`."
        )

    def written(
        self, package: Package, path: str, parts: Mapping[str, TestablePart], tests: Sequence[PlannedTest]
    ) -> TestFile:
        return javascript_test_file(package, path, parts, tests, self.extension)

    # --- parts of probes ---------------------------------------------------------------------------------------------

    def _files(self, package: Package) -> list[str]:
        return sorted(path for path in package.sources if path.endswith((".js", ".mjs", ".cjs")))

    def _probe_path(self, package: Package, nonce: str) -> str:
        return f"test/zz-specwright-{nonce}.test.{'mjs' if package.others else 'js'}"

    def _points(self, code: str) -> list[tuple[int, int]]:
        """Return the places of the code at which something begins: line, and place in the text."""
        bare = blanked(code, "javascript")
        found = []
        for match in _POINT.finditer(bare):
            at = match.end()
            at += len(bare[at:]) - len(bare[at:].lstrip())
            if at < len(code):
                found.append((code.count("\n", 0, at) + 1, at))
        return sorted(set(found))

    def _plan(self, plan: CallPlan, parts: Mapping[str, TestablePart]) -> dict[str, Any]:
        try:
            calls = script_calls(plan, parts)
        except (UserError, KeyError, StopIteration):
            return {"names": [], "body": "throw new Error()", "modules": []}
        given = ", ".join(calls.given.values())
        lines = [flat(piece) for piece in calls.before]
        lines.append(f"$({{ {given} }}, {calls.receiver or 'undefined'});")
        lines.append(f"const $value = {flat(calls.last)};")
        lines.append(
            'if (typeof $value?.then === "function") { try { return { value: await $value, promised: true }; } '
            "catch (cause) { throw { promised: true, cause }; } }"
        )
        return {
            "names": [name for _, name in calls.names],
            "body": "\n".join([*lines, "return { value: $value };"]),
            "modules": [f"{path}::{name}" for path, name in calls.names],
        }
