"""Tidy: lay out what was written as the community's formatter does, before it is measured and handed over."""

from __future__ import annotations

from specwright.core.program.package import Package
from specwright.core.value import digest
from specwright.pipeline.context import RunContext


async def tidy(context: RunContext, package: Package) -> Package:
    """The package with its sources and tests formatted, as far as the formatter is here. Raises SandboxUnavailable."""
    inspection = context.inspection
    job = inspection.formatting(package) if inspection else None
    if inspection is None or job is None:
        return package

    async def perform() -> dict[str, str]:
        return inspection.read_formatted(await context.sandbox.run(job), package)

    changed = await context.log.formatting(digest(["format", package.sources, package.tests]), perform)
    sources = {path: changed.get(path, text) for path, text in package.sources.items()}
    tests = {path: changed.get(path, text) for path, text in package.tests.items()}
    return package.model_copy(update={"sources": sources, "tests": tests})
