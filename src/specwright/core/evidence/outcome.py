"""The outcomes of running code: values that the loop reasons about, never exceptions."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from operator import not_

from pydantic import Field

from specwright.core.evidence.error_kinds import meets
from specwright.core.program.candidate import Candidate
from specwright.core.program.data import Data, show
from specwright.core.program.equality import EXACT, Comparison, equal, in_any_order
from specwright.core.program.steps import settled
from specwright.core.program.types import ANY, Type
from specwright.core.value import Value, digest
from specwright.core.work.testcase import Raises, Returns, TestCase


class Ending(StrEnum):
    """How one call ended."""

    RETURNED = "returned"
    RAISED = "raised"
    TIMEOUT = "timeout"
    OUT_OF_MEMORY = "out of memory"
    OUTPUT_LIMIT = "output limit"
    PROCESS_LIMIT = "process limit"
    FORBIDDEN = "forbidden system call"
    CRASHED = "crashed"
    NOT_LOADED = "not loaded"
    """The program did not compile, import, or define the function; no call took place."""


class Outcome(Value):
    """One call's outcome. `value` is set when it returned, `error` when it did not."""

    ending: Ending
    value: Data = None
    error: str | None = None
    """For RAISED the kind of error (`ValueError`); otherwise what ended it."""
    detail: str = ""
    """The message, traceback or compiler output, for people and for repair prompts."""
    stdout: str = ""
    cpu_seconds: float = 0.0
    """Of a call that had a process to itself, the process's; otherwise the same as `own_seconds`."""
    own_seconds: float = 0.0
    """CPU time of the function alone, without its arguments' and its value's; the program's own word. Of a call that
    ended its process: an upper bound of its use, if that is known."""
    peak_memory_bytes: int | None = None
    """Of the process, if the call had its own."""
    starved: bool = Field(False, exclude_if=not_)
    """The machine was too busy to give the call its time: it was ready to compute and had no processor. Its end is then
    no evidence about the program. A call that sleeps or waits for itself is not starved."""

    @property
    def behaviour(self) -> str:
        """A digest of what a caller would observe: two calls with the same behaviour did the same thing."""
        return digest([self.ending, in_any_order(self.value) if self.ending is Ending.RETURNED else self.error])

    @property
    def error_line(self) -> str | None:
        """What went wrong in one line, such as `IndexError: list index out of range`; None if the call returned."""
        if self.ending is Ending.RETURNED:
            return None
        if self.ending is not Ending.RAISED:
            return self.error or self.ending.value
        kind = self.error or "error"
        lines = [line.strip() for line in self.detail.splitlines() if line.strip()]
        message = next((line for line in reversed(lines) if line.startswith(kind)), lines[-1] if lines else "")
        if message == kind or not message:
            return kind
        return message if message.startswith(f"{kind}:") else f"{kind}: {message}"

    def __str__(self) -> str:
        if self.ending is Ending.RETURNED:
            return show(self.value)
        if self.ending is Ending.RAISED:
            return f"raised {self.error}"
        return self.error or self.ending.value


class CaseResult(Value):
    """One cell of the matrix: a candidate's outcome on a case, and whether it was expected."""

    case_id: str
    passed: bool
    outcome: Outcome
    accepted: bool | None = None
    """The checker's decision, if several answers may be right; None if it was not asked or cannot decide."""
    by_checker: bool = False
    """Whether the answer is another one than expected, and passes because the checker accepts it."""


class Execution(Value):
    """All cases of one candidate in one round."""

    candidate_id: str
    results: tuple[CaseResult, ...]
    isolated: bool
    """Whether every case ran in a process of its own."""
    seconds: float = 0.0
    function: str | None = None
    """Of a package: the function whose cases these are."""

    @property
    def passed(self) -> int:
        return sum(result.passed for result in self.results)

    @property
    def all_passed(self) -> bool:
        return bool(self.results) and self.passed == len(self.results)

    def agrees_with(self, other: Execution) -> bool:
        """Return whether the same came of every case, whatever time and memory it took."""
        return tuple(map(_seen, self.results)) == tuple(map(_seen, other.results))


def _seen(result: CaseResult) -> CaseResult:
    same = {"cpu_seconds": 0.0, "own_seconds": 0.0, "peak_memory_bytes": None}
    return result.model_copy(update={"outcome": result.outcome.model_copy(update=same)})


def passes(case: TestCase, outcome: Outcome, returns: Type = ANY, comparison: Comparison = EXACT) -> bool:
    """Return whether the outcome is what the case expects. Decided here, outside every sandbox."""
    match case.expected:
        case Raises(error=kind, message=message):
            raised = outcome.ending is Ending.RAISED and (kind is None or meets(outcome.error or "", kind))
            return raised and (message is None or message in outcome.detail)
        case expected:
            wanted = settled(expected.value, outcome.value, meets)
            return outcome.ending is Ending.RETURNED and equal(wanted, outcome.value, returns, comparison)


def judged(  # noqa: PLR0917 - as many as decide it
    candidate: Candidate,
    cases: tuple[TestCase, ...],
    outcomes: tuple[Outcome, ...],
    returns: Type,
    comparison: Comparison,
    accepted: Sequence[bool | None] | None = None,
) -> tuple[CaseResult, ...]:
    """Pair cases with outcomes. A case without an outcome is a failure, never a gap.

    `accepted` is a checker's answer for each outcome, if several answers may be right.
    """
    if len(cases) != len(outcomes):
        raise ValueError(f"{len(cases)} cases but {len(outcomes)} outcomes for {candidate.id}")
    results = []
    for case, outcome, right in zip(cases, outcomes, accepted or [None] * len(cases), strict=True):
        equal_to_it = passes(case, outcome, returns, comparison)
        by_checker = not equal_to_it and right is True and is_checked(case)
        results.append(
            CaseResult(
                case_id=case.id,
                passed=equal_to_it or by_checker,
                outcome=outcome,
                accepted=right,
                by_checker=by_checker,
            )
        )
    return tuple(results)


def is_checked(case: TestCase) -> bool:
    """Whether another answer than the expected one may pass if a checker accepts it."""
    return isinstance(case.expected, Returns) and not case.only_answer
