"""The language ports: calling functions, packages with their native tests, and inspection by tools."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from pydantic import Field

from specwright.core.evidence.finding import CheckKind
from specwright.core.evidence.outcome import Outcome
from specwright.core.program.language import Language
from specwright.core.program.signature import Signature
from specwright.core.program.surroundings import Surrounding
from specwright.core.value import Value, digest
from specwright.ports.sandbox import ExecResult, Job, Limits

if TYPE_CHECKING:
    from specwright.core.evidence.finding import Check, Spot
    from specwright.core.evidence.native import NativeReport
    from specwright.core.modules import Module
    from specwright.core.program.equality import Comparison
    from specwright.core.program.package import Item, Package
    from specwright.core.work.testcase import TestCase


Inputs: TypeAlias = Sequence[Mapping[str, Any]]
"""The arguments of calls, as tagged data by the names of the parameters."""


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


class Standalone(Value):
    """One program in one file: the job that builds it, if its language is compiled, and the job that runs it."""

    build: Job | None = None
    """Leaves the files that the program is run from."""
    run: Job
    reserved: int = 0
    """Address space that the runtime reserves and does not use."""
    start_seconds: float = 0.0
    """Processor time that the runtime takes to start."""
    beside: dict[str, str] = Field(default_factory=dict)
    """Environment in which the program can import files that lie beside it."""

    def built(self, files: Mapping[str, bytes]) -> Job:
        """Return the job that runs the built program."""
        return self.run.model_copy(update={"files": dict(files)}) if self.build is not None else self.run


class KindOfTask(Protocol):
    """The part of a toolchain that depends on the kind of task: how a program is declared, built, called and read."""

    def declaration(self, signature: Signature) -> str:
        """Return the function's declaration in this language, as the code writer is shown it."""

    def objection(self, program: Program) -> str | None:
        """Why this text cannot be the program (syntax, missing function), seen without running it; None if it can."""

    def build(self, program: Program) -> Job | None:
        """Return the job that compiles the program; None where nothing is to be built."""

    def build_many(self, programs: Sequence[Program]) -> Job | None:
        """Return the job that builds several with few starts of the compiler; None where that gains nothing.

        No program may reach another, when it runs or by its text: those that could are left out.
        """

    def read_builds(self, result: ExecResult, programs: Sequence[Program]) -> tuple[Mapping[str, bytes] | None, ...]:
        """Return the files of each program that `build_many` left, as `calls` takes them.

        None for one that has to be built alone, and nothing at all in it for one that another took down with it.
        """

    def calls(
        self,
        program: Program,
        built: Mapping[str, bytes],
        inputs: Sequence[Mapping[str, Any]],
        limits: CallLimits,
        alone: int,
    ) -> Job:
        """Return the job that makes these calls (tagged data by parameter name).

        Each of the first `alone` calls has a process of its own. The others share one.
        """

    def calls_of_many(self, programs: Sequence[tuple[Program, Inputs]], limits: CallLimits) -> Job | None:
        """Return the job that makes the calls of each program in turn; None where that gains nothing.

        The programs are of one kind and need no build. Each has a process to itself, and what one does must not
        reach another. Outcomes are concatenated program by program.
        """

    def outcomes(self, result: ExecResult, program: Program, count: int) -> tuple[Outcome, ...]:
        """Read back exactly `count` outcomes; a call that left no trace is an outcome too.

        Values are read as the program's declared type if the language has fewer kinds of values than ours.
        """


class Toolchain(KindOfTask, Protocol):
    """A language: pure functions that lay out files and commands and read reports. It never runs anything."""

    @property
    def language(self) -> str: ...

    @property
    def version(self) -> str:
        """Of the tools, such as `3.11.2`; empty where only the sandbox's image knows it."""

    @property
    def facts(self) -> Language:
        """The language's row in the table of languages."""

    def idle(self, limits: CallLimits) -> Job | None:
        """The job to keep warm for coming calls, differing from theirs in its input alone; None where there is none."""

    def idle_build(self) -> Job | None:
        """The job to keep warm for a coming build, differing from it in its input alone; None where there is none."""

    def add_imports(self, code: str) -> str:
        """Return the code with forgotten imports of the standard library added; the same text if none is missing."""

    def foreign_imports(self, code: str) -> tuple[str, ...]:
        """Return the modules that the code imports and that come neither with the language nor with the code."""

    def surroundings(self, code: str) -> tuple[Surrounding, ...]:
        """Return what the code names that its result could come from, beside its arguments."""

    def elsewhere(self, job: Job, code: str) -> tuple[Job, ...]:
        """Return a job of calls as other processes would make it, in which unordered things have another order.

        Nothing if the code has none, or if each process has an order of its own anyway.
        """

    def standalone(self, code: bytes, stdin: bytes, limits: Limits) -> Standalone:
        """Return the jobs that run a program which is one file, as `specwright exec` does.

        The limits are the program's own; the runtime's memory comes on top of them.
        """

    def is_kind(self, error: str, kind: str) -> bool:
        """Return whether an error of this language is of the kind that a specification names."""


class NativeRun(Value):
    """One run of a package's own tests: the job, and the data that stays on the host."""

    job: Job
    nonce: str
    sentinels: tuple[str, ...]
    """Tests with random names that must fail; one that does not makes the whole run count for nothing."""
    expected: tuple[str, ...] = ()
    """Tests that must be reported, if they are known before the run."""
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


