"""Write all tests: cases for functions, native tests for the rest, and something for every requirement."""

from __future__ import annotations

import asyncio

from specwright.core.program.package import Item
from specwright.core.run.events import ScenariosWritten, TestsWritten
from specwright.core.run.function_state import FunctionState
from specwright.core.run.package_state import PackageState
from specwright.core.work.testcase import TestCase
from specwright.pipeline.context import RunContext
from specwright.pipeline.writing.scenarios import uncovered
from specwright.pipeline.writing.tests import only_requirement


async def write_item_tests(
    context: RunContext,
    package_state: PackageState,
    items: tuple[Item, ...],
    given: tuple[TestCase, ...],
) -> PackageState:
    """The state with a state for each function among the items, and native tests for the others. Tells of both."""
    blueprint = package_state.blueprint
    functions = [item for item in blueprint.functions if item in items]
    function_states = [
        FunctionState(
            specification=blueprint.function(item.name),
            cases=tuple(case for case in given if case.function == item.name),
            function=item.name,
            round=package_state.round,
        )
        for item in functions
    ]
    written = await asyncio.gather(
        *(
            context.writers.write_cases(context, function_state.specification, function_state.cases)
            for function_state in function_states
        )
    )
    for function_state, tests in zip(function_states, written, strict=True):
        own = tuple(_named(function_state, case) for case in tests.cases)
        await context.log.emit(TestsWritten(cases=own))
        package_state = package_state.with_function(
            str(function_state.function), function_state.model_copy(update={"cases": function_state.cases + own})
        )
    others = [item.name for item in blueprint.others if item in items]
    return await _with_scenarios(context, package_state, ", ".join(others)) if others else package_state


def _named(function_state: FunctionState, case: TestCase) -> TestCase:
    """The case as one of its function, which may have others of the same name beside it."""
    checks = case.requirement or only_requirement(function_state.specification)
    return case.model_copy(
        update={"id": function_state.name_case(case.id), "function": function_state.function, "requirement": checks}
    )


async def write_integration(context: RunContext, package_state: PackageState) -> PackageState:
    """The state with native tests of the workflow, if more than one thing works together."""
    if len(package_state.blueprint.surface) < 2:
        return package_state
    wanted = "the workflow as a whole: what the package offers, working together (kind integration)"
    return await _with_scenarios(context, package_state, wanted)


async def cover_the_rest(context: RunContext, package_state: PackageState) -> PackageState:
    """The state after the test writer was asked once more for every requirement that nothing checks."""
    missing = uncovered(package_state.blueprint, package_state.cases, package_state.scenarios)
    if not missing:
        return package_state
    wanted = "these requirements, which nothing checks yet: " + "; ".join(f"{one.id} {one.text}" for one in missing)
    return await _with_scenarios(context, package_state, wanted)


async def write_more_scenarios(context: RunContext, package_state: PackageState) -> PackageState:
    """The state with further native tests, for when those that there are leave too much open."""
    names = ", ".join(item.name for item in package_state.blueprint.others if item.name in package_state.items)
    known = ", ".join(scenario.name for scenario in package_state.scenarios)
    wanted = f"more of {names or 'the workflow'}: behaviour and edge cases beyond those of the known tests ({known})"
    return await _with_scenarios(context, package_state, wanted)


async def _with_scenarios(context: RunContext, package_state: PackageState, wanted: str) -> PackageState:
    if context.writers.write_scenarios is None:
        return package_state
    found = await context.writers.write_scenarios(context, package_state.blueprint, wanted, context.log.state.scenarios)
    await context.log.emit(ScenariosWritten(scenarios=found))
    return package_state.model_copy(update={"scenarios": package_state.scenarios + found})
