"""The composition root: settings become wired parts. Nothing else in the house knows which adapters there are."""

from __future__ import annotations

import asyncio
import contextlib
import platform
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

from platformdirs import user_data_path

from specwright.adapters.memory.sqlite import SqliteMemory
from specwright.adapters.models.choosing.absent import AbsentModel
from specwright.adapters.models.choosing.choose import RUNGS, ModelAccess, ModelChoice, ModelRung, choose
from specwright.adapters.models.choosing.local_rungs import local_rungs, sampling_plan
from specwright.adapters.models.choosing.plugin_rungs import plugin_rungs
from specwright.adapters.models.hosted.patience import Patience
from specwright.adapters.models.local.llama import is_installed
from specwright.adapters.models.local.packaged import Locals, PackagedModel
from specwright.adapters.sandbox.absent import AbsentSandbox
from specwright.adapters.store.queue import SqliteQueue
from specwright.adapters.store.sqlite import SqliteStore
from specwright.config import Settings, is_elsewhere
from specwright.core.errors import ModelError, SandboxUnavailable, StoreError, ToolchainMissing, UserError
from specwright.core.existing.request import ChangeRequest, ChangeVerb
from specwright.core.memory.entry import LearnedPattern, MemoryEntry
from specwright.core.place import DatabaseAddress
from specwright.core.program.equality import Comparison
from specwright.core.program.package import Package
from specwright.core.program.signature import Signature
from specwright.core.run.events import RunEnded, RunLimits, RunStarted
from specwright.core.sizes import parse_size
from specwright.core.work.example import Example
from specwright.core.work.libraries.lock import PackageLock
from specwright.core.work.task import Story, Task
from specwright.core.work.testcase import TestCase
from specwright.languages.common.tools.installed_tools import InstalledTools
from specwright.languages.common.tools.libraries import Libraries
from specwright.languages.loading import observing_in, probing_for, toolchain_for, with_libraries
from specwright.pipeline.context import RunContext
from specwright.pipeline.recording.event_log import Log
from specwright.pipeline.recording.event_text import read_entry
from specwright.pipeline.running.builds import BuildCache
from specwright.pipeline.writing.writers import MODEL, OFFLINE, Writers, model_writers
from specwright.ports.language import CallLimits, Inspection, Packaging, Toolchain
from specwright.ports.memory import Memory
from specwright.ports.model import Model
from specwright.ports.person import Person
from specwright.ports.plugins import Plugin, PluginKind, plugin
from specwright.ports.queue import Queue
from specwright.ports.sandbox import Sandbox
from specwright.ports.store import Store
from specwright.sandbox import open_sandbox
from specwright.settings_files import folders_up

_IMPORTED_MEMORY: Final = 512 * 1024 * 1024
"""What the packages of an existing project may take when they are imported."""
EXISTING_SECONDS: Final = 120.0
"""For one run of the tests of a project that is already there, by default."""
PACKAGE_TOKENS: Final = 8000
"""Of one answer about a package, by default."""
_MARKS: Final = (".git", "specwright.toml", "pyproject.toml")
MOST_BY_DOUBT: Final = 3
"""So many candidates are drawn one after the other if tests fail; twice as many if agreement is all that lacks."""


