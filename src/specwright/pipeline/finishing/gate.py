"""Gate: run a package's own tests, look at it with the language's tools, put bugs into it, and rate it.

All of it is measured, in sandboxes side by side. Parts that could not be measured are named, and count for nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from specwright.core.errors import ToolchainMissing
from specwright.core.evidence.finding import Check, Spot
from specwright.core.evidence.native import NativeReport
from specwright.core.evidence.quality import Quality, QualityMetrics
from specwright.core.program.package import Package
from specwright.core.value import Value
from specwright.core.work.performance import BoundResult
from specwright.ports.language import CallLimits, Inspection, Packaging, ToolRun
from specwright.ports.sandbox import Sandbox
from specwright.quality.mutation import DEFAULT_COUNT, TOOL, chosen, ran, seeded, unusable, verdict
from specwright.quality.score import score


class ToolFindings(Value):
    """The tools' findings about a package."""

    checks: tuple[Check, ...]
    spots: tuple[Spot, ...] = ()
    """The places for seeded bugs."""


class MeasuredQuality(Value):
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
) -> MeasuredQuality:
    """Measure the package. `report` spares the run of its tests where that has been made with coverage already.

    `bugs` are put in by `seed` to see whether the tests notice them. Raise SandboxUnavailable.
    """
    limits = limits or CallLimits(seconds=30.0)
    looks = inspection.runs(package)

    async def tried() -> tuple[ToolFindings, NativeReport | None]:
        telling = inspect(sandbox, inspection, package, [look for look in looks if look.spots])
        found, told = await asyncio.gather(telling, _tested(sandbox, packaging, package, limits, report))
        if packaging is None or told is None or not bugs:
            return found, told
        made = await seed_bugs(sandbox, packaging, package, found.spots, told, limits=limits, count=bugs, seed=seed)
        return ToolFindings(checks=(*found.checks, made)), told

    # The bugs wait only for the tools that they need; the slow tools run beside them.
    others = inspect(sandbox, inspection, package, [look for look in looks if not look.spots])
    (found, told), rest = await asyncio.gather(tried(), others)
    checks = (*found.checks, *rest.checks, *inspection.unavailable())
    return MeasuredQuality(quality=score(checks, told, bounds, metrics), checks=checks, report=told)


async def inspect(sandbox: Sandbox, inspection: Inspection, package: Package, looks: Sequence[ToolRun]) -> ToolFindings:
    """Make these looks at the package, side by side. Raise SandboxUnavailable."""

    async def one(look: ToolRun) -> tuple[tuple[Check, ...], tuple[Spot, ...]]:
        result = await sandbox.run(look.job)
        return inspection.read_run(look, result, package), inspection.read_spots(look, result, package)

    told = await asyncio.gather(*map(one, looks))
    checks = tuple(check for made, _ in told for check in made)
    return ToolFindings(checks=checks, spots=tuple(spot for _, spots in told for spot in spots))


async def seed_bugs(
    sandbox: Sandbox,
    packaging: Packaging,
    package: Package,
    spots: Sequence[Spot],
    report: NativeReport,
    *,
    limits: CallLimits,
    count: int = DEFAULT_COUNT,
    seed: int = 0,
) -> Check:
    """Put bugs into the package, one at a time, and see whether its tests notice. Raise SandboxUnavailable.

    `report` is of the package as it is: tests that fail without any bug cannot notice one.
    """
    if not report.all_passed:
        return unusable("not all tests pass without them" if report.tests else "there are no tests")
    return await try_bugs(sandbox, packaging, package, chosen(spots, ran(report), count, seed), limits)


async def try_bugs(
    sandbox: Sandbox, packaging: Packaging, package: Package, bugs: Sequence[Spot], limits: CallLimits
) -> Check:
    """Return whether the package's tests pass without any bug and notice each of these. Raise SandboxUnavailable."""
    versions = [package, *(seeded(package, spot) for spot in bugs)]
    runs = packaging.test_runs(versions, limits)
    control, *reports = packaging.read_runs(runs, await sandbox.run(runs.job), versions)
    if not control.all_passed:
        return unusable("without any seeded bug the tests do not pass")
    tools = ", ".join(f"{name} {version}" for name, version in sorted(control.tools.items()))
    return verdict(list(zip(bugs, reports, strict=True)), f"{TOOL} ({tools})" if tools else TOOL)


async def _tested(
    sandbox: Sandbox, packaging: Packaging | None, package: Package, limits: CallLimits, known: NativeReport | None
) -> NativeReport | None:
    if known is not None or packaging is None:
        return known
    try:
        native = packaging.test_run(package, limits)
    except ToolchainMissing:
        return None
    return packaging.read_tests(native, await sandbox.run(native.job), package)
