"""A package under a company's rules: repaired once, audited, licensed, and checked anew by whoever gets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests import stories
from tests.handed_over import copy, different, make, rewrite, verify
from tests.stories import package_stories as told

from specwright import api
from specwright.core.evidence.audit import AuditKind, AuditStanding
from specwright.core.evidence.bar import BarKind
from specwright.core.run.result import Result, Word
from specwright.delivery.claims import Standing
from specwright.testing.scripted import Rule

POLICY = """
name = "acme"
[[rules.forbidden]]
language = "python"
module = "itertools"
message = "ACME: write the loop"
[dependencies]
locked = false
"""
PLAIN = told.QUICK_CODE.replace("from itertools import accumulate\n\n\n", "\n").replace(
    "return list(accumulate(items))",
    "found, total = [], 0\n    for item in items:\n        total += item\n        found.append(total)\n"
    "    return found",
)
SILENCED = told.QUICK_CODE.replace("import accumulate", "import accumulate  # noqa")
TASK = api.make_package_task(told.QUICK_SPECIFICATION)
RULES = [rule for rule in told.TOO_SLOW if rule.stage not in {"write_package", "optimise_code"}]
Made = tuple[Result, Path]


def make_under_policy(folder: Path, repaired: str) -> Made:
    (folder / "acme.toml").write_text(POLICY)
    rules = [
        *RULES,
        Rule(stage="write_package", reply=stories.fenced(told.QUICK_CODE)),
        Rule(stage="keep_policy", contains="line 3: ACME: write the loop", reply=stories.fenced(repaired)),
    ]
    audit = {"policy": str(folder / "acme.toml"), "licence": "Apache-2.0", "owner": "ACME GmbH"}
    return make(folder, rules, TASK, code_generation={"candidates": 1}, audit=audit)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return make_under_policy(tmp_path_factory.mktemp("policy"), PLAIN)


def test_the_writer_is_told_of_the_violation_and_its_repair_is_kept(made: Made) -> None:
    result, _ = made
    assert result.code is not None
    assert "itertools" not in result.code
    assert result.audit is not None
    assert result.audit.policy == "acme"
    standings = {claim.kind: claim.standing for claim in result.audit.claims}
    assert standings[AuditKind.RULES] is AuditStanding.HOLDS
    assert standings[AuditKind.NOTICES] is AuditStanding.HOLDS
    assert result.audit.standing is AuditStanding.HOLDS
    assert not any(bar.kind is BarKind.POLICY for bar in result.bars)


def test_what_is_handed_over_has_licence_headers_and_a_bill_of_materials(made: Made) -> None:
    _, folder = made
    source = (folder / "src/running_totals/__init__.py").read_text()
    header = "# SPDX-FileCopyrightText: ACME GmbH\n# SPDX-License-Identifier: Apache-2.0\n"
    assert source.startswith(header)
    assert "Apache License" in (folder / "LICENSES/Apache-2.0.txt").read_text()
    assert 'SPDX-License-Identifier = "Apache-2.0"' in (folder / "REUSE.toml").read_text()
    assert 'license = "Apache-2.0"' in (folder / "pyproject.toml").read_text()
    bill = json.loads((folder / "sbom.cdx.json").read_text())
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert {each["purl"] for each in bill["components"]} == {
        "pkg:pypi/coverage",
        "pkg:pypi/hatchling",
        "pkg:pypi/pytest",
    }
    assert bill["metadata"]["component"]["licenses"] == [{"expression": "Apache-2.0"}]


def test_the_audit_is_made_again_by_verify_and_a_forged_one_is_found(made: Made, tmp_path: Path) -> None:
    folder = copy(made[1], tmp_path)
    assert verify(folder).standing is Standing.HOLDS

    def allow(event: dict[str, object]) -> None:
        report = event["report"]
        assert isinstance(report, dict)
        for claim in report["claims"]:
            claim["standing"], claim["findings"] = "holds", []

    rewrite(folder, allow, "audited")
    assert different(verify(folder))


def test_a_repair_that_only_silences_is_not_kept_and_the_word_is_barred(tmp_path: Path) -> None:
    result, _ = make_under_policy(tmp_path, SILENCED)
    assert result.code is not None
    assert "noqa" not in result.code
    assert result.word is Word.NOT_VERIFIED
    [bar] = [bar for bar in result.bars if bar.kind is BarKind.POLICY]
    assert "ACME: write the loop" in bar.text
