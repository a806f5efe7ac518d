"""Columns of evidence from what the contenders really did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.data import EXACT, Comparison, Data, equal
from specwright.core.program.types import ANY, Type
from specwright.judge.evidence import Behaviour, Column
from specwright.judge.richness import behaviour


def column(
    key: str,
    call: str,
    outcomes: Sequence[Outcome | None],
    *,
    generated: bool,
    returns: Type = ANY,
    comparison: Comparison = EXACT,
    kinds: Mapping[str, str] = MappingProxyType({}),
) -> Column:
    """Return one input as the judge sees it, from what each contender did; None if one was not tried.

    Outcomes that count as equal under `comparison` are one behaviour, and so are errors of one kind (`kinds`, see
    `richness.behaviour`).
    """
    behaviours: list[Behaviour] = []
    cells: list[int | None] = []
    places: dict[str, int] = {}
    values: dict[int, Data] = {}
    known: dict[tuple[str, str | None, str], int] = {}  # most contenders do the very same, which is looked at once
    for outcome in outcomes:
        if outcome is None:
            cells.append(None)
            continue
        seen = outcome.ending, outcome.error, repr(outcome.value)
        if seen not in known:
            shown = behaviour(outcome, returns, any_order=comparison.any_order, kinds=kinds)
            place = places.get(shown.key)
            if place is None and comparison.tolerance is not None and outcome.ending is Ending.RETURNED:
                place = next(
                    (at for at, value in values.items() if equal(value, outcome.value, returns, comparison)), None
                )
            if place is None:
                place = len(behaviours)
                behaviours.append(shown)
                if outcome.ending is Ending.RETURNED:
                    values[place] = outcome.value
            places[shown.key] = known[seen] = place
        cells.append(known[seen])
    return Column(id=key, call=call, behaviours=tuple(behaviours), cells=tuple(cells), generated=generated)
