"""Runs a candidate on its cases and judges what came of it, outside the sandbox."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from specwright.core.evidence.outcome import Execution, Outcome, judged
from specwright.core.program.candidate import Candidate
from specwright.core.program.data import EXACT, Comparison, Data
from specwright.core.program.signature import Signature
from specwright.core.work.testcase import Raises, TestCase
from specwright.pipeline.running.build import Built, build
from specwright.ports.language import CallLimits, Program, Toolchain
from specwright.ports.sandbox import Sandbox

# Isolated calls are dealt out in parts of this size, so that a long suite uses more than one core.
_PART: Final = 32


async def execute(
    sandbox: Sandbox,
    toolchain: Toolchain,
    candidate: Candidate,
    signature: Signature,
    cases: Sequence[TestCase],
    *,
    comparison: Comparison = EXACT,
    limits: CallLimits = CallLimits(),  # noqa: B008 - a frozen value
    isolated: bool = False,
    built: Built | None = None,
    batch: Sequence[Outcome] | None = None,
) -> Execution:
    """Run every case and judge it; the candidate is built here, unless it comes built.

    Unless `isolated`, all cases go to one process first, which is many times faster; that counts only when every one of
    them passes, and otherwise each runs again in a process of its own. `batch` is what came of that first run, if it
    was made already. Before a candidate is accepted, ask for
    `isolated=True`. Raises SandboxUnavailable, and nothing else.
    """
    began = time.monotonic()
    cases = tuple(cases)
    program = Program(code=candidate.code, signature=signature)
    inputs = [case.inputs for case in cases]

    def execution(outcomes: Sequence[Outcome], isolated: bool) -> Execution:
        return Execution(
            candidate_id=candidate.id,
            results=judged(
                candidate, _in_its_words(cases, outcomes, toolchain), tuple(outcomes), signature.returns, comparison
            ),
            isolated=isolated,
            seconds=time.monotonic() - began,
        )

    loaded = await build(sandbox, toolchain, program) if built is None else built
    if isinstance(loaded, Outcome):
        return execution([loaded] * len(cases), isolated=True)
    if not isolated and len(cases) > 1:
        if batch is None:
            batch = await _part(sandbox, toolchain, program, inputs, built=loaded, limits=limits, isolated=False)
        together = execution(batch, False)
        if together.all_passed:
            return together
    outcomes = await call(sandbox, toolchain, program, inputs, limits=limits, built=loaded)
    return execution(outcomes, isolated=True)


async def call(
    sandbox: Sandbox,
    toolchain: Toolchain,
    program: Program,
    inputs: Sequence[Mapping[str, Data]],
    *,
    limits: CallLimits = CallLimits(),  # noqa: B008 - a frozen value
    built: Mapping[str, bytes] | None = None,
) -> tuple[Outcome, ...]:
    """What the program does on each of these inputs, each in a process of its own; nothing is judged."""
    if built is None:
        loaded = await build(sandbox, toolchain, program)
        if isinstance(loaded, Outcome):
            return (loaded,) * len(inputs)
        built = loaded
    parts = [inputs[start : start + _PART] for start in range(0, len(inputs), _PART)]
    told = await asyncio.gather(
        *(_part(sandbox, toolchain, program, part, built=built, limits=limits, isolated=True) for part in parts)
    )
    return tuple(outcome for part in told for outcome in part)


def _in_its_words(cases: Sequence[TestCase], outcomes: Sequence[Outcome], toolchain: Toolchain) -> tuple[TestCase, ...]:
    """The cases with an expected kind of error written as the language calls the one that came, where it is that."""
    told = []
    for case, outcome in zip(cases, outcomes, strict=True):
        kind = case.expected.error if isinstance(case.expected, Raises) else None
        if kind and outcome.error and toolchain.is_kind(outcome.error, kind):
            case = case.model_copy(update={"expected": Raises(error=outcome.error)})  # noqa: PLW2901
        told.append(case)
    return tuple(told)


async def _part(
    sandbox: Sandbox,
    toolchain: Toolchain,
    program: Program,
    inputs: Sequence[Mapping[str, Any]],
    *,
    built: Mapping[str, bytes],
    limits: CallLimits,
    isolated: bool,
) -> tuple[Outcome, ...]:
    result = await sandbox.run(toolchain.calls(program, built, inputs, limits, isolated))
    return toolchain.outcomes(result, program, len(inputs))