class Resources:
    """What runs work with: a store, models, a sandbox and toolchains, each opened when first needed.

    Runs can share them, one after another and side by side, on one event loop. `close` ends them all.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._store: Store | None = None
        self._queue: Queue | None = None
        self._memory: Memory | None = None
        self._sandbox: Sandbox | None = None
        self._models: dict[tuple[str, str | None], ModelChoice] = {}
        self._toolchains: dict[str, Toolchain] = {}
        self._packages: dict[tuple[str, str], tuple[Packaging, Inspection]] = {}
        self._libraries: dict[str, Libraries] = {}
        self._opening = asyncio.Lock()
        self.builds = BuildCache()
        """Programs that were built for single runs."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    @property
    def settings(self) -> Settings:
        """The settings that everything is opened by."""
        return self._settings

    def store(self) -> Store:
        """Return the run store. Raise StoreError."""
        if self._store is None:
            self._store = open_store(self._settings.store.path)
        return self._store

    def queue(self) -> Queue:
        """Return the queue beside the run store. Raise StoreError, and UserError for the store of a plugin."""
        if self._queue is None:
            place = self._settings.store.path
            if isinstance(place, DatabaseAddress):
                self._queue = _postgres().PostgresQueue(place)
                return self._queue
            if _plugin_store(str(place)):
                raise UserError("a plugin's store has no queue", hint="name a database file: --store runs.db")
            self.store()  # prepares the file
            self._queue = SqliteQueue(place)
        return self._queue

    def memory(self) -> Memory | None:
        """Return the memory of the project, or None if it is off. Raise StoreError."""
        config = self._settings.memory
        if config.use == "off":
            return None
        if self._memory is None:
            project = config.project or project_folder(Path.cwd())
            path = config.path or memory_path(self._settings)
            self._memory = SqliteMemory(path, project, _proof(self.store()), shared=config.shared, most=config.most)
        return self._memory

    async def model(self, settings: Settings, author: str | None = None) -> ModelChoice:
        """Return the model that these settings ask for. Raise ModelError."""
        key = settings.llm_config.specification, author
        async with self._opening:
            if key not in self._models:
                self._models[key] = await _model(settings, author)
        return self._models[key]

    async def sandbox(self) -> Sandbox:
        """Return the sandbox, or an absent one."""
        async with self._opening:
            if self._sandbox is not None and not _usable(self._sandbox):
                await self._close_sandbox()
            if self._sandbox is None:
                self._sandbox = await _sandbox(self._settings)
            return self._sandbox

    async def real_sandbox(self) -> Sandbox:
        """Return the sandbox. Raise SandboxUnavailable if there is none."""
        sandbox = await self.sandbox()
        if isinstance(sandbox, AbsentSandbox):
            raise sandbox.why
        return sandbox

    async def toolchain(self, language: str) -> Toolchain:
        """Return the toolchain of a language. Raise ToolchainMissing."""
        sandbox = await self.sandbox()
        if language not in self._toolchains:
            self._toolchains[language] = await asyncio.to_thread(toolchain_for, language, sandbox, _tools)
        return self._toolchains[language]

    async def libraries(self, lock: PackageLock, toolchain: Toolchain, *, verifying: bool) -> Libraries:
        """Return the locked packages as jobs see them. Raise UserError, ToolchainMissing or SandboxUnavailable."""
        if lock.digest not in self._libraries or verifying:
            from specwright.adapters.packages.locking import open_libraries  # noqa: PLC0415 - for packages alone

            source = self._settings.packages.source
            opened = await open_libraries(lock, await self.real_sandbox(), toolchain, source, verifying=verifying)
            self._libraries[lock.digest] = opened
        return self._libraries[lock.digest]

    async def packages(self, language: str, libraries: Libraries | None = None) -> tuple[Packaging, Inspection]:
        """Return the projects of a language and its tools. Raise ToolchainMissing."""
        sandbox = await self.sandbox()
        key = language, libraries.mount.source if libraries else ""
        if key not in self._packages:
            self._packages[key] = await asyncio.to_thread(_for_packages, language, sandbox, libraries)
        return self._packages[key]

    async def close(self) -> None:
        """Close everything that was opened. Calling it twice is harmless."""
        async with AsyncExitStack() as stack:  # whichever of them fails, the others are closed
            if self._store is not None:
                stack.push_async_callback(self._store.close)
            if self._queue is not None:
                stack.push_async_callback(self._queue.close)
            if self._memory is not None:
                stack.push_async_callback(self._memory.close)
            for model, _ in self._models.values():
                stack.push_async_callback(model.close)
            stack.push_async_callback(self._close_sandbox)
        self._store = self._queue = self._memory = None
        self._models.clear()

    async def _close_sandbox(self) -> None:
        sandbox, self._sandbox = self._sandbox, None
        self._toolchains.clear()
        self._packages.clear()
        self._libraries.clear()
        self.builds = BuildCache()
        if sandbox is not None:
            await sandbox.close()


