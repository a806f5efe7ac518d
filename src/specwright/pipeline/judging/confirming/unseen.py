"""What no test sees: inputs on which slightly changed code would answer otherwise, and no test would notice."""

from __future__ import annotations

from typing import Final

from specwright.core.errors import ModelError, ReplyUnusable
from specwright.core.evidence.ruling import Decision, Verdict
from specwright.core.run.events import TestsWritten, Warned
from specwright.core.run.package_state import PackageState
from specwright.pipeline.context import RunContext
from specwright.pipeline.judging.confirming.confirmed import is_confirmed, left_by_words
from specwright.pipeline.running.mutants import noticed_mutants

_ASKED: Final = "unseen"
"""In `FunctionState.gathered`: what no test sees was asked for, whatever came of it."""
_MOST: Final = 8


async def with_unseen_tested(context: RunContext, state: PackageState, verdict: Verdict) -> PackageState | None:
    """Return the state with tests of inputs that no test sees; None if there are none, or no answer.

    Only the code answers these inputs so far. A writer who does not see the code works them out from the words. Then
    they are tests like others: code that answers otherwise fails them, and the words may say their requirement.
    Nothing is asked if the result could not be VERIFIED all the same, or if a person was asked before. Raise
    BudgetExhausted and SandboxUnavailable.
    """
    lone, chosen, writers = state.lone_function, verdict.chosen, context.writers
    if lone is None or chosen is None or verdict.decision is not Decision.ACCEPT or writers.work_out is None:
        return None
    if _ASKED in lone.gathered or lone.specification.several_answers or not state.passes_everything(chosen):
        return None
    if not is_confirmed(lone, chosen) or context.log.state.questions:
        return None
    noticed = await noticed_mutants(context, lone, lone.candidate(chosen))
    if noticed is None or not noticed.tells:
        return None
    own = {case.digest for case in noticed.own_answers}
    left = left_by_words(lone, noticed, context.task.statement)
    if not left or len(left) > _MOST or any(case.digest not in own for case in left):
        return None
    try:
        cases = await writers.work_out(context, lone, left)
    except ModelError as error:
        if not isinstance(error, ReplyUnusable):
            await context.log.emit(Warned(text=f"further inputs could not be worked out: {error.message}"))
        cases = ()
    if not cases:
        return None
    await context.log.emit(TestsWritten(cases=cases))
    found = {"cases": (*lone.cases, *cases), "gathered": (*lone.gathered, _ASKED)}
    return state.with_function(lone.name, lone.model_copy(update=found))
