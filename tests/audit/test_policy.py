from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from specwright.adapters.machine.policies import find_policy
from specwright.audit.conduct import Databases, audit
from specwright.audit.folder import AuditedFolder
from specwright.audit.policy import SHIPPED, Excused, read_policy, shipped_policy
from specwright.core.errors import UserError
from specwright.core.evidence.audit import AuditClaim, AuditKind, AuditStanding


@pytest.mark.parametrize("name", SHIPPED)
def test_every_policy_that_comes_with_us_is_read(name: str) -> None:
    assert shipped_policy(name).name == name
    assert shipped_policy(name).sha256 != shipped_policy(SHIPPED[0]).sha256 or name == SHIPPED[0]


def test_a_policy_takes_from_the_one_that_it_extends_what_it_does_not_state() -> None:
    policy = read_policy('extends = "strict"\n[dependencies]\nhashes = false\n', "ours")
    assert policy.name == "strict"
    assert policy.dependencies.locked
    assert policy.dependencies.only_approved
    assert not policy.dependencies.hashes
    assert policy.rules.thresholds.line_length == 120


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[licenses]\nown = 'MIT'\n", "licenses"),
        ("[licences]\nowner = 3\n", "licences.owner"),
        ("[advisories]\nignore = [{id = 'GHSA-1'}]\n", "reason"),
        ("extends = 'mild'\n", "extends 'mild'"),
        ("[licences\n", "cannot read the policy"),
        ("require = ['beauty']\n", "require"),
        ("a = " + "[" * 5000, "cannot read the policy"),
    ],
)
def test_a_mistake_in_a_policy_is_named(text: str, words: str) -> None:
    with pytest.raises(UserError, match=words):
        read_policy(text, "ours")


def test_an_exception_counts_until_its_day() -> None:
    excused = Excused(reason="no fix yet", expires=date(2026, 6, 1))
    assert excused.is_in_force(date(2026, 6, 1))
    assert not excused.is_in_force(date(2026, 6, 2))


def test_rules_of_the_folder_are_part_of_the_digest(tmp_path: Path) -> None:
    (tmp_path / "specwright-policy.toml").write_text('name = "ours"\n[rules]\nfolder = "rules"\n')
    with pytest.raises(UserError, match="there is no folder"):
        find_policy(str(tmp_path))
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/a.yml").write_text("id: a\n")
    (tmp_path / "rules/sgconfig.yml").write_text("customLanguages: {}\n")
    first = find_policy(str(tmp_path))
    assert first.rules.documents == {"a.yml": "id: a\n"}
    (tmp_path / "rules/a.yml").write_text("id: b\n")
    assert find_policy(str(tmp_path)).sha256 != first.sha256


def test_a_policy_that_is_not_there_is_said() -> None:
    with pytest.raises(UserError, match="there is no policy mild"):
        find_policy("mild")


def audited(policy: str, *names: str) -> AuditClaim:
    files = dict.fromkeys(names, b"# Copyright ACME\n\n\ndef aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_():\n    pass\n")
    report = audit(AuditedFolder(name="ours", files=files), read_policy(policy, "ours"), Databases(), date(2026, 6, 1))
    return next(claim for claim in report.claims if claim.kind is AuditKind.RULES)


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "rule",
    [
        'naming = [{language = "python", kind = "function", pattern = "(a+)+"}]',
        'naming = [{language = "python", kind = "file", pattern = "(x+x+)+y"}]',
        'headers = [{files = "*", pattern = "(.*)*(.*)*(.*)*NOWHERE"}]',
    ],
)
def test_no_pattern_of_a_policy_takes_more_time_than_its_text(rule: str) -> None:
    claim = audited(f"[rules]\n{rule}\n", f"{'x' * 60}.py")
    assert claim.standing is AuditStanding.FAILS


@pytest.mark.parametrize("pattern", ["(", "a(?=b)", "a{1000}{1000}{1000}"])
def test_a_pattern_that_cannot_be_used_is_named(pattern: str) -> None:
    claim = audited(f'[rules]\nheaders = [{{files = "*", pattern = "{pattern}"}}]\n', "a.py", "b.py")
    assert claim.standing is AuditStanding.NOT_CHECKED
    assert claim.detail.count("cannot be used") == 1


def test_names_are_held_against_the_whole_pattern() -> None:
    rule = '[rules]\nnaming = [{{language = "python", kind = "file", pattern = "{}"}}]\n'
    assert audited(rule.format("a|b"), "ab.py").standing is AuditStanding.FAILS
    assert audited(rule.format("a|ab[.]py"), "ab.py").standing is AuditStanding.HOLDS
    assert audited('[rules]\nheaders = [{files = "*", pattern = "ACME"}]\n', "a.py").standing is AuditStanding.HOLDS
