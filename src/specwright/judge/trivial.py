"""Trivial programs: constants, copies of a parameter, and a program that always fails.

A suite that one of them passes cannot tell a solution from nothing. They are tried here on values, not executed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from specwright.core.evidence.outcome import Ending, Outcome, passes
from specwright.core.program.data import Comparison, Data, show
from specwright.core.program.signature import Signature
from specwright.core.value import canonical
from specwright.core.work.testcase import Returns, TestCase

_CONSTANTS: Final[tuple[Data, ...]] = (None, False, True, 0, 1, -1, 0.0, "", [])


@dataclass(frozen=True, slots=True)
class Trivial:
    """A program that solves nothing; `does` says what it does."""

    does: str
    value: Data = None
    parameter: str | None = None
    fails: bool = False

    def outcome(self, inputs: Mapping[str, Data]) -> Outcome:
        """Return what it does on an input."""
        if self.fails:
            return Outcome(ending=Ending.RAISED, error="Error")
        given = self.value if self.parameter is None else inputs[self.parameter]
        return Outcome(ending=Ending.RETURNED, value=given)


def trivial_programs(signature: Signature, cases: Sequence[TestCase]) -> Iterator[Trivial]:
    """Yield every constant that a test expects and some others, each parameter as it is, and constant failure."""
    expected = [case.expected.value for case in cases if isinstance(case.expected, Returns)]
    constants = {canonical(value): value for value in (*expected, *_CONSTANTS)}
    for value in constants.values():
        yield Trivial(f"always returns {show(value, 60)}", value=value)
    for param in signature.params:
        yield Trivial(f"returns {param.name} as it is", parameter=param.name)
    yield Trivial("always raises an error", fails=True)


def passed_by_a_trivial_program(
    signature: Signature, cases: Sequence[TestCase], comparison: Comparison
) -> Trivial | None:
    """Return the first trivial program that passes all of these tests, if there is one."""
    for program in trivial_programs(signature, cases):
        if cases and all(passes(case, program.outcome(case.inputs), signature.returns, comparison) for case in cases):
            return program
    return None
