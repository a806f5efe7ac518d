"""The verbs as functions: `solve`, `generate`, `verify`, `resume`, `replay`, and their async twins."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Coroutine, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Unpack

from specwright.api.folders import check_out, verify_folder, write_out
from specwright.api.person import FunctionPerson, OnQuestion, as_answer, person_for
from specwright.api.records import find_run
from specwright.api.runs import recorded_out, replay_run, resume_run, solve_task
from specwright.api.tasks import make_package_task, make_task
from specwright.config import load_settings
from specwright.core.errors import Interrupted
from specwright.core.run.events import Entry, Progress, RunInterrupted
from specwright.core.run.result import Result
from specwright.core.work.task import Task
from specwright.pipeline.recording.event_log import Listener
from specwright.pipeline.recording.replay import ReplayReport
from specwright.ports.model import Model

if TYPE_CHECKING:
    from specwright.delivery.claims import Verification


class SolveOptions(TypedDict, total=False):
    """What is left out comes from specwright.toml, the environment and the defaults."""

    examples: Sequence[str]
    """Such as `nums=[3,3], target=6 -> [0,1]`: always right, never revised."""
    entry_point: str
    kind: str
    """`function`, `program` or `class`; told from the words if it is left out."""
    model: str | Model
    candidates: int
    max_iterations: int
    budget_usd: float
    budget_tokens: int
    budget_seconds: float
    store: Path
    out: Path
    """The folder for the code, its tests, the report and the evidence."""
    questions: int
    """How often `on_question` may be asked; twice if it is left out. Without a function to ask, a question ends the run
    as AWAITING_ANSWER, and `resume` with the answer goes on."""
    on_question: OnQuestion
    on_event: Listener


class GenerateOptions(TypedDict, total=False):
    """What is left out comes from specwright.toml, the environment and the defaults."""

    language: str
    constraints: Sequence[str]
    """Additional constraints, such as `no dependencies`."""
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
    questions: int
    """How often `on_question` may be asked; twice if it is left out. Without a function to ask, a question ends the run
    as AWAITING_ANSWER, and `resume` with the answer goes on."""
    on_question: OnQuestion
    on_event: Listener


class VerifyOptions(TypedDict, total=False):
    """What is left out comes from specwright.toml, the environment and the defaults."""

    sandbox: str
    digest: str
    """The sha256 that the folder's manifest must have, kept from when it was handed over."""


def solve(problem: str, **options: Unpack[SolveOptions]) -> Result:
    """Turn a coding problem into a tested function. It works in a notebook too; `asolve` is the same for `await`.

    Raise UserError for a problem or an example that cannot be read, ModelError when there is no model at all,
    SandboxUnavailable, StoreError, and Interrupted. If the model, the sandbox or the budget fails on the way, the
    Result states it.
    """
    interruption = options["on_event"] = Interruption(options.get("on_event"))
    return _run(asolve(problem, **options), interruption)


async def asolve(problem: str, **options: Unpack[SolveOptions]) -> Result:
    """Do as `solve` does, inside an event loop."""
    task = make_task(
        problem,
        examples=options.get("examples", ()),
        entry_point=options.get("entry_point"),
        kind=options.get("kind"),
    )
    return await _do(task, options)


def generate(specification: str, **options: Unpack[GenerateOptions]) -> Result:
    """Turn a specification into a package. `agenerate` is the same for use inside an event loop. Raise as `solve`."""
    interruption = options["on_event"] = Interruption(options.get("on_event"))
    return _run(agenerate(specification, **options), interruption)


async def agenerate(specification: str, **options: Unpack[GenerateOptions]) -> Result:
    """Do as `generate` does, inside an event loop."""
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
    """A listener that remembers which run was interrupted, for the code that ends the loop."""

    def __init__(self, then: Listener | None = None) -> None:
        self._then = then
        self._run_id: str | None = None

    def __call__(self, heard: Entry | Progress) -> None:
        if isinstance(heard, Entry) and isinstance(heard.event, RunInterrupted):
            self._run_id = heard.run_id
        if self._then is not None:
            self._then(heard)

    def error(self) -> Interrupted:
        """Return the error with the interrupted run and the command that continues it."""
        if self._run_id is None:
            return Interrupted("interrupted before anything was recorded", hint="give the same command again")
        return Interrupted(
            f"run {self._run_id} was interrupted", hint=f"continue it with: specwright resume {self._run_id}"
        )


