"""The verbs as functions: `solve`, `generate`, `verify`, `resume`, `replay`, and their async twins."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

from specwright.adapters.models.function import as_model
from specwright.api.branches import branch_request, commit_result
from specwright.api.folders import SignedFolder, check_out, sign_folder, verify_folder, write_out
from specwright.api.options import (
    GenerateAloneOptions,
    ReplayAloneOptions,
    ResumeAloneOptions,
    RunOptions,
    SolveAloneOptions,
    VerifyAloneOptions,
    flags_of,
)
from specwright.api.person import FunctionPerson, as_answer, person_for
from specwright.api.records import find_run, is_recorded
from specwright.api.runs import recorded_out, replay_run, resume_run, solve_task
from specwright.api.tasks import make_package_task, make_task
from specwright.config import Settings, load_settings
from specwright.core.errors import Interrupted
from specwright.core.run.events import Entry, Progress, RunInterrupted
from specwright.core.run.result import Result
from specwright.core.work.question import UserAnswer
from specwright.core.work.task import Task
from specwright.pipeline.recording.event_log import Listener
from specwright.pipeline.recording.replay import ReplayReport
from specwright.ports.model import Model

if TYPE_CHECKING:
    from specwright.delivery.claims import Verification


def solve(problem: str, **options: Unpack[SolveAloneOptions]) -> Result:
    """Turn a coding problem into a tested function. It works in a notebook too; `asolve` is the same for `await`.

    Raise UserError for a problem or an example that cannot be read, ModelError when there is no model at all,
    SandboxUnavailable, StoreError, and Interrupted. If the model, the sandbox or the budget fails on the way, the
    Result states it.
    """
    interruption = options["on_event"] = Interruption(options.get("on_event"))
    return _run(asolve(problem, **options), interruption)


async def asolve(problem: str, **options: Unpack[SolveAloneOptions]) -> Result:
    """Do as `solve` does, inside an event loop."""
    task = make_task(
        problem,
        examples=options.get("examples", ()),
        entry_point=options.get("entry_point"),
        language=options.get("language", "python"),
        kind=options.get("kind"),
        strategy=options.get("strategy"),
        require=options.get("require", ()),
    )
    return await _do(task, options)


def generate(specification: str, **options: Unpack[GenerateAloneOptions]) -> Result:
    """Turn a specification into a package. `agenerate` is the same for use inside an event loop. Raise as `solve`."""
    interruption = options["on_event"] = Interruption(options.get("on_event"))
    return _run(agenerate(specification, **options), interruption)


async def agenerate(specification: str, **options: Unpack[GenerateAloneOptions]) -> Result:
    """Do as `generate` does, inside an event loop."""
    task = make_package_task(
        specification,
        language=options.get("language", "python"),
        constraints=options.get("constraints", ()),
        test_requirements=options.get("test_requirements", ()),
        examples=options.get("examples", ()),
        strategy=options.get("strategy"),
        require=options.get("require", ()),
        several_files=options.get("several_files"),
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


async def _do(task: Task, options: SolveAloneOptions | GenerateAloneOptions) -> Result:
    """Work on a task under the options that `solve` and `generate` share."""
    out, run_id = options.get("out"), options.get("run_id")
    if out is not None:
        check_out(Path(out))
    branch = branch_request(options)
    settings, person = person_for(load_settings(flags_of(options)), options.get("on_question"))
    if run_id is not None and await is_recorded(run_id, settings):
        return await _resumed(run_id, settings, options)
    result = await solve_task(
        task,
        settings,
        model=_model(options),
        listeners=_listeners(options),
        person=person,
        out=out,
        run_id=run_id,
    )
    if out is not None:
        await write_out(result.run_id, Path(out), settings)
    await commit_result(result, branch, settings)
    return result


def _model(options: RunOptions) -> Model | None:
    """Return the model if it was passed in; one that is named is opened later."""
    given = options.get("model")
    return None if given is None or isinstance(given, str) else as_model(given)


def _listeners(options: RunOptions | ReplayAloneOptions) -> tuple[Listener, ...]:
    listener = options.get("on_event")
    return (listener,) if listener else ()


def verify(directory: Path | str, **options: Unpack[VerifyAloneOptions]) -> Verification:
    """Check what of a folder that was handed over still holds, with no model and no run store.

    `averify` is the same for use inside an event loop. Raise UserError for a folder without evidence, and Interrupted.
    Whatever does not hold, or cannot be determined here, is no exception but stands in the Verification.
    """
    return run_alone(averify(directory, **options))


async def averify(directory: Path | str, **options: Unpack[VerifyAloneOptions]) -> Verification:
    """Do as `verify` does, inside an event loop."""
    settings = load_settings(flags_of(options))
    signers = Path(options["signers"]) if "signers" in options else None
    return await verify_folder(Path(directory), settings, digest=options.get("digest"), signers=signers)


def sign(directory: Path | str, *, key: Path | str | None = None) -> SignedFolder:
    """Sign a folder that was handed over with a key of SSH; by default that of the setting `signing.key`.

    Raise UserError for a folder that is not as it was handed over, ToolchainMissing without `ssh-keygen`.
    """
    return sign_folder(Path(directory), load_settings(), key=None if key is None else Path(key))


def resume(name: str, **options: Unpack[ResumeAloneOptions]) -> Result:
    """Go on with a recorded run, named by its id, a part of it, or `last`. Raise as `solve` does."""
    interruption = options["on_event"] = Interruption(options.get("on_event"))
    return _run(aresume(name, **options), interruption)


async def aresume(name: str, **options: Unpack[ResumeAloneOptions]) -> Result:
    """Do as `resume` does, inside an event loop."""
    settings = load_settings(flags_of(options))
    answer = as_answer(options["answer"]) if "answer" in options else None
    return await _resumed(await find_run(name, settings), settings, options, answer)


async def _resumed(run_id: str, settings: Settings, options: RunOptions, answer: UserAnswer | None = None) -> Result:
    """Go on with a run and write its folder."""
    person = FunctionPerson(options["on_question"]) if "on_question" in options else None
    branch = branch_request(options)
    result = await resume_run(
        run_id, settings, model=_model(options), listeners=_listeners(options), person=person, answer=answer
    )
    if out := options.get("out") or await recorded_out(run_id, settings):
        await write_out(run_id, Path(out), settings)
    await commit_result(result, branch, settings)
    return result


def replay(name: str, **options: Unpack[ReplayAloneOptions]) -> ReplayReport:
    """Execute a recorded run again without a model and report differences. Raise UserError or StoreError."""
    return run_alone(areplay(name, **options))


async def areplay(name: str, **options: Unpack[ReplayAloneOptions]) -> ReplayReport:
    """Do as `replay` does, inside an event loop."""
    settings = load_settings(flags_of(options))
    return await replay_run(await find_run(name, settings), settings, listeners=_listeners(options))
