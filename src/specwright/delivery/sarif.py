"""A verification as SARIF 2.1.0: what code-scanning pages and editors show beside the lines that it is about."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final
from urllib.parse import quote

from specwright import __version__
from specwright.core.evidence.finding import Finding, Severity
from specwright.core.text import printable
from specwright.core.value import digest
from specwright.delivery.claims import CheckedClaim, ClaimKind, Standing, Verification

_RULES: Final = {
    ClaimKind.FILES: "The folder holds exactly the files that were handed over.",
    ClaimKind.LOG: "The event log is whole: its hash chain holds, and the texts are those that it names.",
    ClaimKind.RECORD: "Code, tests, figures and report are what the event log says.",
    ClaimKind.REPLAY: "The run, executed again without a model, ends the same way.",
    ClaimKind.TESTS: "The code does on every test what the result says.",
    ClaimKind.NATIVE: "The package's own tests end as the result says.",
    ClaimKind.COVERAGE: "The tests cover as much of the code as the result says.",
    ClaimKind.QUALITY: "The quality, measured again, is what the result says.",
    ClaimKind.PERFORMANCE: "The stated bounds of performance hold as the result says.",
    ClaimKind.SIGNATURE: "A signer whom the reader trusts signed exactly these files.",
}
_LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}
_SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"


def sarif(verification: Verification) -> bytes:
    """Return differences as errors, claims that cannot be determined as notes, and the findings of the language's
    tools."""
    claims = [claim for claim in verification.claims if claim.standing is not Standing.HOLDS]
    results = [*map(_of_claim, claims), *map(of_finding, verification.findings)]
    return sarif_document(f"specwright/verify/{verification.run_id}", _rules(verification), results)


def sarif_document(name: str, rules: Iterable[dict[str, Any]], results: Iterable[dict[str, Any]]) -> bytes:
    """Return a SARIF document of one run, which has that name."""
    driver = {"name": "specwright", "semanticVersion": __version__, "rules": list(rules)}
    run = {
        "tool": {"driver": driver},
        "invocations": [{"executionSuccessful": True}],
        "automationDetails": {"id": name},
        "results": list(results),
    }
    return (json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n").encode()


def _rules(verification: Verification) -> Iterator[dict[str, Any]]:
    for kind, text in _RULES.items():
        yield {"id": _rule(kind), "shortDescription": {"text": text}}
    for rule in sorted({_rule_of(finding) for finding in verification.findings}):
        yield {"id": rule, "shortDescription": {"text": f"Found by {rule.partition('/')[0]}."}}


def _rule(kind: ClaimKind) -> str:
    return f"specwright/{kind.value.replace(' ', '-')}"


def _rule_of(finding: Finding) -> str:
    tool = finding.tool.split()[0] if finding.tool.split() else "tool"
    return printable(f"{tool}/{finding.code or 'finding'}")


def _of_claim(claim: CheckedClaim) -> dict[str, Any]:
    level = "error" if claim.standing is Standing.DIFFERS else "note"
    text = printable(f"{claim.subject}: {claim.detail}")
    return result_of(_rule(claim.kind), level, text) | place_of(claim.path)


def of_finding(finding: Finding) -> dict[str, Any]:
    """Return a finding as a result."""
    found = result_of(_rule_of(finding), _LEVELS[finding.severity], printable(finding.message))
    return found | place_of(finding.path or None, finding.line, finding.column)


def result_of(rule: str, level: str, text: str) -> dict[str, Any]:
    """Return a result without a place."""
    mark = {"specwright/v1": digest([rule, text])}
    return {"ruleId": rule, "level": level, "message": {"text": text}, "partialFingerprints": mark}


def place_of(path: str | None, line: int | None = None, column: int | None = None) -> dict[str, Any]:
    """Return the place as a part of a result; nothing if there is no path."""
    if path is None:
        return {}
    place: dict[str, Any] = {"artifactLocation": {"uri": quote(path, errors="backslashreplace")}}
    region = {name: at for name, at in (("startLine", line), ("startColumn", column)) if at is not None and at > 0}
    if "startLine" in region:
        place["region"] = region
    return {"locations": [{"physicalLocation": place}]}
