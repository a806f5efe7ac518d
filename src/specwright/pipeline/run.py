"""The frame of every run: how it begins, what may end it from outside, and how it ends.

Between beginning and end stands one of two stories, each to be read from top to bottom:

    solve.py      a function: specify, write tests, write code, then execute, arbitrate and revise until it is decided
    generate.py   a package: plan, build by a strategy, measure, document, package, grade

Every step is told to the log before anything follows from it, so a run that was killed is
told again from the top and goes on where the record ends (see `log.py`).
"""

from __future__ import annotations

from specwright import __version__
from specwright.core.errors import BudgetExhausted, ModelError, SandboxUnavailable
from specwright.core.run.events import RunEnded, RunStarted
from specwright.core.run.result import Result
from specwright.core.work.task import Story
from specwright.pipeline.context import RunContext
from specwright.pipeline.finishing.conclude import unfinished
from specwright.pipeline.solve import solve
from specwright.pipeline.writing.author import MODEL, Author


async def run(context: RunContext, author: Author = MODEL) -> Result:
    """Work on the task. Raises UserError for a task that cannot be read, StoreError and ReplayDiverged, and no more.

    A model, a sandbox or a budget that gives out is a result that says so, with the best that was found until then.
    """
    await context.log.emit(
        RunStarted(
            task=context.task,
            limits=context.limits,
            model=context.model.name,
            why_model=context.why_model,
            sandbox=context.sandbox.name,
            author=author.name,
            version=__version__,
            tools=dict(context.tools),
        )
    )
    try:
        result = await _tell_story(context, author)
    except (ModelError, SandboxUnavailable, BudgetExhausted) as error:
        result = unfinished(context, error)
    await context.log.emit(RunEnded(result=result))
    return result


async def _tell_story(context: RunContext, author: Author) -> Result:
    if context.task.story is Story.PACKAGE:
        from specwright.pipeline.generate import generate  # noqa: PLC0415 - heavy, and not needed for a function

        return await generate(context, author)
    return await solve(context, author)
