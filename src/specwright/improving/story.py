"""The story of a change of existing code, top to bottom: the old version is the specification.

    baseline   the project's own tests with the old version           evidence.py
    change     a new version, from the user or from a model           writing.py
    compare    old and new side by side: inputs, tests, figures       evidence.py, same.py
    rule       the word that the evidence allows                      ruling.py

A version that is not good enough goes back to its writer with what tells it apart, a few times. Nothing is written into
the project here: that is the user's word (`specwright apply`).
"""

from __future__ import annotations

from specwright.core.errors import ModelError
from specwright.core.existing.change import ProjectChange
from specwright.core.existing.outcome import ChangeEvidence, ChangeReport, ChangeWord, DiscardedChange
from specwright.core.existing.request import ChangeRequest
from specwright.core.run.events import ChangeRuled, ChangeWritten, StageEntered
from specwright.core.run.fold import RunState
from specwright.core.run.result import Result, State
from specwright.improving.evidence import EvidenceOfChange
from specwright.improving.project import change_to
from specwright.improving.ruling import same_behaviour
from specwright.pipeline.context import RunContext
from specwright.pipeline.finishing.conclude import result_of
from specwright.pipeline.writing.writers import OFFLINE

YOU = "you"
_NO_MODEL = "run it where a model is at hand (`specwright models`), or give your own version: --with FILE"


async def improve(context: RunContext) -> Result:
    """Go from the request to the result. Raise as `run` does, and what `run` turns into a result."""
    request = context.task.change
    assert request is not None
    evidence = EvidenceOfChange(context, request)
    await context.log.emit(StageEntered(stage="baseline"))
    await evidence.baseline()
    if request.proposed:
        await _tried(context, evidence, change_to(request.package, request.proposed), YOU)
    elif context.writers.name == OFFLINE:
        raise ModelError("a new version needs a model, and there is none", hint=_NO_MODEL)
    return conclude(context, request)


async def _tried(
    context: RunContext, evidence: EvidenceOfChange, change: ProjectChange, origin: str, description: str = ""
) -> ChangeRuled:
    """Return what is said of a version."""
    number = len(context.log.state.changes) + 1
    name = f"v{number}"
    await context.log.emit(ChangeWritten(id=name, change=change, origin=origin, description=description))
    await context.log.emit(StageEntered(stage="compare", round=number))
    if change.files:
        found = await evidence.all_of(change, name)
        word, reasons = same_behaviour(found)
    else:
        found, word, reasons = ChangeEvidence(), ChangeWord.NOTHING, ("the new version is the old one",)
    ruled = ChangeRuled(id=name, word=word, reasons=reasons, evidence=found)
    await context.log.emit(ruled)
    return ruled


def conclude(context: RunContext, request: ChangeRequest) -> Result:
    """Return the result with the best version."""
    report = report_of(context.log.state, request)
    reached = State.TESTS_PASSING if report.word.is_good else State.TESTS_FAILING
    result = result_of(context, reached, f"{report.word.value}: {'; '.join(report.reasons)}")
    return result.model_copy(update={"change": report})


def report_of(state: RunState, request: ChangeRequest) -> ChangeReport:
    """Return what became of the request: the first good version, else the one with the least against it."""
    best = next((each for each in state.ruled if each.word.is_good), None)
    best = best or min(state.ruled, key=_against, default=None)
    if best is None:
        return ChangeReport(
            verb=request.verb, scope=request.scope, word=ChangeWord.NOTHING, reasons=("no version was written",)
        )
    written = next(each for each in state.changes if each.id == best.id)
    return ChangeReport(
        verb=request.verb,
        scope=request.scope,
        word=best.word,
        reasons=best.reasons,
        change=written.change,
        candidate=best.id,
        evidence=best.evidence,
        discarded=tuple(
            DiscardedChange(id=each.id, why="; ".join(each.reasons)) for each in state.ruled if each.id != best.id
        ),
        folder=request.folder,
    )


def _against(ruled: ChangeRuled) -> tuple[bool, int]:
    return ruled.word is ChangeWord.NOTHING, len(ruled.reasons)
