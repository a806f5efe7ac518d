"""Score programs on cases by the thousand: many programs to a sandbox, each with a process to itself."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final

from specwright.core.evidence.outcome import Outcome, passes
from specwright.core.program.data import Comparison
from specwright.core.program.signature import Signature
from specwright.core.value import Value
from specwright.core.work.testcase import TestCase
from specwright.languages.registry import ROWS
from specwright.pipeline.asking.reply import extract_code
from specwright.pipeline.running.build import build_many
from specwright.pipeline.running.execute import in_its_words
from specwright.pipeline.running.observe import observe_many
from specwright.ports.language import CallLimits, Program, Toolchain
from specwright.ports.sandbox import Sandbox

TOGETHER: Final = 32
"""So many programs share a sandbox: its start is then about a tenth of the cost."""


class Score(Value):
    """What one program did on the cases."""

    name: str
    passed: tuple[bool, ...]
    """One answer for each case, in their order."""
    errors: tuple[str | None, ...]
    """For each case what ended the call, in one line; None if the call returned."""

    @property
    def share(self) -> float:
        """The share of the cases that pass."""
        return sum(self.passed) / len(self.passed)

    @property
    def all_passed(self) -> bool:
        return all(self.passed)

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "name": self.name,
            "score": round(self.share, 6),
            "all_passed": self.all_passed,
            "passed": list(self.passed),
            "errors": list(self.errors),
        }


def program_in(completion: str, language: str = "python") -> str:
    """Return the program in a model's reply, without fences and thoughts; empty if there is none."""
    return extract_code(completion, ROWS[language].fence_tags)


class Examination(Value):
    """What programs are held to: a signature, cases with their answers, a comparison and limits."""

    signature: Signature
    cases: tuple[TestCase, ...]
    comparison: Comparison
    limits: CallLimits


async def score_programs(
    sandbox: Sandbox,
    toolchain: Toolchain,
    programs: Sequence[tuple[str, str]],
    examination: Examination,
    *,
    at_once: int | None = None,
) -> AsyncIterator[Score]:
    """Yield a score for each named program as soon as it is known, in any order.

    A program is given the inputs alone; answers are compared outside the sandbox. `at_once` is how many sandboxes run
    side by side, by default one for each core. Raise SandboxUnavailable, and nothing else.
    """
    turns = asyncio.Semaphore(max(1, (at_once or os.cpu_count() or 1) // 2))

    async def examine(part: Sequence[tuple[str, str]]) -> list[Score]:
        async with turns:
            return await _examine(sandbox, toolchain, part, examination)

    size = 2 * TOGETHER  # `observe_many` deals them out to two sandboxes
    parts = [programs[start : start + size] for start in range(0, len(programs), size)]
    tasks = [asyncio.ensure_future(examine(part)) for part in parts]
    try:
        for done in asyncio.as_completed(tasks):
            for score in await done:
                yield score
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _examine(
    sandbox: Sandbox, toolchain: Toolchain, named: Sequence[tuple[str, str]], examination: Examination
) -> list[Score]:
    programs = [Program(code=code, signature=examination.signature) for _, code in named]
    built = await build_many(sandbox, toolchain, programs)
    inputs = [case.inputs for case in examination.cases]
    rows = await observe_many(
        sandbox, toolchain, programs, inputs, limits=examination.limits, built=built, together=TOGETHER
    )
    return [_score(name, row, examination, toolchain) for (name, _), row in zip(named, rows, strict=True)]


def _score(name: str, row: Sequence[Outcome], examination: Examination, toolchain: Toolchain) -> Score:
    cases = in_its_words(examination.cases, row, toolchain)
    returns, comparison = examination.signature.outcome, examination.comparison
    return Score(
        name=name,
        passed=tuple(passes(case, outcome, returns, comparison) for case, outcome in zip(cases, row, strict=True)),
        errors=tuple(outcome.error_line for outcome in row),
    )
