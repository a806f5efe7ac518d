"""What is asked of code that is already there, with the code as it was when the run began."""

from __future__ import annotations

from enum import StrEnum
from operator import not_

from pydantic import Field

from specwright.core.existing.scope import ProjectScope
from specwright.core.program.data import Data
from specwright.core.program.package import Package
from specwright.core.value import Value


class ChangeVerb(StrEnum):
    """What is to become of the code."""

    TEST = "test"
    """It gets the tests that are missing."""
    REFACTOR = "refactor"
    """It is written otherwise and behaves as before."""
    OPTIMISE = "optimise"
    """It becomes faster and behaves as before."""
    FIX = "fix"
    """A fault goes, and nothing else changes."""
    EXTEND = "extend"
    """Something new comes, and the old behaves as before."""


class RecordedCalls(Value):
    """Calls of a function that were seen while the user's own command ran."""

    function: str
    seen: int = 0
    """How often it was called."""
    calls: tuple[tuple[Data, ...], ...] = ()
    """Their arguments by place, each once, as far as they can be written down."""
    results: tuple[Data, ...] = ()
    """The result of each of these; one that cannot be written down is None with a mark."""
    unwritten: int = 0
    """Calls whose arguments cannot be written down."""


class ChangeRequest(Value):
    """One request, and all of the project that it needs: a record of it can be judged without the project."""

    verb: ChangeVerb
    scope: ProjectScope
    folder: str
    """Where the project is on the user's machine."""
    package: Package
    """The project as it was read."""
    proposed: dict[str, str] = Field(default_factory=dict, exclude_if=not_)
    """The user's own new texts of files, by path: nothing is asked of a model then."""
    failing: tuple[str, ...] = Field((), exclude_if=not_)
    """Of a fix: the tests that have to pass."""
    report: str = Field("", exclude_if=not_)
    """Of a fix: what is wrong, in the user's words."""
    recorded: tuple[RecordedCalls, ...] = Field((), exclude_if=not_)
    record_command: str = Field("", exclude_if=not_)
    """The user's command that the calls were recorded from."""
    dependencies: str = Field("", exclude_if=not_)
    """The folder with the project's third-party packages on the user's machine."""
    inputs: int = 2000
    seed: int = 0
    tolerance: float = 1e-12
    bugs: int = 8
    """How many bugs are put into the new version, to see whether the comparison notices them."""
    figures: bool = True
    """Whether complexity, duplication, lint and types are measured before and after."""
    attempts: int = 3
    """How many versions are asked for at most."""

    def text(self, path: str) -> str | None:
        """Return the text of a file of the project; None if there is none."""
        package = self.package
        for place in (package.sources, package.tests, package.documents, package.others):
            if path in place:
                return place[path]
        return None
