from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from specwright.adapters.machine.policies import find_policy
from specwright.audit.policy import SHIPPED, Excused, read_policy, shipped_policy
from specwright.core.errors import UserError


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
