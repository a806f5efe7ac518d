"""Who writes: a model in conversation, or what works without one. The story of a run is the same for both."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from specwright.core.evidence.ruling import Ruling, Verdict
from specwright.core.program.candidate import Candidate
from specwright.core.run.function_state import FunctionState
from specwright.core.run.result import Revision
from specwright.core.work.example import Example
from specwright.core.work.task import Specification
from specwright.core.work.testcase import TestCase
from specwright.judge.priors import DEFAULT, Priors
from specwright.pipeline.context import RunContext
from specwright.pipeline.judging.evidence import more_evidence
from specwright.pipeline.judging.revise import revise_code, revise_tests
from specwright.pipeline.writing.code import write_code
from specwright.pipeline.writing.specify import specify
from specwright.pipeline.writing.tests import write_tests

OFFLINE: Final = "offline"
"""The name, in a run's record, of the author that needs no key (`offline.py`)."""


@dataclass(frozen=True, slots=True)
class Author:
    """The stages at which something is written. All raise ModelError, ReplyUnusable and BudgetExhausted."""

    name: str
    specify: Callable[[RunContext, tuple[Example, ...]], Awaitable[Specification]]
    write_tests: Callable[[RunContext, Specification, tuple[TestCase, ...]], Awaitable[tuple[TestCase, ...]]]
    write_code: Callable[[RunContext, FunctionState], Awaitable[tuple[Candidate, ...]]]
    """Candidates, each told to the log."""
    more_evidence: Callable[[RunContext, FunctionState, Verdict], Awaitable[FunctionState]]
    """For when nobody could be ruled wrong: further cases, inputs or candidates, told to the log, if there are any."""
    revise_tests: Callable[[RunContext, FunctionState, dict[str, Ruling]], Awaitable[Revision]] | None
    """None for an author who cannot revise; more candidates are written instead."""
    revise_code: (
        Callable[[RunContext, FunctionState, Candidate, tuple[Ruling, ...]], Awaitable[tuple[Revision, Candidate]]]
        | None
    )
    priors: Callable[[FunctionState], Priors] = lambda function_state: DEFAULT
    """What the judge believes of this author's work before any evidence, from how it was measured to do."""


MODEL = Author("model", specify, write_tests, write_code, more_evidence, revise_tests, revise_code)
