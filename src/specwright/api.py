"""The public API: what the command line, a program or a server asks of specwright. Imported lazily by the package."""

from __future__ import annotations

import asyncio
import keyword
import secrets
from collections.abc import AsyncIterator, Coroutine, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypedDict, Unpack

from specwright.adapters.machine.files import Folder, check_writable, read_file, read_folder, write_files
from specwright.adapters.models.choosing.absent import AbsentModel
from specwright.app import Resources, limits_from, open_context, project_of
from specwright.config import Settings, load_settings
from specwright.core.errors import Interrupted, StoreError, UserError
from specwright.core.program.signature import is_identifier
from specwright.core.run.events import (
    Entry,
    Progress,
    RunEnded,
    RunInterrupted,
    RunLimits,
    RunResumed,
    RunStarted,
    UserAnswered,
)
from specwright.core.run.fold import RunState, fold
from specwright.core.run.result import Result
from specwright.core.value import Value
from specwright.core.work.example import parse_example
from specwright.core.work.question import Expected
from specwright.core.work.task import Story, Task
from specwright.languages.registry import LANGUAGES
from specwright.pipeline.context import RunContext
from specwright.pipeline.recording.event_log import Listener, Log, read_entry
from specwright.pipeline.recording.replay import ReplayLog, ReplayReport, told_from_its_record
from specwright.pipeline.recording.replay import replay as replay_log
from specwright.pipeline.recording.shape import check_shape
from specwright.pipeline.run import run
from specwright.pipeline.running.matrix import call_limits, native_limits
from specwright.pipeline.writing.specify import read_examples
from specwright.ports.model import Model
from specwright.ports.person import Person
from specwright.ports.store import RunHead, Store

if TYPE_CHECKING:
    from specwright.delivery.claims import Verification

MAX_PROBLEM: Final = 100_000
"""Characters of a problem text. A longer one is a mistake, or belongs into several tasks."""

MAX_IGNORED_BYTES: Final = 10_000
"""Of a .gitignore file that is heeded; those that specwright writes are far shorter."""

READY: Final = 2
"""Sandboxes kept ready ahead of time."""


class SolveOptions(TypedDict, total=False):
    """What is left out comes from specwright.toml, the environment and the defaults."""

    examples: Sequence[str]
    """Such as `nums=[3,3], target=6 -> [0,1]`: always right, never revised."""
    entry_point: str
    model: str | Model
    candidates: int
    max_iterations: int
    budget_usd: float
    budget_tokens: int
    budget_seconds: float
    store: Path
    out: Path
    """The folder for the code, its tests, the report and the evidence."""
    on_event: Listener


class GenerateOptions(TypedDict, total=False):
    """What is left out comes from specwright.toml, the environment and the defaults."""

    language: str
    constraints: Sequence[str]
    """What the package must keep to besides, such as `no dependencies`."""
    test_requirements: Sequence[str]
    """What its tests must cover."""
    examples: Sequence[str]
    """Such as `slug("A b") == "a-b"`: always right, never revised."""
    strategy: str
    """`test-driven` or `incremental`; chosen from the specification when it is left out."""
    model: str | Model
    candidates: int
    max_refinement_iterations: int
    budget_usd: float
    budget_tokens: int
    budget_seconds: float
    store: Path
    out: Path
    """The folder for the project, the report and the evidence."""
    on_event: Listener


class VerifyOptions(TypedDict, total=False):
    """What is left out comes from specwright.toml, the environment and the defaults."""

    sandbox: str
    digest: str
    """The sha256 that the folder's manifest must have, kept from when it was handed over."""


def solve(problem: str, **options: Unpack[SolveOptions]) -> Result:
    """Turn a coding problem into a tested function. `asolve` is the same for use inside an event loop.

    Raises UserError for a problem or an example that cannot be read, ModelError when there is no model at all,
    SandboxUnavailable, StoreError, and Interrupted. A model, sandbox or budget that gives out on the way is no
    exception but a Result that says so.
    """
    interruption = options["on_event"] = Interruption(options.get("on_event"))
    return _run(asolve(problem, **options), interruption)


async def asolve(problem: str, **options: Unpack[SolveOptions]) -> Result:
    """The async twin of `solve`."""
    task = make_task(problem, examples=options.get("examples", ()), entry_point=options.get("entry_point"))
    return await _do(task, options)


