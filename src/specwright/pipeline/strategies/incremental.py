"""Incremental: one piece after the other is tested, written, refined and frozen; then the whole is tested together."""

from __future__ import annotations

from typing import Final

from specwright.core.blueprint import Blueprint
from specwright.core.dossier import Dossier
from specwright.core.events import StageEntered, Warned
from specwright.core.package import Item
from specwright.core.ruling import Verdict
from specwright.core.testcase import TestCase
from specwright.pipeline.desk import Desk
from specwright.pipeline.refine import refine
from specwright.pipeline.strategies.strategy import Strategy
from specwright.pipeline.write_all_tests import cover_the_rest, write_integration, write_item_tests
from specwright.pipeline.writers import Writers

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
    desk: Desk, writers: Writers, blueprint: Blueprint, given: tuple[TestCase, ...]
) -> tuple[Dossier, Verdict]:
    dossier = Dossier(blueprint=blueprint)
    verdict: Verdict | None = None
    parts = pieces(blueprint)
    for number, piece in enumerate(parts, 1):
        names = ", ".join(item.name for item in piece)
        await desk.log.tell(Warned(text=f"piece {number} of {len(parts)}: {names}"))
        await desk.log.tell(StageEntered(stage="write_tests", round=dossier.round))
        dossier = dossier.model_copy(update={"items": (*dossier.items, *(item.name for item in piece))})
        dossier = await write_item_tests(desk, writers, dossier, piece, given)
        if number == len(parts):
            dossier = await write_integration(desk, writers, dossier)
            dossier = await cover_the_rest(desk, writers, dossier)

        await desk.log.tell(StageEntered(stage="write_code", round=dossier.round))
        written = await writers.write_code(desk, dossier)
        dossier, verdict = await refine(desk, writers, dossier.contending(written))
        if verdict.chosen is None or not dossier.passes_everything(verdict.chosen):
            break  # nothing is built on a piece that does not stand
        if number < len(parts):
            kept = dossier.candidate(verdict.chosen)
            dossier = dossier.model_copy(update={"frozen": kept.code}).in_round(dossier.round + 1)
    if verdict is None:
        raise ValueError("a plan offers at least one item")
    return dossier, verdict


INCREMENTAL: Final = Strategy(
    name="incremental",
    summary="piece after piece, each tested, written, refined and frozen before the next",
    suits=_suits,
    build=_build,
)
