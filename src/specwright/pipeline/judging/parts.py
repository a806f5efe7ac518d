"""Arbitrate: one verdict on the state of a run, of a package part by part.

A part is a function with its cases, or everything that only native tests speak about. Parts are weighed apart, because
agreement of candidates on one function is no evidence about another. A candidate is as sure as its least sure part.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log
from typing import Final

from specwright.core.evidence.ruling import Acceptance, Decision, Verdict
from specwright.core.run.package_state import PackageState
from specwright.core.work.scenario import Scenario
from specwright.judge.blame import Findings
from specwright.judge.evidence import Claim, Column, Contender, Evidence
from specwright.judge.priors import DEFAULT, JUDGE_VERSION, Priors
from specwright.judge.ranking.behaviour import meets_user
from specwright.judge.rules import PACKAGES
from specwright.judge.verdict import findings, rulings
from specwright.judge.words import reasons
from specwright.pipeline.judging.arbitrate import PROPERTY_BITS, gather, judge_function, passed_or_not

NATIVE: Final = "native tests"
"""The part that classes, commands and workflows make up."""


@dataclass(frozen=True, slots=True)
class Part:
    name: str
    found: Findings

    def sure(self, row: int) -> float:
        """The probability that this candidate is right in this part."""
        return self.found.candidates[row]

    def fails_user(self, row: int) -> bool:
        """Return whether this candidate fails a claim of the user in this part, and another one passes all of them."""
        heard = self.found.heard
        met = [meets_user(heard, other) for other in range(len(heard.contenders))]
        return any(met) and not met[row]

    def acceptance(self, row: int, accept_above: float | None) -> Acceptance:
        """Hold the candidate against the rule for packages, in this part."""
        return self.found.acceptance(row, accept_above, PACKAGES)


def arbitrate(state: PackageState, *, priors: Priors = DEFAULT, accept_above: float | None = None) -> Verdict:
    """Return the judge's verdict on an executed state.

    A function by itself is judged as it is. A package is judged part by part. The chosen candidate is the one whose
    least sure part is surest, among those that fail the user's claims in the fewest parts.
    """
    lone = state.lone_function
    if lone is not None:
        return judge_function(lone, properties=lone.properties, priors=priors, accept_above=accept_above)
    parts = [Part(name, findings(evidence, priors)) for name, evidence in evidence_by_part(state).items()]
    rows = [row for row in range(len(state.candidates)) if all(part.found.leader is not None for part in parts)]
    chosen = max(rows, key=lambda row: (_standing(parts, row), -row), default=None) if parts else None
    met = {} if chosen is None else {part.name: part.acceptance(chosen, accept_above) for part in parts}
    decision = _decide(parts, met)
    weakest = min(parts, key=lambda part: part.sure(chosen)) if chosen is not None else None
    return Verdict(
        chosen=None if chosen is None else state.candidates[chosen].id,
        confidence=weakest.sure(chosen) if weakest is not None and chosen is not None else 0.0,
        decision=decision,
        candidates={who.id: min(part.sure(row) for part in parts) for row, who in enumerate(state.candidates)}
        if parts
        else {},
        tests={claim.id: part.found.tests[at] for part in parts for at, claim in enumerate(part.found.evidence.claims)},
        rulings=tuple(ruling for part in parts for ruling in rulings(part.found, chosen)),
        reasons=tuple(
            f"{part.name}: {reason}"
            for part in parts
            for reason in reasons(part.found, chosen, decision, met.get(part.name))
        ),
        none_right=max((part.found.none for part in parts), default=1.0),
        acceptance=min(met.values(), key=lambda one: one.met, default=None),
        judge=JUDGE_VERSION,
    )


def weakest_part(state: PackageState, verdict: Verdict, priors: Priors = DEFAULT) -> str | None:
    """The name of the chosen candidate's least certain part; None without one."""
    rows = {candidate.id: row for row, candidate in enumerate(state.candidates)}
    row = rows.get(verdict.chosen or "")
    parts = [Part(name, findings(evidence, priors)) for name, evidence in evidence_by_part(state).items()]
    return min(parts, key=lambda part: part.sure(row)).name if row is not None and parts else None


def _standing(parts: list[Part], row: int) -> tuple[int, float, float]:
    """The user's claims first, then the least sure part, then all parts together."""
    sure = [part.sure(row) for part in parts]
    failed = sum(part.fails_user(row) for part in parts)
    return -failed, round(min(sure), 9), round(sum(log(max(chance, 1e-300)) for chance in sure), 9)


def _decide(parts: list[Part], met: Mapping[str, Acceptance]) -> Decision:
    if not met or any(part.found.disputed for part in parts):
        return Decision.ABSTAIN
    return Decision.ACCEPT if all(acceptance.met for acceptance in met.values()) else Decision.GO_ON


def evidence_by_part(state: PackageState) -> dict[str, Evidence]:
    """The evidence of each part that has any. A native test about one function belongs to that function's part."""
    found: dict[str, Evidence] = {}
    for name, function_state in state.function_states.items():
        evidence = gather(
            function_state, function_state.probes, properties=function_state.properties, with_unloaded=True
        )
        own = tuple(scenario for scenario in state.scenarios if scenario.item == name)
        if evidence.columns or own:
            found[name] = _with_scenarios(state, evidence, own)
    others = tuple(scenario for scenario in state.scenarios if scenario.item not in state.function_states)
    if others:
        empty = Evidence(contenders=tuple(Contender(id=candidate.id) for candidate in state.candidates))
        found[NATIVE] = _with_scenarios(state, empty, others)
    return found


def _with_scenarios(state: PackageState, evidence: Evidence, scenarios: tuple[Scenario, ...]) -> Evidence:
    columns: list[Column] = list(evidence.columns)
    claims: list[Claim] = list(evidence.claims)
    for scenario in scenarios:
        results = [state.results_of(candidate.id).get(scenario.id) for candidate in state.candidates]
        held = tuple(None if result is None else result.passed for result in results)
        tests = max((result.tests for result in results if result is not None), default=1)
        claims.append(
            Claim(
                id=scenario.id,
                column=len(columns),
                holds=held,
                copies=max(1, tests),
                expected="it passes",
                bits=PROPERTY_BITS,
            )
        )
        columns.append(passed_or_not(scenario.id, scenario.name, held))
    return evidence.model_copy(update={"columns": tuple(columns), "claims": tuple(claims)})
