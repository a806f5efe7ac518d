"""Sharpen: if seeded bugs go unnoticed, the test writer is asked once for tests that notice them.

A new test is kept only if it passes on the code as it is and fails on the code with one of those bugs in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from specwright.core.errors import ModelError
from specwright.core.evidence.finding import Check, Spot
from specwright.core.program.package import Package
from specwright.core.run.events import Inspected, ScenariosWritten, StageEntered, Warned
from specwright.core.run.package_state import PackageState
from specwright.core.value import digest
from specwright.core.work.scenario import Scenario, ScenarioResult
from specwright.pipeline.context import RunContext
from specwright.pipeline.finishing.assemble import scenario_path
from specwright.pipeline.finishing.gate import try_bugs
from specwright.pipeline.running.matrix import native_limits

_MOST_BUGS: Final = 4
_MOST_TESTS: Final = 3


async def sharpen(
    context: RunContext, package_state: PackageState, package: Package, checks: Sequence[Check]
) -> PackageState:
    """Return the state with tests that notice bugs which none noticed before; the same one where there are none.

    Raise BudgetExhausted and SandboxUnavailable; a model that does not answer only leaves things as they are.
    """
    unnoticed = tuple(spot for check in checks for spot in check.survivors)[:_MOST_BUGS]
    if not unnoticed or context.writers.write_scenarios is None:
        return package_state
    await context.log.emit(StageEntered(stage="sharpen", round=package_state.round))
    try:
        wanted = _wanted(package, unnoticed)
        found = await context.writers.write_scenarios(
            context, package_state.blueprint, wanted, context.log.state.scenarios
        )
    except ModelError as error:
        await context.log.emit(Warned(text=f"bugs that no test notices stay unnoticed: {error.message}"))
        return package_state
    for scenario in found[:_MOST_TESTS]:
        path = scenario_path(context, package.name, scenario)
        more = package.model_copy(update={"tests": {**package.tests, path: scenario.text}})
        check = await _tried(context, more, unnoticed, scenario)
        if not check.measured.get("noticed"):
            why = check.unavailable or "it notices none of the bugs that it was to notice"
            await context.log.emit(Warned(text=f"the test {scenario.name} was left out: {why}"))
            continue
        await context.log.emit(ScenariosWritten(scenarios=(scenario,)))
        package, unnoticed = more, check.survivors
        package_state = _with(context, package_state, scenario)
        if not unnoticed:
            break
    return package_state


async def _tried(context: RunContext, package: Package, bugs: Sequence[Spot], scenario: Scenario) -> Check:
    """Whether all tests, with the new one among them, pass on the code as it is, and which of the bugs they notice."""

    async def perform() -> Inspected:
        check = await try_bugs(context.sandbox, context.project, package, bugs, native_limits(context))
        return Inspected(key=key, checks=(check,), scenario_id=scenario.id)

    key = digest(["sharpen", package.model_dump(mode="json"), [bug.model_dump(mode="json") for bug in bugs]])
    [check] = (await context.log.effect(Inspected, key, perform)).checks
    return check


def _with(context: RunContext, package_state: PackageState, scenario: Scenario) -> PackageState:
    packaged = context.log.state.packaged
    passed = ScenarioResult(scenario_id=scenario.id, passed=True, tests=1)
    return package_state.with_scenario(packaged.candidate_id if packaged else "", scenario, passed)


def _wanted(package: Package, bugs: Sequence[Spot]) -> str:
    lines = ["what no test checks yet. Each of these changes of one line makes the code wrong, and no test fails:"]
    for bug in bugs:
        content = package.sources[bug.path].encode("utf-8", "surrogateescape")
        start, end = content.rfind(b"\n", 0, bug.start) + 1, content.find(b"\n", bug.end)
        before = content[start:end].decode("utf-8", "replace").strip()
        changed = content[start : bug.start] + bug.new.encode() + content[bug.end : end]
        lines.append(f"- `{before}` becomes `{changed.decode('utf-8', 'replace').strip()}`")
    lines.append(
        "Work out from the specification inputs for which the changed line gives another result, and what is right."
    )
    lines.append(
        "Decline a change that no caller can notice (it is equivalent), or that the specification leaves open. "
        "One file for each other."
    )
    return "\n".join(lines)
