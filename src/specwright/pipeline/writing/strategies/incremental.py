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
from specwright.pipeline.writing.sizes import expected_lines
from specwright.pipeline.writing.strategies.strategy import Strategy

TOKENS_PER_LINE: Final = 11
PIECE_LINES: Final = 150
"""A piece: what a model writes in one reply and can still repair as a whole."""
USUAL_REPLY: Final = 4000
"""Tokens of a reply for which no limit is set."""


def _suits(blueprint: Blueprint, max_tokens: int | None) -> str | None:
    """Choose it if the source would not fit into one reply: every piece costs tests, candidates and rounds anew."""
    lines, room = expected_lines(blueprint, blueprint.surface), (max_tokens or USUAL_REPLY) // TOKENS_PER_LINE
    if lines <= max(room, PIECE_LINES) or len(blueprint.surface) < 2 or blueprint.modules:
        return None
    return f"about {lines} lines do not fit into one reply of {room}: pieces are built one after the other"


def pieces(blueprint: Blueprint) -> tuple[tuple[Item, ...], ...]:
    """The items in the order of the plan, which lists each after those that it is built on, in pieces of like size.

    A package that fits one piece, and is yet asked for in pieces, is written item by item. One of several files is
    written file by file.
    """
    if blueprint.modules:
        return tuple(tuple(map(blueprint.item, module.items)) for module in blueprint.modules if module.items)
    found: list[list[Item]] = []
    for item in blueprint.surface:
        if found and expected_lines(blueprint, [*found[-1], item]) <= PIECE_LINES:
            found[-1].append(item)
        else:
            found.append([item])
    return tuple(map(tuple, found)) if len(found) > 1 else tuple((item,) for item in blueprint.surface)


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
        written = await context.writers.write_code(context, package_state, context.limits.first_candidates)
        package_state, verdict = await refine(context, package_state.contending(written))
        if verdict.chosen is None or not package_state.passes_everything(verdict.chosen):
            break  # nothing is built on a piece that does not stand
        if number < len(parts):
            kept = package_state.candidate(verdict.chosen)
            frozen = {"frozen": kept.code, "frozen_files": kept.files}
            package_state = package_state.model_copy(update=frozen).in_round(package_state.round + 1)
    if verdict is None:
        raise ValueError("a plan offers at least one item")
    return package_state, verdict


INCREMENTAL: Final = Strategy(
    name="incremental",
    summary="piece after piece, each tested, written, refined and frozen before the next",
    suits=_suits,
    build=_build,
)
