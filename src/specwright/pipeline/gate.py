"""Gate: look at the package with the language's tools, put bugs into it, and say how good it is. All of it measured."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from specwright.core.finding import Check, CheckKind, Spot
from specwright.core.native import NativeReport
from specwright.core.package import Package
from specwright.core.performance import BoundResult
from specwright.core.quality import Quality, QualityMetrics
from specwright.core.value import Value
from specwright.ports import Inspection, Look, Sandbox
from specwright.quality.mutation import DEFAULT_COUNT, TOOL, RunTests, chosen, ran, seeded, verdict
from specwright.quality.score import score


class Inspected(Value):
    """What the tools told of a package."""

    checks: tuple[Check, ...]
    spots: tuple[Spot, ...] = ()
    """Where bugs can be put in."""


async def inspect(sandbox: Sandbox, inspection: Inspection, package: Package) -> Inspected:
    """Run the language's tools over the package, side by side. Raises SandboxUnavailable."""

    async def one(look: Look) -> tuple[tuple[Check, ...], tuple[Spot, ...]]:
        result = await sandbox.run(look.job)
        return inspection.read_look(look, result, package), inspection.read_spots(look, result, package)

    told = await asyncio.gather(*(one(look) for look in inspection.looks(package)))
    checks = (*(check for made, _ in told for check in made), *inspection.unavailable())
    return Inspected(checks=checks, spots=tuple(spot for _, spots in told for spot in spots))


async def seed_bugs(
    package: Package,
    spots: Sequence[Spot],
    run_tests: RunTests,
    report: NativeReport,
    *,
    count: int = DEFAULT_COUNT,
    seed: int = 0,
    at_once: int = 2,
) -> Check:
    """Put bugs into the package, one at a time, and see whether its tests notice.

    `report` is of the package as it is: tests that fail without any bug cannot tell.
    """
    if not report.all_passed:
        return Check(kind=CheckKind.MUTATION, tool=TOOL, unavailable="the tests do not pass even without seeded bugs")
    turn = asyncio.Semaphore(at_once)

    async def one(spot: Spot) -> tuple[Spot, NativeReport]:
        async with turn:
            return spot, await run_tests(seeded(package, spot))

    tools = ", ".join(f"{name} {version}" for name, version in sorted(report.tools.items()))
    tried = await asyncio.gather(*(one(spot) for spot in chosen(spots, ran(report), count, seed)))
    return verdict(tried, f"{TOOL} ({tools})" if tools else TOOL)


async def measure_quality(
    sandbox: Sandbox,
    inspection: Inspection,
    package: Package,
    *,
    report: NativeReport | None = None,
    bounds: Sequence[BoundResult] = (),
    metrics: QualityMetrics | None = None,
    run_tests: RunTests | None = None,
    seed: int = 0,
) -> tuple[Quality, tuple[Check, ...]]:
    """The quality of the package and every check that it rests on.

    `report` is what the package's own tests told, with coverage; with `run_tests` bugs are put in as well. Raises
    SandboxUnavailable.
    """
    inspected = await inspect(sandbox, inspection, package)
    checks = inspected.checks
    if run_tests is not None and report is not None:
        checks = (*checks, await seed_bugs(package, inspected.spots, run_tests, report, seed=seed))
    return score(checks, report, bounds, metrics), checks
