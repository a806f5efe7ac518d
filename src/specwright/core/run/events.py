"""Everything that can happen in a run. The log of these events is the truth; all else is a reading of it.

Three roles:

    told     a step of the run, decided by the pipeline. A repeated run takes the same steps in the same order.
    effect   something from outside (a model's answer, an execution), kept so that it need not happen twice.
    note     about the run rather than in it: interrupted, resumed. Skipped when a run is repeated.

`Progress` values are shown while they happen and never kept.
"""

from __future__ import annotations

from operator import not_
from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from specwright.core.evidence.audit import AuditReport
from specwright.core.evidence.bar import Bar
from specwright.core.evidence.finding import Check
from specwright.core.evidence.native import NativeReport
from specwright.core.evidence.outcome import Execution
from specwright.core.evidence.probe import Probe
from specwright.core.evidence.quality import Quality, QualityMetrics
from specwright.core.evidence.ruling import Verdict
from specwright.core.existing.change import ProjectChange
from specwright.core.existing.comparison import ComparedFunction
from specwright.core.existing.outcome import ChangeEvidence, ChangeWord, SeededBugs
from specwright.core.existing.tests import FileTests
from specwright.core.memory.recollection import Recollection
from specwright.core.program.candidate import Candidate
from specwright.core.program.package import Package
from specwright.core.run.result import Result, Revision
from specwright.core.value import Value
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.checker import Checker
from specwright.core.work.performance import BoundResult, Optimization
from specwright.core.work.question import UserAnswer, UserQuestion
from specwright.core.work.scenario import FlakyTest, Scenario, ScenarioResult
from specwright.core.work.task import Specification, Task
from specwright.core.work.testcase import TestCase

Role = Literal["told", "effect", "note"]


class RunLimits(Value):
    """What the user allowed this run, kept in its log so that a resumed run obeys the same limits."""

    max_iterations: int = 5
    candidates: int = 3
    by_doubt: bool = Field(False, exclude_if=not_)
    """Draw candidates one after the other, up to `candidates`, and only while another could change the verdict."""
    budget_usd: float | None = None
    budget_tokens: int | None = None
    budget_seconds: float | None = None
    max_code_length: int = 10_000
    call_seconds: float = 10.0
    native_seconds: float = 30.0
    """Of a package: for one run of all its own tests."""
    memory_bytes: int = 512 * 1024 * 1024
    temperature: float | None = 0.2
    max_tokens: int | None = 2000
    seed: int = 0
    questions: int = 0
    """How often the person who knows may be asked."""
    metrics: QualityMetrics = QualityMetrics()
    """Of a package: the bars of its gates."""
    recalls: bool = Field(False, exclude_if=not_)
    """Whether the memory is asked. What it gives is recorded, so a repeated run needs no memory."""
    out: str = Field("", exclude_if=not_)
    """The folder that the user named for the result. `resume` writes to it."""

    @property
    def first_candidates(self) -> int:
        """How many candidates are drawn before anything is executed."""
        return 1 if self.by_doubt else self.candidates


class RunStarted(Value):
    role: ClassVar[Role] = "told"
    kind: Literal["run_started"] = "run_started"
    task: Task
    limits: RunLimits
    model: str
    why_model: str = ""
    """Why this model and no other."""
    sandbox: str
    author: str = "model"
    """Who wrote: a model in conversation, or what works without one. A resumed run keeps its author."""
    version: str
    tools: dict[str, str] = Field(default_factory=dict)
    """The language's tools, the sandbox's walls and the system that they run on, with their versions."""


class StageEntered(Value):
    role: ClassVar[Role] = "told"
    kind: Literal["stage_entered"] = "stage_entered"
    stage: str
    round: int = 0


class Specified(Value):
    role: ClassVar[Role] = "told"
    kind: Literal["specified"] = "specified"
    specification: Specification


class Planned(Value):
    """What a package must be, and how it is gone about."""

    role: ClassVar[Role] = "told"
    kind: Literal["planned"] = "planned"
    blueprint: Blueprint
    strategy: str
    why_strategy: str


class StrategyChosen(Value):
    """How a function is gone about, if there was a choice."""

    role: ClassVar[Role] = "told"
    kind: Literal["strategy_chosen"] = "strategy_chosen"
    strategy: str
    why: str


class TestsWritten(Value):
    __test__ = False
    role: ClassVar[Role] = "told"
    kind: Literal["tests_written"] = "tests_written"
    cases: tuple[TestCase, ...]
    cites: dict[str, str] = Field(default_factory=dict, exclude_if=not_)
    """By the id of a known example, the requirement of the same test in the writer's reply."""


class CheckerWritten(Value):
    """Several answers may be right, and this program decides which are. It was vetted."""

    role: ClassVar[Role] = "told"
    kind: Literal["checker_written"] = "checker_written"
    checker: Checker


class CheckerDropped(Value):
    """No checker is used, or no longer, and the tests that only it could decide are set aside."""

    role: ClassVar[Role] = "told"
    kind: Literal["checker_dropped"] = "checker_dropped"
    checker: Checker | None = None
    why: str
    cases: tuple[str, ...] = ()
    """The ids of the tests that are set aside."""


