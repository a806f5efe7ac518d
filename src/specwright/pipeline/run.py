"""The frame of every run: how it begins, what may stop it from outside, and how it ends.

Between beginning and end stands one of these stories, each to be read from top to bottom:

    solve.py      a function: specify, write tests, write code, refine
    generate.py   a package: plan, build by a strategy, measure, document, package, grade
    improving/story.py    a change of existing code: write, compare with the old version, rule

The first two refine in the same loop (`loop.py`): execute, arbitrate, revise. Every step is emitted to the log before
anything follows from it. A run that was killed starts again from the top, recalls its record, and goes on where the
record ends (`recording/event_log.py`).
"""

from __future__ import annotations

from specwright import __version__
from specwright.core.errors import BudgetExhausted, ModelError, SandboxUnavailable
from specwright.core.run.events import RunEnded, RunStarted
from specwright.core.run.result import Result
from specwright.core.work.task import Story
from specwright.pipeline.context import RunContext
from specwright.pipeline.finishing.conclude import awaiting, unfinished
from specwright.ports.person import AnswerAwaited


async def run(context: RunContext) -> Result:
    """Work on the task. Raise UserError for a task that cannot be read, StoreError or ReplayDiverged, and no more.

    If a model, a sandbox or a budget gives out, or an answer is awaited, the result states it, with the best that was
    found until then.
    """
    await context.log.emit(
        RunStarted(
            task=context.task,
            limits=context.limits,
            model=context.model.name,
            why_model=context.why_model,
            sandbox=context.sandbox.name,
            author=context.writers.name,
            version=__version__,
            tools=dict(context.tools),
        )
    )
    # Imported here because each is heavy and only one is needed.
    if context.tell is not None:
        tell = context.tell
    elif context.task.story is Story.PACKAGE:
        from specwright.pipeline.generate import generate as tell  # noqa: PLC0415
    else:
        from specwright.pipeline.solve import solve as tell  # noqa: PLC0415
    try:
        result = await tell(context)
    except (ModelError, SandboxUnavailable, BudgetExhausted) as error:
        result = unfinished(context, error)
    except AnswerAwaited as waiting:
        result = awaiting(context, waiting.question)
    await context.log.emit(RunEnded(result=result))
    return result
