"""Changes of code that is already there: the task, and a recorded change written, taken back or committed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from specwright.adapters.machine.existing.journal import Journals, as_bytes
from specwright.adapters.machine.existing.scope import ExistingProject, open_scope
from specwright.api.branches import DEFAULT_BRANCH, BranchRequest, Committed
from specwright.api.records import load_run, opened_resources
from specwright.app import Resources, journals_path
from specwright.config import Settings
from specwright.core.errors import UserError
from specwright.core.existing.change import ProjectChange
from specwright.core.existing.outcome import ChangeReport
from specwright.core.existing.request import ChangeRequest, ChangeVerb, RecordedCalls
from specwright.core.existing.scope import ProjectScope
from specwright.core.program.signature import is_identifier
from specwright.core.run.result import Result
from specwright.core.value import Value
from specwright.core.work.task import Story, Task
from specwright.improving.project import own_version
from specwright.languages.loading import observing_for
from specwright.languages.registry import language as row_of

_MOST_BYTES: Final = 2**20
_GOALS: Final = {
    ChangeVerb.TEST: "Write the tests that are missing.",
    ChangeVerb.REFACTOR: "Make it simpler and easier to read.",
    ChangeVerb.OPTIMISE: "Make it faster.",
    ChangeVerb.FIX: "Make the failing tests pass.",
}


class WrittenChange(Value):
    """What was written into a project, or taken back."""

    run: str
    folder: str
    files: tuple[str, ...]


def make_change_task(
    verb: ChangeVerb,
    place: str | Path,
    goal: str = "",
    *,
    proposed: str | Path | None = None,
    failing: Sequence[str] = (),
    report: str = "",
    language: str | None = None,
    dependencies: Path | str | None = None,
    recorded: Sequence[RecordedCalls] = (),
    record_command: str = "",
    **numbers: Any,
) -> Task:
    """Return the task of a change of `FILE`, `FILE::NAME` or a folder. Raise UserError.

    `proposed` is a file with the user's own new version. `numbers` are `inputs`, `seed`, `tolerance`, `bugs`,
    `figures` and `attempts` of the request.
    """
    project = open_scope(place, language)
    check_item(project)
    texts = {} if proposed is None else _own_texts(project, Path(proposed))
    request = ChangeRequest(
        verb=verb,
        scope=project.scope,
        folder=str(project.folder),
        package=project.package,
        proposed=texts,
        failing=tuple(failing),
        report=report,
        recorded=tuple(recorded),
        record_command=record_command,
        dependencies="" if dependencies is None else str(Path(dependencies).resolve()),
        **numbers,
    )
    words = goal or report or _GOALS.get(verb, "")
    name = project.scope.item
    return Task(
        problem=words,
        language=project.scope.language,
        story=Story.CHANGE,
        entry_point=name if is_identifier(name) else "run_code",
        change=request,
    )


def check_item(project: ExistingProject) -> None:
    """Raise UserError if the scope names a function or class that its file does not have."""
    scope = project.scope
    if not scope.item:
        return
    observing = observing_for(scope.language)
    text = project.package.sources.get(scope.path) or project.package.tests.get(scope.path) or ""
    if observing.region(text, scope.item) is None:
        known = ", ".join(observing.functions(text)[:10])
        raise UserError(
            f"{scope.path} has no function or class {scope.item}", hint=f"it has {known}" if known else None
        )


def _own_texts(project: ExistingProject, path: Path) -> dict[str, str]:
    """Return the file in scope with the user's own version in it. Raise UserError."""
    scope = project.scope
    if not scope.path:
        raise UserError("a version of your own is of one file", hint="name the file: FILE --with NEW")
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror or error}", hint="--with names a file") from error
    if len(content) > _MOST_BYTES:
        raise UserError(f"{path} has more than {_MOST_BYTES // 1024} KiB", hint="give a smaller file")
    new = content.decode("utf-8", "surrogateescape")
    old = project.package.sources.get(scope.path, "")
    if not scope.item:
        return {scope.path: new}
    whole = own_version(observing_for(scope.language), old, new, scope.item)
    if whole is None:
        raise UserError(f"{path} has no function or class {scope.item}", hint="--with names a file that has it")
    return {scope.path: whole}


