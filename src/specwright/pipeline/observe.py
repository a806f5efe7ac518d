"""Observe: what a program does on many inputs, at the price of few processes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from specwright.core.data import Data
from specwright.core.outcome import Ending, Outcome
from specwright.pipeline.build import Built, build
from specwright.ports import CallLimits, Program, Sandbox, Toolchain

_PATIENCE: Final = 3
"""So many calls may end the whole process before the rest is given up."""

_OWN_END: Final = (Ending.RETURNED, Ending.RAISED, Ending.NOT_LOADED)


async def observe(
    sandbox: Sandbox,
    toolchain: Toolchain,
    program: Program,
    inputs: Sequence[Mapping[str, Data]],
    *,
    limits: CallLimits = CallLimits(),  # noqa: B008 - a frozen value
    patience: int = _PATIENCE,
    built: Built | None = None,
) -> tuple[Outcome, ...]:
    """One outcome for each input. Calls share a process, `limits.seconds` being for all of its calls together.

    A call that ends its process is tried again as the first of a new one; if it ends that too, this is its outcome, and
    the calls after it go on in another. Good for comparing candidates; before one is accepted, `execute` it isolated.
    Raises SandboxUnavailable, and nothing else.
    """
    if built is None:
        built = await build(sandbox, toolchain, program)
    if isinstance(built, Outcome):
        return (built,) * len(inputs)
    outcomes: list[Outcome] = []
    while len(outcomes) < len(inputs):
        rest = inputs[len(outcomes) :]
        result = await sandbox.run(toolchain.calls(program, built, rest, limits, False))
        told = toolchain.outcomes(result, program, len(rest))
        good = next((at for at, outcome in enumerate(told) if outcome.ending not in _OWN_END), len(told))
        if good:
            outcomes.extend(told[:good])
            continue
        outcomes.append(told[0])
        patience -= 1
        if patience <= 0:
            untried = {"detail": "not tried: calls before it ended the process", "cpu_seconds": 0.0}
            given_up = told[0].model_copy(update=untried)
            outcomes.extend([given_up] * (len(inputs) - len(outcomes)))
    return tuple(outcomes)