def generate(specification: str, **options: Unpack[GenerateOptions]) -> Result:
    """Turn a specification into a package. `agenerate` is the same for use inside an event loop. Raises as `solve`."""
    interruption = options["on_event"] = Interruption(options.get("on_event"))
    return _run(agenerate(specification, **options), interruption)


async def agenerate(specification: str, **options: Unpack[GenerateOptions]) -> Result:
    """The async twin of `generate`."""
    task = make_package_task(
        specification,
        language=options.get("language", "python"),
        constraints=options.get("constraints", ()),
        test_requirements=options.get("test_requirements", ()),
        examples=options.get("examples", ()),
        strategy=options.get("strategy"),
    )
    return await _do(task, options)


class Interruption:
    """A listener that remembers which run was interrupted, for whoever ends the loop that the run was on."""

    def __init__(self, then: Listener | None = None) -> None:
        self._then = then
        self._run_id: str | None = None

    def __call__(self, heard: Entry | Progress) -> None:
        if isinstance(heard, Entry) and isinstance(heard.event, RunInterrupted):
            self._run_id = heard.run_id
        if self._then is not None:
            self._then(heard)

    def error(self) -> Interrupted:
        """Return the error that says what was interrupted and how to go on."""
        if self._run_id is None:
            return Interrupted("interrupted before anything was recorded", hint="give the same command again")
        return Interrupted(
            f"run {self._run_id} was interrupted", hint=f"continue it with: specwright resume {self._run_id}"
        )


def _run(work: Coroutine[Any, Any, Result], interruption: Interruption) -> Result:
    """Do the work on an event loop of its own. Raise Interrupted when Ctrl-C ends it."""
    try:
        return asyncio.run(work)
    except (KeyboardInterrupt, asyncio.CancelledError):
        raise interruption.error() from None


async def _do(task: Task, options: SolveOptions | GenerateOptions) -> Result:
    """Work on a task under the options that `solve` and `generate` share."""
    model, listener, out = options.get("model"), options.get("on_event"), options.get("out")
    counted = ("candidates", "max_iterations", "max_refinement_iterations")
    settings = load_settings(
        {
            "llm_config": {"model": model if isinstance(model, str) else None},
            "code_generation": {name: options.get(name) for name in counted},
            "budget": {name: options.get(f"budget_{name}") for name in ("usd", "tokens", "seconds")},
            "store": {"path": options.get("store")},
        }
    )
    given = None if model is None or isinstance(model, str) else model
    if out is not None:
        check_out(out)
    result = await solve_task(task, settings, model=given, listeners=(listener,) if listener else ())
    if out is not None:
        await write_out(result.run_id, out, settings)
    return result


def verify(directory: Path | str, **options: Unpack[VerifyOptions]) -> Verification:
    """Check what of a folder that was handed over still holds, with no model and no run store.

    `averify` is the same for use inside an event loop. Raises UserError for a folder without evidence, and Interrupted.
    Whatever does not hold, or cannot be determined here, is no exception but stands in the Verification.
    """
    return asyncio.run(averify(directory, **options))


async def averify(directory: Path | str, **options: Unpack[VerifyOptions]) -> Verification:
    """The async twin of `verify`."""
    settings = load_settings({"sandbox_config": {"type": options.get("sandbox")}})
    return await verify_folder(Path(directory), settings, digest=options.get("digest"))


class ResumeOptions(TypedDict, total=False):
    """What is left out comes from specwright.toml, the environment and the defaults."""

    model: str | Model
    sandbox: str
    budget_usd: float
    budget_tokens: int
    budget_seconds: float
    store: Path
    on_event: Listener


class ReplayOptions(TypedDict, total=False):
    """What is left out comes from specwright.toml, the environment and the defaults."""

    sandbox: str
    store: Path
    on_event: Listener


def resume(name: str, **options: Unpack[ResumeOptions]) -> Result:
    """Go on with a recorded run, named by its id, a part of it, or `last`. Raise as `solve` does."""
    interruption = options["on_event"] = Interruption(options.get("on_event"))
    return _run(aresume(name, **options), interruption)


