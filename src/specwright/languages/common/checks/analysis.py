"""Our own analyser: laid out beside the tools, and its report read into checks. It reads the grammar, runs nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from pydantic import BaseModel, ConfigDict, ValidationError

from specwright.core.evidence.finding import Check, CheckKind, Finding, Severity, Spot
from specwright.core.program.package import Package
from specwright.core.program.untrusted import parse_report
from specwright.languages.common.checks.documentation import DocumentationForm, PublicItem, findings, parts
from specwright.languages.common.checks.tool import Tool
from specwright.languages.common.checks.tool_run import SAME_PYTHON, ToolOutput
from specwright.languages.drivers import driver_file

KINDS: Final = (CheckKind.DOCUMENTATION, CheckKind.DUPLICATION, CheckKind.ASSERTIONS)
"""The measures of every language. Complexity and security come on top if no other tool measures them."""


class AnalyserReport(BaseModel):
    """The analyser's report. The code that it describes may have forged it, so its shape is checked."""

    model_config = ConfigDict(frozen=True)

    lines: int
    duplicated: list[tuple[str, int]]
    twins: list[tuple[str, int, str, int]]
    functions: list[tuple[str, int, str, int]]
    items: list[PublicItem]
    tests: list[tuple[str, int, str, bool]]
    calls: list[tuple[str, int, str]]
    spots: list[tuple[str, int, int, int, str, str]]
    unread: dict[str, str]


def command(language: str, package: Package, sources: Sequence[str]) -> list[str]:
    """Return how the analyser is started on these sources and all tests."""
    work = {"language": language, "sources": list(sources), "tests": sorted(package.tests)}
    return [*SAME_PYTHON, "../analyser.py", json.dumps(work)]


def files(grammars: Sequence[str]) -> dict[str, bytes]:
    """Return the analyser and the grammars of these languages."""
    read = {f"grammar_{language}.py": driver_file("grammar.py", language) for language in grammars}
    return {"analyser.py": driver_file("analyser.py"), **read}


def read_report(said: ToolOutput | None) -> AnalyserReport | str:
    """Return the report, or why there is none."""
    if said is None or said.status != 0:
        return f"the analyser failed: {said.err.strip()[-300:] if said else 'it said nothing'}"
    try:
        return AnalyserReport.model_validate(parse_report(said.out.encode("utf-8", "replace")))
    except (ValueError, ValidationError) as error:
        return f"the analyser's report cannot be read: {str(error)[:200]}"


def checks(told: AnalyserReport, tool: Tool, form: DocumentationForm) -> tuple[Check, ...]:
    """Return the checks of documentation, duplication and assertions."""
    described = parts(told.items, form)
    good = sum(not part.problem for part in described)
    return (
        Check(
            kind=CheckKind.DOCUMENTATION,
            tool=str(tool),
            findings=findings(described),
            measured={"parts": len(described), "documented": good},
        ),
        Check(
            kind=CheckKind.DUPLICATION,
            tool=str(tool),
            findings=tuple(_twin(*twin) for twin in told.twins),
            measured={"lines": told.lines, "duplicated": len(told.duplicated)},
        ),
        _assertions(told, tool),
    )


def complexity(told: AnalyserReport, tool: Tool) -> Check:
    """Return the figure of each function as the analyser counted it."""
    return Check(
        kind=CheckKind.COMPLEXITY,
        tool=str(tool),
        measured={f"{path}:{line} {name}": figure for path, line, name, figure in told.functions},
    )


def spots(told: AnalyserReport) -> tuple[Spot, ...]:
    """Return the places where a bug can be seeded."""
    return tuple(
        Spot(path=path, start=start, end=end, line=line, old=old, new=new)
        for path, start, end, line, old, new in told.spots
    )


def _assertions(told: AnalyserReport, tool: Tool) -> Check:
    silent = [(path, line, name) for path, line, name, asserting in told.tests if not asserting]
    return Check(
        kind=CheckKind.ASSERTIONS,
        tool=str(tool),
        findings=tuple(
            Finding(
                tool="assertions",
                severity=Severity.WARNING,
                message=f"the test {name} asserts nothing",
                path=path,
                line=line,
            )
            for path, line, name in silent
        ),
        measured={"tests": len(told.tests), "asserting": len(told.tests) - len(silent)},
    )


def _twin(path: str, line: int, other: str, other_line: int) -> Finding:
    return Finding(
        tool="duplication",
        severity=Severity.WARNING,
        message=f"the same text stands at {other}:{other_line}",
        path=path,
        line=line,
    )
