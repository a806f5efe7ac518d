"""Observe: what programs do on many inputs, at the price of few processes and fewer sandboxes."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from itertools import islice
from math import ceil
from typing import Final

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.pipeline.running.build import Built, build
from specwright.ports.language import CallLimits, Inputs, Program, Toolchain
from specwright.ports.sandbox import ExecEnding, Sandbox

_PATIENCE: Final = 3
"""So many calls may end the whole process before the rest is given up."""
TOGETHER: Final = 12
"""So many programs share a sandbox by default, which makes its start a small part of the whole; of a few programs half,
so that they use more than one core."""
_FEW: Final = 4
"""So many programs always share a sandbox: its start costs more than they do."""
_ITS_TIME: Final = 0.9
"""A call that computed for this part of the limit and was then ended had its time, whatever came before it."""

_OWN_END: Final = (Ending.RETURNED, Ending.RAISED, Ending.NOT_LOADED)


async def observe(
    sandbox: Sandbox,
    toolchain: Toolchain,
    program: Program,
    inputs: Inputs,
    *,
    limits: CallLimits = CallLimits(),  # noqa: B008 - a frozen value
    patience: int = _PATIENCE,
    built: Built | None = None,
) -> tuple[Outcome, ...]:
    """One outcome for each input. Calls share a process, `limits.seconds` being for all of its calls together.

    A call that ends its process is tried again as the first of a new one, unless it had all the time by itself; if it
    ends that too, this is its outcome, and the calls after it go on in another. Good for comparing candidates; before
    one is accepted, `execute` it isolated. Raise SandboxUnavailable, and nothing else.
    """
    row = _ProgramRow(
        program, await build(sandbox, toolchain, program) if built is None else built, inputs, limits, patience
    )
    await _go_on(row, sandbox, toolchain)
    return tuple(row.outcomes)


async def observe_many(
    sandbox: Sandbox,
    toolchain: Toolchain,
    programs: Sequence[Program],
    inputs: Inputs,
    *,
    limits: CallLimits = CallLimits(),  # noqa: B008 - a frozen value
    patience: int = _PATIENCE,
    built: Sequence[Built] | None = None,
    together: int = TOGETHER,
) -> tuple[tuple[Outcome, ...], ...]:
    """Return the outcomes of each of these programs on the same inputs, as `observe_each` does."""
    asked = [(program, inputs) for program in programs]
    return await observe_each(
        sandbox, toolchain, asked, limits=limits, patience=patience, built=built, together=together
    )


async def observe_each(
    sandbox: Sandbox,
    toolchain: Toolchain,
    programs: Sequence[tuple[Program, Inputs]],
    *,
    limits: CallLimits = CallLimits(),  # noqa: B008 - a frozen value
    patience: int = _PATIENCE,
    built: Sequence[Built] | None = None,
    together: int = TOGETHER,
) -> tuple[tuple[Outcome, ...], ...]:
    """Return the outcomes of programs of one kind, each on inputs of its own, as `observe` does for one.

    If the language can, up to `together` programs share a sandbox, each with a process to itself. What a call answers
    there counts, and that it used up its time. A program that ended its process in any other way is observed in a
    sandbox of its own from that call on. If the shared sandbox ended before a program had its turn, the program has
    its turn again. Raise SandboxUnavailable, and nothing else.
    """
    if built is None:
        built = await asyncio.gather(*(build(sandbox, toolchain, program) for program, _ in programs))
    rows = [
        _ProgramRow(program, files, inputs, limits, patience)
        for (program, inputs), files in zip(programs, built, strict=True)
    ]
    open_rows = [row for row in rows if row.rest]

    size = len(open_rows) if len(open_rows) <= _FEW else min(together, ceil(len(open_rows) / 2))
    size = max(1, size)
    groups = (open_rows[at : at + size] for at in range(0, len(open_rows), size))
    await asyncio.gather(*(_share(sandbox, toolchain, group) for group in groups))
    return tuple(tuple(row.outcomes) for row in rows)


async def _share(sandbox: Sandbox, toolchain: Toolchain, rows: Sequence[_ProgramRow]) -> None:
    """Observe the programs in one sandbox, and those that need it in further ones. Raise SandboxUnavailable."""
    limits = rows[0].limits
    job = toolchain.calls_of_many([(row.program, row.inputs) for row in rows], limits) if len(rows) > 1 else None
    untouched: list[_ProgramRow] = []
    if job is not None:
        result = await sandbox.run(job)
        outcomes = iter(toolchain.outcomes(result, rows[0].program, sum(len(row.inputs) for row in rows)))
        for row in rows:
            row.take(list(islice(outcomes, len(row.inputs))), alone=False)
        if result.ending is not ExecEnding.EXITED or result.exit_code != 0:
            # One of those without an outcome ended the sandbox: the half without it still saves starts.
            untouched = [row for row in rows if not row.outcomes]
    half = ceil(len(untouched) / 2) if len(untouched) < len(rows) or len(rows) > _FEW else 0
    again = [untouched[:half], untouched[half:]] if half else []
    alone = [row for row in rows if not again or row not in untouched]
    await asyncio.gather(
        *(_share(sandbox, toolchain, part) for part in again if part),
        *(_go_on(row, sandbox, toolchain) for row in alone),
    )


class _ProgramRow:
    """The known outcomes of one program."""

    def __init__(self, program: Program, built: Built, inputs: Inputs, limits: CallLimits, patience: int) -> None:
        self.program = program
        self.files: Mapping[str, bytes] = {} if isinstance(built, Outcome) else built
        self.limits = limits
        self.outcomes: list[Outcome] = [built] * len(inputs) if isinstance(built, Outcome) else []
        self.inputs = inputs
        self._patience = patience

    @property
    def rest(self) -> Inputs:
        """The inputs without a known outcome."""
        return self.inputs[len(self.outcomes) :]

    def take(self, told: Sequence[Outcome], *, alone: bool) -> None:
        """Keep one process's trusted outcomes of the next calls; `alone` means that it had a sandbox of its own."""
        good = next((at for at, outcome in enumerate(told) if outcome.ending not in _OWN_END), len(told))
        self.outcomes.extend(told[:good])
        if good == len(told):
            return
        ended = told[good]
        had_its_time = ended.ending is Ending.TIMEOUT and ended.own_seconds >= _ITS_TIME * self.limits.seconds
        if had_its_time or (alone and good == 0):
            self._give_up_on(ended)

    def _give_up_on(self, ended: Outcome) -> None:
        self.outcomes.append(ended)
        self._patience -= 1
        if self._patience <= 0:
            untried = {"detail": "not tried: calls before it ended the process", "cpu_seconds": 0.0, "own_seconds": 0.0}
            self.outcomes.extend([ended.model_copy(update=untried)] * len(self.rest))


async def _go_on(row: _ProgramRow, sandbox: Sandbox, toolchain: Toolchain) -> None:
    """Make the calls without a known outcome, in as many processes as it takes."""
    while row.rest:
        result = await sandbox.run(toolchain.calls(row.program, row.files, row.rest, row.limits, 0))
        row.take(toolchain.outcomes(result, row.program, len(row.rest)), alone=True)
