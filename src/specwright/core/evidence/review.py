"""What a review says of the changes between two commits."""

from __future__ import annotations

from pydantic import Field

from specwright.core.evidence.audit import AuditReport, AuditStanding
from specwright.core.evidence.finding import Finding
from specwright.core.value import Value


class ChangedFile(Value):
    path: str
    added: tuple[int, ...] = ()
    """The lines of the new version that the old one does not have."""
    removed: int = 0
    """How many lines of the old version are gone."""
    is_new: bool = False
    is_gone: bool = False


class TriedBug(Value):
    """A bug that was put into a changed line, and the tests that failed on it."""

    path: str
    line: int
    old: str
    new: str
    noticed_by: tuple[str, ...] = ()
    """Tests that failed. A run may end at the first of them."""
    noticed: bool = False


class RequirementOfChange(Value):
    """A requirement of a package that specwright handed over, whose code changed."""

    id: str
    text: str
    tests: tuple[str, ...] = ()


class TestsOfChange(Value):
    """The tests of the new version, as far as they could be run."""

    __test__ = False

    language: str = ""
    passed: int = 0
    failed: tuple[str, ...] = ()
    uncovered: dict[str, tuple[int, ...]] = Field(default_factory=dict)
    """Changed lines that no test runs, by path."""
    bugs: tuple[TriedBug, ...] = ()
    not_run: str = ""
    """Why they could not be run; empty if they were."""


class Review(Value):
    base: str
    head: str
    files: tuple[ChangedFile, ...] = ()
    tests: TestsOfChange = TestsOfChange()
    requirements: tuple[RequirementOfChange, ...] = ()
    violations: tuple[Finding, ...] = ()
    """Findings of the audit in changed lines, and in changed files if they have no line."""
    audit: AuditReport

    @property
    def unnoticed(self) -> tuple[TriedBug, ...]:
        """The bugs that no test noticed."""
        return tuple(bug for bug in self.tests.bugs if not bug.noticed)

    @property
    def standing(self) -> AuditStanding:
        """Return FAILS for a violation, a failing test or an unnoticed bug; NOT_CHECKED if the tests were not run."""
        if self.violations or self.tests.failed or self.unnoticed:
            return AuditStanding.FAILS
        return AuditStanding.NOT_CHECKED if self.tests.not_run else AuditStanding.HOLDS
