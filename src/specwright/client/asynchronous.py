"""The client for use inside an event loop."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, Unpack

from specwright import api
from specwright.adapters.models.function import AnyModel, as_model
from specwright.api.options import (
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
    from specwright.batch.row import BatchRow
    from specwright.batch.summary import Summary
    from specwright.client.check import ProjectReport
    from specwright.client.doctor import Capability
    from specwright.client.execution import ExecReport
    from specwright.delivery.claims import Verification


class AsyncClient(Steps):
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
        )
        return await self._work_on(task, options)

    async def work_on(self, task: Task, **options: Unpack[RunOptions]) -> Result:
        """Work on a task of either kind. Raise as `solve` does."""
        return await self._work_on(task, options)

    async def batch(
        self,
        tasks: Path | str,
        out: Path | str,
        *,
        workers: int = 4,
        tries: int = 3,
        budget_tokens: int | None = None,
        budget_usd: float | None = None,
        language: str = "python",
        on_row: Callable[[BatchRow], None] | None = None,
    ) -> Summary:
        """Solve every task of a JSON Lines or CSV file; rows and a summary go to the folder `out`.

        Started again, it goes on where it was cut off: no question is asked twice. Budgets are for the whole batch:
        once one is used up no task is begun, and those under way come to their end.

        Raise UserError for a file that cannot be read, OutputError for a folder that cannot be written.
        """
        from specwright.batch.results import Results  # noqa: PLC0415 - not needed to solve
        from specwright.batch.tasks import TaskFile  # noqa: PLC0415
        from specwright.batch.work import Batch, BatchLimits  # noqa: PLC0415

        model = self.settings.llm_config.specification if self._model is None else self._model.name
        limits = BatchLimits(workers=workers, tries=tries, tokens=budget_tokens, usd=budget_usd)
        with Results(Path(out)) as results:
            rows = Batch(self, limits, model).rows(TaskFile(Path(tasks), language=language), results.done())
            async with contextlib.aclosing(rows):
                async for row in rows:
                    results.append(row)
                    if on_row is not None:
                        on_row(row)
            return results.summarise()

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
        run_id = await api.find_run(run, settings, self._open())
        heard = self._listeners(options.get("on_event"))
        on_question = options.get("on_question") or self._on_question
        person = api.person_for(settings, on_question)[1] if on_question else None
        result = await api.resume_run(
            run_id, settings, model=model, listeners=heard, resources=self._open(), person=person, answer=answer
        )
        out = options.get("out") or await api.recorded_out(run_id, settings, self._open())
        return await self._written(result, out, settings)

    async def replay(self, run: str, *, on_event: Listener | None = None) -> ReplayReport:
        """Execute a recorded run again without a model and report differences. Raise UserError, StoreError."""
        run_id = await api.find_run(run, self.settings, self._open())
        return await api.replay_run(run_id, self.settings, listeners=self._listeners(on_event), resources=self._open())

    async def verify(self, directory: Path | str, *, digest: str | None = None) -> Verification:
        """Check what of a folder that was handed over still holds. Raise UserError for one without evidence."""
        return await api.verify_folder(Path(directory), self.settings, digest=digest, resources=self._open())

    async def check(
        self,
        directory: Path | str,
        *,
        language: str = "python",
        bugs: int = 12,
        dependencies: Path | str | None = None,
        seconds: float = 120.0,
    ) -> ProjectReport:
        """Measure the quality of a project. Raise UserError or SandboxUnavailable."""
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
        )

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
        heard = self._listeners(options.get("on_event"))
        settings, person = api.person_for(settings, options.get("on_question") or self._on_question)
        result = await api.solve_task(
            task, settings, model=model, listeners=heard, resources=self._open(), person=person, out=out, run_id=run_id
        )
        return await self._written(result, out, settings)

    async def _written(self, result: Result, out: Path | str | None, settings: Settings) -> Result:
        if out is not None:
            await api.write_out(result.run_id, Path(out), settings, self._open())
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
