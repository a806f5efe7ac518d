"""What a run hands over. Field names are a contract with users and machines."""

from __future__ import annotations

from enum import StrEnum
from operator import not_
from typing import Any, Final

from pydantic import Field, model_validator

from specwright.core.evidence.audit import AuditReport
from specwright.core.evidence.bar import Bar, BarKind
from specwright.core.evidence.failure import FailureKind
from specwright.core.evidence.finding import Finding
from specwright.core.evidence.native import NativeReport
from specwright.core.evidence.outcome import CaseResult, Ending
from specwright.core.evidence.quality import Quality
from specwright.core.evidence.ruling import Ruling
from specwright.core.existing.outcome import ChangeReport
from specwright.core.memory.recollection import MemoryUse
from specwright.core.program.data import to_json
from specwright.core.program.package import Package
from specwright.core.program.signature import Signature
from specwright.core.run.notebook import html_of
from specwright.core.value import Value
from specwright.core.work.blueprint import Constraint
from specwright.core.work.libraries.lock import LockedPackage
from specwright.core.work.performance import BoundResult, BoundVerdict, Optimization
from specwright.core.work.question import UserQuestion
from specwright.core.work.scenario import FlakyTest, RevisedScenario
from specwright.core.work.task import Requirement
from specwright.core.work.testcase import TestCase, Tier


class Word(StrEnum):
    """What a result may be called."""

    VERIFIED = "VERIFIED"
    """All tests pass, the judge accepts the code, an example or answer of the user confirms it, and no bar stands."""
    UNCONFIRMED = "UNCONFIRMED"
    """The same, but no example or answer of the user confirms that the task was understood."""
    NOT_VERIFIED = "NOT VERIFIED"


class State(StrEnum):
    """How a run ended. A run never reports a state that it did not reach."""

    TESTS_PASSING = "TESTS_PASSING"
    TESTS_PASSING_AFTER_REFINEMENT = "TESTS_PASSING_AFTER_REFINEMENT"
    SYNTAX_ERROR_CORRECTED = "SYNTAX_ERROR_CORRECTED"
    PERFORMANCE_OPTIMIZED = "PERFORMANCE_OPTIMIZED"
    TESTS_FAILING = "TESTS_FAILING"
    SPEC_CONFLICT = "SPEC_CONFLICT"
    BUDGET_EXHAUSTED = "BUDGET_EXHAUSTED"
    MODEL_UNAVAILABLE = "MODEL_UNAVAILABLE"
    SANDBOX_UNAVAILABLE = "SANDBOX_UNAVAILABLE"
    AWAITING_ANSWER = "AWAITING_ANSWER"

    @property
    def passing(self) -> bool:
        return self in (
            State.TESTS_PASSING,
            State.TESTS_PASSING_AFTER_REFINEMENT,
            State.SYNTAX_ERROR_CORRECTED,
            State.PERFORMANCE_OPTIMIZED,
        )

    @property
    def final(self) -> bool:
        """Whether the run came to its own end; otherwise it can be resumed once the missing part is there."""
        return self not in (
            State.BUDGET_EXHAUSTED,
            State.MODEL_UNAVAILABLE,
            State.SANDBOX_UNAVAILABLE,
            State.AWAITING_ANSWER,
        )


class TestReport(Value):
    """One test in the result: the contract's name, input and expected, and what really happened."""

    __test__ = False

    id: str
    name: str
    input: dict[str, Any]
    expected: Any
    function: str | None = None
    """Of a package: the function that it calls."""
    tier: Tier
    digest: str
    held_out: bool
    requirement: str | None
    passed: bool | None
    """None when the test never ran."""
    actual: Any = None
    error: str | None = None
    by_checker: bool | None = None
    """True if `actual` is another answer than `expected`, and passes because the checker accepts it."""


