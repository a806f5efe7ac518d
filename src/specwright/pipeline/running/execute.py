"""Run a candidate on its cases, and compare its answers outside the sandbox."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence

from specwright.core.evidence.outcome import Execution, Outcome, judged
from specwright.core.program.candidate import Candidate
from specwright.core.program.data import Data
from specwright.core.program.equality import EXACT, Comparison
from specwright.core.program.signature import Signature
from specwright.core.program.steps import settled
from specwright.core.work.testcase import Raises, Returns, TestCase
from specwright.pipeline.running.build import Built, build
from specwright.pipeline.running.first_run import PART, FirstRun
from specwright.ports.language import CallLimits, Program, Toolchain
from specwright.ports.sandbox import ExecResult, Job, Sandbox

AnswerCheck = Callable[[Sequence[tuple[Mapping[str, Data], Outcome]]], Awaitable[tuple[bool | None, ...]]]
"""Decides for each call, by its inputs and its outcome, whether the answer is right; None if that is open."""


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
    first: FirstRun | None = None,
    check: AnswerCheck | None = None,
) -> Execution:
    """Run every case and judge it; the candidate is built here, unless it comes built.

    Unless `isolated`, all cases go to one process first, which is many times faster; that counts only when every one of
    them passes, and otherwise each runs again in a process of its own. `first` has the outcomes of earlier calls.
    `check` decides which answers are right if several may be. Before a candidate is accepted, ask for `isolated=True`.
    Raise SandboxUnavailable, and nothing else.
    """
    began = time.monotonic()
    cases = tuple(cases)
    program = Program(code=candidate.code, signature=signature)
    inputs = [case.inputs for case in cases]

    async def execution(outcomes: Sequence[Outcome], isolated: bool) -> Execution:
        told = in_its_words(cases, outcomes, toolchain)
        right = await check(list(zip(inputs, outcomes, strict=True))) if check else None
        return Execution(
            candidate_id=candidate.id,
            results=judged(candidate, told, tuple(outcomes), signature.outcome, comparison, right),
            isolated=isolated,
            seconds=time.monotonic() - began,
        )

    loaded = await build(sandbox, toolchain, program) if built is None else built
    if isinstance(loaded, Outcome):
        return await execution([loaded] * len(cases), isolated=True)
    if not isolated and len(cases) > 1:
        if first is None:
            result = await sandbox.run(toolchain.calls(program, loaded, inputs, limits, alone=0))
            first = FirstRun(toolchain.outcomes(result, program, len(inputs)))
        together = await execution(first.together, False)
        if together.all_passed:
            return together
    if first is not None and first.alone is not None:
        return await execution(first.alone, isolated=True)
    dealt = _deal(toolchain, program, inputs, loaded, limits)
    results = await asyncio.gather(*(sandbox.run(job) for job, _ in dealt))
    return await execution(_read(toolchain, program, dealt, results), isolated=True)


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
    dealt = _deal(toolchain, program, inputs, built, limits)
    return _read(toolchain, program, dealt, await asyncio.gather(*(sandbox.run(job) for job, _ in dealt)))


def _deal(
    toolchain: Toolchain,
    program: Program,
    inputs: Sequence[Mapping[str, Data]],
    built: Mapping[str, bytes],
    limits: CallLimits,
) -> list[tuple[Job, int]]:
    """Return the jobs that make these calls, each call in a process of its own, with the number of calls of each."""
    parts = [inputs[start : start + PART] for start in range(0, len(inputs), PART)]
    return [(toolchain.calls(program, built, part, limits, alone=len(part)), len(part)) for part in parts]


def _read(
    toolchain: Toolchain, program: Program, dealt: Sequence[tuple[Job, int]], results: Sequence[ExecResult]
) -> tuple[Outcome, ...]:
    """Return the outcomes of the calls, in their order."""
    return tuple(
        outcome
        for (_, count), result in zip(dealt, results, strict=True)
        for outcome in toolchain.outcomes(result, program, count)
    )


def in_its_words(cases: Sequence[TestCase], outcomes: Sequence[Outcome], toolchain: Toolchain) -> tuple[TestCase, ...]:
    """Return the cases with each expected kind of error as the language calls the error that came, if it is one."""
    told = []
    for case, outcome in zip(cases, outcomes, strict=True):
        kind = case.expected.error if isinstance(case.expected, Raises) else None
        if kind and outcome.error and toolchain.is_kind(outcome.error, kind):
            same = case.expected.model_copy(update={"error": outcome.error})
            case = case.model_copy(update={"expected": same})  # noqa: PLW2901
        elif isinstance(case.expected, Returns):
            wanted = settled(case.expected.value, outcome.value, toolchain.is_kind)
            if wanted != case.expected.value:
                case = case.model_copy(update={"expected": Returns(value=wanted)})  # noqa: PLW2901
        told.append(case)
    return tuple(told)