def open_store(place: Path | DatabaseAddress) -> Store:
    """Return the store at a place: a server's, that of a plugin for `NAME:PLACE`, or a file's.

    Raise UserError, StoreError. A server is asked for nothing yet.
    """
    if isinstance(place, DatabaseAddress):
        server: Store = _postgres().PostgresStore(place)
        return server
    found = _plugin_store(str(place))
    made: Store = SqliteStore(place) if found is None else found.load_callable()(str(place).partition(":")[2])
    return made


def memory_path(settings: Settings) -> Path:
    """Return the file of the memory: beside the run store, which proves what is in it."""
    place = settings.store.path
    if isinstance(place, DatabaseAddress) or _plugin_store(str(place)):
        return user_data_path("specwright") / "memory.db"
    return place.with_name(f"{place.stem}.memory{place.suffix}")


def journals_path(settings: Settings) -> Path:
    """Return the folder that notes what runs wrote into projects: beside the run store."""
    place = settings.store.path
    if isinstance(place, DatabaseAddress) or _plugin_store(str(place)):
        return user_data_path("specwright") / "changes"
    return place.with_name(f"{place.stem}.changes")


def project_folder(directory: Path) -> str:
    """Return the folder of the project that a directory is in: that of its repository or else of its settings."""
    folders = tuple(folders_up(directory.absolute()))
    marked = [folder for folder in folders if any((folder / name).exists() for name in _MARKS)]
    return str(marked[-1] if marked else folders[0])


def _proof(store: Store) -> Callable[[MemoryEntry], Awaitable[str]]:
    """Return the check that an entry's run is in the store, was VERIFIED and made this very code."""

    async def prove(entry: MemoryEntry) -> str:
        head = await store.head(entry.run_id)
        if head is None:
            return f"the run {entry.run_id} that it names is not in the run store"
        try:
            first, last = read_entry(head.first).event, read_entry(head.last).event
        except StoreError:
            return f"the run {entry.run_id} that it names cannot be read"
        if not isinstance(first, RunStarted) or not isinstance(last, RunEnded) or not last.result.verified:
            return f"the run {entry.run_id} that it names did not end as VERIFIED"
        lesson = entry.lesson
        if not isinstance(lesson, LearnedPattern):
            return "" if lesson.language == first.task.language else "its run was in another language"
        made = (last.result.code, last.result.signature, first.task.language, first.task.problem)
        same = made == (lesson.code, lesson.signature, lesson.language, lesson.problem)
        return "" if same else f"the run {entry.run_id} that it names made another program"

    return prove


def _postgres() -> Any:
    """Return the store and the queue on a PostgreSQL server. Raise UserError if its driver is not installed."""
    try:
        from specwright.adapters.store import postgres  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        if error.name != "psycopg":
            raise
        raise UserError(
            "a store on a PostgreSQL server needs a package that is not installed",
            hint="run: pip install 'specwright[postgres]'",
        ) from error
    return postgres


def _plugin_store(place: str) -> Plugin | None:
    name, colon, _ = place.partition(":")
    return plugin(PluginKind.STORES, name) if colon else None


def _usable(sandbox: Sandbox) -> bool:
    """Return whether another run can use it. An absent sandbox may have come since, and a guardian may have ended."""
    return not isinstance(sandbox, AbsentSandbox) and bool(getattr(sandbox, "usable", True))


