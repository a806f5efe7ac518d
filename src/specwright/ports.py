"""The Protocols that the pipeline speaks to. Adapters implement them; the pipeline never imports an adapter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal, Protocol

from pydantic import Field

from specwright.core.finding import CheckKind
from specwright.core.outcome import Outcome
from specwright.core.signature import Signature
from specwright.core.value import Value, digest

if TYPE_CHECKING:
    from specwright.core.data import Comparison
    from specwright.core.finding import Check, Spot
    from specwright.core.native import NativeReport
    from specwright.core.package import Item, Package
    from specwright.core.testcase import TestCase

# --- model -----------------------------------------------------------------------------------------------------


class Turn(Value):
    """One message of a conversation."""

    role: Literal["user", "assistant"]
    text: str


class Question(Value):
    """One exchange with a model, complete in itself. Equal questions have equal `key`s."""

    stage: str
    instructions: str
    turns: tuple[Turn, ...] = Field(min_length=1)
    reply_schema: dict[str, Any] | None = None
    """The JSON Schema that the reply must follow; None for free text."""
    temperature: float | None = None
    max_tokens: int | None = None
    sample: int = 0
    """Which of several independent answers to the same words this one is."""
    prompt_digest: str = ""
    """The sha256 of the template that the words were made from."""

    @property
    def key(self) -> str:
        return digest(self.model_dump(mode="json"))


class Usage(Value):
    """What an exchange cost. `usd` is None where the price is not known."""

    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = 0.0
    requests: int = 1

    def __add__(self, other: Usage) -> Usage:
        usd = None if self.usd is None or other.usd is None else self.usd + other.usd
        return Usage(
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            usd=usd,
            requests=self.requests + other.requests,
        )


class Reply(Value):
    """A model's answer as text. `model` names what really answered."""

    text: str
    model: str
    cut: bool = False
    """Whether the model was stopped (length limit, content filter): the text ends early, and was paid for."""
    usage: Usage = Usage()
    seconds: float = 0.0


class Heard(Value):
    """Progress of an answer that is still on its way: how much has come, or that we wait to try again."""

    output_chars: int = 0
    waiting_seconds: float = 0.0
    reason: str = ""


class Model(Protocol):
    @property
    def name(self) -> str:
        """Such as `openai:gpt-5`, as recorded in results."""

    @property
    def priced(self) -> bool:
        """Whether the price of an answer is known (a model on this machine costs nothing, and that is known)."""

    async def ask(self, question: Question, hear: Callable[[Heard], None] | None = None) -> Reply:
        """Answer one question; retries of its transport are its own business.

        Raises ModelError when no answer is to be had and ReplyUnusable when what came is no answer at all, and nothing
        else. Cancellation ends the request at once.
        """

    async def close(self) -> None:
        """Let go of connections and memory. Calling it twice is harmless."""


# --- sandbox ---------------------------------------------------------------------------------------------------


class Limits(Value):
    """What one job may use. Every limit is enforced on the whole tree of processes."""

    wall_seconds: float = 30.0
    cpu_seconds: float = 30.0
    memory_bytes: int = 512 * 1024 * 1024
    processes: int = 64
    open_files: int = 256
    file_bytes: int = 64 * 1024 * 1024
    """The size of any one file, and of the private file system as a whole."""
    output_bytes: int = 1024 * 1024
    """Of stdout and of stderr each; more is cut off with a note."""
    report_bytes: int = 64 * 1024 * 1024
    """Of the report descriptor."""


class Mount(Value):
    """A path of the host that a job may read, at the same path or at another."""

    source: str
    target: str | None = None
    image: bool = False
    """The source is a container image that has all the job needs; nothing else is mounted then."""


