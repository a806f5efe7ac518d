"""The first run of candidates on their cases: one sandbox for as much as can share it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.data import Data
from specwright.core.program.kind import has_process
from specwright.core.value import digest
from specwright.ports.language import CallLimits, Inputs, Program, Toolchain
from specwright.ports.sandbox import ExecResult, Sandbox

PART: Final = 32
"""So many isolated calls share a sandbox, so that a long suite uses more than one core."""
_OWN_END = (Ending.RETURNED, Ending.RAISED)


class FirstRun(NamedTuple):
    """What the calls of one program came to."""

    together: tuple[Outcome, ...]
    """In one process. It counts only if all cases pass."""
    alone: tuple[Outcome, ...] | None = None
    """Each in a process of its own; None if these calls were not made."""


class FirstRuns:
    """Outcomes of first runs, until they are asked for.

    Several candidates share a sandbox if their language can do that, each with a process of its own. The only candidate
    has the sandbox to itself and makes its calls isolated as well, because they are asked for next: if a case fails,
    and if none does. The process that makes all calls makes them forward and then backward: what the second half
    answers shows whether a program remembers earlier calls.
    """

    def __init__(self) -> None:
        self._made: dict[str, FirstRun] = {}
        self._alone: dict[str, tuple[Outcome, ...]] = {}
        self._both_ways: dict[str, tuple[Outcome, ...]] = {}
        self._lock = asyncio.Lock()

    async def of(  # noqa: PLR0917 - as many as a run has
        self,
        sandbox: Sandbox,
        toolchain: Toolchain,
        program: Program,
        built: Mapping[str, bytes],
        beside: Iterable[Program],
        inputs: Inputs,
        limits: CallLimits,
    ) -> FirstRun | None:
        """Return the program's outcomes; None if nothing is gained here. Raise SandboxUnavailable."""
        if not inputs or has_process(program.signature.kind):
            return None  # a program has a process of its own for each call anyway
        own = _key(program, inputs)
        async with self._lock:
            several = self._missing(toolchain, (program, *beside), inputs)
            if own in several and len(several) > 1:
                calls = both_ways(inputs)
                job = toolchain.calls_of_many([(one, calls) for one in several.values()], limits)
                if job is not None:  # the language can do that
                    self._keep_several(toolchain, several, inputs, await sandbox.run(job))
        made = self._made.pop(own, None)
        if made is None:
            count = len(inputs) if len(several) == 1 and len(inputs) <= PART else 0
            calls = [*inputs[:count], *both_ways(inputs)]
            result = await sandbox.run(toolchain.calls(program, built, calls, limits, count))
            made = self._keep_one(own, toolchain.outcomes(result, program, len(calls)), len(inputs), count)
        if made.alone is not None:
            self._alone[own] = made.alone
        return made

    def alone(self, program: Program, inputs: Inputs) -> FirstRun | None:
        """Return what isolated calls of the only candidate came to, once; None if they are to be made."""
        made = self._alone.pop(_key(program, inputs), None)
        return None if made is None else FirstRun((), made)

    def both_ways(self, program: Program, inputs: Inputs) -> tuple[Outcome, ...] | None:
        """Return what the calls came to forward and then backward in one process.

        None if the program has not run here, or a call ended the process.
        """
        outcomes = self._both_ways.get(_key(program, inputs))
        return outcomes if outcomes and all(outcome.ending in _OWN_END for outcome in outcomes) else None

    def _keep_several(
        self, toolchain: Toolchain, several: Mapping[str, Program], inputs: Inputs, result: ExecResult
    ) -> None:
        """Keep what several programs did on the inputs, forward and then backward."""
        programs, count = list(several.values()), 2 * len(inputs)
        outcomes = toolchain.outcomes(result, programs[0], len(programs) * count)
        for place, key in enumerate(several):
            self._both_ways[key] = outcomes[place * count :][:count]
            self._made[key] = FirstRun(self._both_ways[key][: len(inputs)])

    def _keep_one(self, key: str, outcomes: tuple[Outcome, ...], count: int, alone: int) -> FirstRun:
        """Keep what one program did: the first `alone` calls isolated, then all of them both ways in one process."""
        together = outcomes[alone:]
        self._both_ways[key] = together
        return FirstRun(together[:count], outcomes[:alone] if alone else None)

    def _missing(self, toolchain: Toolchain, programs: Iterable[Program], inputs: Inputs) -> dict[str, Program]:
        """Return the programs that can be run and were not, by their content and inputs."""
        wanted = {_key(one, inputs): one for one in programs}
        return {key: one for key, one in wanted.items() if key not in self._made and toolchain.objection(one) is None}


def both_ways(inputs: Inputs) -> list[Mapping[str, Data]]:
    """Return the inputs forward and then backward."""
    return [*inputs, *reversed(inputs)]


def _key(program: Program, inputs: Inputs) -> str:
    return f"{program.digest} {digest([dict(each) for each in inputs])}"
