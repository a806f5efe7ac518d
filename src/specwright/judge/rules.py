"""When a result is accepted: one rule for tasks with user examples, one for tasks without.

Each rule was chosen on recorded problems, with the calibration refitted without those it is measured on
(`docs/judge.md`). The rule itself was chosen on all of them, so the figure is an estimate and no guarantee.
"""

from __future__ import annotations

from typing import Final

from specwright.core.evidence.ruling import Acceptance
from specwright.core.value import Value
from specwright.core.work.testcase import Tier
from specwright.judge.behaviour import witnesses
from specwright.judge.calibration import alike_rows, telling_tests
from specwright.judge.evidence import Evidence
from specwright.judge.priors import ACCEPT_ABOVE

FEWEST_WITNESSES: Final = 3
FEWEST_TESTS: Final = 3
UNANIMOUS_ABOVE: Final = 0.8

_ABOUT_2: Final = (
    "about 2 of 100 accepted results were wrong on recorded tasks (cross-validated); other tasks may differ"
)


class AcceptanceRule(Value):
    name: str
    population: str
    above: float
    promise: str


WITH_EXAMPLES: Final = AcceptanceRule(
    name="examples",
    population="tasks with user examples",
    above=ACCEPT_ABOVE,
    promise=_ABOUT_2,
)
WITHOUT_EXAMPLES: Final = AcceptanceRule(
    name="unanimous",
    population="tasks without user examples",
    above=UNANIMOUS_ABOVE,
    promise=f"{_ABOUT_2}; an example would settle what the words leave open",
)
PACKAGES: Final = AcceptanceRule(
    name="every part",
    population="packages",
    above=0.9,
    promise="nothing is promised: there are no recorded packages to measure the rule on",
)


def rule_for(evidence: Evidence) -> AcceptanceRule:
    """Return the rule of the evidence's population."""
    return WITH_EXAMPLES if any(claim.tier is Tier.USER for claim in evidence.claims) else WITHOUT_EXAMPLES


def apply(
    evidence: Evidence,
    row: int,
    confidence: float,
    accept_above: float | None = None,
    rule: AcceptanceRule | None = None,
) -> Acceptance:
    """Hold the contender against a rule, by default that of its population.

    `accept_above` may only raise what the rule asks for. `evidence` is what says something (`behaviour.telling`).
    """
    rule = rule or rule_for(evidence)
    above = max(rule.above, accept_above or 0.0)
    met = confidence > above and _meets(evidence, row, rule)
    return Acceptance(rule=rule.name, population=rule.population, above=above, met=met, promise=rule.promise)


def _meets(evidence: Evidence, row: int, rule: AcceptanceRule) -> bool:
    if evidence.contenders[row].stateful:
        return False
    users = [claim.holds[row] for claim in evidence.claims if claim.tier is Tier.USER]
    if False in users:
        return False
    if rule == WITH_EXAMPLES:
        return any(users)
    return rule == PACKAGES or is_unanimous(evidence, row)


def is_unanimous(evidence: Evidence, row: int) -> bool:
    """Whether at least three witnesses agree on every input, all others too, and no test fails.

    A contender that returned nothing of use anywhere, such as one that does not load, is not heard.
    """
    alike = set(alike_rows(evidence, row))
    weights = witnesses(evidence)
    dissent = [
        other for other in range(len(evidence.contenders)) if other not in alike and _did_anything(evidence, other)
    ]
    failed = any(claim.holds[row] is False for claim in evidence.claims)
    enough = sum(weights[other] for other in alike) >= FEWEST_WITNESSES
    return enough and not dissent and not failed and telling_tests(evidence, row) >= FEWEST_TESTS


def _did_anything(evidence: Evidence, row: int) -> bool:
    cells = [(column, column.cells[row]) for column in evidence.columns]
    return any(cell is not None and not column.behaviours[cell].empty for column, cell in cells)
