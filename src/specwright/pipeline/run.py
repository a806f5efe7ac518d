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
from specwright.core.events import RunEnded, RunStarted
from specwright.core.result import Result
from specwright.core.task import Story
from specwright.pipeline.author import MODEL, Author
from specwright.pipeline.conclude import unfinished
from specwright.pipeline.desk import Desk
from specwright.pipeline.solve import solve


async def run(desk: Desk, author: Author = MODEL) -> Result:
    """Work on the task. Raises UserError for a task that cannot be read, StoreError and ReplayDiverged, and no more.

    A model, a sandbox or a budget that gives out is a result that says so, with the best that was found until then.
    """
    await desk.log.tell(
        RunStarted(
            task=desk.task,
            limits=desk.limits,
            model=desk.model.name,
            why_model=desk.why_model,
            sandbox=desk.sandbox.name,
            author=author.name,
            version=__version__,
            tools=dict(desk.tools),
        )
    )
    try:
        result = await _tell_story(desk, author)
    except (ModelError, SandboxUnavailable, BudgetExhausted) as error:
        result = unfinished(desk, error)
    await desk.log.tell(RunEnded(result=result))
    return result


async def _tell_story(desk: Desk, author: Author) -> Result:
    if desk.task.story is Story.PACKAGE:
        from specwright.pipeline.generate import generate  # noqa: PLC0415 - heavy, and not needed for a function

        return await generate(desk, author)
    return await solve(desk, author)