async def aresume(name: str, **options: Unpack[ResumeOptions]) -> Result:
    """The async twin of `resume`."""
    model, listener = options.get("model"), options.get("on_event")
    settings = load_settings(
        {
            "llm_config": {"model": model if isinstance(model, str) else None},
            "sandbox_config": {"type": options.get("sandbox")},
            "budget": {name: options.get(f"budget_{name}") for name in ("usd", "tokens", "seconds")},
            "store": {"path": options.get("store")},
        }
    )
    given = None if model is None or isinstance(model, str) else model
    listeners = (listener,) if listener else ()
    return await resume_run(await find_run(name, settings), settings, model=given, listeners=listeners)


def replay(name: str, **options: Unpack[ReplayOptions]) -> ReplayReport:
    """Execute a recorded run again without a model and report differences. Raise UserError or StoreError."""
    return asyncio.run(areplay(name, **options))


async def areplay(name: str, **options: Unpack[ReplayOptions]) -> ReplayReport:
    """The async twin of `replay`."""
    settings = load_settings(
        {"sandbox_config": {"type": options.get("sandbox")}, "store": {"path": options.get("store")}}
    )
    listener = options.get("on_event")
    return await replay_run(await find_run(name, settings), settings, listeners=(listener,) if listener else ())


def make_task(
    problem: str, *, examples: Sequence[str] = (), entry_point: str | None = None, language: str = "python"
) -> Task:
    """The task in the user's words."""
    return Task(
        problem=problem,
        examples=tuple(examples),
        entry_point="run_code" if entry_point is None else entry_point,
        entry_point_given=entry_point is not None,
        language=language,
    )


def make_package_task(
    specification: str,
    *,
    language: str = "python",
    constraints: Sequence[str] = (),
    test_requirements: Sequence[str] = (),
    examples: Sequence[str] = (),
    strategy: str | None = None,
) -> Task:
    """The task of a package in the user's words."""
    return Task(
        problem=specification,
        examples=tuple(examples),
        language=language,
        story=Story.PACKAGE,
        constraints=tuple(constraints),
        test_requirements=tuple(test_requirements),
        strategy=strategy.replace("_", "-") if strategy else None,
    )


def check_task(task: Task, settings: Settings) -> None:
    """Raise UserError for a task that cannot be worked on, before anything is spent on it."""
    what = "problem" if task.story is Story.FUNCTION else "specification"
    if not task.problem.strip():
        raise UserError(f"the {what} is empty", hint=f"say in a sentence or two what the {task.story} must do")
    if len(task.statement) > MAX_PROBLEM:
        raise UserError(
            f"the {what} has {len(task.statement):,} characters; the limit is {MAX_PROBLEM:,}",
            hint=f"give the statement of one {task.story}, without data or code around it",
        )
    if any(not _is_text(char) for char in task.statement):
        raise UserError(f"the {what} contains binary data", hint="give it as plain UTF-8 text")
    if not is_identifier(task.entry_point) or keyword.iskeyword(task.entry_point):
        raise UserError(
            f"{task.entry_point!r} cannot name a function",
            hint="use letters, digits and underscores, beginning with a letter: two_sum",
        )
    code = settings.code_generation
    languages = code.supported_languages if "supported_languages" in code.model_fields_set else tuple(LANGUAGES)
    if task.language not in languages:
        known = ", ".join(languages)
        raise UserError(
            f"the language {task.language!r} is not among the supported ones: {known}",
            hint="choose one of them, or add it to code_generation.supported_languages",
        )
    for name, secret in settings.secrets.items():
        if secret in task.statement or any(secret in example for example in task.examples):
            raise UserError(
                f"the {what} contains the value of {name}, which would be sent to the model and kept in the record",
                hint=f"take the key out of the {what}, and renew it if it was seen by anybody",
            )
    if task.story is Story.FUNCTION:
        read_examples(task)
    else:
        check_package_task(task)


def check_package_task(task: Task) -> None:
    """Raise UserError for what only the task of a package can have wrong."""
    from specwright.pipeline.writing.plan import package_examples  # noqa: PLC0415 - heavy, and not needed to solve
    from specwright.pipeline.writing.strategies.registry import STRATEGIES  # noqa: PLC0415

    package_examples(task)
    if task.strategy is not None and task.strategy not in STRATEGIES:
        raise UserError(f"there is no strategy {task.strategy!r}", hint=f"the strategies are {', '.join(STRATEGIES)}")


