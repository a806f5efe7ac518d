"""Trivial programs that are compared with every test: a test that they pass proves nothing about a program.

Their results follow from the call alone, so nothing is run. They are named after their behaviour: `returns 7` for a
constant, `returns its argument x` for the identity.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from specwright.core.program.data import Data, show
from specwright.core.program.equality import equal
from specwright.core.program.kind import TaskKind
from specwright.core.program.steps import UNSTATED, error_of
from specwright.core.work.testcase import Returns, TestCase

ALWAYS: Final = ("returns None", "returns True", "returns False", "returns 0", "returns ''", "returns []")
"""Tried on every test, so that a test which all of these pass is known to pass whatever the program does."""
_EMPTY: Final = frozenset({"None", "True", "False", "0", "0.0", "''", "[]", "()", "{}", "set()"})


def controls_passing(case: TestCase) -> tuple[str, ...]:
    """Return the names of the trivial programs that pass this test; none passes a test that wants an error."""
    return trivial_answers(case.inputs, case.expected.value) if isinstance(case.expected, Returns) else ()


def control_passing_all(cases: Sequence[TestCase]) -> str | None:
    """Return the name of a trivial program that passes all of these tests, if there is one."""
    if not cases:
        return None
    if not any(isinstance(case.expected, Returns) for case in cases):
        return "raises an error"
    common = set.intersection(*(set(controls_passing(case)) for case in cases))
    return min(common, default=None)


def tells_from_controls(case: TestCase, kind: TaskKind = TaskKind.FUNCTION) -> bool:
    """Return whether every trivial program fails this test: it wants neither an empty answer, a truth value, any error
    at all nor a copy of an argument. Of a class, it is enough that one call wants such an answer.
    """
    if not isinstance(case.expected, Returns):
        return case.expected.error is not None
    wanted = case.expected.value
    if kind is TaskKind.CLASS:
        return any(error_of(result) or _is_told(result) for result in wanted)
    if kind is TaskKind.SERVICE:
        return True  # no trivial program listens
    if kind is TaskKind.PROGRAM:
        wanted = wanted["$tuple"][0]
    return not _is_empty(wanted) and not any(equal(wanted, value) for value in case.inputs.values())


def told_methods(case: TestCase) -> frozenset[str]:
    """Return the methods of which a test of a class wants a result that is not empty, or an error."""
    if not isinstance(case.expected, Returns) or "calls" not in case.inputs:
        return frozenset()
    pairs = zip(case.inputs["calls"], case.expected.value, strict=False)
    return frozenset(str(call[0]) for call, result in pairs if error_of(result) or _is_told(result))


def says_something(case: TestCase, kind: TaskKind = TaskKind.FUNCTION) -> bool:
    """Return whether the test wants a value that no trivial program returns. An error says nothing of the values."""
    if isinstance(case.expected, Returns) and kind is TaskKind.CLASS:
        return any(_is_told(result) for result in case.expected.value)
    return isinstance(case.expected, Returns) and tells_from_controls(case, kind)


def _is_told(result: Data) -> bool:
    """Whether a call of a sequence returns something that is not empty."""
    return result != UNSTATED and error_of(result) is None and not _is_empty(result)


def _is_empty(value: Data) -> bool:
    return show(value, 80) in _EMPTY


def trivial_answers(inputs: Mapping[str, Data], wanted: Data) -> tuple[str, ...]:
    """Return the names of the trivial programs that return the wanted value on these inputs."""
    identity = [f"returns its argument {name}" for name, value in inputs.items() if equal(wanted, value)]
    return (f"returns {show(wanted, 80)}", *identity)
