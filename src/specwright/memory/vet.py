"""Is a pattern worth keeping: do its tests show anything, and is it small enough?"""

from __future__ import annotations

from typing import Final

from specwright.core.memory.entry import LearnedPattern, LearnedTest
from specwright.core.value import canonical
from specwright.core.work.testcase import Returns

FEWEST: Final = 3
MOST_CODE: Final = 20_000
MOST_PROBLEM: Final = 8_000


def objection(pattern: LearnedPattern) -> str:
    """Return why the pattern is not kept; empty if it is."""
    if len(pattern.code) > MOST_CODE or len(pattern.problem) > MOST_PROBLEM:
        return "it is too long"
    names = {param.name for param in pattern.signature.params}
    if any(set(test.inputs) != names for test in pattern.tests):
        return "its tests do not fit its signature"
    if len({canonical(test.inputs) for test in pattern.tests}) < FEWEST:
        return f"it has fewer than {FEWEST} different tests"
    if _is_constant(pattern.tests):
        return "its tests assert nothing: one constant answer passes all of them"
    copied = [name for name in names if all(_is_copy(test, name) for test in pattern.tests)]
    return f"its tests assert nothing: a copy of {copied[0]} passes all of them" if copied else ""


def _is_constant(tests: tuple[LearnedTest, ...]) -> bool:
    return len({canonical(test.expected.model_dump(mode="json")) for test in tests}) < 2


def _is_copy(test: LearnedTest, name: str) -> bool:
    expected = test.expected
    return isinstance(expected, Returns) and canonical(expected.value) == canonical(test.inputs[name])
