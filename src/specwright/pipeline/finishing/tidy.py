"""Tidy: format the code with the community's formatter before it is measured and handed over."""

from __future__ import annotations

from specwright.core.program.package import Package
from specwright.core.run.events import Formatted
from specwright.core.value import digest
from specwright.pipeline.context import RunContext


async def tidy(context: RunContext, package: Package) -> Package:
    """The package with its sources and tests formatted, as far as the formatter is here. Raise SandboxUnavailable."""
    inspection = context.inspection
    job = inspection.formatting(package) if inspection else None
    if inspection is None or job is None:
        return package

    async def perform() -> Formatted:
        return Formatted(key=key, files=inspection.read_formatted(await context.sandbox.run(job), package))

    key = digest(["format", package.sources, package.tests])
    changed = (await context.log.effect(Formatted, key, perform)).files
    sources = {path: changed.get(path, text) for path, text in package.sources.items()}
    tests = {path: changed.get(path, text) for path, text in package.tests.items()}
    return package.model_copy(update={"sources": sources, "tests": tests})
