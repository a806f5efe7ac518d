"""Dangerous calls, found by our own rules if a language has no offline linter for them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from specwright.core.evidence.finding import Check, CheckKind, Finding, Severity
from specwright.core.value import Value
from specwright.languages.common.checks.analysis import AnalyserReport
from specwright.languages.common.checks.tool import Tool


class DangerRule(Value):
    """A regular expression on the text of a call, and why such a call is dangerous."""

    code: str
    called: str
    why: str


STARTS_PROGRAM: Final = "it starts another program"
BROKEN_HASH: Final = "this hash is broken: nothing secret may rest on it"
UNSAFE_OBJECTS: Final = "objects read from outside can run code"
RUNS_TEXT: Final = "it runs text as code"


def dangerous(told: AnalyserReport, rules: Sequence[DangerRule]) -> tuple[Finding, ...]:
    """Return every call that one of the rules names."""
    return tuple(
        Finding(
            tool="security",
            code=rule.code,
            severity=Severity.WARNING,
            message=f"{' '.join(text.split())[:60]}: {rule.why}",
            path=path,
            line=line,
        )
        for path, line, text in told.calls
        for rule in rules
        if re.search(rule.called, text)
    )


def security(told: AnalyserReport, tool: Tool, rules: Sequence[DangerRule]) -> Check:
    found = dangerous(told, rules)
    return Check(
        kind=CheckKind.SECURITY,
        tool=str(tool),
        findings=found,
        measured={"lines": told.lines, "findings": len(found)},
    )
