"""Template-based: the test-driven way, on the skeleton of a program of its kind.

Structure and known edge cases of the skeleton become constraints and test requirements, beside the user's own.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from specwright.core.evidence.ruling import Verdict
from specwright.core.run.events import Warned
from specwright.core.run.package_state import PackageState
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.testcase import TestCase
from specwright.pipeline.context import RunContext
from specwright.pipeline.writing.strategies.names import TEMPLATE
from specwright.pipeline.writing.strategies.skeletons import skeleton_for, tests_of
from specwright.pipeline.writing.strategies.strategy import Strategy
from specwright.pipeline.writing.strategies.test_driven import TEST_DRIVEN


async def _build(
    context: RunContext, blueprint: Blueprint, given: tuple[TestCase, ...]
) -> tuple[PackageState, Verdict]:
    skeleton = skeleton_for(blueprint)
    await context.log.emit(Warned(text=f"skeleton: {skeleton.name}", passing=True))
    task = context.task.model_copy(
        update={
            "constraints": (*context.task.constraints, *skeleton.structure),
            "test_requirements": (*context.task.test_requirements, *tests_of(skeleton)),
        }
    )
    return await TEST_DRIVEN.build(replace(context, task=task), blueprint, given)


TEMPLATE_BASED: Final = Strategy(
    name=TEMPLATE,
    summary="the skeleton of such a program, with its known edge cases, then as test-driven",
    suits=lambda blueprint, max_tokens: None,
    build=_build,
)
