"""The story of a package, top to bottom: from a specification in words to a project with the evidence that it works.

    plan       what the package must be, and the strategy for it                       plan.py, strategies/
    build      tests first, then candidates, then run, rule and revise                 strategies/, refine.py
    measure    stated performance, and a faster version where it fails                 speed_up.py, measure.py
    document   a README of the code as it finally is, with examples that ran           document.py
    package    the whole project, formatted, its own tests run as its users run them   assemble.py, tidy.py
    sharpen    tests for the seeded bugs that no test noticed                          sharpen.py
    grade      the language's tools and seeded bugs, weighed to a score                grade.py, gate.py

Each function of the package is judged as `solve.py` judges its one function; classes, commands and workflows are judged
by native tests. One verdict weighs it all (`arbitrate.py: arbitrate_package`).
"""

from __future__ import annotations

from specwright.core.blueprint import Blueprint
from specwright.core.candidate import Candidate
from specwright.core.dossier import Dossier
from specwright.core.events import Packaged, Planned, ScenariosTried, StageEntered, TestsWritten, Warned
from specwright.core.example import Example
from specwright.core.native import NativeReport
from specwright.core.package import Package
from specwright.core.result import Result
from specwright.core.testcase import TestCase
from specwright.core.value import digest
from specwright.pipeline.assemble import assemble
from specwright.pipeline.author import Author
from specwright.pipeline.conclude import conclude
from specwright.pipeline.desk import Desk
from specwright.pipeline.document import document
from specwright.pipeline.grade import grade, look_over
from specwright.pipeline.plan import examples_of, package_examples
from specwright.pipeline.sharpen import sharpen
from specwright.pipeline.speed_up import hold_to_bounds
from specwright.pipeline.strategies.registry import choose
from specwright.pipeline.tidy import tidy
from specwright.pipeline.try_out import run_native
from specwright.pipeline.write_scenarios import uncovered
from specwright.pipeline.write_tests import contradiction, user_cases
from specwright.pipeline.writers import writers_of


async def generate(desk: Desk, author: Author) -> Result:
    """From the specification to the result. Raises as `run` does, and what `run` turns into a result."""
    writers = writers_of(author)

    await desk.log.tell(StageEntered(stage="specify"))
    examples = package_examples(desk.task)
    blueprint = await writers.plan(desk, examples)
    strategy, why = choose(blueprint, desk.task.strategy)
    await desk.log.tell(Planned(blueprint=blueprint, strategy=strategy.name, why_strategy=why))

    given = _user_cases(blueprint, examples)
    await desk.log.tell(TestsWritten(cases=given))
    for example in examples:
        if not any(case.source == example.source for case in given):
            await desk.log.tell(Warned(text=f"the example {example.source!r} calls no function of the plan: not used"))
    if contradiction(given):
        return conclude(desk)

    dossier, verdict = await strategy.build(desk, writers, blueprint, given)
    if verdict.chosen is None:
        return conclude(desk)
    talks = writers.repair is not None and dossier.passes_everything(verdict.chosen)
    dossier, chosen, bounds = await hold_to_bounds(desk, dossier, dossier.candidate(verdict.chosen), talks)

    await desk.log.tell(StageEntered(stage="document", round=dossier.round))
    dossier, documents = await document(desk, dossier, chosen, talks)

    await desk.log.tell(StageEntered(stage="gate", round=dossier.round))
    package, report = await _package(desk, dossier, chosen, documents)
    checks = await look_over(desk, package, report)
    if talks:
        sharper = await sharpen(desk, writers, dossier, package, checks)
        if sharper is not dossier:
            dossier = sharper
            package, report = await _package(desk, dossier, chosen, documents)
            checks = await look_over(desk, package, report)
    missing = uncovered(dossier.blueprint, dossier.cases, dossier.scenarios)
    await grade(desk, checks, report, bounds, tuple(requirement.id for requirement in missing))
    return conclude(desk)


def _user_cases(blueprint: Blueprint, examples: tuple[Example, ...]) -> tuple[TestCase, ...]:
    """The user's examples as tests of the functions that they call, verbatim."""
    return tuple(
        case.model_copy(update={"id": f"{item.name}.{case.id}", "function": item.name})
        for item in blueprint.functions
        for case in user_cases(blueprint.function(item.name), examples_of(item.name, blueprint, examples))
    )


async def _package(
    desk: Desk, dossier: Dossier, chosen: Candidate, documents: dict[str, str]
) -> tuple[Package, NativeReport]:
    """Lay out the whole project, and run its own tests as its users do."""
    package = await tidy(desk, assemble(desk, dossier, chosen, documents))
    await desk.log.tell(ScenariosTried(candidate_id=chosen.id, results=dossier.scenario_results.get(chosen.id, ())))
    await desk.log.tell(Packaged(package=package, candidate_id=chosen.id))
    key = digest(["package", package.model_dump(mode="json")])
    return package, await run_native(desk, package, key, dossier.round, chosen.id, coverage=True)
