"""The first run of several candidates on the same cases: one sandbox for all, a process for each."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence

from specwright.core.evidence.outcome import Outcome
from specwright.core.program.data import Data
from specwright.core.value import digest
from specwright.ports.language import CallLimits, Program, Toolchain
from specwright.ports.sandbox import Sandbox


class FirstRuns:
    """Outcomes of candidates that ran beside each other, until they are asked for.

    They count only if all of a candidate's cases pass. Otherwise each case runs again in a process of its own, and the
    candidate that is chosen runs in a sandbox of its own.
    """

    def __init__(self) -> None:
        self._made: dict[str, tuple[Outcome, ...]] = {}
        self._lock = asyncio.Lock()

    async def of(  # noqa: PLR0917 - as many as a run has
        self,
        sandbox: Sandbox,
        toolchain: Toolchain,
        program: Program,
        beside: Iterable[Program],
        inputs: Sequence[Mapping[str, Data]],
        limits: CallLimits,
    ) -> tuple[Outcome, ...] | None:
        """Return the program's outcomes; None if it is to run by itself. Raise SandboxUnavailable."""
        given = digest([dict(each) for each in inputs])
        own = f"{program.digest} {given}"
        async with self._lock:
            if own not in self._made and toolchain.objection(program) is None:
                missing = self._missing(toolchain, (program, *beside), given)
                several = list(missing.values())
                job = toolchain.calls_of_many(several, inputs, limits) if len(several) > 1 and inputs else None
                if job is not None:
                    outcomes = toolchain.outcomes(await sandbox.run(job), program, len(several) * len(inputs))
                    for place, key in enumerate(missing):
                        self._made[key] = outcomes[place * len(inputs) :][: len(inputs)]
        return self._made.pop(own, None)

    def _missing(self, toolchain: Toolchain, programs: Iterable[Program], given: str) -> dict[str, Program]:
        """Return the programs that can be run and were not, by what they and their inputs are."""
        wanted = {f"{one.digest} {given}": one for one in programs}
        return {key: one for key, one in wanted.items() if key not in self._made and toolchain.objection(one) is None}