class CheckerReport(Value):
    """A program, written from the specification, that decides whether an answer is right."""

    function: str | None = None
    """Of a package: the function whose answers it checks."""
    code: str
    author: str
    accepted: int
    """Answers of the code on its tests that the checker accepts."""
    rejected: int
    """Mutated answers that it rejected when it was vetted, of `mutated`."""
    mutated: int

    def __str__(self) -> str:
        whose = f"{self.function}: " if self.function else ""
        return (
            f"{whose}several answers may be right: checked by a program written from the specification "
            f"(checker accepted {self.accepted} answers, rejected {self.rejected} of {self.mutated} mutated ones)"
        )


class ScenarioReport(Value):
    """One native test file in the result, and what really happened."""

    id: str
    name: str
    kind: str
    item: str | None
    digest: str
    held_out: bool
    requirements: tuple[str, ...]
    passed: bool | None
    """None when it never ran."""
    error: str | None = None


class RequirementRow(Value):
    """One row of the matrix of requirements and tests."""

    requirement: str
    """Its id."""
    tests: tuple[str, ...] = ()
    """The ids of the tests, scenarios and measurements that check it."""
    passed: bool | None = None
    """Whether all of them pass; None when none of them ran."""


class Phase(Value):
    """A part of the run with its time, the model's share of it apart."""

    name: str
    seconds: float
    model_seconds: float


class TestTotals(Value):
    __test__ = False

    total_tests: int
    passed: int
    failed: int
    coverage: float | None = None
    """Percent of lines, if it was measured."""


class RevisedTest(Value):
    """A test that changed or was dropped, with the ruling that allowed it."""

    id: str
    before: TestCase
    after: TestCase | None
    ruling: Ruling


class Refusal(Value):
    """A revision that was proposed and not made."""

    case_id: str
    reason: str


class Revision(Value):
    """One round's changes: only of tests and code that were ruled wrong, and why."""

    round: int
    reasoning: str
    revised_test_cases: tuple[RevisedTest, ...] = ()
    revised_function: str | None = None
    """The id of the candidate that came of it."""
    revised_from: str | None = None
    rulings: tuple[Ruling, ...] = ()
    refused: tuple[Refusal, ...] = ()
    revised_scenarios: tuple[RevisedScenario, ...] = ()
    failures: tuple[FailureKind, ...] = ()
    """The kinds of failure that the code was repaired for."""
    static: bool = False
    """Whether the repair needed no model."""
    findings: tuple[Finding, ...] = Field((), exclude_if=not_)
    """Findings of the tools that the code's writer was asked to mend, each by its name and place."""
    files: tuple[str, ...] = Field((), exclude_if=not_)
    """The files that were rewritten, of a package of several; all others are as they were."""
    memory: str = Field("", exclude_if=not_)
    """The id of the correction of the memory that it was."""


class Spending(Value):
    """What the run cost: the model's part and ours, apart."""

    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = 0.0
    model_seconds: float = 0.0
    own_seconds: float = 0.0