@asynccontextmanager
async def open_context(
    settings: Settings,
    task: Task,
    limits: RunLimits,
    open_log: Callable[[], Awaitable[Log]],
    *,
    model: Model | None = None,
    author: str | None = None,
    resources: Resources | None = None,
    person: Person | None = None,
    verifying: bool = False,
    memory: Memory | None = None,
) -> AsyncIterator[RunContext]:
    """Open everything that a run works with, and close it whatever happens.

    The log is opened last, because the run's time begins with it. A model and resources that are passed in stay the
    caller's to close. `author` is who began the run that is resumed. When `verifying`, no package is fetched, and
    those that are here are unpacked anew. Raise ModelError, UserError, ToolchainMissing or StoreError.
    """
    async with AsyncExitStack() as stack:
        if resources is None:
            resources = await stack.enter_async_context(Resources(settings))
        model, why = await _model_of(task, resources, settings, model, author)
        writers = writers_for(task.story, model, author)
        if author is None and not limits.recalls:  # what the memory has is known later
            writers.check_task(task)
        sandbox = await resources.sandbox()
        toolchain = checkers_in = await resources.toolchain(task.language)
        if task.language != "python":
            checkers_in = await resources.toolchain("python")
        libraries: Libraries | None = None
        if task.lock is not None:
            libraries = await resources.libraries(task.lock, toolchain, verifying=verifying)
            toolchain = with_libraries(toolchain, libraries)
            checkers_in = toolchain if task.language == "python" else checkers_in
        packaging: Packaging | None = None
        inspection: Inspection | None = None
        if task.story is Story.PACKAGE:
            packaging, inspection = await resources.packages(task.language, libraries)
        told: dict[str, Any] = {}
        if task.change is not None:
            from specwright.improving.story import improve  # noqa: PLC0415 - for existing code alone

            tools = await asyncio.to_thread(_for_change, task.change, toolchain, sandbox)
            toolchain, packaging, inspection = tools.toolchain, tools.packaging, tools.inspection
            told = {"tell": improve, "observe": partial(observing_in, task.language)}
            if task.change.verb is ChangeVerb.TEST:
                told["probing"] = probing_for(task.language)
        log = await open_log()
        if packaging is not None and _had_no_tools(log):
            inspection = None
        yield RunContext(
            task=task,
            model=model,
            sandbox=sandbox,
            toolchain=toolchain,
            log=log,
            limits=limits,
            writers=writers,
            why_model=why,
            tools=_tool_versions(toolchain, sandbox),
            packaging=packaging,
            inspection=inspection,
            person=person,
            checkers_in=checkers_in,
            memory=memory,
            shortcut=_find_shortcut,
            **told,
        )


async def _model_of(
    task: Task, resources: Resources, settings: Settings, given: Model | None, author: str | None
) -> ModelChoice:
    """Return the model of a run, and why it is that one. Raise ModelError."""
    if given is None and task.change is not None and task.change.proposed:
        return ModelChoice(AbsentModel(), "your own version, so no model is asked")
    model, why = (
        ModelChoice(given, "passed in by the caller") if given is not None else await resources.model(settings, author)
    )
    if task.change is not None and sampling_plan(model):
        model = AbsentModel(model.name)  # one that small cannot change code
    return ModelChoice(model, why)


async def _find_shortcut(
    name: str, context: RunContext, examples: tuple[Example, ...], definite: bool
) -> Writers | str:
    from specwright.offline.shortcut import find_shortcut  # noqa: PLC0415 - heavy, and rarely needed with a model

    return await find_shortcut(name, context, examples, definite)


def _tool_versions(toolchain: Toolchain, sandbox: Sandbox) -> dict[str, str]:
    """What executes here, with versions: the language's tools, the sandbox's walls, the system under both."""
    return {
        toolchain.language: toolchain.version or "the image's own",
        "sandbox": f"{sandbox.name}: {sandbox.level}",
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
    }


def _for_packages(language: str, sandbox: Sandbox, libraries: Libraries | None) -> tuple[Packaging, Inspection]:
    """Return the language's projects and its tools; without a runner of its tests no package can be made."""
    from specwright.adapters.machine.runners import packaged  # noqa: PLC0415 - for packages alone
    from specwright.adapters.machine.tools import find_tools  # noqa: PLC0415
    from specwright.languages.loading import inspection_for, packaging_for  # noqa: PLC0415

    packaging = packaging_for(language, sandbox, packaged, libraries=libraries)
    packaging.test_run(Package(name="trial", summary="Is the runner of its tests here?"), CallLimits())
    return packaging, inspection_for(language, sandbox, find_tools, libraries)


