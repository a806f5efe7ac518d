"""The report of a language's own test runner about a package: a witness for users and for coverage, never the judge."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from pydantic import Field

from specwright.core.evidence.finding import Finding
from specwright.core.value import Value

LATE: Final = "[the time was up]"
"""The last line of the output of a run that was ended."""


class NativeEnding(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    MISSING = "missing"
    """It was collected and never came to an end."""
    SKIPPED = "skipped"


class NativeTest(Value):
    id: str
    """As the runner names it, such as `tests/test_words.py::test_empty`."""
    ending: NativeEnding
    detail: str = ""


class NativeList(Value):
    """The tests of some files, listed without loading the code under test."""

    ids: tuple[str, ...] = ()
    """With their parameters; without them if only the code under test could tell."""
    marks: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """The marks without arguments of each test."""
    failed: dict[str, str] = Field(default_factory=dict)
    """Files that show no test, and why they could not be collected."""
    errors: tuple[Finding, ...] = ()
    """Why the project cannot be compiled; its tests are then those that the files show unread."""
    skippable: frozenset[str] = frozenset()
    """Tests, classes and files whose text says that they may be skipped."""


class FileCoverage(Value):
    """One source file: how often each line that can run did run, and how many ways of its branches were taken."""

    path: str
    lines: dict[int, int] = Field(default_factory=dict)
    branches: int | None = None
    """None where the language's tool does not measure branches."""
    branches_taken: int | None = None
    untaken: tuple[tuple[int, int], ...] = Field(default=(), exclude=True)
    """The ways not taken, if the tool names them: the line of the branch, and where the way leads.

    0 is out of the function, or not known.
    """


class Coverage(Value):
    """Measured by the language's own tool, on the package's sources alone."""

    tool: str
    """With its version, such as `coverage 7.11.0`."""
    files: tuple[FileCoverage, ...]

    @property
    def line_percent(self) -> float | None:
        """None where there is no line that can run."""
        counts = [hits for file in self.files for hits in file.lines.values()]
        return 100 * sum(hits > 0 for hits in counts) / len(counts) if counts else None

    @property
    def branch_percent(self) -> float | None:
        total = sum(file.branches or 0 for file in self.files)
        return 100 * sum(file.branches_taken or 0 for file in self.files) / total if total else None


class NativeReport(Value):
    """The outcome of a native run. `hijacked` is the reason why nothing in it counts."""

    tests: tuple[NativeTest, ...] = ()
    compile_errors: tuple[Finding, ...] = ()
    """Why the package or its tests do not compile; no test ran then."""
    hijacked: str | None = None
    coverage: Coverage | None = None
    output: str = ""
    tools: dict[str, str] = Field(default_factory=dict)
    """The tools that took part, with their versions."""

    @property
    def all_passed(self) -> bool:
        passed = [test.ending is NativeEnding.PASSED for test in self.tests]
        return self.hijacked is None and not self.compile_errors and bool(passed) and all(passed)
