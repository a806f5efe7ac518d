"""Requests and replies. The same types check what comes in and make the OpenAPI document."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from specwright.api import MAX_PROBLEM, RunSummary
from specwright.config import LanguageName
from specwright.core.run.result import TestReport
from specwright.core.value import Value
from specwright.ports.queue import QueueState

Text = Annotated[str, Field(max_length=MAX_PROBLEM)]
Lines = Annotated[tuple[Annotated[str, Field(max_length=20_000)], ...], Field(max_length=200)]
Code = Annotated[str, Field(max_length=1_000_000)]
RunId = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$")]
Cases = Annotated[tuple[dict[str, Any], ...], Field(min_length=1, max_length=10_000)]


class Budget(Value):
    """What a run may use. A limit of the user may be lower."""

    budget_usd: float | None = Field(None, gt=0)
    budget_tokens: int | None = Field(None, gt=0)
    budget_seconds: float | None = Field(None, gt=0)


class RunRequest(Budget):
    """A function to solve, or a package to generate."""

    problem: Text
    story: Literal["function", "package"] = "function"
    examples: Lines = ()
    language: LanguageName = "python"
    model: str | None = Field(None, max_length=200)
    """One of those that `GET /api/me` lists; the server's own if it is left out."""
    entry_point: str | None = Field(None, max_length=200)
    kind: Literal["function", "program", "class", "service"] | None = None
    constraints: Lines = ()
    test_requirements: Lines = ()
    strategy: Literal["test-driven", "incremental"] | None = None
    candidates: int | None = Field(None, ge=1, le=10)
    max_iterations: int | None = Field(None, ge=1, le=20)
    seed: int | None = Field(None, ge=0, le=2**31)
    questions: int = Field(1, ge=0, le=20)
    """How often the run may end with a question, which `POST /api/runs/ID/answer` answers."""
    run_id: RunId | None = None
    """The id of the run. The same request with the same id starts nothing twice."""


class RunAnswer(Value):
    """The right result of the call that a run asks about.

    `{"raises": "ValueError"}` is an error, `{"indifferent": true}` means that it does not matter, null that nobody
    knows.
    """

    answer: Any


class ResumeRequest(Budget):
    """Go on with a run that was cancelled, failed, or lacked a budget, a model or a sandbox."""


class RunView(Value):
    """A run, whether it waits, is under way, or has ended."""

    run_id: str
    owner: str
    state: QueueState | Literal["recorded"]
    """`recorded` is a run that was not asked for here."""
    added_at: str
    note: str = ""
    waiting_before: int | None = None
    """Runs that begin earlier, while it waits."""
    summary: RunSummary | None = None
    """None while nothing is recorded."""
    request: RunRequest | None = None


class RunList(Value):
    """Runs, the newest first."""

    runs: tuple[RunView, ...]


class RunsQuery(Value):
    """Which runs are listed."""

    search: str | None = Field(None, max_length=200)
    language: LanguageName | None = None
    verified: bool | None = None
    limit: int = Field(50, ge=1, le=1000)


class EventsQuery(Value):
    """Where a stream of events begins."""

    after: int = Field(-1, ge=-1)
    """The number of the last entry that is known. The header Last-Event-ID goes before it."""


class FileList(Value):
    """The files of a run by their paths, with their sizes in bytes."""

    files: dict[str, int]


class CasesRequest(Value):
    """A program and the cases to run it on."""

    code: Code
    cases: Cases
    entry_point: str = Field("run_code", max_length=200)
    language: LanguageName = "python"
    seconds: float = Field(10.0, gt=0, le=60)
    memory: str = Field("512m", max_length=20)


class CasesReply(Value):
    """A report of each case."""

    passed: int
    total: int
    cases: tuple[TestReport, ...]


class JudgeRequest(Value):
    """Programs that do the same thing, and tests that may be wrong. A case of the tier `user` is never doubted."""

    candidates: dict[str, Code] = Field(min_length=1, max_length=50)
    cases: Cases
    problem: Text = ""
    entry_point: str = Field("run_code", max_length=200)
    language: LanguageName = "python"
    seconds: float = Field(10.0, gt=0, le=60)


class CheckRequest(Value):
    """The files of a project by their paths. Nothing of it is kept."""

    files: dict[str, Code] = Field(min_length=1, max_length=2000)
    language: LanguageName = "python"
    bugs: int = Field(12, ge=0, le=50)
    seconds: float = Field(60.0, gt=0, le=300)


class SameRequest(Value):
    """Two versions of a file. Nothing of them is kept."""

    old: Code
    new: Code
    function: str | None = Field(None, pattern=r"^\w{1,200}$")
    """The only function to compare; None for all of the file."""
    language: LanguageName = "python"
    inputs: int = Field(500, ge=1, le=2000)
    seed: int = 0


class ExecRequest(Value):
    """One untrusted program."""

    code: Code
    language: LanguageName = "python"
    stdin: str = Field("", max_length=8_000_000)
    arguments: Lines = ()
    seconds: float = Field(30.0, gt=0, le=120)
    memory: str = Field("512m", max_length=20)


class ExecReply(Value):
    """How the program ended, and its output."""

    sandbox: str
    level: str
    stage: Literal["run", "build"]
    ending: str
    exit_code: int | None
    signal: int | None
    stdout: str
    stderr: str
    truncated: bool
    wall_seconds: float
    cpu_seconds: float
    peak_memory_bytes: int | None


class SignIn(Value):
    """A token, for a cookie."""

    token: str = Field(max_length=500)


class Me(Value):
    """The user, and what the server offers."""

    name: str
    admin: bool
    version: str
    languages: tuple[str, ...]
    models: tuple[str, ...]
    """The server's own first."""
    tokens_today: int
    usd_today: float
    tokens_per_day: int | None = None
    usd_per_day: float | None = None


class Link(Value):
    """A link that signs a browser in, once, within a quarter of an hour."""

    path: str
