"""Tidy: lay out what was written as the community's formatter does, before it is measured and handed over."""

from __future__ import annotations

import asyncio
from pathlib import PurePosixPath

from specwright.core.package import Package
from specwright.core.value import digest
from specwright.pipeline.desk import Desk
from specwright.ports import ExecEnding, Job


async def tidy(desk: Desk, package: Package) -> Package:
    """The package with its sources and tests formatted, as far as the formatter is here. Raises SandboxUnavailable."""
    formatter = desk.inspection.formatter() if desk.inspection else None
    if formatter is None:
        return package
    ending = PurePosixPath(desk.project.source_path(package.name)).suffix
    texts = {path: text for path, text in {**package.sources, **package.tests}.items() if path.endswith(ending)}

    async def perform() -> dict[str, str]:
        laid_out = await asyncio.gather(*(_formatted(desk, formatter, text) for text in texts.values()))
        pairs = zip(texts.items(), laid_out, strict=True)
        return {path: new for (path, old), new in pairs if new is not None and new != old}

    changed = await desk.log.formatting(digest(["format", texts]), perform)
    sources = {path: changed.get(path, text) for path, text in package.sources.items()}
    tests = {path: changed.get(path, text) for path, text in package.tests.items()}
    return package.model_copy(update={"sources": sources, "tests": tests})


async def _formatted(desk: Desk, formatter: Job, text: str) -> str | None:
    """The text laid out; None where the formatter cannot read it."""
    done = await desk.sandbox.run(formatter.model_copy(update={"stdin": text.encode("utf-8", "surrogatepass")}))
    said = done.stdout.decode("utf-8", "replace")
    good = done.ending is ExecEnding.EXITED and done.exit_code == 0 and not done.truncated
    return said if good and said.strip() else None