class Job(Value):
    """One program to run: its files, its command, what it reads, what is kept of it.

    The files are laid out in the working directory (the job's home). Two jobs that differ in `stdin` alone are the same
    program: a sandbox may start it ahead of time and hand it its input when that is known.
    """

    argv: tuple[str, ...] = Field(min_length=1)
    files: dict[str, bytes] = Field(default_factory=dict)
    stdin: bytes = b""
    env: dict[str, str] = Field(default_factory=dict)
    mounts: tuple[Mount, ...] = ()
    limits: Limits = Limits()
    report: bool = False
    """Whether descriptor 3 is open for writing; what is written there comes back as `ExecResult.report`."""
    last_words: bytes = b""
    """A report that closes with these says that the work is done: a sandbox may then end the job, as if it had exited
    with 0, instead of waiting until it does."""
    collect: tuple[str, ...] = ()
    """Files of the working directory to bring back, regular files only, links never followed."""


class ExecEnding(StrEnum):
    EXITED = "exited"
    SIGNALLED = "signalled"
    TIMEOUT = "timeout"
    CPU_LIMIT = "cpu limit"
    OUT_OF_MEMORY = "out of memory"
    OUTPUT_LIMIT = "output limit"
    PROCESS_LIMIT = "process limit"
    FORBIDDEN = "forbidden system call"


class ExecResult(Value):
    """How a job ended and what it left. Says nothing about whether that was right."""

    ending: ExecEnding
    exit_code: int | None = None
    signal: int | None = None
    stdout: bytes = b""
    stderr: bytes = b""
    report: bytes = b""
    truncated: bool = False
    files: dict[str, bytes] = Field(default_factory=dict)
    wall_seconds: float = 0.0
    cpu_seconds: float = 0.0
    peak_memory_bytes: int | None = None


class Sandbox(Protocol):
    @property
    def name(self) -> str:
        """The technology: `bubblewrap`, `namespaces`, `docker`, `podman`."""

    @property
    def level(self) -> str:
        """The walls that were tried and held, in a few words, for results and for people."""

    async def run(self, job: Job) -> ExecResult:
        """Run one job in a sandbox of its own and end everything it started.

        Raises SandboxUnavailable, and nothing else: whatever the program does is an ExecResult. Cancellation kills it.
        """

    async def warm(self, job: Job, count: int = 1) -> None:
        """Keep `count` sandboxes ready in which this program has started and waits for its input. A hint."""

    async def close(self) -> None:
        """End what is ready or running and leave nothing behind. Calling it twice is harmless."""


# --- toolchain -------------------------------------------------------------------------------------------------


class Program(Value):
    """A candidate's code with the signature that it must offer."""

    code: str
    signature: Signature

    @property
    def digest(self) -> str:
        return digest(self.model_dump(mode="json"))


class CallLimits(Value):
    """What one call may use."""

    seconds: float = 10.0
    memory_bytes: int = 512 * 1024 * 1024
    seed: int = 0
    exact: bool = False
    """Whether the time of short calls is to be taken as exactly as the language can, by making each several times."""


