"""A review of two commits: real git, a real sandbox, and changes with known faults."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from specwright.client.reviewing.changes import changed_files, read_trees
from specwright.client.synchronous import Client
from specwright.core.errors import UserError
from specwright.core.evidence.audit import AuditStanding
from specwright.core.evidence.review import Review
from tests.e2e.command import Home
from tests.repositories import git, make

PRICE = '''"""Prices."""


def price(amount: int, rebate: int) -> int:
    """Return the price after a rebate."""
    if amount > 100:
        return amount - rebate
    return amount
'''
CHANGED = PRICE.replace("amount > 100", "amount > 10").replace(
    "    return amount\n", "    if rebate < 0:\n        return eval('amount')\n    return amount\n"
)
TESTS = """from price import price


def test_a_large_amount_has_a_rebate():
    assert price(200, 5) == 195


def test_a_small_amount_has_none():
    assert price(5, 1) == 5
"""


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make(tmp_path_factory.mktemp("reviewed") / "shop")
    (folder / "src").mkdir()
    (folder / "src/price.py").write_text(PRICE)
    (folder / "tests").mkdir()
    (folder / "tests/test_price.py").write_text(TESTS)
    (folder / "pyproject.toml").write_text('[project]\nname = "shop"\n')
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "prices")
    (folder / "src/price.py").write_text(CHANGED)
    git(folder, "commit", "-q", "-a", "-m", "another limit")
    return folder


@pytest.fixture(scope="module")
def found(repository: Path) -> Review:
    with Client() as client:
        return client.review("HEAD~1..HEAD", repository=repository)


def test_violations_are_those_of_changed_lines(found: Review) -> None:
    assert [(each.path, each.line, each.code) for each in found.violations] == [("src/price.py", 9, "security/eval")]
    assert found.standing is AuditStanding.FAILS
    [changed] = found.files
    assert (changed.path, changed.added, changed.removed) == ("src/price.py", (6, 8, 9), 1)


def test_bugs_are_tried_in_changed_lines_alone_and_survivors_are_named(found: Review) -> None:
    assert found.tests.passed == 2
    assert found.tests.uncovered == {"src/price.py": (9,)}
    assert {bug.line for bug in found.tests.bugs} <= set(found.files[0].added)
    assert found.unnoticed, "no test has an amount near the limit"
    noticed = [bug for bug in found.tests.bugs if bug.noticed]
    assert all(bug.noticed_by for bug in noticed)


def test_the_command_prints_markdown_and_annotations_and_writes_a_summary(home: Home, repository: Path) -> None:
    summary = home.folder / "review.md"
    asked = ("review", "HEAD~1..HEAD", "--repository", str(repository), "--bugs", "0")
    done = home.run(*asked, "--format", "github", "--summary", str(summary))
    assert done.status == 1
    assert "::error file=src/price.py,line=" in done.out
    assert "### Violations of the policy" in summary.read_text()
    told = json.loads(home.run(*asked, "--format", "json").out)
    assert told["standing"] == "fails"
    assert "names no two commits" in home.run("review", "HEAD", "--repository", str(repository)).err


def test_trees_are_read_from_objects_and_compared_line_by_line(repository: Path) -> None:
    (repository / "src/price.py").write_text("never committed\n")
    trees = read_trees(repository, "HEAD~1...HEAD")
    [changed] = changed_files(trees)
    after = trees.after.texts["src/price.py"].splitlines()
    assert [after[number - 1] for number in changed.added] == [
        "    if amount > 10:",
        "    if rebate < 0:",
        "        return eval('amount')",
    ]
    git(repository, "checkout", "-q", "src/price.py")
    with pytest.raises(UserError, match="names no commit"):
        read_trees(repository, "HEAD..nowhere")
