"""Test-driven: all tests first, then the whole source, then as many rounds of refinement as help."""

from __future__ import annotations

from typing import Final

from specwright.core.evidence.ruling import Verdict
from specwright.core.run.events import StageEntered
from specwright.core.run.package_state import PackageState
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.testcase import TestCase
from specwright.pipeline.context import RunContext
from specwright.pipeline.loop import refine
from specwright.pipeline.writing.all_tests import cover_the_rest, write_integration, write_item_tests
from specwright.pipeline.writing.strategies.strategy import Strategy


async def _build(
    context: RunContext, blueprint: Blueprint, given: tuple[TestCase, ...]
) -> tuple[PackageState, Verdict]:
    await context.log.emit(StageEntered(stage="write_tests"))
    package_state = PackageState(blueprint=blueprint, items=tuple(item.name for item in blueprint.surface))
    package_state = await write_item_tests(context, package_state, blueprint.surface, given)
    package_state = await write_integration(context, package_state)
    package_state = await cover_the_rest(context, package_state)

    await context.log.emit(StageEntered(stage="write_code"))
    written = await context.writers.write_code(context, package_state, context.limits.first_candidates)
    package_state = package_state.with_candidates(*written)
    return await refine(context, package_state)


TEST_DRIVEN: Final = Strategy(
    name="test-driven",
    summary="all tests first, then the whole source at once",
    suits=lambda blueprint, max_tokens: None,
    build=_build,
)
