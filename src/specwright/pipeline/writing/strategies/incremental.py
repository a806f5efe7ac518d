"""Incremental: one piece after the other is tested, written, refined and frozen; then the whole is tested together."""

from __future__ import annotations

from typing import Final

from specwright.core.evidence.ruling import Verdict
from specwright.core.program.package import Item
from specwright.core.run.events import StageEntered, Warned
from specwright.core.run.package_state import PackageState
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.testcase import TestCase
from specwright.pipeline.context import RunContext
from specwright.pipeline.loop import refine
from specwright.pipeline.writing.all_tests import cover_the_rest, write_integration, write_item_tests
from specwright.pipeline.writing.strategies.strategy import Strategy

MANY_ITEMS: Final = 6
MANY_REQUIREMENTS: Final = 18
PIECE: Final = 3
"""Items of one piece."""


def _suits(blueprint: Blueprint) -> str | None:
    items, requirements = len(blueprint.surface), len(blueprint.requirements)
    if items > MANY_ITEMS:
        return f"{items} items are too many to get right at once: pieces of {PIECE} are built one after the other"
    if requirements > MANY_REQUIREMENTS and items > 1:
        return f"{requirements} requirements are too many to get right at once: they are taken item by item"
    return None


def pieces(blueprint: Blueprint) -> tuple[tuple[Item, ...], ...]:
    """The items in the order of the plan, which lists each after those that it is built on, a few at a time."""
    size = PIECE if len(blueprint.surface) > MANY_ITEMS else 1
    surface = blueprint.surface
    return tuple(surface[start : start + size] for start in range(0, len(surface), size))


async def _build(
    context: RunContext, blueprint: Blueprint, given: tuple[TestCase, ...]
) -> tuple[PackageState, Verdict]:
    package_state = PackageState(blueprint=blueprint)
    verdict: Verdict | None = None
    parts = pieces(blueprint)
    for number, piece in enumerate(parts, 1):
        names = ", ".join(item.name for item in piece)
        await context.log.emit(Warned(text=f"piece {number} of {len(parts)}: {names}"))
        await context.log.emit(StageEntered(stage="write_tests", round=package_state.round))
        package_state = package_state.model_copy(
            update={"items": (*package_state.items, *(item.name for item in piece))}
        )
        package_state = await write_item_tests(context, package_state, piece, given)
        if number == len(parts):
            package_state = await write_integration(context, package_state)
            package_state = await cover_the_rest(context, package_state)

        await context.log.emit(StageEntered(stage="write_code", round=package_state.round))
        written = await context.writers.write_code(context, package_state)
        package_state, verdict = await refine(context, package_state.contending(written))
        if verdict.chosen is None or not package_state.passes_everything(verdict.chosen):
            break  # nothing is built on a piece that does not stand
        if number < len(parts):
            kept = package_state.candidate(verdict.chosen)
            package_state = package_state.model_copy(update={"frozen": kept.code}).in_round(package_state.round + 1)
    if verdict is None:
        raise ValueError("a plan offers at least one item")
    return package_state, verdict


INCREMENTAL: Final = Strategy(
    name="incremental",
    summary="piece after piece, each tested, written, refined and frozen before the next",
    suits=_suits,
    build=_build,
)
