"""Seeded bugs as a guide: which calls show something else if the code has one of them?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from specwright.core.evidence.finding import Check, Spot
from specwright.core.evidence.native import NativeEnding
from specwright.core.existing.calls import CallPlan, TestablePart
from specwright.core.existing.tests import BugCount
from specwright.core.program.package import Package
from specwright.improving.missing.probes import PROBE_SECONDS, TestingKit
from specwright.pipeline.finishing.gate import inspect, try_bugs
from specwright.quality.mutation import chosen, seeded

BUGS: Final = 24
_PER_JOB: Final = 12


async def seeded_spots(kit: TestingKit, package: Package) -> tuple[Spot, ...]:
    """Return the places for bugs in the package's sources; none if the tools are missing."""
    looks = [look for look in kit.inspection.runs(package) if look.spots]
    return (await inspect(kit.sandbox, kit.inspection, package, looks)).spots


def spots_in(spots: Sequence[Spot], path: str, lines: range | None, count: int, seed: int) -> tuple[Spot, ...]:
    """Return some of the spots of a file, spread over its lines."""
    own = [spot for spot in spots if spot.path == path]
    return chosen(own, lambda spot: lines is None or spot.line in lines, count, seed)


async def unnoticed(
    kit: TestingKit, package: Package, bugs: Sequence[Spot]
) -> tuple[BugCount | None, tuple[Spot, ...]]:
    """Return how many of the bugs the package's tests notice, and the others; None if that cannot be told."""
    if not package.tests:
        return BugCount(noticed=0, bugs=len(bugs)), tuple(bugs)
    checks = [
        await try_bugs(kit.sandbox, kit.packaging, package, bugs[at : at + _PER_JOB], kit.limits)
        for at in range(0, len(bugs), _PER_JOB)
    ]
    if any(check.unavailable for check in checks):
        return None, tuple(bugs)
    return _counted(checks), tuple(spot for check in checks for spot in check.survivors)


def _counted(checks: Sequence[Check]) -> BugCount:
    return BugCount(
        noticed=int(sum(check.measured["noticed"] for check in checks)),
        bugs=int(sum(check.measured["mutants"] for check in checks)),
    )


async def seen_by(
    kit: TestingKit,
    package: Package,
    parts: Mapping[str, TestablePart],
    plans: Sequence[CallPlan],
    bugs: Sequence[Spot],
) -> dict[int, frozenset[int]]:
    """Return which of the bugs each plan notices, both by their places. Raise SandboxUnavailable.

    A call that no longer comes to an end notices; those that were not reached behind it do not count.
    """
    found: dict[int, set[int]] = {at: set() for at in range(len(plans))}
    limits = kit.limits.model_copy(update={"seconds": min(PROBE_SECONDS, kit.limits.seconds)})
    probe = kit.probing.probe(package, parts, plans)
    alone = package.model_copy(update={"tests": {probe.path: probe.text}})
    for first in range(0, len(bugs), _PER_JOB):
        part = bugs[first : first + _PER_JOB]
        versions = [alone, *(seeded(alone, spot) for spot in part)]
        runs = kit.packaging.test_runs(versions, limits)
        control, *reports = kit.packaging.read_runs(runs, await kit.sandbox.run(runs.job), versions)
        before = kit.probing.told(control.output, probe, len(plans), package)
        for number, report in enumerate(reports, first):
            if report.compile_errors:
                continue
            after = kit.probing.told(report.output, probe, len(plans), package)
            for at, (old, new) in enumerate(zip(before, after, strict=True)):
                if old is None:
                    continue
                if new is None:
                    # Only the first that is missing is known to have ended differently.
                    if at == 0 or after[at - 1] is not None:
                        found[at].add(number)
                    break
                if new.digest != old.digest or new.ending != old.ending:
                    found[at].add(number)
    return {at: frozenset(numbers) for at, numbers in found.items()}


async def noticed_by(kit: TestingKit, package: Package, bugs: Sequence[Spot]) -> list[tuple[str, ...]]:
    """Return for each bug the tests that fail with it, some of them if there are many. Raise SandboxUnavailable."""
    found: list[tuple[str, ...]] = []
    for at in range(0, len(bugs), _PER_JOB):
        versions = [package, *(seeded(package, spot) for spot in bugs[at : at + _PER_JOB])]
        runs = kit.packaging.test_runs(versions, kit.limits)
        control, *reports = kit.packaging.read_runs(runs, await kit.sandbox.run(runs.job), versions)
        for report in reports:
            failed = [test.id for test in report.tests if test.ending is NativeEnding.FAILED]
            found.append(tuple(failed) if control.all_passed and not report.compile_errors else ())
    return found
