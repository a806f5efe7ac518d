"""The story of a function, top to bottom: from a problem in words to a function with the evidence that it works.

choose       the strategy, if there is a choice                     writing/strategies/of_function.py
specify      the problem as requirements and a signature,          writing/specify.py
             and, if it is small, the tests
write tests  the user's examples, and cases that a writer adds     writing/tests.py
write code   a candidate, and others while they could add evidence writing/code.py
refine       execute, arbitrate, revise, until it is decided       loop.py
             first a checker, if several answers may be right      writing/checker.py
conclude     the result, read from the log                         finishing/conclude.py
"""

from __future__ import annotations

from specwright.core.run.events import Specified, StageEntered, TestsWritten
from specwright.core.run.package_state import PackageState
from specwright.core.run.result import Result
from specwright.core.work.testcase import citing
from specwright.pipeline.context import RunContext
from specwright.pipeline.finishing.conclude import conclude
from specwright.pipeline.judging.bars import emit_bars
from specwright.pipeline.loop import refine
from specwright.pipeline.writing.specify import read_examples
from specwright.pipeline.writing.strategies.of_function import choose_way
from specwright.pipeline.writing.tests import contradiction, first_tests, unchecked, user_cases, write_further_tests


async def solve(context: RunContext) -> Result:
    """Go from the problem to the result. Raise as `run` does, and what `run` turns into a result."""
    await context.log.emit(StageEntered(stage="specify"))
    examples = read_examples(context.task)
    context = await choose_way(context, examples)
    writers = context.writers
    plan = await writers.plan(context, examples)
    blueprint = plan.blueprint
    specification = blueprint.function(blueprint.functions[0].name)
    await context.log.emit(Specified(specification=specification))

    await context.log.emit(StageEntered(stage="write_tests"))
    given = user_cases(specification, examples)
    await context.log.emit(TestsWritten(cases=given))
    if contradiction(given, blueprint):
        return conclude(context)
    written = await first_tests(context, plan, specification, given)
    await context.log.emit(written)
    cases = citing(given, written.cites) + written.cases
    if missing := unchecked(specification, cases):
        further = await write_further_tests(context, missing, cases)
        cases = citing(cases, further.cites) + further.cases

    await context.log.emit(StageEntered(stage="write_code"))
    state = PackageState.of_function(blueprint, cases)
    state = state.with_candidates(*await writers.write_code(context, state, context.limits.first_candidates))
    state, verdict = await refine(context, state)
    await emit_bars(context, state, verdict)
    return conclude(context)