T = TypeVar("T")


def run_alone(work: Coroutine[Any, Any, T]) -> T:
    """Do the work on an event loop of its own; inside another one, such as a notebook's, in a thread of its own."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    outcome: Future[T] = Future()
    loop = asyncio.new_event_loop()
    task = loop.create_task(work)

    def run() -> None:
        try:
            with contextlib.closing(loop):
                outcome.set_result(loop.run_until_complete(task))
        except BaseException as error:  # noqa: BLE001 - the thread of the caller raises it
            outcome.set_exception(error)

    thread = threading.Thread(target=run, name="specwright")
    thread.start()
    try:
        return outcome.result()
    except KeyboardInterrupt:
        loop.call_soon_threadsafe(task.cancel)
        raise
    finally:
        thread.join()


def _run(work: Coroutine[Any, Any, Result], interruption: Interruption) -> Result:
    """Do the work on an event loop of its own. Raise Interrupted when Ctrl-C ends it."""
    try:
        return run_alone(work)
    except (KeyboardInterrupt, asyncio.CancelledError):
        raise interruption.error() from None


async def _do(task: Task, options: SolveOptions | GenerateOptions) -> Result:
    """Work on a task under the options that `solve` and `generate` share."""
    model, listener, out = options.get("model"), options.get("on_event"), options.get("out")
    counted = ("candidates", "max_iterations", "max_refinement_iterations")
    settings = load_settings(
        {
            "llm_config": {"model": model if isinstance(model, str) else None},
            "code_generation": {name: options.get(name) for name in (*counted, "questions")},
            "budget": {name: options.get(f"budget_{name}") for name in ("usd", "tokens", "seconds")},
            "store": {"path": options.get("store")},
        }
    )
    given = None if model is None or isinstance(model, str) else model
    if out is not None:
        check_out(out)
    settings, person = person_for(settings, options.get("on_question"))
    listeners = (listener,) if listener else ()
    result = await solve_task(task, settings, model=given, listeners=listeners, person=person, out=out)
    if out is not None:
        await write_out(result.run_id, out, settings)
    return result


def verify(directory: Path | str, **options: Unpack[VerifyOptions]) -> Verification:
    """Check what of a folder that was handed over still holds, with no model and no run store.

    `averify` is the same for use inside an event loop. Raise UserError for a folder without evidence, and Interrupted.
    Whatever does not hold, or cannot be determined here, is no exception but stands in the Verification.
    """
    return run_alone(averify(directory, **options))


async def averify(directory: Path | str, **options: Unpack[VerifyOptions]) -> Verification:
    """Do as `verify` does, inside an event loop."""
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
    answer: Any
    """The right result of the call that the run asks about, if it is AWAITING_ANSWER; see `as_answer`."""
    on_question: OnQuestion
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
    """Do as `resume` does, inside an event loop."""
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
    run_id = await find_run(name, settings)
    person = FunctionPerson(options["on_question"]) if "on_question" in options else None
    answer = as_answer(options["answer"]) if "answer" in options else None
    result = await resume_run(run_id, settings, model=given, listeners=listeners, person=person, answer=answer)
    if out := await recorded_out(run_id, settings):
        await write_out(run_id, out, settings)
    return result


def replay(name: str, **options: Unpack[ReplayOptions]) -> ReplayReport:
    """Execute a recorded run again without a model and report differences. Raise UserError or StoreError."""
    return run_alone(areplay(name, **options))


async def areplay(name: str, **options: Unpack[ReplayOptions]) -> ReplayReport:
    """Do as `replay` does, inside an event loop."""
    settings = load_settings(
        {"sandbox_config": {"type": options.get("sandbox")}, "store": {"path": options.get("store")}}
    )
    listener = options.get("on_event")
    return await replay_run(await find_run(name, settings), settings, listeners=(listener,) if listener else ())
