"""Classes of contenders that behave alike, and how each class stands to the rest."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from specwright.core.work.testcase import Tier
from specwright.judge.evidence import Claim, Column, Evidence
from specwright.judge.priors import Priors


@dataclass(frozen=True)
class BehaviourClass:
    """Contenders that behave alike on every input that was written for the task or that a test uses."""

    members: tuple[int, ...]
    """Indices into the contenders, the one that sides with most others on generated inputs first."""
    copies: int
    witnesses: float
    """How many independent programs that is: near-copies by one author count once."""
    emptiness: float
    """The share of written inputs on which it returned nothing although no test wants that."""
    deviation: float
    """At most 0: how far its first member stands from the plurality, input by input, already weighted."""
    stateful: bool = False
    """Every member was seen to keep state between calls, which the task does not ask for."""


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
    """The columns that were written for the task: all but unclaimed generated ones."""
    claimed = {claim.column for claim in evidence.claims}
    return [at for at, column in enumerate(evidence.columns) if not column.generated or at in claimed]


def telling(evidence: Evidence) -> Evidence:
    """Return the evidence without its uninformative parts.

    That is a generated input on which no contender returned anything of use, since it lies outside the function's
    domain and there one error is as good as another; and a test that every control satisfies, since it cannot fail.
    """
    vacuous = {claim.id for claim in evidence.claims if cannot_fail(evidence, claim)}
    claims = [claim for claim in evidence.claims if claim.id not in vacuous]
    claimed = {claim.column for claim in claims}
    kept = [at for at, column in enumerate(evidence.columns) if at in claimed or not _is_silent(column)]
    places = {at: place for place, at in enumerate(kept)}
    return evidence.model_copy(
        update={
            "columns": tuple(evidence.columns[at] for at in kept),
            "claims": tuple(claim.model_copy(update={"column": places[claim.column]}) for claim in claims),
        }
    )


def cannot_fail(evidence: Evidence, claim: Claim) -> bool:
    """Whether every program that is known to be wrong satisfies the test as well."""
    return bool(evidence.controls) and set(evidence.controls) <= set(claim.passed_by)


def _is_silent(column: Column) -> bool:
    shown = {cell for cell in column.cells if cell is not None}
    return column.generated and bool(shown) and all(column.behaviours[cell].empty for cell in shown)


def _class(evidence: Evidence, asked: list[int], away: list[float], members: list[int]) -> BehaviourClass:
    weights = witnesses(evidence)
    ranked = sorted(
        members, key=lambda row: (evidence.contenders[row].stateful, -away[row], -evidence.contenders[row].copies, row)
    )
    return BehaviourClass(
        members=tuple(ranked),
        copies=sum(evidence.contenders[row].copies for row in members),
        witnesses=sum(weights[row] for row in members),
        emptiness=emptiness(evidence, members[0], asked),
        deviation=away[ranked[0]],
        stateful=evidence.contenders[ranked[0]].stateful,
    )


def meets_user(evidence: Evidence, row: int) -> bool:
    """Return whether the contender passes every claim of the user; true if there is none."""
    return all(claim.holds[row] for claim in evidence.claims if claim.tier is Tier.USER)


def witnesses(evidence: Evidence) -> list[float]:
    """For each contender how many witnesses it counts as: near-copies by one author that did
    the same everywhere share one program's weight."""
    groups: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for row, contender in enumerate(evidence.contenders):
        did = tuple(column.cells[row] for column in evidence.columns)
        groups[tuple(sorted(set(contender.authors))), contender.kin or f"row {row}", did].append(row)
    weights = [0.0] * len(evidence.contenders)
    for members in groups.values():
        most = max(evidence.contenders[row].copies for row in members)
        for row in members:
            weights[row] = most / len(members)
    return weights


def emptiness(evidence: Evidence, row: int, columns: Sequence[int]) -> float:
    """Return the share of these inputs on which nothing of use came back.

    What a test wants is of use: a contender that rightly raises, or returns None, on one input may do so on others.
    """
    wanted = {
        evidence.columns[claim.column].behaviours[cell].key
        for claim in evidence.claims
        if (claim.holds[row] or row in claim.own) and (cell := evidence.columns[claim.column].cells[row]) is not None
    }
    shown = [
        evidence.columns[at].behaviours[cell]
        for at in columns
        if not evidence.columns[at].opaque and (cell := evidence.columns[at].cells[row]) is not None
    ]
    return sum(seen.empty and seen.key not in wanted for seen in shown) / len(shown) if shown else 0.0


def deviations(evidence: Evidence, priors: Priors) -> list[float]:
    """For each contender: the mean, over inputs that distinguish contenders, of log(its share / the largest share)."""
    weights = witnesses(evidence)
    asked = set(asked_columns(evidence))
    wanted = _wanted_cells(evidence)
    sums = {True: [0.0] * len(weights), False: [0.0] * len(weights)}
    told = {True: 0.0, False: 0.0}
    for at, column in enumerate(evidence.columns):
        mass: dict[int, float] = defaultdict(float)
        for cell, count in zip(column.cells, weights, strict=True):
            if cell is not None:
                mass[cell] += count
        if len(mass) < 2:
            continue
        kind = at in asked
        richness = 1.0 + max(column.behaviours[cell].bits for cell in mass)
        told[kind] += richness
        # Many that return nothing are no plurality, unless a test wants just that: so does failing look.
        useful = [n for cell, n in mass.items() if not column.behaviours[cell].empty or cell in wanted[at]]
        largest = max(useful, default=0.0)
        for row, cell in enumerate(column.cells):
            if cell is not None:
                share = (mass[cell] + priors.few) / (max(1.0, largest) + priors.few)
                sums[kind][row] += richness * min(0.0, log(share))
    weight = {True: priors.asked_weight, False: priors.probe_weight}
    return [
        sum(weight[kind] * sums[kind][row] / told[kind] for kind in (True, False) if told[kind])
        for row in range(len(weights))
    ]


def _wanted_cells(evidence: Evidence) -> dict[int, set[int | None]]:
    """By column, the behaviours that some test of it wants."""
    found: dict[int, set[int | None]] = defaultdict(set)
    for claim in evidence.claims:
        cells = evidence.columns[claim.column].cells
        found[claim.column] |= {cells[row] for row, holds in enumerate(claim.holds) if holds or row in claim.own}
    return found