def _is_text(char: str) -> bool:
    return (char >= " " or char in "\t\n\r\f") and not "\ud800" <= char <= "\udfff" and char != "\x7f"


async def solve_task(
    task: Task,
    settings: Settings,
    *,
    model: Model | None = None,
    listeners: Iterable[Listener] = (),
    resources: Resources | None = None,
    person: Person | None = None,
) -> Result:
    """Work on a task in a new run; `person` may be asked as often as the settings say. Raises as `solve` does."""
    check_task(task, settings)
    limits = limits_from(settings, task.story)
    async with _opened(settings, resources) as opened, _claimed(opened.store(), new_run_id()) as run_id:
        open_log = partial(Log.open, opened.store(), run_id, listeners)
        async with open_context(
            settings, task, limits, open_log, model=model, resources=opened, person=person
        ) as context:
            _check_prices(context)
            async with _at_work(context):
                return await run(context)


async def resume_run(
    run_id: str,
    settings: Settings,
    *,
    model: Model | None = None,
    listeners: Iterable[Listener] = (),
    resources: Resources | None = None,
    person: Person | None = None,
) -> Result:
    """Go on with a run where its record ends; a run that came to its own end gives its result again."""
    state = await load_run(run_id, settings, resources)
    if state.result is not None and state.result.execution_result.final:
        return state.result
    started = _started(run_id, state)
    settings = _with_its_model(settings, started)
    limits = _raised(started.limits, settings)
    async with _opened(settings, resources) as opened, _claimed(opened.store(), run_id):
        open_log = partial(Log.open, opened.store(), run_id, listeners)
        async with open_context(
            settings,
            started.task,
            limits,
            open_log,
            model=model,
            author=started.author,
            resources=opened,
            person=person,
        ) as context:
            _check_prices(context)
            await context.log.note(
                RunResumed(
                    model=context.model.name, sandbox=context.sandbox.name, limits=limits, tools=dict(context.tools)
                )
            )
            async with _at_work(context):
                with told_from_its_record(context.log):
                    return await run(context)


def _with_its_model(settings: Settings, started: RunStarted) -> Settings:
    """Return the settings with the model that began the run, unless the user names another."""
    asked = settings.llm_config
    if asked.specification != "auto" or ":" not in started.model:
        return settings
    return settings.model_copy(update={"llm_config": asked.model_copy(update={"model": started.model})})


async def replay_run(
    run_id: str, settings: Settings, *, listeners: Iterable[Listener] = (), resources: Resources | None = None
) -> ReplayReport:
    """Execute a recorded run again without a model. Raise UserError, StoreError or SandboxUnavailable."""
    async with _opened(settings, resources) as opened:
        return await _replay(run_id, settings, listeners, opened)


async def _replay(run_id: str, settings: Settings, listeners: Iterable[Listener], resources: Resources) -> ReplayReport:
    started = _started(run_id, await load_run(run_id, settings, resources))
    unlimited = {"budget_usd": None, "budget_tokens": None, "budget_seconds": None}
    limits = started.limits.model_copy(update=unlimited)
    absent = AbsentModel(started.model)
    store = resources.store()
    log = ReplayLog(store, run_id, await store.entries(run_id), listeners)
    async with open_context(
        settings, started.task, limits, log.opened, model=absent, author=started.author, resources=resources
    ) as context:
        return await replay_log(log, lambda: run(context))


def check_out(directory: Path) -> None:
    """Raise UserError unless a result can be written into the folder, before any work is spent on it."""
    from specwright.delivery.bundle import MANIFEST  # noqa: PLC0415 - not needed without --out

    check_writable(directory, MANIFEST)


async def write_out(run_id: str, directory: Path, settings: Settings, resources: Resources | None = None) -> Path:
    """Write everything that a recorded run hands over into the folder. Raises UserError, StoreError.

    What an earlier result left there, unchanged since, makes way for it.
    """
    from specwright.delivery.handover import check_no_secret, hand_over  # noqa: PLC0415 - not needed without --out
    from specwright.delivery.record import load_record  # noqa: PLC0415

    async with _opened(settings, resources) as opened:
        files = hand_over(await load_record(opened.store(), run_id), project_of)
    check_no_secret(files, settings.secrets)
    return write_files(directory, files, instead_of=_left_by_an_earlier_result(directory))


