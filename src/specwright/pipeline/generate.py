"""The story of a package, top to bottom: from a specification in words to a project with the evidence that it works.

    plan       what the package must be, and the strategy for it        writing/plan.py, writing/strategies/
    build      tests first, then candidates, then the loop              writing/strategies/, loop.py
    policy     an audit under the user's policy, if there is one; one repair    finishing/keep_policy.py
    mend       findings of the tools go back to the writer once         finishing/mend_findings.py
    measure    stated performance; a faster version if it fails         finishing/speed_up.py
    document   a README of the final code, with examples that ran       writing/documentation.py
    package    the whole project, formatted, its own tests run          finishing/assemble.py, finishing/tidy.py
    sharpen    tests for the seeded bugs that no test noticed           finishing/sharpen.py
    grade      the language's tools and seeded bugs, as a score         finishing/grade.py, finishing/gate.py

Each function of the package is judged as a function by itself is; classes, commands and workflows are judged by native
tests. One verdict weighs it all (`judging/parts.py: arbitrate`).
"""

from __future__ import annotations

from specwright.core.evidence.native import NativeReport
from specwright.core.program.candidate import Candidate
from specwright.core.program.package import Package
from specwright.core.run.events import Packaged, Planned, ScenariosTried, StageEntered, TestsWritten, Warned
from specwright.core.run.package_state import PackageState
from specwright.core.run.result import Result
from specwright.core.value import digest
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.example import Example
from specwright.core.work.testcase import TestCase
from specwright.pipeline.context import RunContext
from specwright.pipeline.finishing.assemble import assemble
from specwright.pipeline.finishing.conclude import conclude
from specwright.pipeline.finishing.grade import grade, look_over
from specwright.pipeline.finishing.keep_policy import bar_by_policy, keep_policy
from specwright.pipeline.finishing.mend_findings import mend_findings
from specwright.pipeline.finishing.sharpen import sharpen
from specwright.pipeline.finishing.speed_up import hold_to_bounds, unmeasured
from specwright.pipeline.finishing.tidy import tidy
from specwright.pipeline.judging.bars import emit_bars
from specwright.pipeline.remembering.recall import recalled
from specwright.pipeline.running.try_out import run_native
from specwright.pipeline.writing.documentation import document
from specwright.pipeline.writing.plan import examples_of, package_examples
from specwright.pipeline.writing.scenarios import uncovered
from specwright.pipeline.writing.strategies.registry import choose
from specwright.pipeline.writing.tests import contradiction, user_cases


async def generate(context: RunContext) -> Result:
    """Go from the specification to the result. Raise as `run` does, and what `run` turns into a result."""
    writers = context.writers

    await context.log.emit(StageEntered(stage="specify"))
    examples = package_examples(context.task)
    blueprint, _ = await writers.plan(context, examples)
    records = (await recalled(context)).strategies
    strategy, why = choose(blueprint, context.task.strategy, context.limits.max_tokens, records)
    await context.log.emit(Planned(blueprint=blueprint, strategy=strategy.name, why_strategy=why))

    given = _user_cases(blueprint, examples)
    await context.log.emit(TestsWritten(cases=given))
    for example in examples:
        if not any(case.source == example.source for case in given):
            await context.log.emit(
                Warned(text=f"the example {example.source!r} calls no function of the plan: not used")
            )
    if contradiction(given, blueprint):
        return conclude(context)

    state, verdict = await strategy.build(context, blueprint, given)
    if verdict.chosen is None:
        return conclude(context)
    asks = writers.revise_code is not None
    state, verdict = await keep_policy(context, state, verdict, asks and state.passes_everything(verdict.chosen))
    if verdict.chosen is None:
        return conclude(context)
    state, verdict = await mend_findings(context, state, verdict, asks and state.passes_everything(verdict.chosen))
    if verdict.chosen is None:
        return conclude(context)
    await emit_bars(context, state, verdict)
    talks = asks and state.passes_everything(verdict.chosen)
    state, chosen, bounds = await hold_to_bounds(context, state, state.candidate(verdict.chosen), talks)

    await context.log.emit(StageEntered(stage="document", round=state.round))
    state, documents = await document(context, state, chosen, talks)

    await context.log.emit(StageEntered(stage="gate", round=state.round))
    package, report = await _package(context, state, chosen, documents)
    checks = await look_over(context, package, report)
    if talks:
        sharper = await sharpen(context, state, package, checks)
        if sharper is not state:
            state = sharper
            package, report = await _package(context, state, chosen, documents)
            checks = await look_over(context, package, report)
    missing = uncovered(state.blueprint, state.cases, state.scenarios)
    stated = (*bounds, *unmeasured(state.blueprint, bounds))
    if context.task.policy is not None:
        await bar_by_policy(context, context.task.policy, package, chosen.id)
    await grade(context, checks, report, stated, tuple(requirement.id for requirement in missing))
    return conclude(context)


def _user_cases(blueprint: Blueprint, examples: tuple[Example, ...]) -> tuple[TestCase, ...]:
    """Return the user's examples as tests of the functions that they call, verbatim."""
    return tuple(
        case.model_copy(update={"id": f"{item.name}.{case.id}", "function": item.name})
        for item in blueprint.functions
        for case in user_cases(blueprint.function(item.name), examples_of(item.name, blueprint, examples))
    )


async def _package(
    context: RunContext, state: PackageState, chosen: Candidate, documents: dict[str, str]
) -> tuple[Package, NativeReport]:
    """Lay out the whole project, and run its own tests as its users do."""
    package = await tidy(context, assemble(context, state, chosen, documents))
    await context.log.emit(ScenariosTried(candidate_id=chosen.id, results=state.scenario_results.get(chosen.id, ())))
    await context.log.emit(Packaged(package=package, candidate_id=chosen.id))
    key = digest(["package", package.model_dump(mode="json")])
    return package, await run_native(context, package, key, state.round, chosen.id, coverage=True)
