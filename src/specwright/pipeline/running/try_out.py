"""Try out: every candidate on every case and every native test, each really run, each run recorded."""

from __future__ import annotations

import asyncio
from pathlib import PurePosixPath

from specwright.core.evidence.native import NativeEnding, NativeReport, NativeTest
from specwright.core.evidence.outcome import Execution
from specwright.core.program.candidate import Candidate
from specwright.core.program.package import Package
from specwright.core.run.events import Tested
from specwright.core.run.function_state import FunctionState
from specwright.core.run.package_state import PackageState
from specwright.core.value import digest
from specwright.core.work.scenario import Scenario, ScenarioResult
from specwright.pipeline.context import RunContext
from specwright.pipeline.finishing.assemble import bare_package, scenario_path
from specwright.pipeline.running.matrix import native_limits, run_cases
from specwright.pipeline.running.probe import probe
from specwright.pipeline.running.properties import check_properties


async def try_out(context: RunContext, package_state: PackageState, *, afresh: bool = False) -> PackageState:
    """Return the state with what every candidate does. Raise SandboxUnavailable.

    Unless `afresh`, a candidate does not run again on cases that it ran on before.
    """
    names = list(package_state.function_states)
    filled = await asyncio.gather(*(_fill(context, package_state.function_states[name], afresh) for name in names))
    package_state = package_state.model_copy(update={"function_states": dict(zip(names, filled, strict=True))})
    results = dict(package_state.scenario_results)
    for candidate in package_state.candidates:
        known = {result.scenario_id for result in results.get(candidate.id, ())}
        if known != {scenario.id for scenario in package_state.scenarios}:
            results[candidate.id] = await run_scenarios(context, package_state, candidate, package_state.scenarios)
    return package_state.model_copy(update={"scenario_results": results})


async def isolate(context: RunContext, state: PackageState, chosen: Candidate) -> PackageState:
    """Return the state with every case of the chosen candidate run in a process of its own. Raise SandboxUnavailable.

    The state itself is returned if that has been done.
    """
    for name, function_state in state.function_states.items():
        if function_state.cases and not function_state.execution(chosen.id).isolated:
            execution = await run_cases(context, function_state, chosen, isolated=True)
            state = state.with_function(name, function_state.with_execution(execution))
    return state


def isolation_changed(before: PackageState, after: PackageState, chosen: Candidate) -> bool:
    """Return whether a case of the candidate came to something else in a process of its own."""
    return any(
        not after.function_states[name].execution(chosen.id).agrees_with(function_state.execution(chosen.id))
        for name, function_state in before.function_states.items()
        if function_state.cases and after is not before
    )


async def compare(context: RunContext, package_state: PackageState) -> PackageState:
    """Return the state with what the candidates do on further inputs, and whether stated properties hold there."""
    for name, function_state in package_state.function_states.items():
        probed = await probe(context, function_state)
        checked = await check_properties(context, probed, package_state.blueprint)
        package_state = package_state.with_function(name, checked)
    return package_state


async def _fill(context: RunContext, function_state: FunctionState, afresh: bool) -> FunctionState:
    wanted = [case.id for case in function_state.cases]
    before = () if afresh else function_state.executions
    known = {e.candidate_id: e for e in before if [r.case_id for r in e.results] == wanted}
    new = [candidate for candidate in function_state.candidates if candidate.id not in known]

    async def of(candidate: Candidate) -> Execution:
        return known.get(candidate.id) or await run_cases(context, function_state, candidate, beside=new)

    return function_state.model_copy(
        update={"executions": tuple(await asyncio.gather(*map(of, function_state.candidates)))}
    )


async def run_scenarios(
    context: RunContext,
    package_state: PackageState,
    candidate: Candidate,
    scenarios: tuple[Scenario, ...],
    again: bool = False,
) -> tuple[ScenarioResult, ...]:
    """What becomes of these native tests with one candidate.

    In a compiled language a test file that does not compile keeps all others from running, so it is left out and the
    rest is run once more. Raise SandboxUnavailable, ToolchainMissing.
    """
    results: dict[str, ScenarioResult] = {}
    left = scenarios
    while left:
        package = bare_package(context, package_state.blueprint, candidate, left)
        key = digest(["native", candidate.id, candidate.digest, [s.digest for s in left], package_state.round, again])
        report = await run_native(context, package, key, package_state.round, candidate.id)
        broken = {e.path for e in report.compile_errors} & {scenario_path(context, package.name, s) for s in left}
        found = {s.id: _result(s, scenario_path(context, package.name, s), package, report) for s in left}
        stuck = tuple(s for s in left if broken and scenario_path(context, package.name, s) not in broken)
        results |= {s.id: found[s.id] for s in left if s not in stuck}
        left = stuck
    return tuple(results[scenario.id] for scenario in scenarios)


async def run_native(
    context: RunContext, package: Package, key: str, round_number: int, candidate_id: str, *, coverage: bool = False
) -> NativeReport:
    """Run all tests of the package by its language's own runner. Raise SandboxUnavailable, ToolchainMissing."""

    async def perform() -> Tested:
        native = context.project.test_run(package, native_limits(context), coverage=coverage)
        report = context.project.read_tests(native, await context.sandbox.run(native.job), package)
        return Tested(key=key, round=round_number, candidate_id=candidate_id, report=report)

    return (await context.log.effect(Tested, key, perform)).report


def _result(scenario: Scenario, path: str, package: Package, report: NativeReport) -> ScenarioResult:
    """Return whether the scenario's file has tests, and every one passed."""
    own = [test for test in report.tests if _belongs(test, path, package.tests[path])]
    passed = bool(own) and all(test.ending is NativeEnding.PASSED for test in own) and report.hijacked is None
    return ScenarioResult(
        scenario_id=scenario.id,
        passed=passed and not report.compile_errors,
        tests=sum(test.ending is not NativeEnding.MISSING for test in own),
        detail="" if passed else _why(own, path, report),
    )


def _belongs(test: NativeTest, path: str, text: str) -> bool:
    """Most runners name the file. JUnit names the class, which is called like the file; Go the function alone."""
    if test.id.startswith(f"{path}::") or test.id.split("#")[0].split(".")[-1] == PurePosixPath(path).stem:
        return True
    return f"func {test.id.removeprefix('.::').split('/')[0]}(" in text


def _why(own: list[NativeTest], path: str, report: NativeReport) -> str:
    if report.hijacked:
        return f"the test run is not valid: {report.hijacked}"
    if report.compile_errors:
        told = [e for e in report.compile_errors if e.path == path] or list(report.compile_errors)
        return "\n".join(f"{e.path}:{e.line}: {e.code} {e.message}" for e in told[:5])
    if not own:
        return "the file has no test that ran"
    failed = [test for test in own if test.ending is not NativeEnding.PASSED]
    return "\n".join(f"{test.id} {test.ending}: {test.detail}" for test in failed[:3])