def _left_by_an_earlier_result(directory: Path) -> list[str]:
    """The files in the folder that a manifest there lists, and that nobody has changed since."""
    from specwright.delivery.bundle import MANIFEST, mark, read_manifest  # noqa: PLC0415

    manifest = read_file(directory, MANIFEST) if directory.is_dir() else None
    if manifest is None:
        return []
    try:
        listed = read_manifest(manifest).files
    except UserError:
        return []
    contents = {name: read_file(directory, name) for name in listed}
    return [name for name, content in contents.items() if content is not None and mark(content) == listed[name]]


def read_handed_over(directory: Path) -> Folder:
    """Read a folder that was handed over, without what running its tools leaves behind. Raise UserError.

    Without a manifest nothing is read: whatever lies there is not ours, however much it is.
    """
    from specwright.delivery.bundle import (  # noqa: PLC0415 - not needed to solve
        MANIFEST,
        MAX_MANIFEST_BYTES,
        mark,
        read_manifest,
    )

    manifest = read_file(directory, MANIFEST, MAX_MANIFEST_BYTES + 1)
    if manifest is None:
        return Folder({}, {}, ())
    known = read_manifest(manifest).files
    ignored = read_file(directory, ".gitignore", MAX_IGNORED_BYTES + 1) or b""
    if known.get(".gitignore") != mark(ignored):
        ignored = b""  # only an ignore file that was handed over may say what is no part of it
    return read_folder(directory, {*known, MANIFEST}, ignored[:MAX_IGNORED_BYTES].decode("utf-8", "backslashreplace"))


async def verify_folder(
    directory: Path, settings: Settings, *, digest: str | None = None, resources: Resources | None = None
) -> Verification:
    """Check a folder that was handed over. Raises UserError."""
    from specwright.delivery.record import Record  # noqa: PLC0415 - heavy, and not needed to solve
    from specwright.delivery.verify import verify as check  # noqa: PLC0415

    folder = read_handed_over(directory)

    def context_of(record: Record, log: ReplayLog, limits: RunLimits) -> AbstractAsyncContextManager[RunContext]:
        started = record.started
        absent = AbsentModel(started.model)
        return open_context(
            settings, started.task, limits, log.opened, model=absent, author=started.author, resources=resources
        )

    return await check(
        folder.files, context_of, project_of, strange=folder.strange, passed_over=folder.passed_over, digest=digest
    )


async def load_run(run_id: str, settings: Settings, resources: Resources | None = None) -> RunState:
    """The state of a recorded run. Raises UserError when there is none of that name, StoreError."""
    return fold(entry.event for entry in await load_entries(run_id, settings, resources))


async def load_entries(run_id: str, settings: Settings, resources: Resources | None = None) -> tuple[Entry, ...]:
    """The log of a recorded run. Raises as `load_run` does."""
    async with _opened(settings, resources) as opened:
        lines = await opened.store().entries(run_id)
    if not lines:
        raise UserError(f"there is no run {run_id!r}", hint="`specwright runs` lists them")
    entries = tuple(map(read_entry, lines))
    check_shape(run_id, entries)
    return entries


async def find_run(name: str, settings: Settings, resources: Resources | None = None) -> str:
    """The whole id of a run named by its beginning, its end, or `last`. Raises UserError."""
    async with _opened(settings, resources) as opened:
        heads = await opened.store().runs(1) if name == "last" else ()
        found = tuple(head.first.run_id for head in heads) or await opened.store().find(name)
    if len(found) == 1:
        return found[0]
    what = f"{len(found)} runs match {name!r}" if found else f"there is no run {name!r}"
    raise UserError(what, hint="`specwright runs` lists them; give enough of the id to tell them apart")


async def follow_up_task(
    run_id: str, words: str, settings: Settings, *, examples: Sequence[str] = (), resources: Resources | None = None
) -> Task:
    """Return the task of an earlier run with a correction in the user's words.

    It keeps the run's examples, and what the user answered then becomes an example. Raise UserError or StoreError.
    """
    entries = await load_entries(run_id, settings, resources)
    started = _started(run_id, fold(entry.event for entry in entries))
    if not words.strip():
        raise UserError("the follow-up is empty", hint="say in a sentence what should be different")
    answers = [entry.event for entry in entries if isinstance(entry.event, UserAnswered)]
    kept = (*started.task.examples, *filter(None, map(_as_example, answers)), *examples)
    problem = f"{started.task.problem}\n\nCorrection, which overrides what is above: {words.strip()}"
    return started.task.model_copy(update={"problem": problem, "examples": tuple(dict.fromkeys(kept))})


