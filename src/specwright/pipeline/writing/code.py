"""Write code: several candidates, each by a writer who has seen neither the others nor the held-out tests."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from typing import Final, TypeAlias

from specwright.core.errors import ModelError
from specwright.core.program.candidate import Candidate
from specwright.core.run.events import CandidateWritten, Warned
from specwright.core.run.function_state import FunctionState
from specwright.core.run.package_state import PackageState
from specwright.core.work.testcase import Tier
from specwright.memory.practices import in_words
from specwright.pipeline.asking.describe import (
    layout,
    list_demands,
    list_package_cases,
    list_scenarios,
    list_surface,
)
from specwright.pipeline.context import RunContext
from specwright.pipeline.remembering.recall import recalled
from specwright.pipeline.writing.several.files import write_files
from specwright.pipeline.writing.tests import list_cases, list_readings

APPROACHES: Final = (
    "Choose the most direct approach that is correct.",
    "Go through the edge cases first, then write the function around them.",
    "Prefer clarity to speed: the plainest algorithm that meets the requirements.",
)
"""Different ways in make different mistakes, which is what makes agreement between candidates worth something."""


async def write_code(context: RunContext, function_state: FunctionState, count: int) -> tuple[Candidate, ...]:
    """Write this many further candidates, and emit each.

    Their writers read the problem itself. The requirements are how the tests' writer reads it: who writes code from
    them shares each misreading, and no test can notice it.

    A writer that fails leaves a gap; when all fail, raises what the first one raised: ModelError, ReplyUnusable or
    BudgetExhausted. When the budget ends, finished candidates are still emitted, and BudgetExhausted is raised.
    """
    specification = function_state.specification
    first = next_number(function_state.candidates)
    shown = tuple(case for case in function_state.cases if not case.held_out)
    words = {
        "language": context.task.language,
        "problem": context.task.statement,
        "declaration": context.declaration(specification.signature),
        "readings": list_readings(specification),
        "examples": list_cases(tuple(case for case in shown if case.tier.rank <= Tier.SPEC.rank) or shown),
    }

    numbers = range(first, first + count)
    return await _write_candidates(context, _whole(context, "write_code", words, function_state.round), numbers)


async def write_package(context: RunContext, state: PackageState, count: int) -> tuple[Candidate, ...]:
    """Write this many candidates of a package's whole source, which offer the state's items. Raise as `write_code`."""
    first = next_number(context.log.state.candidates)
    numbers = range(first, first + count)
    if state.blueprint.modules:
        return await _write_candidates(context, partial(write_files, context, state), numbers)
    items = tuple(state.blueprint.item(name) for name in state.items)
    words = {
        "language": context.task.language,
        "specification": context.task.statement,
        "layout": layout(context, state.blueprint),
        "surface": list_surface(context, state.blueprint, items),
        "requirements": list_demands(state.blueprint),
        "examples": list_package_cases(state.cases),
        "tests": list_scenarios(state.scenarios),
        "frozen": f"```\n{state.frozen}\n```" if state.frozen else "(none)",
    }
    return await _write_candidates(context, _whole(context, "write_package", words, state.round), numbers)


_WriteOne: TypeAlias = Callable[[int, str], Awaitable[Candidate]]
"""Writes the candidate of that number, by that approach."""


def _whole(context: RunContext, stage: str, words: Mapping[str, str], round_number: int) -> _WriteOne:
    """Return the writer of candidates that are one file."""

    async def write(number: int, approach: str) -> Candidate:
        code, author = await context.ask_code(stage, sample=number - 1, approach=approach, **words)
        return Candidate(id=f"c{number}", code=code, language=context.task.language, origin=author, round=round_number)

    return write


async def _write_candidates(context: RunContext, writer: _WriteOne, numbers: range) -> tuple[Candidate, ...]:
    """Ask several writers side by side, and emit what each wrote. Raise as above."""
    practices = [in_words(entry) for entry in (await recalled(context)).practices]

    async def write(number: int) -> Candidate:
        return await writer(number, " ".join([APPROACHES[(number - 1) % len(APPROACHES)], *practices]))

    drafts = await asyncio.gather(*map(write, numbers), return_exceptions=True)
    if not any(isinstance(draft, Candidate) for draft in drafts):
        raise next(draft for draft in drafts if isinstance(draft, BaseException))
    written: list[Candidate] = []
    for number, draft in zip(numbers, drafts, strict=True):
        if isinstance(draft, Candidate):
            await context.log.emit(CandidateWritten(candidate=draft))
            written.append(draft)
        elif isinstance(draft, ModelError):
            await context.log.emit(Warned(text=f"program c{number} could not be written: {draft.message}"))
        else:
            raise draft
    return tuple(written)


def next_number(written: Iterable[Candidate]) -> int:
    """The number of the next candidate; gaps that failed writers left are not filled."""
    return 1 + max((int(candidate.id[1:]) for candidate in written), default=0)
