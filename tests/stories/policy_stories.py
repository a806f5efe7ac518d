"""The story of a package that must keep a company's policy, and does after one repair."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from specwright import api
from specwright.testing.scripted import Rule
from tests.stories import fenced
from tests.stories import package_stories as told

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


def rules(repaired: str) -> list[Rule]:
    """The rules of the story, in which that code is the repair."""
    return [
        *RULES,
        Rule(stage="write_package", reply=fenced(told.QUICK_CODE)),
        Rule(stage="keep_policy", contains="line 3: ACME: write the loop", reply=fenced(repaired)),
    ]


def write_policy(folder: Path) -> Mapping[str, str]:
    """Write the policy, and return the settings of the audit."""
    (folder / "acme.toml").write_text(POLICY)
    return {"policy": str(folder / "acme.toml"), "licence": "Apache-2.0", "owner": "ACME GmbH"}
