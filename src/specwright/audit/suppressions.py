"""Comments and annotations that silence tools: code under judgement must not silence its judge.

They have no effect on our own rules, which do not read comments. Here they are found and counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from specwright.audit.dependencies import NO_PARSER, TOOL
from specwright.audit.subject import AuditSubject
from specwright.audit.syntax import line_of_node
from specwright.core.evidence.audit import AuditClaim, AuditKind, decided, not_checked
from specwright.core.evidence.finding import Finding, Severity
from specwright.core.text import counted, shortened
from specwright.languages.registry import ROWS

_EVERYWHERE: Final = (
    r"nosemgrep(?P<named>:\s*[\w.-]+)?",
    r"ast-grep-ignore(?P<named>:\s*[\w.-]+)?",
    r"NOLINT\w*(?P<named>\([^)]+\))?",
    r"NOSONAR(?P<named>\([^)]+\))?",
    r"pragma:\s*allowlist(?:\s+nextline)?\s+secret(?P<named>)",
)


def suppressions(subject: AuditSubject) -> AuditClaim:
    """Count what silences tools, and find what the policy does not allow."""
    policy = subject.policy.suppressions
    try:
        found = list(_found(subject))
    except ModuleNotFoundError:
        return not_checked(AuditKind.SUPPRESSIONS, NO_PARSER)
    detail = f"{counted(len(found), 'comment')} silence tools, without effect on this audit" if found else "none"
    open_points = [*subject.syntax.open_points(), *subject.unread_points()]
    if policy.most is not None and len(found) > policy.most:
        allowed = f"the policy allows {policy.most}"
        return decided(AuditKind.SUPPRESSIONS, [each for each, _ in found], f"{detail}; {allowed}", unknown=open_points)
    bare = [each for each, named in found if not named]
    if policy.named and bare:
        return decided(AuditKind.SUPPRESSIONS, bare, f"{detail}; each must name its rule", unknown=open_points)
    remarks = [each for each, _ in found]
    return decided(AuditKind.SUPPRESSIONS, remarks, detail, unknown=open_points, remarks=True)


def _found(subject: AuditSubject) -> Iterator[tuple[Finding, bool]]:
    """Yield everything that silences a tool, and whether it names the rule."""
    for language, row in ROWS.items():
        nodes = {"any": [{"kind": kind} for kind in row.silencer_nodes]}
        ways = (*row.silencers, *_EVERYWHERE)
        patterns = [re.compile(rf"(?:^|[#*/!])\s*{way}") for way in ways]
        for path, node in subject.syntax.find(language, nodes):
            match = next((found for pattern in patterns if (found := pattern.search(node.text()))), None)
            if match is not None:
                words = shortened(" ".join(node.text().split()), 80)
                named = match.groupdict().get("named") is not None
                yield (
                    _finding(f"it silences a tool{'' if named else ' altogether'}: {words}", path, line_of_node(node)),
                    named,
                )


def _finding(message: str, path: str, line: int) -> Finding:
    return Finding(
        tool=TOOL, code=AuditKind.SUPPRESSIONS.value, severity=Severity.WARNING, message=message, path=path, line=line
    )
