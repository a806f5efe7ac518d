"""Java: javac for syntax, types and warnings, clang-format in Google's style for layout, and our analyser.

Examples are blocks of Java in documents, and `{@snippet ...}` and `<pre>{@code ...}</pre>` in Javadoc. Each is run as a
program of its own, with assertions on, and must come to its end. A block that is a test runs with the tests.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final

from specwright.core.evidence.finding import Check, CheckKind, Finding, Severity
from specwright.core.program.package import Package
from specwright.languages.common.checks.documentation import TAGS
from specwright.languages.common.checks.inspecting import Inspecting, check, remarks, unformatted
from specwright.languages.common.checks.security import (
    BROKEN_HASH,
    RUNS_TEXT,
    STARTS_PROGRAM,
    UNSAFE_OBJECTS,
    DangerRule,
)
from specwright.languages.common.checks.tool_run import PROJECT, ToolOutput, encoded, make_run, not_made
from specwright.languages.java.toolchain import FLAGS
from specwright.ports.language import ToolRun

_KINDS: Final = (CheckKind.SYNTAX, CheckKind.TYPES, CheckKind.LINT)
_WARNINGS: Final = "-Xlint:all,-processing,-options,-path,-classfile"
_STYLE: Final = "--style=Google"
_SAID: Final = re.compile(r"^(\S.*\.java):(\d+): (warning|error): (?:\[([\w-]+)\] )?(.*)$", re.MULTILINE)
_UNFORMATTED: Final = re.compile(r"^(\S.*\.java):\d+:\d+: ", re.MULTILINE)
_COMPILED: Final = "the sources"
_FENCE: Final = re.compile(r"^```java[^\n]*\n(.*?)^```", re.DOTALL | re.MULTILINE)
_JAVADOC: Final = re.compile(r"/\*\*.*?\*/", re.DOTALL)
_SHOWN: Final = re.compile(r"\{@snippet\b[^:}]*:|<pre>\s*\{@code\b")
_MARGIN: Final = re.compile(r"^[ \t]*\* ?", re.MULTILINE)
_PACKAGE: Final = re.compile(r"^[ \t]*package\s+([\w.]+)\s*;", re.MULTILINE)
_TEST: Final = re.compile(r"@Test\b")
_DECLARES: Final = re.compile(r"\b(?:class|record|interface|enum)\s+\w+\s*[<({]|\b(?:class|interface)\s+\w+\s+\w+")
_MAIN: Final = re.compile(r"\bvoid\s+main\s*\(")
_COMMENT: Final = re.compile(r"\s*//.*$")
_DANGERS: Final = (
    DangerRule(
        code="process", called=r"^(?:[\w.]*Runtime\.getRuntime\(\)|\w+)\.exec\(|^ProcessBuilder$", why=STARTS_PROGRAM
    ),
    DangerRule(code="hash", called=r"^MessageDigest\.getInstance\(\s*\"(?:MD5|SHA-?1)\"", why=BROKEN_HASH),
    DangerRule(code="objects", called=r"^(?:ObjectInputStream|XMLDecoder)$", why=UNSAFE_OBJECTS),
    DangerRule(code="code", called=r"^(?:Class\.forName|\w*[eE]ngine\w*\.eval)\(", why=RUNS_TEXT),
    DangerRule(code="query", called=r"^\w+\.execute\w*\(\s*\"[^\"]*\"\s*\+", why="a query is glued together"),
    DangerRule(code="exit", called=r"^System\.exit\(", why="it ends the program of whoever calls it"),
)
_LACKS: Final = re.compile(r"package ([\w.]+) does not exist")


class JavaInspection(Inspecting):
    """Inspects Java packages; see the Inspection port."""

    language = "java"
    extensions = (".java",)
    form = TAGS
    formatter = "clang-format"
    settings_files = r"\.clang-format(?:-ignore)?"
    silencers = r"@SuppressWarnings|//\s*clang-format\s+off"
    quick: ClassVar = {"clang-format": (CheckKind.FORMAT,)}
    slow: ClassVar = {"javac": _KINDS}
    dangers = _DANGERS

    def commands(self, name: str, package: Package) -> dict[str, Sequence[str]]:
        tool, sources = self.tools.here[name], self.sources(package)
        if name == "clang-format":
            paths = [*sources, *self.tests(package)]
            return {name: [*tool.argv, _STYLE, "--dry-run", *paths]} if paths else {}
        return {name: self._compiling(_WARNINGS, sources)} if sources else {}

    def _compiling(self, warnings: str, sources: Sequence[str]) -> list[str]:
        flags = [f"-J{flag}" for flag in FLAGS]
        # Processors of annotations would be code of the package that runs.
        how = ["-proc:none", "-encoding", "UTF-8", "-Xmaxwarns", "1000", "-Xmaxerrs", "1000", warnings]
        return [*self.tools.here["javac"].argv, *flags, *how, "-d", "../classes", *sources]

    def examples(self, package: Package) -> ToolRun | None:
        java, javac, shown = self.tools.here.get("java"), self.tools.here.get("javac"), _examples(package)
        if java is None or javac is None or not shown:
            return None
        files = {f"{PROJECT}/example_{place}.java": encoded(text) for place, (_, _, text) in enumerate(shown)}
        running = [*java.argv, *FLAGS, "-ea", "-cp", "../classes"]
        commands = {_COMPILED: self._compiling("-nowarn", self.sources(package))}
        commands |= {f"example {place}": [*running, f"example_{place}.java"] for place in range(len(shown))}
        return make_run("examples", [CheckKind.EXAMPLES], package, commands, [java, javac], files=files)

    def read_examples(self, run: ToolRun, said: Mapping[str, ToolOutput], package: Package) -> Check:
        tool, shown = self.tools.here["java"], _examples(package)
        failed = [
            Finding(tool="java", message=f"the example fails: {_first(said.get(name))}", path=path, line=line)
            for place, (path, line, _) in enumerate(shown)
            if (name := f"example {place}") not in said or said[name].status != 0
        ]
        return check(CheckKind.EXAMPLES, tool, failed, {"examples": len(shown), "passed": len(shown) - len(failed)})

    def layout(self, paths: Sequence[str]) -> dict[str, Sequence[str]]:
        return {"clang-format": [*self.tools.here["clang-format"].argv, _STYLE, "-i", *paths]}

    def read(self, name: str, said: Mapping[str, ToolOutput], package: Package) -> Sequence[Check]:
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
        lacking = sorted({match[1] for each in errors if (match := _LACKS.fullmatch(each.message))})
        if lacking:  # javac looks for packages once every file is parsed, and cannot check types without them
            needs = f"it needs {', '.join(lacking)}, not in the sandbox"
            parsed = check(CheckKind.SYNTAX, tool, [], {"files": len(self.sources(package)), "broken": 0})
            return [parsed, *not_made((CheckKind.TYPES, CheckKind.LINT), str(tool), needs)]
        broken = {"files": len(self.sources(package)), "broken": len({each.path for each in errors})}
        return [
            check(CheckKind.SYNTAX, tool, errors, broken),
            remarks(CheckKind.TYPES, tool, errors, package.sources),
            remarks(CheckKind.LINT, tool, warnings, package.sources),
        ]


def _layout(inspection: JavaInspection, said: ToolOutput, package: Package) -> Check:
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


# --- examples ------------------------------------------------------------------------------------------------------


def _examples(package: Package) -> list[tuple[str, int, str]]:
    """Return path, line and program of every example."""
    names = sorted({found[1] for text in package.sources.values() for found in _PACKAGE.finditer(text)})
    shown = [(path, line, code) for path, line, code in (*_blocks(package), *_snippets(package)) if _can_run(code)]
    return [(path, line, _program(code, names)) for path, line, code in shown]


def _blocks(package: Package) -> Iterator[tuple[str, int, str]]:
    for path, text in sorted(package.documents.items()):
        for block in _FENCE.finditer(text):
            yield path, text.count("\n", 0, block.start(1)) + 1, block[1]


def _snippets(package: Package) -> Iterator[tuple[str, int, str]]:
    for path, text in sorted(package.sources.items()):
        for comment in _JAVADOC.finditer(text):
            for start in _SHOWN.finditer(comment[0]):
                code = _up_to_the_brace(comment[0][start.end() :])
                if code is not None:
                    line = text.count("\n", 0, comment.start() + start.end()) + 1
                    yield path, line, _MARGIN.sub("", code).strip("\n")


def _up_to_the_brace(text: str) -> str | None:
    """Return the text before the brace that closes the current block."""
    depth = 1
    for place, char in enumerate(text):
        depth += (char == "{") - (char == "}")
        if depth == 0:
            return text[:place]
    return None


def _can_run(code: str) -> bool:
    """Return whether it is a program or statements: tests run with the tests, and a mere declaration does nothing."""
    return bool(code.strip()) and not _TEST.search(code) and bool(_MAIN.search(code) or not _DECLARES.search(code))


def _program(code: str, packages: Sequence[str]) -> str:
    lines = code.splitlines()
    imports = [line.strip() for line in lines if line.lstrip().startswith("import ")]
    imports += [f"import {name}.*;" for name in ("java.util", *packages)]
    body = [line for line in lines if not line.lstrip().startswith(("import ", "package "))]
    if _MAIN.search(code):
        return "\n".join([*imports, *body, ""])
    if ";" not in code:  # values, with or without their results in a comment
        body = [f"System.out.println({value});" for line in body if (value := _COMMENT.sub("", line).strip())]
    head = "class Example { public static void main(String[] arguments) throws Exception {"
    return "\n".join([*imports, head, *body, "} }", ""])


def _first(said: ToolOutput | None) -> str:
    lines = [line.strip() for line in (said.err if said else "").splitlines() if line.strip()]
    return next((line for line in lines if "rror" in line or "xception" in line), "it did not end")[:300]
