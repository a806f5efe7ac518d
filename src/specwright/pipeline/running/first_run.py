"""The first run of several candidates on the same cases: one sandbox for all, a process for each."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.data import Data
from specwright.core.value import digest
from specwright.ports.language import CallLimits, Program, Toolchain
from specwright.ports.sandbox import Sandbox

Inputs = Sequence[Mapping[str, Data]]
_OWN_END = (Ending.RETURNED, Ending.RAISED)


class FirstRuns:
    """Outcomes of candidates that ran beside each other, until they are asked for.

    They count only if all of a candidate's cases pass. Otherwise each case runs again in a process of its own, and the
    candidate that is chosen runs in a sandbox of its own. Each process makes its calls forward and then backward: what
    the second half answers shows whether a program remembers earlier calls.
    """

    def __init__(self) -> None:
        self._made: dict[str, tuple[Outcome, ...]] = {}
        self._both_ways: dict[str, tuple[Outcome, ...]] = {}
        self._lock = asyncio.Lock()

    async def of(  # noqa: PLR0917 - as many as a run has
        self,
        sandbox: Sandbox,
        toolchain: Toolchain,
        program: Program,
        beside: Iterable[Program],
        inputs: Inputs,
        limits: CallLimits,
    ) -> tuple[Outcome, ...] | None:
        """Return the program's outcomes; None if it is to run by itself. Raise SandboxUnavailable."""
        own = _key(program, inputs)
        async with self._lock:
            if own not in self._made and toolchain.objection(program) is None:
                missing = self._missing(toolchain, (program, *beside), inputs)
                calls = both_ways(inputs)
                several = list(missing.values())
                job = toolchain.calls_of_many(several, calls, limits) if len(several) > 1 and inputs else None
                if job is not None:
                    outcomes = toolchain.outcomes(await sandbox.run(job), program, len(several) * len(calls))
                    for place, key in enumerate(missing):
                        self._both_ways[key] = outcomes[place * len(calls) :][: len(calls)]
                        self._made[key] = self._both_ways[key][: len(inputs)]
        return self._made.pop(own, None)

    def both_ways(self, program: Program, inputs: Inputs) -> tuple[Outcome, ...] | None:
        """Return what the calls came to forward and then backward in one process.

        None if the program has not run beside others, or a call ended the process.
        """
        outcomes = self._both_ways.get(_key(program, inputs))
        return outcomes if outcomes and all(outcome.ending in _OWN_END for outcome in outcomes) else None

    def _missing(self, toolchain: Toolchain, programs: Iterable[Program], inputs: Inputs) -> dict[str, Program]:
        """Return the programs that can be run and were not, by what they and their inputs are."""
        wanted = {_key(one, inputs): one for one in programs}
        return {key: one for key, one in wanted.items() if key not in self._made and toolchain.objection(one) is None}


def both_ways(inputs: Inputs) -> list[Mapping[str, Data]]:
    """Return the inputs forward and then backward."""
    return [*inputs, *reversed(inputs)]


def _key(program: Program, inputs: Inputs) -> str:
    return f"{program.digest} {digest([dict(each) for each in inputs])}"
