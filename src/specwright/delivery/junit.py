"""A verification as JUnit XML, the form that every continuous integration service reads."""

from __future__ import annotations

from itertools import groupby
from xml.etree import ElementTree as ET

from specwright.core.text import printable
from specwright.delivery.claims import CheckedClaim, Standing, Verification


def junit(verification: Verification) -> bytes:
    """One suite for each kind of claim, one case for each claim: a difference fails, an unknown claim is skipped."""
    root = ET.Element("testsuites", {"name": "specwright verify", **_totals(verification.claims)})
    root.set("time", f"{verification.seconds:.3f}")
    for kind, found in groupby(sorted(verification.claims, key=lambda claim: claim.kind), lambda claim: claim.kind):
        claims = tuple(found)
        suite = ET.SubElement(root, "testsuite", {"name": f"specwright.{kind.value}", **_totals(claims)}, time="0.000")
        for claim in claims:
            _case(suite, claim)
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'.encode()


def _totals(claims: tuple[CheckedClaim, ...]) -> dict[str, str]:
    return {
        "tests": str(len(claims)),
        "failures": str(sum(claim.standing is Standing.DIFFERS for claim in claims)),
        "errors": "0",
        "skipped": str(sum(claim.standing is Standing.UNKNOWN for claim in claims)),
    }


def _case(suite: ET.Element, claim: CheckedClaim) -> None:
    name, detail = _text(claim.subject), _text(claim.detail)
    case = ET.SubElement(suite, "testcase", classname=f"specwright.{claim.kind.value}", name=name, time="0.000")
    if claim.path is not None:
        case.set("file", _text(claim.path))
    match claim.standing:
        case Standing.DIFFERS:
            ET.SubElement(case, "failure", message=f"{name}: {detail}"[:500], type="difference").text = detail
        case Standing.UNKNOWN:
            ET.SubElement(case, "skipped", message=f"{claim.standing.value}: {detail}"[:500])
        case Standing.HOLDS:
            ET.SubElement(case, "system-out").text = detail


def _text(text: str) -> str:
    """Text of others in XML, which has no way to write most control characters."""
    return printable(text)
