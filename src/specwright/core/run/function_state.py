"""What lies on the table in one round: the tests, the candidates, and their outcomes."""

from __future__ import annotations

from specwright.core.evidence.outcome import Execution
from specwright.core.evidence.probe import Probe
from specwright.core.program.candidate import Candidate
from specwright.core.program.data import Data
from specwright.core.value import Value, digest
from specwright.core.work.checker import Checker
from specwright.core.work.property import PropertyResult
from specwright.core.work.task import Specification
from specwright.core.work.testcase import TestCase


class ReadingObjection(Value):
    """A case of a second reading of the problem on which the code gives another answer."""

    case: TestCase
    """Its source is the passage of the problem."""
    code_answers: str


class FunctionState(Value):
    specification: Specification
    cases: tuple[TestCase, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    executions: tuple[Execution, ...] = ()
    """One for each candidate, once the round has been executed."""
    probes: tuple[Probe, ...] = ()
    """The outcomes of the candidates on inputs without known answers."""
    properties: tuple[PropertyResult, ...] = ()
    """Whether the properties that the specification states were seen to hold."""
    inputs: tuple[dict[str, Data], ...] = ()
    """Inputs written to distinguish candidates, without answers."""
    indifferent: tuple[dict[str, Data], ...] = ()
    """Inputs whose outcome does not matter to the person."""
    reread: tuple[TestCase, ...] = ()
    """Cases of a second reading of the problem, passage by passage."""
    objections: tuple[ReadingObjection, ...] = ()
    """Those of them that the code answers otherwise, and that a third reader did not take back."""
    left_open: tuple[TestCase, ...] = ()
    """Tests whose answer the second reader does not find in the words."""
    gathered: tuple[str, ...] = ()
    """The kinds of further evidence that were sought."""
    checker: Checker | None = None
    """Decides whether an answer is right, if several answers may be."""
    round: int = 1
    function: str | None = None
    """Of a package: the function that this is about."""

    @property
    def name(self) -> str:
        """The function's name."""
        return self.specification.signature.name

    def key(self, *parts: object) -> str:
        """Return the key of something done for this state. Another function of the package, or checker, has another."""
        own = [*([self.function] if self.function else []), *([self.checker.digest] if self.checker else [])]
        return digest([*parts, *own])

    def name_case(self, name: str) -> str:
        """Return the id of a case of this state: in a package it begins with the function's name."""
        return f"{self.function}.{name}" if self.function else name

    @property
    def digest(self) -> str:
        """The state of tests, code and evidence: a round that comes back to an earlier one goes in circles."""
        code = sorted({candidate.digest for candidate in self.candidates})
        return digest([sorted({case.digest for case in self.cases}), code, self.inputs, self.gathered])

    def candidate(self, candidate_id: str) -> Candidate:
        """Raise KeyError."""
        return {candidate.id: candidate for candidate in self.candidates}[candidate_id]

    def execution(self, candidate_id: str) -> Execution:
        """Raise KeyError."""
        return {execution.candidate_id: execution for execution in self.executions}[candidate_id]

    def with_execution(self, execution: Execution) -> FunctionState:
        """Return the state with this execution in place of the candidate's earlier one."""
        kept = (execution if e.candidate_id == execution.candidate_id else e for e in self.executions)
        return self.model_copy(update={"executions": tuple(kept)})
