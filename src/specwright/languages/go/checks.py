"""Go: gofmt for syntax and layout, vet for types and lint, and our analyser. Example functions run with the tests.

Vet is started directly on the compiled standard library of the kit: the `go` command would compile for half a minute.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from specwright.core.evidence.finding import Check, CheckKind, Finding, Severity
from specwright.core.program.package import Package
from specwright.core.program.untrusted import parse_report
from specwright.languages.common.checks.documentation import PROSE
from specwright.languages.common.checks.inspecting import NOTHING, Inspecting, check, remarks, unformatted
from specwright.languages.common.checks.security import BROKEN_HASH, STARTS_PROGRAM, DangerRule
from specwright.languages.common.checks.tool import CheckTools
from specwright.languages.common.checks.tool_run import ToolOutput, not_made

_LAYOUT: Final = (CheckKind.SYNTAX, CheckKind.FORMAT)
_VET: Final = (CheckKind.TYPES, CheckKind.LINT)
_PLACED: Final = re.compile(r"^(?:vet: )?(?:\./)?(\S.*?\.go):(\d+):(\d+): (.*)$", re.MULTILINE)
_UNKNOWN: Final = re.compile(r"could not import (\S+)")
_DANGERS: Final = (
    DangerRule(
        code="process", called=r"^(exec\.Command(Context)?|syscall\.Exec|os\.StartProcess)$", why=STARTS_PROGRAM
    ),
    DangerRule(code="hash", called=r"^(md5|sha1)\.(New|Sum)$", why=BROKEN_HASH),
    DangerRule(code="tls", called=r"^InsecureSkipVerify\s*:\s*true", why="anybody can pretend to be the other side"),
    DangerRule(code="unsafe", called=r"^unsafe\.", why="the compiler no longer guards memory"),
)


class GoInspection(Inspecting):
    """Inspects Go packages; see the Inspection port."""

    language = "go"
    extensions = (".go",)
    form = PROSE
    formatter = "gofmt"
    settings_files = silencers = NOTHING
    quick: ClassVar = {"gofmt": _LAYOUT, "vet": _VET}
    dangers = _DANGERS

    def __init__(self, tools: CheckTools) -> None:
        super().__init__(tools)
        index = tools.here["vet"].index if "vet" in tools.here else ""
        pairs = (line.split(" ", 1)[1].partition("=") for line in index.splitlines() if "=" in line)
        self.library = {name: path for name, _, path in pairs}

    def commands(self, name: str, package: Package) -> dict[str, Sequence[str]]:
        argv = self.tools.here[name].argv
        if name == "gofmt":
            return {"gofmt": [*argv, "-l", "-e", *self.sources(package), *self.tests(package)]}
        return {f"vet {place}": [*argv, "-json", f"../vet{place}.cfg"] for place in range(len(self._folders(package)))}

    def layout(self, paths: Sequence[str]) -> dict[str, Sequence[str]]:
        return {"gofmt": [*self.tools.here["gofmt"].argv, "-w", *paths]}

    def files(self, name: str, package: Package) -> dict[str, bytes]:
        if name != "vet":
            return {}
        return {
            f"vet{place}.cfg": json.dumps(self._settings(folder, paths)).encode()
            for place, (folder, paths) in enumerate(self._folders(package))
        }

    def read(self, name: str, said: Mapping[str, ToolOutput], package: Package) -> Sequence[Check]:
        if name == "gofmt":
            return self._layout(said["gofmt"], package)
        vet = self.tools.here["vet"]
        found: list[Finding] = []
        errors: list[Finding] = []
        for key, told in said.items():
            if not key.startswith("vet "):
                continue
            unknown = _UNKNOWN.search(told.err)
            if unknown is not None:
                why = f"vet cannot see {unknown[1]}: it knows the standard library's usual packages alone"
                return not_made(_VET, str(vet), why)
            errors += [_placed(match, "vet") for match in _PLACED.finditer(told.err)]
            found += _remarks(told.out)
            if told.status is None or (told.status != 0 and not errors):
                return not_made(_VET, str(vet), f"vet failed: {told.err.strip()[-300:]}")
        return [
            remarks(CheckKind.TYPES, vet, errors, package.sources),
            remarks(CheckKind.LINT, vet, found, package.sources),
        ]

    def _layout(self, told: ToolOutput, package: Package) -> Sequence[Check]:
        gofmt = self.tools.here["gofmt"]
        if told.status is None:
            return not_made(_LAYOUT, str(gofmt), f"gofmt failed: {told.err.strip()[-300:]}")
        files = len(self.sources(package)) + len(self.tests(package))
        errors = [_placed(match, "gofmt") for match in _PLACED.finditer(told.err)]
        broken = {each.path for each in errors}
        changed = sorted({*told.out.split("\n"), *broken} - {""})
        return [
            check(CheckKind.SYNTAX, gofmt, errors, {"files": files, "broken": len(broken)}),
            unformatted(gofmt, changed, files),
        ]

    def _folders(self, package: Package) -> list[tuple[str, list[str]]]:
        """Every folder is a package of its own."""
        folders: dict[str, list[str]] = {}
        for path in self.sources(package):
            folders.setdefault(path.rpartition("/")[0], []).append(path)
        return sorted(folders.items())

    def _settings(self, folder: str, paths: Sequence[str]) -> dict[str, Any]:
        version = ".".join(self.tools.here["vet"].version.split(".")[:2])
        return {
            "ID": folder or ".",
            "Compiler": "gc",
            "Dir": ".",
            "ImportPath": folder or "main",
            "GoVersion": f"go{version}",
            "GoFiles": list(paths),
            "ImportMap": {name: name for name in self.library},
            "PackageFile": self.library,
            "VetxOutput": "../vet.out",
        }


def _placed(match: re.Match[str], tool: str) -> Finding:
    return Finding(tool=tool, message=match[4], path=match[1], line=int(match[2]), column=int(match[3]))


def _remarks(out: str) -> list[Finding]:
    try:
        told = parse_report(out.encode("utf-8", "replace")) if out.strip() else {}
        return [
            Finding(
                tool="vet",
                code=str(rule),
                severity=Severity.WARNING,
                message=str(each["message"]),
                path=place[0].removeprefix("./"),
                line=int(place[1]),
            )
            for rules in told.values()
            for rule, entries in rules.items()
            for each in entries
            if len(place := str(each["posn"]).rsplit(":", 2)) == 3
        ]
    except (ValueError, TypeError, KeyError, AttributeError):
        return []
