"""Gate: run a package's own tests, look at it with the language's tools, put bugs into it, and say how good it is.

All of it is measured, in sandboxes side by side. What could not be measured is said, and counts for nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from specwright.core.errors import ToolchainMissing
from specwright.core.finding import Check, CheckKind, Spot
from specwright.core.native import NativeReport
from specwright.core.package import Package
from specwright.core.performance import BoundResult
from specwright.core.quality import Quality, QualityMetrics
from specwright.core.value import Value
from specwright.ports import CallLimits, Inspection, Look, Packaging, Sandbox
from specwright.quality.mutation import DEFAULT_COUNT, TOOL, RunTests, chosen, ran, seeded, verdict
from specwright.quality.score import score


class Inspected(Value):
    """What the tools told of a package."""

    checks: tuple[Check, ...]
    spots: tuple[Spot, ...] = ()
    """Where bugs can be put in."""


class Measured(Value):
    """The quality of a package and all that it rests on."""

    quality: Quality
    checks: tuple[Check, ...]
    report: NativeReport | None = None


async def measure_quality(
    sandbox: Sandbox,
    inspection: Inspection,
    packaging: Packaging | None,
    package: Package,
    *,
    limits: CallLimits | None = None,
    report: NativeReport | None = None,
    bounds: Sequence[BoundResult] = (),
    metrics: QualityMetrics | None = None,
    bugs: int = DEFAULT_COUNT,
    seed: int = 0,
) -> Measured:
    """Measure the package. `report` spares the run of its tests where that has been made with coverage already.

    `bugs` are put in by `seed` to see whether the tests notice them. Raises SandboxUnavailable.
    """
    limits = limits or CallLimits(seconds=30.0)
    first = inspect(sandbox, inspection, package), _tested(sandbox, packaging, package, limits, report)
    inspected, told = await asyncio.gather(*first)
    checks = inspected.checks
    if packaging is not None and told is not None and bugs:
        again = suite_runner(sandbox, packaging, limits)
        checks = (*checks, await seed_bugs(package, inspected.spots, again, told, count=bugs, seed=seed))
    return Measured(quality=score(checks, told, bounds, metrics), checks=checks, report=told)


async def inspect(sandbox: Sandbox, inspection: Inspection, package: Package) -> Inspected:
    """Run the language's tools over the package, side by side. Raises SandboxUnavailable."""

    async def one(look: Look) -> tuple[tuple[Check, ...], tuple[Spot, ...]]:
        result = await sandbox.run(look.job)
        return inspection.read_look(look, result, package), inspection.read_spots(look, result, package)

    told = await asyncio.gather(*(one(look) for look in inspection.looks(package)))
    checks = (*(check for made, _ in told for check in made), *inspection.unavailable())
    return Inspected(checks=checks, spots=tuple(spot for _, spots in told for spot in spots))


def suite_runner(sandbox: Sandbox, packaging: Packaging, limits: CallLimits, *, coverage: bool = False) -> RunTests:
    """What runs all tests of a package. It raises SandboxUnavailable, and ToolchainMissing without a runner."""

    async def run(package: Package) -> NativeReport:
        native = packaging.test_run(package, limits, coverage=coverage)
        return packaging.read_tests(native, await sandbox.run(native.job), package)

    return run


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


async def _tested(
    sandbox: Sandbox, packaging: Packaging | None, package: Package, limits: CallLimits, known: NativeReport | None
) -> NativeReport | None:
    if known is not None or packaging is None:
        return known
    try:
        return await suite_runner(sandbox, packaging, limits, coverage=True)(package)
    except ToolchainMissing:
        return None
