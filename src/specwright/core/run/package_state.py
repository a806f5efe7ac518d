"""The state of a run in one round: a state for each function, native tests for everything else.

The run of a single function is the same with one function and no native tests.
"""

from __future__ import annotations

from pydantic import Field

from specwright.core.evidence.outcome import Execution
from specwright.core.program.candidate import Candidate
from specwright.core.run.fold import joined
from specwright.core.run.function_state import FunctionState
from specwright.core.value import Value, digest
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.scenario import Scenario, ScenarioResult
from specwright.core.work.testcase import TestCase


class PackageState(Value):
    """All function states hold the same candidates; each candidate is the whole source."""

    blueprint: Blueprint
    function_states: dict[str, FunctionState] = Field(default_factory=dict)
    """By the name of the function."""
    scenarios: tuple[Scenario, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    scenario_results: dict[str, tuple[ScenarioResult, ...]] = Field(default_factory=dict)
    """By the id of the candidate."""
    items: tuple[str, ...] = ()
    """The names of what the candidates are to offer: everything, or a first part of it."""
    frozen: str | None = None
    """The source that an earlier part was accepted with, which the candidates are built on."""
    frozen_files: dict[str, str] = Field(default_factory=dict)
    """The same of a package of several files, by path."""
    round: int = 1

    @classmethod
    def of_function(cls, blueprint: Blueprint, cases: tuple[TestCase, ...]) -> PackageState:
        """Return the state in which a function by itself begins."""
        [item] = blueprint.functions
        lone = FunctionState(specification=blueprint.function(item.name), cases=cases)
        return cls(blueprint=blueprint, function_states={item.name: lone}, items=(item.name,))

    @property
    def lone_function(self) -> FunctionState | None:
        """The function of a run that makes no package; None in the run of a package."""
        return next((state for state in self.function_states.values() if state.function is None), None)

    @property
    def cases(self) -> tuple[TestCase, ...]:
        return tuple(case for function_state in self.function_states.values() for case in function_state.cases)

    @property
    def digest(self) -> str:
        """The state of tests and code: a round that comes back to an earlier one goes in circles."""
        return digest([[d.digest for d in self.function_states.values()], sorted(s.digest for s in self.scenarios)])

    def candidate(self, candidate_id: str) -> Candidate:
        """Raise KeyError."""
        return {candidate.id: candidate for candidate in self.candidates}[candidate_id]

    def execution(self, candidate_id: str) -> Execution:
        """What the candidate did on the cases of all functions. Raise KeyError."""
        return joined(
            candidate_id, [function_state.execution(candidate_id) for function_state in self.function_states.values()]
        )

    def results_of(self, candidate_id: str) -> dict[str, ScenarioResult]:
        """What became of the native tests with this candidate, by the scenario's id."""
        return {result.scenario_id: result for result in self.scenario_results.get(candidate_id, ())}

    def passes_everything(self, candidate_id: str) -> bool:
        """Return whether there are tests at all and the candidate passes every one of them."""
        cases = [result for d in self.function_states.values() for result in d.execution(candidate_id).results]
        results = self.results_of(candidate_id)
        outcomes = [*(r.passed for r in cases), *(s.id in results and results[s.id].passed for s in self.scenarios)]
        return bool(outcomes) and all(outcomes)

    def contending(self, candidates: tuple[Candidate, ...]) -> PackageState:
        """Return the state with just these candidates. Outcomes of others are kept, and no longer weighed."""
        ids = {candidate.id for candidate in candidates}
        function_states = {
            name: function_state.model_copy(
                update={
                    "candidates": candidates,
                    "executions": tuple(e for e in function_state.executions if e.candidate_id in ids),
                }
            )
            for name, function_state in self.function_states.items()
        }
        return self.model_copy(update={"candidates": candidates, "function_states": function_states})

    def with_candidates(self, *further: Candidate) -> PackageState:
        """Return the state with further candidates, which have not been tried."""
        return self.contending((*self.candidates, *further))

    def replacing(self, old: Candidate, new: Candidate) -> PackageState:
        """Return the state with one candidate in the place of another."""
        return self.contending(tuple(new if one.id == old.id else one for one in self.candidates))

    def with_function(self, name: str, function_state: FunctionState) -> PackageState:
        """Return the state with this state in place of the function's earlier one."""
        return self.model_copy(update={"function_states": {**self.function_states, name: function_state}})

    def with_scenario(self, candidate_id: str, scenario: Scenario, result: ScenarioResult) -> PackageState:
        """Return the state with one more native test, which was tried with this candidate."""
        results = {**self.scenario_results, candidate_id: (*self.scenario_results.get(candidate_id, ()), result)}
        return self.model_copy(update={"scenarios": (*self.scenarios, scenario), "scenario_results": results})

    def without(self, ids: frozenset[str]) -> PackageState:
        """Return the state without these tests and their outcomes."""
        function_states = {name: _without(function_state, ids) for name, function_state in self.function_states.items()}
        kept = tuple(scenario for scenario in self.scenarios if scenario.id not in ids)
        results = {
            who: tuple(result for result in found if result.scenario_id not in ids)
            for who, found in self.scenario_results.items()
        }
        return self.model_copy(
            update={"function_states": function_states, "scenarios": kept, "scenario_results": results}
        )

    def in_round(self, number: int) -> PackageState:
        """Return the state in a later round."""
        function_states = {name: d.model_copy(update={"round": number}) for name, d in self.function_states.items()}
        return self.model_copy(update={"round": number, "function_states": function_states})


def _without(function_state: FunctionState, ids: frozenset[str]) -> FunctionState:
    executions = tuple(
        execution.model_copy(update={"results": tuple(r for r in execution.results if r.case_id not in ids)})
        for execution in function_state.executions
    )
    cases = tuple(case for case in function_state.cases if case.id not in ids)
    return function_state.model_copy(update={"cases": cases, "executions": executions})