class Toolchain(Protocol):
    """A language: pure functions that lay out files and commands and read reports. It never runs anything."""

    @property
    def language(self) -> str: ...

    @property
    def version(self) -> str:
        """Of the tools, such as `3.11.2`; empty where only the sandbox's image knows it."""

    @property
    def file_name(self) -> str:
        """What the solution's file is called, such as `solution.py`."""

    def declaration(self, signature: Signature) -> str:
        """The function's declaration in this language, as the code writer is shown it."""

    def objection(self, program: Program) -> str | None:
        """Why this text cannot be the program (syntax, missing function), seen without running it; None if it can."""

    def build(self, program: Program) -> Job | None:
        """The job that compiles the program; None where nothing is to be built."""

    def build_many(self, programs: Sequence[Program]) -> Job | None:
        """The job that builds several with few starts of the compiler; None where that gains nothing.

        What one of them does when it runs, or says in its text, must not reach another: those that could are left out.
        """

    def read_builds(self, result: ExecResult, programs: Sequence[Program]) -> tuple[Mapping[str, bytes] | None, ...]:
        """The files of each program that `build_many` left, as `calls` takes them.

        None for one that has to be built alone, and nothing at all in it for one that another took down with it.
        """

    def calls(
        self,
        program: Program,
        built: Mapping[str, bytes],
        inputs: Sequence[Mapping[str, Any]],
        limits: CallLimits,
        isolated: bool,
    ) -> Job:
        """The job that makes these calls (tagged data by parameter name), each in its own process when isolated."""

    def calls_of_many(
        self, programs: Sequence[Program], inputs: Sequence[Mapping[str, Any]], limits: CallLimits
    ) -> Job | None:
        """The job that makes all of these calls of each program in turn; None where that gains nothing.

        The programs have one signature and need no build. Each has a process to itself, and what one does must not
        reach another. Read the outcomes as those of one program with so many times as many calls.
        """

    def idle(self, limits: CallLimits) -> Job | None:
        """The job to keep warm for coming calls, differing from theirs in its input alone; None where there is none."""

    def idle_build(self) -> Job | None:
        """The job to keep warm for a coming build, differing from it in its input alone; None where there is none."""

    def outcomes(self, result: ExecResult, program: Program, count: int) -> tuple[Outcome, ...]:
        """Read back exactly `count` outcomes; a call that left no trace is an outcome too.

        Values are read as the program's declared type where the language has fewer kinds of values than we tell apart.
        """

    def is_kind(self, error: str, kind: str) -> bool:
        """Whether an error of this language, as told in an outcome, is what a specification calls by that kind."""


# --- packages --------------------------------------------------------------------------------------------------


class NativeRun(Value):
    """One run of a package's own tests: the job, and what only the host knows of it."""

    job: Job
    nonce: str
    sentinels: tuple[str, ...]
    """Tests with random names that must fail; one that does not makes the whole run count for nothing."""
    expected: tuple[str, ...] = ()
    """Tests that must be reported, where they are known before the run."""
    stops: bool = False
    """Whether it may end when a test has failed: those behind it, sentinels too, are not reached then."""


class NativeRuns(Value):
    """Runs of several versions of one package in one job: the job, and each run as it would be by itself."""

    job: Job
    runs: tuple[NativeRun, ...]


class CommandForm(Value):
    """How a command is written, started and tested in a language."""

    declaration: str
    """Of the function that the source offers for it."""
    about: str
    """What that function takes and gives."""
    start: str
    """How its users start it from the folder of the project, as lines of a shell."""
    sample: str
    """A native test file that runs it."""


class Packaging(Protocol):
    """A language's projects and its own test runner: pure functions as in Toolchain. It never runs anything."""

    @property
    def language(self) -> str: ...

    def source_path(self, name: str) -> str:
        """Where the main source file of a package of that name lies, such as `src/words/__init__.py`."""

    def test_path(self, name: str, part: str) -> str:
        """Where a test file about that part lies, such as `tests/test_words.py`."""

    def render_tests(self, package: Package, item: Item, cases: Sequence[TestCase], comparison: Comparison) -> str:
        """The cases of one function as an idiomatic native test file that runs without us."""

    def apart(self, tests: Mapping[str, str]) -> dict[str, str]:
        """The test files by path, none declaring what an earlier one does where all files share their names."""

    def command(self, name: str, item: Item) -> CommandForm:
        """How the package of that name offers that command."""

    def project(self, package: Package) -> dict[str, bytes]:
        """The whole project by path: what was written, and metadata, ignore file, licence, workflow made from it."""

    def test_run(self, package: Package, limits: CallLimits, *, coverage: bool = True) -> NativeRun:
        """A run of all tests of the package. Raises ToolchainMissing where the runner is not to be had."""

    def idle(self, limits: CallLimits) -> Job | None:
        """The job to keep warm for a coming run, differing from it in its input alone; None where there is none."""

    def read_tests(self, run: NativeRun, result: ExecResult, package: Package) -> NativeReport:
        """What the run tells, believed as far as nonce, list and sentinels bear it out."""

    def test_runs(self, versions: Sequence[Package], limits: CallLimits) -> NativeRuns:
        """One job that runs all tests of several versions of a package, which differ in their sources alone.

        Each runs by itself, with sentinels of its own, and what one does reaches no other. The first is the yardstick:
        one that takes many times as long is ended. A run may stop at a test that fails. Raises ToolchainMissing.
        """

    def read_runs(self, runs: NativeRuns, result: ExecResult, versions: Sequence[Package]) -> tuple[NativeReport, ...]:
        """What each of the runs tells, believed as by `read_tests`; one that was not reached counts for nothing."""


