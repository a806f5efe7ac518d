"""Who writes: a model in conversation, or what works without one. The story of a run is the same for both."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from specwright.core.candidate import Candidate
from specwright.core.docket import Docket
from specwright.core.example import Example
from specwright.core.result import Revision
from specwright.core.ruling import Ruling, Verdict
from specwright.core.task import Specification
from specwright.core.testcase import TestCase
from specwright.judge.priors import DEFAULT, Priors
from specwright.pipeline.desk import Desk
from specwright.pipeline.evidence import more_evidence
from specwright.pipeline.revise import revise_code, revise_tests
from specwright.pipeline.specify import specify
from specwright.pipeline.write_code import write_code
from specwright.pipeline.write_tests import write_tests

OFFLINE: Final = "offline"
"""The name, in a run's record, of the author that needs no key (`offline.py`)."""


@dataclass(frozen=True, slots=True)
class Author:
    """The stages at which something is written. All raise ModelError, ReplyUnusable and BudgetExhausted."""

    name: str
    specify: Callable[[Desk, tuple[Example, ...]], Awaitable[Specification]]
    write_tests: Callable[[Desk, Specification, tuple[TestCase, ...]], Awaitable[tuple[TestCase, ...]]]
    write_code: Callable[[Desk, Docket], Awaitable[tuple[Candidate, ...]]]
    """Candidates, each told to the log."""
    more_evidence: Callable[[Desk, Docket, Verdict], Awaitable[Docket]]
    """For when nobody could be ruled wrong: further cases, inputs or candidates, told to the log, if there are any."""
    revise_tests: Callable[[Desk, Docket, dict[str, Ruling]], Awaitable[Revision]] | None
    """None for an author who cannot revise; more candidates are written instead."""
    revise_code: Callable[[Desk, Docket, Candidate, tuple[Ruling, ...]], Awaitable[tuple[Revision, Candidate]]] | None
    priors: Callable[[Docket], Priors] = lambda docket: DEFAULT
    """What the judge believes of this author's work before any evidence, from how it was measured to do."""


MODEL = Author("model", specify, write_tests, write_code, more_evidence, revise_tests, revise_code)
