"""An audit as SARIF 2.1.0: failing claims as errors at their lines, and what was not checked as notes."""

from __future__ import annotations

from typing import Any, Final

from specwright.core.evidence.audit import MEANINGS, AuditClaim, AuditKind, AuditReport, AuditStanding
from specwright.core.evidence.finding import Finding
from specwright.core.text import printable
from specwright.delivery.sarif import place_of, result_of, sarif_document

_LEVELS: Final = {AuditStanding.FAILS: "error", AuditStanding.HOLDS: "note", AuditStanding.NOT_CHECKED: "note"}


def audit_sarif(report: AuditReport) -> bytes:
    """Return the findings of every claim, and each claim that was not checked."""
    rules = [{"id": _rule(kind), "shortDescription": {"text": text}} for kind, text in MEANINGS.items()]
    results = [_of_finding(claim, finding) for claim in report.claims for finding in claim.findings]
    results += [
        _of_finding(claim, one.finding)
        | {"suppressions": [{"kind": "external", "status": "accepted", "justification": printable(one.reason)}]}
        for claim in report.claims
        for one in claim.excused
    ]
    unchecked = report.of(AuditStanding.NOT_CHECKED)
    results += [result_of(_rule(claim.kind), "note", printable(f"not checked: {claim.detail}")) for claim in unchecked]
    return sarif_document(f"specwright/audit/{report.policy}", rules, results)


def _rule(kind: AuditKind) -> str:
    return f"specwright/{kind.value}"


def _of_finding(claim: AuditClaim, finding: Finding) -> dict[str, Any]:
    found = result_of(_rule(claim.kind), _LEVELS[claim.standing], printable(finding.message))
    return found | place_of(finding.path or None, finding.line, finding.column)