class FileForms(Protocol):
    """How the files of a package lie in its project, and how they become one file that behaves alike."""

    @property
    def data(self) -> bool:
        """Whether code can read files of data that lie beside it, in the project and joined to one file alike."""

    def path(self, name: str, module: Module) -> str:
        """Return the path of a file in the project of the package of that name."""

    def note(self, name: str) -> str:
        """Return how files import each other and read data, for the code writer."""

    def division(self, modules: Sequence[Module], classes: Collection[str]) -> str | None:
        """Return why the language cannot have these files, without a period; None if it can."""

    def offer(self, name: str, modules: Sequence[Module], item: str) -> str:
        """Return in a sentence how callers reach the item, if that is not as in a package of one file."""

    def objection(self, path: str, text: str, known: Collection[str]) -> str | None:
        """Return why the text cannot be that file of a package with the `known` paths; None if it can."""

    def made(
        self, name: str, summary: str, modules: Sequence[Module], commands: Collection[str], files: Mapping[str, str]
    ) -> dict[str, str]:
        """Return the files that need no writer, by path: those that pass on what the others offer.

        `commands` are the items that are not passed on.
        """

    def joined(self, name: str, files: Mapping[str, str]) -> str:
        """Return all the files as one source file that offers the same."""


class Packaging(Protocol):
    """A language's projects and its own test runner: pure functions as in Toolchain. It never runs anything."""

    @property
    def language(self) -> str: ...

    @property
    def several(self) -> FileForms: ...

    def source_path(self, name: str) -> str:
        """Return the path of the main source file of a package, such as `src/words/__init__.py`."""

    def test_path(self, name: str, part: str) -> str:
        """Return the path of a test file about that part, such as `tests/test_words.py`."""

    def render_tests(self, package: Package, item: Item, cases: Sequence[TestCase], comparison: Comparison) -> str:
        """Return the cases of one function as an idiomatic native test file that runs without us."""

    def usage(self, test: str) -> str:
        """Return a test file as a README shows usage: statements with their results, without the test around them."""

    def fit_beside(self, code: str, test: str) -> str | None:
        """Return rendered tests of the package `solution`, fitted to lie beside its one source file.

        Return None if another file cannot use the code's function.
        """

    def source_note(self, name: str) -> str:
        """Return what the language demands of the package's source file, for the code writer; empty if nothing."""

    def fit_test(self, path: str, code: str) -> str:
        """Return the text of a test file as it must be to lie at that path."""

    def rename_clashes(self, tests: Mapping[str, str]) -> dict[str, str]:
        """Return the test files; a name that an earlier one declares is renamed if all files share their names."""

    def command(self, name: str, item: Item) -> CommandForm:
        """How the package of that name offers that command."""

    def project(self, package: Package) -> dict[str, bytes]:
        """The whole project by path: the written files, and metadata, ignore file, licence, workflow made from it."""

    def test_run(self, package: Package, limits: CallLimits, *, coverage: bool = True) -> NativeRun:
        """Return a run of all tests of the package. Raise ToolchainMissing where the runner is not to be had."""

    def idle(self, limits: CallLimits) -> Job | None:
        """The job to keep warm for a coming run, differing from it in its input alone; None where there is none."""

    def read_tests(self, run: NativeRun, result: ExecResult, package: Package) -> NativeReport:
        """Return the report of the run, as far as nonce, list and sentinels confirm it."""

    def test_runs(self, versions: Sequence[Package], limits: CallLimits) -> NativeRuns:
        """One job that runs all tests of several versions of a package, which differ in their sources alone.

        Each runs by itself, with sentinels of its own, and what one does reaches no other. The first is the yardstick:
        one that takes many times as long is ended. A run may stop at a test that fails. Raise ToolchainMissing.
        """

    def read_runs(self, runs: NativeRuns, result: ExecResult, versions: Sequence[Package]) -> tuple[NativeReport, ...]:
        """Return the report of each run, confirmed as by `read_tests`. A run that was not reached counts for
        nothing."""


class ToolRun(Value):
    """One run of tools over a package. It may answer several questions at once: starting costs more than looking."""

    name: str
    """Which of the language's runs it is."""
    kinds: tuple[CheckKind, ...]
    spots: bool = False
    """Whether it finds places for seeded bugs."""
    job: Job


class Inspection(Protocol):
    """A language's formatter, linter, checker and analysers: pure functions as in Toolchain. It never runs anything."""

    @property
    def language(self) -> str: ...

    def runs(self, package: Package) -> tuple[ToolRun, ...]:
        """Return the runs of tools on the package, all independent of each other."""

    def formatting(self, package: Package) -> Job | None:
        """Return the run that lays out the package as the community's formatter does; None where there is none here."""

    def read_formatted(self, result: ExecResult, package: Package) -> dict[str, str]:
        """Return the files that the formatter changed, by path; one that it could not read stays as it is."""

    def unavailable(self) -> tuple[Check, ...]:
        """Return the checks that this machine cannot make, each with the reason and how to get the tool."""

    def read_run(self, run: ToolRun, result: ExecResult, package: Package) -> tuple[Check, ...]:
        """What the tools found: one check for each of the run's kinds, unavailable where a tool gave no answer."""

    def read_spots(self, run: ToolRun, result: ExecResult, package: Package) -> tuple[Spot, ...]:
        """Return the places for seeded bugs; nothing if this run does not find any."""
