"""The port for tests of existing code: what can be called, probes that make the calls, and test files.

Pure functions on text, as a Packaging's. A probe is a test file for the project's own runner. It reports
what calls did.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from specwright.core.evidence.native import FileCoverage
from specwright.core.existing.calls import CallPlan, Mark, PlannedTest, PlanOutcome, StatedPlan, TestablePart
from specwright.core.program.data import Data
from specwright.core.program.package import Package
from specwright.core.value import Value
from specwright.ports.language import NativeRun


class ProbeFile(Value):
    """A test file that makes calls and reports."""

    path: str
    text: str
    nonce: str
    sources: dict[str, str] = {}  # noqa: RUF012 - pydantic copies defaults
    """Sources of the project that tell which of their places were reached, by path."""
    first_line: int = 0
    """The line of the first plan, if each has a line of its own. One that cannot be compiled keeps all from running."""


class TestFile(Value):
    """A new test file of a project."""

    __test__ = False

    path: str
    text: str
    names: tuple[str, ...]
    """Of its tests, in the order that they were given in."""


class Probing(Protocol):
    """How existing code of a language is called by tests, and how these are written."""

    measures: bool
    """Whether probes need the runner's own coverage to tell what calls reach."""

    def parts(self, package: Package, path: str) -> tuple[TestablePart, ...]:
        """Return what tests of this source file can call. Raise UserError if it cannot be read."""

    def constants(self, package: Package, part: TestablePart) -> tuple[Data, ...]:
        """Return the numbers and texts that the part and what it calls mention."""

    def stated(self, package: Package, path: str, parts: Sequence[TestablePart]) -> tuple[StatedPlan, ...]:
        """Return the calls of which the documentation of the file states the result."""

    def places(self, package: Package, file: FileCoverage) -> frozenset[Mark]:
        """Return the places of a source file that its tests do not reach, as probes tell them."""

    def loading(self, package: Package) -> ProbeFile:
        """Return a test file that loads the sources and calls nothing."""

    def probe(
        self,
        package: Package,
        parts: Mapping[str, TestablePart],
        plans: Sequence[CallPlan],
        *,
        whole: bool = False,
        later: bool = False,
    ) -> ProbeFile:
        """Return the probe of these plans.

        A `whole` one tells all that they show, another one what it comes to. A `later` one runs at another time.
        """

    def told(self, output: str, probe: ProbeFile, count: int, package: Package) -> tuple[PlanOutcome | None, ...]:
        """Return what the plans of a probe came to; None for those that it did not come to the end of."""

    def stirred(self, run: NativeRun) -> NativeRun:
        """Return the run with other random numbers and another order of what has none."""

    def agrees(self, stated: StatedPlan, outcome: PlanOutcome) -> bool | None:
        """Return whether the result is the stated one; None if it cannot be told."""

    def shown(self, package: Package, parts: Mapping[str, TestablePart], plan: CallPlan) -> str:
        """Return the last call of a plan as it is written."""

    def is_testable(self, outcome: PlanOutcome) -> bool:
        """Return whether a test can assert what the whole outcome shows."""

    def spans(self, text: str) -> dict[str, tuple[int, int]]:
        """Return the lines of each test of a file, by its name. Raise ValueError if the text is broken."""

    def new_path(self, package: Package, path: str) -> str:
        """Return a path for new tests of a source file that no file has."""

    def test_form(self, package: Package, path: str) -> str:
        """Return how a new test file of the project is written, for its writer."""

    def written(
        self, package: Package, path: str, parts: Mapping[str, TestablePart], tests: Sequence[PlannedTest]
    ) -> TestFile:
        """Return the tests of one source file as a new file in the project's own style."""
