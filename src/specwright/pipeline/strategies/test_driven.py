"""Test-driven: all tests first, then the whole source, then as many rounds of refinement as help."""

from __future__ import annotations

from typing import Final

from specwright.core.blueprint import Blueprint
from specwright.core.dossier import Dossier
from specwright.core.events import StageEntered
from specwright.core.ruling import Verdict
from specwright.core.testcase import TestCase
from specwright.pipeline.desk import Desk
from specwright.pipeline.refine import refine
from specwright.pipeline.strategies.strategy import Strategy
from specwright.pipeline.write_all_tests import cover_the_rest, write_integration, write_item_tests
from specwright.pipeline.writers import Writers


async def _build(
    desk: Desk, writers: Writers, blueprint: Blueprint, given: tuple[TestCase, ...]
) -> tuple[Dossier, Verdict]:
    await desk.log.tell(StageEntered(stage="write_tests"))
    dossier = Dossier(blueprint=blueprint, items=tuple(item.name for item in blueprint.surface))
    dossier = await write_item_tests(desk, writers, dossier, blueprint.surface, given)
    dossier = await write_integration(desk, writers, dossier)
    dossier = await cover_the_rest(desk, writers, dossier)

    await desk.log.tell(StageEntered(stage="write_code"))
    dossier = dossier.with_candidates(*await writers.write_code(desk, dossier))
    return await refine(desk, writers, dossier)


TEST_DRIVEN: Final = Strategy(
    name="test-driven",
    summary="all tests first, then the whole source at once",
    suits=lambda blueprint: None,
    build=_build,
)
