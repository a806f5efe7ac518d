"""When a result is accepted: one rule for tasks with user examples, one for tasks without.

Each rule was chosen on recorded problems. Its figure is measured on problems that took no part in the choice of its
constants (`docs/judge.md`). The form of the rule was found on all of them, so it is an estimate and no guarantee.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from specwright.core.evidence.ruling import Acceptance
from specwright.core.value import Value
from specwright.core.work.testcase import Tier
from specwright.judge.calibration import alike_rows, telling_tests
from specwright.judge.evidence import Column, Evidence
from specwright.judge.priors import ACCEPT_ABOVE
from specwright.judge.ranking.behaviour import asked_columns, witnesses

FEWEST_WITNESSES: Final = 4
FEWEST_TESTS: Final = 3
LEAST_AGREEMENT: Final = 0.9
"""The mean share of programs that must do the same as the chosen one, on written and on generated inputs alike."""
AGREED_ABOVE: Final = 0.8


class AcceptanceRule(Value):
    name: str
    population: str
    above: float
    promise: str


WITH_EXAMPLES: Final = AcceptanceRule(
    name="examples",
    population="tasks with user examples",
    above=ACCEPT_ABOVE,
    promise="2 of 100 accepted results were wrong on recorded tasks (cross-validated), 2 to 3 of 100 with programs of "
    "one model; other tasks may differ",
)
WITHOUT_EXAMPLES: Final = AcceptanceRule(
    name="agreement",
    population="tasks without user examples",
    above=AGREED_ABOVE,
    promise="about 2 of 100 accepted results were wrong on recorded tasks with a rule chosen on others of them, 5 of "
    "100 with programs of one model: too many to call it verified before a person has confirmed an example",
)
PACKAGES: Final = AcceptanceRule(
    name="every part",
    population="packages",
    above=0.9,
    promise="how often accepted packages are right has not been measured",
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

    `accept_above` may only raise what the rule asks for. `evidence` is the informative part (`behaviour.telling`).
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
    return rule == PACKAGES or least_agreement(evidence, row) >= LEAST_AGREEMENT


def witnesses_alike(evidence: Evidence, row: int) -> float:
    """Return how many witnesses do exactly the same as this contender on every input, itself included."""
    weights = witnesses(evidence)
    return sum(weights[other] for other in alike_rows(evidence, row))


def least_agreement(evidence: Evidence, row: int, fewest: int = FEWEST_WITNESSES) -> float:
    """Return how far the programs agree with this one; 0 unless `fewest` do exactly the same and no test fails.

    Agreement is graded: a program that differs on one input of many counts against the chosen one by that much. A
    program that returns nothing of use counts in full: a task on which programs fail is no clear one.
    """
    failed = any(claim.holds[row] is False for claim in evidence.claims)
    too_few = witnesses_alike(evidence, row) < fewest or telling_tests(evidence, row) < FEWEST_TESTS
    if failed or too_few:
        return 0.0
    weights = witnesses(evidence)
    asked = set(asked_columns(evidence))
    shown = [(at in asked, column) for at, column in enumerate(evidence.columns) if not column.opaque]
    written = [column for is_asked, column in shown if is_asked]
    generated = [column for is_asked, column in shown if not is_asked]
    return min(agreement(written, weights, row), agreement(generated, weights, row))


def agreement(columns: Sequence[Column], weights: Sequence[float], row: int) -> float:
    """Return the mean, over these inputs, of the share of witnesses that do the same as this contender; 1 for none."""
    shares = []
    for column in columns:
        heard = [(weight, cell) for weight, cell in zip(weights, column.cells, strict=True) if cell is not None]
        mine = column.cells[row]
        if mine is not None:
            shares.append(sum(weight for weight, cell in heard if cell == mine) / sum(weight for weight, _ in heard))
    return sum(shares) / len(shares) if shares else 1.0
