"""Shared parts of all inspections: which tools are here, and one cheap run of them."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from specwright.core.evidence.finding import Check, CheckKind, Finding, Severity, Spot
from specwright.core.program.package import Package
from specwright.core.program.untrusted import UNREADABLE
from specwright.languages.common.checks import analysis
from specwright.languages.common.checks.documentation import DocumentationForm
from specwright.languages.common.checks.security import DangerRule, security
from specwright.languages.common.checks.tool import CheckTools, Tool
from specwright.languages.common.checks.tool_run import PROJECT, ToolOutput, encoded, make_run, not_made, read_outputs
from specwright.languages.common.source import unreadable
from specwright.ports.language import ToolRun
from specwright.ports.sandbox import ExecResult, Job

GRAMMAR: Final = "tree-sitter"
_RUN: Final = (CheckKind.EXAMPLES,)
"""What a tool measures that neither formats, checks nor reads: it runs the examples."""
NOTHING: Final = r"(?!)"
"""A regular expression that matches nothing."""
_SETTINGS_FILES: Final = r"\.editorconfig|\.gitignore|\.ignore"
"""Settings that tools of any language read."""


class Inspecting(ABC):
    """One run named `static` runs the quick tools and our analyser; a language adds runs for its slow ones."""

    language: ClassVar[str]
    extensions: ClassVar[tuple[str, ...]]
    form: ClassVar[DocumentationForm]
    more_grammars: ClassVar[tuple[str, ...]] = ()
    """Languages whose grammars this one's is built on."""
    quick: ClassVar[Mapping[str, tuple[CheckKind, ...]]]
    """The tools in the static run, and what each measures."""
    slow: ClassVar[Mapping[str, tuple[CheckKind, ...]]] = {}
    """The tools that have a run of their own name."""
    analysed: ClassVar[tuple[CheckKind, ...]] = (*analysis.KINDS, CheckKind.COMPLEXITY, CheckKind.SECURITY)
    """What our analyser measures."""
    formatter: ClassVar[str]
    """The tool that formats, and whose complaints cost points."""
    dangers: ClassVar[tuple[DangerRule, ...]] = ()
    """Calls that a reader should know of, if no tool of the language reports them."""
    settings_files: ClassVar[str]
    """A regular expression for files that could configure the tools, which are left out."""
    silencers: ClassVar[str]
    """A regular expression for comments and attributes that silence a tool. They are reported."""
    environment: ClassVar[Mapping[str, str]] = {}
    """Variables of the slow tools."""

    def __init__(self, tools: CheckTools) -> None:
        self.tools = tools

    # --- each language defines ---

    @abstractmethod
    def commands(self, name: str, package: Package) -> dict[str, Sequence[str]]:
        """Return how that tool is run over the package: one command or several, by name."""

    @abstractmethod
    def read(self, name: str, said: Mapping[str, ToolOutput], package: Package) -> Sequence[Check]:
        """Return the checks of a tool; `said` holds the output of each of its commands."""

    @abstractmethod
    def layout(self, paths: Sequence[str]) -> dict[str, Sequence[str]]:
        """Return how the formatter is run so that it rewrites these files: one command or several, in order."""

    def files(self, name: str, package: Package) -> dict[str, bytes]:
        """Return the files that the tool needs beside the package."""
        return {}

    def examples(self, package: Package) -> ToolRun | None:
        """Return the run of the examples. It executes the package's own code, so it has a sandbox to itself."""
        return None

    def read_examples(self, run: ToolRun, said: Mapping[str, ToolOutput], package: Package) -> Check:
        """Return the check of the examples. A language with `examples` overrides it."""
        return not_made(run.kinds, run.name, f"specwright cannot read examples of {self.language}")[0]

    # --- the port ---

    def formatting(self, package: Package) -> Job | None:
        package = self._without_settings(package)
        tool, paths = self.tools.here.get(self.formatter), [*self.sources(package), *self.tests(package)]
        if tool is None or not paths:
            return None
        more = self.files(self.formatter, package)
        job = make_run("layout", (), package, self.layout(paths), [tool], files=more).job
        return job.model_copy(update={"collect": tuple(f"{PROJECT}/{path}" for path in paths)})

    def read_formatted(self, result: ExecResult, package: Package) -> dict[str, str]:
        if isinstance(read_outputs(result), str):
            return {}
        texts = {**package.sources, **package.tests}
        found = {path.removeprefix(f"{PROJECT}/"): content for path, content in result.files.items()}
        return {
            path: content.decode("utf-8", "surrogateescape")
            for path, content in sorted(found.items())
            if content.strip() and content != encoded(texts[path]) and unreadable(texts[path]) is None
        }

    def runs(self, package: Package) -> tuple[ToolRun, ...]:
        made = []
        package, here = self._without_settings(package), self.tools.here
        commands: dict[str, Sequence[str]] = {}
        files: dict[str, bytes] = {}
        kinds: list[CheckKind] = []
        for name in (name for name in self.quick if name in here):
            commands |= self.commands(name, package)
            files |= self.files(name, package)
            kinds += self.quick[name]
        if GRAMMAR in here:
            commands[GRAMMAR] = analysis.command(self.language, package, self.sources(package))
            files |= analysis.files((self.language, *self.more_grammars))
            kinds += self.analysed
        if commands:
            tools, spots = self._quick_tools(), GRAMMAR in here
            made.append(make_run("static", kinds, package, commands, tools, files=files, spots=spots))
        for name in (name for name in self.slow if name in here):
            if asked := self.commands(name, package):
                more = self.files(name, package)
                made.append(
                    make_run(name, self.slow[name], package, asked, [here[name]], files=more, env=self.environment)
                )
        if (examples := self.examples(package)) is not None:
            made.append(examples)
        return tuple(made)

    def unavailable(self) -> tuple[Check, ...]:
        kinds = {**self.quick, **self.slow, GRAMMAR: self.analysed}
        return tuple(
            check for name, why in self.tools.missing.items() for check in not_made(kinds.get(name, _RUN), name, why)
        )

    def read_run(self, run: ToolRun, result: ExecResult, package: Package) -> tuple[Check, ...]:
        said = read_outputs(result)
        if isinstance(said, str):
            return not_made(run.kinds, run.name, said)
        try:
            return self._read_run(run, said, package)
        except UNREADABLE:
            return not_made(run.kinds, run.name, "the report of the tools cannot be read")

    def _read_run(self, run: ToolRun, said: Mapping[str, ToolOutput], package: Package) -> tuple[Check, ...]:
        if run.name == "examples":
            return (self.read_examples(run, said, package),)
        made: list[Check] = []
        quick = [name for name in self.quick if name in self.tools.here]
        for name in quick if run.name == "static" else [run.name]:
            made += self.read(name, said, package)
        if GRAMMAR in said:
            made += self._read_analysis(said[GRAMMAR])
        return tuple(with_silencers(with_unreadable(check, package), package, self.silencers) for check in made)

    def read_spots(self, run: ToolRun, result: ExecResult, package: Package) -> tuple[Spot, ...]:
        said = read_outputs(result) if run.spots else ""
        told = said if isinstance(said, str) else analysis.read_report(said.get(GRAMMAR))
        try:
            return () if isinstance(told, str) else analysis.spots(told)
        except UNREADABLE:
            return ()

    def sources(self, package: Package) -> list[str]:
        """Return the paths of the sources in this language."""
        return sorted(path for path in package.sources if path.endswith(self.extensions))

    def tests(self, package: Package) -> list[str]:
        return sorted(path for path in package.tests if path.endswith(self.extensions))

    def _without_settings(self, package: Package) -> Package:
        settings = re.compile(rf"(?:^|/)(?:{self.settings_files}|{_SETTINGS_FILES})$")
        kept = [
            {path: text for path, text in texts.items() if not settings.search(path)}
            for texts in (package.sources, package.tests)
        ]
        return package.model_copy(update=dict(zip(("sources", "tests"), kept, strict=True)))

    def _quick_tools(self) -> list[Tool]:
        return [self.tools.here[name] for name in (*self.quick, GRAMMAR) if name in self.tools.here]

    def _read_analysis(self, said: ToolOutput) -> Sequence[Check]:
        tool = self.tools.here[GRAMMAR]
        told = analysis.read_report(said)
        if isinstance(told, str):
            return not_made(self.analysed, str(tool), told)
        made = [*analysis.checks(told, tool, self.form)]
        if CheckKind.COMPLEXITY in self.analysed:
            made.append(analysis.complexity(told, tool))
        if CheckKind.SECURITY in self.analysed:
            made.append(security(told, tool, self.dangers))
        return made