class _ChangeTools(NamedTuple):
    toolchain: Toolchain
    packaging: Packaging | None
    inspection: Inspection


def _for_change(change: ChangeRequest, toolchain: Toolchain, sandbox: Sandbox) -> _ChangeTools:
    """Return what runs an existing project beside its dependencies; its tests may lack a runner here."""
    from specwright.adapters.machine.project import find_dependencies  # noqa: PLC0415 - for existing code alone
    from specwright.adapters.machine.runners import packaged  # noqa: PLC0415
    from specwright.adapters.machine.tools import find_tools  # noqa: PLC0415
    from specwright.languages.loading import inspection_for, packaging_for  # noqa: PLC0415

    language, named = change.scope.language, Path(change.dependencies) if change.dependencies else None
    mounts = find_dependencies(Path(change.folder), language, named)
    if mounts:
        with contextlib.suppress(ToolchainMissing):
            room = _IMPORTED_MEMORY
            toolchain = with_libraries(toolchain, Libraries(mount=mounts[0], memory_bytes=room, address_bytes=room))
    packaging: Packaging | None = None
    with contextlib.suppress(ToolchainMissing):
        packaging = packaging_for(language, sandbox, packaged, mounts)
        packaging.test_run(change.package, CallLimits())
    return _ChangeTools(toolchain, packaging, inspection_for(language, sandbox, find_tools))


def _had_no_tools(log: Log) -> bool:
    """Return whether the recorded run had no tools to grade its package with; it would take another way with them."""
    from specwright.pipeline.finishing.grade import NOT_MEASURED  # noqa: PLC0415 - for packages alone

    return log.recorded(NOT_MEASURED)


def _tools(language: str) -> InstalledTools:
    from specwright.adapters.machine.toolchains import ready  # noqa: PLC0415 - heavy, and not needed for Python

    return ready(language)


class _Projects:
    """The files of a result in a language's own form. The language's tools need not be on this machine."""

    def __call__(self, package: Package, language: str, version: str) -> dict[str, bytes]:
        """Return the package's whole project in a language whose tools have that version."""
        return _packaging(language, version).project(package)

    def native_test(
        self, code: str, signature: Signature, cases: Sequence[TestCase], comparison: Comparison, language: str
    ) -> tuple[str, str] | None:
        """Return path and text of a native test file for a function's solution; None if there can be none."""
        from specwright.languages.common.packaging.single_file import single_file  # noqa: PLC0415 - for --out alone

        return single_file(_packaging(language, ""), code, signature, cases, comparison)


project_of: Final = _Projects()


def _packaging(language: str, version: str) -> Packaging:
    from specwright.languages.loading import packaging_class  # noqa: PLC0415 - for packages alone

    if language == "python":
        from specwright.languages.python.packaging import PythonPackaging  # noqa: PLC0415

        return PythonPackaging()
    return packaging_class(language)(InstalledTools(language=language, version=version, programs={}))


async def _model(settings: Settings, author: str | None) -> ModelChoice:
    """The model that the settings ask for; if `auto` finds none, the small packaged one."""
    specification, places = settings.llm_config.specification, local_places(settings)
    if settings.withheld_for and is_elsewhere(specification):
        raise UserError(
            f"{settings.withheld_for} names the server {specification}, and your key is sent to no server that the "
            "settings of a folder name",
            hint="if you trust it, name it yourself: --model URL or SPECWRIGHT_LLM_CONFIG__MODEL=URL",
        )
    if specification == "auto" and author == OFFLINE:
        return _without_model(places)
    try:
        return await choose(specification, machine(settings), model_rungs(settings))
    except ModelError:
        if specification != "auto" or author == MODEL:
            raise
        return _without_model(places)