async def apply_run(run_id: str, settings: Settings, resources: Resources | None = None) -> WrittenChange:
    """Write the change of a recorded run into its project, whole or not at all. Raise UserError, StoreError."""
    report = await _offered(run_id, settings, resources)
    check_in_scope(report.change, report.scope)
    journal = await asyncio.to_thread(
        Journals(journals_path(settings)).apply, run_id, Path(report.folder), report.change
    )
    return WrittenChange(run=run_id, folder=journal.folder, files=tuple(each.path for each in journal.files))


async def undo_run(run_id: str, settings: Settings) -> WrittenChange:
    """Put back what a run's change replaced. Raise UserError if a file was changed since, StoreError."""
    journal = await asyncio.to_thread(Journals(journals_path(settings)).undo, run_id)
    return WrittenChange(run=run_id, folder=journal.folder, files=tuple(each.path for each in journal.files))


def settle_changes(folder: str | Path, settings: Settings) -> tuple[str, ...]:
    """Take back what a process that was killed began to write in a project; return the runs that this concerned."""
    return Journals(journals_path(settings)).settle(Path(folder).resolve())


async def _offered(run_id: str, settings: Settings, resources: Resources | None) -> ChangeReport:
    result = (await load_run(run_id, settings, resources)).result
    report = result.change if result else None
    if report is None:
        raise UserError(f"run {run_id} changes no existing code", hint="write it out: specwright show RUN --out DIR")
    if not report.offered:
        raise UserError(
            f"run {run_id} offers no change: {report.word.value}", hint=f"see why with: specwright show {run_id}"
        )
    return report


def check_in_scope(change: ProjectChange, scope: ProjectScope) -> None:
    """Raise UserError if the change reaches beyond its scope; new test files belong to every scope."""
    tests = re.compile(row_of(scope.language).test_files)
    for each in change.files:
        is_new_test = each.before is None and tests.search(each.path)
        if not scope.holds(each.path) and not is_new_test:
            raise UserError(f"the change reaches {each.path}, which is outside of {scope.name}")


async def commit_change(
    result: Result, request: BranchRequest, settings: Settings, resources: Resources | None = None
) -> Committed:
    """Commit the change of a run to HEAD on a new branch; index and worktree stay. Raise UserError, StoreError."""
    from specwright.adapters.git import branch  # noqa: PLC0415 - not needed without --branch
    from specwright.adapters.git.repository import Repository  # noqa: PLC0415
    from specwright.delivery.commit_message import change_message  # noqa: PLC0415
    from specwright.delivery.record import load_record  # noqa: PLC0415

    report = result.change
    assert report is not None
    async with opened_resources(settings, resources) as opened:
        record = await load_record(opened.store(), result.run_id)
    repository = Repository.open(Path(report.folder))
    name = request.name or DEFAULT_BRANCH.format(run=result.run_id)
    branch.check_branch(repository, name)
    head = repository.commit_of("HEAD")
    files: dict[str, bytes | None] = {}
    with repository.objects() as objects:
        for each in report.change.files:
            path = f"{repository.prefix}{each.path}"
            entry = objects.at(head.tree, path) if head else None
            committed = objects.read(entry.id, "blob") if entry else None
            if committed != as_bytes(each.before):
                raise UserError(
                    f"{each.path} has changes that are not committed, so no branch was made",
                    hint="commit them first, or use --apply",
                )
            files[path] = as_bytes(each.after)
    message = change_message(record, settings.git.trailers)
    commit = branch.commit_on_branch(repository, name, head.id if head else None, files, message)
    return Committed(branch=name, commit=commit, folder=", ".join(each.path for each in report.change.files))
