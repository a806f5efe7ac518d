"""The story of a change of existing code, top to bottom: the old version is the specification.

    baseline    the project's own tests with the old version           evidence.py
    reproduce   of a fix: a test that fails, before anything is done   reproduce.py
    change      a new version, from the user or from a model           writing.py
    compare     old and new side by side: inputs, tests, figures       evidence.py, same.py, race.py
    rule        the word that the evidence allows                      ruling.py

A version that is not good enough goes back to its writer with what speaks against it, a few times. Nothing is written
into the project here: that is the user's word (`specwright apply`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from specwright.core.errors import ModelError
from specwright.core.existing.change import ProjectChange
from specwright.core.existing.outcome import ChangeEvidence, ChangeReport, ChangeWord, DiscardedChange
from specwright.core.existing.request import ChangeRequest, ChangeVerb
from specwright.core.run.events import ChangeRuled, ChangeWritten, StageEntered
from specwright.core.run.fold import RunState
from specwright.core.run.result import Result, State
from specwright.improving.evidence import EvidenceOfChange
from specwright.improving.missing.story import TestStory
from specwright.improving.project import change_to
from specwright.improving.reproduce import Reproduced, nothing_to_fix, reproduced
from specwright.improving.ruling import added, contradiction, faster, fixed, same_behaviour
from specwright.improving.writing import VersionWriter
from specwright.pipeline.context import RunContext
from specwright.pipeline.finishing.conclude import result_of

YOU: Final = "you"
_SMALL_LINES: Final = 12
_SMALL_SHARE: Final = 0.05


async def improve(context: RunContext) -> Result:
    """Go from the request to the result. Raise as `run` does, and what `run` turns into a result."""
    request = context.task.change
    assert request is not None
    if request.verb is ChangeVerb.TEST:
        await TestStory(context, request).run()
        return conclude(context, request)
    change = ChangeOfCode(context, request)
    await context.log.emit(StageEntered(stage="baseline"))
    await change.evidence.baseline()
    if request.verb is ChangeVerb.FIX and (fault := await change.reproduce()).why_not:
        return conclude(context, request, fault)
    if request.proposed:
        await change.tried(change_to(request.package, request.proposed), YOU)
    else:
        await change.written()
    return conclude(context, request)


class ChangeOfCode:
    """One run: what was found out so far, and the versions that were tried."""

    def __init__(self, context: RunContext, request: ChangeRequest) -> None:
        self._context, self._request = context, request
        self.evidence = EvidenceOfChange(context, request)
        self._writer = VersionWriter(context, request)
        self._fault = Reproduced()

    async def reproduce(self) -> Reproduced:
        """Return the tests that show the fault, or why there are none."""
        baseline = await self.evidence.baseline()
        if self._request.report and not self._request.failing:
            await self._context.log.emit(StageEntered(stage="reproduce"))
            with _with_hint("or name a test that fails: --failing TEST"):
                self._fault = await reproduced(self._context, self._request, self.evidence, self._writer)
        else:
            self._fault = nothing_to_fix(baseline, self._request.failing)
        return self._fault

    async def written(self) -> None:
        """Ask for versions until one is good enough. Raise ModelError, BudgetExhausted."""
        tries: list[tuple[ChangeWritten, ChangeRuled]] = []
        for number in range(self._request.attempts):
            await self._context.log.emit(StageEntered(stage="change", round=number + 1))
            words = {"failing": self._fault.in_words} if self._request.verb is ChangeVerb.FIX else {}
            with _with_hint("or give your own version: --with FILE"):
                change, description = await self._writer.version(tries, **words)
            tried = await self.tried(change, self._context.model.name, description)
            tries.append((self._context.log.state.changes[-1], tried))
            if tried.word is ChangeWord.NOTHING or self._is_enough(change, tried):
                return

    async def tried(self, change: ProjectChange, origin: str, description: str = "") -> ChangeRuled:
        """Return what is said of a version."""
        number = sum(each.id.startswith("v") for each in self._context.log.state.changes) + 1
        name = f"v{number}"
        if self._fault.change.files and change.files:
            change = ProjectChange(files=(*self._fault.change.files, *change.files))
        await self._context.log.emit(ChangeWritten(id=name, change=change, origin=origin, description=description))
        await self._context.log.emit(StageEntered(stage="compare", round=number))
        if change.files:
            found, word, reasons = await self._ruled(change, name)
        else:
            found, word, reasons = ChangeEvidence(), ChangeWord.NOTHING, (description or "it is the old version",)
        ruled = ChangeRuled(id=name, word=word, reasons=reasons, evidence=found)
        await self._context.log.emit(ruled)
        return ruled

    async def _ruled(self, change: ProjectChange, name: str) -> tuple[ChangeEvidence, ChangeWord, tuple[str, ...]]:
        found = await self.evidence.all_of(change, name)
        match self._request.verb:
            case ChangeVerb.FIX:
                return fixed(found, self._fault.tests)
            case ChangeVerb.EXTEND:
                return added(found, await self.evidence.passing_without(change))
            case ChangeVerb.OPTIMISE:
                word, reasons = same_behaviour(found)
                if word is not ChangeWord.SAME:
                    return found, word, reasons
                races = await self.evidence.raced(change, name, found.comparisons)
                return faster(found, races, self._description())
            case _:
                return (found, *same_behaviour(found))

    def _description(self) -> str:
        return self._context.log.state.changes[-1].description

    def _is_enough(self, change: ProjectChange, ruled: ChangeRuled) -> bool:
        """Return whether no further version is asked for: of a fix, a smaller one may be better."""
        if not ruled.word.is_good or self._request.verb is not ChangeVerb.FIX:
            return ruled.word.is_good
        return sum(change.counts) <= _SMALL_LINES and differing_share(ruled.evidence) <= _SMALL_SHARE


@contextmanager
def _with_hint(hint: str) -> Iterator[None]:
    """Say with an error of the model what can be done without one."""
    try:
        yield
    except ModelError as error:
        raise type(error)(error.message, hint="; ".join(filter(None, [error.hint, hint]))) from error


def differing_share(found: ChangeEvidence) -> float:
    """Return on what part of the compared inputs the versions differ."""
    compared = sum(each.compared for each in (*found.comparisons, *found.expected))
    return sum(each.differing for each in found.expected) / compared if compared else 0.0


def conclude(context: RunContext, request: ChangeRequest, fault: Reproduced | None = None) -> Result:
    """Return the result with the best version, or with why no test shows the fault."""
    report = report_of(context.log.state, request)
    if fault is not None:
        report = report.model_copy(update={"word": fault.word, "reasons": (fault.why_not,)})
    reached = State.TESTS_PASSING if report.word.is_good else State.TESTS_FAILING
    if report.word is ChangeWord.FASTER:
        reached = State.PERFORMANCE_OPTIMIZED
    result = result_of(context, reached, f"{report.word.value}: {'; '.join(report.reasons)}")
    return result.model_copy(
        update={"change": report, "optimizations_applied": report.evidence.optimizations if report.offered else ()}
    )


def report_of(state: RunState, request: ChangeRequest) -> ChangeReport:
    """Return what became of the request: of the good versions the one that changes least, else the one with least
    against it."""
    report = ChangeReport(verb=request.verb, scope=request.scope, word=ChangeWord.NOTHING, folder=request.folder)
    if not state.ruled:
        return report.model_copy(update={"reasons": ("no version was written",)})
    written = {each.id: each for each in state.changes}
    good = [each for each in state.ruled if each.word.is_good]

    def size(ruled: ChangeRuled) -> tuple[float, int]:
        return differing_share(ruled.evidence), sum(written[ruled.id].change.counts)

    best = min(good, key=size) if good else min(state.ruled, key=_against)
    both = contradiction(state.ruled) if request.verb is ChangeVerb.FIX and not good else ()
    return report.model_copy(
        update={
            "word": ChangeWord.CONTRADICTION if both else best.word,
            "reasons": both or best.reasons,
            "change": written[best.id].change,
            "candidate": best.id,
            "evidence": best.evidence,
            "discarded": tuple(
                DiscardedChange(id=each.id, why="; ".join(each.reasons)) for each in state.ruled if each.id != best.id
            ),
        }
    )


def _against(ruled: ChangeRuled) -> tuple[bool, int]:
    return ruled.word is ChangeWord.NOTHING, len(ruled.reasons)
