"""What SECURITY.md and docs/sandbox.md promise: every row names tests that exist and walls that attacks try."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.security.campaign import CORPUS

ROOT = Path(__file__).parents[2]
WALLS = {wall for attack in CORPUS for wall in attack.walls}
QUOTED = re.compile(r"`([^`]+)`")


def rows(document: str, heading: str) -> list[list[str]]:
    """Return the cells of the table whose last column has the heading `shown by`, after that of the document."""
    lines = (ROOT / document).read_text().partition(heading)[2].splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("|") and line.endswith("| shown by |"))
    table = [line.strip("| ").split(" | ") for line in lines[start + 2 :]]
    return table[: next((n for n, line in enumerate(lines[start + 2 :]) if not line.startswith("|")), None)]


def unproven(table: list[list[str]]) -> list[str]:
    """Return what the rows cite and nothing is, and rows that cite nothing."""
    wrong, before = [], ""
    for promise, *_, shown in table:
        cited = QUOTED.findall(shown)
        paths = [name for name in cited if name.endswith(".py")]
        attacked = "attacks on" in shown or before in shown
        wrong += [f"{promise}: there is no {name}" for name in paths if not found(name)]
        wrong += [f"{promise}: no attack on {name}" for name in set(cited) - set(paths) - WALLS]
        wrong += [] if paths or (attacked and set(cited) & WALLS) else [f"{promise}: no test shows it"]
        before = "the same"
    return wrong


def found(name: str) -> bool:
    return any((place / name).exists() for place in (ROOT, ROOT / "tests/security"))


@pytest.mark.parametrize(
    ("document", "heading"), [("SECURITY.md", "**Promised.**"), ("docs/sandbox.md", "## The walls")]
)
def test_every_promise_names_the_tests_that_show_it(document: str, heading: str) -> None:
    table = rows(document, heading)
    assert len(table) > 8
    assert unproven(table) == []


def test_every_wall_that_is_attacked_is_promised() -> None:
    promised = {name for *_, shown in rows("docs/sandbox.md", "## The walls") for name in QUOTED.findall(shown)}
    assert WALLS - promised == {"screen"}, "what a screen shows is no wall of the sandbox"


def test_a_promise_without_a_test_is_found() -> None:
    table = [["a", "all", "`tests/none.py`"], ["b", "all", "attacks on `nothing`"], ["c", "all", "hope"]]
    assert len(unproven(table)) == 4


def test_the_document_counts_the_attacks() -> None:
    assert f"`tests/security/attacks`: {len(CORPUS)} attacks" in (ROOT / "docs/sandbox.md").read_text()
