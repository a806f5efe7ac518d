"""What became of a change of existing code: the change, the evidence about it, and the word for it."""

from __future__ import annotations

from enum import StrEnum
from operator import not_

from pydantic import Field

from specwright.core.existing.change import ProjectChange
from specwright.core.existing.comparison import ComparedFunction
from specwright.core.existing.request import ChangeVerb
from specwright.core.existing.scope import ProjectScope
from specwright.core.existing.tests import FileTests
from specwright.core.value import Value
from specwright.core.work.performance import Optimization


class ChangeWord(StrEnum):
    """What a change may be called. Each is about what was tried, and none is a proof."""

    SAME = "NO DIFFERENCE FOUND"
    """No input, test or recorded call tells the versions apart."""
    DIFFERENT = "DIFFERENT"
    """One does, or a test that passed fails now."""
    UNDECIDED = "UNDECIDED"
    """Too little could be compared."""
    FASTER = "FASTER"
    """It is measurably better, and no difference was found."""
    NOT_FASTER = "NOT FASTER"
    FIXED = "FIXED"
    """The failing test passes, and no other behaviour that was observed changed but what is listed."""
    NOT_FIXED = "NOT FIXED"
    CONTRADICTION = "CONTRADICTION"
    """What the report says and what a passing test of the project says cannot both hold."""
    ADDED = "ADDED"
    """The new tests pass, they fail without the change, and the old behaves as before."""
    NOT_ADDED = "NOT ADDED"
    TESTED = "TESTED"
    """New tests were kept."""
    NOTHING = "NOTHING FOUND"
    """No version could be had, or nothing is missing."""

    @property
    def is_good(self) -> bool:
        return self in (ChangeWord.SAME, ChangeWord.FASTER, ChangeWord.FIXED, ChangeWord.ADDED, ChangeWord.TESTED)


class TestsCompared(Value):
    """The project's own tests with the old version and with the new one."""

    __test__ = False

    ran: int = 0
    """Tests that ran with the old version."""
    passed_before: int = 0
    passed_after: int = 0
    broken: tuple[str, ...] = ()
    """Tests that passed and do not any more."""
    mended: tuple[str, ...] = ()
    """Tests that failed and pass now."""
    added: tuple[str, ...] = ()
    """New tests, which pass."""
    unavailable: str = ""
    """Why they could not be run."""
    details: dict[str, str] = Field(default_factory=dict, exclude_if=not_)
    """Of broken tests: what they say."""


class FigureChange(Value):
    """A figure of a tool before and after."""

    name: str
    before: float | None
    after: float | None
    tool: str = ""

    @property
    def is_worse(self) -> bool:
        return self.before is not None and self.after is not None and self.after > self.before


class SeededBugs(Value):
    """Bugs put into the new version, to see whether the comparison with the old one notices them."""

    made: int = 0
    noticed: int = 0
    missed: tuple[str, ...] = ()
    """What was not noticed: `line 12: < became <=`."""


class ChangeEvidence(Value):
    """All that was found out about one version."""

    comparisons: tuple[ComparedFunction, ...] = ()
    expected: tuple[ComparedFunction, ...] = ()
    """Functions that behave otherwise, as they were asked to."""
    skipped: dict[str, str] = Field(default_factory=dict)
    """Functions that could not be compared, with the reason."""
    missing: tuple[str, ...] = ()
    """Functions of the old version that the new one lacks."""
    tests: TestsCompared = TestsCompared()
    figures: tuple[FigureChange, ...] = ()
    seeded: SeededBugs | None = None
    optimizations: tuple[Optimization, ...] = ()
    written: tuple[FileTests, ...] = Field((), exclude_if=not_)
    """The tests that were missing, by source file."""
    failing: tuple[str, ...] = Field((), exclude_if=not_)
    """Tests of the project that fail without any change."""


class DiscardedChange(Value):
    """A version that is not offered."""

    id: str
    why: str


class ChangeReport(Value):
    """How a run on existing code ended."""

    verb: ChangeVerb
    scope: ProjectScope
    word: ChangeWord
    reasons: tuple[str, ...] = ()
    change: ProjectChange = ProjectChange()
    """The change that is offered; that of the best version if none is good enough."""
    candidate: str = ""
    evidence: ChangeEvidence = ChangeEvidence()
    discarded: tuple[DiscardedChange, ...] = ()
    folder: str = ""

    @property
    def offered(self) -> bool:
        """Whether the change may be written."""
        return self.word.is_good and bool(self.change.files)
