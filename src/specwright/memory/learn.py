"""What a run teaches. Only a VERIFIED run teaches a pattern or a correction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from specwright.core.memory.entry import (
    Correction,
    LearnedPattern,
    LearnedTest,
    MemoryEntry,
)
from specwright.core.memory.recollection import StrategyOutcome
from specwright.core.memory.size import size_of
from specwright.core.program.kind import TaskKind
from specwright.core.run.fold import RunState
from specwright.core.run.result import Result, Revision
from specwright.core.work.task import Story
from specwright.core.work.testcase import TestCase
from specwright.memory.corrections import failure_of, learn_corrections
from specwright.memory.vet import objection

_MOST_TESTS: Final = 24
_KNOWN: Final = ("pattern:", "memory:")
"""Origins of code that is known already."""


def learn(state: RunState, run_id: str, at: str) -> tuple[MemoryEntry, ...]:
    """Return what the run teaches."""
    result = state.result
    if result is None or not result.verified:
        return ()
    lessons = [*filter(None, [_pattern(state, result)]), *_corrections(state, result)]
    return tuple(MemoryEntry(run_id=run_id, learned_at=at, lesson=lesson) for lesson in lessons)


def strategy_outcome(state: RunState, run_id: str) -> StrategyOutcome | None:
    """Return how a run with a strategy ended; None for a run without a plan or an end of its own."""
    result, started = state.result, state.started
    if result is None or started is None or state.plan is None or not result.execution_result.final:
        return None
    spent = result.spending
    return StrategyOutcome(
        run_id=run_id,
        story=started.task.story.value,
        language=started.task.language,
        size=size_of(len(state.plan.blueprint.surface)),
        strategy=state.plan.strategy,
        verified=result.verified,
        tokens=spent.input_tokens + spent.output_tokens,
    )


def _pattern(state: RunState, result: Result) -> LearnedPattern | None:
    """Return the function that was verified, if it has the kind that can be used again and is not known already."""
    started, specification = state.started, state.specification
    if started is None or specification is None or started.task.story is not Story.FUNCTION or not result.code:
        return None
    signature = specification.signature
    plain = signature.kind is TaskKind.FUNCTION and not signature.is_special and not signature.written
    if not plain or state.checkers or (result.written_by or "").startswith(_KNOWN):
        return None
    cases = sorted(_passed(state, result), key=lambda case: case.tier.rank)[:_MOST_TESTS]
    if not cases:
        return None
    pattern = LearnedPattern(
        problem=started.task.problem,
        language=started.task.language,
        signature=signature,
        code=result.code,
        tests=tuple(LearnedTest(inputs=case.inputs, expected=case.expected) for case in cases),
        comparison=specification.comparison,
    )
    return None if objection(pattern) else pattern


def _passed(state: RunState, result: Result) -> list[TestCase]:
    passed = {test.id for test in result.tests if test.passed}
    return [case for case in state.cases if case.id in passed]


def _corrections(state: RunState, result: Result) -> Iterator[Correction]:
    """Yield the changes by which code that failed a test became code that passes it and everything that it did."""
    code = {candidate.id: candidate.code for candidate in state.candidates}
    for revision in state.revisions:
        before, after = revision.revised_from or "", revision.revised_function or ""
        if revision.static or before not in code or after not in code:
            continue
        failure = _mended(state, revision)
        if failure:
            yield from learn_corrections(code[before], code[after], result.language, failure)


def _mended(state: RunState, revision: Revision) -> str:
    """Return how the first test failed that passes now; empty if there is none, or if something broke."""
    before, after = (state.execution_of(name or "") for name in (revision.revised_from, revision.revised_function))
    if before is None or after is None:
        return ""
    current = {case.id for case in state.cases}
    was = {result.case_id: result for result in before.results if result.case_id in current}
    now = {result.case_id: result.passed for result in after.results if result.case_id in current}
    broke = any(result.passed and not now.get(name, False) for name, result in was.items())
    healed = [name for name, result in was.items() if not result.passed and now.get(name, False)]
    return failure_of(was[healed[0]].outcome) if healed and not broke else ""