def check(kind: CheckKind, tool: Tool, findings: Sequence[Finding], measured: Mapping[str, float]) -> Check:
    return Check(kind=kind, tool=str(tool), findings=tuple(findings), measured=dict(measured))


def with_unreadable(told: Check, package: Package) -> Check:
    """Return the check of syntax with the files that are not UTF-8, which a tool may skip silently."""
    if told.kind is not CheckKind.SYNTAX or told.unavailable is not None:
        return told
    known = {finding.path for finding in told.findings}
    texts = {**package.sources, **package.tests}
    more = [
        Finding(tool="specwright", code="encoding", message=why, path=path)
        for path, text in texts.items()
        if path not in known and (why := unreadable(text)) is not None
    ]
    measured = {**told.measured, "broken": told.measured.get("broken", 0) + len(more)}
    return told.model_copy(update={"findings": (*told.findings, *more), "measured": measured})


def with_silencers(told: Check, package: Package, silencers: str) -> Check:
    """Return the check of lint with the places where a source silences a tool: they could hide any finding."""
    if told.kind is not CheckKind.LINT or told.unavailable is not None:
        return told
    more = [
        Finding(tool="specwright", code="silenced", severity=Severity.WARNING, message=message, path=path, line=line)
        for path, text in sorted(package.sources.items())
        for line, row in enumerate(text.splitlines(), 1)
        for message in [f"a tool is switched off: {found.group()}" for found in re.finditer(silencers, row)]
    ]
    measured = {**told.measured, "findings": told.measured.get("findings", 0) + len(more)}
    return told.model_copy(update={"findings": (*told.findings, *more), "measured": measured})


def unformatted(tool: Tool, paths: Sequence[str], files: int) -> Check:
    """Return the check of a formatter that would change these files."""
    message = "the formatter would change it"
    findings = [
        Finding(tool=tool.name, severity=Severity.WARNING, message=message, path=path) for path in sorted(paths)
    ]
    return check(CheckKind.FORMAT, tool, findings, {"files": files, "unformatted": len(findings)})


def remarks(kind: CheckKind, tool: Tool, findings: Sequence[Finding], texts: Mapping[str, str]) -> Check:
    """Return the check of a linter or checker that found this in these texts."""
    return check(kind, tool, findings, {"lines": count_lines(texts), "findings": len(findings)})


def count_lines(texts: Mapping[str, str]) -> int:
    """Return the number of lines that are not empty."""
    return sum(bool(line.strip()) for text in texts.values() for line in text.splitlines())