class Look(Value):
    """One run of tools over a package. It may answer several questions at once: starting costs more than looking."""

    name: str
    """Which of the language's looks it is."""
    kinds: tuple[CheckKind, ...]
    spots: bool = False
    """Whether it tells where bugs can be put in."""
    job: Job


class Inspection(Protocol):
    """A language's formatter, linter, checker and analysers: pure functions as in Toolchain. It never runs anything."""

    @property
    def language(self) -> str: ...

    def looks(self, package: Package) -> tuple[Look, ...]:
        """The runs that tell what is to be known of the package, all independent of each other."""

    def formatting(self, package: Package) -> Job | None:
        """The run that lays out the package as the community's formatter does; None where there is none here."""

    def read_formatted(self, result: ExecResult, package: Package) -> dict[str, str]:
        """The files that the formatter changed, by path; one that it could not read stays as it is."""

    def unavailable(self) -> tuple[Check, ...]:
        """What cannot be looked for on this machine, each with the reason and how to get the tool."""

    def read_look(self, look: Look, result: ExecResult, package: Package) -> tuple[Check, ...]:
        """What the tools found: one check for each of the look's kinds, unavailable where a tool gave no answer."""

    def read_spots(self, look: Look, result: ExecResult, package: Package) -> tuple[Spot, ...]:
        """Where a bug can be put into the sources on purpose; nothing where this look does not tell."""


# --- store -----------------------------------------------------------------------------------------------------


class StoredEntry(Value):
    """One line of a run's log as it is kept: the event is JSON text, chained by hash to the one before."""

    run_id: str
    seq: int
    at: str
    prev_hash: str
    event: str

    @property
    def hash(self) -> str:
        return digest([self.run_id, self.seq, self.at, self.prev_hash, self.event])


class RunHead(Value):
    """A run in a listing: the first and the latest line of its log."""

    first: StoredEntry
    last: StoredEntry


class Store(Protocol):
    """Append-only logs by run, and blobs by sha256. Every method raises StoreError, and nothing else."""

    async def append(self, entry: StoredEntry) -> None:
        """Keep the entry durably before returning. A sequence number that is taken is an error."""

    async def entries(self, run_id: str) -> tuple[StoredEntry, ...]:
        """The whole log of a run in order, its chain checked; empty when there is no such run."""

    async def keep(self, run_id: str, event: str) -> None:
        """Keep the event durably beside the run's log, of which it may become an entry later."""

    async def kept(self, run_id: str) -> tuple[str, ...]:
        """The events kept beside the log, in the order they came."""

    async def put_blob(self, content: bytes) -> str:
        """Keep the bytes durably and return their sha256. The same bytes are kept once."""

    async def blob(self, sha256: str) -> bytes:
        """The bytes of that sha256, checked against it."""

    async def runs(self, limit: int = 50) -> tuple[RunHead, ...]:
        """The newest runs first."""

    async def claim(self, run_id: str) -> None:
        """Make this process the only writer of the run until it closes the store or dies."""

    async def close(self) -> None:
        """Give up the claims and close. Calling it twice is harmless."""
