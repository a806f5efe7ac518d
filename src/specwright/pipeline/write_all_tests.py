"""Write all tests: cases for functions, native tests for the rest, and something for every requirement."""

from __future__ import annotations

import asyncio

from specwright.core.docket import Docket
from specwright.core.dossier import Dossier
from specwright.core.events import ScenariosWritten, TestsWritten
from specwright.core.package import Item
from specwright.core.testcase import TestCase
from specwright.pipeline.desk import Desk
from specwright.pipeline.write_scenarios import uncovered
from specwright.pipeline.writers import Writers


async def write_item_tests(
    desk: Desk, writers: Writers, dossier: Dossier, items: tuple[Item, ...], given: tuple[TestCase, ...]
) -> Dossier:
    """The dossier with a docket for each function among the items, and native tests for the others. Tells of both."""
    blueprint = dossier.blueprint
    functions = [item for item in blueprint.functions if item in items]
    dockets = [
        Docket(
            specification=blueprint.function(item.name),
            cases=tuple(case for case in given if case.function == item.name),
            function=item.name,
            round=dossier.round,
        )
        for item in functions
    ]
    written = await asyncio.gather(
        *(writers.write_cases(desk, docket.specification, docket.cases) for docket in dockets)
    )
    for docket, cases in zip(dockets, written, strict=True):
        own = tuple(
            case.model_copy(update={"id": docket.name_case(case.id), "function": docket.function}) for case in cases
        )
        await desk.log.tell(TestsWritten(cases=own))
        dossier = dossier.with_docket(str(docket.function), docket.model_copy(update={"cases": docket.cases + own}))
    others = [item.name for item in blueprint.others if item in items]
    return await _with_scenarios(desk, writers, dossier, ", ".join(others)) if others else dossier


async def write_integration(desk: Desk, writers: Writers, dossier: Dossier) -> Dossier:
    """The dossier with native tests of the workflow, where there is more than one thing to work together."""
    if len(dossier.blueprint.surface) < 2:
        return dossier
    wanted = "the workflow as a whole: what the package offers, working together (kind integration)"
    return await _with_scenarios(desk, writers, dossier, wanted)


async def cover_the_rest(desk: Desk, writers: Writers, dossier: Dossier) -> Dossier:
    """The dossier after the test writer was asked once more for every requirement that nothing checks."""
    missing = uncovered(dossier.blueprint, dossier.cases, dossier.scenarios)
    if not missing:
        return dossier
    wanted = "these requirements, which nothing checks yet: " + "; ".join(f"{one.id} {one.text}" for one in missing)
    return await _with_scenarios(desk, writers, dossier, wanted)


async def write_more_scenarios(desk: Desk, writers: Writers, dossier: Dossier) -> Dossier:
    """The dossier with further native tests, for when those that there are leave too much open."""
    names = ", ".join(item.name for item in dossier.blueprint.others if item.name in dossier.items)
    known = ", ".join(scenario.name for scenario in dossier.scenarios)
    wanted = f"more of {names or 'the workflow'}: behaviour and edge cases beyond those of the known tests ({known})"
    return await _with_scenarios(desk, writers, dossier, wanted)


async def _with_scenarios(desk: Desk, writers: Writers, dossier: Dossier, wanted: str) -> Dossier:
    if writers.write_scenarios is None:
        return dossier
    found = await writers.write_scenarios(desk, dossier.blueprint, wanted, desk.log.state.scenarios)
    await desk.log.tell(ScenariosWritten(scenarios=found))
    return dossier.model_copy(update={"scenarios": dossier.scenarios + found})
