"""Two versions of a function side by side in the sandbox."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

from specwright.core.evidence.outcome import Outcome
from specwright.core.existing.shape import DeclaredFunction
from specwright.judge.probes.inputs import CallInputs
from specwright.pipeline.running.build import Built, build
from specwright.pipeline.running.observe import observe_each
from specwright.ports.language import CallLimits, Program, Toolchain
from specwright.ports.observing import Observed, Observing, SeenCall
from specwright.ports.sandbox import Job, Sandbox

BATCH_SECONDS: Final = 20.0
"""For all calls of a batch together, in a language whose observer ends slow calls itself."""
BATCH: Final = 500
"""So many calls share a process and its time."""
CALL_SECONDS: Final = 4.0
"""In the others, where one call that does not end takes the time of all."""


@dataclass(frozen=True)
class Equipment:
    """What versions of one language are run and read with."""

    sandbox: Sandbox
    toolchain: Toolchain
    observing: Observing


class _FilesBeside:
    """A toolchain whose programs have further files in their working directory, by the text of the program."""

    def __init__(self, own: Toolchain, files: Mapping[str, Mapping[str, bytes]]) -> None:
        self._own, self._files = own, files

    def __getattr__(self, name: str) -> Any:
        return getattr(self._own, name)

    def calls(self, program: Program, *given: Any) -> Job:
        job = self._own.calls(program, *given)
        return job.model_copy(update={"files": {**self._files.get(program.code, {}), **job.files}})

    def calls_of_many(self, *_: Any) -> None:
        """Programs do not share a job: each has its own files."""


def with_files(toolchain: Toolchain, files: Mapping[str, Mapping[str, bytes]]) -> Toolchain:
    """Return the toolchain that runs the programs of these texts with files beside them."""
    return cast("Toolchain", _FilesBeside(toolchain, files)) if any(files.values()) else toolchain


@dataclass(frozen=True)
class Version:
    """One version of a function: its code, what it takes, and the program that tells all that its calls do."""

    code: str
    declared: DeclaredFunction
    observed: Observed
    built: Built
    files: Mapping[str, bytes] = field(default_factory=dict)
    """What lies beside the program when it runs."""

    @property
    def problem(self) -> str | None:
        """Why it cannot be run; None if it can."""
        if not isinstance(self.built, Outcome):
            return None
        lines = [line for line in (self.built.detail or "").splitlines() if line.strip()]
        told = next((line for line in lines if "error" in line.lower()), lines[0] if lines else "")
        return f"{self.built.error}{': ' + told.strip() if told and told != self.built.error else ''}"


class Pair:
    """The old version and the new one, which make the same calls."""

    def __init__(self, equipment: Equipment, old: Version, new: Version) -> None:
        """Take the equipment of the old version."""
        self.equipment = equipment
        self.old, self.new = old, new
        files = {version.observed.program.code: version.files for version in (old, new)}
        self._toolchain = with_files(equipment.toolchain, files)

    @property
    def language(self) -> str:
        return self.equipment.toolchain.language

    async def seen(
        self, inputs: Sequence[CallInputs], seconds: float | None = None
    ) -> tuple[tuple[SeenCall, ...], tuple[SeenCall, ...]]:
        """Return what both do on these inputs, in batches with a process each. Raise SandboxUnavailable."""
        old: list[SeenCall] = []
        new: list[SeenCall] = []
        for at in range(0, len(inputs), BATCH):
            part = inputs[at : at + BATCH]
            found = await self._observe([(self.old, part), (self.new, part)], seconds)
            old += found[0]
            new += found[1]
        return tuple(old), tuple(new)

    async def alone(
        self, inputs: Sequence[Sequence[CallInputs]], seconds: float | None = None
    ) -> list[tuple[SeenCall, SeenCall]]:
        """Return what both do on the last call of each of these sequences, each in a process of its own."""
        rows = [(version, calls) for calls in inputs for version in (self.old, self.new)]
        found = await self._observe(rows, seconds)
        return [(found[at][-1], found[at + 1][-1]) for at in range(0, len(found), 2)]

    async def _observe(
        self, rows: Sequence[tuple[Version, Sequence[CallInputs]]], seconds: float | None
    ) -> list[tuple[SeenCall, ...]]:
        given = {
            id(calls): [self.equipment.observing.given(call, self.old.declared) for call in calls] for _, calls in rows
        }
        limits = CallLimits(
            seconds=seconds or (BATCH_SECONDS if self.equipment.toolchain.language == "python" else CALL_SECONDS)
        )
        outcomes = await observe_each(
            self.equipment.sandbox,
            self._toolchain,
            [(version.observed.program, given[id(calls)]) for version, calls in rows],
            limits=limits,
            built=[version.built for version, _ in rows],
        )
        return [
            tuple(self.equipment.observing.seen(outcome, version.declared) for outcome in told)
            for (version, _), told in zip(rows, outcomes, strict=True)
        ]


async def prepared(equipment: Equipment, code: str, declared: DeclaredFunction, names: Sequence[str]) -> Version:
    """Return a version that is built, without marks in its text if it cannot be built with them."""
    observed = equipment.observing.observed(code, declared, names)
    built = await build(equipment.sandbox, equipment.toolchain, observed.program)
    if isinstance(built, Outcome) and observed.plain is not None:
        observed = observed.model_copy(update={"program": observed.plain, "plain": None, "places": ()})
        built = await build(equipment.sandbox, equipment.toolchain, observed.program)
    files = equipment.observing.files(code)
    return Version(code=code, declared=declared, observed=observed, built=built, files=files)
