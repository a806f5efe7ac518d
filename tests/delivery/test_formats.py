"""JUnit XML and SARIF that other people's readers understand."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree as ET

import pytest
from tests import packages
from tests.delivery.test_report import HOSTILE

from specwright.core.evidence.finding import Finding, Severity
from specwright.core.run.result import State, Word
from specwright.delivery.claims import CheckedClaim, ClaimKind, Standing, Verification, differs, holds, overall, unknown
from specwright.delivery.junit import junit
from specwright.delivery.sarif import sarif

CLAIMS = (
    holds(ClaimKind.FILES, "solution.py", "sha256 abc", "solution.py"),
    differs(ClaimKind.FILES, "a b/ü.py", "added", "a b/ü.py"),
    unknown(ClaimKind.COVERAGE, "what the tests reach", "there is no coverage here"),
    differs(ClaimKind.TESTS, "t1 case", "gave 1; gives 2", "solution.py"),
)


def verification(
    claims: tuple[CheckedClaim, ...] = CLAIMS, findings: tuple[Finding, ...] = (packages.LINT,)
) -> Verification:
    return Verification(
        run_id="r",
        manifest_sha256="0" * 64,
        standing=overall(claims),
        recorded_state=State.TESTS_PASSING,
        verified=True,
        word=Word.VERIFIED,
        confidence=0.99,
        claims=claims,
        findings=findings,
        seconds=1.5,
    )


def test_junit_counts_what_it_lists() -> None:
    root = ET.fromstring(junit(verification()))
    assert root.tag == "testsuites"
    assert {suite.get("name") for suite in root} == {"specwright.files", "specwright.coverage", "specwright.tests"}
    for element in (root, *root):
        cases = list(element.iter("testcase"))
        assert element.get("tests") == str(len(cases))
        assert element.get("failures") == str(sum(case.find("failure") is not None for case in cases))
        assert element.get("skipped") == str(sum(case.find("skipped") is not None for case in cases))
        assert element.get("errors") == "0"
        assert float(element.get("time") or "nan") >= 0
    for case in root.iter("testcase"):
        assert case.get("classname")
        assert case.get("name")
    failure = root.find(".//testcase[@name='t1 case']/failure")
    assert failure is not None
    assert failure.get("message") == "t1 case: gave 1; gives 2"
    assert failure.get("type")


@pytest.mark.parametrize("words", HOSTILE)
def test_whatever_others_wrote_is_xml_and_json_that_can_be_read(words: str) -> None:
    found = verification(
        (differs(ClaimKind.FILES, words, words, words), unknown(ClaimKind.TESTS, words, words)),
        (Finding(tool=words, code=words, message=words, path=words, line=1),),
    )
    root = ET.fromstring(junit(found))
    assert len(list(root.iter("testcase"))) == 2
    document = json.loads(sarif(found))
    for result in document["runs"][0]["results"]:
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", result["message"]["text"])


def test_sarif_has_what_its_readers_require() -> None:
    document = json.loads(sarif(verification()))
    assert document["version"] == "2.1.0"
    assert document["$schema"].endswith("sarif-schema-2.1.0.json")
    [run] = document["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"] == "specwright"
    rules = [rule["id"] for rule in driver["rules"]]
    assert len(rules) == len(set(rules))
    assert all(rule["shortDescription"]["text"] for rule in driver["rules"])
    levels = [(result["ruleId"], result["level"]) for result in run["results"]]
    assert levels == [
        ("specwright/files", "error"),
        ("specwright/coverage", "note"),
        ("specwright/tests", "error"),
        ("ruff/D100", "warning"),
    ]
    for result in run["results"]:
        assert result["ruleId"] in rules
        assert result["message"]["text"]
        assert result["partialFingerprints"]
    places = [result["locations"][0]["physicalLocation"] for result in run["results"] if "locations" in result]
    assert [place["artifactLocation"]["uri"] for place in places] == [
        "a%20b/%C3%BC.py",
        "solution.py",
        "src/words/__init__.py",
    ]
    assert places[2]["region"] == {"startLine": 1}


def test_every_kind_of_claim_has_a_rule() -> None:
    claims = tuple(differs(kind, "x", "y") for kind in ClaimKind)
    [run] = json.loads(sarif(verification(claims)))["runs"]
    known = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert {result["ruleId"] for result in run["results"]} <= known


def test_severities_become_levels() -> None:
    findings = tuple(Finding(tool="t 1", code=level.value, severity=level, message="m") for level in Severity)
    [run] = json.loads(sarif(verification((), findings)))["runs"]
    assert [result["level"] for result in run["results"]] == ["error", "warning", "note"]


@pytest.mark.parametrize(
    ("claims", "standing"),
    [
        ((), Standing.UNKNOWN),
        ((holds(ClaimKind.TESTS, "x"),), Standing.HOLDS),
        ((unknown(ClaimKind.COVERAGE, "x", "y"), holds(ClaimKind.TESTS, "x")), Standing.UNKNOWN),
        ((unknown(ClaimKind.NATIVE, "x", "y"),), Standing.UNKNOWN),
        ((unknown(ClaimKind.REPLAY, "x", "y"), differs(ClaimKind.FILES, "x", "y")), Standing.DIFFERS),
    ],
)
def test_the_whole_stands_as_its_claims_do(claims: tuple[CheckedClaim, ...], standing: Standing) -> None:
    assert overall(claims) is standing
