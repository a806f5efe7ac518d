"""The client for use inside an event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, Unpack

from specwright import api
from specwright.adapters.models.function import AnyModel, as_model
from specwright.api.options import (
    AuditOptions,
    ClientOptions,
    ExecOptions,
    GenerateOptions,
    LimitOptions,
    RunOptions,
    SolveOptions,
    flags_of,
)
from specwright.app import Resources
from specwright.client.events import EventStream
from specwright.client.improving.changes import ExistingCode
from specwright.client.many import Many
from specwright.client.steps import Steps
from specwright.config import Settings, load_settings, override
from specwright.core.errors import SandboxUnavailable, UserError
from specwright.core.run.events import Entry, Progress
from specwright.core.run.result import Result
from specwright.core.work.question import UserAnswer
from specwright.core.work.task import Task
from specwright.pipeline.recording.event_log import Listener
from specwright.pipeline.recording.replay import ReplayReport
from specwright.ports.model import Model
from specwright.ports.queue import Queue
from specwright.ports.sandbox import Sandbox, Session
from specwright.ports.store import StoredEntry

if TYPE_CHECKING:
    from specwright.api import Committed, SignedFolder
    from specwright.client.check import ProjectReport
    from specwright.client.doctor import Capability
    from specwright.client.execution import ExecReport
    from specwright.client.memory import ProjectMemory
    from specwright.client.project_tests import ProjectTests
    from specwright.core.evidence.audit import AuditClaim, AuditReport
    from specwright.core.evidence.review import Review
    from specwright.core.existing.comparison import SameReport
    from specwright.delivery.claims import Verification


class AsyncClient(Steps, Many, ExistingCode):
    """Holds sandbox, model and store open across calls, so that only the first call pays for opening them.

        async with AsyncClient(model="openai:gpt-5") as client:
            results = await asyncio.gather(*(client.solve(problem) for problem in problems))

    Calls may be made side by side on one event loop. `Client` is the same without `await`. An option of a call goes
    before the same option of the client.
    """

    def __init__(self, settings: Settings | None = None, **options: Unpack[ClientOptions]) -> None:
        flags = flags_of(options)
        self.settings = load_settings(flags) if settings is None else override(settings, flags)
        given = options.get("model")
        self._model = None if given is None or isinstance(given, str) else as_model(given)
        self._on_event = options.get("on_event")
        self._on_question = options.get("on_question")
        self._streams: set[EventStream] = set()
        self._resources = Resources(self.settings)
        self._closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close sandbox, model and store. A model that was passed in as an object stays the caller's to close."""
        self._closed = True
        for stream in tuple(self._streams):
            stream.close()
        await self._resources.close()

    # --- verbs -------------------------------------------------------------------------------------------------------

    async def solve(self, problem: str, **options: Unpack[SolveOptions]) -> Result:
        """Turn a coding problem into a tested function.

        Raise UserError for a problem or an example that cannot be read, ModelError if there is no model at all,
        StoreError. If the model, the sandbox or the budget fails on the way, the Result states it.
        """
        task = api.make_task(
            problem,
            examples=options.get("examples", ()),
            entry_point=options.get("entry_point"),
            language=options.get("language", "python"),
            kind=options.get("kind"),
            strategy=options.get("strategy"),
            require=options.get("require", ()),
        )
        return await self._work_on(task, options)

    async def follow_up(self, run: str, words: str, **options: Unpack[SolveOptions]) -> Result:
        """Solve the problem of an earlier run again with a correction in words. Raise as `solve` does.

        The run's examples are kept, and the user's answers become examples.
        """
        run_id = await api.find_run(run, self.settings, self._open())
        task = await api.follow_up_task(
            run_id, words, self.settings, examples=options.get("examples", ()), resources=self._open()
        )
        changes: dict[str, Any] = {}
        if name := options.get("entry_point"):
            changes = {"entry_point": name, "entry_point_given": True}
        if language := options.get("language"):
            changes["language"] = language
        return await self._work_on(task.model_copy(update=changes), options)

    async def generate(self, specification: str, **options: Unpack[GenerateOptions]) -> Result:
        """Turn a specification into a package. Raise as `solve` does."""
        task = api.make_package_task(
            specification,
            language=options.get("language", "python"),
            constraints=options.get("constraints", ()),
            test_requirements=options.get("test_requirements", ()),
            examples=options.get("examples", ()),
            strategy=options.get("strategy"),
            require=options.get("require", ()),
            several_files=options.get("several_files"),
        )
        return await self._work_on(task, options)

    async def work_on(self, task: Task, **options: Unpack[RunOptions]) -> Result:
        """Work on a task of either kind. Raise as `solve` does."""
        return await self._work_on(task, options)

    async def resume(self, run: str, **options: Unpack[RunOptions]) -> Result:
        """Go on with a recorded run, named by its id, a part of it, or `last`. Raise as `solve` does."""
        return await self._resumed(run, None, options)

    async def answer(self, run: str, answer: Any, **options: Unpack[RunOptions]) -> Result:
        """Go on with a run that is AWAITING_ANSWER: `answer` is the right result of the call in its question.

        An error class means that the call must raise it, None that you are not sure, and `Indifferent()` that it does
        not matter. Raise UserError if the run awaits no answer, and as `solve` does.
        """
        return await self._resumed(run, api.as_answer(answer), options)

    async def _resumed(self, run: str, answer: UserAnswer | None, options: RunOptions) -> Result:
        settings, model = self._with(options)
        branch = api.branch_request(options)
        run_id = await api.find_run(run, settings, self._open())
        heard = self._listeners(options.get("on_event"))
        on_question = options.get("on_question") or self._on_question
        person = api.person_for(settings, on_question)[1] if on_question else None
        result = await api.resume_run(
            run_id, settings, model=model, listeners=heard, resources=self._open(), person=person, answer=answer
        )
        out = options.get("out") or await api.recorded_out(run_id, settings, self._open())
        return await self._written(result, out, settings, branch)

    async def replay(self, run: str, *, on_event: Listener | None = None) -> ReplayReport:
        """Execute a recorded run again without a model and report differences. Raise UserError, StoreError."""
        run_id = await api.find_run(run, self.settings, self._open())
        return await api.replay_run(run_id, self.settings, listeners=self._listeners(on_event), resources=self._open())

    async def verify(
        self, directory: Path | str, *, digest: str | None = None, signers: Path | str | None = None
    ) -> Verification:
        """Check what of a folder that was handed over still holds. Raise UserError for one without evidence."""
        trusted = None if signers is None else Path(signers)
        return await api.verify_folder(
            Path(directory), self.settings, digest=digest, signers=trusted, resources=self._open()
        )

    async def verify_commit(
        self, revision: str, *, repository: Path | str = ".", signers: Path | str | None = None
    ) -> Verification:
        """Check the evidence that a commit of `--branch` names. Raise UserError for one that names none."""
        trusted = None if signers is None else Path(signers)
        return await api.verify_commit(
            revision, self.settings, repository=Path(repository), signers=trusted, resources=self._open()
        )

    async def sign(self, directory: Path | str, *, key: Path | str | None = None) -> SignedFolder:
        """Sign a folder that was handed over with a key of SSH. Raise UserError, ToolchainMissing."""
        named = None if key is None else Path(key)
        return await asyncio.to_thread(api.sign_folder, Path(directory), self.settings, key=named)

    async def check(
        self,
        directory: Path | str,
        *,
        language: str = "python",
        bugs: int = 12,
        dependencies: Path | str | None = None,
        seconds: float = 120.0,
        policy: Path | str | None = None,
    ) -> ProjectReport:
        """Measure the quality of a project, and audit it under a policy. Raise UserError or SandboxUnavailable."""
        from specwright.client.check import check_project  # noqa: PLC0415 - heavy, and not needed to solve

        brought = None if dependencies is None else Path(dependencies)
        return await check_project(
            Path(directory),
            self.settings,
            self._open(),
            language=language,
            bugs=bugs,
            dependencies=brought,
            seconds=seconds,
            policy=None if policy is None else str(policy),
        )

    async def same(
        self,
        old: Path | str,
        new: Path | str,
        *,
        language: str | None = None,
        inputs: int = 2000,
        seed: int = 0,
        tolerance: float = 1e-12,
        on_progress: Callable[[str], None] | None = None,
    ) -> SameReport:
        """Look for an input on which two versions of a file, or of `file::function`, behave otherwise.

        Raise UserError, SandboxUnavailable or ToolchainMissing.
        """
        from specwright.client.improving.same import same_versions  # noqa: PLC0415 - not needed to solve
        from specwright.improving.same import SameOptions  # noqa: PLC0415

        options = SameOptions(inputs=inputs, seed=seed, tolerance=tolerance)
        return await same_versions(self._open(), old, new, language=language, options=options, on_progress=on_progress)

    async def audit(
        self,
        directory: Path | str,
        *,
        on_claim: Callable[[AuditClaim], None] | None = None,
        **options: Unpack[AuditOptions],
    ) -> AuditReport:
        """Audit a project against a policy (docs/audit.md). `on_claim` hears each claim when it is made.

        Raise UserError.
        """
        from specwright.client.audit import AuditSources, audit_folder  # noqa: PLC0415 - not needed to solve

        return await audit_folder(Path(directory), AuditSources.of(options), on_claim)

    async def add_corpus(
        self, directory: Path | str, index: Path | str, *, on_file: Callable[[int], None] | None = None
    ) -> int:
        """Add a folder's sources to the index of a corpus that copies are looked for in. Return how many.

        Raise UserError.
        """
        from specwright.client.audit import add_corpus  # noqa: PLC0415 - not needed to solve

        return await add_corpus(Path(directory), Path(index), on_file)

    async def review(
        self,
        revisions: str,
        *,
        repository: Path | str = ".",
        language: str | None = None,
        bugs: int = 12,
        seconds: float = 120.0,
        **options: Unpack[AuditOptions],
    ) -> Review:
        """Review the changes of `A..B` in a repository (docs/review.md).

        Raise UserError and ToolchainMissing.
        """
        from specwright.client.audit import AuditSources  # noqa: PLC0415 - not needed to solve
        from specwright.client.reviewing.review import review_changes  # noqa: PLC0415

        return await review_changes(
            Path(repository),
            revisions,
            AuditSources.of(options),
            self._open(),
            language=language,
            bugs=bugs,
            seconds=seconds,
        )

    async def open_tests(
        self,
        directory: Path | str,
        *,
        dependencies: Path | str | None = None,
        seconds: float = 120.0,
        memory: str | int = "512m",
    ) -> ProjectTests:
        """Read a Python project, to list its tests and to run some of them. `seconds` is for one run of them.

        Raise UserError, SandboxUnavailable or ToolchainMissing.
        """
        from specwright.client.project_tests import open_tests  # noqa: PLC0415 - heavy, and not needed to solve

        brought = None if dependencies is None else Path(dependencies)
        return await open_tests(self._open(), Path(directory), dependencies=brought, seconds=seconds, memory=memory)

    async def exec(
        self,
        code: str | bytes,
        *,
        language: str = "python",
        stdin: str | bytes = b"",
        seconds: float = 30.0,
        memory: str | int = "512m",
        **more: Unpack[ExecOptions],
    ) -> ExecReport:
        """Run one untrusted program in the sandbox. Raise UserError, SandboxUnavailable or ToolchainMissing."""
        from specwright.client.execution import execute_program  # noqa: PLC0415 - not needed to solve

        return await execute_program(
            self._open(), code, language=language, stdin=stdin, seconds=seconds, memory=memory, **more
        )

    async def open_program(
        self, code: str | bytes, *, language: str = "python", seconds: float = 30.0, memory: str | int = "512m"
    ) -> Session:
        """Start one untrusted program in the sandbox, to talk to it while it runs. Raise as `exec` does.

        Raise UserError also if the program cannot be built.
        """
        from specwright.client.execution import open_program  # noqa: PLC0415 - not needed to solve

        return await open_program(self._open(), code, language=language, seconds=seconds, memory=memory)

    async def doctor(self) -> tuple[Capability, ...]:
        """Look for models, sandboxes, toolchains and the store on this machine."""
        from specwright.client.doctor import examine  # noqa: PLC0415 - not needed to solve

        return await examine(self.settings)

    async def models(self) -> tuple[Capability, ...]:
        """Look for models on this machine, in the order in which `auto` prefers them."""
        from specwright.client.doctor import examine_models  # noqa: PLC0415 - not needed to solve

        return await examine_models(self.settings)

    async def runs(
        self, limit: int = 50, *, search: str | None = None, language: str | None = None, verified: bool | None = None
    ) -> tuple[api.RunSummary, ...]:
        """Return the runs that match, the newest first. Raise StoreError."""
        return await api.search_runs(
            self.settings, limit, search=search, language=language, verified=verified, resources=self._open()
        )

    async def summary(self, run_id: str) -> api.RunSummary | None:
        """Return what a listing shows of the run with this whole id; None if nothing is recorded. Raise StoreError."""
        head = await self._open().store().head(run_id)
        return api.summary(head) if head else None

    async def show(self, run: str, *, out: Path | str | None = None) -> Result | None:
        """Return the result of a recorded run; None while it has none. Raise UserError or StoreError.

        `out` is a folder for the code, its tests, the report and the evidence.
        """
        run_id = await api.find_run(run, self.settings, self._open())
        result = (await api.load_run(run_id, self.settings, self._open())).result
        return result and await self._written(result, out, self.settings)

    async def commit(
        self, run: str, *, branch: str = "", repository: Path | str = ".", out: Path | str | None = None
    ) -> Committed:
        """Commit what a recorded run hands over, on a new branch from HEAD; by default `specwright/RUN`.

        `out` is the folder in the worktree that the files take in the commit. Raise UserError, StoreError.
        """
        run_id = await api.find_run(run, self.settings, self._open())
        request = api.BranchRequest(repository=Path(repository), name=branch, out=Path(out) if out else None)
        return await api.commit_run(run_id, request, self.settings, self._open())

    async def record(self, run: str) -> tuple[Entry, ...]:
        """Return the event log of a recorded run. Raise UserError or StoreError."""
        run_id = await api.find_run(run, self.settings, self._open())
        return await api.load_entries(run_id, self.settings, self._open())

    async def lines(self, run_id: str, after: int = -1, limit: int = 256) -> tuple[StoredEntry, ...]:
        """Return entries of a run's log with a higher number than `after`, as they are stored. Raise StoreError.

        `run_id` is the whole id; there are none for a run that does not exist.
        """
        return await self._open().store().entries_after(run_id, after, limit)

    async def text(self, sha256: str) -> str:
        """Return a prompt or a reply that a record names. Raise StoreError if there is none."""
        return (await self._open().store().blob(sha256)).decode("utf-8", "backslashreplace")

    async def files(self, run: str) -> dict[str, bytes]:
        """Return all files that `out` would write for a run that has ended. Raise UserError or StoreError."""
        run_id = await api.find_run(run, self.settings, self._open())
        return await api.handed_over(run_id, self.settings, self._open())

    async def claim(self, name: str) -> None:
        """Make this client the only one on its store that holds this name, until it closes. Raise StoreError."""
        await self._open().store().claim(name)

    @property
    def memory(self) -> ProjectMemory:
        """The memory of the project: what verified runs taught (docs/memory.md)."""
        from specwright.client.memory import ProjectMemory  # noqa: PLC0415 - not needed to solve

        return ProjectMemory(self._open)

    def queue(self) -> Queue:
        """Return the queue of runs beside the store. It is the client's to close. Raise StoreError."""
        return self._open().queue()

    async def head(self, run: str) -> str:
        """Return the hash of a run's last entry, which identifies its record. Raise UserError or StoreError."""
        return await api.load_head(await api.find_run(run, self.settings, self._open()), self.settings, self._open())

    async def sandbox(self) -> Sandbox:
        """Return the sandbox that the client holds open. It is the client's to close."""
        return await self._open().sandbox()

    async def has_sandbox(self) -> bool:
        """Return whether programs can be run here."""
        try:
            await self._open().real_sandbox()
        except SandboxUnavailable:
            return False
        return True

    def events(self) -> EventStream:
        """Return an async iterator of the events of every run of this client, from now until the client is closed."""
        stream = EventStream(self._streams.discard)
        self._streams.add(stream)
        if self._closed:
            stream.close()
        return stream

    # --- what verbs and steps share ----------------------------------------------------------------------------------

    async def _work_on(self, task: Task, options: RunOptions) -> Result:
        run_id = options.get("run_id")
        if run_id is not None and await api.is_recorded(run_id, self.settings, self._open()):
            return await self._resumed(run_id, None, options)
        settings, model = self._with(options)
        out = options.get("out")
        if out is not None:
            api.check_out(Path(out))
        branch = api.branch_request(options)
        heard = self._listeners(options.get("on_event"))
        settings, person = api.person_for(settings, options.get("on_question") or self._on_question)
        result = await api.solve_task(
            task, settings, model=model, listeners=heard, resources=self._open(), person=person, out=out, run_id=run_id
        )
        return await self._written(result, out, settings, branch)

    async def _written(
        self, result: Result, out: Path | str | None, settings: Settings, branch: api.BranchRequest | None = None
    ) -> Result:
        if out is not None:
            await api.write_out(result.run_id, Path(out), settings, self._open())
        await api.commit_result(result, branch, settings, self._open())
        return result

    def _with(self, options: Mapping[str, Any] | LimitOptions) -> tuple[Settings, Model | None]:
        """Return the settings and the model of one call; None for the one that the settings name."""
        settings = override(self.settings, flags_of(options))
        given: AnyModel | None = options.get("model")  # type: ignore[assignment]
        if isinstance(given, str):
            return settings, None
        return settings, self._model if given is None else as_model(given)

    def _listeners(self, *further: Listener | None) -> Sequence[Listener]:
        return [self._hear, *(listener for listener in further if listener is not None)]

    def _hear(self, heard: Entry | Progress) -> None:
        for stream in tuple(self._streams):
            stream.hear(heard)
        if self._on_event is not None:
            self._on_event(heard)

    def _open(self) -> Resources:
        if self._closed:
            raise UserError("the client is closed", hint="make another, or call it inside its `async with`")
        return self._resources
