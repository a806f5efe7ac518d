"""What became of the tests that existing code lacked."""

from __future__ import annotations

from pydantic import Field

from specwright.core.evidence.finding import Spot
from specwright.core.existing.calls import OriginOfTest
from specwright.core.value import Value


class CoverageFigure(Value):
    """How much of a file, or of the named part of it, tests reach."""

    lines: int
    all_lines: int
    branches: int | None = None
    """None if branches are not measured in this language, or if a part of a file is named."""
    all_branches: int | None = None

    @property
    def percent(self) -> float | None:
        """Lines and branches together."""
        total = self.all_lines + (self.all_branches or 0)
        return 100 * (self.lines + (self.branches or 0)) / total if total else None


class BugCount(Value):
    """Seeded bugs, and how many of them the tests notice."""

    noticed: int
    bugs: int


class SuspectedBug(Value):
    """A place where the code does something else than its own documentation states."""

    call: str
    stated: str
    """What is stated."""
    shown: str
    """What the code does."""
    source: str
    """Where it is stated."""
    path: str
    line: int = 1


class KeptTest(Value):
    """A new test, and what it is good for."""

    id: str
    origin: OriginOfTest
    call: str
    reaches: int = 0
    """Lines and branches that no test before it reached."""
    notices: int = 0
    """Seeded bugs that no test before it noticed."""
    source: str = ""


class FileTests(Value):
    """The new tests of one source file."""

    path: str
    test_path: str = ""
    text: str = ""
    kept: tuple[KeptTest, ...] = ()
    discarded: dict[str, int] = Field(default_factory=dict)
    """Tests that were not kept, by the reason."""
    suspected: tuple[SuspectedBug, ...] = ()
    before: CoverageFigure | None = None
    after: CoverageFigure | None = None
    guiding_before: BugCount | None = None
    guiding_after: BugCount | None = None
    """Of the seeded bugs that the search was guided by."""
    others_before: BugCount | None = None
    others_after: BugCount | None = None
    """Of other seeded bugs, which it never saw."""
    unreached: tuple[int, ...] = ()
    """The lines that still no test reaches."""
    half: tuple[int, ...] = ()
    """The branches of which one way is still not taken, by their lines."""
    survivors: tuple[Spot, ...] = ()
    """Seeded bugs that no test notices."""
    tried: int = 0
    """Calls that were tried."""
    notes: tuple[str, ...] = ()

    @property
    def is_worth(self) -> bool:
        """Whether new tests were kept."""
        return bool(self.kept)
