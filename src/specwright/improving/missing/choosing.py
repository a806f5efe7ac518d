"""Which of the tried calls become tests: few that reach all that was reached, and notice all that was noticed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from specwright.core.existing.calls import CallPlan, Mark, OriginOfTest, PlannedTest, PlanOutcome
from specwright.core.value import canonical

_DOCUMENTED: Final = 1000.0
_RAISES: Final = 0.9
"""A test that a call raises says less than one that states a result."""


@dataclass(frozen=True)
class PlanChoice:
    """A plan that may become a test."""

    plan: CallPlan
    outcome: PlanOutcome
    origin: OriginOfTest = OriginOfTest.CHARACTERISATION
    source: str = ""
    stated: str | None = None

    @cached_property
    def cost(self) -> float:
        """The longer, the dearer to read."""
        return 1.0 + len(canonical([step.model_dump(mode="json") for step in self.plan.steps])) / 400

    def test(self) -> PlannedTest:
        return PlannedTest(
            plan=self.plan, origin=self.origin, told=self.outcome.told or {}, source=self.source, stated=self.stated
        )


@dataclass(frozen=True)
class Chosen:
    choice: PlanChoice
    reaches: int
    notices: int


def reaching(choices: Sequence[PlanChoice], wanted: frozenset[Mark]) -> list[Chosen]:
    """Return few choices that reach all of the wanted places that any of them reaches, the most telling first."""
    left = set(wanted)
    gains = {at: len(choice.outcome.marks & left) for at, choice in enumerate(choices)}
    found: list[Chosen] = []
    while gains:
        at = max(gains, key=lambda at: (_worth(choices[at], gains[at]), -at))
        fresh = choices[at].outcome.marks & left
        if len(fresh) < gains[at]:
            gains[at] = len(fresh)
            if fresh:
                continue
        del gains[at]
        if fresh:
            left -= fresh
            found.append(Chosen(choices[at], len(fresh), 0))
    return found


def _worth(choice: PlanChoice, gain: int) -> float:
    if not gain:
        return 0.0
    documented = _DOCUMENTED if choice.origin is OriginOfTest.DOCUMENTATION else 1.0
    return documented * gain * (_RAISES if choice.outcome.ending == "raised" else 1.0) / choice.cost


def noticing(
    chosen: Sequence[Chosen], choices: Sequence[PlanChoice], seen: Mapping[int, frozenset[int]], bugs: frozenset[int]
) -> list[Chosen]:
    """Return the chosen, with the bugs that each notices, and few further ones that notice the rest.

    `seen` has the bugs that each of the choices notices, by its place among them.
    """
    by_plan = {canonical(choice.plan.model_dump(mode="json")): at for at, choice in enumerate(choices)}
    left = set(bugs)
    found: list[Chosen] = []
    used: set[int] = set()
    for each in chosen:
        at = by_plan[canonical(each.choice.plan.model_dump(mode="json"))]
        used.add(at)
        fresh = seen.get(at, frozenset()) & left
        left -= fresh
        found.append(Chosen(each.choice, each.reaches, len(fresh)))
    while left:
        options = [at for at in seen if at not in used and seen[at] & left]
        if not options:
            break
        at = max(options, key=lambda at: (_worth(choices[at], len(seen[at] & left)), -at))
        used.add(at)
        found.append(Chosen(choices[at], 0, len(seen[at] & left)))
        left -= seen[at]
    return found
