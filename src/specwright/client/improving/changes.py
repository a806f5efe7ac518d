"""The verbs that change code that is already there: every run compares the new version with the old one."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Unpack

from specwright import api
from specwright.api.options import ChangeOptions, RunOptions
from specwright.app import Resources
from specwright.config import Settings
from specwright.core.existing.request import ChangeVerb
from specwright.core.existing.verbs import chosen_verb
from specwright.core.run.result import Result
from specwright.core.work.task import Task

if TYPE_CHECKING:
    from specwright.api import WrittenChange

_OF_REQUEST: Final = (
    *("goal", "proposed", "failing", "report", "language", "dependencies"),
    *("inputs", "tolerance", "seed", "bugs", "figures", "attempts"),
)
"""The options that are a part of the request for a change."""


class ExistingCode(ABC):
    """ExistingCode of a `FILE`, a `FILE::NAME` or a project's folder (docs/existing.md).

    Each returns a result whose `change` has the diff, the word for it and all evidence. Nothing is written without
    `apply=True`. Each raises UserError, ModelError and StoreError.
    """

    settings: Settings

    @abstractmethod
    def _open(self) -> Resources:
        """Return the open resources. Raise UserError if the client is closed."""

    @abstractmethod
    async def _work_on(self, task: Task, options: RunOptions) -> Result:
        """Work on a task in a run."""

    async def test(self, place: Path | str, **options: Unpack[ChangeOptions]) -> Result:
        """Write the tests that `FILE`, `FILE::NAME` or the project in a folder lacks.

        Raise UserError, ModelError, StoreError. `result.change` has the new test files and what they reach and notice.
        """
        return await self._changed(ChangeVerb.TEST, place, options)

    async def refactor(self, place: Path | str, **options: Unpack[ChangeOptions]) -> Result:
        """Write code otherwise, so that it behaves as before."""
        return await self._changed(ChangeVerb.REFACTOR, place, options)

    async def optimise(self, place: Path | str, **options: Unpack[ChangeOptions]) -> Result:
        """Make code measurably faster, so that it behaves as before."""
        return await self._changed(ChangeVerb.OPTIMISE, place, options)

    async def fix(self, place: Path | str, **options: Unpack[ChangeOptions]) -> Result:
        """Repair what `failing` tests show, or what a `report` says: a test for it is written first, and kept."""
        return await self._changed(ChangeVerb.FIX, place, options)

    async def extend(self, place: Path | str, **options: Unpack[ChangeOptions]) -> Result:
        """Add what the `goal` asks for, with tests."""
        return await self._changed(ChangeVerb.EXTEND, place, options)

    async def improve(self, place: Path | str, **options: Unpack[ChangeOptions]) -> Result:
        """Do the one of these that the `goal` means; `result.change.verb` says which."""
        verb, _ = chosen_verb(options.get("goal", ""))
        if verb is ChangeVerb.FIX and "failing" not in options:
            options["report"] = options.get("report") or options.get("goal", "")
        return await self._changed(verb, place, options)

    async def apply(self, run: str) -> WrittenChange:
        """Write the change of a run into its project, whole or not at all."""
        return await api.apply_run(await api.find_run(run, self.settings, self._open()), self.settings, self._open())

    async def undo(self, run: str) -> WrittenChange:
        """Take back what a run wrote. Raise UserError if a file was changed since."""
        return await api.undo_run(await api.find_run(run, self.settings, self._open()), self.settings)

    async def with_recorded_calls(self, task: Task, command: str) -> Task:
        """Return the task of a change with the calls that a command, such as `pytest -q`, makes in the sandbox.

        Raise UserError, SandboxUnavailable or ToolchainMissing.
        """
        from specwright.client.improving.record import recorded_calls  # noqa: PLC0415 - not needed to solve

        assert task.change is not None
        calls = await recorded_calls(self._open(), task.change, command)
        change = task.change.model_copy(update={"recorded": calls, "record_command": command})
        return task.model_copy(update={"change": change})

    async def _changed(self, verb: ChangeVerb, place: Path | str, options: ChangeOptions) -> Result:
        asked: dict[str, Any] = {name: value for name, value in options.items() if name in _OF_REQUEST}
        task = await asyncio.to_thread(lambda: api.make_change_task(verb, place, **asked))
        assert task.change is not None
        if await asyncio.to_thread(api.settle_changes, task.change.folder, self.settings):
            task = await asyncio.to_thread(lambda: api.make_change_task(verb, place, **asked))
        if command := options.get("record"):
            task = await self.with_recorded_calls(task, command)
        result = await self._work_on(task, options)
        if options.get("apply") and result.change is not None and result.change.offered:
            await self.apply(result.run_id)
        return result