def _as_example(answered: UserAnswered) -> str | None:
    """Return what the user answered in the form of an example; None if they named no result, or it is too long."""
    question, answer = answered.question, answered.answer
    if not isinstance(answer, Expected):
        return None
    text = f"{question.call} -> {answer.expected}"
    try:
        return text if parse_example(text).expected == answer.expected else None
    except UserError:
        return None


async def list_runs(settings: Settings, limit: int = 50, resources: Resources | None = None) -> tuple[RunHead, ...]:
    """Return the newest runs first. Raise StoreError."""
    async with _opened(settings, resources) as opened:
        return await opened.store().runs(limit)


class RunSummary(Value):
    """A run in a listing."""

    run_id: str
    started_at: str
    state: str
    problem: str
    """Its first words."""
    language: str = ""
    verified: bool | None = None
    """None for a run that has no result."""
    confidence: float | None = None
    seconds: float | None = None
    usd: float | None = None
    """None for a run without a result, or with a model whose price is not known."""


def summary(head: RunHead) -> RunSummary:
    """Return what a listing shows of a run. Raise StoreError if its record cannot be read."""
    first, last = read_entry(head.first).event, read_entry(head.last).event
    task = first.task if isinstance(first, RunStarted) else None
    begun = RunSummary(
        run_id=head.first.run_id,
        started_at=head.first.at,
        state="interrupted" if isinstance(last, RunInterrupted) else "running or killed",
        problem=" ".join(task.problem.split())[:100] if task else "",
        language=task.language if task else "",
    )
    if not isinstance(last, RunEnded):
        return begun
    result = last.result
    ended = {
        "state": result.execution_result.value,
        "verified": result.verified,
        "confidence": result.confidence,
        "seconds": round(result.spending.model_seconds + result.spending.own_seconds, 3),
        "usd": result.spending.usd,
    }
    return begun.model_copy(update=ended)


def new_run_id() -> str:
    """Return a new id. Ids sort by time; 64 random bits tell those of one second apart."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(8)}"


@asynccontextmanager
async def _opened(settings: Settings, resources: Resources | None) -> AsyncIterator[Resources]:
    """Yield the caller's resources, or those of the settings, which are closed again."""
    if resources is not None:
        yield resources
        return
    async with Resources(settings) as own:
        yield own


@asynccontextmanager
async def _claimed(store: Store, run_id: str) -> AsyncIterator[str]:
    """Claim the run, so that no other process works on it, and release it. Raise StoreError."""
    await store.claim(run_id)
    try:
        yield run_id
    finally:
        await store.release(run_id)


@asynccontextmanager
async def _at_work(context: RunContext) -> AsyncIterator[None]:
    """Get sandboxes ready for a run, and record it if the run is interrupted."""
    # While the first words are written, the sandboxes for the first code get ready.
    limits = call_limits(context)
    native = context.packaging.idle(native_limits(context)) if context.packaging else None
    for idle in (context.toolchain.idle_build(), context.toolchain.idle(limits), native):
        if idle is not None:
            await context.sandbox.warm(idle, min(READY, context.limits.candidates))
    try:
        yield
    except asyncio.CancelledError:
        await context.log.note(RunInterrupted(reason="interrupted by the user"))
        raise


def _started(run_id: str, state: RunState) -> RunStarted:
    if state.started is None:
        raise StoreError(f"run {run_id} has no beginning", hint="start a new run")
    return state.started


def _raised(limits: RunLimits, settings: Settings) -> RunLimits:
    """The run's own limits, with the budgets that the user now gives."""
    budget = settings.budget
    given = {"budget_usd": budget.usd, "budget_tokens": budget.tokens, "budget_seconds": budget.seconds}
    return limits.model_copy(update={name: value for name, value in given.items() if value is not None})


def _check_prices(context: RunContext) -> None:
    if context.limits.budget_usd is not None and not context.model.priced:
        raise UserError(
            f"the price of {context.model.name} is not known, so a budget in dollars cannot be kept",
            hint="limit the run with --budget-tokens or --budget-seconds instead",
        )
