"""A strategy: test-driven, with a note in the record of what is about to be written. `--strategy announced` uses it."""

from __future__ import annotations

from specwright.core.evidence.ruling import Verdict
from specwright.core.run.events import Warned
from specwright.core.run.package_state import PackageState
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.testcase import TestCase
from specwright.pipeline.context import RunContext
from specwright.pipeline.writing.strategies.strategy import Strategy
from specwright.pipeline.writing.strategies.test_driven import TEST_DRIVEN


async def _build(
    context: RunContext, blueprint: Blueprint, given: tuple[TestCase, ...]
) -> tuple[PackageState, Verdict]:
    names = ", ".join(item.name for item in blueprint.surface)
    await context.log.emit(Warned(text=f"about to write: {names}"))
    return await TEST_DRIVEN.build(context, blueprint, given)


ANNOUNCED = Strategy(
    name="announced",
    summary="test-driven, announced in the record",
    suits=lambda blueprint, max_tokens: None,  # only if it is asked for
    build=_build,
)
