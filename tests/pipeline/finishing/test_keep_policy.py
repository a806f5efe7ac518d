"""A package under a company's rules: repaired once, audited, licensed, and checked anew by whoever gets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.handed_over import copy, different, make, rewrite, verify
from tests.stories.policy_stories import PLAIN, SILENCED, TASK, rules, write_policy

from specwright.core.evidence.audit import AuditKind, AuditStanding
from specwright.core.evidence.bar import BarKind
from specwright.core.run.result import Result, Word
from specwright.delivery.claims import Standing

Made = tuple[Result, Path]


def make_under_policy(folder: Path, repaired: str) -> Made:
    return make(folder, rules(repaired), TASK, code_generation={"candidates": 1}, audit=write_policy(folder))


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


@pytest.mark.parametrize("field", ["name", "sha256", "text"])
def test_a_policy_under_another_name_or_digest_is_found(made: Made, tmp_path: Path, field: str) -> None:
    folder = copy(made[1], tmp_path)

    def rename(event: dict[str, object]) -> None:
        task = event["task"]
        assert isinstance(task, dict)
        old = task["policy"][field]
        task["policy"][field] = (
            old.replace('"module":"itertools"', '"module":"nothing"') if field == "text" else f"{old}0"
        )

    rewrite(folder, rename, "run_started")
    assert any("not the one of its name and sha256" in claim.detail for claim in different(verify(folder)))


def test_a_repair_that_only_silences_is_not_kept_and_the_word_is_barred(tmp_path: Path) -> None:
    result, _ = make_under_policy(tmp_path, SILENCED)
    assert result.code is not None
    assert "noqa" not in result.code
    assert result.word is Word.NOT_VERIFIED
    [bar] = [bar for bar in result.bars if bar.kind is BarKind.POLICY]
    assert "ACME: write the loop" in bar.text
