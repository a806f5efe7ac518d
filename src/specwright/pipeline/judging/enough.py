"""Enough: how many further candidates could still change the verdict. No other is drawn, because each is paid for.

The question is put to the judge itself: would it accept the chosen candidate if that many more agreed with it in
everything? As few are drawn as would be enough. If not even all that are allowed would be, none is, and the run looks
for other evidence.
"""

from __future__ import annotations

from typing import Final

from specwright.core.evidence.ruling import Decision, Verdict
from specwright.core.run.package_state import PackageState
from specwright.judge.evidence import Behaviour, Column, Contender, Evidence
from specwright.judge.priors import DEFAULT, Priors
from specwright.judge.rules import PACKAGES
from specwright.judge.verdict import findings
from specwright.pipeline.judging.arbitrate import gather
from specwright.pipeline.judging.parts import evidence_by_part
from specwright.pipeline.running.probe import FROM_KNOWN, FROM_TYPES

_PROBES: Final = FROM_KNOWN + FROM_TYPES


def worth_drawing(state: PackageState, verdict: Verdict, most: int, priors: Priors = DEFAULT) -> int:
    """Return how many candidates to draw next; 0 if none could change the verdict.

    Accepted code needs none, nor does a contradiction between examples. If the code fails a test, there are to be
    `most` in all: who is wrong, test or code, is seen by what others do. If only agreement lacks, there may be twice
    as many.
    """
    drawn = sum(candidate.parent is None for candidate in state.candidates)
    if verdict.chosen is None:
        return max(0, most - drawn)
    if verdict.decision is Decision.ABSTAIN:
        return 0
    if not state.passes_everything(verdict.chosen):
        return max(0, most - drawn)
    if verdict.decision is Decision.ACCEPT:
        return 0
    return enough(state, verdict.chosen, 2 * most - drawn, priors) or 0


def enough(state: PackageState, chosen: str, most: int, priors: Priors = DEFAULT) -> int | None:
    """Return the fewest further candidates with which the chosen one is accepted if they all agree with it.

    None if not even `most` are enough.
    """
    lone = state.lone_function
    if lone is not None:
        evidence = gather(lone, lone.probes, properties=lone.properties)
        rows = [contender.id for contender in evidence.contenders]
        if chosen not in rows:
            return None
        row = rows.index(chosen)
        parts, rule = [evidence], None
    else:
        row = [candidate.id for candidate in state.candidates].index(chosen)
        parts, rule = list(evidence_by_part(state).values()), PACKAGES
    for count in range(1, most + 1):
        found = [findings(agreeing(part, row, count), priors) for part in parts]
        if found and all(part.acceptance(row, None, rule).met for part in found):
            return count
    return None


def agreeing(evidence: Evidence, row: int, count: int) -> Evidence:
    """Return the evidence with this many further contenders that always behave like this one.

    If nothing was compared on generated inputs yet, they agree there too.
    """
    others = [
        Contender(id=f"agreeing {number}", authors=evidence.contenders[row].authors, kin=f"agreeing {number}")
        for number in range(1, count + 1)
    ]
    columns = [
        column.model_copy(update={"cells": column.cells + (column.cells[row],) * count}) for column in evidence.columns
    ]
    claims = [
        claim.model_copy(
            update={"holds": claim.holds + (True if row in claim.own else claim.holds[row],) * count},
        )
        for claim in evidence.claims
    ]
    everyone = (*evidence.contenders, *others)
    return evidence.model_copy(
        update={
            "contenders": everyone,
            "columns": (*columns, *_unseen(evidence, row, len(everyone))),
            "claims": tuple(claims),
        }
    )


def _unseen(evidence: Evidence, row: int, contenders: int) -> list[Column]:
    """Return the generated inputs on which contenders would be compared, all doing the same."""
    shown = [
        column.behaviours[cell]
        for column in evidence.columns
        if not column.opaque and (cell := column.cells[row]) is not None
    ]
    if not shown or any(column.generated for column in evidence.columns):
        return []
    likely: list[Behaviour] = [behaviour for behaviour in shown if not behaviour.empty] or shown
    return [
        Column(
            id=f"unseen {number}",
            behaviours=(likely[number % len(likely)],),
            cells=(0,) * contenders,
            generated=True,
        )
        for number in range(_PROBES)
    ]
