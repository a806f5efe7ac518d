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

    async def of(
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
        wanted = {f"{one.digest} {given}": one for one in (program, *beside)}
        own = f"{program.digest} {given}"
        async with self._lock:
            if own not in self._made and toolchain.objection(program) is None:
                missing = {
                    key: one
                    for key, one in wanted.items()
                    if key not in self._made and toolchain.objection(one) is None
                }
                await self._run(sandbox, toolchain, missing, inputs, limits)
        return self._made.pop(own, None)

    async def _run(
        self,
        sandbox: Sandbox,
        toolchain: Toolchain,
        programs: Mapping[str, Program],
        inputs: Sequence[Mapping[str, Data]],
        limits: CallLimits,
    ) -> None:
        several = list(programs.values())
        job = toolchain.calls_of_many(several, inputs, limits) if len(several) > 1 and inputs else None
        if job is None:
            return
        outcomes = toolchain.outcomes(await sandbox.run(job), several[0], len(several) * len(inputs))
        for place, key in enumerate(programs):
            self._made[key] = outcomes[place * len(inputs) :][: len(inputs)]