def _without_model(places: Locals) -> ModelChoice:
    model = PackagedModel(places) if is_installed() else AbsentModel()
    return ModelChoice(model, "no API key and no model server found")


def writers_for(story: Story, model: Model, author: str | None) -> Writers:
    """Return who writes: a model that can be talked to, or the helpers that work without one."""
    plan = sampling_plan(model)
    if story is Story.CHANGE:  # what works without a model solves problems, and changes no code
        return model_writers(story)
    if author == OFFLINE or (author is None and (plan or isinstance(model, AbsentModel))):
        from specwright.offline.author import offline_writers  # noqa: PLC0415 - heavy, and not needed with a model

        return offline_writers(story, plan)
    return model_writers(story)


def model_rungs(settings: Settings) -> tuple[ModelRung, ...]:
    """Return all kinds of models, in the order in which `auto` prefers them."""
    return (*RUNGS, *local_rungs(local_places(settings)), *plugin_rungs())


def local_places(settings: Settings) -> Locals:
    """The folder of models on this machine."""
    return Locals(settings.llm_config.models_path)


async def _sandbox(settings: Settings) -> Sandbox:
    """The sandbox, or a stand-in for its absence: a run then still writes code, and notes that nothing was
    executed."""
    asked = settings.sandbox_config
    try:
        return await open_sandbox(
            asked.type,
            image=asked.image,
            # The limit is each call's (RunLimits.memory_bytes); compilers and runtimes need more than the programs.
            cpu_limit=asked.cpu_limit,
            network_mode=asked.network_mode,
        )
    except SandboxUnavailable as error:
        return AbsentSandbox(error)


def machine(settings: Settings) -> ModelAccess:
    """The settings that matter for finding a model on this machine."""
    llm = settings.llm_config
    keys = {name: key.get_secret_value() for name, key in settings.keys.items()}
    if llm.api_key is not None:
        keys["SPECWRIGHT_LLM_CONFIG__API_KEY"] = llm.api_key.get_secret_value()
    patience = Patience(
        tries=llm.tries,
        total_seconds=llm.total_timeout,
        first_seconds=llm.first_timeout,
        idle_seconds=llm.idle_timeout,
        wait_seconds=llm.retry_wait,
    )
    return ModelAccess(keys=keys, patience=patience)


def limits_from(settings: Settings, story: Story = Story.FUNCTION) -> RunLimits:
    """The limits of a new run. Of a package the refinements after the first round are counted, of a function all."""
    code, budget, llm = settings.code_generation, settings.budget, settings.llm_config
    refined = 1 + code.max_refinement_iterations
    return RunLimits(
        max_iterations=refined if story is Story.PACKAGE else code.max_iterations,
        candidates=MOST_BY_DOUBT if code.candidates == "auto" else code.candidates,
        by_doubt=code.candidates == "auto",
        budget_usd=budget.usd,
        budget_tokens=budget.tokens,
        budget_seconds=budget.seconds,
        max_code_length=code.max_code_length,
        call_seconds=code.call_timeout,
        native_seconds=_native_seconds(settings, story),
        memory_bytes=parse_size(settings.sandbox_config.memory_limit),
        temperature=llm.temperature,
        max_tokens=_answer_length(settings, story),
        seed=code.seed,
        questions=code.questions,
        metrics=settings.quality_metrics,
    )


def _native_seconds(settings: Settings, story: Story) -> float:
    """The time of all tests of a project: of one that we did not write more, unless the user set it."""
    code = settings.code_generation
    longer = story is Story.CHANGE and "execution_timeout" not in code.model_fields_set
    return max(EXISTING_SECONDS, code.execution_timeout) if longer else code.execution_timeout


def _answer_length(settings: Settings, story: Story) -> int | None:
    """The tokens of one answer: what the user set, and else for a package more, because its source is one answer."""
    llm = settings.llm_config
    is_set = "max_tokens" in llm.model_fields_set
    return PACKAGE_TOKENS if story is not Story.FUNCTION and not is_set else llm.max_tokens
