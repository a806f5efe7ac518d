"""Columns of evidence from what the contenders really did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.data import Data
from specwright.core.program.equality import EXACT, Comparison, equal
from specwright.core.program.types import ANY, Type
from specwright.judge.evidence import Behaviour, Column
from specwright.judge.ranking.richness import behaviour, bits

ACCEPTED_BITS: Final = 4.0
"""However long an answer is, about one in sixteen wrong programs may be accepted on one input."""


def column(
    key: str,
    call: str,
    outcomes: Sequence[Outcome | None],
    *,
    generated: bool,
    returns: Type = ANY,
    comparison: Comparison = EXACT,
    kinds: Mapping[str, str] = MappingProxyType({}),
    accepted: Sequence[bool | None] = (),
) -> Column:
    """Return one input as the judge sees it, from what each contender did; None if one was not tried.

    Outcomes that count as equal under `comparison` are one behaviour, and so are errors of one kind (`kinds`, see
    `richness.behaviour`). So are all answers that a checker accepts; `accepted` has its decision on each outcome.
    """
    right = [said is True for said in accepted] or [False] * len(outcomes)
    agreed = _accepted([outcome for outcome, said in zip(outcomes, right, strict=True) if outcome and said])
    behaviours: list[Behaviour] = []
    cells: list[int | None] = []
    places: dict[str, int] = {}
    values: dict[int, Data] = {}
    known: dict[tuple[bool, str, str | None, str], int] = {}  # most contenders do the same, which is looked at once
    for outcome, is_right in zip(outcomes, right, strict=True):
        if outcome is None:
            cells.append(None)
            continue
        seen = is_right, outcome.ending, outcome.error, repr(outcome.value)
        if seen not in known:
            told = behaviour(outcome, returns, any_order=comparison.any_order, kinds=kinds)
            shown = agreed if is_right else told
            place = places.get(shown.key)
            is_value = outcome.ending is Ending.RETURNED and not is_right
            if place is None and comparison.is_loose and is_value:
                place = next(
                    (at for at, value in values.items() if equal(value, outcome.value, returns, comparison)), None
                )
            if place is None:
                place = len(behaviours)
                behaviours.append(shown)
                if is_value:
                    values[place] = outcome.value
            places[shown.key] = known[seen] = place
        cells.append(known[seen])
    return Column(id=key, call=call, behaviours=tuple(behaviours), cells=tuple(cells), generated=generated)


def _accepted(outcomes: Sequence[Outcome]) -> Behaviour:
    """Return the one behaviour of all answers that a checker accepts."""
    surprise = min(ACCEPTED_BITS, max((bits(outcome.value) for outcome in outcomes), default=0.0))
    shown = min((str(outcome) for outcome in outcomes), default="")
    return Behaviour(key="accepted", bits=surprise, shown=shown)
