"""A specification becomes a graded project in every language, which its users run by the language's own commands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from platformdirs import user_cache_path, user_data_path
from tests.e2e import by_hand
from tests.e2e.command import Home
from tests.stories import command_stories, package_languages
from tests.stories import package_stories as told
from tests.tiers import sampled

from specwright.testing.scripted import Rule

pytestmark = pytest.mark.timeout(1500)
READY = {
    "XDG_CACHE_HOME": str(user_cache_path()),
    "XDG_DATA_HOME": str(user_data_path()),
    "SPECWRIGHT_CODE_GENERATION__SUPPORTED_LANGUAGES": ",".join([*command_stories.WRITTEN, "typescript"]),
}
"""What the languages' tools were made ready with, once for this machine, and TypeScript, which is not on by default."""


def handed_over(home: Home, specification: str, language: str, rules: Iterable[Rule]) -> dict[str, Any]:
    """The result of a run of two candidates that passed every gate; its project lies in `made`."""
    options = ("--lang", language, "--candidates", "2", "--out", "made", "--json")
    done = home.run("generate", specification, *options, *home.script(rules), env=READY, within=900)
    assert done.status in (10, 11), done.err  # so few tests are thin evidence, and nobody confirmed an example
    result: dict[str, Any] = done.document
    assert result["execution_result"] == "TESTS_PASSING", done.err
    assert [gate for gate in result["quality"]["gates"] if not gate["passed"]] == []
    return result


@pytest.mark.parametrize("language", sampled(sorted(package_languages.WRITTEN), 0))
def test_a_package_passes_every_gate_and_runs_without_us(home: Home, language: str) -> None:
    result = handed_over(home, told.SPECIFICATION, language, package_languages.first_try(language))
    assert [scenario["passed"] for scenario in result["scenarios"]] == [True] * 4
    assert result["test_results"]["coverage"] == 100.0
    assert result["quality_score"] > 0.95
    assert by_hand.tests_pass(language, home.folder / "made") == ""
    verified = home.run("verify", "made", env=READY, within=900)
    assert verified.status == 0, verified.out + verified.err


@pytest.mark.parametrize("language", sampled(sorted(command_stories.WRITTEN), 0, keep=["go"]))
def test_a_command_is_started_by_its_tests_and_its_users(home: Home, language: str) -> None:
    result = handed_over(home, command_stories.SPECIFICATION, language, command_stories.first_try(language))
    verified = home.run("verify", "made", env=READY, within=900)
    assert verified.status == 0, verified.out + verified.err
    made = home.folder / "made"
    assert by_hand.tests_pass(language, made) == ""
    assert by_hand.command(language, made, given="b a b") == (0, "b 2\na 1\n")
    assert by_hand.command(language, made, "--top", "1", given="b a b") == (0, "b 2\n")
    assert by_hand.command(language, made, "--top", "0", given="b a b") == (2, "")
    assert "ARGUMENTS" in result["documentation"]
