"""Java: javac for syntax, types and warnings, clang-format in Google's style for layout, our analyser besides."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from specwright.core.finding import Check, CheckKind, Finding, Severity
from specwright.core.package import Package
from specwright.languages.checks.documentation import TAGS
from specwright.languages.checks.inspecting import Inspecting, check, remarks, unformatted
from specwright.languages.checks.look import Said, not_made
from specwright.languages.checks.security import JAVA
from specwright.languages.java import FLAGS

_KINDS: Final = (CheckKind.SYNTAX, CheckKind.TYPES, CheckKind.LINT)
_WARNINGS: Final = "-Xlint:all,-processing,-options,-path,-classfile"
_STYLE: Final = "--style=Google"
_SAID: Final = re.compile(r"^(\S.*\.java):(\d+): (warning|error): (?:\[([\w-]+)\] )?(.*)$", re.MULTILINE)
_UNFORMATTED: Final = re.compile(r"^(\S.*\.java):\d+:\d+: ", re.MULTILINE)


class JavaInspection(Inspecting):
    """Looks at Java packages; see the Inspection port. Examples in Java's documentation are not run."""

    language = "java"
    extensions = (".java",)
    form = TAGS
    formatter = "clang-format"
    quick: ClassVar = {"clang-format": (CheckKind.FORMAT,)}
    slow: ClassVar = {"javac": _KINDS}
    dangers = JAVA

    def commands(self, name: str, package: Package) -> dict[str, Sequence[str]]:
        tool, sources = self.tools.here[name], self.sources(package)
        if name == "clang-format":
            paths = [*sources, *self.tests(package)]
            return {name: [*tool.argv, _STYLE, "--dry-run", *paths]} if paths else {}
        flags = [f"-J{flag}" for flag in FLAGS]
        # Processors of annotations would be code of the package that runs.
        how = [
            "-proc:none",
            "-encoding",
            "UTF-8",
            "-Xmaxwarns",
            "1000",
            "-Xmaxerrs",
            "1000",
            _WARNINGS,
            "-d",
            "../classes",
        ]
        return {name: [*tool.argv, *flags, *how, *sources]} if sources else {}

    def layout(self, paths: Sequence[str]) -> dict[str, Sequence[str]]:
        return {"clang-format": [*self.tools.here["clang-format"].argv, _STYLE, "-i", *paths]}

    def read(self, name: str, said: Mapping[str, Said], package: Package) -> Sequence[Check]:
        tool, told = self.tools.here[name], said.get(name)
        kinds = (CheckKind.FORMAT,) if name == "clang-format" else _KINDS
        if told is None or told.status is None:
            return not_made(
                kinds, str(tool), f"{name} failed: {told.err.strip()[-300:] if told else 'no Java sources'}"
            )
        if name == "clang-format":
            return [_layout(self, told, package)]
        found = [_finding(match) for match in _SAID.finditer(told.err)]
        errors = [each for each in found if each.severity is Severity.ERROR]
        if told.status != 0 and not errors:
            return not_made(kinds, str(tool), f"javac failed: {told.err.strip()[-300:]}")
        warnings = [each for each in found if each.severity is not Severity.ERROR]
        broken = {"files": len(self.sources(package)), "broken": len({each.path for each in errors})}
        return [
            check(CheckKind.SYNTAX, tool, errors, broken),
            remarks(CheckKind.TYPES, tool, errors, package.sources),
            remarks(CheckKind.LINT, tool, warnings, package.sources),
        ]


def _layout(inspection: JavaInspection, said: Said, package: Package) -> Check:
    tool = inspection.tools.here["clang-format"]
    paths = sorted(set(_UNFORMATTED.findall(said.err)))
    return unformatted(tool, paths, len(inspection.sources(package)) + len(inspection.tests(package)))


def _finding(match: re.Match[str]) -> Finding:
    return Finding(
        tool="javac",
        code=match[4] or "",
        severity=Severity.ERROR if match[3] == "error" else Severity.WARNING,
        message=match[5],
        path=match[1],
        line=int(match[2]),
    )
