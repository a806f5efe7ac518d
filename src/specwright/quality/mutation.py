"""Bugs put in on purpose: a suite that does not notice them does not test. Small changes, a few, chosen by a seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from specwright.core.evidence.finding import Check, CheckKind, Finding, Severity, Spot
from specwright.core.evidence.native import NativeReport
from specwright.core.program.package import Package

TOOL: Final = "seeded bugs"
DEFAULT_COUNT: Final = 6
"""Each costs a run of the tests, in a compiled language with a build before it."""


def chosen(spots: Sequence[Spot], lines: Callable[[Spot], bool], count: int, seed: int) -> tuple[Spot, ...]:
    """A few of the spots, spread over the lines that `lines` accepts: at most one for each line, as far as they go."""
    order = sorted((spot for spot in spots if lines(spot)), key=lambda spot: (spot.path, spot.start))
    random.Random(seed).shuffle(order)  # noqa: S311 - a choice that must repeat, not a secret
    first: dict[tuple[str, int], Spot] = {}
    for spot in order:
        first.setdefault((spot.path, spot.line), spot)
    rest = [spot for spot in order if first[spot.path, spot.line] is not spot]
    return tuple([*first.values(), *rest][:count])


def seeded(package: Package, spot: Spot) -> Package:
    """Return the package with that one bug in it. Raise ValueError where the spot is not of this package."""
    content = package.sources.get(spot.path, "").encode("utf-8", "surrogateescape")
    if content[spot.start : spot.end] != spot.old.encode():
        raise ValueError(f"{spot.path} has no {spot.old!r} at byte {spot.start}")
    changed = content[: spot.start] + spot.new.encode() + content[spot.end :]
    return package.model_copy(
        update={"sources": {**package.sources, spot.path: changed.decode("utf-8", "surrogateescape")}}
    )


def ran(report: NativeReport | None) -> Callable[[Spot], bool]:
    """Which spots lie on lines that the tests reach. A bug elsewhere goes unnoticed, which coverage already shows."""
    coverage = report.coverage if report else None
    if coverage is None:
        return lambda _: True
    reached = {(file.path, line) for file in coverage.files for line, hits in file.lines.items() if hits}
    known = {file.path for file in coverage.files}
    return lambda spot: spot.path not in known or (spot.path, spot.line) in reached


def noticed(report: NativeReport) -> bool | None:
    """Return whether the tests noticed: one failed or did not end. None where the change does not compile."""
    if report.compile_errors:
        return None
    return report.hijacked is not None or not report.all_passed


def verdict(tried: Sequence[tuple[Spot, NativeReport]], tool: str = TOOL) -> Check:
    """Return the check with the outcome of the seeded bugs. Those that do not compile are left out."""
    said = [(spot, noticed(report)) for spot, report in tried]
    usable = [(spot, saw) for spot, saw in said if saw is not None]
    if not usable:
        return unusable("no bug could be put into the sources", tool)
    survivors = [spot for spot, saw in usable if not saw]
    return Check(
        kind=CheckKind.MUTATION,
        tool=tool,
        findings=tuple(
            Finding(
                tool=TOOL,
                severity=Severity.WARNING,
                message=f"no test fails when `{spot.old}` becomes `{spot.new}`",
                path=spot.path,
                line=spot.line,
            )
            for spot in survivors
        ),
        measured={"mutants": len(usable), "noticed": len(usable) - len(survivors)},
        survivors=tuple(survivors),
    )


def unusable(why: str, tool: str = TOOL) -> Check:
    """Return the check where nothing could be found out."""
    return Check(kind=CheckKind.MUTATION, tool=tool, unavailable=why)
