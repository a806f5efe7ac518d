"""What lies on the table in one round of a package: a docket for each function, native tests for the rest."""

from __future__ import annotations

from pydantic import Field

from specwright.core.blueprint import Blueprint
from specwright.core.candidate import Candidate
from specwright.core.docket import Docket
from specwright.core.fold import joined
from specwright.core.outcome import Execution
from specwright.core.scenario import Scenario, ScenarioResult
from specwright.core.testcase import TestCase
from specwright.core.value import Value, digest


class Dossier(Value):
    """All dockets speak of the same candidates; each is the whole source of the package."""

    blueprint: Blueprint
    dockets: dict[str, Docket] = Field(default_factory=dict)
    """By the name of the function."""
    scenarios: tuple[Scenario, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    scenario_results: dict[str, tuple[ScenarioResult, ...]] = Field(default_factory=dict)
    """By the id of the candidate."""
    items: tuple[str, ...] = ()
    """The names of what the candidates are to offer: everything, or a first part of it."""
    frozen: str | None = None
    """The source that an earlier part was accepted with, which the candidates are built on."""
    round: int = 1

    @property
    def cases(self) -> tuple[TestCase, ...]:
        return tuple(case for docket in self.dockets.values() for case in docket.cases)

    @property
    def digest(self) -> str:
        """The state of tests and code: a round that comes back to an earlier one goes in circles."""
        return digest([[d.digest for d in self.dockets.values()], sorted(s.digest for s in self.scenarios)])

    def candidate(self, candidate_id: str) -> Candidate:
        """Raises KeyError."""
        return {candidate.id: candidate for candidate in self.candidates}[candidate_id]

    def execution(self, candidate_id: str) -> Execution:
        """What the candidate did on the cases of all functions. Raises KeyError."""
        return joined(candidate_id, [docket.execution(candidate_id) for docket in self.dockets.values()])

    def results_of(self, candidate_id: str) -> dict[str, ScenarioResult]:
        """What became of the native tests with this candidate, by the scenario's id."""
        return {result.scenario_id: result for result in self.scenario_results.get(candidate_id, ())}

    def passes_everything(self, candidate_id: str) -> bool:
        """Whether there are tests at all and the candidate passes every one of them."""
        cases = [result for d in self.dockets.values() for result in d.execution(candidate_id).results]
        results = self.results_of(candidate_id)
        outcomes = [*(r.passed for r in cases), *(s.id in results and results[s.id].passed for s in self.scenarios)]
        return bool(outcomes) and all(outcomes)

    def contending(self, candidates: tuple[Candidate, ...]) -> Dossier:
        """The dossier with just these candidates; what is known of others is kept, and no longer weighed."""
        ids = {candidate.id for candidate in candidates}
        dockets = {
            name: docket.model_copy(
                update={
                    "candidates": candidates,
                    "executions": tuple(e for e in docket.executions if e.candidate_id in ids),
                }
            )
            for name, docket in self.dockets.items()
        }
        return self.model_copy(update={"candidates": candidates, "dockets": dockets})

    def with_candidates(self, *further: Candidate) -> Dossier:
        """The dossier with further candidates, which have not been tried."""
        return self.contending((*self.candidates, *further))

    def replacing(self, old: Candidate, new: Candidate) -> Dossier:
        """The dossier with one candidate in the place of another."""
        return self.contending(tuple(new if one.id == old.id else one for one in self.candidates))

    def with_docket(self, name: str, docket: Docket) -> Dossier:
        """The dossier with this docket in place of the function's earlier one."""
        return self.model_copy(update={"dockets": {**self.dockets, name: docket}})

    def with_scenario(self, candidate_id: str, scenario: Scenario, result: ScenarioResult) -> Dossier:
        """The dossier with one more native test, which was tried with this candidate."""
        results = {**self.scenario_results, candidate_id: (*self.scenario_results.get(candidate_id, ()), result)}
        return self.model_copy(update={"scenarios": (*self.scenarios, scenario), "scenario_results": results})

    def without(self, ids: frozenset[str]) -> Dossier:
        """The dossier without these tests, and without what came of them."""
        dockets = {name: _without(docket, ids) for name, docket in self.dockets.items()}
        kept = tuple(scenario for scenario in self.scenarios if scenario.id not in ids)
        results = {
            who: tuple(result for result in found if result.scenario_id not in ids)
            for who, found in self.scenario_results.items()
        }
        return self.model_copy(update={"dockets": dockets, "scenarios": kept, "scenario_results": results})

    def in_round(self, number: int) -> Dossier:
        """The dossier in a later round."""
        dockets = {name: d.model_copy(update={"round": number}) for name, d in self.dockets.items()}
        return self.model_copy(update={"round": number, "dockets": dockets})


def _without(docket: Docket, ids: frozenset[str]) -> Docket:
    executions = tuple(
        execution.model_copy(update={"results": tuple(r for r in execution.results if r.case_id not in ids)})
        for execution in docket.executions
    )
    cases = tuple(case for case in docket.cases if case.id not in ids)
    return docket.model_copy(update={"cases": cases, "executions": executions})
