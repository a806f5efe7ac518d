"""About how large the code of a plan becomes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from specwright.core.program.package import Item, ItemKind
from specwright.core.work.blueprint import Blueprint

LINES_PER_ITEM: Final = {ItemKind.FUNCTION: 15, ItemKind.CLASS: 60, ItemKind.COMMAND: 40}
LINES_PER_REQUIREMENT: Final = 4
"""A rough estimate of the lines that each takes."""


def expected_lines(blueprint: Blueprint, items: Sequence[Item]) -> int:
    """Return about how many lines of code these items take, requirements that concern several counted once."""
    about = {name for item in items for name in item.requirements or [found.id for found in blueprint.requirements]}
    return sum(LINES_PER_ITEM[item.kind] for item in items) + LINES_PER_REQUIREMENT * len(about)
