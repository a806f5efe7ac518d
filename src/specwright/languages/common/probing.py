"""Reads what probes of every language tell."""

from __future__ import annotations

import json
from collections.abc import Sequence

from specwright.core.existing.calls import Mark, PlanOutcome


def probe_lines(output: str, nonce: str, count: int, files: Sequence[str]) -> tuple[PlanOutcome | None, ...]:
    """Return the outcomes of `count` plans; None for those that were not told. Code can forge them, and gains nothing:
    every test is run as it is written before it counts."""
    found: list[PlanOutcome | None] = [None] * count
    table: list[Mark] = []
    for line in output.splitlines():
        if nonce not in line or '"P"' not in line:
            continue
        try:
            own, what, place, ending, error, by_itself, kind, digest, bits, fresh, told = json.loads(
                line[line.index('["' + nonce) :]
            )
            if own != nonce or what != "P" or not 0 <= int(place) < count:
                continue
            table += [(files[int(number)], int(first), int(second)) for number, first, second in fresh]
            reached = int(bits, 16)
            marks = frozenset(mark for at, mark in enumerate(table) if reached >> at & 1)
            found[int(place)] = PlanOutcome(
                ending=str(ending),
                error=str(error),
                by_itself=bool(by_itself),
                marks=marks,
                digest=str(digest),
                kind=str(kind),
                told=told if isinstance(told, dict) else None,
            )
        except (ValueError, TypeError, IndexError, KeyError):
            continue
    return tuple(found)
