"""Rust: rustfmt for layout, clippy for syntax, types and lint, rustdoc for examples, and our analyser.

Clippy is started directly, without cargo: nothing of the package runs, and no build script is asked.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from specwright.core.evidence.finding import Check, CheckKind, Finding, Severity
from specwright.core.program.package import Package
from specwright.core.program.untrusted import parse_report
from specwright.languages.common.checks.documentation import RUSTDOC
from specwright.languages.common.checks.inspecting import Inspecting, check, remarks, unformatted
from specwright.languages.common.checks.security import STARTS_PROGRAM, DangerRule
from specwright.languages.common.checks.tool_run import PROJECT, ToolOutput, make_run, not_made
from specwright.ports.language import ToolRun

_KINDS: Final = (CheckKind.SYNTAX, CheckKind.TYPES, CheckKind.LINT)
_ROOTS: Final = ("src/lib.rs", "src/main.rs")
_EDITION: Final = "--edition=2021"
_PLACE: Final = re.compile(r"^[ \t]*--> (?:/\S*?/project/)?(\S+?\.rs):\d", re.MULTILINE)
_TEST: Final = re.compile(r"^test (\S+) - (.*?)\(line (\d+)\)(?: - [\w ]+)? \.\.\. (ok|FAILED|failed)", re.MULTILINE)
_DANGERS: Final = (
    DangerRule(code="process", called=r"^(std::process::)?Command::new$", why=STARTS_PROGRAM),
    DangerRule(code="unsafe", called=r"^unsafe\b", why="the compiler no longer guards memory"),
    DangerRule(code="transmute", called=r"transmute(::<|$)", why="the compiler no longer guards types"),
)


class RustInspection(Inspecting):
    """Inspects Rust packages; see the Inspection port."""

    language = "rust"
    extensions = (".rs",)
    form = RUSTDOC
    formatter = "rustfmt"
    settings_files = r"\.?(?:rustfmt|clippy)\.toml"
    silencers = r"#!?\[(?:allow|expect|rustfmt::skip|cfg_attr\([^]]*allow)\b"
    quick: ClassVar = {"rustfmt": (CheckKind.FORMAT,)}
    slow: ClassVar = {"clippy": _KINDS}
    dangers = _DANGERS

    def commands(self, name: str, package: Package) -> dict[str, Sequence[str]]:
        tool = self.tools.here[name]
        if name == "rustfmt":
            paths = [*self.sources(package), *self.tests(package)]
            return {"rustfmt": [*tool.argv, "--check", "-l", _EDITION, *paths]} if paths else {}
        root = self._root(package)
        if root is None:
            return {}
        kind = "lib" if root.endswith("lib.rs") else "bin"
        emit = ("--emit=metadata", "--error-format=json", "-Wclippy::all", "--out-dir", "..")
        return {"clippy": [*tool.argv, _EDITION, f"--crate-type={kind}", f"--crate-name={package.name}", *emit, root]}

    def layout(self, paths: Sequence[str]) -> dict[str, Sequence[str]]:
        """Format one file at a time: if one cannot be read, rustfmt changes none."""
        argv = (*self.tools.here["rustfmt"].argv, _EDITION)
        return {f"rustfmt {path}": [*argv, path] for path in paths}

    def read(self, name: str, said: Mapping[str, ToolOutput], package: Package) -> Sequence[Check]:
        tool = self.tools.here[name]
        if name == "rustfmt":
            told = said.get("rustfmt")
            if told is None or told.status is None:
                return not_made((CheckKind.FORMAT,), str(tool), "rustfmt did not come to an end")
            changed = {path.split(f"/{PROJECT}/", 1)[-1] for path in told.out.splitlines() if path.endswith(".rs")}
            changed |= set(_PLACE.findall(told.err))
            return [unformatted(tool, sorted(changed), len(self.sources(package)) + len(self.tests(package)))]
        told = said["clippy"]
        found = _diagnostics(told.err)
        errors = [each for each in found if each.severity is Severity.ERROR and not each.code.startswith("clippy::")]
        if told.status is None or (told.status != 0 and not any(each.severity is Severity.ERROR for each in found)):
            return not_made(_KINDS, str(tool), f"clippy failed: {told.err.strip()[-300:]}")
        lint = [each for each in found if each not in errors]
        broken = {"files": len(self.sources(package)), "broken": len({each.path for each in errors})}
        return [
            check(CheckKind.SYNTAX, tool, errors, broken),
            remarks(CheckKind.TYPES, tool, errors, package.sources),
            remarks(CheckKind.LINT, tool, lint, package.sources),
        ]

    def examples(self, package: Package) -> ToolRun | None:
        """Return the run in which rustdoc compiles and executes each example."""
        rustdoc = self.tools.here.get("rustdoc")
        if rustdoc is None or "src/lib.rs" not in package.sources:
            return None
        rustc, test, linker = rustdoc.argv
        named = (_EDITION, f"--crate-name={package.name}", f"-Clinker={linker}")
        library = f"../lib{package.name}.rlib"
        commands = {
            "rustc": [rustc, *named, "--crate-type=rlib", "--cap-lints=allow", "-o", library, "src/lib.rs"],
            "rustdoc": [test, *named, "--test", "--extern", f"{package.name}={library}", "-L..", "src/lib.rs"],
        }
        return make_run("examples", [CheckKind.EXAMPLES], package, commands, [rustdoc])

    def read_examples(self, run: ToolRun, said: Mapping[str, ToolOutput], package: Package) -> Check:
        tool = self.tools.here["rustdoc"]
        told = said.get("rustdoc")
        if told is None or "test result:" not in told.out:
            why = said["rustc"].err if "rustc" in said and said["rustc"].status else told.err if told else ""
            return not_made([CheckKind.EXAMPLES], str(tool), f"the examples could not be run: {why.strip()[-300:]}")[0]
        tests = _TEST.findall(told.out)
        failed = [
            Finding(tool="rustdoc", message=f"the example of {item.strip()} fails", path=path, line=int(line))
            for path, item, line, how in tests
            if how != "ok"
        ]
        return check(CheckKind.EXAMPLES, tool, failed, {"examples": len(tests), "passed": len(tests) - len(failed)})

    @staticmethod
    def _root(package: Package) -> str | None:
        return next((path for path in _ROOTS if path in package.sources), None)


def _diagnostics(err: str) -> list[Finding]:
    found = []
    for line in err.splitlines():
        try:
            told = parse_report(line.encode("utf-8", "replace"))
            place = next((span for span in told["spans"] if span["is_primary"]), None)
            if place is None or told["level"] not in ("error", "warning"):
                continue
            found.append(
                Finding(
                    tool="clippy",
                    code=str((told["code"] or {}).get("code", "")),
                    severity=Severity(told["level"]),
                    message=str(told["message"]),
                    path=str(place["file_name"]),
                    line=int(place["line_start"]),
                    column=int(place["column_start"]),
                )
            )
        except (ValueError, TypeError, KeyError):
            continue
    return found
