"""Classes of contenders that behave alike, and how each class stands to the rest."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import log

from specwright.core.work.testcase import Tier
from specwright.judge.evidence import Column, Evidence
from specwright.judge.priors import Priors


@dataclass(frozen=True)
class BehaviourClass:
    """Contenders that did the same on every input that somebody wrote or that a test speaks about."""

    members: tuple[int, ...]
    """Indices into the contenders, the one that sides with most others on generated inputs first."""
    copies: int
    emptiness: float
    """The share of written inputs on which it returned nothing although no test wants that."""
    deviation: float
    """At most 0: how far its first member stands from the plurality, input by input, already weighted."""


def classes(evidence: Evidence, priors: Priors) -> tuple[BehaviourClass, ...]:
    """All classes, in the order of their first contender."""
    asked = asked_columns(evidence)
    groups: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for row in range(len(evidence.contenders)):
        did = tuple(evidence.columns[at].cells[row] for at in asked)
        held = tuple(claim.holds[row] for claim in evidence.claims)
        groups[did, held].append(row)
    away = deviations(evidence, priors)
    return tuple(_class(evidence, asked, away, members) for members in groups.values())


def asked_columns(evidence: Evidence) -> list[int]:
    """The columns that somebody had the task in mind for: all but unclaimed generated ones."""
    claimed = {claim.column for claim in evidence.claims}
    return [at for at, column in enumerate(evidence.columns) if not column.generated or at in claimed]


def _class(evidence: Evidence, asked: list[int], away: list[float], members: list[int]) -> BehaviourClass:
    ranked = sorted(members, key=lambda row: (-away[row], -evidence.contenders[row].copies, row))
    return BehaviourClass(
        members=tuple(ranked),
        copies=sum(evidence.contenders[row].copies for row in members),
        emptiness=_emptiness(evidence, asked, members[0]),
        deviation=away[ranked[0]],
    )


def _emptiness(evidence: Evidence, asked: list[int], row: int) -> float:
    wanted = {claim.column for claim in evidence.claims if claim.holds[row]}
    told = [at for at in asked if not evidence.columns[at].opaque]
    tried = [at for at in told if evidence.columns[at].cells[row] is not None]
    empty = sum(at not in wanted and _is_empty(evidence.columns[at], row) for at in tried)
    return empty / len(tried) if tried else 0.0


def _is_empty(column: Column, row: int) -> bool:
    cell = column.cells[row]
    return cell is not None and column.behaviours[cell].empty


def deviations(evidence: Evidence, priors: Priors) -> list[float]:
    """For each contender: the mean, over inputs that tell contenders apart, of log(its share / the largest share)."""
    copies = [contender.copies for contender in evidence.contenders]
    asked = set(asked_columns(evidence))
    sums = {True: [0.0] * len(copies), False: [0.0] * len(copies)}
    telling = {True: 0.0, False: 0.0}
    for at, column in enumerate(evidence.columns):
        mass: dict[int, int] = defaultdict(int)
        for cell, count in zip(column.cells, copies, strict=True):
            if cell is not None:
                mass[cell] += count
        if len(mass) < 2:
            continue
        kind = at in asked
        richness = 1.0 + max(column.behaviours[cell].bits for cell in mass)
        telling[kind] += richness
        # Many that return nothing are no plurality: that is what failing looks like, however it came about.
        largest = max((count for cell, count in mass.items() if not column.behaviours[cell].empty), default=0)
        for row, cell in enumerate(column.cells):
            if cell is not None:
                sums[kind][row] += richness * min(0.0, log(mass[cell] / max(1, largest)))
    weights = {True: priors.asked_weight, False: priors.probe_weight}
    return [
        sum(weights[kind] * sums[kind][row] / telling[kind] for kind in (True, False) if telling[kind])
        for row in range(len(copies))
    ]


def user_claims(evidence: Evidence) -> list[int]:
    """The indices of the claims that come from the user."""
    return [at for at, claim in enumerate(evidence.claims) if claim.tier is Tier.USER]
