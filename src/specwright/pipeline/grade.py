"""Grade: measure the package as it is handed over, and say how good it is."""

from __future__ import annotations

from specwright.core.blueprint import Blueprint, Checked, Constraint
from specwright.core.events import Graded, Warned
from specwright.core.finding import Check, CheckKind
from specwright.core.native import NativeReport
from specwright.core.package import Package
from specwright.core.performance import BoundResult
from specwright.core.quality import Gate, Quality
from specwright.core.value import digest
from specwright.pipeline.desk import Desk
from specwright.pipeline.gate import inspect, seed_bugs
from specwright.pipeline.matrix import native_limits
from specwright.quality.score import score

_GATES = {
    Checked.COMPLEXITY: "complexity",
    Checked.COVERAGE: "coverage",
    Checked.DOCUMENTATION: "documentation",
    Checked.PERFORMANCE: "performance",
    Checked.STYLE: "style",
}
"""The gate that decides a constraint; security, types and the standard library are decided by their checks."""


async def grade(
    desk: Desk, package: Package, report: NativeReport, bounds: tuple[BoundResult, ...], missing: tuple[str, ...]
) -> Quality | None:
    """The measured quality, told to the log; nothing checks the `missing` requirements. Raises SandboxUnavailable."""
    if desk.inspection is None:
        await desk.log.tell(Warned(text="quality was not measured: there are no tools for this language here"))
        return None
    inspection = desk.inspection

    async def run_tests(changed: Package) -> NativeReport:
        native = desk.project.test_run(changed, native_limits(desk), coverage=False)
        return desk.project.read_tests(native, await desk.sandbox.run(native.job), changed)

    async def perform() -> tuple[Check, ...]:
        inspected = await inspect(desk.sandbox, inspection, package)
        seeded = await seed_bugs(package, inspected.spots, run_tests, report, seed=desk.limits.seed)
        return (*inspected.checks, seeded)

    checks = await desk.log.inspection(digest(["inspect", package.model_dump(mode="json")]), perform)
    quality = score(checks, report, bounds, desk.limits.metrics)
    quality = quality.model_copy(update={"gates": (*quality.gates, _covered(missing))})
    await desk.log.tell(Graded(quality=quality))
    return quality


def _covered(missing: tuple[str, ...]) -> Gate:
    told = f"nothing checks {', '.join(missing)}" if missing else "all are checked"
    return Gate(name="requirements", bar="every requirement is checked", measured=told, passed=not missing)


def decided(blueprint: Blueprint, quality: Quality | None, checks: tuple[Check, ...]) -> tuple[Constraint, ...]:
    """The constraints, each with whether it was measured to hold."""
    gates = {gate.name: gate.passed for gate in quality.gates} if quality else {}
    by_kind = {check.kind: check for check in checks if check.unavailable is None}

    def held(constraint: Constraint) -> bool | None:
        if constraint.checked in _GATES:
            return gates.get(_GATES[constraint.checked])
        kind = {Checked.SECURITY: CheckKind.SECURITY, Checked.TYPES: CheckKind.TYPES}.get(
            constraint.checked or Checked.STYLE
        )
        if kind in by_kind:
            return not by_kind[kind].findings
        # The sandbox has the standard library alone: what passed its tests there depends on nothing else.
        return gates.get("tests") if constraint.checked is Checked.STANDARD_LIBRARY else None

    return tuple(one.model_copy(update={"held": held(one)}) for one in blueprint.constraints)