class ScenariosWritten(Value):
    role: ClassVar[Role] = "told"
    kind: Literal["scenarios_written"] = "scenarios_written"
    scenarios: tuple[Scenario, ...]


class ScenariosTried(Value):
    """What became of the native tests with the candidate that leads, or that is handed over."""

    role: ClassVar[Role] = "told"
    kind: Literal["scenarios_tried"] = "scenarios_tried"
    candidate_id: str
    results: tuple[ScenarioResult, ...]


class CandidateWritten(Value):
    role: ClassVar[Role] = "told"
    kind: Literal["candidate_written"] = "candidate_written"
    candidate: Candidate


class Ruled(Value):
    """The judge's verdict on a round, made from the executions of that round."""

    role: ClassVar[Role] = "told"
    kind: Literal["ruled"] = "ruled"
    round: int
    verdict: Verdict


class Restored(Value):
    """Later rounds made it worse: tests and verdict are those of an earlier round again."""

    role: ClassVar[Role] = "told"
    kind: Literal["restored"] = "restored"
    round: int
    cases: tuple[TestCase, ...]
    scenarios: tuple[Scenario, ...] = ()
    verdict: Verdict


class Barred(Value):
    """Why the result may not be called verified, beside its probability."""

    role: ClassVar[Role] = "told"
    kind: Literal["barred"] = "barred"
    bars: tuple[Bar, ...]


class Revised(Value):
    role: ClassVar[Role] = "told"
    kind: Literal["revised"] = "revised"
    revision: Revision


class Quarantined(Value):
    """Tests that gave two answers for one program: they are set aside and decide nothing."""

    role: ClassVar[Role] = "told"
    kind: Literal["quarantined"] = "quarantined"
    tests: tuple[FlakyTest, ...]


class Optimised(Value):
    """A faster version was kept: it passes all tests and was measured to be faster."""

    role: ClassVar[Role] = "told"
    kind: Literal["optimised"] = "optimised"
    optimization: Optimization
    candidate_id: str


class Packaged(Value):
    """The package as it stands: code, native tests and documents."""

    role: ClassVar[Role] = "told"
    kind: Literal["packaged"] = "packaged"
    package: Package
    candidate_id: str


class Graded(Value):
    """The measured score of the package."""

    role: ClassVar[Role] = "told"
    kind: Literal["graded"] = "graded"
    quality: Quality


class ChangeWritten(Value):
    """A new version of existing code, not yet tried."""

    role: ClassVar[Role] = "told"
    kind: Literal["change_written"] = "change_written"
    id: str
    change: ProjectChange
    origin: str
    """Who wrote it: a model's name, or `you`."""
    description: str = ""


class ChangeRuled(Value):
    """What all evidence about a version comes to."""

    role: ClassVar[Role] = "told"
    kind: Literal["change_ruled"] = "change_ruled"
    id: str
    word: ChangeWord
    reasons: tuple[str, ...]
    evidence: ChangeEvidence


class Warned(Value):
    role: ClassVar[Role] = "told"
    kind: Literal["warned"] = "warned"
    text: str
    passing: bool = Field(False, exclude_if=not_)
    """Whether it is only about what is being done, so that the result need not have it."""


class RunEnded(Value):
    role: ClassVar[Role] = "told"
    kind: Literal["run_ended"] = "run_ended"
    result: Result


class Answered(Value):
    """A model's answer. Question and reply are blobs, named by their sha256."""

    role: ClassVar[Role] = "effect"
    kind: Literal["answered"] = "answered"
    key: str
    stage: str
    prompt_digest: str
    question: str
    reply: str
    model: str
    requests: int
    input_tokens: int
    output_tokens: int
    usd: float | None
    cut: bool = False
    """Whether the reply ended at the length limit."""
    seconds: float
    elapsed: float
    """Seconds that the run had been at work when the answer was there; pauses between processes do not count."""


class Unanswered(Value):
    """A question to which no answer was to be had."""

    role: ClassVar[Role] = "effect"
    kind: Literal["unanswered"] = "unanswered"
    key: str
    stage: str
    code: str
    message: str
    hint: str | None = None
    elapsed: float


class Executed(Value):
    """All calls of one candidate, made and compared."""

    role: ClassVar[Role] = "effect"
    kind: Literal["executed"] = "executed"
    key: str
    round: int
    execution: Execution
    elapsed: float = 0.0


class Probed(Value):
    """The outcomes of the candidates on inputs without known answers."""

    role: ClassVar[Role] = "effect"
    kind: Literal["probed"] = "probed"
    key: str
    round: int
    probes: tuple[Probe, ...]
    elapsed: float = 0.0


class Tested(Value):
    """A candidate's package, run by its language's own test runner."""

    __test__ = False
    role: ClassVar[Role] = "effect"
    kind: Literal["tested"] = "tested"
    key: str
    round: int
    candidate_id: str
    report: NativeReport
    elapsed: float = 0.0