class Result(Value):
    """How a run ended, and its outcome. `to_dict` is its short form."""

    run_id: str
    execution_result: State
    verified: bool
    """All tests pass, the judge accepts the code, and nothing in `bars` speaks against the word."""
    confidence: float | None
    """The judge's probability that the code is right; None when nothing could be judged."""
    explanation: str
    language: str
    entry_point: str
    signature: Signature | None = None
    code: str | None = None
    tests: tuple[TestReport, ...] = ()
    test_results: TestTotals
    revisions: tuple[Revision, ...] = ()
    iterations_required: int = 0
    error_details: str | None = None
    validation_method: str = "EXECUTED"
    confidence_level: str | None = None
    manual_review_recommended: bool = False
    bars: tuple[Bar, ...] = ()
    """Reasons why the result is not verified although the judge may accept it."""
    assumptions: tuple[str, ...] = ()
    """How the open points of the problem were read."""
    checkers: tuple[CheckerReport, ...] = ()
    """The checker that decides if several answers may be right."""
    warnings: tuple[str, ...] = ()
    written_by: str | None = None
    """Who wrote the code that is handed over: a model's name, a pattern's."""
    model: str
    sandbox: str
    spending: Spending
    memory: tuple[MemoryUse, ...] = Field((), exclude_if=not_)
    """The entries of the memory that were used, and what each changed."""
    requirements: tuple[Requirement, ...] = ()
    matrix: tuple[RequirementRow, ...] = ()
    """Which tests check which requirement."""
    unclear: tuple[str, ...] = ()
    packages: tuple[LockedPackage, ...] = Field((), exclude_if=not_)
    """The third-party packages that the code could use, with versions and hashes."""
    question: UserQuestion | None = Field(None, exclude_if=not_)
    """The open question, if the run is AWAITING_ANSWER."""
    change: ChangeReport | None = Field(None, exclude_if=not_)
    """What became of existing code, if the run was about that."""
    # What follows is set for packages alone.
    package: Package | None = None
    documentation: str | None = None
    """The package's README."""
    quality_score: float | None = None
    """From 0 to 1, measured; None when nothing could be measured."""
    quality: Quality | None = None
    constraints: tuple[Constraint, ...] = ()
    scenarios: tuple[ScenarioReport, ...] = ()
    audit: AuditReport | None = Field(None, exclude_if=not_)
    """What holds of the package under the task's policy, if it has one."""
    native: NativeReport | None = None
    """The report of the language's own test runner about the finished package."""
    performance: tuple[BoundResult, ...] = ()
    optimizations_applied: tuple[Optimization, ...] = ()
    flaky_tests: tuple[FlakyTest, ...] = ()
    strategy: str | None = None
    why_strategy: str | None = None
    phases: tuple[Phase, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _without_word(cls, data: Any) -> Any:
        """Drop the word from a printed result: it follows from the other fields."""
        return {name: data[name] for name in data if name != "word"} if isinstance(data, dict) else data

    @property
    def word(self) -> Word:
        """What the result may be called: VERIFIED, UNCONFIRMED or NOT VERIFIED."""
        if self.verified:
            return Word.VERIFIED
        slow = any(bound.verdict is BoundVerdict.FAILS for bound in self.performance)
        agreed = self.bars and all(bar.kind is BarKind.UNCONFIRMED for bar in self.bars)
        return Word.UNCONFIRMED if agreed and self.execution_result.passing and not slow else Word.NOT_VERIFIED

    def document(self) -> dict[str, Any]:
        """Return all that is known, as JSON data: what `--json` prints and `specwright.json` holds."""
        return {"word": self.word.value, **self.model_dump(mode="json")}

    def to_dict(self) -> dict[str, Any]:
        """Return what users ask for, as flat JSON data: code, tests, documentation, execution_result and so on.

        `files` has every file of a package by its path. `document` has all that is known.
        """
        whole = self.model_dump(mode="json")
        tests = [{name: test[name] for name in _FLAT_TEST} for test in whole["tests"]]
        package = self.package
        files = {**package.sources, **package.tests} if package else {}
        fields = {name: whole[name] for name in _FLAT}
        return {"code": self.code, "tests": tests, "word": self.word.value, **fields, "files": files}

    def _repr_html_(self) -> str:
        """Return the result as a notebook shows it."""
        return html_of(self)


_FLAT: Final = (
    "run_id",
    "execution_result",
    "verified",
    "confidence",
    "explanation",
    "language",
    "entry_point",
    "documentation",
    "quality_score",
    "test_results",
    "iterations_required",
    "error_details",
    "optimizations_applied",
    "validation_method",
    "confidence_level",
    "manual_review_recommended",
    "warnings",
    "written_by",
    "model",
    "sandbox",
)
_FLAT_TEST: Final = ("id", "name", "input", "expected", "passed", "actual", "error")


def report(case: TestCase, result: CaseResult | None) -> TestReport:
    """Return the public form of a case and what became of it."""
    outcome = result.outcome if result else None
    returned = outcome is not None and outcome.ending is Ending.RETURNED
    return TestReport(
        id=case.id,
        **case.contract(),
        function=case.function,
        tier=case.tier,
        digest=case.digest,
        held_out=case.held_out,
        requirement=case.requirement,
        passed=result.passed if result else None,
        actual=to_json(outcome.value) if outcome and returned else None,
        error=None if outcome is None or returned else str(outcome),
        by_checker=True if result and result.by_checker else None,
    )
