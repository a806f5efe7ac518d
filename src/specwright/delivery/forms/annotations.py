"""Findings in the forms that code reviews show beside the lines: GitHub, GitLab, reviewdog."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from specwright.core.evidence.audit import AuditReport, AuditStanding
from specwright.core.evidence.finding import Finding, Severity
from specwright.core.text import printable
from specwright.core.value import digest


class Remark(NamedTuple):
    """A finding with the rule that it breaks."""

    rule: str
    severity: Severity
    finding: Finding


_GITHUB: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_GITLAB: Final = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.NOTE: "info"}
_REVIEWDOG: Final = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.NOTE: "INFO"}


def remarks_of(report: AuditReport) -> Iterator[Remark]:
    """Yield the findings of claims that fail, and as notes each claim that was not checked."""
    for claim in report.of(AuditStanding.FAILS):
        for finding in claim.findings:
            yield Remark(f"specwright/{finding.code or claim.kind.value}", Severity.ERROR, finding)
    for claim in report.of(AuditStanding.NOT_CHECKED):
        words = Finding(
            tool="audit", code=claim.kind.value, severity=Severity.NOTE, message=f"not checked: {claim.detail}"
        )
        yield Remark(f"specwright/{claim.kind.value}", Severity.NOTE, words)


def github(remarks: Iterable[Remark]) -> str:
    """Return the lines by which a workflow of GitHub writes annotations."""
    return "".join(f"{line}\n" for line in map(_of_github, remarks))


def _of_github(one: Remark) -> str:
    found = one.finding
    place = {"file": found.path, "line": str(found.line or 1), "title": one.rule} if found.path else {"title": one.rule}
    properties = ",".join(f"{name}={_escaped(value, property_too=True)}" for name, value in place.items())
    return f"::{_GITHUB[one.severity]} {properties}::{_escaped(printable(found.message))}"


def _escaped(text: str, *, property_too: bool = False) -> str:
    escaped = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return escaped.replace(":", "%3A").replace(",", "%2C") if property_too else escaped


def gitlab(remarks: Iterable[Remark]) -> str:
    """Return a report of GitLab's code quality. A fingerprint has no line: moved code stays the same finding."""
    seen: Counter[str] = Counter()
    found = []
    for one in remarks:
        mark = digest([one.rule, one.finding.path, one.finding.message])
        seen[mark] += 1
        found.append(
            {
                "description": printable(one.finding.message),
                "check_name": one.rule,
                "fingerprint": digest([mark, seen[mark]]),
                "severity": _GITLAB[one.severity],
                "location": {"path": one.finding.path or ".", "lines": {"begin": one.finding.line or 1}},
            }
        )
    return json.dumps(found, indent=2) + "\n"


def rdjsonl(remarks: Iterable[Remark]) -> str:
    """Return the lines that reviewdog reads with `-f=rdjsonl`."""
    return "".join(f"{json.dumps(_of_reviewdog(one))}\n" for one in remarks)


def _of_reviewdog(one: Remark) -> dict[str, object]:
    start: dict[str, int] = {"line": one.finding.line or 1}
    if one.finding.column:
        start["column"] = one.finding.column
    return {
        "message": printable(one.finding.message),
        "location": {"path": one.finding.path, "range": {"start": start}},
        "severity": _REVIEWDOG[one.severity],
        "code": {"value": one.rule},
        "source": {"name": "specwright"},
    }


FORMS: Final[dict[str, Callable[[Iterable[Remark]], str]]] = {"github": github, "gitlab": gitlab, "rdjsonl": rdjsonl}
"""The forms by the name of the option that asks for them."""
