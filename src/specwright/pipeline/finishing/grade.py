"""Grade: measure the package as it is handed over, and rate it."""

from __future__ import annotations

from typing import Final

from specwright.core.evidence.finding import Check
from specwright.core.evidence.native import NativeReport
from specwright.core.evidence.quality import Gate, Quality
from specwright.core.program.package import Package
from specwright.core.run.events import Graded, Inspected, Warned
from specwright.core.value import digest
from specwright.core.work.performance import BoundResult
from specwright.pipeline.context import RunContext
from specwright.pipeline.finishing.gate import measure_quality
from specwright.pipeline.running.matrix import native_limits
from specwright.quality.score import score

NOT_MEASURED: Final = Warned(text="quality was not measured: there are no tools for this language here")
"""Emitted instead of a grade. A run that recorded it is replayed without tools, even if there are some by now."""


async def look_over(context: RunContext, package: Package, report: NativeReport) -> tuple[Check, ...]:
    """The findings of the language's tools and of seeded bugs about the package. Raise SandboxUnavailable."""
    inspection = context.inspection
    if inspection is None:
        return ()

    async def perform() -> Inspected:
        measured = await measure_quality(
            context.sandbox,
            inspection,
            context.project,
            package,
            limits=native_limits(context),
            report=report,
            seed=context.limits.seed,
        )
        return Inspected(key=key, checks=measured.checks)

    key = digest(["inspect", package.model_dump(mode="json")])
    return (await context.log.effect(Inspected, key, perform)).checks


async def grade(
    context: RunContext,
    checks: tuple[Check, ...],
    report: NativeReport,
    bounds: tuple[BoundResult, ...],
    missing: tuple[str, ...],
) -> Quality | None:
    """Return the measured quality, which is logged; nothing checks the `missing` requirements."""
    if context.inspection is None:
        await context.log.emit(NOT_MEASURED)
        return None
    quality = score(checks, report, bounds, context.limits.metrics)
    quality = quality.model_copy(update={"gates": (*quality.gates, covered(missing))})
    await context.log.emit(Graded(quality=quality))
    return quality


def covered(missing: tuple[str, ...]) -> Gate:
    """Return the gate that every requirement must pass: that something checks it."""
    told = f"nothing checks {', '.join(missing)}" if missing else "all are checked"
    return Gate(name="requirements", bar="every requirement is checked", measured=told, passed=not missing)
