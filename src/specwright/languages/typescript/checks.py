"""TypeScript: tsc for types, and for the rest what JavaScript has."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from specwright.core.evidence.finding import Check, CheckKind, Finding
from specwright.core.program.package import Package
from specwright.languages.common.checks.inspecting import remarks
from specwright.languages.common.checks.tool import NPM_MODULES
from specwright.languages.common.checks.tool_run import PROJECT, ToolOutput, not_made
from specwright.languages.javascript.checks import JavaScriptInspection
from specwright.languages.registry import ROWS
from specwright.languages.typescript.packaging import COMPILER_OPTIONS
from specwright.languages.typescript.toolchain import TypeScriptToolchain

_TSC: Final = "tsc"
_SETTINGS: Final = "tsconfig.json"
_NODE_TYPES: Final = {"typeRoots": [f"{NPM_MODULES}/@types"], "types": ["node"]}
_FINDING: Final = re.compile(
    r"^(?P<path>[^\s(].*?)\((?P<line>\d+),(?P<column>\d+)\): error (?P<code>TS\d+): (?P<message>.*)$"
)
_SYNTAX: Final = re.compile(r"TS1\d{3}$")
"""Codes of errors in the syntax, which biome reports too."""


class TypeScriptInspection(JavaScriptInspection):
    """Inspects TypeScript packages; see the Inspection port."""

    language = "typescript"
    extensions = ROWS["typescript"].extensions
    more_grammars = ("javascript",)
    node_flags = TypeScriptToolchain.flags
    slow: ClassVar = {_TSC: (CheckKind.TYPES,)}

    def commands(self, name: str, package: Package) -> dict[str, Sequence[str]]:
        if name != _TSC:
            return super().commands(name, package)
        command = [*self.tools.here[_TSC].argv, "--pretty", "false", "--project", f"../{_SETTINGS}"]
        return {_TSC: command} if self.sources(package) else {}

    def files(self, name: str, package: Package) -> dict[str, bytes]:
        if name != _TSC:
            return super().files(name, package)
        paths = [f"{PROJECT}/{path}" for path in (*self.sources(package), *self.tests(package))]
        settings = {"compilerOptions": {**COMPILER_OPTIONS, **_NODE_TYPES, "skipLibCheck": True}, "files": paths}
        return {_SETTINGS: json.dumps(settings).encode(), **self.manifest(package)}

    def read(self, name: str, said: Mapping[str, ToolOutput], package: Package) -> Sequence[Check]:
        if name != _TSC:
            return super().read(name, said, package)
        tsc, told = self.tools.here[_TSC], said.get(_TSC)
        if told is None or told.status not in (0, 1, 2):
            why = f"tsc failed: {told.err.strip()[-300:] if told else 'it printed nothing'}"
            return not_made((CheckKind.TYPES,), str(tsc), why)
        texts = {**package.sources, **package.tests}
        findings = [finding for line in told.out.splitlines() if (finding := _finding(line)) and finding.path in texts]
        if told.status != 0 and not findings:
            return not_made((CheckKind.TYPES,), str(tsc), f"tsc failed: {told.out.strip()[-300:]}")
        types = [finding for finding in findings if not _SYNTAX.match(finding.code)]
        return [remarks(CheckKind.TYPES, tsc, types, texts)]


def _finding(line: str) -> Finding | None:
    match = _FINDING.match(line)
    if match is None:
        return None
    return Finding(
        tool=_TSC,
        code=match["code"],
        message=match["message"],
        path=match["path"].removeprefix("./"),
        line=int(match["line"]),
        column=int(match["column"]),
    )
