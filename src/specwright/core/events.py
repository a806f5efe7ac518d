"""Everything that can happen in a run. The log of these events is the truth; all else is a reading of it.

Three roles:

    told     a step of the story, decided by the pipeline. Telling a run again tells the same steps in the same order.
    effect   something from outside (a model's answer, an execution), kept so that it need not happen twice.
    note     said about the run rather than in it: interrupted, resumed. Skipped when told again.

`Progress` values are shown while they happen and never kept.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from specwright.core.candidate import Candidate
from specwright.core.outcome import Execution
from specwright.core.probe import Probe
from specwright.core.result import Result, Revision
from specwright.core.ruling import Verdict
from specwright.core.task import Specification, Task
from specwright.core.testcase import TestCase
from specwright.core.value import Value

Role = Literal["told", "effect", "note"]


class RunLimits(Value):
    """What the user allowed this run, kept in its log so that a resumed run obeys the same limits."""

    max_iterations: int = 5
    candidates: int = 3
    budget_usd: float | None = None
    budget_tokens: int | None = None
    budget_seconds: float | None = None
    max_code_length: int = 10_000
    call_seconds: float = 10.0
    memory_bytes: int = 512 * 1024 * 1024
    temperature: float | None = 0.2
    max_tokens: int | None = 2000
    seed: int = 0


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


class StageEntered(Value):
    role: ClassVar[Role] = "told"
    kind: Literal["stage_entered"] = "stage_entered"
    stage: str
    round: int = 0


class Specified(Value):
    role: ClassVar[Role] = "told"
    kind: Literal["specified"] = "specified"
    specification: Specification


class TestsWritten(Value):
    __test__ = False
    role: ClassVar[Role] = "told"
    kind: Literal["tests_written"] = "tests_written"
    cases: tuple[TestCase, ...]


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


class Revised(Value):
    role: ClassVar[Role] = "told"
    kind: Literal["revised"] = "revised"
    revision: Revision


class Warned(Value):
    role: ClassVar[Role] = "told"
    kind: Literal["warned"] = "warned"
    text: str


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
    elapsed: float


class Probed(Value):
    """What the candidates did on inputs whose right answers nobody knows."""

    role: ClassVar[Role] = "effect"
    kind: Literal["probed"] = "probed"
    key: str
    round: int
    probes: tuple[Probe, ...]
    elapsed: float


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


Told = RunStarted | StageEntered | Specified | TestsWritten | CandidateWritten | Ruled | Revised | Warned | RunEnded
Effect = Answered | Unanswered | Executed | Probed
Note = RunInterrupted | RunResumed
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
