"""`specwright refactor` and its like, `apply` and `undo`."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from specwright import api
from specwright.cli.screens.failure import explain_json
from specwright.cli.screens.terminal import open_console, print_item
from specwright.cli.solve import View, Work
from specwright.cli.solve import show as show_run
from specwright.client.asynchronous import AsyncClient
from specwright.client.events import Listener
from specwright.config import Settings, load_settings
from specwright.core.errors import SpecwrightError, UserError
from specwright.core.existing.request import ChangeRequest, ChangeVerb
from specwright.core.run.result import Result
from specwright.core.text import counted
from specwright.core.work.task import Task
from specwright.ports.person import Person

_SHOWN = 6


@dataclass(frozen=True, slots=True)
class ChangeArguments:
    """What the user asked for, as it stands on the command line."""

    verb: ChangeVerb
    place: str
    goal: str = ""
    proposed: str | None = None
    record: str | None = None
    more: dict[str, Any] = field(default_factory=dict)
    """Further parts of the request by their names."""
    dry_run: bool = False


def change(given: ChangeArguments, flags: dict[str, dict[str, Any]], view: View) -> int:
    """Do what is asked, and show it. Return the exit status."""
    if given.dry_run:
        return _plan(given, flags, view)
    if view.places.apply and view.places.branch is not None:
        raise UserError("--apply and --branch were both given", hint="choose one: into the files, or onto a branch")
    return show_run(_work(given), flags, view)


def _work(given: ChangeArguments) -> Work:
    def work(listeners: tuple[Listener, ...], settings: Settings, person: Person | None) -> Coroutine[Any, Any, Result]:
        return _changed(given, settings, listeners, person)

    return work


async def _changed(
    given: ChangeArguments, settings: Settings, listeners: tuple[Listener, ...], person: Person | None
) -> Result:
    task = await _task(given)
    if task.change is not None:
        settled = await asyncio.to_thread(api.settle_changes, task.change.folder, settings)
        for run in settled:
            words = f"specwright: what run {run} began to write was taken back, because its process ended"
            print(words, file=sys.stderr)
        task = await _task(given) if settled else task
    if given.record:
        async with AsyncClient(settings) as client:
            task = await client.with_recorded_calls(task, given.record)
    return await api.solve_task(task, settings, listeners=listeners, person=person)


async def _task(given: ChangeArguments) -> Task:
    return await asyncio.to_thread(
        lambda: api.make_change_task(given.verb, given.place, given.goal, proposed=given.proposed, **given.more)
    )


def _plan(given: ChangeArguments, flags: dict[str, dict[str, Any]], view: View) -> int:
    """Print what would be done, and do none of it."""
    load_settings(flags)
    task = asyncio.run(_task(given))
    request = task.change
    assert request is not None
    if view.as_json:
        print(json.dumps({"task": task.problem, **request.model_dump(mode="json", exclude={"package"})}, indent=2))
        return 0
    console = open_console()
    for line in _planned(request, task.problem):
        print_item(console, line)
    return 0


def _planned(request: ChangeRequest, goal: str) -> list[str]:
    scope = request.scope
    package = request.package
    alone = ", without a manifest: this file alone" if scope.by_itself else ""
    lines = [
        f"{request.verb.value} {scope.name}: {goal}",
        f"project: {request.folder} ({scope.language}, {counted(len(package.sources), 'source file')}{alone})",
        _may_change(request),
    ]
    if scope.configuration:
        lines.append(f"configuration that is kept to: {', '.join(scope.configuration)}")
    tests = ", ".join(scope.tests[:_SHOWN]) + (", …" if len(scope.tests) > _SHOWN else "")
    lines.append(f"its own tests, run in the sandbox: {tests or 'none'}")
    if request.verb is ChangeVerb.TEST:
        lines.append(f"at most {request.inputs} calls are tried of each file, and {2 * request.bugs} seeded bugs")
    elif request.proposed:
        lines.append("your own version is compared, and no model is asked")
    else:
        lines.append(f"a model is asked at most {request.attempts} times for a version")
    return [*lines, "nothing was run, asked or written"]


def _may_change(request: ChangeRequest) -> str:
    if request.verb is ChangeVerb.TEST:
        return "may change: nothing; new test files may be added"
    scope = request.scope
    return f"may change: {scope.name}, and nothing else" + ("" if scope.path else " of other folders")


def apply(run: str, flags: dict[str, dict[str, Any]], *, as_json: bool) -> int:
    """Write the change of a run into its project."""
    return _written(run, flags, api.apply_run, "Written to", as_json=as_json)


def undo(run: str, flags: dict[str, dict[str, Any]], *, as_json: bool) -> int:
    """Put back what a run's change replaced."""
    return _written(run, flags, api.undo_run, "Put back in", as_json=as_json)


def _written(
    run: str,
    flags: dict[str, dict[str, Any]],
    work: Callable[[str, Settings], Coroutine[Any, Any, api.WrittenChange]],
    words: str,
    *,
    as_json: bool,
) -> int:
    try:
        settings = load_settings(flags)
        run_id = asyncio.run(api.find_run(run, settings))
        done = asyncio.run(work(run_id, settings))
    except SpecwrightError as error:
        if as_json:
            return explain_json(error)
        raise
    if as_json:
        print(done.model_dump_json(indent=2))
    else:
        console = open_console()
        print_item(console, f"{words} {done.folder}: {', '.join(done.files)}")
        if words.startswith("Written"):
            print_item(console, f"Take it back with: specwright undo {done.run}")
    return 0