class Inspected(Value):
    """What the language's tools found in a package."""

    role: ClassVar[Role] = "effect"
    kind: Literal["inspected"] = "inspected"
    key: str
    checks: tuple[Check, ...]
    scenario_id: str | None = None
    """The new native test that was tried by itself; None where the whole package was looked at."""
    elapsed: float = 0.0


class Audited(Value):
    """What an audit under the task's policy says of a package."""

    role: ClassVar[Role] = "effect"
    kind: Literal["audited"] = "audited"
    key: str
    candidate_id: str
    report: AuditReport
    elapsed: float = 0.0


class Formatted(Value):
    """Files of a package as the community's formatter lays them out; those that it changed."""

    role: ClassVar[Role] = "effect"
    kind: Literal["formatted"] = "formatted"
    key: str
    files: dict[str, str]
    elapsed: float = 0.0


class Raced(Value):
    """A version that was to be faster, measured beside the one before it."""

    role: ClassVar[Role] = "effect"
    kind: Literal["raced"] = "raced"
    key: str
    candidate_id: str
    optimization: Optimization | None = None
    """The measured effect; None where the new version is not to be kept."""
    discarded: str = ""
    """Why it is not."""
    elapsed: float = 0.0


class Measured(Value):
    """The outcome of measuring a candidate against the stated bounds."""

    role: ClassVar[Role] = "effect"
    kind: Literal["measured"] = "measured"
    key: str
    candidate_id: str
    results: tuple[BoundResult, ...]
    elapsed: float = 0.0


class BehaviourCompared(Value):
    """Functions of two versions, side by side on the same inputs."""

    role: ClassVar[Role] = "effect"
    kind: Literal["behaviour_compared"] = "behaviour_compared"
    key: str
    id: str
    """Of the new version."""
    comparisons: tuple[ComparedFunction, ...] = ()
    skipped: dict[str, str] = Field(default_factory=dict)
    missing: tuple[str, ...] = ()
    seeded: SeededBugs | None = None
    elapsed: float = 0.0


class TestsSought(Value):
    """New tests of one source file: searched for, written and run."""

    __test__ = False

    role: ClassVar[Role] = "effect"
    kind: Literal["tests_sought"] = "tests_sought"
    key: str
    found: FileTests
    failing: tuple[str, ...] = ()
    """Tests of the project that fail without any change."""
    elapsed: float = 0.0


class Recalled(Value):
    """What the memory gave to the run."""

    role: ClassVar[Role] = "effect"
    kind: Literal["recalled"] = "recalled"
    key: str
    recollection: Recollection
    elapsed: float = 0.0


class RunInterrupted(Value):
    role: ClassVar[Role] = "note"
    kind: Literal["run_interrupted"] = "run_interrupted"
    reason: str


class RunResumed(Value):
    role: ClassVar[Role] = "note"
    kind: Literal["run_resumed"] = "run_resumed"
    model: str
    sandbox: str
    limits: RunLimits
    tools: dict[str, str] = Field(default_factory=dict)


class UserAnswered(Value):
    """The person was asked, and answered."""

    role: ClassVar[Role] = "effect"
    kind: Literal["user_answered"] = "user_answered"
    key: str
    question: UserQuestion
    answer: UserAnswer
    elapsed: float = 0.0


class Superseded(Value):
    """A resumed run went another way than its record, made by another version: these entries no longer count."""

    role: ClassVar[Role] = "note"
    kind: Literal["superseded"] = "superseded"
    first: int = Field(ge=1)
    last: int
    """The numbers of the entries, both included."""
    version: str
    """The version that went on with the run."""


Told = (
    RunStarted
    | StageEntered
    | Specified
    | Planned
    | StrategyChosen
    | TestsWritten
    | CheckerWritten
    | CheckerDropped
    | ScenariosWritten
    | ScenariosTried
    | CandidateWritten
    | Ruled
    | Barred
    | Restored
    | Revised
    | Quarantined
    | Optimised
    | Packaged
    | Graded
    | ChangeWritten
    | ChangeRuled
    | Warned
    | RunEnded
)
Performed = (
    Executed | Probed | Tested | Inspected | Measured | Raced | Formatted | Audited | BehaviourCompared | TestsSought
)
"""What happened in the sandbox."""
Supplied = UserAnswered | Recalled
"""What a person or the memory gave."""
Effect = Answered | Unanswered | Supplied | Performed
Note = RunInterrupted | RunResumed | Superseded
Event = Annotated[Told | Effect | Note, Field(discriminator="kind")]

EVENT: TypeAdapter[Told | Effect | Note] = TypeAdapter(Event, config=ConfigDict(defer_build=True))


class CaseFinished(Value):
    kind: Literal["case_finished"] = "case_finished"
    candidate_id: str
    case_id: str
    passed: bool


class AnswerComing(Value):
    """A model is answering: how much has come so far, or why we wait before asking again."""

    kind: Literal["answer_coming"] = "answer_coming"
    stage: str
    output_chars: int = 0
    waiting_seconds: float = 0.0
    reason: str = ""


Progress = CaseFinished | AnswerComing


class Entry(Value):
    """An event in its place in the log."""

    run_id: str
    seq: int
    at: str
    event: Event
